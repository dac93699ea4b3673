"""Edits of cases and rows: members come and go, cells change; what is said about a table is noted there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.rows import LABELS, cell_text, map_tables, names_of, tables_of, with_edit
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.edits import CellChanged, RowAdded, RowDropped, RowEdit

Merged = dict[str, syn.Item]
# Columns and rows of a table as read; none if it could not be read.
Rows: TypeAlias = Callable[[syn.Table], tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]


def add_rows(edit: syn.AddRows, merged: Merged, report: Reporter) -> None:
    """Rows go to the table of a kind: of components, cases, parts of tiles or places of a board."""

    def joined(table: syn.Table) -> syn.Table:
        return attrs.evolve(table, more=(*table.more, edit.table))

    if not _edit_table(edit.kind.text, merged, joined):
        _no_table(edit.kind, merged, report)


def change_table(edit: syn.ChangeTable, merged: Merged, report: Reporter) -> None:
    """Another table comes in place of the one that was there, with all that was said about its rows."""
    if not _edit_table(edit.name.text, merged, lambda _: edit.table):
        _no_table(edit.name, merged, report, verb="change")


def add_members(edit: syn.AddMembers, merged: Merged, report: Reporter) -> None:
    """Add cases to an enum, members to a group, rows to a table."""
    rows = [member for member in edit.members if isinstance(member, syn.AddedRow)]
    members = tuple(member for member in edit.members if not isinstance(member, syn.AddedRow))
    kind = edit.kind.text
    for row in rows:
        added = _row_added(row, report)
        if added is not None and not _edit_table(kind, merged, _noting(added)):
            _no_table(edit.kind, merged, report)
    if not members:
        return
    target = merged.get(kind)
    if isinstance(target, syn.Enum | syn.Group):
        merged[kind] = attrs.evolve(target, members=(*target.members, *members))
        return
    what = "item" if target is None else "item of this sort"
    near = did_you_mean(kind, merged) if target is None else ""
    report.error(
        codes.UNKNOWN_TARGET, edit.kind.span, what=what, name=kind, verb="change", help=near
    )


def _row_added(row: syn.AddedRow, report: Reporter) -> RowAdded | None:
    cells: list[tuple[str, str]] = []
    for name, value in row.cells:
        text = _text(value, report)
        if text is None:
            return None
        cells.append((name.text, text))
    words = row.label.words if row.label is not None else ()
    cells += [(f"{LABELS}{language}", text) for language, text in words]
    return RowAdded(row.span, row.ident.text, tuple(cells))


def remove_members(edit: syn.RemoveMembers, merged: Merged, rows: Rows, report: Reporter) -> None:
    """Take away cases of an enum, members of a group, or rows of a table with all their parts."""
    kind = edit.kind.text
    target = merged.get(kind)
    for member in edit.members:
        if isinstance(target, syn.Enum | syn.Group):
            kept = tuple(each for each in target.members if each.ident.text != member.text)
            if len(kept) < len(target.members):
                merged[kind] = target = attrs.evolve(target, members=kept)
                continue
        own = [table for found, table in _all_tables(merged) if found == kind]
        known = [name for table in own for name in _names(table, rows)]
        if member.text not in known:
            members = target.members if isinstance(target, syn.Enum | syn.Group) else ()
            near = did_you_mean(member.text, [*known, *(each.ident.text for each in members)])
            what = f"member of `{kind}`"
            _unknown(member, what, "remove", near, report)
            continue
        drop = RowDropped(edit.span, member.text)
        _edit_table(kind, merged, _noting(drop))
        if isinstance(target, syn.Component):
            for line in target.lines:
                if isinstance(line, syn.Parts):
                    _edit_table(line.kind.text, merged, _noting(drop))
            target = merged[kind]


def change_cell(
    edit: syn.ChangePart | syn.ChangeLabel,
    merged: Merged,
    rows: Rows,
    report: Reporter,
    *,
    column: str | None = None,
    text: str | None = None,
) -> None:
    """Change a cell of the one table that has such a row and column."""
    kind = edit.kind if isinstance(edit, syn.ChangePart) else None
    if isinstance(edit, syn.ChangePart):
        column, text = edit.part.text, _text(edit.value, report)
    if column is None or text is None:
        return
    found = _kinds_with(edit.name.text, column, merged, rows)
    if kind is not None:
        found = [each for each in found if each == kind.text]
    if len(found) == 1:
        change = CellChanged(edit.span, edit.name.text, column, text)
        _edit_table(found[0], merged, _noting(change))
    elif found:
        report.error(
            codes.AMBIGUOUS_NAME,
            edit.name.span,
            name=edit.name.text,
            meanings=" or ".join(f"one of `{each}`" for each in found),
            help=f"say whose row it is: `{edit.name.text} in {found[0]}`",
        )
    else:
        known = [name for _, table in _all_tables(merged) for name in _names(table, rows)]
        has_row = edit.name.text in known
        what = "item or row" if not has_row else f"row with `{column}`"
        near = "" if has_row else did_you_mean(edit.name.text, [*known, *merged])
        _unknown(edit.name, what, "change", near, report)


def _kinds_with(row: str, column: str, merged: Merged, rows: Rows) -> list[str]:
    found = []
    for kind, table in _all_tables(merged):
        columns, _ = rows(table)
        has_column = column in columns or column.startswith(LABELS)
        if has_column and row in _names(table, rows):
            found.append(kind)
    return list(dict.fromkeys(found))


def _all_tables(merged: Merged) -> Iterator[tuple[str, syn.Table]]:
    for item in merged.values():
        yield from tables_of(item)


def _names(table: syn.Table, rows: Rows) -> list[str]:
    names: list[str] = []
    for each in (table, *table.more):
        columns, lines = rows(each)
        names += [name for called in names_of(columns, lines) for name in called]
    return names


def _noting(edit: RowEdit) -> Callable[[syn.Table], syn.Table]:
    return lambda table: with_edit(table, edit)


def _edit_table(kind: str, merged: Merged, change: Callable[[syn.Table], syn.Table]) -> bool:
    """Change the table of a kind; return whether there is one."""
    for name, item in merged.items():
        new = map_tables(item, lambda found, table: change(table) if found == kind else table)
        if new is not item:
            merged[name] = new
            return True
    return False


def _text(value: ex.Expr, report: Reporter) -> str | None:
    text = cell_text(value)
    if text is None:
        report.error(
            codes.WRONG_TYPE,
            value.span,
            found="a value that is worked out",
            expected="one that can be printed in a table",
        )
    return text


def _no_table(kind: ex.Ident, merged: Merged, report: Reporter, *, verb: str = "add to") -> None:
    _unknown(kind, "kind with a table", verb, did_you_mean(kind.text, merged), report)


def _unknown(name: ex.Ident, what: str, verb: str, near: str, report: Reporter) -> None:
    report.error(codes.UNKNOWN_TARGET, name.span, what=what, name=name.text, verb=verb, help=near)
