"""What a drawing of a game needs to know besides names: in goes a program, out comes plain data.

Fields printed on places and on rows that variables of places hold, what is printed on the steps of tracks,
pairs of places that are linked, and which parts lie on which tile. Rules are compiled into code; whoever
draws a board reads what is printed on it from here.
"""

from __future__ import annotations

from typing import Any

from rulelang.program.model import Kind, Program
from rulelang.program.types import PLACES, FlagType, IntType, RefType, SetType, Type

Data = dict[str, Any]  # JSON edge: plain data of any shape
TRACK = "track "  # begins the name of the table with the steps of a track


def describe_picture(program: Program) -> Data:
    """Return printed fields of places and rows, steps of tracks, links of graphs and parts of tiles."""
    return {
        "fields": _fields(program),
        "rows": _rows(program),
        "steps": {
            name.removeprefix(TRACK): list(values)
            for name, values in program.tables
            if name.startswith(TRACK)
        },
        "links": _links(program),
        "ends": _ends(program),
        "parts": {
            str(tile): list(parts)
            for name, rows in program.tables
            if name.startswith("parts:")
            for tile, parts in enumerate(rows)
            if isinstance(parts, tuple) and parts
        },
    }


def _fields(program: Program) -> Data:
    """Kind of place -> field -> how its values are named, and the values by place."""
    kinds = [kind for kind in program.kinds if kind.universe == PLACES]
    return {kind.name: fields for kind in kinds if (fields := _printed(program, kind))}


def _rows(program: Program) -> Data:
    """Enum that a variable of places holds -> the same of its cases: what lies on such a place."""
    of_places = {kind.name for kind in program.kinds if kind.universe == PLACES}
    held = {
        var.type.universe
        for var in program.vars
        if var.owner_kind in of_places and isinstance(var.type, RefType)
    }
    kinds = [kind for kind in program.kinds if kind.universe in held and kind.name == kind.universe]
    return {kind.name: fields for kind in kinds if (fields := _printed(program, kind))}


def _printed(program: Program, kind: Kind) -> Data:
    from rulelang.backends.python.metadata import describe_type

    tables = dict(program.tables)
    found: Data = {}
    for (name, table), type_ in zip(kind.fields, kind.types, strict=True):
        if table in tables and _is_plain(type_):
            rows = tables[table]
            values = {str(number): _plain(rows[number]) for number in kind.ids}
            found[name] = [describe_type(type_), values]
    return found


def _is_plain(type_: Type) -> bool:
    of = type_.of if isinstance(type_, SetType) else type_
    return isinstance(of, IntType | RefType | FlagType)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _ends(program: Program) -> dict[str, list[int]]:
    """The two cells that each edge of a graph joins."""
    kinds = _graph_kinds(program)
    return {
        str(edge): list(cells)
        for name, rows in program.tables
        if name.startswith("cells:") and name.split(":")[1] in kinds
        for edge, cells in enumerate(rows)
        if isinstance(cells, tuple) and len(cells) == 2
    }


def _graph_kinds(program: Program) -> set[str]:
    graphs = {board for board, grid, _spots in program.drawing if grid == "graph"}
    return {family.name for family in program.families if family.board in graphs}


def _links(program: Program) -> list[list[int]]:
    """Each pair of cells of a graph that some relation joins, once."""
    kinds = _graph_kinds(program)
    pairs: set[tuple[int, int]] = set()
    for name, rows in program.tables:
        _relation, _, ends = name.partition(":")
        start, _, goal = ends.partition(":")
        if start != goal or start not in kinds:
            continue
        for place, others in enumerate(rows):
            if isinstance(others, tuple):
                pairs.update((min(place, other), max(place, other)) for other in others)
    return [list(pair) for pair in sorted(pairs)]
