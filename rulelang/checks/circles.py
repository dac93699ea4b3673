"""Circles in a graph of names: in goes who leads to whom, out come the parts that lead back.

All of it is linear in the size of the graph, because rules files come from strangers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, Sequence[str]]


def cycles_of(graph: Graph) -> Iterator[tuple[str, ...]]:
    """Yield one shortest cycle for each part that leads back to itself, from its first member on.

    >>> list(cycles_of({"a": ["b"], "b": ["a"], "c": ["a"]}))
    [('a', 'b', 'a')]
    """
    parts: dict[str, frozenset[str]] = {}
    for part in components(graph):
        parts |= dict.fromkeys(part, part)
    done: set[str] = set()
    for name in graph:
        if name not in done:
            done |= parts[name]
            yield from _shortest_cycle(name, graph, parts[name])


def _shortest_cycle(start: str, graph: Graph, part: frozenset[str]) -> Iterator[tuple[str, ...]]:
    came_from: dict[str, str] = {}
    queue = [start]
    for name in queue:
        for goal in graph.get(name, ()):
            if goal not in part or goal in came_from:
                continue
            came_from[goal] = name
            queue.append(goal)
            if goal == start:
                chain = [start, name]
                while chain[-1] != start:
                    chain.append(came_from[chain[-1]])
                yield tuple(reversed(chain))
                return


def callees_first(graph: Graph) -> list[str]:
    """Return all names, each after those it leads to, as far as there are no cycles.

    >>> callees_first({"a": ["b"], "b": ["c"], "c": []})
    ['c', 'b', 'a']
    """
    order: list[str] = []
    seen: set[str] = set()
    for name in graph:
        _walk(name, graph, seen, order)
    return order


def components(graph: Graph) -> list[frozenset[str]]:
    """Return the sets of names that lead to each other (Kosaraju); most have one member."""
    order = callees_first(graph)
    backwards: dict[str, list[str]] = {name: [] for name in graph}
    for name, goals in graph.items():
        for goal in goals:
            if goal in backwards:
                backwards[goal].append(name)
    parts: list[frozenset[str]] = []
    seen: set[str] = set()
    for name in reversed(order):
        part: list[str] = []
        _walk(name, backwards, seen, part)
        if part:
            parts.append(frozenset(part))
    return parts


def _walk(start: str, graph: Graph, seen: set[str], finished: list[str]) -> None:
    """Add everything reached from `start` to `finished`, what is left last coming last."""
    if start in seen:
        return
    seen.add(start)
    stack = [(start, iter(graph[start]))]
    while stack:
        name, goals = stack[-1]
        goal = next((goal for goal in goals if goal in graph and goal not in seen), None)
        if goal is None:
            finished.append(name)
            stack.pop()
        else:
            seen.add(goal)
            stack.append((goal, iter(graph[goal])))
