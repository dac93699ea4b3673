"""Searches on graphs that the rules define as they go: parts, distances, routes over edges.

`links` gives for an element what can be reached from it in one step: a row of a table, or what the
generated code gathered. Sets are bit masks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from rulelang.runtime.trails import bits

Links = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]


def parts(whole: int, links: Links) -> list[int]:
    """Return the connected parts of a set, by their least elements; links go both ways.

    >>> parts(0b1011, ((1,), (), (3,), ()))
    [3, 8]
    """
    members = bits(whole)
    part_of = {member: 1 << member for member in members}
    for member in members:
        for other in links[member]:
            if other in part_of and part_of[other] != part_of[member]:
                joined = part_of[member] | part_of[other]
                for each in bits(joined):
                    part_of[each] = joined
    return list(dict.fromkeys(part_of.values()))


def distance(start: int, goal: int, within: int, links: Links) -> int:
    """Return the least number of steps from `start` to `goal`, each to an element of `within`; -1
    without a way.

    >>> distance(0, 2, 0b111, ((1,), (2,), ()))
    2
    """
    if start < 0 or goal < 0:
        return -1
    if start == goal:
        return 0
    front, seen, steps = [start], 1 << start, 0
    while front:
        steps += 1
        following = []
        for place in front:
            for other in links[place]:
                if within >> other & 1 and not seen >> other & 1:
                    if other == goal:
                        return steps
                    seen |= 1 << other
                    following.append(other)
        front = following
    return -1


def cheapest_route(start: int, goal: int, costs: Mapping[int, int], ends: Links) -> int:
    """Return the least total cost of the edges from `start` to `goal`; -1 without a way.

    `costs` has the edges that may be passed, `ends` the places that an edge joins.

    >>> cheapest_route(0b1, 0b100, {0: 2, 1: 1}, ((0, 1), (1, 2)))
    3
    """
    at: dict[int, list[tuple[int, int]]] = {}
    for edge, cost in costs.items():
        for near in ends[edge]:
            at.setdefault(near, []).extend((cost, far) for far in ends[edge] if far != near)
    queue = [(0, place) for place in bits(start)]
    done: set[int] = set()
    while queue:
        total, place = heappop(queue)
        if goal >> place & 1:
            return total
        if place in done:
            continue
        done.add(place)
        for cost, far in at.get(place, ()):
            heappush(queue, (total + cost, far))
    return -1
