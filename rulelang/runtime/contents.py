"""What lies where, read from a bare state vector: the slow, general way over the layout.

Generated code never comes here; views and checks do.
"""

from __future__ import annotations

from rulelang.runtime.game import State
from rulelang.runtime.layout import HoldingSlots, Layout
from rulelang.runtime.trails import bits


def holdings_of(layout: Layout, place: int) -> list[HoldingSlots]:
    """Return what a place keeps things in."""
    return [h for h in layout.holdings if 0 <= place - h.first_place < h.count]


def things_in(holding: HoldingSlots, place: int, state: State) -> list[int]:
    """Return the things a holding has in a place: a pile from the bottom, alike things repeated."""
    if holding.looked_up is not None:
        base = holding.looked_up
        return [thing for thing in holding.individuals if state[base + thing] == place]
    slot = holding.slot(place)
    if holding.order == "one":
        return [state[slot] - 1] if state[slot] else []
    if holding.order == "pile":
        return state[slot + 1 : slot + 1 + state[slot]]
    found = bits(state[slot]) if holding.individuals else []
    for rank, face in enumerate(holding.faces):
        found += [face] * state[slot + holding.faces_offset + rank]
    return found


def things_at(layout: Layout, place: int, state: State) -> list[int]:
    """Return everything in a place."""
    return [
        thing
        for holding in holdings_of(layout, place)
        for thing in things_in(holding, place, state)
    ]


def place_of_thing(layout: Layout, thing: int, state: State) -> int:
    """Return where an individual is."""
    assert layout.things.place_base is not None
    return state[layout.things.place_base + thing]


def is_face_down(layout: Layout, thing: int, state: State) -> bool:
    """Does an individual lie face down?"""
    if thing not in layout.things.can_flip:
        return False
    assert layout.things.face_base is not None
    return state[layout.things.face_base + thing] == 1
