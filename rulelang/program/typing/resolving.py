"""Type what is done in any order: `resolve`, its list form, and `choose order of` a pile."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import keeps_number, number
from rulelang.program.declare.label_words import words
from rulelang.program.nodes import (
    Alternative,
    Arith,
    Compare,
    Decide,
    Expr,
    Let,
    Local,
    Logic,
    Pick,
    Possible,
    SetOf,
    SetOp,
    Stmt,
)
from rulelang.program.types import FLAG, ErrorType, IntType, RefType, SeqType, SetType
from rulelang.program.typing import sets, type_decisions, type_statement
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.alternatives import type_alternative
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st

ONE_BY_ONE = "go through them with `each …`, or say how often: `repeat size of … times`"
Typed = tuple[tuple[Stmt, ...], Scope]


def type_resolve(stmt: st.Resolve | st.ResolveList, scope: Scope) -> tuple[Stmt, ...]:
    if isinstance(stmt, st.Resolve):
        return _resolve(stmt, scope)
    return _resolve_list(stmt, scope)


def _resolve(stmt: st.Resolve, scope: Scope) -> tuple[Stmt, ...]:
    source = sets.type_source(stmt.source, scope)
    if not isinstance(source.type, SetType | SeqType):
        return ()
    if not keeps_number(source, stmt.source.span, scope.symbols, ONE_BY_ONE):
        return ()
    todo_type = SetType(source.type.of)
    scope, todo = scope.bind("todo", todo_type)
    inner, variable = sets.bind_element(stmt.variable, source, scope)
    element = Local(source.type.of, variable)
    remaining = Local(todo_type, todo)
    condition = exprs.type_flag(stmt.condition, inner) if stmt.condition is not None else None
    body, _ = type_statement.type_body(stmt.body, inner)
    condition = _all_of([condition, *_feasible(stmt.body, inner)])
    taken = Let(
        stmt.span, todo, SetOp(todo_type, "except", remaining, SetOf(todo_type, (element,)))
    )
    pick = Pick(
        span=stmt.span,
        local=variable,
        type=source.type.of,
        label=words(None, stmt.variable.text),
        source=remaining,
        condition=condition,
        size_low=None,
        size_high=None,
        bundle_from=None,
        if_any=False,
    )
    alternative = type_decisions.inline(
        stmt.span, "resolve", words(None, "resolve"), [pick], (), (taken, *body), again=True
    )
    start = Let(stmt.span, todo, source)
    return (start, _resolution(stmt, (alternative,), scope))


def _resolution(
    stmt: st.Resolve | st.ResolveList, offered: tuple[Alternative, ...], scope: Scope
) -> Stmt:
    return Decide(
        span=stmt.span,
        name=type_decisions.decision_name(scope),
        label=type_decisions.decision_label(scope),
        player=exprs.type_me(stmt.span, scope),
        alternatives=offered,
        optional=stmt.optional,
        result=None,
        otherwise=(),
    )


def _all_of(conditions: list[Expr | None]) -> Expr | None:
    real = tuple(c for c in conditions if c is not None)
    if not real:
        return None
    return real[0] if len(real) == 1 else Logic(FLAG, "and", real)


def _feasible(body: st.Body, scope: Scope) -> list[Expr | None]:
    """What is not possible now is not offered: the rule that the body calls first must be."""
    first = body[0] if body else None
    if not isinstance(first, st.Do):
        return []
    made = type_alternative(first.call, scope, again=False)
    if made is None:
        return []
    return [Possible(FLAG, exprs.type_me(first.span, scope), made[0])]


def _resolve_list(stmt: st.ResolveList, scope: Scope) -> tuple[Stmt, ...]:
    before: list[Stmt] = []
    offered: list[Alternative] = []
    for entry in stmt.entries:
        times = exprs.type_int(entry.times, scope) if entry.times is not None else number(1)
        high = times.type.high if isinstance(times.type, IntType) else 1
        type_ = IntType(0, max(1, high))
        scope, left = scope.bind(f"{entry.name.text}_left", type_)
        before.append(Let(stmt.span, left, times))
        remaining = Local(type_, left)
        conditions: list[Expr | None] = [Compare(FLAG, ">", remaining, number(0))]
        if entry.condition is not None:
            conditions.append(exprs.type_flag(entry.condition, scope))
        conditions += _feasible(entry.body, scope)
        whole = _all_of(conditions)
        assert whole is not None
        body, _ = type_statement.type_body(entry.body, scope)
        used = Let(entry.span, left, Arith(type_, "-", remaining, number(1)))
        offered.append(
            type_decisions.inline(
                entry.span,
                entry.name.text,
                words(entry.label, entry.name.text),
                [],
                (type_decisions.condition_on("if", whole, [], entry.span),),
                (used, *body),
                again=True,
            )
        )
    return (*before, _resolution(stmt, tuple(offered), scope))


def type_order(stmt: st.Choose, pick: st.PickOrder, scope: Scope) -> Typed:
    """`choose order of P`: one by one, what is picked goes under the rest of the pile.

    So the first picked lies on top in the end: `resolve x in P, any order: move x to P at bottom`.
    """
    pile = exprs.type_expr(pick.what, scope)
    order = None
    if isinstance(pile.type, RefType) and scope.symbols.is_zone(pile.type):
        family = scope.symbols.family_of(pile.type.ids[0])
        order = next((holding.order for holding in family.holdings), None)
    if order != "pile":
        if not isinstance(pile.type, ErrorType):
            found, expected = describe(pile.type), "a pile, whose things have an order"
            scope.symbols.report.error(
                codes.WRONG_TYPE, pick.what.span, found=found, expected=expected
            )
        return (), scope
    name = ex.Ident(stmt.span, "next_one")
    bottom = st.How(stmt.span, "at_bottom", None)
    thing = ex.Name(stmt.span, name)
    move = st.Move(stmt.span, thing, False, None, pick.what, (bottom,))  # noqa: FBT003
    asking = attrs.evolve(scope, me=type_decisions.chooser(stmt, scope))
    resolve = st.Resolve(stmt.span, name, pick.what, None, False, (move,))  # noqa: FBT003
    return _resolve(resolve, asking), scope
