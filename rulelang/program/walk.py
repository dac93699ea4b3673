"""Walk over the typed program: children of a node, all nodes below it, the locals it reads.

Works on any expression, statement, pick, requirement or alternative, by their attrs fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


# Fields by class, none for what is no node: asked for millions of times.
_NAMES: dict[type, tuple[str, ...] | None] = {}


def fields_of(cls: type) -> tuple[str, ...] | None:
    """Return the fields of a class of nodes that can lead to further nodes; None for any other."""
    if cls in _NAMES:
        return _NAMES[cls]
    skipped = {"type", "span", "label", "sentence"}
    names = tuple(name for name in field_names(cls) if name not in skipped)
    _NAMES[cls] = names if is_frozen(cls) else None
    return _NAMES[cls]


def _gather(value: Any, found: list[object]) -> None:
    cls = value.__class__
    if cls is tuple:
        for item in value:
            _gather(item, found)
    elif (_NAMES[cls] if cls in _NAMES else fields_of(cls)) is not None:
        found.append(value)


def children(node: object) -> list[object]:
    """Return the program nodes directly below `node`, in the order they are written."""
    found: list[object] = []
    for name in fields_of(node.__class__) or ():
        _gather(getattr(node, name), found)
    return found


def descend(node: object) -> Iterator[object]:
    """Yield `node` and everything below it."""
    return descend_all((node,))


def descend_all(nodes: Iterable[object]) -> Iterator[object]:
    """Yield all nodes and everything below them, each before what is below it."""
    return _descend(nodes, ())


def descend_done(nodes: Iterable[object]) -> Iterator[object]:
    """Like `descend_all`, but without what is only supposed or asked about, never done."""
    return _descend(nodes, (ir.Possible, ir.Supposing))


def _descend(nodes: Iterable[object], left_out: tuple[type, ...]) -> Iterator[object]:
    stack = list(nodes)
    stack.reverse()
    while stack:
        node = stack.pop()
        if node.__class__ in left_out:
            continue
        yield node
        below = children(node)
        below.reverse()
        stack += below


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
    outside: list[object] = []
    for name in fields_of(node.__class__) or ():
        if name not in scoped[1]:
            _gather(getattr(node, name), outside)
    return _union(outside) | (inner - bound_names)


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
    changed = {
        name: _renamed(getattr(node, name), old, new) for name in fields_of(node.__class__) or ()
    }
    return attrs.evolve(node, **changed)
