"""What a program says about derived state: grown boards and regions. Data, part of `Program`.

Neither is stored: the cells of a grown board follow from where its tiles lie, regions from what joins
their elements now. A back end may keep both up to date as it likes; evaluating from scratch is the oracle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.frozen import frozen

if TYPE_CHECKING:
    from rulelang.program.nodes import Expr, Words
    from rulelang.source import Span


SIDES = {"squares": ("N", "E", "S", "W"), "hexes": ("NE", "E", "SE", "SW", "W", "NW")}


@frozen(kw_only=True)
class GrownBoard:
    """A board that grows by laying tiles: each tile on it has a cell, a turn and, if stacked, a level.

    The board itself is the place `place` (+ the number of its owner), which holds all its tiles.
    Coordinates count from the first cell, x to the right and y downwards (hexes: q and r), and stay
    within `extent`. A cell is the number ((owner * width) + y + extent) * width + x + extent, where
    width = 2 * extent + 1, so that the order of numbers is the canonical one, by row and column.

    Sides are numbered clockwise: N, E, S, W of squares, NE, E, SE, SW, W, NW of hexes. Each has
    `side_ports` ports, numbered clockwise too, so port k lies on side k // side_ports; a tile turned by
    r has its port k on side (k // side_ports + r) % sides. Port i of a side faces the port
    side_ports - 1 - i of the side across. `ports` is the table part → its ports; "" without parts.
    """

    name: str
    label: Words
    owner_kind: str | None
    owner_ids: tuple[int, ...]
    grid: str
    turned: bool
    stacked: bool
    cell_kind: str
    tiles: tuple[int, ...]
    place: int
    extent: int
    side_ports: int
    ports: str

    @property
    def width(self) -> int:
        """How many different columns (and rows) a cell can have."""
        return 2 * self.extent + 1

    def cell(self, owner: int, x: int, y: int) -> int:
        """Return the number of a cell.

        `owner` is the position among `owner_ids`, 0 for a board that belongs to nobody.
        """
        return (owner * self.width + y + self.extent) * self.width + x + self.extent


@frozen
class Join:
    """How elements of a region are joined, in either direction. word:

    sides: parts that meet across the sides of tiles; near: tiles `name` (beside, around) each other;
    table: `name` has a row of places for each; field: `name` has one element (or NONE) for each;
    define: a definition of one element that gives a set; pairs: one of two elements that says yes or no.
    """

    word: str
    name: str


@frozen(kw_only=True)
class Region:
    """The connected parts of the elements of `source` that meet `condition` (local `variable`).

    Parts of tiles, and tiles themselves, are elements only while their tile lies on a grown board.
    """

    span: Span
    name: str
    label: Words
    kind: str
    variable: str
    source: Expr
    condition: Expr | None
    joins: tuple[Join, ...]
