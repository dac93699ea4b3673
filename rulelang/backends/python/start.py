"""The state before set-up: everything lies where its declaration says."""

from __future__ import annotations

from rulelang.graph.nodes import Graph
from rulelang.runtime.layout import ACTIVE, ASKED, HoldingSlots


def initial_state(graph: Graph) -> list[int]:
    """Return the vector before set-up; vars that are computed are filled in by the module."""
    program, layout = graph.program, graph.layout
    state = [0] * layout.size
    state[ASKED] = state[ACTIVE] = -1
    for account, slots in zip(program.accounts, layout.accounts, strict=True):
        for rank in range(max(1, len(slots.holders))):
            first = slots.first + rank * slots.kinds
            state[first : first + slots.kinds] = account.start
    for number, thing in enumerate(program.things):
        for _ in range(thing.copies):
            holding = _holding(graph, thing.start, number)
            _put(holding, thing.start, number, state)
        if not thing.is_alike:
            assert layout.things.place_base is not None
            state[layout.things.place_base + number] = thing.start
    return state


def _holding(graph: Graph, place: int, thing: int) -> HoldingSlots:
    for holding in graph.layout.holdings:
        if 0 <= place - holding.first_place < holding.count and thing in holding.things:
            return holding
    name = graph.program.things[thing].name
    raise ValueError(f"{graph.program.place_names[place]} cannot hold {name}")


def _put(holding: HoldingSlots, place: int, thing: int, state: list[int]) -> None:
    slot = holding.slot(place)
    if holding.looked_up is not None:
        return
    if holding.order == "one":
        state[slot] = 1 + thing
    elif holding.order == "pile":
        state[slot] += 1
        state[slot + state[slot]] = thing
    elif thing in holding.faces:
        state[slot + holding.faces_offset + holding.faces.index(thing)] += 1
    else:
        state[slot] |= 1 << thing
