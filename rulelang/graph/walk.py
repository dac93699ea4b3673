"""Walk over the typed program: children of a node, all nodes below it, the locals it reads.

Works on any expression, statement, pick, requirement or alternative, by their attrs fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import attrs

from rulelang.frozen import field_names, is_frozen
from rulelang.program import nodes as ir

_BOUND_IN = {
    ir.Fold: (("variable",), ("condition", "value")),
    ir.Filter: (("variable",), ("condition", "best_by")),
    ir.LongestTrail: (("edge", "next_edge", "at"), ("condition",)),
    ir.PathExists: (("variable",), ("condition",)),
    ir.CheapestPath: (("variable",), ("condition", "cost")),
    ir.CheapestRoute: (("variable",), ("condition", "cost")),
    ir.GroupsOf: (("left", "right"), ("condition",)),
    ir.Distance: (("left", "right"), ("condition",)),
}


@cache
def _field_names(cls: Any) -> tuple[str, ...]:
    skipped = {"type", "span", "label", "sentence"}
    return tuple(name for name in field_names(cls) if name not in skipped)


def _fields_of(node: Any) -> tuple[str, ...]:
    return _field_names(type(node))  # type: ignore[arg-type]  # every class can be hashed


def _attrs_in(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from _attrs_in(item)
    elif is_frozen(type(value)):
        yield value


def children(node: object) -> Iterator[object]:
    """Yield the program nodes directly below `node`, in the order they are written."""
    for name in _fields_of(node):
        yield from _attrs_in(getattr(node, name))


def descend(node: object) -> Iterator[object]:
    """Yield `node` and everything below it."""
    yield node
    for child in children(node):
        yield from descend(child)


def descend_all(nodes: Iterable[object]) -> Iterator[object]:
    """Yield all nodes and everything below them."""
    for node in nodes:
        yield from descend(node)


def descend_done(nodes: Iterable[object]) -> Iterator[object]:
    """Like `descend_all`, but without what is only supposed or asked about, never done."""
    for node in nodes:
        if isinstance(node, ir.Possible | ir.Supposing):
            continue
        yield node
        yield from descend_done(children(node))


def free_locals(node: object) -> frozenset[str]:
    """Return the locals that `node` reads and does not bind itself."""
    if isinstance(node, ir.Local):
        return frozenset({node.name})
    if isinstance(node, ir.PerPlayer):
        return free_locals(node.player) | {node.local}
    if isinstance(node, ir.Alternative):
        return _free_in_alternative(node)
    if isinstance(node, ir.Supposing):
        bound = {stmt.local for stmt in node.changes if isinstance(stmt, ir.Let)}
        return _union(children(node)) - bound
    scoped = _BOUND_IN.get(type(node))
    if scoped is None:
        return _union(children(node))
    bound_names = {getattr(node, name) for name in scoped[0]}
    inner = _union(value for name in scoped[1] if (value := getattr(node, name)) is not None)
    outer = _union(
        child
        for name in _fields_of(node)
        if name not in scoped[1]
        for child in _attrs_in(getattr(node, name))
    )
    return outer | (inner - bound_names)


def _free_in_alternative(node: ir.Alternative) -> frozenset[str]:
    bound = {pick.local for pick in node.picks} | {a.bind for a in node.args if a.bind is not None}
    given = _union(arg.value for arg in node.args if arg.value is not None)
    return given | (_union((*node.picks, *node.conditions)) - bound)


def _union(nodes: Iterable[object]) -> frozenset[str]:
    names: frozenset[str] = frozenset()
    for node in nodes:
        names |= free_locals(node)
    return names


def rename_local(expr: ir.Expr, old: str, new: str) -> ir.Expr:
    """Return `expr` with every reading of the local `old` turned into one of `new`."""
    renamed: ir.Expr = _renamed(expr, old, new)
    return renamed


def _renamed(node: Any, old: str, new: str) -> Any:
    if isinstance(node, ir.Local):
        return attrs.evolve(node, name=new) if node.name == old else node
    if isinstance(node, tuple):
        return tuple(_renamed(part, old, new) for part in node)
    if not is_frozen(type(node)):
        return node
    changed = {name: _renamed(getattr(node, name), old, new) for name in _fields_of(node)}
    return attrs.evolve(node, **changed)
