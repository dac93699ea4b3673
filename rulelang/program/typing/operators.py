"""Type operators: arithmetic, comparison, membership, logic; on numbers, sets and bundles."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe, resolve_kind
from rulelang.program.declare.fitting_types import (
    amount_range,
    arith_range,
    fits,
    join,
    keeps_number,
    number,
)
from rulelang.program.nodes import (
    Arith,
    BundleOf,
    BundleOp,
    BundleSize,
    Compare,
    Const,
    Contains,
    CountAt,
    Covers,
    Expr,
    Fold,
    Ids,
    IntRange,
    Logic,
    PlaceOf,
    SetOf,
    SetOp,
)
from rulelang.program.types import (
    FLAG,
    NONE,
    PLACES,
    THINGS,
    BundleType,
    ErrorType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import lying, regions
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex

APART = (
    "count each apart and add: `size of a + size of b`; or ask several places at once: `Kind on …`"
)
Operator = ex.Unary | ex.Binary | ex.Divide | ex.IsKind | ex.Filled


def type_operator(node: Operator, scope: Scope, want: Type | None) -> Expr:
    match node:
        case ex.Unary(op="not", operand=operand):
            inner = exprs.type_flag(operand, scope)
            return Logic(FLAG, "not", (inner,))
        case ex.Unary(operand=operand):
            return _negative(operand, scope)
        case ex.Divide():
            return _divide(node, scope)
        case ex.IsKind(operand=operand, kind=kind):
            return _is_kind(operand, kind, scope)
        case ex.Filled():
            return _filled(node, scope)
        case ex.Binary(op="and" | "or"):
            return _logic(node, scope)
        case ex.Binary(op="in"):
            return _is_in(node, scope)
        case ex.Binary(op="on"):
            return lying.things_on(node, scope)
        case ex.Binary(op=".."):
            low, high = exprs.type_int(node.left, scope), exprs.type_int(node.right, scope)
            if not isinstance(low.type, IntType) or not isinstance(high.type, IntType):
                return exprs.BAD
            return IntRange(SetType(IntType(low.type.low, high.type.high)), low, high)
        case ex.Binary(op="+" | "-" | "*" | "except"):
            return _sum(node, scope, want)
        case ex.Binary():
            return _compare(node, scope)


# --- what a condition says about optional values ---------------------------------------------------


def narrow_keys(node: ex.Expr) -> frozenset[str]:
    """The key under which a scope remembers that `node` is not none; nothing for long forms."""
    key = narrow_key(node)
    return frozenset() if key is None else frozenset({key})


def narrow_key(node: ex.Expr) -> str | None:
    match node:
        case ex.Name(ident=ident):
            return ident.text
        case ex.Printed(operand=operand, field=field):
            inner = narrow_key(operand)
            return None if inner is None else f"{inner}.{field.text}"
        case ex.Of(name=name, owner=owner):
            inner = narrow_key(owner)
            return None if inner is None else f"{name.text} of {inner}"
        case ex.Constant(word="me"):
            return "me"
        case _:
            return None


def known_present(node: ex.Expr) -> frozenset[str]:
    """Locals that are certainly not none where `node` is true."""
    match node:
        case ex.Binary(op="and"):
            return known_present(node.left) | known_present(node.right)
        case ex.Filled(operand=operand, wanted=True):
            return narrow_keys(operand)
        case ex.Binary(op="!=", left=operand, right=ex.Constant(word="none")):
            return narrow_keys(operand)
        case ex.Unary(op="not", operand=operand):
            return known_absent(operand)
        case ex.IsKind(operand=operand, kind=kind):
            keys = narrow_keys(operand)
            return keys | {f"{key} is {kind.text}" for key in keys}
        case _:
            return frozenset()


def known_absent(node: ex.Expr) -> frozenset[str]:
    """Locals that are certainly not none where `node` is false."""
    match node:
        case ex.Binary(op="or"):
            return known_absent(node.left) | known_absent(node.right)
        case ex.Filled(operand=operand, wanted=False):
            return narrow_keys(operand)
        case ex.Binary(op="=", left=operand, right=ex.Constant(word="none")):
            return narrow_keys(operand)
        case ex.Unary(op="not", operand=operand):
            return known_present(operand)
        case _:
            return frozenset()


def _logic(node: ex.Binary, scope: Scope) -> Expr:
    left = exprs.type_flag(node.left, scope)
    known = known_present(node.left) if node.op == "and" else known_absent(node.left)
    right = exprs.type_flag(node.right, scope.narrow(known))
    operands: list[Expr] = []
    for part in (left, right):
        if isinstance(part, Logic) and part.op == node.op:
            operands += part.operands
        else:
            operands.append(part)
    return Logic(FLAG, node.op, tuple(operands))


# --- comparing ---------------------------------------------------------------------------------------


def _compare(node: ex.Binary, scope: Scope) -> Expr:
    op = "==" if node.op == "=" else node.op
    if isinstance(node.left, ex.Text) or _is_ambiguous(node.left, scope):
        right = exprs.type_expr(node.right, scope)
        left = exprs.type_expr(node.left, scope, right.type)
    else:
        left = exprs.type_expr(node.left, scope)
        right = exprs.type_expr(node.right, scope, left.type)
    if isinstance(left.type, SetType) or isinstance(right.type, SetType):
        left, right = (_region_elements(side, scope) for side in (left, right))
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return Const(FLAG, 0)
    for side, part in ((left, node.left), (right, node.right)):
        if not keeps_number(side, part.span, scope.symbols):
            return Const(FLAG, 0)
    joined = join(left.type, right.type)
    ordered = op not in ("==", "!=")
    comparable = joined is not None and (isinstance(joined, IntType) or not ordered)
    if ordered and isinstance(joined, RefType) and joined.universe not in (THINGS, PLACES):
        comparable = True  # cases of an enum come in the order declared
    if not comparable:
        scope.symbols.report.error(
            codes.CANNOT_COMPARE, node.span, left=describe(left.type), right=describe(right.type)
        )
        return Const(FLAG, 0)
    return Compare(FLAG, op, left, right)


def _is_ambiguous(node: ex.Expr, scope: Scope) -> bool:
    if not isinstance(node, ex.Name) or scope.lookup(node.ident.text) is not None:
        return False
    return len(scope.symbols.constants.get(node.ident.text, [])) > 1


def _region_elements(expr: Expr, scope: Scope) -> Expr:
    """Where a set is meant, a region is its elements; anything else stays as it is."""
    return regions.members(expr, scope.symbols) if regions.is_region(expr.type) else expr


def _is_in(node: ex.Binary, scope: Scope) -> Expr:
    whole = _region_elements(exprs.type_expr(node.right, scope), scope)
    if isinstance(whole.type, ErrorType):
        return Const(FLAG, 0)
    if isinstance(whole.type, BundleType):
        return _in_bundle(node, whole, scope)
    if isinstance(whole.type, RefType) and scope.symbols.is_zone(whole.type):
        return _in_zone(node, whole, scope)
    if not isinstance(whole.type, SetType | SeqType):
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.right.span, found=describe(whole.type), expected="a set"
        )
        return Const(FLAG, 0)
    item = exprs.type_expr(node.left, scope, whole.type.of)
    if isinstance(item.type, IntType) and isinstance(whole, IntRange):
        low = Compare(FLAG, ">=", item, whole.low)
        high = Compare(FLAG, "<=", item, whole.high)
        return Logic(FLAG, "and", (low, high))
    bare = attrs.evolve(item.type, optional=False) if isinstance(item.type, RefType) else item.type
    if not fits(bare, whole.type.of) and not fits(whole.type.of, bare):
        scope.symbols.report.error(
            codes.CANNOT_COMPARE, node.span, left=describe(item.type), right=describe(whole.type)
        )
        return Const(FLAG, 0)
    return Contains(FLAG, item, whole)


def _in_bundle(node: ex.Binary, whole: Expr, scope: Scope) -> Expr:
    assert isinstance(whole.type, BundleType)
    part = exprs.type_expr(node.left, scope, scope.symbols.ref(whole.type.enum))
    if isinstance(part.type, RefType) and part.type.universe == whole.type.enum:
        part = BundleOf(whole.type, ((number(1), part),))
    if not fits(part.type, whole.type):
        if not isinstance(part.type, ErrorType):
            scope.symbols.report.error(
                codes.CANNOT_COMPARE,
                node.span,
                left=describe(part.type),
                right=describe(whole.type),
            )
        return Const(FLAG, 0)
    return Covers(FLAG, part, whole)


def _in_zone(node: ex.Binary, zone: Expr, scope: Scope) -> Expr:
    assert isinstance(zone.type, RefType)
    symbols = scope.symbols
    accepted = symbols.accepted(zone.type)
    item = exprs.type_expr(node.left, scope, RefType(THINGS, accepted, "component"))
    if not isinstance(item.type, RefType) or item.type.universe != THINGS:
        if not isinstance(item.type, ErrorType):
            symbols.report.error(
                codes.WRONG_TYPE, node.left.span, found=describe(item.type), expected="a component"
            )
        return Const(FLAG, 0)
    if all(symbols.things[i].is_alike for i in item.type.ids):
        if isinstance(item, Const):
            there = CountAt(IntType(0, 1000), zone, (item.value,))
            return Compare(FLAG, ">", there, number(0))
        return Contains(FLAG, item, exprs.contents(zone, scope))
    return Compare(FLAG, "==", PlaceOf(zone.type, item), zone)


def _is_kind(operand: ex.Expr, kind: ex.Ident, scope: Scope) -> Expr:
    item = exprs.type_expr(operand, scope)
    found = resolve_kind(kind, scope.symbols)
    if found is None or not isinstance(item.type, RefType):
        return Const(FLAG, 0)
    wanted = scope.symbols.kinds[found]
    bare = attrs.evolve(item.type, optional=False)
    if not set(bare.ids) & set(wanted.ids) or (
        wanted.universe != bare.universe and wanted.universe not in bare.holds
    ):
        scope.symbols.report.error(
            codes.CANNOT_COMPARE, operand.span, left=describe(item.type), right=f"`{found}`"
        )
        return Const(FLAG, 0)
    return Contains(FLAG, item, Ids(SetType(scope.symbols.ref(found)), wanted.ids))


def _filled(node: ex.Filled, scope: Scope) -> Expr:
    operand = exprs.type_expr(node.operand, scope)
    present: Expr
    match operand.type:
        case RefType() as type_ if scope.symbols.is_zone(type_):
            size = exprs.size_of(operand, node.operand.span, scope)
            present = Compare(FLAG, ">", size, number(0))
        case RefType():
            present = Compare(FLAG, "!=", operand, Const(operand.type, NONE))
        case SetType() | SeqType():
            _, variable = scope.bind("one", operand.type.of)
            present = Fold(FLAG, "some", variable, operand, None, None)
        case BundleType():
            size = BundleSize(amount_range(operand.type), operand)
            present = Compare(FLAG, ">", size, number(0))
        case ErrorType():
            return Const(FLAG, 0)
        case _:
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                node.operand.span,
                found=describe(operand.type),
                expected="a set, a zone or something that can be none",
            )
            return Const(FLAG, 0)
    return present if node.wanted else Logic(FLAG, "not", (present,))


# --- arithmetic -----------------------------------------------------------------------------------------


def _negative(operand: ex.Expr, scope: Scope) -> Expr:
    inner = exprs.type_int(operand, scope)
    if not isinstance(inner.type, IntType):
        return exprs.BAD
    if isinstance(inner, Const):
        return number(-inner.value)
    return Arith(IntType(-inner.type.high, -inner.type.low), "neg", inner, None)


def _divide(node: ex.Divide, scope: Scope) -> Expr:
    left, right = exprs.type_int(node.left, scope), exprs.type_int(node.right, scope)
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
        return exprs.BAD
    if right.type.low <= 0 <= right.type.high:
        scope.symbols.report.error(
            codes.OUT_OF_RANGE, node.right.span, found="0", expected="what one can divide by"
        )
        return exprs.BAD
    op = "//" if node.rounding == "down" else "ceil"
    return Arith(arith_range(op, left.type, right.type), op, left, right)


def _sum(node: ex.Binary, scope: Scope, want: Type | None) -> Expr:
    left = exprs.contents(exprs.type_expr(node.left, scope, want), scope)
    side = want if node.op != "*" else None
    right = exprs.contents(exprs.type_expr(node.right, scope, side), scope)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return exprs.BAD
    if isinstance(left.type, IntType) and isinstance(right.type, IntType) and node.op != "except":
        if isinstance(left, Const) and isinstance(right, Const):
            a, b = left.value, right.value
            return number({"+": a + b, "-": a - b, "*": a * b}[node.op])
        return Arith(arith_range(node.op, left.type, right.type), node.op, left, right)
    made = _bundle_sum(node, left, right) if node.op != "except" else None
    if made is None and not _may_be_joined(node, left, right, scope):
        return exprs.BAD
    made = made or _set_sum(node, left, right)
    if made is None:
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.right.span,
            found=describe(right.type),
            expected=f"something that goes with {describe(left.type)}",
        )
        return exprs.BAD
    return made


def _may_be_joined(node: ex.Binary, left: Expr, right: Expr, scope: Scope) -> bool:
    """Both sides are sets, or what lies somewhere with all of some kinds left out."""
    sides = [(right, node.right)]
    if node.op != "except":
        sides.insert(0, (left, node.left))
    return all(keeps_number(side, part.span, scope.symbols, APART) for side, part in sides)


def _bundle_sum(node: ex.Binary, left: Expr, right: Expr) -> Expr | None:
    if node.op == "*":
        count, kind = (left, right) if isinstance(left.type, IntType) else (right, left)
        if not isinstance(count.type, IntType):
            return None
        if isinstance(kind.type, RefType) and kind.type.universe not in (THINGS, PLACES):
            return BundleOf(BundleType(kind.type.universe, count.type.low < 0), ((count, kind),))
        if isinstance(kind.type, BundleType):
            signed = kind.type.signed or count.type.low < 0
            return BundleOp(BundleType(kind.type.enum, signed), "*", kind, count)
        return None
    if not isinstance(left.type, BundleType) or not isinstance(right.type, BundleType):
        return None
    if left.type.enum != right.type.enum:
        return None
    # What is left of amounts is never below 0.
    signed = node.op == "+" and (left.type.signed or right.type.signed)
    type_ = BundleType(left.type.enum, signed)
    if node.op == "+" and isinstance(left, BundleOf) and isinstance(right, BundleOf):
        return BundleOf(type_, left.items + right.items)
    return BundleOp(type_, node.op, left, right)


def _set_sum(node: ex.Binary, left: Expr, right: Expr) -> Expr | None:
    def as_set(expr: Expr) -> Expr | None:
        if isinstance(expr.type, SetType | SeqType):
            return expr
        if isinstance(expr.type, RefType):
            return SetOf(SetType(attrs.evolve(expr.type, optional=False)), (expr,))
        return None

    first, second = as_set(left), as_set(right)
    if first is None or second is None or node.op == "*":
        return None
    joined = join(first.type, second.type)
    if joined is None:
        return None
    if node.op == "+":
        return SetOp(joined, "union", first, second)
    if isinstance(first, Ids) and isinstance(second, Ids):
        kept = tuple(i for i in first.ids if i not in second.ids)
        return Ids(first.type, kept)
    return SetOp(_without(first.type, second), "except", first, second)


def _without(type_: Type, taken: Expr) -> Type:
    """The type of a set from which constants are taken: they are certainly not in it."""
    gone: set[int] = set()
    if isinstance(taken, Ids):
        gone = set(taken.ids)
    elif isinstance(taken, SetOf):
        gone = {item.value for item in taken.items if isinstance(item, Const)}
    if not isinstance(type_, SetType) or not isinstance(type_.of, RefType) or not gone:
        return type_
    kept = tuple(i for i in type_.of.ids if i not in gone)
    return SetType(attrs.evolve(type_.of, ids=kept))
