"""Searches on the graphs of boards: trails, paths, connected parts. Sets of places are bit masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

Links = Sequence[Sequence[int]]
# For a corner its edges, as bits, each with the corner at its other end.
At = Mapping[int, Sequence[tuple[int, int]]]
# What `trail_length` remembers: the corners of sets of edges, answers by edges and stops, and the
# last few answers.
Known = tuple[dict[int, int], dict[tuple[int, int], int], list[tuple[int, int, int]]]
REMEMBERED = 8  # answers that are looked through for the same edges without the newest


def connected(start: int, within: int, links: Links) -> int:
    """Return the part of `within` that hangs together with `start` (0 if start is not in it).

    >>> connected(0, 0b1011, ((1,), (0, 2), (1, 3), (2,)))
    3
    """
    if start < 0 or not within >> start & 1:
        return 0
    part = 1 << start
    queue = [start]
    while queue:
        for place in links[queue.pop()]:
            if within >> place & 1 and not part >> place & 1:
                part |= 1 << place
                queue.append(place)
    return part


def longest_trail(steps: Mapping[tuple[int, int], Sequence[int]], ends: Links) -> int:
    """Return the most edges of a trail that uses each edge once.

    `steps` gives, for an edge and the corner it is left by, the edges that may follow.
    """
    best = 0
    bound = len({edge for edge, _corner in steps})

    def follow(edge: int, corner: int, used: int, length: int) -> None:
        nonlocal best
        best = max(best, length)
        for following in steps[edge, corner]:
            if used >> following & 1:
                continue
            for far in ends[following]:
                if far != corner:
                    follow(following, far, used | 1 << following, length + 1)

    for edge, corner in steps:
        if best == bound:
            break
        follow(edge, corner, 1 << edge, 1)
    return best


def trail_length(
    edges: int,
    passable: int,
    ends: Links,
    at: At,
    known: Known,
) -> int:
    """Return the most edges of a trail over `edges` that passes only `passable` corners.

    `ends` gives the two corners of an edge, `at` for a corner its edges (as bits) with the corner
    at their other end. `known` keeps answers between calls: the question is asked again and again
    about roads that did not change.
    """
    corners, answers, recent = known
    touched = corners.get(edges)
    if touched is None:
        if len(corners) > 20_000:
            corners.clear()
            answers.clear()
            recent.clear()
        touched = 0
        for edge in bits(edges):
            first, second = ends[edge]
            touched |= 1 << first | 1 << second
        corners[edges] = touched
    # Corners far away do not matter: the same roads with the same stops are one question.
    stops = touched & ~passable
    answer = answers.get((edges, stops))
    if answer is None:
        before = _one_less(edges, stops, known)
        left, best = (edges, 0) if before is None else (edges & ~before[0], before[1])
        answer = answers[edges, stops] = _longest(edges, left, best, stops, (ends, at))
        recent.insert(0, (edges, stops, answer))
        del recent[REMEMBERED:]
    return answer


def _one_less(edges: int, stops: int, known: Known) -> tuple[int, int] | None:
    """Return the same edges but one, with the answer for them, if they were asked about lately."""
    corners, _answers, recent = known
    for old, old_stops, answer in recent:
        more = edges ^ old
        if old & more or more & more - 1:
            continue
        if stops & corners[old] == old_stops:
            return old, answer
    return None


def _corners(edges: int, ends: Links) -> tuple[int, int]:
    """The corners that edges touch, and those that an odd number of them touches."""
    touched = odd = 0
    for edge in bits(edges):
        first, second = ends[edge]
        both = 1 << first | 1 << second
        touched |= both
        odd ^= both
    return touched, odd


def _longest(edges: int, left: int, best: int, stops: int, board: tuple[Links, At]) -> int:
    """Look at each part that hangs together without passing a stop and has one of the edges `left`.

    Without those edges a trail has at most `best`. In a part without a ring the corner farthest
    from anywhere is one end of a longest trail.
    """
    ends, at = board
    while left:
        bit = left & -left
        corner = ends[bit.bit_length() - 1][0]
        begin = bit if stops >> corner & 1 else edges
        part, length, end, last, has_ring = _walk(corner, begin, edges, stops, at)
        left &= ~part
        if part.bit_count() <= best:
            continue
        if has_ring:
            touched, odd = _corners(part, ends)
            length = _longest_from(part, stops & touched, odd | stops & touched, touched, at)
        elif length < part.bit_count():
            length = _walk(end, last, edges, stops, at)[1]
        if length > best:
            best = length
    return best


def _walk(
    corner: int, begin: int, edges: int, stops: int, at: At
) -> tuple[int, int, int, int, bool]:
    """Walk the part that begins at a corner with some of the edges `begin`.

    Return its edges, the length to its farthest end, that end, the last edge there, and whether
    there is a ring in it (then lengths mean nothing).
    """
    part = length = last = 0
    end, seen, has_ring = corner, 1 << corner, False
    waiting = [(corner, 1, begin)]
    while waiting:
        corner, reached, open_edges = waiting.pop()
        for bit, far in at[corner]:
            if open_edges & bit:
                part |= bit
                if reached > length:
                    length, end, last = reached, far, bit
                if not stops >> far & 1:
                    if seen >> far & 1:
                        has_ring = True
                    else:
                        seen |= 1 << far
                        waiting.append((far, reached + 1, edges & ~bit))
    return part, length, end, last, has_ring


def _longest_from(
    edges: int,
    stops: int,
    starts: int,
    touched: int,
    at: At,
) -> int:
    """A longest trail starts where it cannot be extended: at a stop or at an odd corner, or, where
    a part has neither, anywhere in it."""
    best = seen = 0

    def follow(corner: int, left: int, length: int) -> None:
        nonlocal best, seen
        seen |= 1 << corner
        if length > best:
            best = length
        for bit, far in at[corner]:
            if left & bit:
                if stops >> far & 1:
                    if length >= best:
                        best = length + 1
                else:
                    follow(far, left ^ bit, length + 1)

    total = edges.bit_count()
    while starts:
        bit = starts & -starts
        starts ^= bit
        touched &= ~bit
        before = seen
        follow(bit.bit_length() - 1, edges, 0)
        if best == total:
            return best
        # A trail that ends at an odd corner begins somewhere else in the same part: one of those
        # corners need not be tried.
        spare = starts & seen & ~before & ~stops
        starts ^= spare & -spare
        if not starts:
            # What no start reached is a part where every corner is even: begin anywhere in it.
            unseen = touched & ~seen
            starts = unseen & -unseen
    if not seen and touched:
        follow((touched & -touched).bit_length() - 1, edges, 0)
    return best


def path_exists(
    start: int, goal: int, through: int, links: Sequence[int], low: int, high: int | None
) -> bool:
    """Is there a path from `start` to `goal` with low … high places of `through` in between?

    `links` has the neighbours of each place as a set.
    """
    if low <= 1:
        return _reached(start, goal, through, links, low, high) & goal != 0
    limit = through.bit_count() if high is None else high
    return any(
        _simple_path(place, goal, through & ~(1 << place), links, low, limit)
        for place in bits(start)
    )


def reached(start: int, through: int, links: Sequence[int], low: int, high: int | None) -> int:
    """Return all places to which a path leads, with low (0 or 1) … high places in between.

    >>> line = (0b10, 0b101, 0b1010, 0b100)
    >>> bin(reached(0b1, 0b110, line, 1, 1)), bin(reached(0b1, 0b110, line, 0, None))
    ('0b101', '0b1111')
    """
    return _reached(start, 0, through, links, low, high)


def bits(mask: int) -> list[int]:
    """Return the elements of a set, ascending.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found


def _neighbours(mask: int, links: Sequence[int]) -> int:
    around = 0
    while mask:
        low = mask & -mask
        mask ^= low
        around |= links[low.bit_length() - 1]
    return around


def _reached(
    start: int, goal: int, through: int, links: Sequence[int], low: int, high: int | None
) -> int:
    """Breadth first, until a place of the goal is found; a place between counts one."""
    front = _neighbours(start, links)
    found = start | front if low <= 0 else 0
    left = through & ~start
    while not found & goal and (high is None or high > 0):
        front &= left
        if not front:
            break
        left &= ~front
        front = _neighbours(front, links)
        found |= front
        high = None if high is None else high - 1
    return found


def _simple_path(
    place: int, goal: int, through: int, links: Sequence[int], low: int, high: int
) -> bool:
    for other in bits(links[place]):
        if low <= 0 and goal >> other & 1:
            return True
        if high > 0 and through >> other & 1:
            rest = through & ~(1 << other)
            if _simple_path(other, goal, rest, links, low - 1, high - 1):
                return True
    return False


def cheapest_path(start: int, goal: int, costs: Mapping[int, int], links: Links) -> int:
    """Return the least total cost of the places between `start` and `goal`, or -1.

    `costs` has the places that may be passed.
    """
    if start & goal:
        return 0
    queue = [(0, place) for place in bits(start)]
    done: set[int] = set()
    while queue:
        total, place = heappop(queue)
        if place in done:
            continue
        done.add(place)
        if goal >> place & 1:
            return total
        for other in links[place]:
            if goal >> other & 1:
                heappush(queue, (total, other))
            elif other in costs:
                heappush(queue, (total + costs[other], other))
    return -1
