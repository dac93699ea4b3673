"""Searches on boards against networkx, and the small helpers of generated code."""

from __future__ import annotations

from itertools import product

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.runtime.picks import each_bundle, each_subset, pack, ranked_prizes, unpack
from rulelang.runtime.trails import bits, cheapest_path, connected, path_exists, reached

SIZE = 7
EDGES = st.sets(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)).filter(lambda e: e[0] < e[1]),
    max_size=10,
)


def links_of(edges: set[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each place."""
    graph = nx.Graph(list(edges))
    graph.add_nodes_from(range(SIZE))
    return tuple(tuple(sorted(graph[place])) for place in range(SIZE))


@settings(max_examples=60, deadline=None)
@given(EDGES, st.integers(0, SIZE - 1), st.integers(0, 2**SIZE - 1))
def test_connected_parts(edges: set[tuple[int, int]], start: int, within: int) -> None:
    graph = nx.Graph(list(edges))
    graph.add_nodes_from(range(SIZE))
    inside = graph.subgraph(bits(within))
    wanted = nx.node_connected_component(inside, start) if start in inside else set()
    assert set(bits(connected(start, within, links_of(edges)))) == wanted


@settings(max_examples=60, deadline=None)
@given(
    EDGES,
    st.integers(0, SIZE - 1),
    st.integers(0, SIZE - 1),
    st.integers(0, 2**SIZE - 1),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_paths_with_a_length(
    edges: set[tuple[int, int]], start: int, goal: int, through: int, low: int, high: int
) -> None:
    graph = nx.Graph(list(edges))
    graph.add_nodes_from(range(SIZE))
    allowed = set(bits(through)) - {start, goal}
    found = [
        len(path) - 2
        for path in (nx.all_simple_paths(graph, start, goal) if start != goal else ())
        if set(path[1:-1]) <= allowed
    ]
    if start == goal and low <= 0:
        found.append(0)
    if start == goal:
        return
    wanted = any(low <= between <= high for between in found)
    allowed_mask = sum(1 << place for place in allowed)
    links = tuple(sum(1 << other for other in row) for row in links_of(edges))
    got = path_exists(1 << start, 1 << goal, allowed_mask, links, low, high)
    assert got == wanted
    if low <= 1:
        everywhere = reached(1 << start, allowed_mask, links, low, high)
        assert (everywhere >> goal & 1) == wanted


@settings(max_examples=60, deadline=None)
@given(
    EDGES,
    st.integers(0, SIZE - 1),
    st.integers(0, SIZE - 1),
    st.dictionaries(st.integers(0, SIZE - 1), st.integers(0, 5)),
)
def test_cheapest_paths(
    edges: set[tuple[int, int]], start: int, goal: int, costs: dict[int, int]
) -> None:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(SIZE))
    for a, b in edges:
        for source, target in ((a, b), (b, a)):
            if target == goal or target in costs:
                graph.add_edge(source, target, weight=0 if target == goal else costs[target])
    try:
        wanted = nx.dijkstra_path_length(graph, start, goal)
    except nx.NetworkXNoPath:
        wanted = -1
    assert cheapest_path(1 << start, 1 << goal, costs, links_of(edges)) == wanted


def test_bundles_and_subsets_come_complete_and_in_order() -> None:
    found = list(each_bundle((2, 1, 3), 2, 3))
    wanted = [b for b in product(range(3), range(2), range(4)) if 2 <= sum(b) <= 3]
    assert found == wanted
    subsets = list(each_subset(0b11011, 2, 3))
    assert len(set(subsets)) == len(subsets) == 6 + 4
    assert all(mask & ~0b11011 == 0 for mask in subsets)


@given(st.lists(st.integers(0, 65535), max_size=9))
def test_lists_survive_packing(values: list[int]) -> None:
    assert unpack(pack(values)) == values


def test_prizes_are_shared_as_the_rules_say() -> None:
    assert ranked_prizes([3, 3, 1], (12, 7), "share_down") == [9, 9, 0]
    assert ranked_prizes([3, 3, 1], (12, 7), "share_up") == [10, 10, 0]
    assert ranked_prizes([3, 3, 1], (12, 7), "all") == [12, 12, 0]
    assert ranked_prizes([0, 0, 0], (), "all") == [0, 0, 0]
