"""Bundle picks: which amounts of each kind can still be completed, without trying all bundles.

Most tests about a bundle speak of one kind at a time (`no r in Resource where r in give and r in
want`), of its size, or of what covers it. Such a test only narrows the amounts of each kind, or the
size; whether a bundle with these amounts exists is then a question of sums. What is left is judged
for each bundle, as `lookahead` does for all other picks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from rulelang.backends.python import bundles, expressions, sets
from rulelang.backends.python.unit import Scope
from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.types import FLAG, BundleType, IntType
from rulelang.program.walk import free_locals

if TYPE_CHECKING:
    from rulelang.backends.python.offers import Offer, Test

_AMOUNT = "@amount"
_COUNT = IntType(0, 1 << 30)
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


@frozen
class PerKind:
    """For each kind `variable` of `source`: `condition` over the local @amount."""

    variable: str
    source: ir.Expr
    condition: ir.Expr


@frozen
class Within:
    """The bundle lies within another."""

    whole: ir.Expr


@frozen
class Size:
    """The size of the bundle compared with a number."""

    op: str
    number: ir.Expr


Narrowing = PerKind | Within | Size


def narrowing_of(expr: ir.Expr, local: str) -> Narrowing | None:
    """Return how a test narrows the bundle in `local`; None: it must be judged as a whole."""
    match expr:
        case ir.Logic(op="not", operands=(ir.Fold(word="some", condition=condition) as fold,)):
            if condition is None:
                return None
            return _per_kind(fold, ir.Logic(FLAG, "not", (condition,)), local)
        case ir.Fold(word="every", condition=condition) if condition is not None:
            return _per_kind(expr, condition, local)
        case ir.Covers(amount=ir.Local(name=name), whole=whole) if name == local:
            return None if local in free_locals(whole) else Within(whole)
        case ir.Compare(op=op, left=ir.BundleSize(bundle=ir.Local(name=name)), right=number):
            is_narrow = name == local and op in _MIRROR and local not in free_locals(number)
            return Size(op, number) if is_narrow else None
        case ir.Compare(op=op, left=number, right=ir.BundleSize(bundle=ir.Local(name=name))):
            is_narrow = name == local and op in _MIRROR and local not in free_locals(number)
            return Size(_MIRROR[op], number) if is_narrow else None
        case _:
            return None


def _per_kind(fold: ir.Fold, condition: ir.Expr, local: str) -> PerKind | None:
    if local in free_locals(fold.source):
        return None
    replaced = _of_one_kind(condition, local, fold.variable)
    if local in free_locals(replaced):
        return None
    return PerKind(fold.variable, fold.source, replaced)


def _of_one_kind(expr: ir.Expr, local: str, kind: str) -> ir.Expr:
    """Say everything about the bundle through the amount of the one kind."""
    amount = ir.Local(_COUNT, _AMOUNT)
    match expr:
        case ir.BundleCount(bundle=ir.Local(name=name), kind=ir.Local(name=which)):
            return amount if (name, which) == (local, kind) else expr
        case ir.Covers(
            amount=ir.BundleOf(items=((count, ir.Local(name=which)),)), whole=ir.Local(name=name)
        ) if (name, which) == (local, kind):
            return ir.Compare(FLAG, ">=", amount, count)
        case ir.Logic(operands=operands):
            return attrs.evolve(
                expr, operands=tuple(_of_one_kind(operand, local, kind) for operand in operands)
            )
        case ir.Compare(left=left, right=right):
            return attrs.evolve(
                expr,
                left=_of_one_kind(left, local, kind),
                right=_of_one_kind(right, local, kind),
            )
        case ir.Arith(left=left, right=right) if right is not None:
            return attrs.evolve(
                expr,
                left=_of_one_kind(left, local, kind),
                right=_of_one_kind(right, local, kind),
            )
        case _:
            return expr


def narrowing_tests(offer: Offer, number: int) -> list[tuple[Test, Narrowing]]:
    """Return the tests at this bundle pick that narrow its amounts or its size."""
    pick = offer.picks[number]
    if pick.source is not None or not isinstance(pick.type, BundleType):
        return []
    found = []
    for test in offer.tests:
        if test.stage != number or test.after_cost:
            continue
        narrowing = narrowing_of(test.expr, pick.local)
        if narrowing is not None:
            found.append((test, narrowing))
    return found


def write_bounds(
    offer: Offer, number: int, scopes: dict[str, Scope], skipped: frozenset[int]
) -> tuple[str, str, str]:
    """Write the amounts that are left; return least and greatest size and the amounts' name.

    The amounts are a list with a mask for each kind: bit n is set if n of it can be picked.
    """
    from rulelang.backends.python.lookahead import pick_bounds, pick_scope

    pick = offer.picks[number]
    scope = pick_scope(offer, number, scopes)
    code = scope.code
    low, high, most = pick_bounds(pick, scope)
    amounts = code.name("l")
    tests = [(t, n) for t, n in narrowing_tests(offer, number) if not t.needs & skipped]
    wholes = []
    for test, narrowing in tests:
        inner = scopes[test.names]
        if isinstance(narrowing, Within):
            wholes.append(bundles.tuple_text(bundles.bundle(narrowing.whole, inner)))
        elif isinstance(narrowing, Size):
            low, high = _narrow_size(narrowing, (low, high), inner)
    for whole in wholes:
        most = f"tuple(map(min, {most}, {whole}))"
    code.line(f"{amounts} = {offer.unit.use('all_amounts')}({most}, {high})")
    for test, narrowing in tests:
        if isinstance(narrowing, PerKind):
            _narrow_kinds(narrowing, amounts, scopes[test.names])
    return low, high, amounts


def _narrow_size(narrowing: Size, bounds: tuple[str, str], scope: Scope) -> tuple[str, str]:
    low, high = bounds
    code = scope.code
    size = code.keep(expressions.scalar(narrowing.number, scope))
    least = {">=": size, "==": size, ">": f"{size} + 1"}.get(narrowing.op)
    greatest = {"<=": size, "==": size, "<": f"{size} - 1"}.get(narrowing.op)
    if least is not None:
        name = code.name("t")
        code.line(f"{name} = {least}")
        code.line(f"if {name} < {low}: {name} = {low}")
        low = name
    if greatest is not None:
        name = code.name("t")
        code.line(f"{name} = {greatest}")
        code.line(f"if {name} > {high}: {name} = {high}")
        high = name
    return low, high


def _narrow_kinds(narrowing: PerKind, amounts: str, scope: Scope) -> None:
    code = scope.code
    kind = sets.element_name(scope, narrowing.variable)
    levels = sets.open_walk(narrowing.source, scope, kind)
    kept, amount = code.name("m"), code.name("n")
    code.line(f"{kept} = 0")
    with code.block(f"for {amount} in range({amounts}[{kind}].bit_length()):"):
        inner = scope.bind_all({narrowing.variable: kind, _AMOUNT: amount})
        expressions.guard(narrowing.condition, inner, "continue")
        code.line(f"{kept} |= 1 << {amount}")
    code.line(f"{amounts}[{kind}] &= {kept}")
    sets.close_walk(scope, levels)
