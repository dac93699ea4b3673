"""Rules of types: what fits where, what two types have in common, ranges of arithmetic."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import Compare, Const, Expr, Logic
from rulelang.program.types import (
    BundleType,
    ErrorType,
    FlagType,
    IntType,
    NoneType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.source import Span

FAR = 10**9  # stands for "no bound" in ranges
_READ_THE_PLACE = (
    "read the place where it is needed, as in `define f(p: Player) = … hand of p …`, "
    "or count at once: `size of …`, `total(…)`"
)


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted (ranges are not judged)."""
    match found, wanted:
        case (ErrorType(), _) | (_, ErrorType()):
            return True
        case IntType(), IntType():
            return True
        case FlagType(), FlagType():
            return True
        case NoneType(), RefType(optional=True):
            return True
        case RefType(), RefType():
            if found.optional and not wanted.optional:
                return False
            if found.universe != wanted.universe:
                # Every player is a figure; a figure is a player if it can be nothing else.
                wider = found.universe in wanted.holds
                narrower = wanted.universe in found.holds and set(found.ids) <= set(wanted.ids)
                return wider or narrower
            return bool(set(found.ids) & set(wanted.ids)) or not found.ids
        case SetType(counted=True), SetType():
            return False
        case SetType() | SeqType(), SetType() | SeqType():
            return fits(found.of, wanted.of)
        case BundleType(enum=a), BundleType(enum=b):
            return a == b
        case _:
            return False


def expect(expr: Expr, wanted: Type, span: Span, symbols: Symbols) -> bool:
    """Report if `expr` cannot stand where `wanted` is needed."""
    found = expr.type
    if isinstance(found, SetType) and isinstance(wanted, SetType) and fits(found.of, wanted.of):
        return keeps_number(expr, span, symbols)
    if fits(found, wanted):
        return True
    if (
        isinstance(found, RefType)
        and isinstance(wanted, RefType)
        and found.optional
        and fits(attrs.evolve(found, optional=False), wanted)
    ):
        symbols.report.error(
            codes.OPTIONAL_NOT_CHECKED,
            span,
            what="this",
            help="ask first: `if some x: …` or `some x and …`",
        )
        return False
    symbols.report.error(codes.WRONG_TYPE, span, found=describe(found), expected=describe(wanted))
    return False


def lying_type(of: RefType, symbols: Symbols) -> SetType:
    """The type of what lies somewhere: counted, if some of it is alike."""
    return SetType(of, any(symbols.things[i].is_alike for i in of.ids))


def keeps_number(expr: Expr, span: Span, symbols: Symbols, help_line: str = "") -> bool:
    """Report if a value is to be made of what lies somewhere, and pieces of one face would become one.

    This is the only door from what lies somewhere to a set that is kept, given, joined or compared.
    """
    type_ = expr.type
    if not isinstance(type_, SetType) or not type_.counted:
        return True
    number_lost(type_.of, span, symbols, help_line)
    return False


def number_lost(of: RefType | IntType, span: Span, symbols: Symbols, help_line: str = "") -> None:
    """Report that a set would not tell how many of these there are."""
    kind = of.kind if isinstance(of, RefType) else "number"
    symbols.report.error(codes.NUMBER_LOST, span, kind=kind, help=help_line or _READ_THE_PLACE)


def join(left: Type, right: Type) -> Type | None:
    """Return the smallest type that both fit, or None."""
    match left, right:
        case (ErrorType(), other) | (other, ErrorType()):
            return other
        case IntType(), IntType():
            return IntType(min(left.low, right.low), max(left.high, right.high))
        case FlagType(), FlagType():
            return left
        case NoneType(), NoneType():
            return left
        case (NoneType(), RefType() as ref) | (RefType() as ref, NoneType()):
            return attrs.evolve(ref, optional=True)
        case RefType(), RefType() if left.universe == right.universe:
            ids = left.ids if left.ids == right.ids else tuple(sorted({*left.ids, *right.ids}))
            kind = left.kind if len(left.ids) >= len(right.ids) else right.kind
            return RefType(left.universe, ids, kind, left.optional or right.optional, left.holds)
        case RefType(), RefType() if left.universe in right.holds or right.universe in left.holds:
            wider = right if left.universe in right.holds else left
            return attrs.evolve(wider, optional=left.optional or right.optional)
        case SetType() | SeqType(), SetType() | SeqType():
            of = join(left.of, right.of)
            return SetType(of) if isinstance(of, RefType | IntType) else None
        case BundleType(enum=a), BundleType(enum=b) if a == b:
            return BundleType(a, left.signed or right.signed)
    return None


def amount_range(type_: BundleType) -> IntType:
    """How many of a kind, or in all, can be in a bundle."""
    return IntType(-FAR if type_.signed else 0, FAR)


def as_given(type_: Type) -> Type:
    """The type of a parameter: whoever gives amounts may give some below 0."""
    return BundleType(type_.enum, signed=True) if isinstance(type_, BundleType) else type_


def element(type_: Type) -> Type:
    """The type of a set's elements."""
    return type_.of if isinstance(type_, SetType | SeqType) else type_


def clamp(low: int, high: int) -> IntType:
    return IntType(max(-FAR, low), min(FAR, high))


def arith_range(op: str, left: IntType, right: IntType) -> IntType:
    """The range of `left op right`."""
    match op:
        case "+":
            return clamp(left.low + right.low, left.high + right.high)
        case "-":
            return clamp(left.low - right.high, left.high - right.low)
        case "min":
            return IntType(min(left.low, right.low), min(left.high, right.high))
        case "max":
            return IntType(max(left.low, right.low), max(left.high, right.high))
        case "*":
            ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return clamp(min(ends), max(ends))
        case _:
            return _quotient_range(left, right)


def _quotient_range(left: IntType, right: IntType) -> IntType:
    divisors = [
        d for d in (right.low, right.high, 1, -1) if d != 0 and right.low <= d <= right.high
    ]
    quotients = [a // d for a in (left.low, left.high) for d in divisors]
    quotients += [-(-a // d) for a in (left.low, left.high) for d in divisors]
    return clamp(min(quotients or [0]), max(quotients or [0]))


def number(value: int) -> Const:
    return Const(IntType(value, value), value)


def constant_value(expr: Expr) -> int | None:
    """The value of an expression that play cannot change, as far as that is plain to see."""
    match expr:
        case Const(value=value):
            return value
        case Logic(op=op, operands=operands):
            found = [constant_value(part) for part in operands]
            if None in found:
                return None
            truths = [bool(value) for value in found]
            result = all(truths) if op == "and" else any(truths) if op == "or" else not truths[0]
            return int(result)
        case Compare(op=op, left=left, right=right):
            a, b = constant_value(left), constant_value(right)
            if a is None or b is None:
                return None
            outcomes = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b}
            return int(outcomes.get(op, a >= b))
        case _:
            return None
