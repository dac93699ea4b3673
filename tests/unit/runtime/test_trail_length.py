"""Longest trails: the search from odd corners and stops against trying everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulelang.runtime.trails import Known, trail_length

Edges = list[tuple[int, int]]


def tried(edges: Edges, passable: set[int]) -> int:
    """The most edges of a trail, found by following every trail from every corner."""

    def longest(corner: int, used: frozenset[int], *, is_start: bool) -> int:
        if not is_start and corner not in passable:
            return len(used)
        best = len(used)
        for number, ends in enumerate(edges):
            if number not in used and corner in ends:
                far = ends[1] if ends[0] == corner else ends[0]
                best = max(best, longest(far, used | {number}, is_start=False))
        return best

    corners = {corner for ends in edges for corner in ends}
    return max((longest(corner, frozenset(), is_start=True) for corner in corners), default=0)


def corners_of(edges: Edges) -> dict[int, list[tuple[int, int]]]:
    """For each corner its edges, as bits, with the corner at the other end."""
    at: dict[int, list[tuple[int, int]]] = {corner: [] for corner in range(7)}
    for number, (first, second) in enumerate(edges):
        at[first].append((1 << number, second))
        at[second].append((1 << number, first))
    return at


def searched(edges: Edges, passable: set[int], known: Known) -> int:
    at = corners_of(edges)
    everything = (1 << len(edges)) - 1
    return trail_length(everything, sum(1 << c for c in passable), edges, at, known)


corner_pairs = st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(
    lambda ends: ends[0] < ends[1]
)


@given(st.lists(corner_pairs, max_size=8, unique=True), st.sets(st.integers(0, 6)))
def test_the_search_finds_what_trying_everything_finds(edges: Edges, passable: set[int]) -> None:
    assert searched(edges, passable, ({}, {}, [])) == tried(edges, passable)


@given(st.lists(corner_pairs, max_size=8, unique=True), st.lists(st.sets(st.integers(0, 6))))
def test_edges_may_come_one_by_one(edges: Edges, passable: list[set[int]]) -> None:
    known: Known = ({}, {}, [])
    at = corners_of(edges)
    for count in range(1, len(edges) + 1):
        there = edges[:count]
        may_pass = passable[count % len(passable)] if passable else set(range(7))
        found = trail_length((1 << count) - 1, sum(1 << c for c in may_pass), edges, at, known)
        assert found == tried(there, may_pass)


def test_a_ring_is_walked_all_round() -> None:
    ring = [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert searched(ring, {0, 1, 2, 3}, ({}, {}, [])) == 4


def test_a_stop_in_the_ring_is_where_the_trail_begins_and_ends() -> None:
    ring = [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert searched(ring, {0, 1, 2}, ({}, {}, [])) == 4


def test_known_answers_are_kept_by_roads_and_stops() -> None:
    known: Known = ({}, {}, [])
    assert searched([(0, 1), (1, 2)], {0, 1, 2}, known) == 2
    assert searched([(0, 1), (1, 2)], {0, 2}, known) == 1
    assert searched([(0, 1), (1, 2)], {0, 1, 2}, known) == 2
