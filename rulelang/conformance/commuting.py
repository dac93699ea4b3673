"""Equal positions are equal bytes: two decisions in both orders.

If both orders lead to the same position, with the same decision pending, the vectors must agree in
every slot that nothing reads any more. Where they do not, the two are played on side by side, to be
sure that no difference comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

import attrs

from rulelang.conformance.configurations import Bundled
from rulelang.conformance.walks import (
    complete_choices,
    goes_on,
    is_first_pick,
    pick_meta,
    playable_options,
)
from rulelang.graph import nodes as g
from rulelang.interpreter.oracle import SearchBudget, TooWide
from rulelang.interpreter.position import ProgramIndex, read_position
from rulelang.program import nodes as ir
from rulelang.program.walk import descend
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED, PC

SIDE_BY_SIDE = 40  # steps
CONTINUATIONS = 3
WIDTH = 300


def random_choice(game: Game, state: State, random: Random) -> tuple[list[int], State] | None:
    """Take a whole decision at random: the answers and the state after them; None on a fault."""
    answers: list[int] = []
    after = state[:]
    while True:
        before = after[:]
        option = random.choice(playable_options(game, before))
        answers.append(option)
        try:
            game.apply(after, option)
            game.options(after)
        except Fault:
            return None
        if not goes_on(game, before, option, after):
            return answers, after


def taken(game: Game, state: State, answers: Sequence[int]) -> State | None:
    """Return the state after these answers; None if they are not one whole decision here."""
    after = state[:]
    for number, option in enumerate(answers):
        if after[PC] == 0 or option not in game.options(after):
            return None
        before = after[:]
        try:
            game.apply(after, option)
            game.options(after)
        except Fault:
            return None
        if goes_on(game, before, option, after) != (number < len(answers) - 1):
            return None
    return after


def _orders(game: Game, state: State, random: Random) -> Iterator[tuple[State, State]]:
    """Yield two states: a, b and b, a for one player; a, x, b and b, x, a with another between."""
    player, node = state[ASKED], pick_meta(game, state).node
    first = random_choice(game, state, random)
    if first is None or first[1][PC] == 0:
        return
    between: list[list[int]] = []
    last = first[1]
    while len(between) < 3 and last[PC] != 0:
        is_same = last[ASKED] == player and pick_meta(game, last).node == node
        if is_same and is_first_pick(game, last):
            second = random_choice(game, last, random)
            if second is not None:
                other = _in_order(game, state, [second[0], *between, first[0]])
                if other is not None:
                    yield second[1], other
        following = random_choice(game, last, random)
        if following is None:
            return
        between.append(following[0])
        last = following[1]


def _in_order(game: Game, state: State, decisions: Sequence[Sequence[int]]) -> State | None:
    after: State | None = state
    for answers in decisions:
        after = None if after is None or after[PC] == 0 else taken(game, after, answers)
    return after


def order_problem(bundled: Bundled, state: State, random: Random) -> str:
    """Try decisions in both orders; return the slots that differ and should not."""
    game, shape = bundled.game, bundled.shape
    for one, other in _orders(game, state, random):
        is_same = one[:2] == other[:2] and read_position(shape, one) == read_position(shape, other)
        if not is_same or one == other or one[PC] == 0:
            continue
        slots = _dead_slots(shape, pick_meta(game, one).node, one, other)
        if slots and _behave_alike(bundled, one, other, random):
            return f"equal positions differ in slots {slots}"
    return ""


def _dead_slots(shape: ProgramIndex, pending: int, one: State, other: State) -> list[int]:
    """Return the slots that differ and that nothing reads any more.

    In the routine that waits a local is live if the decision or a node that can follow reads it, in
    any other if a node of it does.
    """
    differing = {i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}
    things = shape.layout.things
    if things.known_base is not None:  # who knows what may well depend on the order
        differing -= {things.known_base + thing for thing in things.individuals}
    for holding in shape.layout.holdings:
        count = holding.known_stride * holding.count
        differing -= set(range(holding.known, holding.known + count))
    routines = {routine.name: routine for routine in shape.routines}
    waiting = shape.decisions[pending][1].name
    for frame in shape.layout.frames:
        routine = routines[frame.routine]
        nodes = routine.nodes
        if routine.name == waiting:
            nodes = _reachable(nodes, pending)
        live = {"#return", "me", *(name for node in nodes for name in _reads(node))}
        for name, offset, width in frame.locals:
            if name in live:
                for copy in range(frame.copies):
                    first = frame.first + copy * frame.size + offset
                    differing -= set(range(first, first + width))
    return sorted(differing)


def _reads(node: object) -> set[str]:
    found = set()
    for part in descend(node):
        if isinstance(part, ir.Local):
            found.add(part.name)
        elif isinstance(part, ir.PerPlayer):
            found.add(part.local)
        elif isinstance(part, g.Repeat):
            found.add(part.state)
        elif isinstance(part, g.TurnLeave) and part.saved is not None:
            found.add(part.saved)
    return found


def _reachable(nodes: Sequence[g.Node], first: int) -> tuple[g.Node, ...]:
    """Return the nodes that play can come to from one of them: any number in a node may be next."""
    by_number = {node.id: node for node in nodes}
    found: set[int] = set()
    waiting = [first]
    while waiting:
        number = waiting.pop()
        if number not in found and number in by_number:
            found.add(number)
            for value in attrs.asdict(by_number[number], recurse=False).values():
                parts = value if isinstance(value, tuple) else (value,)
                waiting += [part for part in parts if isinstance(part, int)]
    return tuple(by_number[number] for number in found)


def _behave_alike(bundled: Bundled, one: State, other: State, random: Random) -> bool:
    """Play on from both, a few times, and compare everything that could be decided."""
    return all(_play_on(bundled, one[:], other[:], random) for _ in range(CONTINUATIONS))


def _play_on(bundled: Bundled, one: State, other: State, random: Random) -> bool:
    game, shape = bundled.game, bundled.shape
    for _ in range(SIDE_BY_SIDE):
        if one[:2] != other[:2] or one[PC] == 0:
            break
        if _decisions(game, one) != _decisions(game, other):
            return False
        option = random.choice(playable_options(game, one))
        with suppress(Fault):
            game.apply(one, option)
        with suppress(Fault):
            game.apply(other, option)
    return one[:2] == other[:2] and read_position(shape, one) == read_position(shape, other)


def _decisions(game: Game, state: State) -> object:
    try:
        return complete_choices(game, state, SearchBudget(WIDTH))
    except TooWide:
        return game.options(state)
    except Fault as fault:
        return fault.code
