"""Items to text: in goes a tree, out come lines that are read as the same tree.

Comments are not part of the tree and so not of the text. What linking notes at a table (`Table.edits`, `more`)
is written as the edits it came from, below the item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as it
from rulelang.syntax.trees.edits import CellChanged, RowAdded, RowDropped
from rulelang.syntax.trees.tree_walk import walk
from rulelang.syntax.writing.write_expressions import ON, SUM, expr, quoted, where
from rulelang.syntax.writing.write_rules import case_lines, edit_lines, rule_lines
from rulelang.syntax.writing.write_statements import (
    body,
    indented,
    label,
    maybe,
    note,
    params,
    type_text,
)
from rulelang.syntax.writing.write_tests import test_lines

_PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NOTED = (
    *(it.Setting, it.ChoiceSetting, it.Enum, it.Group, it.Place, it.Var, it.Track, it.Define),
    *(it.Value, it.Region, it.Invariant),
)


def ident(node: ex.Ident) -> str:
    """Return a name, in quotation marks if it is no plain word."""
    return node.text if _PLAIN.fullmatch(node.text) else quoted(node.text)


def item_lines(node: it.Item) -> list[str]:
    """Return the lines of an item."""
    lines = _item(node)
    if isinstance(node, _NOTED) and node.notes:
        lines = [f"{lines[0]}:", *indented(map(note, node.notes))]
    return [*lines, *_row_edits(node)]


def _block(head: str, lines: list[str]) -> list[str]:
    return [f"{head}:", *indented(lines)] if lines else [head]


def _item(node: it.Item) -> list[str]:
    match node:
        case it.Header():
            return _header(node)
        case it.Use(path=path, beside=beside):
            with_them = f" with {', '.join(name.text for name in beside)}" if beside else ""
            return [f"use {quoted(path.value)}{with_them}"]
        case it.Component() | it.Enum() | it.Group() | it.Board():
            return _kind(node)
        case it.Award() | it.Score() | it.Win() | it.End():
            return _scoring(node)
        case it.Rule() | it.Power():
            return rule_lines(node)
        case it.Cases(name=name, lines=lines):
            return _block(
                f"cases {name.text}{params(node.params)}{label(node.label)}", case_lines(lines)
            )
        case it.Flow(word=word, body=stmts):
            return body(word, stmts)
        case it.Bots(name=name, limits=limits):
            return [f"bots {name.text}: {', '.join(map(expr, limits))}"]
        case it.Words(language=language, lines=forms):
            return _block(f"words {language.text}", list(map(_forms, forms)))
        case it.Test():
            return test_lines(node)
        case (
            it.Setting()
            | it.ChoiceSetting()
            | it.Place()
            | it.Var()
            | it.Track()
            | it.Define()
            | it.Value()
            | it.Region()
            | it.Invariant()
        ):
            return [_line(node)]
        case it.Replace(item=inner):
            first, *rest = item_lines(inner)
            return [f"replace {first}", *rest]
        case _:
            return edit_lines(node)


def _header(node: it.Header) -> list[str]:
    lines: list[str] = []
    for line in node.lines:
        match line:
            case it.Players(range=count, names=names):
                named = f" named {members(names)}" if names else ""
                lines.append(f"players {expr(count, SUM)}{named}")
            case it.Needs(word=word, names=needed):
                why = "" if line.reason is None else f" because{label(line.reason)}"
                lines.append(f"{word} {', '.join(name.text for name in needed)}{why}")
            case it.Cite() | it.Note():
                lines.append(note(line))
            case _:
                lines += item_lines(line)
    target = "" if node.target is None else f" for {node.target.text}"
    return _block(f"{node.word} {node.name.text}{label(node.label)}{target}", lines)


def _forms(node: it.WordForms) -> str:
    said = [] if node.base is None else [quoted(node.base.value)]
    said += [f"{name.text} {quoted(text.value)}" for name, text in node.forms]
    return f"{node.name.text}: {', '.join(said)}"


def members(nodes: tuple[it.Member, ...]) -> str:
    """Return members with commas between."""
    each = {"each": "each "}
    return ", ".join(f"{each.get(m.word, '')}{m.ident.text}{label(m.label)}" for m in nodes)


def per(node: ex.Expr | it.ByPlayers) -> str:
    """Return a value that may depend on the number of players."""
    if isinstance(node, it.ByPlayers):
        entries = ", ".join(f"{count}: {expr(value, SUM)}" for count, value in node.entries)
        return f"by players [{entries}]"
    return expr(node, SUM)


def table(node: it.Table | None) -> str:
    """Return ` from "table.csv" …`, or nothing."""
    return "" if node is None else f" from {rows(node)}"


def rows(node: it.Table) -> str:
    """Return a table by its path and what is read of it."""
    text = quoted(node.path.value) + " by players" * node.by_players
    if node.column is not None and node.equals is not None:
        text += f" where {node.column.text} = {expr(node.equals)}"
    return text


def _of(owner: ex.Ident | None) -> str:
    return "" if owner is None else f" of {owner.text}"


def _line(
    node: it.Setting
    | it.ChoiceSetting
    | it.Place
    | it.Var
    | it.Track
    | it.Define
    | it.Value
    | it.Region
    | it.Invariant,
) -> str:
    name = f"{node.name.text}{label(node.label)}"
    match node:
        case it.Setting(value=value, range=range_):
            return f"setting {name} = {per(value)}{maybe('in', range_)}"
        case it.ChoiceSetting(cases=cases, value=value):
            choice = f"{' or '.join(case.text for case in cases)} = {per(value)}"
            if node.is_reading:
                return f"reading {name} cites {', '.join(node.cites)}: {choice}"
            return f"setting {name}: {choice}"
        case it.Place(word=word, kinds=kinds, is_pile=is_pile):
            held = "pile of " * is_pile + " + ".join(kind.text for kind in kinds)
            return f"{word} {name}{_of(node.owner)}: {held}{_props(node.props)}"
        case it.Var(type=type_, start=start):
            typed = f"{type_text(type_)}{maybe('=', start)}"
            return f"var {name}{_of(node.owner)}: {typed}{_props(node.props)}"
        case it.Track(values=values, start=start):
            said = table(values) if isinstance(values, it.Table) else f": {expr(values, SUM)}"
            return f"track {name}{_of(node.owner)}{said}{maybe('=', start)}{_props(node.props)}"
        case it.Define(expr=value):
            return (
                f"define {node.name.text}{params(node.params)}{label(node.label)} = {expr(value)}"
            )
        case it.Value(expr=value, policy=policy, bound=bound, bound_at=bound_at):
            limit = "" if bound_at is None else f", at {bound} {expr(bound_at, SUM)}"
            head = f"value {node.name.text}{params(node.params)}{label(node.label)}"
            return f"{head} = {expr(value)}, combine {policy}{limit}"
        case it.Region(variable=variable, source=source, joins=joins):
            elements = f"{variable.text} in {expr(source, ON)}{where(node.condition)}"
            joined = " or ".join(join.text for join in joins)
            return f"region {name}: {elements}, joined by {joined}"
        case it.Invariant(expr=value):
            return f"invariant {name}: {expr(value)}"


def _props(nodes: tuple[it.Prop, ...]) -> str:
    return "".join(f", {_prop(node)}" for node in nodes)


def _prop(node: it.Prop) -> str:
    match node.word:
        case "seen":
            return f"seen by {node.name}"
        case "size_seen":
            return f"size seen by {node.name}"
        case "start_with" if node.value is not None:
            return f"start {per(node.value)}"
        case "capped" if node.value is not None:
            return f"at most {per(node.value)}" + (" else lost" if node.name else "")
        case "cleared":
            return f"cleared each {node.name}"
        case "stops":
            return "stops at ends"
        case _:
            return node.word


# --- kinds and boards ----------------------------------------------------------------------------------


def _kind(node: it.Component | it.Enum | it.Group | it.Board) -> list[str]:
    match node:
        case it.Component(word=word, kind=kind, how=how, count=count):
            per_kind = "" if node.per is None else f" per {node.per.text}"
            number = "" if count is None else f" {per(count)}{per_kind}"
            copies = {
                "alike": f", alike{number}",
                "copies": f",{number}",
                "each": ", one of each",
            }.get(how, "")
            head = f"{word} {kind.text}{label(node.label)}{copies}{table(node.table)}"
            return _block(head, field_lines(node.lines))
        case it.Enum(kind=kind, table=None):
            return [f"enum {kind.text}{label(node.label)}: {members(node.members)}"]
        case it.Enum(kind=kind):
            head = f"enum {kind.text}{label(node.label)}{table(node.table)}"
            return _block(head, field_lines(node.lines))
        case it.Group(kind=kind, one_per=one_per, owned_by=owned_by):
            named = f": {members(node.members)}" if node.members else ""
            owned = "" if owned_by is None else f", owned by {expr(owned_by, SUM)}"
            one = "" if one_per is None else f", one per {one_per.text}"
            return [f"group {kind.text}{label(node.label)}{named}{owned}{one}"]
        case it.Board():
            return _board(node)


def field_lines(lines: tuple[it.FieldLine, ...]) -> list[str]:
    """Return the lines below a kind."""
    found: list[str] = []
    for line in lines:
        match line:
            case it.Field(name=name, type=type_, default=default):
                found.append(f"{name.text}: {type_text(type_)}{maybe('=', default)}")
            case it.Parts(kind=kind):
                head = (
                    f"parts {kind.text}{label(line.label)}{_holds(line.holds)}{table(line.table)}"
                )
                found += _block(head, field_lines(line.lines))
            case it.Cite() | it.Note():
                found.append(note(line))
    return found


def _holds(nodes: tuple[it.Hold, ...]) -> str:
    words = {"one": "one ", "pile": "pile of "}
    held = [words.get(h.order, "") + " or ".join(kind.text for kind in h.kinds) for h in nodes]
    return f" holds {', '.join(held)}" if held else ""


def _board(node: it.Board) -> list[str]:
    size = "" if node.size is None else f" {node.size[0]} by {node.size[1]}"
    grid = f"{'grown ' * node.grown}{node.grid}{size}{table(node.table)}"
    flags = (("turned", node.turned), ("stacked", node.stacked), ("flat", node.flat))
    props = "".join(f", {word}" for word, is_so in flags if is_so)
    lines: list[str] = []
    for line in node.lines:
        match line:
            case it.BoardPlaces(word=word, kind=kind):
                held = f"{_holds(line.holds)}{table(line.table)}"
                head = f"{word} {kind.text}{label(line.label)}{held}"
                lines += _block(head, field_lines(line.lines))
            case it.Link(name=name, kind=kind, to=to):
                goal = "" if to is None else f" to {to.text}"
                one_way = ", one_way" * line.one_way
                lines.append(f"link {name.text}: {kind.text}{goal}{table(line.table)}{one_way}")
            case it.Cite() | it.Note():
                lines.append(note(line))
    return _block(
        f"board {node.name.text}{label(node.label)}{_of(node.owner)}: {grid}{props}", lines
    )


# --- scoring --------------------------------------------------------------------------------------------


def _scoring(node: it.Award | it.Score | it.Win | it.End) -> list[str]:
    notes = list(map(note, node.notes))
    match node:
        case it.Award(name=name, player=player, kind=kind, most=most):
            lines = notes
            if most is not None:
                least = "" if node.at_least is None else f", at least {expr(node.at_least, SUM)}"
                lines.append(f"most {expr(most, SUM)}{least}")
            if node.holder_keeps:
                lines.append("tied: holder keeps, else nobody")
            return _block(
                f"award {name.text}{label(node.label)} for {player.text} in {kind.text}", lines
            )
        case it.Score(name=name, player=player, value=value):
            if player.span == name.span:  # a line that is only added to
                return _block(f"score {name.text}{label(node.label)}", notes)
            head = f"score {name.text}{label(node.label)} for {player.text}"
            said = _rank(value) if isinstance(value, it.Rank) else expr(value)
            return _block(head, [*notes, said]) if notes else [f"{head}: {said}"]
        case it.Win(keys=keys, shared=shared):
            ranked = ", then by ".join(expr(key, SUM) for key in keys)
            return _block(f"win by {ranked}{', else shared' * shared}", notes)
        case it.End(condition=condition, after=after):
            judged = "" if after is None else f", checked after each {after.text}"
            return _block(f"end when {expr(condition)}{judged}", notes)


def _rank(node: it.Rank) -> str:
    ties = "" if node.ties is None else f", ties {node.ties}"
    return f"rank by {expr(node.by, SUM)} for {expr(node.prizes, SUM)}{ties}"


# --- what linking noted at tables -------------------------------------------------------------------------


def _row_edits(node: it.Item) -> Iterator[str]:
    if not isinstance(node, it.Component | it.Enum | it.Board | it.Track):
        return
    for each in walk(node):
        kind = getattr(each, "kind", None) or getattr(each, "name", None)
        found = getattr(each, "values" if isinstance(each, it.Track) else "table", None)
        if isinstance(each, it.Board):
            cells = [
                at for at in each.lines if isinstance(at, it.BoardPlaces) and at.word == "cells"
            ]
            kind = cells[0].kind if cells else kind
        if isinstance(found, it.Table) and kind is not None:
            yield from (f"add {rows(more)} to {kind.text}" for more in found.more)
            yield from (_row_edit(edit, kind) for edit in found.edits)


def _row_edit(edit: CellChanged | RowDropped | RowAdded, kind: ex.Ident) -> str:
    row = ident(ex.Ident(edit.span, edit.row))
    match edit:
        case CellChanged(column=column, text=text):
            return f"change {column} of {row} in {kind.text} to {quoted(text)}"
        case RowDropped():
            return f"remove {row} from {kind.text}"
        case RowAdded(cells=cells):
            said = ", ".join(f"{column} = {quoted(text)}" for column, text in cells)
            return f"add {row}({said}) to {kind.text}"
