"""Type sets: kinds, what lies where, comprehensions, quantifiers, sums, graph questions."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program import expressions as exprs
from rulelang.program import operators
from rulelang.program.constants import describe, resolve_kind
from rulelang.program.nodes import (
    CheapestPath,
    Compare,
    Const,
    Expr,
    Filter,
    Fold,
    Ids,
    IntRange,
    Local,
    Logic,
    LongestTrail,
    PathExists,
    SetOf,
    TableGet,
    ThingsAt,
    ThingsOn,
)
from rulelang.program.scope import Scope
from rulelang.program.types import (
    FLAG,
    NONE,
    PLACES,
    THINGS,
    ErrorType,
    IntType,
    NoneType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing_rules import FAR, expect, join
from rulelang.syntax import expressions as ex

OWNERS = "things.owner"


def local(type_: Type, name: str) -> Local:
    return Local(type_, name)


def all_of_kind(ident: ex.Ident, scope: Scope) -> Expr:
    """A kind as a set: all its members."""
    kind = resolve_kind(ident, scope.symbols)
    if kind is None:
        return exprs.BAD
    return Ids(SetType(scope.symbols.ref(kind)), scope.symbols.kinds[kind].ids)


def type_source(node: ex.Expr, scope: Scope) -> Expr:
    """Type what can be walked: a set, a sequence, a zone's contents, the kinds in an account."""
    expr = exprs.contents(exprs.type_expr(node, scope), scope)
    if isinstance(expr.type, SetType | SeqType | ErrorType):
        return expr
    scope.symbols.report.error(
        codes.WRONG_TYPE,
        node.span,
        found=describe(expr.type),
        expected="something to go through: a kind, a zone or a set",
    )
    return exprs.BAD


def bind_element(variable: ex.Ident, source: Expr, scope: Scope) -> tuple[Scope, str]:
    """Bind the variable that goes through `source`."""
    of = source.type.of if isinstance(source.type, SetType | SeqType) else source.type
    return scope.bind(variable.text, of)


# --- what lies where -------------------------------------------------------------------------------


def things_on(node: ex.Binary, scope: Scope) -> Expr:
    """`Kind on places`: the things of a kind that lie there."""
    found = _things_named(node.left, scope)
    if found is None:
        return exprs.BAD
    ids, kind, owner = found
    places = exprs.type_expr(node.right, scope)
    of = RefType(THINGS, ids, kind)
    walked: Expr
    match places.type:
        case RefType(universe=universe) if universe == PLACES:
            if places.type.optional:
                expect(
                    places,
                    attrs.evolve(places.type, optional=False),
                    node.right.span,
                    scope.symbols,
                )
                return exprs.BAD
            if not set(ids) & set(scope.symbols.accepted(places.type)):
                scope.symbols.report.error(
                    codes.NOT_HELD_HERE, node.span, place=f"`{places.type.kind}`", what=f"`{kind}`"
                )
                return exprs.BAD
            walked = ThingsAt(SetType(of), places, ids)
        case SetType(of=RefType(universe=universe)) if universe == PLACES:
            walked = ThingsOn(SetType(of), places, ids)
        case ErrorType():
            return exprs.BAD
        case _:
            scope.symbols.report.error(
                codes.NOT_A_PLACE, node.right.span, found=describe(places.type)
            )
            return exprs.BAD
    return walked if owner is None else _owned(walked, of, owner, scope)


def _things_named(node: ex.Expr, scope: Scope) -> tuple[tuple[int, ...], str, Expr | None] | None:
    owner = None
    match node:
        case ex.Kind(ident=ident):
            kind = resolve_kind(ident, scope.symbols)
        case ex.KindOf(kind=ident, owner=owned_by):
            kind = resolve_kind(ident, scope.symbols)
            owner = exprs.type_player(owned_by, scope)
        case _:
            typed = exprs.type_expr(node, scope)
            type_ = typed.type
            is_thing = isinstance(type_, RefType) and type_.universe == THINGS
            if isinstance(typed, Const) and isinstance(type_, RefType) and is_thing:
                return (typed.value,), type_.kind, None
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                node.span,
                found=describe(typed.type),
                expected="a kind of component",
            )
            return None
    if kind is None:
        return None
    if scope.symbols.kinds[kind].universe != THINGS:
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.span, found=f"`{kind}`", expected="a kind of component"
        )
        return None
    return scope.symbols.kinds[kind].ids, kind, owner


def _owned(walked: Expr, of: RefType, owner: Expr, scope: Scope) -> Expr:
    _, variable = scope.bind("thing", of)
    optional = scope.symbols.ref("Player", optional=True)
    condition = Compare(FLAG, "==", TableGet(optional, OWNERS, Local(of, variable)), owner)
    return Filter(SetType(of), variable, walked, condition)


# --- forms -------------------------------------------------------------------------------------------


def type_set_form(node: ex.Expr, scope: Scope, want: Type | None) -> Expr:
    match node:
        case ex.Quantified():
            return _quantified(node, scope)
        case ex.Comprehension():
            return _comprehension(node, scope)
        case ex.Fold():
            return _fold(node, scope)
        case ex.SetLit():
            return _set_lit(node, scope, want)
        case ex.KindOf(kind=ident, owner=owner):
            whole = all_of_kind(ident, scope)
            if isinstance(whole.type, SetType) and isinstance(whole.type.of, RefType):
                return _owned(whole, whole.type.of, exprs.type_player(owner, scope), scope)
            return exprs.BAD
        case ex.Longest():
            return _longest(node, scope)
        case ex.Path():
            return _path(node, scope)
        case ex.Cheapest():
            return _cheapest(node, scope)
        case _:
            pass
    scope.symbols.report.error(
        codes.WRONG_TYPE,
        node.span,
        found="a list",
        expected="a single value",
        help="lists stand in `entry([…], n)` and in `rank … for […]`",
    )
    return exprs.BAD


def _quantified(node: ex.Quantified, scope: Scope) -> Expr:
    source = type_source(node.source, scope)
    inner, variable = bind_element(node.variable, source, scope)
    condition = exprs.type_flag(node.condition, inner)
    if isinstance(source.type, ErrorType):
        return Const(FLAG, 0)
    word = "every" if node.word == "every" else "some"
    fold = Fold(FLAG, word, variable, source, condition, None)
    return Logic(FLAG, "not", (fold,)) if node.word == "no" else fold


def _comprehension(node: ex.Comprehension, scope: Scope) -> Expr:
    source = type_source(node.source, scope)
    inner, variable = bind_element(node.variable, source, scope)
    condition = None
    narrowed = inner
    if node.condition is not None:
        condition = exprs.type_flag(node.condition, inner)
        narrowed = inner.narrow(operators.known_present(node.condition))
    best_by = exprs.type_int(node.best_by, narrowed) if node.best_by is not None else None
    if not isinstance(source.type, SetType | SeqType):
        return exprs.BAD
    of = source.type.of
    if node.best is not None:
        source = Filter(SetType(of), variable, source, condition, node.best, best_by)
        condition = None
        _, variable = scope.bind(node.variable.text, of)
    if node.word == "all":
        if node.best is not None:
            return source
        return source if condition is None else Filter(SetType(of), variable, source, condition)
    if node.word == "count":
        high = _most_elements(source, scope)
        return Fold(IntType(0, high), "count", variable, source, condition, None)
    certain = isinstance(source, Ids) and condition is None and bool(source.ids)
    type_ = attrs.evolve(of, optional=not certain) if isinstance(of, RefType) else of
    return Fold(type_, node.word, variable, source, condition, None)


def _most_elements(source: Expr, scope: Scope) -> int:
    of = source.type.of if isinstance(source.type, SetType | SeqType) else source.type
    if isinstance(of, RefType):
        if of.universe == THINGS:
            return sum(scope.symbols.things[i].copies for i in of.ids)
        return len(of.ids)
    return of.high - of.low + 1 if isinstance(of, IntType) else FAR


def _fold(node: ex.Fold, scope: Scope) -> Expr:
    source = type_source(node.source, scope)
    inner, variable = bind_element(node.variable, source, scope)
    condition = None
    if node.condition is not None:
        condition = exprs.type_flag(node.condition, inner)
        inner = inner.narrow(operators.known_present(node.condition))
    value = exprs.type_int(node.expr, inner)
    if isinstance(source.type, ErrorType) or not isinstance(value.type, IntType):
        return exprs.BAD
    low, high = value.type.low, value.type.high
    if node.word == "total":
        times = _most_elements(source, scope)
        type_ = IntType(max(-FAR, min(0, low * times)), min(FAR, max(0, high * times)))
    else:
        type_ = IntType(min(0, low), max(0, high))
    return Fold(type_, node.word, variable, source, condition, value)


def _set_lit(node: ex.SetLit, scope: Scope, want: Type | None) -> Expr:
    items = [exprs.type_expr(item, scope, want) for item in node.items]
    type_: Type = want.of if isinstance(want, SetType) and not items else exprs.BAD.type
    for item in items:
        joined = join(type_, item.type)
        if joined is None or isinstance(joined, NoneType):
            scope.symbols.report.error(
                codes.CANNOT_COMPARE, node.span, left=describe(type_), right=describe(item.type)
            )
            return exprs.BAD
        type_ = joined
    if isinstance(type_, RefType):
        type_ = attrs.evolve(type_, optional=False)
    if not isinstance(type_, RefType | IntType):
        return exprs.BAD
    if all(isinstance(item, Const) for item in items):
        values = {item.value for item in items if isinstance(item, Const)} - {NONE}
        return Ids(SetType(type_), tuple(sorted(values)))
    return SetOf(SetType(type_), tuple(items))


# --- graph questions --------------------------------------------------------------------------------------


def relation_table(name: str, type_: Type, scope: Scope) -> str | None:
    """The table of a printed relation for places of a type, or None."""
    if not isinstance(type_, RefType):
        return None
    for relation in scope.symbols.relations.get(name, []):
        if set(type_.ids) <= relation.takes:
            return relation.table
    return None


def _longest(node: ex.Longest, scope: Scope) -> Expr:
    edges = type_source(node.edges, scope)
    if not isinstance(edges.type, SetType):
        return exprs.BAD
    of = edges.type.of
    ends = relation_table("corners", of, scope)
    if ends is None or not isinstance(of, RefType):
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.edges.span,
            found=describe(edges.type),
            expected="edges of a board",
        )
        return exprs.BAD
    gives = next(r.gives for r in scope.symbols.relations["corners"] if r.table == ends)
    inner, edge = scope.bind(node.edge.text, of)
    inner, next_edge = inner.bind(node.next_edge.text, of)
    inner, at = inner.bind(node.at.text, scope.symbols.ref(gives))
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    type_ = IntType(0, len(of.ids))
    return LongestTrail(type_, edges, ends, edge, next_edge, at, condition)


def _links(type_: Type, scope: Scope) -> str | None:
    """The neighbourhood that paths follow: the only link of the board, else `beside`, `around`."""
    names = [n for n in scope.symbols.relations if n not in ("cells", "edges", "corners", "around")]
    for name in (*names, "beside", "around"):
        table = relation_table(name, type_, scope)
        if table is not None:
            return table
    return None


def _place_set(node: ex.Expr, scope: Scope) -> Expr:
    expr = exprs.type_expr(node, scope)
    if isinstance(expr.type, RefType) and expr.type.universe == PLACES:
        return SetOf(SetType(attrs.evolve(expr.type, optional=False)), (expr,))
    return expr


def _path(node: ex.Path, scope: Scope) -> Expr:
    start, goal = _place_set(node.start, scope), _place_set(node.goal, scope)
    through = type_source(node.through, scope)
    inner, variable = bind_element(node.variable, through, scope)
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
    links = _links(start.type.of, scope)
    if links is None:
        scope.symbols.report.error(codes.NOT_A_PLACE, node.start.span, found=describe(start.type))
        return exprs.BAD
    return PathExists(FLAG, start, goal, through, variable, condition, links, low, high)


def _cheapest(node: ex.Cheapest, scope: Scope) -> Expr:
    start, goal = _place_set(node.start, scope), _place_set(node.goal, scope)
    through = type_source(node.through, scope)
    inner, variable = bind_element(node.variable, through, scope)
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    cost = exprs.type_int(node.cost, inner)
    if not isinstance(start.type, SetType) or not isinstance(goal.type, SetType):
        return exprs.BAD
    links = _links(start.type.of, scope)
    if links is None:
        scope.symbols.report.error(codes.NOT_A_PLACE, node.start.span, found=describe(start.type))
        return exprs.BAD
    type_ = IntType(-1, FAR)
    return CheapestPath(type_, start, goal, through, variable, cost, condition, links)
