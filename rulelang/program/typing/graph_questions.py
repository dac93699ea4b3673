"""Questions about what hangs together and about order: groups, connection, distance, routes, ranks."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import FAR, expect, fits, keeps_number, number
from rulelang.program.nodes import (
    Arith,
    CheapestPath,
    CheapestRoute,
    Compare,
    Contains,
    Distance,
    Expr,
    Fold,
    GroupsOf,
    Ids,
    IntRange,
    Local,
    Logic,
    LongestTrail,
    PathExists,
    SetOf,
    TableGet,
)
from rulelang.program.types import (
    FLAG,
    PLACES,
    ErrorType,
    GroupsType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import sets, tile_questions
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.rule_arguments import count_args, unfit
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex

Builder = Callable[[ex.CallExpr, Scope, "Type | None"], Expr]


# --- what hangs together ---------------------------------------------------------------------------


def type_graph_form(node: ex.Groups | ex.Longest | ex.Path | ex.Cheapest, scope: Scope) -> Expr:
    match node:
        case ex.Groups():
            return _groups(node, scope)
        case ex.Longest():
            return _longest(node, scope)
        case ex.Path():
            return _path(node, scope)
        case ex.Cheapest():
            return _cheapest(node, scope)


def _groups(node: ex.Groups, scope: Scope) -> Expr:
    """`groups(a, b in S where C)`: the parts of S in which one comes from any to any other."""
    source = sets.type_source(node.source, scope)
    if not isinstance(source.type, SetType):
        return exprs.BAD
    if not keeps_number(source, node.source.span, scope.symbols):
        return exprs.BAD
    inner, left = scope.bind(node.left.text, source.type.of)
    inner, right = inner.bind(node.right.text, source.type.of)
    condition = exprs.type_flag(node.condition, inner)
    return GroupsOf(GroupsType(source.type), left, right, source, condition)


def _neighbours(name: str, element: Expr, scope: Scope) -> Expr | None:
    """The elements next to one: cells, tiles or places, by the relation called `name`."""
    made = tile_questions.near(name, element, scope.symbols)
    if made is not None or not isinstance(element.type, RefType):
        return made
    table = sets.relation_table(name, element.type, scope)
    if table is None:
        return None
    return TableGet(SetType(element.type), table, element)


def _step(of: RefType, name: str, scope: Scope) -> tuple[str, str, Expr] | None:
    """Two new locals, and the condition that the second lies next to the first."""
    inner, left = scope.bind("here", of)
    _, right = inner.bind("there", of)
    reached = _neighbours(name, Local(of, left), scope)
    if reached is None:
        return None
    return left, right, Contains(FLAG, Local(of, right), reached)


def _relation_name(node: ex.CallExpr, index: int, scope: Scope) -> str:
    if len(node.args) <= index:
        return "beside"
    arg = node.args[index]
    return arg.ident.text if isinstance(arg, ex.Name) else ""


def _connected(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`connected(S)`: does S hang together (`beside`, or by the relation named second)?"""
    if not count_args(node, scope, 1, 2):
        return exprs.BAD
    source = sets.type_source(node.args[0], scope)
    of = source.type.of if isinstance(source.type, SetType) else None
    step = None
    if isinstance(of, RefType):
        step = _step(of, _relation_name(node, 1, scope), scope)
    if step is None or not isinstance(source.type, SetType):
        return unfit(node.args[0], source, "places or tiles that lie next to each other", scope)
    left, right, condition = step
    groups = GroupsOf(GroupsType(source.type), left, right, source, condition)
    _, variable = scope.bind("part", source.type)
    count = Fold(IntType(0, FAR), "count", variable, groups, None, None)
    return Compare(FLAG, "<=", count, number(1))


def _distance(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`distance(a, b)`: steps from a to b, over places of the board or laid tiles; -1: no way."""
    if not count_args(node, scope, 2, 3):
        return exprs.BAD
    start, goal = (exprs.type_expr(arg, scope) for arg in node.args[:2])
    if not isinstance(start.type, RefType):
        return unfit(node.args[0], start, "a place or a tile", scope)
    if not expect(goal, start.type, node.args[1].span, scope.symbols):
        return exprs.BAD
    of = attrs.evolve(start.type, optional=False)
    step = _step(of, _relation_name(node, 2, scope), scope)
    if step is None or not of.ids:
        return unfit(node.args[0], start, "a place or a tile", scope)
    left, right, condition = step
    ids = of.ids
    if of.universe == PLACES:
        family = scope.symbols.family_of(of.ids[0])
        ids = tuple(range(family.first, family.first + family.count))
    within = Ids(SetType(attrs.evolve(of, ids=ids)), ids)
    type_ = IntType(-1, len(ids))
    return Distance(type_, start, goal, within, left, right, condition)


# --- ways ------------------------------------------------------------------------------------------


def _longest(node: ex.Longest, scope: Scope) -> Expr:
    edges = sets.type_source(node.edges, scope)
    if not isinstance(edges.type, SetType):
        return exprs.BAD
    of = edges.type.of
    name = "corners" if sets.relation_table("corners", of, scope) is not None else "cells"
    ends = sets.relation_table(name, of, scope)
    if ends is None or not isinstance(of, RefType):
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.edges.span,
            found=describe(edges.type),
            expected="edges of a board",
        )
        return exprs.BAD
    gives = next(r.gives for r in scope.symbols.relations[name] if r.table == ends)
    inner, edge = scope.bind(node.edge.text, of)
    inner, next_edge = inner.bind(node.next_edge.text, of)
    inner, at = inner.bind(node.at.text, scope.symbols.ref(gives))
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    type_ = IntType(0, len(of.ids))
    return LongestTrail(type_, edges, ends, edge, next_edge, at, condition)


def _links(node: ex.Expr, type_: Type, scope: Scope) -> str | None:
    """The neighbourhood that ways follow: `beside`, else the only link of the board, else `around`."""
    named = [n for n in scope.symbols.relations if n not in ("cells", "edges", "corners", "around")]
    names = ["beside"] if "beside" in named else named
    found = {n: sets.relation_table(n, type_, scope) for n in (*names, "around")}
    tables = [table for name, table in found.items() if table is not None and name != "around"]
    if len(tables) > 1:
        meanings = " or ".join(f"`{name}`" for name in names if found[name] is not None)
        scope.symbols.report.error(
            codes.AMBIGUOUS_NAME, node.span, name="a way from here", meanings=meanings
        )
        return None
    table = tables[0] if tables else found["around"]
    if table is None:
        scope.symbols.report.error(codes.NOT_A_PLACE, node.span, found=describe(type_))
    return table


def _place_set(node: ex.Expr, scope: Scope) -> Expr:
    expr = exprs.type_expr(node, scope)
    if isinstance(expr.type, RefType) and expr.type.universe == PLACES:
        return SetOf(SetType(attrs.evolve(expr.type, optional=False)), (expr,))
    return expr


def _path(node: ex.Path, scope: Scope) -> Expr:
    start, goal = _place_set(node.start, scope), _place_set(node.goal, scope)
    through = sets.type_source(node.through, scope)
    inner, variable = sets.bind_element(node.variable, through, scope)
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    low = high = None
    if node.length is not None:
        length = exprs.type_expr(node.length, scope)
        if isinstance(length, IntRange):
            low, high = length.low, length.high
        else:
            low = high = length
    if not isinstance(start.type, SetType) or not isinstance(goal.type, SetType):
        return exprs.BAD
    links = _links(node.start, start.type.of, scope)
    if links is None:
        return exprs.BAD
    return PathExists(FLAG, start, goal, through, variable, condition, links, low, high)


def _cheapest(node: ex.Cheapest, scope: Scope) -> Expr:
    start, goal = _place_set(node.start, scope), _place_set(node.goal, scope)
    through = sets.type_source(node.through, scope)
    if not isinstance(start.type, SetType) or not isinstance(goal.type, SetType):
        return exprs.BAD
    if not fits(through.type, start.type):
        return _route(node, start, goal, through, scope)
    inner, variable = sets.bind_element(node.variable, through, scope)
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    cost = exprs.type_int(node.cost, inner)
    links = _links(node.start, start.type.of, scope)
    if links is None:
        return exprs.BAD
    type_ = IntType(-1, FAR)
    return CheapestPath(type_, start, goal, through, variable, cost, condition, links)


def _route(node: ex.Cheapest, start: Expr, goal: Expr, through: Expr, scope: Scope) -> Expr:
    """`cheapest(… through e in edges costing …)` where the ends are no edges themselves."""
    of = through.type.of if isinstance(through.type, SetType) else None
    ends = start.type.of if isinstance(start.type, SetType) else None
    if not isinstance(of, RefType) or not isinstance(ends, RefType):
        return exprs.BAD
    table = _edge_ends(of, ends, scope)
    if table is None:
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.through.span,
            found=describe(through.type),
            expected=f"what a way between two of {ends.kind} can go through",
        )
        return exprs.BAD
    inner, variable = sets.bind_element(node.variable, through, scope)
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    cost = exprs.type_int(node.cost, inner)
    type_ = IntType(-1, FAR)
    return CheapestRoute(type_, start, goal, through, variable, cost, condition, table)


def _edge_ends(edges: RefType, ends: RefType, scope: Scope) -> str | None:
    """The table from edges to the places they join."""
    for name in ("corners", "cells"):
        for relation in scope.symbols.relations.get(name, []):
            gives = set(scope.symbols.kinds[relation.gives].ids)
            if set(edges.ids) <= relation.takes and set(ends.ids) <= gives:
                return relation.table
    return None


# --- order -----------------------------------------------------------------------------------------


def _key(ident: ex.Ident, of: ex.Expr, scope: Scope) -> ex.Expr:
    """How `ident` is read of something: as state, as computed or as printed."""
    if ident.text in scope.symbols.vars:
        return ex.Of(ident.span, ident, of)
    if ident.text in scope.symbols.defines:
        return ex.CallExpr(ident.span, ident, (of,))
    return ex.Printed(ident.span, of, ident)


def _rank_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`rank_of(x, S, key)`: the place of x in S, 1 for the most; equal ones in canonical order."""
    if not count_args(node, scope, 3):
        return exprs.BAD
    source = sets.type_source(node.args[1], scope)
    key = node.args[2]
    if not isinstance(source.type, SetType | SeqType) or not isinstance(key, ex.Name):
        if not isinstance(source.type, ErrorType):
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                key.span,
                found="a value",
                expected="the name of what is compared: a variable, a definition or a field",
            )
        return exprs.BAD
    of = source.type.of
    item = exprs.type_expr(node.args[0], scope, of)
    expect(item, of, node.args[0].span, scope.symbols)
    inner, other = scope.bind("other", of)
    spot = ex.Ident(node.span, "other")
    mine = exprs.type_int(_key(key.ident, node.args[0], scope), scope)
    theirs = exprs.type_int(_key(key.ident, ex.Name(node.span, spot), scope), inner)
    ahead = Logic(
        FLAG,
        "or",
        (
            Compare(FLAG, ">", theirs, mine),
            Logic(
                FLAG,
                "and",
                (
                    Compare(FLAG, "==", theirs, mine),
                    Compare(FLAG, "<", Local(of, other), item),
                ),
            ),
        ),
    )
    # x itself is never ahead of x, so there are at most one fewer.
    most = max(1, sets.most_elements(source, scope))
    count = Fold(IntType(0, most - 1), "count", other, source, ahead, None)
    return Arith(IntType(1, most), "+", count, number(1))


def _next(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`next(x)`: the case declared after x; after the last comes the first."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    item = exprs.type_expr(node.args[0], scope, want)
    if not isinstance(item.type, RefType) or item.type.universe not in scope.symbols.enums:
        return unfit(node.args[0], item, "a case of an enum", scope)
    if item.type.optional:
        expect(item, attrs.evolve(item.type, optional=False), node.args[0].span, scope.symbols)
        return exprs.BAD
    ids = item.type.ids
    order = list(range(scope.symbols.size(item.type.universe)))
    for index, here in enumerate(ids):
        order[here] = ids[(index + 1) % len(ids)]
    return TableGet(item.type, scope.symbols.list_table(tuple(order)), item)


GRAPHS: dict[str, Builder] = {
    "connected": _connected,
    "distance": _distance,
    "rank_of": _rank_of,
    "next": _next,
}
