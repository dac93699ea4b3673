"""Where everything lives in the flat state vector: plain data, shared by all back ends.

The compiler fills a `Layout` (`rulelang.graph.assign_slots`); generated code has its numbers as
constants, and views, saving and the conservation checks read it at run time. All parts are named
tuples, so that a layout is written to JSON as it stands and read back with `layout_from_data`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulelang.runtime.plain_data import read_plain

PC = 0  # the pick that is pending; 0 = the game is over
ASKED = 1  # the player who is asked; -1 = nobody
ACTIVE = 2  # whose turn it is; -1 = nobody's
SEED = 3
FIRST_FREE = 4

OVER = 0
NONE = -1


class StreamSlot(NamedTuple):
    """A stream of chance: its name, its number for the generator and its counter's slot."""

    name: str
    number: int
    slot: int


class AccountSlots(NamedTuple):
    """Holder number i (of `holders`, or the only one) has `kinds` slots from first + i * kinds."""

    name: str
    enum: str
    first: int
    kinds: int
    holders: tuple[int, ...]

    def slot(self, holder: int, kind: int) -> int:
        """Return the slot of one kind; `holder` is ignored where there is only one."""
        rank = self.holders.index(holder) if self.holders else 0
        return self.first + rank * self.kinds + kind


class VarSlots(NamedTuple):
    """Owner number i has `width` slots from first + i * width (a bundle needs several)."""

    name: str
    first: int
    width: int
    owners: tuple[int, ...]

    def slot(self, owner: int) -> int:
        """Return the first slot of one owner; `owner` is ignored where there is none."""
        rank = self.owners.index(owner) if self.owners else 0
        return self.first + rank * self.width


class ThingSlots(NamedTuple):
    """Slot = base + thing id, for ids from `first` to `last`; a base is None if nothing needs it.

    Alike things between individuals have slots too; they stay 0. A face slot is 1 when the thing
    lies face down. A slot of `known_base` is the mask of the players who know the thing though they
    do not see it.
    """

    place_base: int | None
    face_base: int | None
    individuals: tuple[int, ...]
    can_flip: tuple[int, ...]
    known_base: int | None = None


class HoldingSlots(NamedTuple):
    """What the places first_place … first_place + count - 1 hold, `stride` slots each.

    one: a slot with 1 + thing id, or 0. pile: a slot with the size, then `capacity` thing ids from
    the bottom up. many: a mask of individuals (if there can be any), then a count per face.
    For alike things in order `one`, the slot `masks` has the mask of the places that hold any of
    them, and the slots after it a mask for each face; -1 if there are none.
    Where nobody asks what lies in these places they have no slots: `looked_up` + thing id is the
    slot with the place of a thing.
    From `known` on it is kept who knows alike things there without seeing them (`rulelang.runtime.marks`), place by
    place: many: for each of `players` a count per face; one and pile: `capacity` masks of players. -1 without.
    """

    family: str
    order: str
    first_place: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    first: int
    stride: int
    capacity: int
    things: tuple[int, ...]
    individuals: tuple[int, ...]
    faces: tuple[int, ...]
    masks: int
    looked_up: int | None = None
    known: int = -1
    players: int = 0

    @property
    def known_stride(self) -> int:
        """How many slots of marks a place has."""
        if self.known < 0:
            return 0
        return self.players * len(self.faces) if self.order == "many" else self.capacity

    def known_slot(self, place: int, player: int) -> int:
        """Return the first count of what a player knows in an unordered place."""
        rank = place - self.first_place
        return self.known + (rank * self.players + player) * len(self.faces)

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """What tells this holding from all others."""
        return self.family, self.things

    def mask_slot(self, face: int) -> int:
        """Return the slot with the mask of the places that hold this face."""
        return self.masks + 1 + self.faces.index(face)

    def slot(self, place: int) -> int:
        """Return the first slot of a place."""
        return self.first + (place - self.first_place) * self.stride

    @property
    def faces_offset(self) -> int:
        """From the first slot of a place to the count of its first face (order `many`)."""
        return 1 if self.individuals else 0


class BoardSlots(NamedTuple):
    """A board that grows: one slot for each of the places first_place … first_place + count - 1.

    The slot has `bits` bits for each tile, the first tile lowest: 0 if the tile does not lie there,
    else 1 + (level * turns + turn) * cells + cell. Cells are numbered row by row, `width` columns
    and rows with (0, 0) in the middle; in the rules those of the n-th place are n * cells further.
    """

    name: str
    first_place: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    first: int
    bits: int
    turns: int
    width: int
    tiles: tuple[int, ...]
    is_stacked: bool
    grid: str

    @property
    def cells(self) -> int:
        """How many cells a place can have."""
        return self.width * self.width

    def laid(self, place: int, state: Sequence[int]) -> list[LaidTile]:
        """Return every tile of a place: by row and column, in one cell from the bottom up."""
        packed = state[self.first + place - self.first_place]
        found = []
        for rank, tile in enumerate(self.tiles):
            code = (packed >> rank * self.bits) % (1 << self.bits)
            if code:
                rest, cell = divmod(code - 1, self.cells)
                y, x = divmod(cell, self.width)
                level, turn = divmod(rest, self.turns)
                far = self.width // 2
                found.append(LaidTile(tile, x - far, y - far, turn, level))
        return sorted(found, key=lambda laid: (laid.y, laid.x, laid.level))

    def packed(self, laid: Iterable[LaidTile]) -> int:
        """Return the number of a place with these tiles; levels are counted anew in each cell."""
        far = self.width // 2
        heights: dict[tuple[int, int], int] = {}
        packed = 0
        for tile, x, y, turn, _level in sorted(laid, key=lambda each: each.level):
            level = heights.get((x, y), 0)
            heights[x, y] = level + 1
            cell = (y + far) * self.width + x + far
            code = 1 + (level * self.turns + turn) * self.cells + cell
            packed |= code << self.tiles.index(tile) * self.bits
        return packed

    def name_of(self, cell: int) -> str:
        """Return how a cell of the rules is called: its column and row.

        >>> BoardSlots("map", 0, 1, 9, 8, 4, 5, (3,), False, "squares").name_of(13)
        '1,0'
        """
        y, x = divmod(cell % self.cells, self.width)
        far = self.width // 2
        return f"{x - far},{y - far}"

    def cell_at(self, place: int, x: int, y: int) -> int:
        """Return the number that a cell has in the rules."""
        far = self.width // 2
        return ((place - self.first_place) * self.width + y + far) * self.width + x + far


class LaidTile(NamedTuple):
    """A tile on a board that grows; level 0 lies at the bottom of its cell."""

    tile: int
    x: int
    y: int
    turn: int
    level: int


class FrameSlots(NamedTuple):
    """The frame of a rule that can wait for a decision: `copies` frames of `size` slots.

    `depth` is the slot that counts open frames (None if there is just one). `locals` are
    (name, offset, width).
    """

    routine: str
    first: int
    size: int
    copies: int
    depth: int | None
    locals: tuple[tuple[str, int, int], ...]


class Layout(NamedTuple):
    """The whole vector: `size` slots."""

    size: int
    streams: tuple[StreamSlot, ...]
    accounts: tuple[AccountSlots, ...]
    vars: tuple[VarSlots, ...]
    scores: tuple[VarSlots, ...]
    things: ThingSlots
    holdings: tuple[HoldingSlots, ...]
    boards: tuple[BoardSlots, ...]
    frames: tuple[FrameSlots, ...]
    frames_from: int
    picks_from: int
    picks: int


def layout_from_data(data: object) -> Layout:
    """Return the layout that was written as nested lists; ValueError if it is none."""
    found = read_plain(Layout, data, "layout")
    assert isinstance(found, Layout)
    return found
