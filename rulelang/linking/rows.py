"""Edits of table rows: in go tables and what others do to them, out come tables as the game reads them.

A row is known by its first column; a part of a tile as `tile.part`, an edge as `a-b` (of several between two
cells `a-b_1`, `a-b_2`) or by its column `name`. An edit is noted at the
table it is about (`Table.edits`) and done when the table is read, so that the file stays what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import attrs

from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.edits import CellChanged, RowAdded, RowDropped, RowEdit

PLAYERS_COLUMN = "players"
NAME_COLUMN = "name"
LABELS = "name_"
ALL_PLAYERS = " ".join(map(str, range(1, 13)))

Columns = tuple[str, ...]
Row = tuple[str, ...]


def edited(
    columns: Columns, rows: tuple[Row, ...], table: syn.Table
) -> tuple[Columns, tuple[Row, ...]]:
    """Return columns and rows of a table with its edits done."""
    for edit in table.edits:
        called = names_of(columns, rows)
        match edit:
            case RowDropped(row=name):
                pairs = zip(rows, called, strict=True)
                rows = tuple(row for row, names in pairs if name not in names)
            case CellChanged(row=name, column=column, text=text):
                if column not in columns:  # a label in a further language
                    columns = (*columns, column)
                    rows = tuple((*row, "") for row in rows)
                at = columns.index(column)
                rows = tuple(
                    (*row[:at], text, *row[at + 1 :]) if name in names else row
                    for row, names in zip(rows, called, strict=True)
                )
            case RowAdded(row=name, cells=cells):
                first = next(column for column in columns if column != PLAYERS_COLUMN)
                said = {first: name} | _defaults(table) | dict(cells)
                new = [column for column in said if column not in columns]
                columns = (*columns, *new)
                rows = tuple((*row, *("" for _ in new)) for row in rows)
                rows = (*rows, tuple(said.get(column, "") for column in columns))
    return columns, rows


def names_of(columns: Columns, rows: tuple[Row, ...]) -> list[tuple[str, ...]]:
    """Return what each row can be called."""
    at = [number for number, column in enumerate(columns) if column != PLAYERS_COLUMN]
    if len(at) < 2:
        return [tuple(row[number] for number in at) for row in rows]
    a, b = at[:2]
    named = columns.index(NAME_COLUMN) if NAME_COLUMN in columns else None
    of_players = columns.index(PLAYERS_COLUMN) if PLAYERS_COLUMN in columns else None
    groups: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        groups.setdefault("" if of_players is None else row[of_players], []).append(number)
    found: list[tuple[str, ...]] = [()] * len(rows)
    for numbers in groups.values():
        ends = [(rows[n][a], rows[n][b], "" if named is None else rows[n][named]) for n in numbers]
        for number, (start, goal, _), name in zip(numbers, ends, edge_names(ends), strict=True):
            found[number] = (start, f"{start}.{goal}", f"{start}-{goal}", name)
    return found


def edge_names(edges: Sequence[tuple[str, str, str]]) -> list[str]:
    """Return how edges are called: by their own name, else by their cells, numbered where that is not enough.

    >>> edge_names([("x", "y", ""), ("y", "z", ""), ("x", "y", ""), ("x", "y", "ferry")])
    ['x-y_1', 'y-z', 'x-y_2', 'ferry']
    """
    there_are = Counter((a, b) for a, b, own in edges if not own)
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for a, b, own in edges:
        seen[a, b] += not own
        number = f"_{seen[a, b]}" if there_are[a, b] > 1 else ""
        found.append(own or f"{a}-{b}{number}")
    return found


def _defaults(table: syn.Table) -> dict[str, str]:
    """A row that is added is meant to be read: whatever the table is filtered by holds for it."""
    said: dict[str, str] = {}
    if table.by_players:
        said[PLAYERS_COLUMN] = ALL_PLAYERS
    if table.column is not None and table.equals is not None:
        said[table.column.text] = cell_text(table.equals) or ""
    return said


def cell_text(value: ex.Expr) -> str | None:
    """Return a value as a cell of a table says it; None if a cell cannot say it."""
    match value:
        case ex.Number(value=number):
            return str(number)
        case ex.Unary(op="-", operand=ex.Number(value=number)):
            return str(-number)
        case ex.Text(value=text):
            return text
        case ex.Name(ident=ident) | ex.Kind(ident=ident):
            return ident.text
        case ex.Constant(word="none"):
            return ""
        case ex.Constant(word="true" | "false" as word):
            return "yes" if word == "true" else "no"
        case ex.Amount(count=count, kind=kind):
            return _joined(" ", (count, kind))
        case ex.Binary(op="+", left=left, right=right):
            return _joined(" ", (left, right))
        case ex.SetLit(items=items):
            return _joined("; " if any(isinstance(i, ex.CallExpr) for i in items) else " ", items)
        case ex.CallExpr(name=name, args=args):
            inside = _joined(", ", args)
            return None if inside is None else f"{name.text}({inside})"
        case _:
            return None


def _joined(sign: str, parts: tuple[ex.Expr, ...]) -> str | None:
    texts = [cell_text(part) for part in parts]
    return None if None in texts else sign.join(text for text in texts if text is not None)


# --- tables of items --------------------------------------------------------------------------------


def tables_of(item: syn.Item) -> Iterator[tuple[str, syn.Table]]:
    """Yield the tables of an item, each with the kind, track or link whose rows it has."""
    found: list[tuple[str, syn.Table]] = []

    def note(kind: str, table: syn.Table) -> syn.Table:
        found.append((kind, table))
        return table

    map_tables(item, note)
    yield from found


def map_tables(item: syn.Item, change: Callable[[str, syn.Table], syn.Table]) -> syn.Item:
    """Return an item in which each table is what `change` makes of it."""

    def changed(kind: str, table: syn.Table | None) -> syn.Table | None:
        return None if table is None else change(kind, table)

    def changed_line(line: object) -> object:
        if isinstance(line, syn.Parts | syn.BoardPlaces) and line.table is not None:
            is_edited = (table := change(line.kind.text, line.table)) is not line.table
            line = attrs.evolve(line, table=table) if is_edited else line
        if isinstance(line, syn.Link):
            is_edited = (table := change(line.name.text, line.table)) is not line.table
            line = attrs.evolve(line, table=table) if is_edited else line
        return line

    new: syn.Item
    match item:
        case syn.Component() | syn.Enum():
            lines = tuple(changed_line(line) for line in item.lines)
            new = attrs.evolve(item, table=changed(item.kind.text, item.table), lines=lines)  # type: ignore[arg-type]  # lines of the same sort
        case syn.Board():
            lines = tuple(changed_line(line) for line in item.lines)
            cells = [
                at.kind.text
                for at in item.lines
                if isinstance(at, syn.BoardPlaces) and at.word == "cells"
            ]
            table = changed(cells[0] if cells else item.name.text, item.table)
            new = attrs.evolve(item, table=table, lines=lines)  # type: ignore[arg-type]  # as above
        case syn.Track(values=syn.Table() as values):
            new = attrs.evolve(item, values=change(item.name.text, values))
        case _:
            return item
    return new if new != item else item


def with_edit(table: syn.Table, edit: RowEdit) -> syn.Table:
    """Note an edit at a table; what is added is added once, the rest holds for further tables too."""
    more = table.more
    if not isinstance(edit, RowAdded):
        more = tuple(with_edit(each, edit) for each in more)
    return attrs.evolve(table, edits=(*table.edits, edit), more=more)
