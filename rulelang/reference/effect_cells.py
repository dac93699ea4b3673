"""Cells of tables for readers: as they are written, and the effects that some of them hold as words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulelang.prose.model import Run
from rulelang.reference.subject import Desk
from rulelang.syntax.trees import items as syn

Row = dict[str, str]
_CALL = re.compile(r"(\w+)(?:\(([^)]*)\))?")


def written_rows(desk: Desk, table: syn.Table | None) -> dict[str, Row]:
    """The cells of the tables of a kind as they are written, by the name of the row."""
    found: dict[str, Row] = {}
    tables = () if table is None else (table, *table.more)
    for named in tables:
        data = desk.linked.table(named)
        if data is not None:
            key = next(n for n, column in enumerate(data.columns) if column != "players")
            for row in data.rows:
                found[row[key]] = dict(zip(data.columns, row, strict=False))
    return found


def written_row(rows: Mapping[str, Row], name: str) -> Row:
    """The row of a thing: of several that are alike, and of those that players own, by what they share."""
    return (
        rows.get(name)
        or rows.get(name.rpartition("_")[0])
        or rows.get(name.partition("_")[2])
        or {}
    )


def effect_names(desk: Desk, cell: str) -> tuple[Run, ...]:
    """The names of the rules that a cell of effects calls, with what they are given."""
    named: list[Run] = []
    for name, given in _CALL.findall(cell):
        words = [_argument(desk, word.strip()) for word in given.split(",")]
        told = ", ".join(word for word in words if word)
        named += ([Run("; ")] if named else []) + [Run(desk.title(name), name)]
        named += [Run(f": {told}")] if told else []
    return tuple(named)


def effect_rules(cell: str) -> list[str]:
    """The rules that a cell of effects calls, as they are named."""
    return [name for name, _given in _CALL.findall(cell)]


def _argument(desk: Desk, word: str) -> str:
    """What an argument of an effect is called; nothing for what the cell is printed on."""
    if not word or word == "this" or word.isdigit():
        return "" if word == "this" else word
    for _, members in desk.program.enums:
        for member in members:
            if member.name == word:
                return desk.label(member.label, word)
    thing = next((each for each in desk.program.things if each.name == word), None)
    return desk.label(thing.label, word) if thing is not None else desk.title(word).lower()
