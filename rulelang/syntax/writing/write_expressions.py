"""Expressions to text: in goes a tree, out comes a line that is read as the same tree.

The forms that may only come last (`some … where`, `if`, `possible`, `supposing`) and operators that bind
less tightly than their place asks for get brackets; so the text says no more and no less than the tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from rulelang.syntax.trees import expressions as ex

# How tightly a form binds; a place that asks for more than a form has puts it in brackets.
OPEN, OR, AND, NOT, COMPARE, ON, SUM, PRODUCT, UNARY, ACCESS, ATOM, PRIMARY = range(12)

_LEVELS: Final = {
    "or": OR, "and": AND, "=": COMPARE, "!=": COMPARE, "<": COMPARE, "<=": COMPARE, ">": COMPARE,
    ">=": COMPARE, "in": COMPARE, "on": ON, "+": SUM, "-": SUM, "except": SUM, "*": PRODUCT, "..": UNARY,
}  # fmt: skip
# What stands on either side of an operator: the left may be of the same sort, comparisons do not chain.
_SIDES: Final = {
    OR: (OR, AND), AND: (AND, NOT), COMPARE: (ON, ON), ON: (ON, SUM), SUM: (SUM, PRODUCT),
    PRODUCT: (PRODUCT, UNARY), UNARY: (ACCESS, ACCESS),
}  # fmt: skip


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def expr(node: ex.Expr, least: int = OPEN) -> str:
    """Return the text of an expression for a place that takes forms from `least` on."""
    text, level = _written(node)
    return text if level >= least else f"({text})"


def exprs(nodes: Iterable[ex.Expr]) -> str:
    """Return expressions with commas between."""
    return ", ".join(map(expr, nodes))


def _written(node: ex.Expr) -> tuple[str, int]:
    match node:
        case ex.Unary(op="not", operand=ex.Binary(op="in", left=left, right=right)):
            return f"{expr(left, ON)} not in {expr(right, ON)}", COMPARE
        case ex.Unary(op="not", operand=operand):
            return _ending_open("not ", operand, NOT)
        case ex.Unary(op=op, operand=operand):
            return f"{op}{expr(operand, UNARY)}", UNARY
        case ex.Binary(op=op, left=left, right=right):
            level = _LEVELS[op]
            before, after = _SIDES[level]
            if op in ("or", "and"):
                return _ending_open(f"{expr(left, before)} {op} ", right, after, level)
            sign = op if op == ".." else f" {op} "
            return f"{expr(left, before)}{sign}{expr(right, after)}", level
        case ex.Divide(left=left, right=right, rounding=rounding):
            return f"{expr(left, PRODUCT)} / {expr(right, UNARY)} rounded {rounding}", PRODUCT
        case ex.IsKind(operand=operand, kind=kind):
            return f"{expr(operand, ON)} is {kind.text}", COMPARE
        case ex.Filled(operand=operand, wanted=wanted):
            return f"{'some' if wanted else 'no'} {expr(operand, ON)}", COMPARE
        case ex.Quantified() | ex.IfElse() | ex.Possible() | ex.Supposing():
            return _open(node), OPEN
        case ex.Of() | ex.KindOf() | ex.SizeOf():
            return _access(node), ACCESS
        case ex.Printed(operand=operand, field=field):
            return f"{expr(operand, ATOM)}.{field.text}", ATOM
        case _:
            return _primary(node), PRIMARY


def _ending_open(
    before: str, operand: ex.Expr, least: int, level: int | None = None
) -> tuple[str, int]:
    """An operator whose last operand may be an open form, which makes the whole an open one."""
    text, found = _written(operand)
    own = least if level is None else level
    if found == OPEN:
        return f"{before}{text}", OPEN
    return f"{before}{text if found >= least else f'({text})'}", own


def _open(node: ex.Quantified | ex.IfElse | ex.Possible | ex.Supposing) -> str:
    match node:
        case ex.Quantified(word=word, variable=name, source=source, condition=condition):
            return f"{word} {name.text} in {expr(source, ON)} where {expr(condition)}"
        case ex.IfElse(condition=condition, then=then, otherwise=otherwise):
            return f"if {expr(condition)} then {expr(then)} else {expr(otherwise)}"
        case ex.Possible(call=call):
            return f"possible {call_text(call)}"
        case ex.Supposing(changes=changes, expr=inner):
            from rulelang.syntax.writing.write_statements import simple

            return f"supposing {', '.join(map(simple, changes))}: {expr(inner)}"
        case _:
            assert_never(node)


def _access(node: ex.Of | ex.KindOf | ex.SizeOf) -> str:
    match node:
        case ex.Of(name=name, owner=ex.Constant(word="me") as me, part=part) if _is_my(node, me):
            return f"my {name.text}" + ("" if part is None else f" of {expr(part, ACCESS)}")
        case ex.Of(name=name, owner=owner):
            return f"{name.text} of {expr(owner, ACCESS)}"
        case ex.KindOf(kind=kind, owner=owner):
            return f"{kind.text} of {expr(owner, ACCESS)}"
        case ex.SizeOf(operand=operand):
            return f"size of {expr(operand, ACCESS)}"
        case _:
            assert_never(node)


def _is_my(node: ex.Of, me: ex.Constant) -> bool:
    return node.part is not None or me.span.start == node.span.start


def _primary(node: ex.Expr) -> str:
    match node:
        case ex.Number(value=value):
            return str(value)
        case ex.Text(value=value):
            return quoted(value)
        case ex.Name(ident=ident) | ex.Kind(ident=ident):
            return ident.text
        case ex.Constant(word=word):
            return word
        case ex.Amount(count=count, kind=kind):
            return f"{count.value} {expr(kind, ACCESS)}"
        case ex.CallExpr(name=name, args=args):
            return f"{name.text}({exprs(args)})"
        case ex.SetLit(items=items):
            return f"{{{exprs(items)}}}"
        case ex.ListLit(items=items):
            return f"[{exprs(items)}]"
        case ex.Clockwise(direction=direction, start=start):
            return f"{direction} from {expr(start, PRIMARY)}"
        case _:
            return _searching(node)


def where(condition: ex.Expr | None, word: str = "where") -> str:
    """Return ` where …`, or nothing."""
    return "" if condition is None else f" {word} {expr(condition)}"


def _searching(node: ex.Expr) -> str:
    match node:
        case ex.Comprehension():
            best = "" if node.best_by is None else f" with {node.best} {expr(node.best_by, SUM)}"
            inner = f"{node.variable.text} in {expr(node.source, ON)}{best}"
            return f"{node.word}({inner}{where(node.condition)})"
        case ex.Fold():
            inner = f"{expr(node.expr)} for {node.variable.text} in {expr(node.source, ON)}"
            return f"{node.word}({inner}{where(node.condition)})"
        case ex.Path() | ex.Cheapest():
            ways = f"{expr(node.start, ON)} to {expr(node.goal, ON)} through "
            ways += f"{node.variable.text} in {expr(node.through, ON)}"
            if isinstance(node, ex.Cheapest):
                cost = f" costing {expr(node.cost, SUM)}"
                return f"cheapest({ways}{cost}{where(node.condition)})"
            length = "" if node.length is None else f", length {expr(node.length, SUM)}"
            return f"path({ways}{where(node.condition)}{length})"
        case ex.Longest():
            steps = f"{node.edge.text}, {node.next_edge.text} at {node.at.text}"
            return f"longest({steps} in {expr(node.edges, ON)}{where(node.condition)})"
        case ex.Groups():
            pair = f"{node.left.text}, {node.right.text}"
            return f"groups({pair} in {expr(node.source, ON)} where {expr(node.condition)})"
        case _:
            raise TypeError(f"{type(node).__name__} has no text")


def callee_text(callee: ex.Callee) -> str:
    """Return a rule with its arguments, or an effect value."""
    if callee.value is not None:
        return expr(callee.value)
    assert callee.name is not None
    return callee.name.text + ("" if callee.args is None else f"({exprs(callee.args)})")


def call_text(call: ex.Call) -> str:
    """Return a call with its flags."""
    flags = " and ".join(flag.text for flag in call.flags)
    return callee_text(call.callee) + (f" with {flags}" if flags else "")


def calls_text(calls: Iterable[ex.Call], *, repeatedly: bool = False) -> str:
    """Return calls joined by `or`."""
    return " or ".join(map(call_text, calls)) + (", repeatedly" if repeatedly else "")
