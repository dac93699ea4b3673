"""Rows of tables as records: a name, labels and cells, filtered as the rules ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.diagnostics import codes
from rulelang.frozen import frozen
from rulelang.program.declare.symbols import Symbols
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

if TYPE_CHECKING:
    from rulelang.program.nodes import Words

PLAYERS_COLUMN = "players"


@frozen
class Record:
    name: str
    label: Words
    cells: dict[str, str]
    path: str = ""
    prefix: str = ""  # whose board it is about, where everybody has one


def table_records(symbols: Symbols, table: syn.Table) -> Iterator[Record]:
    """Yield the rows that apply: of this player count, and where the stated column fits.

    The first column (after `players`) names the row; columns `name_en`, `name_ru` are its labels.
    """
    yield from _rows(symbols, table)
    for added in table.more:
        yield from _rows(symbols, added)


def _rows(symbols: Symbols, table: syn.Table) -> Iterator[Record]:
    data = symbols.linked.table(table)
    if data is None:
        return
    for wanted in (
        PLAYERS_COLUMN if table.by_players else None,
        table.column and table.column.text,
    ):
        if wanted and wanted not in data.columns:
            symbols.report.error(
                codes.MISSING_COLUMN, table.span, path=table.path.value, name=wanted
            )
            return
    for row in data.rows:
        cells = dict(zip(data.columns, row, strict=True))
        if table.by_players and str(symbols.players) not in cells[PLAYERS_COLUMN].split():
            continue
        if table.column is not None and cells[table.column.text] != _text(table.equals):
            continue
        named = next((c for c in data.columns if c != PLAYERS_COLUMN), data.columns[0])
        label = tuple(
            (column.removeprefix("name_"), text)
            for column, text in cells.items()
            if column.startswith("name_") and text
        )
        yield Record(cells[named], label, cells, table.path.value)


def _text(node: ex.Expr | None) -> str:
    match node:
        case ex.Number(value=value):
            return str(value)
        case ex.Text(value=text):
            return text
        case ex.Name(ident=ident):
            return ident.text
        case _:
            return ""
