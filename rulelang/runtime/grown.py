"""Boards that grow: from the number in the state to what lies where, what is open, what hangs together.

The state has one number for each board of each owner (`layout.BoardSlots`), and everything here
follows from it. A `Board` finds what is known about a position by that number, so a state is copied,
saved and compared without any of it. Laying a tile derives what is known from what was known before;
a position that nobody came to by laying a tile is worked out from the number alone.

A `Laid` never changes after it was made, except that it fills in what is asked for the first time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulelang.runtime.faults import out_of_range
from rulelang.runtime.joined import Joined, Kept
from rulelang.runtime.layout import BoardSlots

KNOWN_AT_MOST = 256  # positions of one board; the oldest is forgotten first

_STEPS = {
    "squares": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "hexes": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
_CORNERS = {"squares": ((1, -1), (1, 1), (-1, 1), (-1, -1)), "hexes": ()}

Cells = tuple[int, ...]
Edge = tuple[tuple[int, ...], ...]  # the parts at each port of a side, clockwise


class _Across(dict[int, Cells]):
    """For a cell its neighbours, made when first asked for; -1 where the board cannot reach."""

    def __init__(self, width: int, steps: Sequence[tuple[int, int]]) -> None:
        self._width = width
        self._steps = steps

    def __missing__(self, cell: int) -> Cells:
        width = self._width
        rows, x = divmod(cell, width)
        first, y = rows - rows % width, rows % width
        self[cell] = tuple(
            (first + y + dy) * width + x + dx if 0 <= x + dx < width and 0 <= y + dy < width else -1
            for dx, dy in self._steps
        )
        return self[cell]


class _Sorted(dict[int, Cells]):
    """The neighbours that there are, in the order of their numbers."""

    def __init__(self, across: Mapping[int, Cells]) -> None:
        self._across = across

    def __missing__(self, cell: int) -> Cells:
        self[cell] = tuple(sorted(other for other in self._across[cell] if other >= 0))
        return self[cell]


class Grid:
    """What is the same for all owners of a board: cells, tiles, and how tiles meet.

    Attributes:
        across: for a cell its neighbours side by side, -1 where there can be none.
        beside: for a cell the cells that share a side, ascending; `around`: or a corner.
        tile_of: for a part its tile.
    """

    def __init__(
        self,
        slots: Sequence[object],
        parts: Mapping[int, Sequence[int]],
        ports: Mapping[int, Sequence[int]],
        side_ports: int,
    ) -> None:
        self.slots = BoardSlots(*slots)  # type: ignore[arg-type]  # a row of the layout
        steps = _STEPS[self.slots.grid]
        self.across = _Across(self.slots.width, steps)
        self.beside = _Sorted(self.across)
        corners = _CORNERS[self.slots.grid]
        self.around = _Sorted(_Across(self.slots.width, (*steps, *corners)))
        self.sides = len(steps)
        self.parts = {tile: tuple(row) for tile, row in parts.items()}
        self.tile_of = {part: tile for tile, row in parts.items() for part in row}
        self.ports = {part: tuple(row) for part, row in ports.items()}
        self.side_ports = side_ports
        self._edges: dict[tuple[int, int], tuple[Edge, ...]] = {}

    def edges(self, tile: int, turn: int) -> tuple[Edge, ...]:
        """Return the parts at the ports of each side of a tile that lies turned."""
        found = self._edges.get((tile, turn))
        if found is None:
            at: list[list[list[int]]] = [
                [[] for _ in range(self.side_ports)] for _ in range(self.sides)
            ]
            for part in self.parts.get(tile, ()):
                for port in self.ports.get(part, ()):
                    side, number = divmod(port, self.side_ports)
                    at[(side + turn) % self.sides][number].append(part)
            found = tuple(tuple(tuple(sorted(here)) for here in side) for side in at)
            self._edges[tile, turn] = found
        return found

    def facing(self, tile: int, turn: int, side: int) -> Edge:
        """Return the parts that a tile turns towards its neighbour's side `side`, port by port."""
        return self.edges(tile, turn)[(side + self.sides // 2) % self.sides][::-1]

    def cell(self, owner: int, x: int, y: int) -> int:
        """Return the number of a cell; R902 if the board cannot reach it."""
        far = self.slots.width // 2
        if abs(x) > far or abs(y) > far:
            raise out_of_range(
                f"the cell {x},{y} of {self.slots.name}", max(abs(x), abs(y)), f"{far} steps"
            )
        return self.slots.cell_at(owner + self.slots.first_place, x, y)

    def near(self, cells: Iterable[int], table: Mapping[int, Cells]) -> list[int]:
        """Return all neighbours of some cells, ascending."""
        return sorted({other for cell in cells for other in table[cell]})


class Laid:
    """One position of a board.

    Attributes:
        tops: the tile in each cell, the top one; `below`: all of them from the bottom up.
        spots: the cell of each tile, also of covered ones; `turns`: how each is turned.
        rims: what faces each cell, filled in by `matching.Matcher`.
    """

    __slots__ = (
        "_frontier",
        "_joined",
        "_open",
        "_parent",
        "below",
        "board",
        "rims",
        "spots",
        "tops",
        "turns",
    )

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tops: dict[int, int] = {}
        self.below: dict[int, Cells] = {}
        self.spots: dict[int, int] = {}
        self.turns: dict[int, int] = {}
        self.rims: dict[object, dict[int, Cells]] = {}
        self._open: set[int] | None = None
        self._frontier: Cells | None = None
        self._joined: list[Joined | None] = [None] * len(board.regions)
        self._parent: tuple[Laid, int] | None = None

    def with_tile(self, tile: int, cell: int, turn: int) -> Laid:
        """Return the position with one more tile on top of what lies in a cell."""
        after = Laid(self.board)
        after.tops = {**self.tops, cell: tile}
        after.below = self.below
        if self.board.grid.slots.is_stacked:
            after.below = {**self.below, cell: (*self.below.get(cell, ()), tile)}
        after.spots = {**self.spots, tile: cell}
        after.turns = {**self.turns, tile: turn}
        if cell not in self.tops:
            self._catch_up()
            after._parent = (self, tile)
            beside = self.board.grid.beside[cell]
            for who, rims in self.rims.items():
                after.rims[who] = rims = rims.copy()
                for near in beside:
                    rims.pop(near, None)
        return after

    def _catch_up(self) -> None:
        """Derive what was asked of the position before, so that this one can let go of it."""
        if self._parent is None:
            return
        for number, known in enumerate(self._parent[0]._joined):
            if known is not None:
                self.joined(number)
        if self._parent[0]._open is not None:
            self.open_cells()
        self._parent = None

    # --- cells and tiles ---------------------------------------------------------------------------

    def open_cells(self) -> set[int]:
        """Return the empty cells beside a tile."""
        found = self._open
        if found is None:
            across = self.board.grid.across
            if self._parent is not None and self._parent[0]._open is not None:
                cell = self.spots[self._parent[1]]
                found = self._parent[0]._open.union(across[cell])
                found.difference_update(self.tops)
            else:
                found = {other for cell in self.tops for other in across[cell]}
                found.difference_update(self.tops)
            found.discard(-1)
            self._open = found
        return found

    def frontier(self) -> Cells:
        """Return the empty cells beside a tile, ascending; the first cell while there is no tile."""
        found = self._frontier
        if found is None:
            found = tuple(sorted(self.open_cells())) if self.tops else (self.board.first,)
            self._frontier = found
        return found

    def tiles_in(self, cells: Iterable[int]) -> list[int]:
        """Return the top tiles of some cells, ascending."""
        tops = self.tops
        return sorted({tops[cell] for cell in cells if cell in tops})

    def pile_of(self, tile: int) -> Cells:
        """Return all tiles in the cell of a tile, from the bottom up; nothing if it lies elsewhere."""
        cell = self.spots.get(tile)
        if cell is None:
            return ()
        return self.below[cell] if self.board.grid.slots.is_stacked else (tile,)

    def top_mask(self) -> int:
        """Return the tiles that no other covers, as bits."""
        mask = 0
        for tile in self.tops.values():
            mask |= 1 << tile
        return mask

    # --- parts -------------------------------------------------------------------------------------

    def cell_of_top(self, tile: int) -> int:
        """Return the cell of a tile that lies here uncovered, else -1."""
        cell = self.spots.get(tile, -1)
        return cell if cell >= 0 and self.tops[cell] == tile else -1

    def meeting(self, part: int) -> int:
        """Return the parts that a part touches across the sides of its tile, as bits."""
        grid = self.board.grid
        tile = grid.tile_of[part]
        cell = self.cell_of_top(tile)
        if cell < 0:
            return 0
        met = 0
        edges = grid.edges(tile, self.turns[tile])
        for side, other_cell in enumerate(grid.across[cell]):
            other = self.tops.get(other_cell)
            if other is None:
                continue
            for here, there in zip(
                edges[side], grid.facing(other, self.turns[other], side), strict=True
            ):
                if part in here:
                    for met_part in there:
                        met |= 1 << met_part
        return met

    def meeting_any(self, parts: Iterable[int]) -> int:
        """Return the parts that any of some parts touches, as bits."""
        met = 0
        for part in parts:
            met |= self.meeting(part)
        return met

    def open_sides(self, parts: Iterable[int]) -> int:
        """Return how many ports of some parts face a cell without a tile."""
        grid = self.board.grid
        found = 0
        for part in parts:
            tile = grid.tile_of[part]
            cell = self.cell_of_top(tile)
            if cell < 0:
                continue
            turn, across = self.turns[tile], grid.across[cell]
            for port in grid.ports.get(part, ()):
                side = (port // grid.side_ports + turn) % grid.sides
                found += across[side] not in self.tops
        return found

    # --- regions -----------------------------------------------------------------------------------

    def joined(self, number: int) -> Joined:
        """Return how the elements of a region hang together."""
        found = self._joined[number]
        if found is None:
            found = self._joined[number] = self._join(number)
        return found

    def _join(self, number: int) -> Joined:
        kept = self.board.regions[number]
        before = None if self._parent is None else self._parent[0]._joined[number]
        if self._parent is not None and before is not None:
            return before.with_tile(kept, self, self._parent[1])
        return Joined.of_board(kept, self)


class Board(dict[int, Laid]):
    """The positions of one board that are known, by their numbers in the state."""

    def __init__(self, grid: Grid, owner: int, regions: Sequence[Kept]) -> None:
        self.grid = grid
        self.regions = tuple(regions)
        slots = grid.slots
        self._base = owner * slots.cells
        self.first = slots.cell_at(slots.first_place + owner, 0, 0)
        self._shifts = {tile: rank * slots.bits for rank, tile in enumerate(slots.tiles)}
        self._ones = (1 << slots.bits) - 1

    def __missing__(self, key: int) -> Laid:
        slots = self.grid.slots
        laid = Laid(self)
        for tile, x, y, turn, _level in slots.laid(slots.first_place, (0,) * slots.first + (key,)):
            cell = self._base + slots.cell_at(slots.first_place, x, y)
            laid.tops[cell] = tile
            laid.spots[tile] = cell
            laid.turns[tile] = turn
            if slots.is_stacked:
                laid.below[cell] = (*laid.below.get(cell, ()), tile)
        self._remember(key, laid)
        return laid

    def _remember(self, key: int, laid: Laid) -> None:
        if len(self) >= KNOWN_AT_MOST:
            del self[next(iter(self))]
        self[key] = laid

    def lay(self, key: int, tile: int, cell: int, turn: int) -> int:
        """Return the number of the position with one more tile; R902 if its cell is taken."""
        slots = self.grid.slots
        before = self[key]
        level = 0
        if cell in before.tops:
            if not slots.is_stacked:
                raise out_of_range(f"{slots.name} {slots.name_of(cell)}", 2, "at most 1 in it")
            level = len(before.below[cell])
        code = 1 + (level * slots.turns + turn % slots.turns) * slots.cells + cell - self._base
        after = key | code << self._shifts[tile]
        if after not in self:
            self._remember(after, before.with_tile(tile, cell, turn % slots.turns))
        return after

    def lift(self, key: int, tile: int) -> int:
        """Return the number of the position without a tile; what lay on it comes down."""
        slots = self.grid.slots
        pile = self[key].pile_of(tile)
        after = key & ~(self._ones << self._shifts[tile])
        for other in pile[pile.index(tile) + 1 :]:
            after -= slots.turns * slots.cells << self._shifts[other]
        return after


def tiles_on(boards: Sequence[Board], keys: Sequence[int], cells: Iterable[int]) -> list[int]:
    """Return the top tiles of cells of several owners' boards, ascending."""
    size = boards[0].grid.slots.cells
    found = set()
    for cell in cells:
        owner = cell // size
        found.update(boards[owner][keys[owner]].tiles_in((cell,)))
    return sorted(found)
