"""Rules, powers, hooks and edits to text: in goes a tree, out come lines that are read as the same tree."""

from __future__ import annotations

import re

from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as it
from rulelang.syntax.writing.write_expressions import SUM, calls_text, expr, quoted, where
from rulelang.syntax.writing.write_statements import (
    body,
    indented,
    label,
    maybe,
    note,
    params,
    statement,
)

_PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def thing(node: ex.Ident) -> str:
    """Return a name, in quotation marks if it is no plain word."""
    return node.text if _PLAIN.fullmatch(node.text) else quoted(node.text)


def rule_lines(node: it.Rule | it.Power) -> list[str]:
    """Return the lines of a rule or a power."""
    if isinstance(node, it.Power):
        reach = "" if node.reach is None else f" for {node.reach}"
        head = f"power {node.name.text}{label(node.label)} in {node.kind.text}{reach}"
        return [f"{head}:", *indented(line for each in node.lines for line in _power_line(each))]
    options = "" if node.nest is None else f", nest at most {node.nest}"
    options += ", only to pay" * node.only_to_pay
    options += "" if node.during is None else f", during {node.during.text}"
    head = f"{node.word} {node.name.text}{params(node.params)}{label(node.label)}{options}"
    return [f"{head}:", *indented(line for each in node.lines for line in rule_line(each))]


def rule_line(node: it.RuleLine) -> list[str]:
    """Return the lines of one line of a rule."""
    match node:
        case it.Require(name=name, expr=condition, sentence=sentence):
            said = "" if sentence is None else f" else{label(sentence)}"
            return [f"require {name.text}: {expr(condition)}{said}"]
        case it.Allow(name=name, condition=condition):
            return [f"allow {name.text} when {expr(condition)}"]
        case it.Cost(amount=amount, source=source, target=target):
            return [f"cost {expr(amount, SUM)}{maybe('from', source)}{maybe('to', target)}"]
        case it.Limit(count=count, period=period, each=each):
            apart = "" if each is None else f" each {each.text}"
            return [f"limit {expr(count, SUM)} per {period.text}{apart}"]
        case it.RemoveLine(part=part, name=removed):
            return [f"remove {part}" + ("" if removed is None else f" {removed.text}")]
        case _:
            return statement(node)


def _power_line(node: it.Edit | it.Hook | it.Forbid | it.Cite | it.Note) -> list[str]:
    match node:
        case it.Cite() | it.Note():
            return [note(node)]
        case it.Forbid(name=name, condition=condition, sentence=sentence):
            said = "" if sentence is None else f" else{label(sentence)}"
            return [f"forbid {name.text}{where(condition, 'when')}{said}"]
        case _:
            return edit_lines(node)


def case_lines(nodes: tuple[it.Case | it.Cite | it.Note, ...]) -> list[str]:
    """Return the lines of `cases`."""
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, it.Cite | it.Note):
            lines.append(note(node))
            continue
        head = thing(node.name) + ("" if node.variable is None else f"({node.variable.text})")
        if node.expr is not None:
            lines.append(f"{head} = {expr(node.expr)}")
        else:
            lines += body(head, node.body or ())
    return lines


def _names(nodes: tuple[ex.Ident, ...]) -> str:
    return f"({', '.join(name.text for name in nodes)})" if nodes else ""


def _over(node: ex.Ident | None) -> str:
    return "" if node is None else f" over {node.text}"


def edit_lines(node: it.Item) -> list[str]:
    """Return the lines of a hook or an edit other than `replace ITEM`."""
    match node:
        case it.Hook(word=word, name=name):
            step = "step " * node.is_step
            hooked = " or ".join(one.text for one in (name, *node.also))
            when = f"{where(node.condition, 'when')}{_over(node.over)}"
            return body(f"{word} {step}{hooked}{_names(node.names)}{when}", node.body)
        case it.ChangeValue(name=name, word=word, expr=value):
            when = f"{where(node.condition, 'when')}{_over(node.over)}"
            return [f"change {name.text}{_names(node.names)} {word} {expr(value)}{when}"]
        case it.ChangeRule(word=word, name=name, lines=lines):
            inner = [line for each in lines for line in rule_line(each)]
            return [f"change {word} {name.text}:", *indented(inner)]
        case it.ChangeCases(name=name, lines=cases):
            return [f"change cases {name.text}:", *indented(case_lines(cases))]
        case it.ChangeSetting(name=name, value=value, range=range_):
            from rulelang.syntax.writing.write_items import per

            return [f"change setting {name.text} to {per(value)}{maybe('in', range_)}"]
        case it.ChangePart(part=part, name=name, kind=kind, value=value):
            whose = "" if kind is None else f" in {kind.text}"
            moved = f"{maybe('from', node.source)}{maybe('to', node.target)}"
            return [f"change {part.text} of {thing(name)}{whose} to {expr(value)}{moved}"]
        case it.ChangeLabel(name=name, label=words):
            return [f"change label of {thing(name)} to{label(words)}"]
        case it.ChangeTable(name=name, table=table):
            from rulelang.syntax.writing.write_items import rows

            return [f"change table of {thing(name)} to {rows(table)}"]
        case it.ReplaceStep(name=name, body=stmts):
            return body(f"replace step {name.text}{label(node.label)}", stmts)
        case _:
            return [_removal(node)]


def _removal(node: it.Item) -> str:
    match node:
        case it.Remove(name=name, also=also):
            return f"remove {', '.join(each.text for each in (name, *also))}"
        case it.RemovePart(part=part, name=part_name, rule=rule):
            named = "" if part_name is None else f" {part_name.text}"
            return f"remove {part}{named} from {rule.text}"
        case it.RemoveStep(name=name):
            return f"remove step {name.text}"
        case it.RemoveOptions(names=names, name=name):
            return f"remove option {', '.join(each.text for each in names)} from {name.text}"
        case it.RemoveMembers(members=members, kind=kind):
            return f"remove {', '.join(map(thing, members))} from {kind.text}"
        case it.AddRows(table=table, kind=kind):
            from rulelang.syntax.writing.write_items import rows

            return f"add {rows(table)} to {kind.text}"
        case it.AddOptions(calls=calls, name=name):
            return f"add option {calls_text(calls)} to {name.text}"
        case it.AddMembers(members=added, kind=kind):
            return f"add {', '.join(map(_added, added))} to {kind.text}"
        case _:
            raise TypeError(f"{type(node).__name__} has no text")


def _added(node: it.Member | it.AddedRow) -> str:
    if isinstance(node, it.Member):
        return f"{'each ' * (node.word == 'each')}{node.ident.text}{label(node.label)}"
    cells = ", ".join(f"{column.text} = {expr(value)}" for column, value in node.cells)
    return f"{node.ident.text}{label(node.label)}{' ' * (node.label is not None)}({cells})"
