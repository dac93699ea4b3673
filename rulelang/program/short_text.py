"""Expressions and statements of the typed program as short text, for dumps and drawings.

The text is stable and close to how the rules are written; it is for people and is never read back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulelang.program import nodes as ir
from rulelang.program.types import BundleType, FlagType, RefType, SetType, Type

_SIGNS = {"==": "=", "//": "/", "ceil": "/↑"}


def show(node: object) -> str:
    """Return an expression or statement as one line."""
    match node:
        case ir.Const(type=type_, value=value):
            return _constant(type_, value)
        case ir.Local(name=name):
            return name
        case ir.VarGet(var=name, index=index):
            return name if index is None else f"{name} of {show(index)}"
        case ir.AccountGet(account=account, holder=holder, kind=kind):
            return f"{show(kind)} of {_of(account, holder)}"
        case ir.TableGet(table=table, index=index):
            return f"{table}[{show(index)}]"
        case ir.Arith() | ir.Compare() | ir.Logic() | ir.Cond():
            return _operation(node)
        case ir.Fold() | ir.Filter() | ir.SetOp() | ir.SetOf() | ir.Ids() | ir.IntRange():
            return _set(node)
        case ir.CallDefine(define=define, args=args):
            return f"{define}({_list(args)})"
        case ir.Contains(item=item, set=whole):
            return f"{show(item)} in {show(whole)}"
        case ir.Covers(amount=amount, whole=whole):
            return f"{show(amount)} within {show(whole)}"
        case ir.BundleOf() | ir.BundleIn() | ir.BundleOp():
            return _bundle(node)
        case ir.Alternative():
            return show_alternative(node)
        case _:
            return _statement(node)


def _operation(node: ir.Arith | ir.Compare | ir.Logic | ir.Cond) -> str:
    match node:
        case ir.Arith(left=left, right=None):
            return f"-{show(left)}"
        case ir.Arith(op=("min" | "max") as op, left=left, right=right):
            return f"{op}({show(left)}, {show(right)})"
        case ir.Arith(op=op, left=left, right=right) | ir.Compare(op=op, left=left, right=right):
            return f"({show(left)} {_SIGNS.get(op, op)} {show(right)})"
        case ir.Logic(op="not", operands=(operand,)):
            return f"not {show(operand)}"
        case ir.Logic(op=op, operands=operands):
            return f"({f' {op} '.join(map(show, operands))})"
        case ir.Cond(condition=condition, then=then, otherwise=otherwise):
            return f"(if {show(condition)} then {show(then)} else {show(otherwise)})"


def _constant(type_: Type, value: int) -> str:
    match type_:
        case FlagType():
            return "true" if value else "false"
        case RefType(kind=kind):
            return "none" if value < 0 else f"{kind}#{value}"
        case _:
            return str(value)


def _bundle(node: ir.BundleOf | ir.BundleIn | ir.BundleOp) -> str:
    match node:
        case ir.BundleOf(items=items):
            return " + ".join(f"{show(count)} * {show(kind)}" for count, kind in items) or "nothing"
        case ir.BundleIn(account=account, holder=holder):
            return _of(account, holder)
        case ir.BundleOp(op=op, left=left, right=right):
            return f"({show(left)} {op} {show(right)})"


def _of(name: str, holder: ir.Expr | None) -> str:
    return name if holder is None else f"{name} of {show(holder)}"


def _list(nodes: Iterable[object]) -> str:
    return ", ".join(map(show, nodes))


def _set(node: ir.Fold | ir.Filter | ir.SetOp | ir.SetOf | ir.Ids | ir.IntRange) -> str:
    match node:
        case ir.Ids(type=type_, ids=ids):
            return _ids(type_, ids)
        case ir.IntRange(low=low, high=high):
            return f"{show(low)}..{show(high)}"
        case ir.SetOf(items=items):
            return f"{{{_list(items)}}}"
        case ir.SetOp(op=op, left=left, right=right):
            return f"({show(left)} {op} {show(right)})"
        case ir.Filter():
            best = "" if node.best_by is None else f" with {node.best} {show(node.best_by)}"
            return f"all({node.variable} in {show(node.source)}{_where(node.condition)}{best})"
        case ir.Fold():
            value = "" if node.value is None else f"{show(node.value)} for "
            where = _where(node.condition)
            return f"{node.word}({value}{node.variable} in {show(node.source)}{where})"


def _ids(type_: Type, ids: tuple[int, ...]) -> str:
    of = type_.of if isinstance(type_, SetType) else type_
    kind = of.kind if isinstance(of, RefType) else ""
    if len(ids) > 4 and ids == tuple(range(ids[0], ids[-1] + 1)):
        return f"{kind}{{{ids[0]}..{ids[-1]}}}"
    return f"{kind}{{{', '.join(map(str, ids))}}}"


def _where(condition: ir.Expr | None) -> str:
    return "" if condition is None else f" where {show(condition)}"


def show_alternative(node: ir.Alternative) -> str:
    """Return an alternative: its rule with arguments, or its picks, and its conditions."""
    if node.rule is not None:
        args = ", ".join(_argument(arg) for arg in node.args)
        text = f"{node.rule}({args})"
    else:
        text = f"{node.name}({', '.join(map(show_pick, node.picks))})"
    conditions = [show(line.expr) for line in node.conditions]
    return text + (f" if {' and '.join(conditions)}" if conditions else "")


def _argument(arg: ir.Argument) -> str:
    if arg.value is not None:
        return show(arg.value)
    return "?" if arg.bind is None else f"?{arg.bind}"


def show_pick(pick: ir.Pick) -> str:
    """Return a pick as it is asked."""
    if pick.source is not None:
        text = f"{pick.local} in {show(pick.source)}{_where(pick.condition)}"
    else:
        whole = "" if pick.bundle_from is None else f" from {show(pick.bundle_from)}"
        text = f"{pick.local} as {show(pick.size_low)}..{show(pick.size_high)}{whole}"
    return text + (" if any" if pick.if_any else "")


def _statement(node: object) -> str:
    match node:
        case ir.Let(local=local, expr=expr):
            return f"let {local} = {show(expr)}"
        case ir.SetVar(var=var, index=index, value=value):
            return f"set {_of(var, index)} to {show(value)}"
        case ir.Transfer():
            source = _of(node.source, node.source_holder)
            return (
                f"pay {show(node.amount)} from {source} to {_of(node.target, node.target_holder)}"
            )
        case ir.Roll(local=local, among=None):
            return f"roll {local} = {node.dice}d{node.sides}"
        case ir.CallRule(player=player, alternative=alternative):
            return f"do {show(alternative)} as {show(player)}"
        case ir.If():
            return f"if {show(node.condition)}: {_body(node.then)} else: {_body(node.otherwise)}"
        case ir.Each():
            by = "" if node.by is None else f" by {show(node.by)}"
            head = f"each {node.variable} in {show(node.source)}{_where(node.condition)}{by}"
            return f"{head}: {_body(node.body)}"
        case ir.Stop(name=name):
            return "stop" if name is None else f"stop {name}"
        case ir.Finish():
            return "finish"
        case _:
            return _generic(node)


def _body(body: ir.Body) -> str:
    return f"[{'; '.join(map(show, body))}]"


def _numbers(numbers: tuple[int, ...]) -> str:
    """Return numbers with runs drawn together.

    >>> _numbers((1, 2, 3, 7))
    '1..3, 7'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}..{p[-1]}" for p in parts)


def _generic(node: object) -> str:
    """Any other node: its name and its parts in order."""
    if isinstance(node, tuple) and node and all(isinstance(item, int) for item in node):
        return _numbers(node)
    if isinstance(node, tuple):
        return f"[{'; '.join(map(show, node))}]"
    cls: Any = type(node)
    if not attrs.has(cls) or isinstance(node, RefType | BundleType):
        return str(node)
    fields = attrs.fields(cls)
    parts = [
        f"{field.name} {show(value)}"
        for field in fields
        if field.name not in {"type", "span", "label"}
        and (value := getattr(node, field.name)) not in (None, (), False)
    ]
    return f"{type(node).__name__}({', '.join(parts)})"
