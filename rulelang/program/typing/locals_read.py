"""Which locals an expression reads: what must be known before it can be judged."""

from __future__ import annotations

from functools import cache

from rulelang.frozen import field_names, is_frozen
from rulelang.program.nodes import Expr, Local


def locals_in(expr: Expr) -> frozenset[str]:
    """Return the names of all locals read in `expr`, bound inside it or not."""
    return _locals(expr)


@cache
def _locals(node: object) -> frozenset[str]:
    if isinstance(node, Local):
        return frozenset({node.name})
    if isinstance(node, tuple):
        return frozenset().union(*(_locals(part) for part in node))
    parts = (getattr(node, name) for name in field_names(type(node)))
    return frozenset().union(*(_locals(part) for part in parts if _is_node(part)))


def _is_node(part: object) -> bool:
    return isinstance(part, tuple) or is_frozen(type(part))
