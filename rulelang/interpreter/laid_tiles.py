"""Boards that grow and regions, worked out from scratch: columns and rows, no numbers, nothing kept.

The other half of `evaluate.py` for laid tiles. It reads where each tile lies from the `Position` and
what is printed from the program, and asks every question anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulelang.interpreter.evaluate import Env, PositionReader
from rulelang.interpreter.position import OracleFault, TileSpot
from rulelang.program import nodes as ir
from rulelang.program.derived import GrownBoard, Join, Region
from rulelang.program.types import CELLS, NONE, RefType, SetType

# Around a cell, clockwise from the top; squares first their sides, then their corners.
_SIDES = {
    "squares": [(0, -1), (1, 0), (0, 1), (-1, 0)],
    "hexes": [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
}
_CORNERS = {"squares": [(-1, -1), (1, -1), (-1, 1), (1, 1)], "hexes": []}


class Cell(NamedTuple):
    """A cell of the board that a place is."""

    place: int
    x: int
    y: int


# --- cells ---------------------------------------------------------------------------------------


def board_named(reader: PositionReader, type_: object) -> GrownBoard:
    """Return the board that a type of cells, or of sets of cells, is about."""
    of = type_.of if isinstance(type_, SetType) else type_
    assert isinstance(of, RefType)
    name = of.universe.removeprefix(CELLS)
    return next(board for board in reader.shape.program.grown if board.name == name)


def board_at(reader: PositionReader, place: int) -> GrownBoard | None:
    """Return the board that a place is, if it is one."""
    for board in reader.shape.program.grown:
        if board.place <= place < board.place + max(1, len(board.owner_ids)):
            return board
    return None


def numbered(board: GrownBoard, cell: Cell) -> int:
    """Return the number of a cell."""
    return board.cell(cell.place - board.place, cell.x, cell.y)


def cell_of_number(board: GrownBoard, number: int) -> Cell:
    """Return the cell with a number."""
    rows, x = divmod(number, board.width)
    owner, y = divmod(rows, board.width)
    return Cell(board.place + owner, x - board.extent, y - board.extent)


def _reaches(board: GrownBoard, cell: Cell) -> bool:
    return abs(cell.x) <= board.extent and abs(cell.y) <= board.extent


def _beside(board: GrownBoard, cell: Cell, relation: str) -> list[Cell]:
    steps = list(_SIDES[board.grid])
    if relation == "around":
        steps += _CORNERS[board.grid]
    found = [Cell(cell.place, cell.x + dx, cell.y + dy) for dx, dy in steps]
    return [other for other in found if _reaches(board, other)]


def tops(reader: PositionReader, place: int) -> dict[Cell, int]:
    """Return the uppermost tile of each cell of a board."""
    found: dict[Cell, tuple[int, int]] = {}
    for tile, spot in reader.position.laid.items():
        cell = Cell(spot.place, spot.x, spot.y)
        if spot.place == place and found.get(cell, (NONE, NONE))[0] < spot.level:
            found[cell] = (spot.level, tile)
    return {cell: tile for cell, (_level, tile) in found.items()}


def cell_number(
    reader: PositionReader, expr: ir.CellAt | ir.CellOf | ir.CellCoord, env: Env
) -> int:
    """Return a cell, or its column or row."""
    match expr:
        case ir.CellAt(board=place, x=x, y=y):
            cell = Cell(reader.number(place, env), reader.number(x, env), reader.number(y, env))
            board = board_at(reader, cell.place)
            assert board is not None
            if not _reaches(board, cell):
                raise OracleFault("R902", f"{cell} is out of reach")
            return numbered(board, cell)
        case ir.CellOf(tile=tile):
            spot = reader.position.laid.get(reader.number(tile, env))
            if spot is None:
                return NONE
            return numbered(board_named(reader, expr.type), Cell(spot.place, spot.x, spot.y))
        case ir.CellCoord(axis=axis, cell=inner):
            found = cell_of_number(board_named(reader, inner.type), reader.number(inner, env))
            return found.x if axis == "x" else found.y


def cells_and_tiles(reader: PositionReader, expr: ir.Expr, env: Env) -> list[int] | None:
    """Return cells or tiles in the order of the rules; None if it is something else."""
    match expr:
        case ir.CellsNear(relation=relation, cells=cells):
            board = board_named(reader, cells.type)
            near = (_beside(board, cell, relation) for cell in _cells(reader, cells, env))
            return sorted({numbered(board, cell) for group in near for cell in group})
        case ir.Frontier(board=place):
            return frontier(reader, reader.number(place, env))
        case ir.TilesIn(cells=cells, things=things):
            wanted = set(_cells(reader, cells, env))
            laid = [tops(reader, place).items() for place in {cell.place for cell in wanted}]
            found = {tile for group in laid for cell, tile in group if cell in wanted}
            return sorted(found & set(things))
        case ir.TopTiles(board=place, things=things):
            return sorted(set(tops(reader, reader.number(place, env)).values()) & set(things))
        case ir.PileOf(tile=tile):
            return _pile(reader, reader.number(tile, env))
        case ir.PartsMeeting(parts=parts):
            met = (meeting(reader, part) for part in reader.walk(parts, env))
            return sorted({part for group in met for part in group})
        case _:
            return None


def _cells(reader: PositionReader, expr: ir.Expr, env: Env) -> list[Cell]:
    board = board_named(reader, expr.type)
    if isinstance(expr.type, SetType):
        return [cell_of_number(board, number) for number in reader.walk(expr, env)]
    return [cell_of_number(board, reader.number(expr, env))]


def frontier(reader: PositionReader, place: int) -> list[int]:
    board = board_at(reader, place)
    assert board is not None
    taken = tops(reader, place)
    if not taken:
        return [numbered(board, Cell(place, 0, 0))]
    found = {other for cell in taken for other in _beside(board, cell, "beside")} - set(taken)
    return [numbered(board, cell) for cell in sorted(found, key=lambda cell: (cell.y, cell.x))]


def _pile(reader: PositionReader, tile: int) -> list[int]:
    here = reader.position.laid.get(tile)
    if here is None:
        return []
    same = {
        other: spot
        for other, spot in reader.position.laid.items()
        if (spot.place, spot.x, spot.y) == (here.place, here.x, here.y)
    }
    return sorted(same, key=lambda other: same[other].level)


# --- laying --------------------------------------------------------------------------------------


def lay(reader: PositionReader, tile: int, cell: int, turn: int, board: GrownBoard) -> None:
    """Put a tile that lies nowhere into a cell."""
    to = cell_of_number(board, cell)
    below = [
        s for s in reader.position.laid.values() if (s.place, s.x, s.y) == (to.place, to.x, to.y)
    ]
    if below and not board.stacked:
        raise OracleFault("R902", f"{to} is taken")
    reader.position.laid[tile] = TileSpot(to.place, to.x, to.y, turn, len(below))


def lift(reader: PositionReader, tile: int) -> None:
    """Take a tile off its board; what lay on it comes down."""
    laid = reader.position.laid
    pile = _pile(reader, tile)
    for other in pile[pile.index(tile) + 1 :]:
        spot = laid[other]
        laid[other] = TileSpot(spot.place, spot.x, spot.y, spot.turn, spot.level - 1)
    del laid[tile]


# --- parts ---------------------------------------------------------------------------------------


def _uncovered(reader: PositionReader, tile: int) -> TileSpot | None:
    laid = reader.position.laid
    spot = laid.get(tile)
    if spot is None:
        return None
    here = (spot.place, spot.x, spot.y)
    for other in laid.values():
        if other.level > spot.level and (other.place, other.x, other.y) == here:
            return None
    return spot


def _ports(reader: PositionReader, part: int, spot: TileSpot) -> list[tuple[int, int]]:
    """Where a part of a laid tile reaches the rim: (side, number along that side, clockwise)."""
    board = board_at(reader, spot.place)
    assert board is not None
    if not board.ports:
        return []
    printed = reader.shape.tables[board.ports][part]
    assert isinstance(printed, tuple)
    sides = len(_SIDES[board.grid])
    found = []
    for port in printed:
        side, number = divmod(port, board.side_ports)
        found.append(((side + spot.turn) % sides, number))
    return found


def _faced(reader: PositionReader, part: int) -> Iterator[tuple[Cell, tuple[int, int]]]:
    """Yield for each port of a part the cell it faces, and the port there that faces back."""
    spot = _uncovered(reader, reader.shape.tile_of[part])
    if spot is None:
        return
    board = board_at(reader, spot.place)
    assert board is not None
    steps = _SIDES[board.grid]
    for side, number in _ports(reader, part, spot):
        dx, dy = steps[side]
        back = (side + len(steps) // 2) % len(steps)
        yield Cell(spot.place, spot.x + dx, spot.y + dy), (back, board.side_ports - 1 - number)


def meeting(reader: PositionReader, part: int) -> set[int]:
    """Return the parts that a part meets across the sides of tiles."""
    met: set[int] = set()
    for cell, port in _faced(reader, part):
        other = tops(reader, cell.place).get(cell)
        if other is not None:
            spot = reader.position.laid[other]
            met |= {x for x in reader.shape.parts.get(other, ()) if port in _ports(reader, x, spot)}
    return met


def open_tiles(reader: PositionReader) -> set[int]:
    """Return the tiles on boards that no other lies on."""
    places = {spot.place for spot in reader.position.laid.values()}
    return {tile for place in places for tile in tops(reader, place).values()}


def meetings(reader: PositionReader) -> dict[int, set[int]]:
    """Return what each part meets, for all at once: by who reaches which side of which cell."""
    rim: dict[tuple[Cell, tuple[int, int]], list[int]] = {}
    for tile in open_tiles(reader):
        spot = reader.position.laid[tile]
        for part in reader.shape.parts.get(tile, ()):
            for port in _ports(reader, part, spot):
                rim.setdefault((Cell(spot.place, spot.x, spot.y), port), []).append(part)
    found: dict[int, set[int]] = {}
    for (cell, (side, number)), parts in rim.items():
        board = board_at(reader, cell.place)
        assert board is not None
        steps = _SIDES[board.grid]
        dx, dy = steps[side]
        across = Cell(cell.place, cell.x + dx, cell.y + dy)
        back = ((side + len(steps) // 2) % len(steps), board.side_ports - 1 - number)
        for part in parts:
            found.setdefault(part, set()).update(rim.get((across, back), ()))
    return found


def open_sides(reader: PositionReader, parts: Iterable[int]) -> int:
    """Return how many ports of some parts face a cell without a tile."""
    return sum(
        cell not in tops(reader, cell.place) for part in parts for cell, _ in _faced(reader, part)
    )


# --- regions -------------------------------------------------------------------------------------


def regions(reader: PositionReader, name: str) -> list[frozenset[int]]:
    """Return the regions of a name, those with the least elements first."""
    region = next(each for each in reader.shape.program.regions if each.name == name)
    elements = _elements(reader, region)
    group_of = {element: frozenset({element}) for element in elements}
    for join in region.joins:
        met = meetings(reader) if join.word == "sides" else None
        for one in elements:
            others = _joined(reader, region, join, one) if met is None else met.get(one, ())
            for other in others:
                if other in group_of and group_of[one] is not group_of[other]:
                    both = group_of[one] | group_of[other]
                    group_of |= dict.fromkeys(both, both)
    return sorted(set(group_of.values()), key=min)


def _elements(reader: PositionReader, region: Region) -> list[int]:
    """What can be joined: parts of tiles, and tiles, only while their tile lies open on a board."""
    of = region.source.type.of if isinstance(region.source.type, SetType) else None
    assert isinstance(of, RefType)
    laid_out = {tile for board in reader.shape.program.grown for tile in board.tiles}
    shown = open_tiles(reader)
    found = []
    for element in dict.fromkeys(reader.walk(region.source, {})):
        tile: int | None = element if of.universe == "things" else None
        if of.universe == "places":
            tile = reader.shape.tile_of.get(element)
        is_here = tile not in laid_out or tile in shown
        if is_here and reader.holds(region.condition, {region.variable: element}):
            found.append(element)
    return found


def _joined(reader: PositionReader, region: Region, join: Join, element: int) -> Iterable[int]:
    match join.word:
        case "near":
            spot = reader.position.laid[element]
            board = board_at(reader, spot.place)
            assert board is not None
            near = _beside(board, Cell(spot.place, spot.x, spot.y), join.name)
            return [tile for cell, tile in tops(reader, spot.place).items() if cell in near]
        case "table" | "field":
            row = reader.shape.tables[join.name][element]
            return row if isinstance(row, tuple) else [int(str(row))]
        case _:
            define = reader.shape.defines[join.name]
            first = {define.params[0][0]: element}
            if join.word == "define":
                return reader.walk(define.expr, first)
            name, source = define.params[1][0], region.source
            others = reader.walk(source, {})
            return [x for x in others if reader.holds(define.expr, {**first, name: x})]


def region_with(reader: PositionReader, name: str, element: int) -> frozenset[int]:
    """Return the region that has an element; nothing if there is none."""
    return next((group for group in regions(reader, name) if element in group), frozenset())


def region_set(reader: PositionReader, expr: ir.Expr, env: Env) -> list[int] | None:
    """Return regions (each by its least element) or the elements of one; None: something else."""
    match expr:
        case ir.Regions(region=name):
            return [min(group) for group in regions(reader, name)]
        case ir.RegionsOn(region=name, elements=elements):
            wanted = set(reader.walk(elements, env))
            return [min(group) for group in regions(reader, name) if group & wanted]
        case ir.RegionMembers(region=name, value=value):
            return sorted(region_with(reader, name, reader.number(value, env)))
        case _:
            return None
