"""Arguments of library functions: how many there are, and what they have to be."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import expect
from rulelang.program.nodes import Expr
from rulelang.program.types import THINGS, ErrorType, RefType
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex


def count_args(node: ex.CallExpr, scope: Scope, low: int, high: int | None = None) -> bool:
    """Whether a call has as many arguments as it needs; report if not."""
    top = low if high is None else high
    if low <= len(node.args) <= top:
        return True
    expected = f"{low} values" if low == top else f"{low} to {top} values"
    scope.symbols.report.error(
        codes.WRONG_COUNT_OF_ARGUMENTS,
        node.span,
        name=node.name.text,
        expected="1 value" if (low, top) == (1, 1) else expected,
        found=str(len(node.args)),
    )
    return False


def type_thing(node: ex.CallExpr, scope: Scope) -> Expr | None:
    """The only argument, a component; None (and reported) if it is none."""
    if not count_args(node, scope, 1):
        return None
    thing = exprs.type_expr(node.args[0], scope)
    if isinstance(thing.type, RefType) and thing.type.universe == THINGS:
        if thing.type.optional:
            bare = attrs.evolve(thing.type, optional=False)
            expect(thing, bare, node.args[0].span, scope.symbols)
            return None
        return thing
    unfit(node.args[0], thing, "a component", scope)
    return None


def type_individual(node: ex.CallExpr, scope: Scope) -> Expr | None:
    """The only argument, a component with an identity."""
    thing = type_thing(node, scope)
    if thing is None or not isinstance(thing.type, RefType):
        return None
    if any(scope.symbols.things[i].is_alike for i in thing.type.ids):
        scope.symbols.report.error(
            codes.ALIKE_HAS_NO_IDENTITY, node.args[0].span, kind=thing.type.kind
        )
        return None
    return thing


def unfit(node: ex.Expr, found: Expr, expected: str, scope: Scope) -> Expr:
    """Report that an argument is of another type; return what stands for it."""
    if not isinstance(found.type, ErrorType):
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.span, found=describe(found.type), expected=expected
        )
    return exprs.BAD
