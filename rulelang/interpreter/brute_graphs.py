"""Graph questions by brute force: every trail and every path is tried.

The engine's searches (`rulelang.runtime.trails`) work on bit masks and stop early; these work on
Python sets and stop at nothing. Only for boards and networks as small as players build them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set

Row = tuple[int, ...]


def longest_trail(
    edges: Set[int], ends: Mapping[int, Row], may_step: Callable[[int, int, int], bool]
) -> int:
    """Return the most edges of a trail; `may_step(edge, corner, next edge)` allows a step."""
    at: dict[int, list[int]] = {}
    for edge in edges:
        for corner in ends[edge]:
            at.setdefault(corner, []).append(edge)
    allowed = {
        (edge, corner): [e for e in at[corner] if e != edge and may_step(edge, corner, e)]
        for edge in edges
        for corner in ends[edge]
    }

    def longest_from(edge: int, corner: int, used: frozenset[int]) -> int:
        best = 0
        for following in allowed[edge, corner]:
            if following in used:
                continue
            for far in ends[following]:
                if far != corner:
                    best = max(best, 1 + longest_from(following, far, used | {following}))
        return best

    starts = ((edge, corner) for edge in edges for corner in ends[edge])
    return max((1 + longest_from(e, c, frozenset({e})) for e, c in starts), default=0)


def path_lengths(
    start: Iterable[int], goal: Set[int], through: Set[int], links: Mapping[int, Row]
) -> set[int]:
    """Return for every path from `start` to `goal` how many places lie in between.

    The places in between are all different and none is the first; the last may be any of them.
    """
    found: set[int] = set()

    def follow(place: int, used: frozenset[int], between: int) -> None:
        for other in links[place]:
            if other in goal:
                found.add(between)
            if other in through and other not in used:
                follow(other, used | {other}, between + 1)

    for first in start:
        if first in goal:
            found.add(0)
        follow(first, frozenset({first}), 0)
    return found


def cheapest(
    start: Iterable[int], goal: Set[int], costs: Mapping[int, int], links: Mapping[int, Row]
) -> int:
    """Return the least total cost of the places between `start` and `goal`, or -1."""
    best: list[int] = []

    def follow(place: int, used: frozenset[int], total: int) -> None:
        for other in links[place]:
            if other in goal:
                best.append(total)
            elif other in costs and other not in used:
                follow(other, used | {other}, total + costs[other])

    for first in start:
        if first in goal:
            best.append(0)
        follow(first, frozenset({first}), 0)
    return min(best, default=-1)


def connected(element: int, within: Set[int], links: Mapping[int, Row]) -> set[int]:
    """Return the part of `within` that hangs together with `element`."""
    if element not in within:
        return set()
    part = {element}
    while True:
        more = {x for x in within if x not in part and any(x in links[y] for y in part)}
        if not more:
            return part
        part |= more


def parts(whole: Iterable[int], is_joined: Callable[[int, int], bool]) -> list[frozenset[int]]:
    """Return the connected parts of a set, by their least elements."""
    left = sorted(whole)
    found = []
    while left:
        part = {left[0]}
        while True:
            more = {x for x in left if any(is_joined(x, y) or is_joined(y, x) for y in part)} - part
            if not more:
                break
            part |= more
        found.append(frozenset(part))
        left = [x for x in left if x not in part]
    return found


def steps_between(
    start: int, goal: int, within: Set[int], may_step: Callable[[int, int], bool]
) -> int:
    """Return the least number of steps from `start` to `goal`, or -1."""
    reached, steps = {start}, 0
    while goal not in reached:
        more = {y for y in within for x in reached if may_step(x, y)}
        if more <= reached:
            return -1
        reached |= more
        steps += 1
    return steps


def cheapest_edges(
    start: Iterable[int], goal: Set[int], costs: Mapping[int, int], ends: Mapping[int, Row]
) -> int:
    """Return the least total cost of the edges of a way from `start` to `goal`, or -1."""
    best: list[int] = []

    def follow(place: int, used: frozenset[int], total: int) -> None:
        if place in goal:
            best.append(total)
            return
        for edge, cost in costs.items():
            if edge not in used and place in ends[edge]:
                for far in ends[edge]:
                    if far != place:
                        follow(far, used | {edge}, total + cost)

    for first in start:
        follow(first, frozenset(), 0)
    return min(best, default=-1)
