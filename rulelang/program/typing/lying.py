"""What lies where: things of a kind on places, in zones, on regions and on boards that grow."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe, resolve_kind
from rulelang.program.declare.fitting_types import expect, lying_type
from rulelang.program.nodes import (
    Compare,
    Const,
    Expr,
    Filter,
    Local,
    SetOp,
    TableGet,
    ThingsAt,
    ThingsOn,
)
from rulelang.program.types import FLAG, PLACES, THINGS, ErrorType, RefType, SetType
from rulelang.program.typing import regions, tile_questions
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex

OWNERS = "things.owner"


def things_on(node: ex.Binary, scope: Scope) -> Expr:
    """`Kind on places`: the things of a kind (or of a set) that lie there; `forests on t`."""
    if isinstance(node.left, ex.Name) and scope.lookup(node.left.ident.text) is None:
        name = node.left.ident.text
        if name in scope.symbols.regions:
            scope.symbols.used.add(name)
            return regions.regions_on(name, node.right, scope)
    found = _things_named(node.left, scope)
    if found is None:
        return exprs.BAD
    of, owner, among = found
    walked = _lying(node, of, scope)
    if walked is None:
        return exprs.BAD
    if owner is not None:
        walked = owned(walked, of, owner, scope)
    return walked if among is None else SetOp(SetType(of), "intersect", among, walked)


def _lying(node: ex.Binary, of: RefType, scope: Scope) -> Expr | None:
    """What of these things lies where the right side says."""
    symbols = scope.symbols
    places = exprs.type_expr(node.right, scope)
    if regions.is_region(places.type):
        places = regions.members(places, symbols)
    match places.type:
        case RefType() as type_ if type_.universe == PLACES or tile_questions.is_cell(type_):
            if type_.optional:
                bare = attrs.evolve(type_, optional=False)
                expect(places, bare, node.right.span, symbols)
                return None
            if not set(of.ids) & set(symbols.accepted(type_)):
                symbols.report.error(
                    codes.NOT_HELD_HERE, node.span, place=f"`{type_.kind}`", what=f"`{of.kind}`"
                )
                return None
            if tile_questions.is_cell(type_):
                return tile_questions.tiles_in(places, of.ids, of.kind)
            tops = tile_questions.tiles_on(places, of.ids, of.kind, symbols)
            return tops or ThingsAt(lying_type(of, symbols), places, of.ids)
        case SetType(of=RefType() as inner) if inner.universe == PLACES:
            return ThingsOn(lying_type(of, symbols), places, of.ids)
        case SetType(of=RefType() as inner) if tile_questions.is_cell(inner):
            return tile_questions.tiles_in(places, of.ids, of.kind)
        case ErrorType():
            return None
        case _:
            symbols.report.error(codes.NOT_A_PLACE, node.right.span, found=describe(places.type))
            return None


def _things_named(node: ex.Expr, scope: Scope) -> tuple[RefType, Expr | None, Expr | None] | None:
    """The things meant: their type, whose they are, and among which set they have to be."""
    owner = None
    match node:
        case ex.Kind(ident=ident):
            kind = resolve_kind(ident, scope.symbols)
        case ex.KindOf(kind=ident, owner=owned_by):
            kind = resolve_kind(ident, scope.symbols)
            owner = exprs.type_player(owned_by, scope)
        case _:
            return _things_computed(node, scope)
    if kind is None:
        return None
    if scope.symbols.kinds[kind].universe != THINGS:
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.span, found=f"`{kind}`", expected="a kind of component"
        )
        return None
    return scope.symbols.ref(kind), owner, None


def _things_computed(
    node: ex.Expr, scope: Scope
) -> tuple[RefType, Expr | None, Expr | None] | None:
    typed = exprs.contents(exprs.type_expr(node, scope), scope)
    match typed.type:
        case RefType(universe=universe) as type_ if universe == THINGS and isinstance(typed, Const):
            return attrs.evolve(type_, ids=(typed.value,)), None, None
        case SetType(of=RefType() as of) if of.universe == THINGS:
            alike = [i for i in of.ids if scope.symbols.things[i].is_alike]
            if not alike:
                return of, None, typed
            scope.symbols.report.error(codes.ALIKE_HAS_NO_IDENTITY, node.span, kind=of.kind)
        case ErrorType():
            pass
        case _:
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                node.span,
                found=describe(typed.type),
                expected="a kind of component",
            )
    return None


def owned(walked: Expr, of: RefType, owner: Expr, scope: Scope) -> Expr:
    """Those of `walked` that belong to a player."""
    _, variable = scope.bind("thing", of)
    optional = scope.symbols.ref("Player", optional=True)
    condition = Compare(FLAG, "==", TableGet(optional, OWNERS, Local(of, variable)), owner)
    return Filter(walked.type, variable, walked, condition)
