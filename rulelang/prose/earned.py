"""Points that are scored during play: what each rule says of one line of the score, and nothing else of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.prose import choices, effects, nouns, rules, values
from rulelang.prose.lines import Line, Nest
from rulelang.prose.notes import notes_of
from rulelang.prose.scope import Scope
from rulelang.prose.world import Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

# `владениях вас`: a word that owns something cannot be the reader there.
_OF_YOU = re.compile(r"(?<!\bу)(?<!\bот)(?<!\bдля) вас\b")
Source = syn.Rule | syn.Cases | syn.Hook


def told(line: str, scope: Scope) -> list[Line]:
    """How a line of the score is earned; of rules that only pass a number on, their names."""
    voice = scope.voice
    lines: list[Line] = []
    names: list[str] = []
    for item, score, body in _found(line, scope):
        label = nouns.linked_label(_name(item), scope)
        said = _lines(item, score, body, scope) if body is not None else []
        if not said:
            names += [label] if label not in names else []
            continue
        led = [_without_line(each, line, scope) for each in said]
        if scope.teller.lexicon.label(_name(item)) is not None:
            led = _led(label, led)
        lines += [each for each in led if each not in lines]
        if not _is_told_before(line, score, scope):
            lines += [each for each in _meaning(score, scope) if each not in lines]
    if names and not any(notes_of(scope.world.scores[line])):  # else the authors say it better
        key = "points_in" if len(names) == 1 else "points_in_many"
        lines.append(voice.tell(key, x=voice.listed(names)))
    return lines


def _found(line: str, scope: Scope) -> Iterator[tuple[Source, st.ScoreNow, st.Body | None]]:
    """Each statement that adds to a line: in which item it stands, and the body around it."""
    for item in scope.world.linked.items:
        if not isinstance(item, Source):
            continue
        for body in _bodies(item):
            for node in walk(body):
                if isinstance(node, st.ScoreNow) and node.line.text == line:
                    yield item, node, _only(body, node)


def _bodies(item: Source) -> list[st.Body]:
    match item:
        case syn.Rule(lines=lines):
            return [tuple(each for each in lines if not isinstance(each, rules.NOT_STATEMENTS))]
        case syn.Cases(lines=lines):
            cases = (each for each in lines if isinstance(each, syn.Case))
            return [case.body for case in cases if case.body is not None]
        case syn.Hook(body=body):
            return [body]


def _name(item: Source) -> str:
    return item.name.text


def _only(body: st.Body, node: st.ScoreNow) -> st.Body | None:
    """The body with nothing but one statement and what it depends on; None if it stands in a choice."""
    kept: list[st.Stmt] = []
    for stmt in body:
        if stmt is node:
            return (*kept, stmt)
        if isinstance(stmt, st.Let):
            kept.append(stmt)
        if not any(each is node for each in walk(stmt)):
            continue
        match stmt:
            case st.DoBody(body=below) | st.Each(body=below) | st.Times(body=below):
                inner = _only(below, node)
            case st.If(then=below, otherwise=()):
                inner = _only(below, node)
                return None if inner is None else (*kept, attrs.evolve(stmt, then=inner))
            case st.If() if _only_scores(stmt, node.line.text):
                return (*kept, stmt)
            case _:
                return None
        return None if inner is None else (*kept, attrs.evolve(stmt, body=inner))
    return None


def _only_scores(stmt: st.If, line: str) -> bool:
    """Whether the branches do nothing but add to one line."""
    return all(
        _only_scores(each, line)
        if isinstance(each, st.If)
        else isinstance(each, st.ScoreNow) and each.line.text == line
        for each in (*stmt.then, *stmt.otherwise)
    )


def _lines(item: Source, score: st.ScoreNow, body: st.Body, scope: Scope) -> list[Line]:
    """What is told of a body; the reader is the one who scores, if that can be said."""
    said = _told_to_you(item, score, body, scope)
    if any(_OF_YOU.search(line) for line in said if isinstance(line, str)):
        return _as_written(item, body, scope)
    return said


def _as_written(item: Source, body: st.Body, scope: Scope) -> list[Line]:
    """A body as its rule tells it."""
    if isinstance(item, syn.Hook):
        return rules.hook_lines(attrs.evolve(item, body=body), scope, "")
    for param in item.params:
        _said, scope = choices.parameter(param, scope)
    return effects.body(body, scope)


def _told_to_you(item: Source, score: st.ScoreNow, body: st.Body, scope: Scope) -> list[Line]:
    you, player = scope.voice.you(), Shape("ref", "Player")
    match body:
        case (st.Each(source=ex.Constant(word="everyone"), condition=None, by=None) as each,):
            body, scope = each.body, scope.bind(each.variable.text, you, player)
        case _:
            pass
    if isinstance(item, syn.Hook):
        return rules.hook_lines(attrs.evolve(item, body=body), scope, "")
    scope = scope.telling(_name(item))
    for param in item.params:
        shape = scope.world.of_param(param, scope.shapes)
        if shape == player:
            scope = scope.bind(param.name.text, you, shape)
        else:
            _said, scope = choices.parameter(param, scope)
    is_given = isinstance(score.amount, ex.Name) and score.amount.ident.text in scope.bound
    return [] if is_given else effects.body(body, scope)


def _led(label: str, said: list[Line]) -> list[Line]:
    if len(said) == 1 and isinstance(said[0], str):
        return [f"{label}: {said[0].strip()}"]
    return [Nest(label, tuple(said))]


def _without_line(told_line: Line, line: str, scope: Scope) -> Line:
    """The sentence below the heading of the line, which it need not name."""
    label = nouns.linked_label(line, scope)
    if isinstance(told_line, Nest):
        items = tuple(_without_line(each, line, scope) for each in told_line.items)
        return Nest(told_line.intro.removeprefix(",").strip(), items)
    for said in (scope.voice.tell("points_of_line", line=label), f"({label})"):
        told_line = told_line.replace(f" {said}", "", 1).replace(f"{said}, ", "", 1)
    return told_line.removeprefix(",").strip()


def _is_told_before(line: str, score: st.ScoreNow, scope: Scope) -> bool:
    """Whether a line above this one tells what the number is."""
    if not isinstance(score.amount, ex.CallExpr):
        return False
    for name in scope.world.scores:
        if name == line:
            return False
        for _item, other, _body in _found(name, scope):
            amount = other.amount
            if isinstance(amount, ex.CallExpr) and amount.name.text == score.amount.name.text:
                return True
    return False


def _meaning(score: st.ScoreNow, scope: Scope) -> list[Line]:
    """What the number of points is, where it is a definition with a name."""
    expr = score.amount
    while isinstance(expr, ex.CallExpr) and expr.name.text in scope.world.defines:
        found = scope.world.defines[expr.name.text]
        if isinstance(found, syn.Define) and isinstance(found.expr, ex.CallExpr):
            expr = found.expr  # it only calls another one
            if expr.name.text in scope.world.defines:
                continue
        return values.define(found, scope)
    return []
