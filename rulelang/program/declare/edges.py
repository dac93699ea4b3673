"""Tables of edges, corners and further places of a board: what is printed on them, which cells they join."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import codes
from rulelang.linking.rows import NAME_COLUMN, edge_names
from rulelang.program.declare.board_copies import Copy, copied, speaking_of
from rulelang.program.declare.constants import find_member
from rulelang.program.declare.printed_fields import print_fields
from rulelang.program.declare.symbols import Symbols
from rulelang.program.declare.table_records import Record, table_records
from rulelang.program.types import PLACES
from rulelang.syntax.trees import items as syn


def edge_records(symbols: Symbols, line: syn.BoardPlaces) -> list[Record]:
    """The edges of a graph: each row is one, called as the column `name` says or after its cells."""
    if line.table is None:
        return []
    data = symbols.linked.table(line.table)
    columns = _ends(symbols, line.table) if data is not None else None
    if columns is None:
        return []
    records = list(table_records(symbols, line.table))
    names = edge_names(
        [(r.cells[columns[0]], r.cells[columns[1]], _own(r, columns)) for r in records]
    )
    found: dict[str, Record] = {}
    for name, record in zip(names, records, strict=True):
        if name in found:
            path = record.path or line.table.path.value
            symbols.report.error(codes.DUPLICATE_ROW, line.table.span, path=path, name=name)
            continue
        found[name] = Record(name, record.label, record.cells, record.path)
    return list(found.values())


def _own(record: Record, ends: tuple[str, str]) -> str:
    return "" if NAME_COLUMN in ends else record.cells.get(NAME_COLUMN, "")


def _ends(symbols: Symbols, table: syn.Table) -> tuple[str, str] | None:
    data = symbols.linked.table(table)
    columns = [] if data is None else [c for c in data.columns if c != "players"]
    if len(columns) < 2:
        symbols.report.error(codes.MISSING_COLUMN, table.span, path=table.path.value, name="to")
        return None
    return columns[0], columns[1]


def edge_rows(
    symbols: Symbols, line: syn.BoardPlaces, records: list[Record], cells: str
) -> dict[int, set[int]]:
    """For each edge of a graph, of all copies, the two cells it joins."""
    rows: dict[int, set[int]] = {}
    columns = _ends(symbols, line.table) if line.table is not None else None
    if columns is None or line.table is None:
        return rows
    type_ = symbols.ref(cells)
    for number, record in zip(symbols.kinds[line.kind.text].ids, records, strict=True):
        rows[number] = set()
        for column in columns:
            text = record.cells[column]
            with speaking_of(symbols, record.prefix):
                found = find_member(text, type_, symbols)
            if found is not None:
                rows[number].add(found)
                continue
            symbols.report.error(
                codes.BAD_CELL,
                line.table.span,
                row=record.name,
                column=column,
                found=text,
                expected=f"a {cells}",
            )
    return rows


def print_places(
    symbols: Symbols, line: syn.BoardPlaces, records: list[Record] | None, copies: Sequence[Copy]
) -> None:
    """Print the fields of edges, corners or places; rows of their table go by the places' names."""
    if line.table is None:
        return
    kind = symbols.kinds[line.kind.text]
    if records is None:
        by_name = {record.name: record for record in table_records(symbols, line.table)}
        names = [name for name, number in copies[0].number.items() if number in kind.ids]
        for unknown in by_name.keys() - set(names):
            symbols.report.error(
                codes.BAD_CELL,
                line.table.span,
                row=unknown,
                column="name",
                found=unknown,
                expected=f"a {kind.name}",
            )
        blank = {c: "" for record in by_name.values() for c in record.cells}
        records = copied((by_name.get(name, Record(name, (), blank)) for name in names), copies)
    print_fields(symbols, kind.name, PLACES, line.lines, records, line.table)
