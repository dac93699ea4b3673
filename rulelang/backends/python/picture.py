"""What a drawing of a game needs to know besides names: in goes a program, out come `Printings`.

Fields printed on places and on rows that variables of places hold, what is printed on the steps of tracks,
pairs of places that are linked, and which parts lie on which tile. Rules are compiled into code; whoever
draws a board reads what is printed on it from here.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.program.model import Kind, Program
from rulelang.program.types import PLACES, FlagType, IntType, RefType, SetType, Type
from rulelang.runtime.description import Printed, PrintedField, Printings, ValueType

TRACK = "track "  # begins the name of the table with the steps of a track


def describe_picture(program: Program) -> Printings:
    """Return printed fields of places and rows, steps of tracks, links of graphs and parts of tiles."""
    return Printings(
        fields=_fields(program),
        rows=_rows(program),
        steps={
            name.removeprefix(TRACK): _numbers(values)
            for name, values in program.tables
            if name.startswith(TRACK)
        },
        links=_links(program),
        ends=_ends(program),
        parts={
            tile: parts
            for name, rows in program.tables
            if name.startswith("parts:")
            for tile, parts in enumerate(rows)
            if isinstance(parts, tuple) and parts
        },
    )


def _numbers(values: tuple[object, ...]) -> tuple[int, ...]:
    return tuple(value for value in values if isinstance(value, int))


def _fields(program: Program) -> Printed:
    """Kind of place -> field -> how its values are named, and the values by place."""
    kinds = [kind for kind in program.kinds if kind.universe == PLACES]
    return {kind.name: fields for kind in kinds if (fields := _printed(program, kind))}


def _rows(program: Program) -> Printed:
    """Enum that a variable of places holds -> the same of its cases: what lies on such a place."""
    of_places = {kind.name for kind in program.kinds if kind.universe == PLACES}
    held = {
        var.type.universe
        for var in program.vars
        if var.owner_kind in of_places and isinstance(var.type, RefType)
    }
    kinds = [kind for kind in program.kinds if kind.universe in held and kind.name == kind.universe]
    return {kind.name: fields for kind in kinds if (fields := _printed(program, kind))}


def _printed(program: Program, kind: Kind) -> dict[str, PrintedField]:
    from rulelang.backends.python.metadata import describe_type

    tables = dict(program.tables)
    found: dict[str, PrintedField] = {}
    for (name, table), type_ in zip(kind.fields, kind.types, strict=True):
        if table in tables and _is_plain(type_):
            rows = tables[table]
            found[name] = printed_field(describe_type(type_), {n: rows[n] for n in kind.ids})
    return found


def _is_plain(type_: Type) -> bool:
    of = type_.of if isinstance(type_, SetType) else type_
    return isinstance(of, IntType | RefType | FlagType)


def printed_field(type_: ValueType, cells: Mapping[int, object]) -> PrintedField:
    """Return a field with what the cells of its table hold."""
    return PrintedField(
        type_,
        {number: cell for number, cell in cells.items() if isinstance(cell, int)},
        {number: cell for number, cell in cells.items() if isinstance(cell, tuple)},
    )


def _ends(program: Program) -> dict[int, tuple[int, int]]:
    """The two cells that each edge of a graph joins."""
    kinds = _graph_kinds(program)
    return {
        edge: cells
        for name, rows in program.tables
        if name.startswith("cells:") and name.split(":")[1] in kinds
        for edge, cells in enumerate(rows)
        if isinstance(cells, tuple) and len(cells) == 2
    }


def _graph_kinds(program: Program) -> set[str]:
    drawn = {
        place for _, grid, spots, _ in program.drawing if grid == "graph" for place, _, _ in spots
    }
    boards = {
        family.board
        for family in program.families
        if not drawn.isdisjoint(range(family.first, family.first + family.count))
    }
    return {family.name for family in program.families if family.board in boards - {None}}


def _links(program: Program) -> tuple[tuple[int, int], ...]:
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
    return tuple(sorted(pairs))
