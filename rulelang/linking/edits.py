"""Apply the edits of modules and variants: in go all items, out come the items of the merged game.

`change action`, `change setting`, `change cases`, `replace`, `remove` and `add … to` are done here
on the tree. Changes of values, hooks and powers stay items: they depend on conditions at run time
and are woven in when the program is typed.
"""

from __future__ import annotations

from typing import assert_never

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.model import name_of, span_of
from rulelang.source import Span
from rulelang.syntax.items import (
    AddMembers,
    AddOptions,
    AddRows,
    Board,
    BoardPlaces,
    Case,
    Cases,
    ChangeCases,
    ChangeRule,
    ChangeSetting,
    ChangeValue,
    ChoiceSetting,
    Component,
    Cost,
    Enum,
    Group,
    Item,
    Limit,
    Parts,
    Remove,
    RemoveLine,
    Replace,
    Require,
    Rule,
    Setting,
    Table,
)

TreeEdit = ChangeRule | ChangeCases | ChangeSetting | Replace | Remove | AddMembers | AddRows


def apply_edits(items: tuple[Item, ...], report: Reporter) -> tuple[Item, ...]:
    """Return the items with all tree edits applied; report targets that do not exist or clash."""
    merged: dict[str, Item] = {}
    rest: list[Item] = []
    edits: list[TreeEdit] = []
    for item in items:
        if isinstance(item, TreeEdit):
            edits.append(item)
            continue
        name = name_of(item)
        if name is None or isinstance(item, ChangeValue | AddOptions) or name in merged:
            rest.append(item)
        else:
            merged[name] = item
    _check_clashes(edits, report)
    # Replacements come first, so that what else is changed is the new version; what is removed is
    # there until then, so that whoever changes it is told that and nothing else.
    for edit in sorted(edits, key=lambda e: (isinstance(e, Remove), not isinstance(e, Replace))):
        _apply(edit, merged, report)
    return (*merged.values(), *rest)


def _target(edit: TreeEdit) -> tuple[str, Span]:
    match edit:
        case Replace(item=item):
            return name_of(item) or "", span_of(item)
        case AddMembers(kind=kind) | AddRows(kind=kind):
            return kind.text, kind.span
        case ChangeRule() | ChangeCases() | ChangeSetting() | Remove():
            return edit.name.text, edit.name.span
        case _:
            assert_never(edit)


def _check_clashes(edits: list[TreeEdit], report: Reporter) -> None:
    """Replacing or removing something excludes every other change of it."""
    owners: dict[str, list[TreeEdit]] = {}
    for edit in edits:
        owners.setdefault(_target(edit)[0], []).append(edit)
    for name, found in owners.items():
        strong = [e for e in found if isinstance(e, Replace | Remove | ChangeSetting)]
        if not strong or len(found) < 2:
            continue
        first, second = strong[0], next(edit for edit in found if edit is not strong[0])
        removed = isinstance(first, Remove) or isinstance(second, Remove)
        code = codes.CHANGED_AND_REMOVED if removed else codes.CHANGED_TWICE
        there = Label(_target(first)[1], "here")
        report.error(
            code,
            _target(second)[1],
            first=_target(first)[1].path,
            second=_target(second)[1].path,
            name=name,
            secondary=[there],
        )


def _apply(edit: TreeEdit, merged: dict[str, Item], report: Reporter) -> None:
    if isinstance(edit, AddRows):
        _add_rows(edit, merged, report)
        return
    name, span = _target(edit)
    target = merged.get(name)
    verb = (
        "remove"
        if isinstance(edit, Remove)
        else "replace"
        if isinstance(edit, Replace)
        else "change"
    )
    if target is None:
        help_line = did_you_mean(name, merged)
        report.error(codes.UNKNOWN_TARGET, span, what="item", name=name, verb=verb, help=help_line)
        return
    match edit, target:
        case Replace(item=item), _:
            merged[name] = item
        case Remove(), _:
            del merged[name]
        case ChangeSetting(value=value), Setting() | ChoiceSetting():
            merged[name] = attrs.evolve(target, value=value)
        case ChangeRule(), Rule() if target.word == edit.word:
            merged[name] = _changed_rule(target, edit, report)
        case ChangeCases(lines=lines), Cases():
            changed = {line.name.text for line in lines if isinstance(line, Case)}
            kept = [c for c in target.lines if not (isinstance(c, Case) and c.name.text in changed)]
            merged[name] = attrs.evolve(target, lines=(*kept, *lines))
        case AddMembers(members=members), Enum() | Group():
            merged[name] = attrs.evolve(target, members=(*target.members, *members))
        case _:
            what = edit.word if isinstance(edit, ChangeRule) else "item of this sort"
            report.error(codes.UNKNOWN_TARGET, span, what=what, name=name, verb=verb)


def _add_rows(edit: AddRows, merged: dict[str, Item], report: Reporter) -> None:
    """Rows go to the table of a kind: of components, cases, parts of tiles or places of a board."""
    for name, item in merged.items():
        found = _with_rows(item, edit.kind.text, edit.table)
        if found is not None:
            merged[name] = found
            return
    kind = edit.kind
    report.error(
        codes.UNKNOWN_TARGET,
        kind.span,
        what="kind with a table",
        name=kind.text,
        verb="add to",
        help=did_you_mean(kind.text, merged),
    )


def _with_rows(item: Item, kind: str, rows: Table) -> Item | None:
    """Return the item with the rows added to the table of `kind`; None if it has no such table."""
    if isinstance(item, Board):
        if any(isinstance(at, BoardPlaces) and _is_cells(at, kind) for at in item.lines):
            return (
                None if item.table is None else attrs.evolve(item, table=_joined(item.table, rows))
            )
    elif isinstance(item, Component | Enum):
        if item.kind.text == kind:
            return (
                None if item.table is None else attrs.evolve(item, table=_joined(item.table, rows))
            )
    else:
        return None
    lines = tuple(_line_with_rows(line, kind, rows) for line in item.lines)
    return attrs.evolve(item, lines=lines) if lines != item.lines else None  # type: ignore[arg-type]  # lines of the same sort


def _is_cells(line: BoardPlaces, kind: str) -> bool:
    return line.word == "cells" and line.kind.text == kind


def _line_with_rows(line: object, kind: str, rows: Table) -> object:
    if isinstance(line, Parts | BoardPlaces) and line.kind.text == kind and line.table is not None:
        return attrs.evolve(line, table=_joined(line.table, rows))
    return line


def _joined(table: Table, rows: Table) -> Table:
    return attrs.evolve(table, more=(*table.more, rows))


def _changed_rule(rule: Rule, edit: ChangeRule, report: Reporter) -> Rule:
    lines = list(rule.lines)
    for line in edit.lines:
        if isinstance(line, RemoveLine):
            kind = {"require": Require, "cost": Cost, "limit": Limit}[line.part]
            wanted = line.name.text if line.name else None
            kept = [
                old
                for old in lines
                if not (isinstance(old, kind) and wanted in (None, _line_name(old)))
            ]
            if len(kept) == len(lines):
                report.error(
                    codes.UNKNOWN_TARGET,
                    line.span,
                    what=line.part,
                    name=wanted or rule.name.text,
                    verb="remove",
                )
            lines = kept
        else:
            lines.append(line)
    return attrs.evolve(rule, lines=tuple(lines))


def _line_name(line: object) -> str | None:
    return line.name.text if isinstance(line, Require) else None
