"""Marks of who knows what lies where they do not see it; generated code keeps them.

A player who sees a thing go, or whom it is shown to, knows it from then on. Individuals carry a mask of who
knows them. Of alike things it is known how many of a face lie in an unordered place, and in a pile or a place
for one thing who knows the piece in it. Marks stay as long as a player can follow: through places that hold one thing,
and on top or at the bottom of piles where the rules say that it is taken there. When something unseen leaves
an unordered place, it may have been any thing in it: individuals there are forgotten, and one piece less of each face is
known. Whatever leaves a pile from somewhere in it makes the order of the rest unknown; a shuffle likewise.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from rulelang.runtime.bits import members
from rulelang.runtime.layout import HoldingSlots, Layout

KEPT = -1  # the side that is up stays as it was
MANY, ONE, PILE = 0, 1, 2
# From where in its place a thing is taken, as everybody can tell: from somewhere, from the top (END) or the
# bottom of a pile, or with everything else that lies there.
SOMEWHERE, END, ALL, BOTTOM = 0, 1, 2, 3


class MarkedPlace(NamedTuple):
    """What a place keeps things in: `known` is the first slot of marks on alike things, -1 without any.

    Of an unordered place `counts` is the first slot of how many there are of each of its faces.
    """

    order: int
    slot: int
    individuals: int
    faces: tuple[int, ...]
    counts: int
    known: int


class Marks(NamedTuple):
    """Where marks are kept, and who sees what.

    Attributes:
        place: slot of a thing's place, less its id; known and face likewise (face -1: none can turn).
        flips: mask of the things that can lie face down.
        individuals: mask of the things with an identity.
        seen: for each place, the mask of the players who see its contents.
        own: for each place, whether its owner sees things that lie face down there too.
        holds: for each place, what it keeps things in.
        players: how many play.
    """

    place: int
    known: int
    face: int
    flips: int
    individuals: int
    seen: tuple[int, ...]
    own: tuple[int, ...]
    holds: tuple[tuple[MarkedPlace, ...], ...]
    players: int


Where = tuple[int, int]  # from which place to which


def moved(s: list[int], m: Marks, x: int, where: Where, how: tuple[int, int, int]) -> None:
    """Note who knows a thing that is about to go somewhere.

    `how`: the side that will be up (1 down, 0 up, KEPT), whether it goes to the bottom of a pile, and from where
    it is taken. Of an individual the place that it leaves is known by itself.
    """
    down, bottom, taken = how
    source, target = where
    if m.individuals >> x & 1:
        source = s[m.place + x]
    moved_alike(s, m, x, (source, target), 1, (down, bottom, taken))


def moved_alike(
    s: list[int], m: Marks, x: int, where: Where, count: int, how: tuple[int, int, int]
) -> None:
    """Note who knows some alike pieces (or one individual) that are about to go somewhere."""
    down, bottom, taken = how
    source, target = where
    before, after = _sight(s, m, x, source, KEPT), _sight(s, m, x, target, down)
    leaving, arriving = _hold(m, source, x), _hold(m, target, x)
    if leaving is None or arriving is None:
        return  # it does not fit: a fault follows
    if taken == ALL and leaving.order == MANY and arriving.order == PILE:
        taken = SOMEWHERE  # in which order they come to lie there is not said
    for gone in range(count):
        known = _leave(s, m, x, (source, leaving), before | after, (taken, gone))
        if known is None:
            return  # there are not as many: a fault follows
        there = s[arriving.slot] + gone if arriving.order == PILE else 0
        if arriving.slot == leaving.slot:
            there -= gone + 1
        _arrive(s, m, x, arriving, (before | known) & ~after, (there, bottom))


def _sight(s: list[int], m: Marks, x: int, place: int, down: int) -> int:
    """Who sees a thing in a place, if it lies there on this side?"""
    if not m.flips >> x & 1 or m.own[place]:
        return m.seen[place]
    lies_down = s[m.face + x] if down == KEPT else down
    return 0 if lies_down else m.seen[place]


def _hold(m: Marks, place: int, x: int) -> MarkedPlace | None:
    for hold in m.holds[place]:
        if hold.individuals >> x & 1 or x in hold.faces:
            return hold
    return None


# --- leaving -------------------------------------------------------------------------------------------


def _leave(
    s: list[int], m: Marks, x: int, at: tuple[int, MarkedPlace], seen: int, how: tuple[int, int]
) -> int | None:
    """Forget what nobody can follow; return who knows the thing as it goes, None if it is not there.

    `seen` are those who see it go or arrive; `how`: from where it is taken, and how many went before.
    """
    place, hold = at
    if hold.order == PILE:
        return _leave_pile(s, m, x, (place, hold), seen, how)
    if hold.order == MANY:
        if m.individuals >> x & 1:
            return _leave_individual(s, m, x, hold, seen, how[0])
        return _leave_alike(s, m, x, (place, hold), seen, how)
    if m.individuals >> x & 1:
        return s[m.known + x]
    if hold.known < 0:
        return 0
    known, s[hold.known] = s[hold.known], 0
    return known


def _leave_pile(
    s: list[int], m: Marks, x: int, at: tuple[int, MarkedPlace], seen: int, how: tuple[int, int]
) -> int | None:
    place, hold = at
    taken, gone = how
    pile = s[hold.slot + 1 : hold.slot + 1 + s[hold.slot]]
    pick = pile.index if taken == BOTTOM else partial(_topmost, pile)
    for _ in range(gone):
        del pile[pick(x)]
    if x not in pile:
        return None
    index, last = pick(x), len(pile) - 1
    is_individual = m.individuals >> x & 1
    known = s[m.known + x] if is_individual else _piece(s, hold, index)
    if last and taken != ALL and not (taken in (END, BOTTOM) and index in (0, last)):
        lost = ~m.seen[place]
        if not is_individual and pile.count(x) > last:  # who knows that all are the same is sure
            for other in range(last + 1):
                lost &= _piece(s, hold, other)
            lost = ~m.seen[place] & ~lost
        _forget(s, m, pile, lost)
        for other in range(last + 1 if hold.known >= 0 else 0):
            s[hold.known + other] &= ~lost
        known &= ~lost | seen
    if hold.known >= 0:
        first = hold.known + index
        s[first : hold.known + last + 1] = [*s[first + 1 : hold.known + last + 1], 0]
    return known


def _topmost(pile: list[int], x: int) -> int:
    return len(pile) - 1 - pile[::-1].index(x)


def _piece(s: list[int], hold: MarkedPlace, index: int) -> int:
    """Who knows the alike thing at this height of a pile?"""
    return s[hold.known + index] if hold.known >= 0 else 0


def _leave_individual(
    s: list[int], m: Marks, x: int, hold: MarkedPlace, seen: int, taken: int
) -> int:
    others = members(s[hold.slot] & ~(1 << x))
    pieces = sum(s[hold.counts : hold.counts + len(hold.faces)])
    if taken != ALL and (others or pieces):
        blind = ~seen
        _forget(s, m, [x, *others], blind)
        _doubt(s, m, hold, blind)
    return s[m.known + x]


def _leave_alike(
    s: list[int], m: Marks, x: int, at: tuple[int, MarkedPlace], seen: int, how: tuple[int, int]
) -> int | None:
    place, hold = at
    taken, gone = how
    rank = hold.faces.index(x)
    count = s[hold.counts + rank] - gone
    if count <= 0:
        return None
    others = members(s[hold.slot]) if hold.individuals else []
    total = len(others) + sum(s[hold.counts : hold.counts + len(hold.faces)]) - gone
    known = blind = 0
    for player in range(m.players):
        if m.seen[place] >> player & 1:
            continue
        slot = hold.known + player * len(hold.faces) + rank
        is_sure = hold.known >= 0 and s[slot] == count == total
        if seen >> player & 1 or is_sure or taken == ALL:
            if hold.known >= 0 and s[slot]:
                s[slot] -= 1
                known |= 1 << player
        else:
            blind |= 1 << player
    _forget(s, m, others, blind)
    _doubt(s, m, hold, blind)
    return known


def _forget(s: list[int], m: Marks, things: list[int], players: int) -> None:
    """These players know these individuals no more."""
    for y in things:
        if m.individuals >> y & 1:
            s[m.known + y] &= ~players


def _doubt(s: list[int], m: Marks, hold: MarkedPlace, players: int) -> None:
    """Of each face one piece less is known: it may be what has left."""
    if hold.known < 0:
        return
    for player in range(m.players):
        if players >> player & 1:
            first = hold.known + player * len(hold.faces)
            for slot in range(first, first + len(hold.faces)):
                if s[slot]:
                    s[slot] -= 1


# --- arriving, shuffling, showing --------------------------------------------------------------------------


def _arrive(
    s: list[int], m: Marks, x: int, hold: MarkedPlace, known: int, at: tuple[int, int]
) -> None:
    """Note who knows what arrives; `at`: how many lie in the pile, and whether it goes below them."""
    if m.individuals >> x & 1:
        s[m.known + x] = known
    if hold.known < 0:
        return
    if hold.order == PILE:
        there, bottom = at
        mark = 0 if m.individuals >> x & 1 else known
        index = 0 if bottom else there
        s[hold.known + index : hold.known + there + 1] = [
            mark,
            *s[hold.known + index : hold.known + there],
        ]
    elif m.individuals >> x & 1:
        pass
    elif hold.order == ONE:
        s[hold.known] = known
    else:
        for player in members(known):
            s[hold.known + player * len(hold.faces) + hold.faces.index(x)] += 1


def shuffled(s: list[int], m: Marks, place: int) -> None:
    """Note that a pile is shuffled."""
    for hold in m.holds[place]:
        if hold.order == PILE:
            _forget(s, m, s[hold.slot + 1 : hold.slot + 1 + s[hold.slot]], -1)
            for index in range(s[hold.slot] if hold.known >= 0 else 0):
                s[hold.known + index] = 0


def revealed(s: list[int], m: Marks, things: list[int], players: int) -> None:
    """Note that individuals are shown to some players."""
    for x in things:
        if x >= 0:
            s[m.known + x] |= players & ~_sight(s, m, x, s[m.place + x], KEPT)


def revealed_at(
    s: list[int], m: Marks, found: list[tuple[int, int]], players: int, end: int
) -> None:
    """Note that things in places are shown, alike ones too: (place, thing) for each of them.

    Of the pieces in a pile those of a face are shown all (`end` ALL), or the top one (0) or the lowest (1) of them.
    """
    revealed(s, m, [x for _place, x in found if x >= 0 and m.individuals >> x & 1], players)
    pieces = [(place, x) for place, x in found if x >= 0 and not m.individuals >> x & 1]
    for place, x in dict.fromkeys(pieces):
        hold = _hold(m, place, x)
        if hold is None or hold.known < 0:
            continue
        to = players & ~m.seen[place]
        if hold.order == ONE:
            s[hold.known] |= to
        elif hold.order == MANY:
            for player in members(to):
                slot = hold.known + player * len(hold.faces) + hold.faces.index(x)
                s[slot] = max(s[slot], pieces.count((place, x)))
        else:
            pile = s[hold.slot + 1 : hold.slot + 1 + s[hold.slot]]
            heights = [index for index, y in enumerate(pile) if y == x]
            for index in heights if end == ALL else [heights[-1 if end == 0 else 0]]:
                s[hold.known + index] |= to


# --- reading -------------------------------------------------------------------------------------------


def known_things(
    layout: Layout, state: list[int], at: tuple[HoldingSlots, int, list[int]], player: int | None
) -> list[bool]:
    """Say of the things in a place, as `contents.things_in` lists them, which of them a player knows."""
    holding, place, things = at
    left = known_counts(holding, state, place, player)
    found = []
    for index, thing in enumerate(things):
        if player is None:
            found.append(False)
        elif thing in holding.individuals:
            base = layout.things.known_base
            found.append(base is not None and bool(state[base + thing] >> player & 1))
        elif holding.known < 0:
            found.append(False)
        elif holding.order == "many":
            face = holding.faces.index(thing)
            left[face] -= 1
            found.append(left[face] >= 0)
        else:
            slot = holding.known + (place - holding.first_place) * holding.capacity + index
            found.append(bool(state[slot] >> player & 1))
    return found


def known_counts(
    holding: HoldingSlots, state: list[int], place: int, player: int | None
) -> list[int]:
    """Return how many pieces of each face a player knows in an unordered place."""
    if player is None or holding.known < 0 or holding.order != "many":
        return [0] * len(holding.faces)
    first = holding.known_slot(place, player)
    return state[first : first + len(holding.faces)]
