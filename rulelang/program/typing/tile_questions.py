"""Questions about grown boards: cells, tiles in them, parts of tiles and how they meet."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.fitting_types import expect
from rulelang.program.declare.grown_boards import cell_type
from rulelang.program.declare.symbols import Symbols
from rulelang.program.derived import SIDES, GrownBoard
from rulelang.program.nodes import (
    CellAt,
    CellCoord,
    CellOf,
    CellsNear,
    Const,
    Expr,
    Frontier,
    OpenSides,
    PartsMeeting,
    PileOf,
    SetOf,
    TableGet,
    TilesIn,
    TopTiles,
)
from rulelang.program.types import (
    CELLS,
    PLACES,
    THINGS,
    ErrorType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.rule_arguments import count_args, type_individual, unfit
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex

Builder = Callable[[ex.CallExpr, Scope, "Type | None"], Expr]


def is_cell(type_: Type) -> bool:
    """Whether a value of this type is a cell of a grown board."""
    return isinstance(type_, RefType) and type_.universe.startswith(CELLS)


def _element(type_: Type) -> Type:
    return type_.of if isinstance(type_, SetType | SeqType) else type_


# --- tiles and cells ---------------------------------------------------------------------------------


def tiles_on(board: Expr, things: tuple[int, ...], kind: str, symbols: Symbols) -> Expr | None:
    """The tiles on a grown board: the top ones where they can be stacked. None: no such board."""
    found = symbols.board_of(board.type)
    if found is None or not found.stacked or is_cell(board.type):
        return None
    return TopTiles(SetType(RefType(THINGS, things, kind)), board, things)


def tiles_in(cells: Expr, things: tuple[int, ...], kind: str) -> Expr:
    """The tiles of `things` in a cell or in a set of cells."""
    return TilesIn(SetType(RefType(THINGS, things, kind)), cells, things)


def board_for(type_: Type, symbols: Symbols) -> GrownBoard | None:
    """The only grown board on which things of this type can lie."""
    if not isinstance(type_, RefType) or type_.universe != THINGS:
        return None
    wanted = set(type_.ids)
    found = [board for board in symbols.grown.values() if wanted & set(board.tiles)]
    return found[0] if len(found) == 1 else None


def near(relation: str, place: Expr, symbols: Symbols) -> Expr | None:
    """`beside(x)`, `around(x)` of a cell, a tile or a set of them; None for anything else."""
    of = _element(place.type)
    if isinstance(of, RefType) and of.optional:
        return None
    if is_cell(of):
        assert isinstance(of, RefType)
        return CellsNear(SetType(of), relation, place)
    board = board_for(of, symbols)
    if board is None or not isinstance(of, RefType):
        return None
    if not isinstance(place.type, RefType):
        return None
    here = CellOf(cell_type(board), place)
    cells = CellsNear(SetType(cell_type(board)), relation, here)
    return tiles_in(cells, board.tiles, of.kind)


def _cell_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    tile = type_individual(node, scope)
    if tile is None:
        return exprs.BAD
    board = board_for(tile.type, scope.symbols)
    if board is None:
        return unfit(node.args[0], tile, "a tile of a board that grows", scope)
    return CellOf(cell_type(board), tile)


def _board(node: ex.Expr, scope: Scope) -> tuple[GrownBoard, Expr] | None:
    place = exprs.type_expr(node, scope)
    board = scope.symbols.board_of(place.type)
    if board is None or is_cell(place.type):
        unfit(node, place, "a board that grows", scope)
        return None
    return board, place


def _cell(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`cell(board, x, y)`: a cell by its column and row."""
    found = _board(node.args[0], scope) if count_args(node, scope, 3) else None
    if found is None:
        return exprs.BAD
    board, place = found
    x, y = (exprs.type_int(arg, scope) for arg in node.args[1:])
    far = [
        isinstance(at, Const) and abs(at.value) > board.extent
        for at in (x, y)
        if isinstance(at.type, IntType)
    ]
    if any(far):
        scope.symbols.report.error(
            codes.OUT_OF_RANGE,
            node.span,
            found="this cell",
            expected=f"the {board.extent} steps that {board.name} can reach",
        )
    if isinstance(place, Const) and isinstance(x, Const) and isinstance(y, Const) and not any(far):
        return Const(cell_type(board), board.cell(place.value - board.place, x.value, y.value))
    return CellAt(cell_type(board), place, x, y)


def _frontier(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    found = _board(node.args[0], scope) if count_args(node, scope, 1) else None
    if found is None:
        return exprs.BAD
    board, place = found
    return Frontier(SetType(cell_type(board)), place)


def _coordinate(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`row(c)` and `column(c)`, counted from the first cell."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    cell = exprs.type_expr(node.args[0], scope)
    board = scope.symbols.board_of(cell.type)
    if board is None or not is_cell(cell.type):
        return unfit(node.args[0], cell, "a cell of a board that grows", scope)
    axis = "y" if node.name.text == "row" else "x"
    return CellCoord(IntType(-board.extent, board.extent), axis, cell)


def _pile_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    tile = type_individual(node, scope)
    board = None if tile is None else board_for(tile.type, scope.symbols)
    if tile is None or board is None:
        return exprs.BAD if tile is None else unfit(node.args[0], tile, "a tile", scope)
    assert isinstance(tile.type, RefType)
    return PileOf(SetType(RefType(THINGS, board.tiles, tile.type.kind)), tile)


# --- parts -------------------------------------------------------------------------------------------


def _part_kind(type_: Type, symbols: Symbols) -> str | None:
    of = _element(type_)
    if not isinstance(of, RefType) or of.universe != PLACES or not of.ids:
        return None
    for kind in symbols.parts:
        if set(of.ids) <= set(symbols.kinds[kind].ids):
            return kind
    return None


def has_parts(type_: Type, symbols: Symbols) -> bool:
    """Whether values of this type are parts of tiles."""
    return _part_kind(type_, symbols) is not None


def parts_of(tile: Expr, symbols: Symbols) -> Expr | None:
    """The parts of a tile, if its kind has parts."""
    for kind, table in symbols.parts.items():
        if isinstance(tile.type, RefType) and tile.type.universe == THINGS:
            rows = symbols.tables[table]
            if any(rows[i] for i in tile.type.ids):
                return TableGet(SetType(symbols.ref(kind)), table, tile)
    return None


def _parts(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    tile = type_individual(node, scope)
    if tile is None:
        return exprs.BAD
    made = parts_of(tile, scope.symbols)
    return unfit(node.args[0], tile, "a tile with parts", scope) if made is None else made


def part_set(node: ex.Expr, scope: Scope) -> Expr | None:
    """Parts as a set: a single part, a region of parts, or any set of them."""
    expr = exprs.contents(exprs.type_expr(node, scope), scope)
    kind = _part_kind(expr.type, scope.symbols)
    if kind is None:
        unfit(node, expr, "a part of a tile, or parts", scope)
        return None
    if isinstance(expr.type, RefType):
        if expr.type.optional:
            bare = attrs.evolve(expr.type, optional=False)
            expect(expr, bare, node.span, scope.symbols)
        return SetOf(SetType(attrs.evolve(expr.type, optional=False)), (expr,))
    return expr


def _sides(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`sides(a)`: the parts that a meets across the sides of tiles."""
    parts = part_set(node.args[0], scope) if count_args(node, scope, 1) else None
    if parts is None:
        return exprs.BAD
    kind = _part_kind(parts.type, scope.symbols)
    assert kind is not None
    return PartsMeeting(SetType(scope.symbols.ref(kind)), parts)


def _open_sides(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    parts = part_set(node.args[0], scope) if count_args(node, scope, 1) else None
    if parts is None or isinstance(parts.type, ErrorType):
        return exprs.BAD
    of = _element(parts.type)
    count = len(of.ids) if isinstance(of, RefType) else 0
    return OpenSides(IntType(0, count * len(SIDES["hexes"])), parts)


TILES: dict[str, Builder] = {
    "cell": _cell,
    "cell_of": _cell_of,
    "frontier": _frontier,
    "row": _coordinate,
    "column": _coordinate,
    "pile_of": _pile_of,
    "parts": _parts,
    "sides": _sides,
    "open_sides": _open_sides,
}
