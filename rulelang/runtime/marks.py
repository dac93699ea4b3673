"""Marks of who knows a thing that lies where they do not see it; generated code keeps them.

A player who sees a thing go, or whom it is shown to, knows it from then on. The mark stays with the thing
as long as the player can follow it: through places that hold one thing, and on top or at the bottom of
piles. When something unseen leaves an unordered place or the middle of a pile, nobody who did not see it
knows any more what is left there; a shuffled pile is unknown to all. Only individuals have marks.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.runtime.bits import members
from rulelang.runtime.layout import Layout

KEPT = -1  # the side that is up stays as it was
MANY, ONE, PILE = 0, 1, 2


class Marks(NamedTuple):
    """Where marks are kept, and who sees what.

    Attributes:
        place: slot of a thing's place, less its id; known and face likewise (face -1: none can turn).
        flips: mask of the things that can lie face down.
        seen: for each place, the mask of the players who see its contents.
        own: for each place, whether its owner sees things that lie face down there too.
        holds: for each place, (order, slot, mask of individuals) of what it keeps things in.
        everyone: the mask of all players.
    """

    place: int
    known: int
    face: int
    flips: int
    seen: tuple[int, ...]
    own: tuple[int, ...]
    holds: tuple[tuple[tuple[int, int, int], ...], ...]
    everyone: int


def moved(s: list[int], m: Marks, x: int, target: int, down: int) -> None:
    """Note who knows a thing that is about to go somewhere; `down` 1, 0 or KEPT."""
    source = s[m.place + x]
    flips = m.flips >> x & 1
    lies_down = flips and s[m.face + x]
    before = m.seen[source] if m.own[source] or not lies_down else 0
    if down == KEPT:
        down = lies_down
    after = m.seen[target] if m.own[target] or not (flips and down) else 0
    known = s[m.known + x]
    others = _mixed_with(s, m, x, source)
    if others:
        lost = m.everyone & ~before & ~after
        known &= ~lost
        for y in others:
            s[m.known + y] &= ~lost
    s[m.known + x] = (before | known) & ~after


def _mixed_with(s: list[int], m: Marks, x: int, place: int) -> list[int]:
    """What a thing cannot be told from by somebody who only sees that something leaves the place."""
    for order, slot, held in m.holds[place]:
        if not held >> x & 1:
            continue
        if order == MANY:
            return members(s[slot] & ~(1 << x))
        if order == PILE:
            pile = s[slot + 1 : slot + 1 + s[slot]]
            if pile and x not in (pile[0], pile[-1]):
                return [y for y in pile if y != x and held >> y & 1]
    return []


def shuffled(s: list[int], m: Marks, place: int) -> None:
    """Note that a pile is shuffled."""
    for order, slot, held in m.holds[place]:
        if order == PILE:
            for y in s[slot + 1 : slot + 1 + s[slot]]:
                if held >> y & 1:
                    s[m.known + y] = 0


def revealed(s: list[int], m: Marks, things: list[int], players: int) -> None:
    """Note that things are shown to some players."""
    for x in things:
        place = s[m.place + x]
        lies_down = m.flips >> x & 1 and s[m.face + x]
        sees = m.seen[place] if m.own[place] or not lies_down else 0
        s[m.known + x] |= players & ~sees


def knows(layout: Layout, state: list[int], thing: int, player: int | None) -> bool:
    """Does a player have a mark on a thing?"""
    base = layout.things.known_base
    if base is None or player is None or thing not in layout.things.individuals:
        return False
    return bool(state[base + thing] >> player & 1)
