"""Walk over syntax trees: in goes a node or a tuple of nodes, out come it and all nodes below it.

Works by the fields of the nodes, so a new node needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from rulelang.frozen import field_names
from rulelang.syntax.trees.expressions import Expr

EXPRESSIONS: tuple[type, ...] = get_args(Expr)


def walk(root: object, *, without: tuple[type, ...] = ()) -> Iterator[object]:
    """Yield all nodes at and below `root` as they are written, but nothing inside of `without`."""
    skipped = frozenset(without)
    stack = [root]
    while stack:
        node = stack.pop()
        cls = node.__class__
        if cls is tuple:
            stack.extend(reversed(node))  # type: ignore[call-overload]  # a tuple, as asked above
            continue
        if cls in skipped:
            continue
        names = _names_of(cls)  # type: ignore[arg-type]  # every class can be hashed
        if names is not None:
            yield node
            stack.extend([getattr(node, name) for name in names])


@cache
def _names_of(cls: type) -> tuple[str, ...] | None:
    """The fields in which nodes can be, the last first; None for what is no node."""
    names = field_names(cls)
    if "span" not in names:
        return None
    return tuple(name for name in reversed(names) if name != "span")
