"""Expressions over what is printed, worked out when the module is written.

In goes an expression and the ids that its locals stand for, out comes its value, or None if it depends
on play.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from rulelang.backends.python.unit import Unit
from rulelang.program import nodes as ir

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def printed_value(expr: ir.Expr, names: Mapping[str, int], unit: Unit) -> int | None:
    """Return a number, reference or flag (0 or 1) that never changes; None if it may."""
    match expr:
        case ir.Const(value=value):
            return value
        case ir.Local(name=name):
            return names.get(name)
        case ir.TableGet(table=table, index=index, offset=offset):
            row = printed_value(index, names, unit)
            if row is None or not 0 <= row - offset < len(unit.tables[table]):
                return None
            found = unit.tables[table][row - offset]
            return int(found) if isinstance(found, int) else None
        case ir.Compare(op=op, left=left, right=right):
            first, second = printed_value(left, names, unit), printed_value(right, names, unit)
            if first is None or second is None:
                return None
            return int(_COMPARE[op](first, second))
        case ir.Logic(op="not", operands=(operand,)):
            inner = printed_value(operand, names, unit)
            return None if inner is None else int(not inner)
        case ir.Logic(op=op, operands=operands):
            values = [printed_value(operand, names, unit) for operand in operands]
            if None in values:
                return None
            return int(all(values) if op == "and" else any(values))
        case ir.Contains(item=item, set=whole):
            found_item, elements = (
                printed_value(item, names, unit),
                _printed_set(whole, names, unit),
            )
            return None if found_item is None or elements is None else int(found_item in elements)
        case ir.Cond(condition=condition, then=then, otherwise=otherwise):
            decided = printed_value(condition, names, unit)
            if decided is None:
                return None
            return printed_value(then if decided else otherwise, names, unit)
        case ir.CallDefine(define=name, args=args):
            return _called(name, args, names, unit)
        case _:
            return None


def _called(
    name: str, args: tuple[ir.Expr, ...], names: Mapping[str, int], unit: Unit
) -> int | None:
    define = unit.analysis.defines[name]
    inner: dict[str, int] = {}
    for (param, _type), arg in zip(define.params, args, strict=True):
        value = printed_value(arg, names, unit)
        if value is None:
            return None
        inner[param] = value
    return None if define.uses_me else printed_value(define.expr, inner, unit)


def _printed_set(expr: ir.Expr, names: Mapping[str, int], unit: Unit) -> set[int] | None:
    match expr:
        case ir.Ids(ids=ids):
            return set(ids)
        case ir.SetOf(items=items):
            found = [printed_value(item, names, unit) for item in items]
            return None if None in found else {value for value in found if value is not None}
        case ir.TableGet(table=table, index=index, offset=offset):
            row = printed_value(index, names, unit)
            values = None if row is None else unit.tables[table][row - offset]
            return set(values) if isinstance(values, tuple) else None
        case _:
            return None
