"""What is known before play: in goes an expression, out come its value, its parts or its size.

Settings and the number of players are constants of a program, so many conditions are decided here.
Everything is careful: what cannot be decided at a glance is unknown (None).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator

from rulelang.program import nodes as ir

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def known_value(expr: ir.Expr | None) -> int | None:
    """Return the value of an expression that is the same in every position, else None."""
    match expr:
        case ir.Const(value=value):
            return value
        case ir.Compare(op=op, left=left, right=right):
            first, second = known_value(left), known_value(right)
            if first is None or second is None:
                return None
            return int(_COMPARE[op](first, second))
        case ir.Logic(op="not", operands=(operand,)):
            inner = known_value(operand)
            return None if inner is None else int(not inner)
        case ir.Logic(op=op, operands=operands):
            return _known_logic(op, [known_value(operand) for operand in operands])
        case _:
            return None


def _known_logic(op: str, values: list[int | None]) -> int | None:
    decides = int(op == "or")
    if decides in values:
        return decides
    return None if None in values else 1 - decides


def is_known(expr: ir.Expr | None, *, wanted: bool) -> bool:
    """Whether a condition has the wanted value in every position; no condition is always met."""
    if expr is None:
        return wanted
    return known_value(expr) == int(wanted)


def conjuncts(expr: ir.Expr | None, *, holds: bool = True) -> Iterator[ir.Expr]:
    """Yield what is certainly true where `expr` is true (or false, with `holds` unset)."""
    match expr:
        case None:
            return
        case ir.Logic(op="not", operands=(operand,)):
            yield from conjuncts(operand, holds=not holds)
        case ir.Logic(op=op, operands=operands) if op == ("and" if holds else "or"):
            for part in operands:
                yield from conjuncts(part, holds=holds)
        case ir.Compare(type=type_, op=op, left=left, right=right) if not holds:
            yield ir.Compare(type_, _NEGATED[op], left, right)
        case _:
            yield expr if holds else ir.Logic(expr.type, "not", (expr,))


def lower_bounds(fact: ir.Expr) -> Iterator[tuple[ir.Expr, int]]:
    """Yield (expression, least value) for everything that a true condition bounds from below."""
    match fact:
        case ir.Compare(op=op, left=left, right=right):
            yield from _bound(op, left, right)
            yield from _bound(_MIRRORED[op], right, left)
        case ir.Fold(word="some", source=source, condition=None):
            yield source, 1
        case _:
            return


def _bound(op: str, left: ir.Expr, right: ir.Expr) -> Iterator[tuple[ir.Expr, int]]:
    value = known_value(right)
    if value is None:
        return
    if op in (">=", "=="):
        yield left, value
    elif op == ">":
        yield left, value + 1
    elif op == "!=" and value == 0:
        yield left, 1
