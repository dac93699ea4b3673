"""Boards that grow: cells, tiles in them, parts that meet, and laying a tile.

The state keeps one number for each board of each owner; the constant `B_<board>` (for several owners
a tuple of them) finds what follows from that number (`rulelang.runtime.grown`).
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.backends.python import expressions, marks, moves, places, sets
from rulelang.backends.python.unit import Scope, Unit, identifier, mask_of, number_text
from rulelang.backends.python.writer import Code, add, is_number
from rulelang.program import nodes as ir
from rulelang.program.derived import GrownBoard
from rulelang.program.types import CELLS, RefType, SeqType, SetType
from rulelang.runtime.layout import BoardSlots

Cells = ir.Frontier | ir.CellsNear
Listed = ir.Frontier | ir.CellsNear | ir.TilesIn | ir.PileOf


# --- the constants of a board ------------------------------------------------------------------------


def slots_of(name: str, unit: Unit) -> BoardSlots:
    """Return where a board is kept."""
    return next(board for board in unit.layout.boards if board.name == name)


def parts_of(board: GrownBoard, unit: Unit) -> dict[int, tuple[int, ...]]:
    """Return the parts of each tile of a board, as they are printed."""
    found: dict[int, tuple[int, ...]] = {}
    for name, rows in unit.tables.items():
        if name.startswith("parts:"):
            for tile in board.tiles:
                row = rows[tile]
                assert isinstance(row, tuple)
                if row:
                    found[tile] = row
    return found


def grid_constant(board: GrownBoard, unit: Unit) -> str:
    """Return the constant with the cells and tiles of a board."""
    name = f"GRID_{identifier(board.name)}"
    if name not in unit.constants:
        unit.use("Grid")
        parts = parts_of(board, unit)
        ports = {}
        if board.ports:
            table = unit.tables[board.ports]
            ports = {part: table[part] for row in parts.values() for part in row}
        slots = tuple(slots_of(board.name, unit))
        unit.constants[name] = f"Grid({slots}, {parts}, {ports}, {board.side_ports})"
    return name


def board_constant(board: GrownBoard, unit: Unit) -> str:
    """Return the constant that knows the positions of a board."""
    from rulelang.backends.python.regions import kept_constant

    name = f"B_{identifier(board.name)}"
    if name not in unit.constants:
        unit.use("Board")
        grid, kept = grid_constant(board, unit), kept_constant(board, unit)
        made = [
            f"Board({grid}, {owner}, {kept})" for owner in range(slots_of(board.name, unit).count)
        ]
        unit.constants[name] = made[0] if len(made) == 1 else f"({', '.join(made)})"
    return name


def boards_for(things: Iterable[int], unit: Unit) -> list[GrownBoard]:
    """Return the boards on which such things can lie."""
    wanted = set(things)
    return [board for board in unit.program.grown if not wanted.isdisjoint(board.tiles)]


# --- which position is meant ---------------------------------------------------------------------------


def board_of(type_: object, unit: Unit) -> GrownBoard:
    """Return the board whose cells, or sets of cells, a type is about."""
    of = type_.of if isinstance(type_, SetType | SeqType) else type_
    assert isinstance(of, RefType)
    name = of.universe.removeprefix(CELLS)
    return next(board for board in unit.program.grown if board.name == name)


def _board_at(place: ir.Expr, unit: Unit) -> GrownBoard:
    family = unit.analysis.families(place)[0]
    return next(board for board in unit.program.grown if board.name == family.name)


def _laid(board: GrownBoard, owner: str, scope: Scope) -> str:
    """The position of a board; `owner` is the number of its place."""
    slots = slots_of(board.name, scope.unit)
    known = board_constant(board, scope.unit)
    if slots.count == 1:
        return f"{known}[{scope.slot(str(slots.first))}]"
    owner = scope.code.keep(owner)
    return f"{known}[{owner}][{scope.slot(add(owner, slots.first))}]"


def laid_at(place: ir.Expr, scope: Scope) -> str:
    """Return the text of the position of the board that a place is."""
    board = _board_at(place, scope.unit)
    return _laid(board, add(expressions.scalar(place, scope), -board.place), scope)


def laid_of_cell(cell: str, board: GrownBoard, scope: Scope) -> str:
    """Return the text of the position of the board that a cell belongs to."""
    return _laid(board, f"{cell} // {slots_of(board.name, scope.unit).cells}", scope)


def laid_of_thing(thing: str, things: Iterable[int], scope: Scope) -> str | None:
    """Return the text of the position in which a tile would be found; None if there is no board."""
    unit = scope.unit
    boards = boards_for(things, unit)
    if not boards:
        return None
    if len(boards) == 1 and slots_of(boards[0].name, unit).count == 1:
        return _laid(boards[0], "0", scope)

    def make(name: str) -> None:
        code = Code()
        inner = Scope(unit, code, {})
        code.line(f"p = {places.place_slot('x', inner)}")
        for board in boards:
            slots = slots_of(board.name, unit)
            last = slots.first_place + slots.count - 1
            with code.block(f"if {slots.first_place} <= p <= {last}:"):
                code.line(f"return {_laid(board, f'p - {slots.first_place}', inner)}")
        known = board_constant(boards[0], unit)
        is_one = slots_of(boards[0].name, unit).count == 1
        code.line(f"return {known}[0]" if is_one else f"return {known}[0][0]")
        unit.add_function(name, ("s", "x"), code)

    key = ("laid", tuple(board.name for board in boards))
    return f"{unit.on_demand(key, 'board_of', make)}({scope.state}, {thing})"


# --- numbers ---------------------------------------------------------------------------------------------


def scalar(expr: ir.CellAt | ir.CellOf | ir.CellCoord | ir.OpenSides, scope: Scope) -> str:
    """Return the text of a cell, a coordinate or a count."""
    unit = scope.unit
    match expr:
        case ir.CellAt():
            return _cell_at(expr, scope)
        case ir.CellOf(tile=tile):
            thing = scope.code.keep(expressions.scalar(tile, scope))
            laid = laid_of_thing(thing, places.thing_ids(tile, unit), scope)
            return "-1" if laid is None else f"{laid}.spots.get({thing}, -1)"
        case ir.CellCoord(axis=axis, cell=cell):
            board = board_of(cell.type, unit)
            text = expressions.scalar(cell, scope)
            text = text if text.isidentifier() or is_number(text) else f"({text})"
            if axis == "y":
                text = f"{text} // {board.width}"
            return f"({text} % {board.width} - {board.extent})"
        case ir.OpenSides(parts=parts):
            return _open_sides(parts, scope)


def _cell_at(expr: ir.CellAt, scope: Scope) -> str:
    board = _board_at(expr.board, scope.unit)
    owner = add(expressions.scalar(expr.board, scope), -board.place)
    x, y = expressions.scalar(expr.x, scope), expressions.scalar(expr.y, scope)
    return f"{grid_constant(board, scope.unit)}.cell({owner}, {x}, {y})"


def _open_sides(parts: ir.Expr, scope: Scope) -> str:
    from rulelang.backends.python.regions import open_of_region

    known = open_of_region(parts, scope)
    if known is not None:
        return known
    laid = _only_position(parts, scope)
    listed = sets.as_list(parts, scope)
    if laid is not None:
        return f"{laid}.open_sides({listed})"
    part = scope.code.name("x")
    where = _laid_of_part(part, parts, scope)
    if where is None:
        return "0"
    return f"sum([{where}.open_sides(({part},)) for {part} in {listed}])"


# --- parts -----------------------------------------------------------------------------------------------


def _tiles_of_parts(parts: ir.Expr, unit: Unit) -> tuple[int, ...]:
    of = parts.type.of if isinstance(parts.type, SetType | SeqType) else parts.type
    assert isinstance(of, RefType)
    wanted = set(of.ids)
    return tuple(
        tile
        for board in unit.program.grown
        for tile, row in parts_of(board, unit).items()
        if not wanted.isdisjoint(row)
    )


def _only_position(parts: ir.Expr, scope: Scope) -> str | None:
    """The position of the only board on which tiles with such parts can lie."""
    boards = boards_for(_tiles_of_parts(parts, scope.unit), scope.unit)
    if len(boards) == 1 and slots_of(boards[0].name, scope.unit).count == 1:
        return _laid(boards[0], "0", scope)
    return None


def _laid_of_part(part: str, parts: ir.Expr, scope: Scope) -> str | None:
    tiles = _tiles_of_parts(parts, scope.unit)
    boards = boards_for(tiles, scope.unit)
    if not boards:
        return None
    grid = grid_constant(boards[0], scope.unit)
    return laid_of_thing(f"{grid}.tile_of[{part}]", tiles, scope)


def meeting(expr: ir.PartsMeeting, scope: Scope) -> str:
    """Return the mask of the parts that some parts touch."""
    laid = _only_position(expr.parts, scope)
    if isinstance(expr.parts, ir.SetOf) and len(expr.parts.items) == 1:
        part = scope.code.keep(expressions.scalar(expr.parts.items[0], scope))
        laid = laid or _laid_of_part(part, expr.parts, scope)
        return "0" if laid is None else f"{laid}.meeting({part})"
    listed = sets.as_list(expr.parts, scope)
    if laid is not None:
        return f"{laid}.meeting_any({listed})"
    part, met = scope.code.name("x"), scope.code.name("m")
    where = _laid_of_part(part, expr.parts, scope)
    if where is None:
        return "0"
    scope.code.line(f"{met} = 0")
    scope.code.line(f"for {part} in {listed}: {met} |= {where}.meeting({part})")
    return met


# --- sets ------------------------------------------------------------------------------------------------


def listed(expr: Listed, scope: Scope) -> str:
    """Return something to loop over, in the order of the rules."""
    match expr:
        case ir.Frontier(board=board):
            return f"{laid_at(board, scope)}.frontier()"
        case ir.CellsNear(relation=relation, cells=cells):
            grid = grid_constant(board_of(cells.type, scope.unit), scope.unit)
            if isinstance(cells.type, RefType):
                return f"{grid}.{relation}[{expressions.scalar(cells, scope)}]"
            return f"{grid}.near({sets.as_list(cells, scope)}, {grid}.{relation})"
        case ir.TilesIn():
            return _tiles_in(expr, scope)
        case ir.PileOf(tile=tile):
            thing = scope.code.keep(expressions.scalar(tile, scope))
            laid = laid_of_thing(thing, places.thing_ids(tile, scope.unit), scope)
            return "()" if laid is None else f"{laid}.pile_of({thing})"


def _tiles_in(expr: ir.TilesIn, scope: Scope) -> str:
    unit = scope.unit
    board = board_of(expr.cells.type, unit)
    slots = slots_of(board.name, unit)
    if isinstance(expr.cells.type, RefType):
        cell = scope.code.keep(expressions.scalar(expr.cells, scope))
        found = f"{laid_of_cell(cell, board, scope)}.tiles_in(({cell},))"
    elif slots.count == 1:
        found = f"{_laid(board, '0', scope)}.tiles_in({sets.as_list(expr.cells, scope)})"
    else:
        keys = f"{scope.state}[{slots.first}:{slots.first + slots.count}]"
        cells = sets.as_list(expr.cells, scope)
        found = f"{unit.use('tiles_on')}({board_constant(board, unit)}, {keys}, {cells})"
    if set(board.tiles) <= set(expr.things):
        return found
    name = scope.code.name("x")
    return f"[{name} for {name} in {found} if {sets.among(name, expr.things, scope)}]"


def top_mask(expr: ir.TopTiles, scope: Scope) -> str:
    """Return the mask of the tiles that no other covers."""
    laid = laid_at(expr.board, scope)
    board = _board_at(expr.board, scope.unit)
    if set(board.tiles) <= set(expr.things):
        return f"{laid}.top_mask()"
    return f"({laid}.top_mask() & {number_text(mask_of(expr.things))})"


# --- laying ----------------------------------------------------------------------------------------------


def lay(stmt: ir.LayTile, scope: Scope) -> None:
    """Write the move of a tile into a cell."""
    code, unit = scope.code, scope.unit
    board = board_of(stmt.cell.type, unit)
    slots = slots_of(board.name, unit)
    tile = code.keep(expressions.scalar(stmt.tile, scope), "x")
    cell = code.keep(expressions.scalar(stmt.cell, scope), "c")
    turn = "0" if stmt.turn is None else code.keep(expressions.scalar(stmt.turn, scope))
    ids = places.thing_ids(stmt.tile, unit)
    marks.note_move(ids, tile, marks.Route("-1", str(slots.first_place), "up"), scope)
    code.line(f"{moves.take_function(ids, unit)}({scope.state}, {tile})")
    known, owner = board_constant(board, unit), "0"
    if slots.count > 1:
        owner = code.keep(f"{cell} // {slots.cells}", "o")
        known = f"{known}[{owner}]"
    slot = scope.slot(add(owner, slots.first))
    code.line(f"{slot} = {known}.lay({slot}, {tile}, {cell}, {turn})")
    place = add(owner, slots.first_place)
    holding = unit.holdings(board.name, ids)[0]
    code.line(f"{scope.slot(places.slot_text(holding, place))} |= 1 << {tile}")
    code.line(f"{places.place_slot(tile, scope)} = {place}")


def lift(family: str, scope: Scope) -> None:
    """Write the removal of thing `x` from place `p`, if that is a board that grows."""
    unit = scope.unit
    for board in unit.program.grown:
        if board.name == family:
            slots = slots_of(board.name, unit)
            known = board_constant(board, unit)
            if slots.count > 1:
                known = f"{known}[p - {slots.first_place}]"
            slot = scope.slot(
                add("p", slots.first - slots.first_place) if slots.count > 1 else str(slots.first)
            )
            scope.code.line(f"{slot} = {known}.lift({slot}, x)")
