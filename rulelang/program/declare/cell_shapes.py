"""Shapes of cells: in goes a cell of a grid, out come the names and places of its sides and corners.

An edge or corner is shared by cells and named after exactly one of them, so each has one name.
A cell is one wide and one high in drawings.
"""

from __future__ import annotations

from rulelang.frozen import frozen

Cell = tuple[int, int]
Spot = tuple[float, float]


@frozen(kw_only=True)
class CellShape:
    """Corner i starts side i, clockwise. `own_sides` are those that edges are named after."""

    columns: tuple[str, str]
    sides: tuple[Cell, ...]
    own_sides: tuple[tuple[Cell, str], ...]
    corners: tuple[tuple[int, int, str], ...]
    offsets: tuple[Spot, ...]
    right: Spot
    down: Spot

    def centre(self, cell: Cell) -> Spot:
        a, b = cell
        return a * self.right[0] + b * self.down[0], a * self.right[1] + b * self.down[1]

    def edge(self, cell: Cell, side: Cell) -> str:
        own = dict(self.own_sides)
        if side in own:
            return f"{cell[0]}:{cell[1]}:{own[side]}"
        other = (-side[0], -side[1])
        return f"{cell[0] + side[0]}:{cell[1] + side[1]}:{own[other]}"

    def corner(self, cell: Cell, index: int) -> str:
        a, b, letter = self.corners[index]
        name = f"{cell[0] + a}:{cell[1] + b}"
        return f"{name}:{letter}" if letter else name

    def corner_at(self, centre: Spot, index: int) -> Spot:
        x, y = self.offsets[index]
        return centre[0] + x, centre[1] + y


_AXIAL = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

SQUARES = CellShape(
    columns=("x", "y"),
    sides=((0, -1), (1, 0), (0, 1), (-1, 0)),
    own_sides=(((0, -1), "N"), ((-1, 0), "W")),
    corners=((0, 0, ""), (1, 0, ""), (1, 1, ""), (0, 1, "")),
    offsets=((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    right=(1.0, 0.0),
    down=(0.0, 1.0),
)
# Pointy hexes: each corner is the N or the S of exactly one hex.
POINTY = CellShape(
    columns=("q", "r"),
    sides=_AXIAL,
    own_sides=(((1, -1), "NE"), ((1, 0), "E"), ((0, 1), "SE")),
    corners=((0, 0, "N"), (1, -1, "S"), (0, 1, "N"), (0, 0, "S"), (-1, 1, "N"), (0, -1, "S")),
    offsets=((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25)),
    right=(1.0, 0.0),
    down=(0.5, 0.75),
)
# Flat hexes: each corner is the E or the W of exactly one hex.
FLAT = CellShape(
    columns=("q", "r"),
    sides=_AXIAL,
    own_sides=(((1, -1), "NE"), ((1, 0), "SE"), ((0, 1), "S")),
    corners=((1, -1, "W"), (0, 0, "E"), (1, 0, "W"), (-1, 1, "E"), (0, 0, "W"), (-1, 0, "E")),
    offsets=((0.25, -0.5), (0.5, 0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0), (-0.25, -0.5)),
    right=(0.75, 0.5),
    down=(0.0, 1.0),
)


def shape_of(grid: str, *, flat: bool) -> CellShape:
    if grid != "hexes":
        return SQUARES
    return FLAT if flat else POINTY
