"""Clear locals that nobody will read any more before play waits: equal positions are equal vectors.

In goes a routine, out comes one with `Clear` nodes before decisions and calls (and at the entry, for
parameters that only the costs read). A local is dead where no node that can follow reads it. Whether
it is set again before it is read is not looked at, so some dead locals stay; that costs nothing but
a chance to see that two positions are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from rulelang.graph import nodes as g
from rulelang.program import nodes as ir
from rulelang.program.walk import descend, descend_all

_STEPS = ("next", "then", "otherwise", "body", "after")
_KEPT = frozenset({"me", "#return"})


def clear_dead_locals(
    routine: g.Routine, params: Iterable[str], take_number: Callable[[], int]
) -> g.Routine:
    """Return the routine with what is dead cleared wherever it waits."""
    if routine.entry is None:
        return routine
    nodes = {node.id: node for node in routine.nodes}
    bits = _Bits()
    needed = _needed(nodes, bits)
    given = frozenset(params)
    maybe_set = _maybe_set(nodes, routine.entry, given, bits)
    kept_bits = bits.of(_KEPT)
    places = {
        number: maybe_set[number] & ~needed[number] & ~kept_bits
        for number, node in nodes.items()
        if isinstance(node, g.Decision | g.Call) and number in maybe_set
    }
    at_entry = bits.of(given) & ~needed[routine.entry] & ~kept_bits
    if at_entry:
        places[routine.entry] = places.get(routine.entry, 0) | at_entry
    order = [name for name, _width in routine.locals]
    moved: dict[int, int] = {}
    added: list[g.Node] = []
    for number, dead in sorted(places.items()):
        names = tuple(name for name in order if bits.of((name,)) & dead) if dead else ()
        if names:
            moved[number] = take_number()
            added.append(g.Clear(moved[number], nodes[number].span, names, number))
    kept = [_redirected(node, moved) for node in routine.nodes]
    entry = moved.get(routine.entry, routine.entry)
    return attrs.evolve(routine, nodes=(*kept, *added), entry=entry)


def _successors(node: g.Node) -> list[int]:
    found = [getattr(node, name) for name in _STEPS if isinstance(getattr(node, name, None), int)]
    return [*found, *getattr(node, "taken", ())]


def _redirected(node: g.Node, moved: dict[int, int]) -> g.Node:
    changes: dict[str, Any] = {  # the fields differ from node to node
        name: moved.get(getattr(node, name), getattr(node, name))
        for name in _STEPS
        if isinstance(getattr(node, name, None), int)
    }
    if isinstance(node, g.Decision):
        changes["taken"] = tuple(moved.get(number, number) for number in node.taken)
    return attrs.evolve(node, **changes)


def _reads(node: g.Node) -> frozenset[str]:
    found = set()
    for part in descend(node):
        if isinstance(part, ir.Local):
            found.add(part.name)
        elif isinstance(part, ir.PerPlayer):
            found.add(part.local)
        elif isinstance(part, g.Repeat):
            found.add(part.state)
    if isinstance(node, g.TurnLeave) and node.saved is not None:
        found.add(node.saved)
    return frozenset(found)


def _writes(node: g.Node) -> frozenset[str]:
    found: set[str | None] = set()
    for part in descend_all((node,)):
        match part:
            case ir.Let(local=local) | ir.Roll(local=local) | ir.Pick(local=local):
                found.add(local)
            case ir.Argument(bind=bind):
                found.add(bind)
            case ir.Decide(result=result):
                found.add(result)
            case g.Repeat(state=state, variable=variable):
                found |= {state, variable}
            case g.TurnEnter(saved=saved):
                found.add(saved)
            case _:
                pass
    return frozenset(name for name in found if name is not None)


def _needed(nodes: dict[int, g.Node], bits: _Bits) -> dict[int, int]:
    """Return what each node and those that can follow it read."""
    before: dict[int, list[int]] = {number: [] for number in nodes}
    for number, node in nodes.items():
        for following in _successors(node):
            if following in nodes:
                before[following].append(number)
    needed = {number: bits.of(_reads(node)) for number, node in nodes.items()}
    waiting = list(nodes)
    while waiting:
        number = waiting.pop()
        for earlier in before[number]:
            after = needed[earlier] | needed[number]
            if after != needed[earlier]:
                needed[earlier] = after
                waiting.append(earlier)
    return needed


def _maybe_set(
    nodes: dict[int, g.Node], entry: int, params: frozenset[str], bits: _Bits
) -> dict[int, int]:
    """Return what can be set when each node is reached."""
    writes = {number: bits.of(_writes(node)) for number, node in nodes.items()}
    reached = {entry: bits.of(params)}
    waiting = [entry]
    while waiting:
        number = waiting.pop()
        node = nodes[number]
        after = reached[number] | writes[number]
        if isinstance(node, g.Clear):
            after &= ~bits.of(node.locals)
        for following in _successors(node):
            if isinstance(node, g.RepeatNext) and following == node.after != node.body:
                # the loop itself clears them
                after &= ~bits.of(n for n in (node.loop.state, node.loop.variable) if n is not None)
            if following not in nodes:
                continue
            grown = reached.get(following, 0) | after
            if following not in reached or grown != reached[following]:
                reached[following] = grown
                waiting.append(following)
    return reached


class _Bits:
    """Sets of locals as bits of a number: a routine may have thousands of nodes and locals."""

    def __init__(self) -> None:
        self._number_of: dict[str, int] = {}

    def of(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= 1 << self._number_of.setdefault(name, len(self._number_of))
        return found
