"""Definitions and values that others change: what they are, and what a change makes of them."""

from __future__ import annotations

import re

import attrs

from rulelang.prose import (
    calls,
    choices,
    clauses,
    elements,
    lookup,
    mentions,
    modifiers,
    nouns,
    numbers,
    rules,
)
from rulelang.prose.lines import LONG, Line, Nest, led, words_of
from rulelang.prose.phrases import Phrase, link, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG, SET, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

FEW_CASES = 2
LONG_RUSSIAN = 22  # words: Russian has fewer of them
NESTED = re.compile(r"\([^()]*\([^()]*\)|\) \(")  # brackets in brackets, or one behind the other
GLUE = re.compile(
    r" (where|such that|при условии)\b|котор"
)  # a condition that is a sentence of its own


def define(item: syn.Define | syn.Value | syn.Cases, scope: Scope) -> list[Line]:
    """What a definition means."""
    voice, name = scope.voice, item.name.text
    if scope.teller.lexicon.label(name) is None:
        return []  # it is told wherever it is used
    inner = bind_params(item.params, scope)
    mentioned = mentions.of([param.name.text for param in item.params], inner)
    if isinstance(item, syn.Cases):
        called = _noun(name, item.params, inner)
        return mentions.brought_up(_by_case(item, inner), mentioned, called.say(), voice)
    subject = ""
    if scope.world.of_define(name).form == FLAG:
        said = clauses.clause(item.expr, inner)
        label = scope.teller.lexicon.label(name)
        lines: list[Line] = [voice.tell("means_that", a=_subject(name, item.params, inner), c=said)]
        is_clause = label is not None and (
            "{" in label or scope.teller.lexicon.form(name, "is_not")
        )
        if is_clause:
            subject = calls.clause(name, _args(item.params), inner, wanted=True) or ""
            lines = _meaning(subject, item.expr, inner)
    else:
        value, called = nouns.noun(item.expr, inner), _noun(name, item.params, inner)
        subject = called.say()
        is_empty = _bare(value.say()) == _bare(called.say())
        lines = [] if is_empty else [_valued(called, value, item.expr, inner)]
    lines = mentions.brought_up(lines, mentioned, subject, voice)
    if isinstance(item, syn.Value):
        lines += _bounds(item, inner)
        for change in _changes(name, scope):
            lines += changed(change, scope, "but_if")
    return lines


def _by_case(item: syn.Cases, scope: Scope) -> list[Line]:
    """What a definition is in each case."""
    lines = rules.case_lines(item, scope)
    if len(lines) < FEW_CASES:
        return lines
    kind = scope.voice.noun(scope.lemma(scope.world.of_param(item.params[0], {}).kind), "the")
    called = _noun(item.name.text, item.params, scope)
    return [Nest(scope.voice.tell("by_case", x=called, k=kind), tuple(lines))]


def _valued(called: Phrase, value: Phrase, expr: ex.Expr, scope: Scope) -> Line:
    """What a definition is; a table in a line, or a long choice of values as a list."""
    voice = scope.voice
    match expr:
        case ex.CallExpr(name=ex.Ident(text="entry"), args=(ex.ListLit() as listed, index)):
            by = nouns.noun(lookup.index_of(index).by, scope)
            pairs = lookup.looked_up(listed, index, scope)
            intro = voice.tell("by_case", x=called, k=by)
            if all(x.isdigit() for _n, x in pairs):
                return f"{intro}: {', '.join(f'{n} → {x}' for n, x in pairs)}"
            return Nest(intro, tuple(voice.tell("value_at", n=n, x=x) for n, x in pairs))
        case _:
            pass
    said = voice.tell("value_is", x=called, y=value)
    if not isinstance(expr, ex.IfElse):
        return said
    is_long = words_of(said) > (LONG_RUSSIAN if voice.is_russian else LONG)
    is_chain = isinstance(expr.otherwise, ex.IfElse)
    if not is_long and not is_chain and not NESTED.search(plain(said)):
        return said
    items: list[Line] = []
    rest: ex.Expr = expr
    while isinstance(rest, ex.IfElse):
        condition = clauses.clause(rest.condition, scope)
        items.append(voice.tell("or_if", a=nouns.noun(rest.then, scope), c=condition))
        rest = rest.otherwise
    items.append(f"{voice.tell('otherwise')} {nouns.noun(rest, scope).say()}")
    return Nest(voice.tell("value_is_one", x=called), tuple(items))


def _bare(text: str) -> str:
    return re.sub(r"^(the|your|ваш\w*) ", "", plain(text))


def _meaning(mine: str, expr: ex.Expr, scope: Scope) -> list[Line]:
    """`A if C`; a long C as a list of what it joins."""
    voice = scope.voice
    if isinstance(expr, ex.Constant) and expr.word == "true":
        return [voice.tell("means_always", a=mine)]
    said = clauses.clause(expr, scope)
    is_long = words_of(mine) + words_of(said) > LONG
    if is_long and isinstance(expr, ex.Binary) and expr.op in {"and", "or"}:
        parts = tuple(clauses.clause(part, scope) for part in nouns.flat(expr, expr.op))
        return [Nest(voice.tell(f"means_{expr.op}", a=mine), parts)]
    if is_long and isinstance(expr, ex.IfElse):
        condition = voice.tell("if", c=clauses.clause(expr.condition, scope))
        branches = (
            *led(condition, [clauses.clause(expr.then, scope)], ":"),
            *led(voice.tell("otherwise"), [clauses.clause(expr.otherwise, scope)], ":"),
        )
        return [Nest(voice.tell("means_by", a=mine), branches)]
    return [voice.tell("means", a=mine, c=said)]


def _changes(name: str, scope: Scope) -> list[syn.ChangeValue]:
    return [
        item
        for item in scope.world.linked.items
        if isinstance(item, syn.ChangeValue) and item.name.text == name
    ]


def _is_shifted(name: str, scope: Scope) -> bool:
    """Whether a change adds to a value or takes from it, so that its bound can matter."""
    return any(
        isinstance(node, syn.ChangeValue) and node.name.text == name and node.word == "by"
        for item in scope.world.linked.items
        for node in walk(item, without=(syn.Test,))
    )


def _bounds(item: syn.Value, scope: Scope) -> list[Line]:
    if item.bound is None or item.bound_at is None or not _is_shifted(item.name.text, scope):
        return []
    key = "value_bound_least" if "least" in item.bound else "value_bound_most"
    return [scope.voice.tell(key, n=nouns.noun(item.bound_at, scope))]


def _args(params: tuple[syn.Param, ...]) -> tuple[ex.Expr, ...]:
    return tuple(ex.Name(param.span, param.name) for param in params)


def bind_params(params: tuple[syn.Param, ...], scope: Scope) -> Scope:
    """Parameters of a definition: the first player is the reader, the rest are `this K`."""
    has_you = False
    for param in params:
        shape = scope.world.of_param(param, {})
        if shape == Shape("ref", "Player") and not has_you:
            scope = scope.bind(param.name.text, scope.voice.you(), shape)
            has_you = True
        else:
            _said, scope = choices.parameter(param, scope)
    return scope


def _subject(name: str, params: tuple[syn.Param, ...], scope: Scope) -> str:
    label = scope.teller.lexicon.text(name)
    return scope.voice.quoted(link(name, calls.text_of(label)))


def _noun(name: str, params: tuple[syn.Param, ...], scope: Scope) -> Phrase:
    """The definition as the subject of a sentence, called with its own parameters."""
    if scope.teller.lexicon.label(name) is not None:
        return calls.by_label(name, _args(params), scope)
    return scope.voice.noun(scope.lemma(name), "the")


def changed(line: syn.ChangeValue, scope: Scope, key: str = "") -> list[Line]:
    """What a change makes of a value, and when; `key` begins the sentence with its condition."""
    voice, name = scope.voice, line.name.text
    item = scope.world.defines.get(name)
    if item is None:
        return []
    has_you = False
    for ident, param in zip(line.names, item.params, strict=False):
        shape = scope.world.of_param(param, {})
        if shape == Shape("ref", "Player") and not has_you:
            scope, has_you = scope.bind(ident.text, voice.you(), shape), True
        else:
            scope = rules.bind_param(ident.text, shape, scope)
    args = tuple(ex.Name(ident.span, ident) for ident in line.names)
    if key:
        return _with_condition(line, item, args, scope, key)
    names = [ident.text for ident in line.names]
    subject = _changed_subject(line, item, args, scope)
    line, first, inner = _folded(line, names, subject, scope)
    mentioned = mentions.of(names, inner, first)
    if inner is not scope:
        subject = _changed_subject(line, item, args, inner)
    lines = _with_condition(line, item, args, inner, key)
    return mentions.brought_up(lines, mentioned, subject, voice)


def _changed_subject(
    line: syn.ChangeValue,
    item: syn.Define | syn.Value | syn.Cases,
    args: tuple[ex.Expr, ...],
    scope: Scope,
) -> str:
    """What a change speaks of."""
    name = line.name.text
    if scope.world.of_define(name).form == FLAG:
        return calls.clause(name, args, scope, wanted=True) or ""
    return _value_noun(name, args, scope).say()


def _folded(
    line: syn.ChangeValue, names: list[str], subject: str, scope: Scope
) -> tuple[syn.ChangeValue, dict[str, Phrase], Scope]:
    """Conditions on what the subject names as part of its name: `the price of a worker`, not `if it is a worker`."""
    first: dict[str, Phrase] = {}
    rest: ex.Expr | None = None
    for part in modifiers.conjuncts(line.condition):
        used = {n.ident.text for n in walk(part) if isinstance(n, ex.Name)} & set(names)
        name = used.pop() if len(used) == 1 else ""
        is_named = any(mentions.is_in(subject, each) for each in mentions.of([name], scope))
        told = _brought(name, part, scope) if is_named and name not in first else None
        if told is None:
            rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
        else:
            first[name], scope = told
    return attrs.evolve(line, condition=rest), first, scope


def _brought(name: str, part: ex.Expr, scope: Scope) -> tuple[Phrase, Scope] | None:
    """How a parameter comes up with a condition on it; None if that would need a sentence."""
    bound = scope.bound[name]
    match part:
        case ex.Binary(op="=", left=ex.Name(), right=right) if elements.is_constant(right, scope):
            value = nouns.noun(right, scope)
            return value, scope.bind(name, value, bound.shape)
        case _:
            pass
    kind = ex.Kind(part.span, ex.Ident(part.span, bound.shape.kind))
    known = {key: each for key, each in scope.bound.items() if key != name}
    phrase, inner = elements.element(
        elements.Picked(name, kind, part), attrs.evolve(scope, bound=known)
    )
    if GLUE.search(plain(phrase.say())):
        return None
    return phrase, inner


def _with_condition(
    line: syn.ChangeValue,
    item: syn.Define | syn.Value | syn.Cases,
    args: tuple[ex.Expr, ...],
    scope: Scope,
    key: str,
) -> list[Line]:
    """What a change makes of a value, and when."""
    voice = scope.voice
    said = _change(line, item, args, scope)
    listed = _many_conditions(line, item, args, scope) if words_of(said) > LONG else None
    if listed is not None and line.condition is None:
        return [listed]
    if line.condition is None:
        return [said]
    condition = clauses.clause(line.condition, scope)
    if key:
        return led(voice.tell(key, c=condition), [said], ",")
    if words_of(said) + words_of(condition) > LONG:
        return led(voice.tell("if", c=condition), [said], ",")
    return [voice.tell("when_c", a=said, c=condition)]


def _many_conditions(
    line: syn.ChangeValue,
    item: syn.Define | syn.Value | syn.Cases,
    args: tuple[ex.Expr, ...],
    scope: Scope,
) -> Nest | None:
    """A long condition under which something also holds, as a list."""
    mine = calls.clause(line.name.text, args, scope, wanted=True)
    expr = line.expr
    is_also = isinstance(item, syn.Value) and item.policy == "any"
    if mine is None or not is_also or not isinstance(expr, ex.Binary):
        return None
    if expr.op not in {"and", "or"}:
        return None
    key = "changed_flag_all" if expr.op == "and" else "changed_flag_one"
    parts = tuple(clauses.clause(part, scope) for part in nouns.flat(expr, expr.op))
    return Nest(scope.voice.tell(key, a=mine), parts)


def _change(
    line: syn.ChangeValue,
    item: syn.Define | syn.Value | syn.Cases,
    args: tuple[ex.Expr, ...],
    scope: Scope,
) -> str:
    voice, name = scope.voice, line.name.text
    shape = scope.world.of_define(name)
    policy = item.policy if isinstance(item, syn.Value) else ""
    if shape.form == FLAG:
        mine = calls.clause(name, args, scope, wanted=True)
        subject = mine if mine is not None else _subject(name, item.params, scope)
        if isinstance(line.expr, ex.Constant):
            wanted = line.expr.word == "true"
            said = calls.clause(name, args, scope, wanted=wanted)
            return (
                said
                if said is not None
                else voice.tell("it_holds" if wanted else "is_not_so", x=subject)
            )
        key = {"any": "changed_flag_also", "every": "changed_flag_only"}.get(policy, "changed_flag")
        condition = clauses.clause(line.expr, scope)
        if condition.startswith(("if ", "если ")):
            key = "changed_flag_rule"
        return voice.tell(key, a=subject, c=condition)
    subject_noun = _value_noun(name, args, scope)
    if shape.form == SET and policy == "any":
        return voice.tell("changed_set_also", x=subject_noun, y=nouns.noun(line.expr, scope))
    if line.word != "by":
        return voice.tell("changed_to", x=subject_noun, y=nouns.noun(line.expr, scope))
    expr, key = line.expr, "changed_more"
    if isinstance(expr, ex.IfElse):
        low = [numbers.value_of(branch, scope) for branch in (expr.then, expr.otherwise)]
        if all(value is not None and value < 0 for value in low):
            branches = [ex.Number(expr.span, -value) for value in low if value is not None]
            expr = ex.IfElse(expr.span, expr.condition, *branches)
            return voice.tell("changed_less", x=subject_noun, n=nouns.noun(expr, scope))
    known = numbers.value_of(expr, scope)
    if isinstance(expr, ex.Unary) and expr.op == "-":
        expr, key = expr.operand, "changed_less"
    elif known is not None and known < 0:
        return voice.tell("changed_less", x=subject_noun, n=str(-known))
    return voice.tell(key, x=subject_noun, n=nouns.noun(expr, scope))


def _value_noun(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> Phrase:
    if scope.teller.lexicon.label(name) is not None:
        return calls.by_label(name, args, scope)
    return scope.voice.noun(scope.lemma(name), "the")
