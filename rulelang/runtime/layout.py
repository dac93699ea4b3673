"""Where everything lives in the flat state vector: plain data, shared by all back ends.

The compiler fills a `Layout` (`rulelang.graph.layout`); generated code has its numbers as
constants, and views, saving and the conservation checks read it at run time. All parts are named
tuples, so that a layout is written to JSON as it stands and read back with `layout_from_data`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
    lies face down.
    """

    place_base: int | None
    face_base: int | None
    turn_base: int | None
    individuals: tuple[int, ...]
    can_flip: tuple[int, ...]
    can_turn: tuple[int, ...]


class HoldingSlots(NamedTuple):
    """What the places first_place … first_place + count - 1 hold, `stride` slots each.

    one: a slot with 1 + thing id, or 0. pile: a slot with the size, then `capacity` thing ids from
    the bottom up. many: a mask of individuals (if there can be any), then a count per face.
    For alike things in order `one`, the slot `masks` has the mask of the places that hold any of
    them, and the slots after it a mask for each face; -1 if there are none.
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
    frames: tuple[FrameSlots, ...]
    frames_from: int
    picks_from: int
    picks: int


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list | tuple) else value


def layout_from_data(data: Any) -> Layout:  # JSON edge: the version number beside it is checked
    """Return the layout that was written as nested lists."""
    rows = Layout(*_tuples(data))
    return rows._replace(
        streams=tuple(StreamSlot(*row) for row in rows.streams),
        accounts=tuple(AccountSlots(*row) for row in rows.accounts),
        vars=tuple(VarSlots(*row) for row in rows.vars),
        scores=tuple(VarSlots(*row) for row in rows.scores),
        things=ThingSlots(*rows.things),
        holdings=tuple(HoldingSlots(*row) for row in rows.holdings),
        frames=tuple(FrameSlots(*row) for row in rows.frames),
    )
