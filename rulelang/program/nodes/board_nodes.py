"""Nodes of expressions about boards that grow and what hangs together: cells, tiles, parts, regions, ways.

All are part of the union `Expr` of `expression_nodes.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.frozen import frozen

if TYPE_CHECKING:
    from rulelang.program.nodes.expression_nodes import Expr
    from rulelang.program.types import Type


# --- grown boards: tiles, cells, parts -----------------------------------------------------------


@frozen
class CellAt:
    """The cell of a grown board at column `x` and row `y`, counted from the first cell (0, 0).

    `board` is a place: the board itself (of its owner). A cell beyond the board's extent is R902.
    """

    type: Type
    board: Expr
    x: Expr
    y: Expr


@frozen
class CellOf:
    """The cell in which a tile lies; NONE if it lies on no grown board."""

    type: Type
    tile: Expr


@frozen
class CellCoord:
    """axis: x (the column, to the right) or y (the row, downwards) of a cell."""

    type: Type
    axis: str
    cell: Expr


@frozen
class CellsNear:
    """relation: beside (cells that share a side) or around (or a corner; the same on hexes).

    `cells` is a cell or a set of cells; cells come in the order of their numbers.
    """

    type: Type
    relation: str
    cells: Expr


@frozen
class Frontier:
    """The empty cells beside a tile of the board; the cell (0, 0) if no tile lies there."""

    type: Type
    board: Expr


@frozen
class TilesIn:
    """The tiles of `things` that lie in a cell or a set of cells; on stacked boards the top ones."""

    type: Type
    cells: Expr
    things: tuple[int, ...]


@frozen
class TopTiles:
    """The tiles of `things` on a stacked board (a place) that no other tile covers."""

    type: Type
    board: Expr
    things: tuple[int, ...]


@frozen
class PileOf:
    """All tiles in the cell of `tile`, from the bottom to the top, itself included."""

    type: Type
    tile: Expr


@frozen
class PartsMeeting:
    """The parts that a part (or any of a set of parts) touches across the sides of laid tiles.

    Two parts meet where their tiles lie beside each other and a port of the one faces a port of the
    other (GrownBoard says which). Parts of tiles that do not lie on a grown board meet nothing.
    """

    type: Type
    parts: Expr


@frozen
class OpenSides:
    """How many ports of a set of parts face a cell without a tile."""

    type: Type
    parts: Expr


# --- regions and groups ------------------------------------------------------------------------------


@frozen
class Regions:
    """All regions of this name as they are now, in the order of their ids."""

    type: Type
    region: str


@frozen
class RegionOf:
    """The region in which an element lies; NONE if it lies in none."""

    type: Type
    region: str
    element: Expr


@frozen
class RegionsOn:
    """The regions that have an element among `elements` (a set)."""

    type: Type
    region: str
    elements: Expr


@frozen
class RegionMembers:
    """The elements of a region, in canonical order; nothing if `value` is NONE."""

    type: Type
    region: str
    value: Expr


@frozen
class GroupsOf:
    """The connected parts of the set `source`: two elements are joined where `condition` holds for
    them as locals `left` and `right`, in either order. Parts come by their least element."""

    type: Type
    left: str
    right: str
    source: Expr
    condition: Expr


@frozen
class Distance:
    """The least number of steps from `start` to `goal` over elements of `within`, each step from
    local `left` to local `right` where `condition` holds; 0 if they are the same, -1 without a way."""

    type: Type
    start: Expr
    goal: Expr
    within: Expr
    left: str
    right: str
    condition: Expr


@frozen
class CheapestRoute:
    """Least total of `cost` over the edges passed (local `variable`, of the set `through`, where
    `condition` holds) from a place of `start` to `goal`; 0 if it is among them, -1 without a way.

    `ends` is the table edge → the places it joins.
    """

    type: Type
    start: Expr
    goal: Expr
    through: Expr
    variable: str
    cost: Expr
    condition: Expr | None
    ends: str
