"""Decide where everything lives in the state vector: program and frames in, `Layout` out.

Order of slots: pending pick, asked player, active player, seed, counters of chance, accounts,
vars, score lines, things, contents of places, boards that grow, frames, picks of the pending
decision. The first part is the position that players talk about; from `frames_from` on it is where
in the rules play stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import define

from rulelang.graph.knowledge import needs_marks
from rulelang.program import nodes as ir
from rulelang.program.derived import SIDES, GrownBoard
from rulelang.program.model import Account, Holding, PlaceFamily, Program, Thing
from rulelang.program.types import BundleType, Type
from rulelang.program.walk import descend_all
from rulelang.runtime.layout import (
    FIRST_FREE,
    AccountSlots,
    BoardSlots,
    FrameSlots,
    HoldingSlots,
    Layout,
    StreamSlot,
    ThingSlots,
    VarSlots,
)
from rulelang.runtime.rng import stream_number


def enum_size(program: Program, enum: str) -> int:
    """Return how many members an enum has."""
    return next(len(members) for name, members in program.enums if name == enum)


def width_of(program: Program, type_: Type) -> int:
    """Return how many slots a value needs: a bundle one per kind, everything else one."""
    return enum_size(program, type_.enum) if isinstance(type_, BundleType) else 1


def chance_names(nodes: Iterable[object]) -> tuple[str, ...]:
    """Return the names of all chance events below these nodes, in order of appearance."""
    found: dict[str, None] = {}
    for node in descend_all(nodes):
        if isinstance(node, ir.Draw | ir.Shuffle | ir.Roll) and node.chance is not None:
            found.setdefault(node.chance)
    return tuple(found)


@define
class _Cursor:
    """The next free slot."""

    next: int

    def take(self, count: int) -> int:
        first = self.next
        self.next += count
        return first


def make_layout(
    program: Program,
    frames: Iterable[FrameSlots],
    picks: int,
    looked_up: Collection[tuple[str, Holding]] = (),
) -> Layout:
    """Return the layout; `frames` start at the slot they have among the frames.

    `looked_up`: families and holdings whose contents need no slots.
    """
    cursor = _Cursor(FIRST_FREE)
    bodies = [program.setup, program.flow, *(rule.body for rule in program.rules)]
    names = chance_names(stmt for body in bodies for stmt in body)
    streams = tuple(StreamSlot(name, stream_number(name), cursor.take(1)) for name in names)
    accounts = tuple(_account(program, account, cursor) for account in program.accounts)
    vars_ = tuple(
        VarSlots(v.name, *_per_owner(cursor, width_of(program, v.type), v.owner_ids))
        for v in program.vars
    )
    players = tuple(range(program.players))
    scores = tuple(
        VarSlots(line.name, *_per_owner(cursor, 1, players))
        for line in program.scores
        if line.earned and all(v.name != f"score {line.name}" for v in program.vars)
    )
    has_marks = needs_marks(program)
    things = _things(program.things, cursor, has_marks=has_marks)
    holdings = tuple(
        _looked_up(family, holding, things)
        if (family.name, holding) in looked_up
        else _holding(program, family, holding, cursor)
        for family in program.families
        for holding in family.holdings
    )
    if has_marks:
        hidden = {family.name for family in program.families if family.seen != "everyone"}
        holdings = tuple(
            _with_marks(each, program.players, cursor) if each.family in hidden else each
            for each in holdings
        )
    boards = tuple(_board(board, cursor) for board in program.grown)
    frames_from = cursor.next
    placed = tuple(_moved(frame, frames_from) for frame in frames)
    cursor.next = max((last_slot(frame) + 1 for frame in placed), default=frames_from)
    picks_from = cursor.take(picks)
    return Layout(
        size=cursor.next,
        streams=streams,
        accounts=accounts,
        vars=vars_,
        scores=scores,
        things=things,
        holdings=holdings,
        boards=boards,
        frames=placed,
        frames_from=frames_from,
        picks_from=picks_from,
        picks=picks,
    )


def _per_owner(
    cursor: _Cursor, width: int, owners: tuple[int, ...]
) -> tuple[int, int, tuple[int, ...]]:
    return cursor.take(width * max(1, len(owners))), width, owners


def _account(program: Program, account: Account, cursor: _Cursor) -> AccountSlots:
    kinds = enum_size(program, account.enum)
    first = cursor.take(kinds * max(1, len(account.owner_ids)))
    return AccountSlots(account.name, account.enum, first, kinds, account.owner_ids)


def _things(things: tuple[Thing, ...], cursor: _Cursor, *, has_marks: bool) -> ThingSlots:
    individuals = tuple(i for i, thing in enumerate(things) if not thing.is_alike)
    flip = tuple(i for i in individuals if things[i].can_flip)
    return ThingSlots(
        place_base=_base(individuals, cursor),
        face_base=_base(flip, cursor),
        individuals=individuals,
        can_flip=flip,
        known_base=_base(individuals if has_marks else (), cursor),
    )


def _base(ids: tuple[int, ...], cursor: _Cursor) -> int | None:
    if not ids:
        return None
    return cursor.take(ids[-1] - ids[0] + 1) - ids[0]


def _holding(
    program: Program, family: PlaceFamily, holding: Holding, cursor: _Cursor
) -> HoldingSlots:
    things = program.things
    individuals = tuple(i for i in holding.things if not things[i].is_alike)
    faces = tuple(i for i in holding.things if things[i].is_alike)
    capacity = sum(things[i].copies for i in holding.things)
    if family.capacity is not None:
        capacity = min(capacity, family.capacity)
    match holding.order:
        case "one":
            capacity = stride = 1
        case "pile":
            stride = 1 + capacity
        case _:
            stride = (1 if individuals else 0) + len(faces)
    return HoldingSlots(
        family=family.name,
        order=holding.order,
        first_place=family.first,
        count=family.count,
        first=cursor.take(stride * family.count),
        stride=stride,
        capacity=capacity,
        things=holding.things,
        individuals=individuals,
        faces=faces,
        masks=cursor.take(1 + len(faces)) if holding.order == "one" and faces else -1,
    )


def _with_marks(holding: HoldingSlots, players: int, cursor: _Cursor) -> HoldingSlots:
    """Room for who knows the alike things in places that not everyone sees."""
    if not holding.faces:
        return holding
    found = holding._replace(known=cursor.next, players=players)
    cursor.take(found.known_stride * found.count)
    return found


def _looked_up(family: PlaceFamily, holding: Holding, things: ThingSlots) -> HoldingSlots:
    """Contents without slots: the places of the things tell what lies where."""
    return HoldingSlots(
        family=family.name,
        order=holding.order,
        first_place=family.first,
        count=family.count,
        first=0,
        stride=0,
        capacity=1 if holding.order == "one" else len(holding.things),
        things=holding.things,
        individuals=holding.things,
        faces=(),
        masks=-1,
        looked_up=things.place_base,
    )


def _board(board: GrownBoard, cursor: _Cursor) -> BoardSlots:
    turns = len(SIDES[board.grid]) if board.turned else 1
    levels = len(board.tiles) if board.stacked else 1
    count = max(1, len(board.owner_ids))
    return BoardSlots(
        name=board.name,
        first_place=board.place,
        count=count,
        first=cursor.take(count),
        bits=(levels * turns * board.width * board.width).bit_length(),
        turns=turns,
        width=board.width,
        tiles=board.tiles,
        is_stacked=board.stacked,
        grid=board.grid,
    )


def share_slots(
    frames: Iterable[FrameSlots], around: Mapping[str, frozenset[str]]
) -> list[FrameSlots]:
    """Give frames their slots, counted from the first one; `around`: who can be open around whom.

    Like a stack that is laid out beforehand: a frame stands behind all that can be open while it
    is, so frames that are never open together share slots. Rules that lead back to themselves have
    slots of their own, behind those of all others.
    """
    frames = list(frames)
    sizes = {frame.routine: frame.size for frame in frames if frame.depth is None}
    starts: dict[str, int] = {}

    def start(name: str) -> int:
        if name not in starts:
            below = (start(other) + sizes[other] for other in around[name] if other in sizes)
            starts[name] = max(below, default=0)
        return starts[name]

    cursor = _Cursor(max((start(name) + size for name, size in sizes.items()), default=0))
    placed = []
    for frame in frames:
        if frame.depth is None:
            placed.append(frame._replace(first=start(frame.routine)))
        else:
            depth = cursor.take(1)
            first = cursor.take(frame.size * frame.copies)
            placed.append(frame._replace(first=first, depth=depth))
    return placed


def last_slot(frame: FrameSlots) -> int:
    """Return the last slot that a frame needs, also for its depth."""
    last = frame.first + frame.size * frame.copies - 1
    return last if frame.depth is None else max(last, frame.depth)


def _moved(frame: FrameSlots, by: int) -> FrameSlots:
    depth = None if frame.depth is None else frame.depth + by
    return frame._replace(first=frame.first + by, depth=depth)
