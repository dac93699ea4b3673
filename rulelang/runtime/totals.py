"""What must stay the same: totals of every kind, and everything in exactly one place.

For property tests: `totals` never changes while a game is played, and `problems` is always empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.runtime.contents import things_in
from rulelang.runtime.game import State
from rulelang.runtime.layout import HoldingSlots, Layout

Total = tuple[str, int]  # ("Resource", kind) or ("thing", id)


def totals(layout: Layout, state: State) -> dict[Total, int]:
    """Return how many of each kind lie in all accounts, and how often each thing lies somewhere."""
    found: dict[Total, int] = {}
    for account in layout.accounts:
        for position in range(account.kinds * max(1, len(account.holders))):
            key = (account.enum, position % account.kinds)
            found[key] = found.get(key, 0) + state[account.first + position]
    for holding, place in _all_places(layout):
        for thing in things_in(holding, place, state):
            found["thing", thing] = found.get(("thing", thing), 0) + 1
    return found


def _all_places(layout: Layout) -> Iterator[tuple[HoldingSlots, int]]:
    for holding in layout.holdings:
        for place in range(holding.first_place, holding.first_place + holding.count):
            yield holding, place


def problems(layout: Layout, state: State) -> list[str]:
    """Return what does not agree: things in no place or in two, slots that should be 0."""
    found = [*_pile_problems(layout, state), *_mask_problems(layout, state)]
    seen: dict[int, list[int]] = {thing: [] for thing in layout.things.individuals}
    for holding, place in _all_places(layout):
        for thing in things_in(holding, place, state):
            if thing in seen:
                seen[thing].append(place)
            if thing not in holding.things:
                found.append(f"place {place} holds thing {thing}, which it cannot hold")
    for thing, places in seen.items():
        assert layout.things.place_base is not None
        said = state[layout.things.place_base + thing]
        if places != [said]:
            found.append(f"thing {thing} lies in {places} but its place is {said}")
    if state[0] == 0 and any(state[layout.frames_from :]):
        found.append("the game is over but a frame is not empty")
    return found


def _mask_problems(layout: Layout, state: State) -> Iterator[str]:
    """The masks of places beside the contents must say the same."""
    for holding in layout.holdings:
        if holding.masks < 0:
            continue
        places = range(holding.first_place, holding.first_place + holding.count)
        held = {place: state[holding.slot(place)] - 1 for place in places}
        for face in holding.faces:
            mask = sum(1 << place for place in places if held[place] == face)
            if state[holding.mask_slot(face)] != mask:
                yield f"the mask of thing {face} on {holding.family} is wrong"


def _pile_problems(layout: Layout, state: State) -> Iterator[str]:
    for holding, place in _all_places(layout):
        slot = holding.slot(place)
        if holding.order == "pile":
            if not 0 <= state[slot] <= holding.capacity:
                yield f"the pile in place {place} has size {state[slot]}"
            elif any(state[slot + 1 + state[slot] : slot + 1 + holding.capacity]):
                yield f"the pile in place {place} has something above its top"
        elif holding.order == "many":
            first = slot + holding.faces_offset
            if any(count < 0 for count in state[first : first + len(holding.faces)]):
                yield f"place {place} has less than nothing"
