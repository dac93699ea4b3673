"""Type `reveal`: in goes what is shown, out comes the statement with everything that is needed to note who knows it.

Things, what an account holds and the value of a variable can be shown. Alike things are known by where they lie, so
one of them must come from a place: picked from it, or at the top or the bottom of it.
"""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.nodes import (
    BundleIn,
    Expr,
    Filter,
    Fold,
    Local,
    Reveal,
    Stmt,
    ThingsAt,
    VarGet,
)
from rulelang.program.types import PLACES, THINGS, ErrorType, RefType, SetType
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import statements as st

SHOWN = "components, an account or a variable"


def type_reveal(stmt: st.Reveal, scope: Scope) -> tuple[Stmt, ...]:
    """Type the showing of something to one player or to all."""
    to = None if stmt.to is None else exprs.type_player(stmt.to, scope)
    what = exprs.contents(exprs.type_expr(stmt.what, scope), scope)
    if isinstance(what.type, RefType) and what.type.universe == PLACES:
        what = exprs.lying_at(what, what.type, scope)  # a place of a board
    if isinstance(what, BundleIn) or (isinstance(what, VarGet) and what.var in scope.symbols.vars):
        return (Reveal(stmt.span, what, to),)
    match what.type:
        case ErrorType():
            return ()
        case SetType(of=RefType(universe=universe)) if universe == THINGS:
            from rulelang.program.typing.transfers import knows_places

            if knows_places(what, stmt.what.span, scope):
                return (Reveal(stmt.span, what, to),)
            return ()
        case RefType(universe=universe) as type_ if universe == THINGS:
            return _one(stmt, what, type_, to, scope)
        case _:
            pass
    scope.symbols.report.error(
        codes.WRONG_TYPE, stmt.what.span, found=describe(what.type), expected=SHOWN
    )
    return ()


def _one(
    stmt: st.Reveal, what: Expr, type_: RefType, to: Expr | None, scope: Scope
) -> tuple[Stmt, ...]:
    if not any(scope.symbols.things[i].is_alike for i in type_.ids):
        return (Reveal(stmt.span, what, to),)
    place = origin_of(what, scope)
    if place is None:
        scope.symbols.report.error(
            codes.ALIKE_HAS_NO_IDENTITY,
            stmt.what.span,
            kind=type_.kind,
            help=f"say where it lies: `reveal ({type_.kind} on …)`, or pick it from a place in this rule",
        )
        return ()
    return (Reveal(stmt.span, what, to, place, end_of(what, scope)),)


def origin_of(expr: Expr, scope: Scope) -> Expr | None:
    """The place that a thing was picked or read from in this rule, None if the rule does not say it."""
    match expr:
        case Local(name=name):
            source = scope.frame.origins.get(name)
            return None if source is None else origin_of(source, scope)
        case Fold(word="first" | "last" | "one", source=source) | Filter(source=source):
            return origin_of(source, scope)
        case ThingsAt(place=place):
            return place
        case _:
            return None


def end_of(expr: Expr, scope: Scope) -> str:
    """At which end of its pile the rules say that a thing lies, as in `top(P)`: top, bottom or nothing."""
    match expr:
        case Local(name=name):
            source = scope.frame.origins.get(name)
            return "" if source is None else end_of(source, scope)
        case Fold(word="first" | "last" as word, condition=None, source=ThingsAt()):
            return "top" if word == "last" else "bottom"
        case _:
            return ""
