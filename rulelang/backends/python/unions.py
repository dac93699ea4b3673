"""Masks that take lines of their own: unions over a set, and what is only computed where it counts.

`{x in D where some a in S where C(a, x)}` is the union over S of the masks of C: each element of S is
looked at once, not once for each x.
"""

from __future__ import annotations

from rulelang.backends.python import expressions, masks, sets
from rulelang.backends.python.printed import conjuncts
from rulelang.backends.python.unit import Scope
from rulelang.program import nodes as ir
from rulelang.program.types import FLAG
from rulelang.program.walk import free_locals


def over(expr: ir.Fold, vector: str, scope: Scope) -> str | None:
    """Return the mask of all values for which some element of a set meets the condition."""
    if vector in free_locals(expr.source) or vector == expr.variable:
        return None
    code, indent = scope.code, scope.code.indent
    alone = [part for part in conjuncts(expr.condition) if vector not in free_locals(part)]
    with code.capture() as lines:
        found = code.name("m")
        code.line(f"{found} = 0")
        name = sets.element_name(scope, expr.variable)
        levels = sets.open_where(expr.source, expr.variable, _all(alone), scope, name)
        inner = scope.bind(expr.variable, name)
        parts = [part for part in conjuncts(expr.condition) if part not in alone]
        texts = [masks.mask(part, vector, inner) for part in parts]
        code.line(f"{found} |= {' & '.join(masks.bracketed(text or '') for text in texts)}")
        sets.close_walk(scope, levels)
    code.indent = indent
    if any(text is None for text in texts):
        return None
    code.put(lines)
    return found


def guarded(expr: ir.Logic, vector: str, scope: Scope) -> str | None:
    """Return the mask of a conjunction that begins with what decides for all values."""
    code = scope.code
    alone, parts = [], list(expr.operands)
    while parts and vector not in free_locals(parts[0]):
        alone.append(parts.pop(0))
    condition = expressions.scalar(_all(alone) or expr, scope)
    code.indent += 1
    with code.capture() as lines:
        text = masks.mask(_all(parts) or expr, vector, scope)
    code.indent -= 1
    if text is None:
        return None
    if not lines:
        return f"((-1 if {condition} else 0) & {masks.bracketed(text)})"
    found = code.name("m")
    code.line(f"{found} = 0")
    code.line(f"if {expressions.unwrapped(condition)}:")
    code.put(lines)
    code.indent += 1
    code.line(f"{found} = {text}")
    code.indent -= 1
    return found


def _all(parts: list[ir.Expr]) -> ir.Expr | None:
    """Return the conjunction of some conditions; None of none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return ir.Logic(FLAG, "and", tuple(parts))
