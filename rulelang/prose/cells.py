"""Effects that table cells hold: in goes the text of a cell, out come the calls it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import TableData
from rulelang.source import SourceFile
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def parse_cell(cell: str) -> Iterator[ex.Call]:
    """The calls of a cell, `;` between them; what cannot be read was reported long before."""
    for text in cell.split(";"):
        call = _parsed(text.strip()) if text.strip() else None
        if call is not None:
            yield call


@cache
def _parsed(text: str) -> ex.Call | None:
    """Read like the line `do …` of a rule."""
    tree = parse_file(SourceFile("cell", f"effect cell:\n    do {text}\n"), Reporter())
    match tree.items:
        case (syn.Rule(lines=(st.Do(call=call),)),):
            return call
        case _:
            return None


def key_column(data: TableData) -> int:
    """The column that names the rows of a table: the first, unless that says for how many players they are."""
    return next((at for at, name in enumerate(data.columns) if name != "players"), 0)
