"""Type sets: kinds, what lies where, comprehensions, quantifiers, sums, graph questions."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe, resolve_kind
from rulelang.program.declare.fitting_types import (
    FAR,
    amount_range,
    element,
    join,
    number,
    number_lost,
)
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import (
    BundleCount,
    Compare,
    Const,
    Expr,
    Filter,
    Fold,
    Ids,
    IntRange,
    Local,
    Logic,
    SetOf,
)
from rulelang.program.types import (
    CELLS,
    FLAG,
    NONE,
    THINGS,
    BundleType,
    ErrorType,
    GroupsType,
    IntType,
    NoneType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import graph_questions, operators, reading
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.lying import owned
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex


def local(type_: Type, name: str) -> Local:
    return Local(type_, name)


def all_of_kind(ident: ex.Ident, scope: Scope) -> Expr:
    """A kind as a set: all its members."""
    turns = scope.symbols.turns
    if ident.text == "Turn" and turns and "Turn" not in scope.symbols.kinds:
        return IntRange(SetType(IntType(0, turns - 1)), number(0), number(turns - 1))
    kind = resolve_kind(ident, scope.symbols)
    if kind is None:
        return exprs.BAD
    if scope.symbols.kinds[kind].universe.startswith(CELLS):
        scope.symbols.report.error(
            codes.UNBOUNDED,
            ident.span,
            what=f"`{kind}`",
            help="say which cells: `frontier(…)`, `beside(…)`, `around(…)`",
        )
        return exprs.BAD
    return Ids(SetType(scope.symbols.ref(kind)), scope.symbols.kinds[kind].ids)


def type_source(node: ex.Expr, scope: Scope) -> Expr:
    """Type what can be walked: a set, a sequence, a zone's contents, the kinds in an account."""
    expr = exprs.contents(exprs.type_expr(node, scope), scope)
    if isinstance(expr.type, BundleType):
        return _kinds_in(expr, expr.type, scope)
    if isinstance(expr.type, SetType | SeqType | GroupsType | ErrorType):
        return expr
    scope.symbols.report.error(
        codes.WRONG_TYPE,
        node.span,
        found=describe(expr.type),
        expected="something to go through: a kind, a zone or a set",
    )
    return exprs.BAD


def _kinds_in(bundle: Expr, type_: BundleType, scope: Scope) -> Expr:
    """The kinds of which there is at least one."""
    of = scope.symbols.ref(type_.enum)
    _, variable = scope.bind("kind", of)
    there = BundleCount(amount_range(type_), bundle, Local(of, variable))
    condition = Compare(FLAG, ">", there, number(0))
    return Filter(SetType(of), variable, Ids(SetType(of), of.ids), condition)


def bind_element(variable: ex.Ident, source: Expr, scope: Scope) -> tuple[Scope, str]:
    """Bind the variable that goes through `source`."""
    of: Type = source.type
    if isinstance(of, SetType | SeqType | GroupsType):
        of = of.of
    return scope.bind(variable.text, of)


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
            own = reading.own_places_of(ident.text, owner, scope)
            if own is not None:
                return own
            if isinstance(whole.type, SetType) and isinstance(whole.type.of, RefType):
                return owned(whole, whole.type.of, exprs.type_player(owner, scope), scope)
            return exprs.BAD
        case ex.Groups() | ex.Longest() | ex.Path() | ex.Cheapest():
            return graph_questions.type_graph_form(node, scope)
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
    if isinstance(source.type, GroupsType):
        return _of_groups(node, source, source.type, scope)
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
        source = Filter(_part_of(source), variable, source, condition, node.best, best_by)
        condition = None
        _, variable = scope.bind(node.variable.text, of)
    if node.word == "all":
        if node.best is not None:
            return source
        return (
            source if condition is None else Filter(_part_of(source), variable, source, condition)
        )
    if node.word == "count":
        if condition is None and not has_number(source, node.source.span, scope):
            return exprs.BAD
        high = most_elements(source, scope)
        return Fold(IntType(0, high), "count", variable, source, condition, None)
    certain = isinstance(source, Ids) and condition is None and bool(source.ids)
    type_ = attrs.evolve(of, optional=not certain) if isinstance(of, RefType) else of
    return Fold(type_, node.word, variable, source, condition, None)


def _part_of(source: Expr) -> SetType:
    """The type of some elements of a set or sequence: what is counted stays so."""
    assert isinstance(source.type, SetType | SeqType)
    return source.type if isinstance(source.type, SetType) else SetType(source.type.of)


def _of_groups(node: ex.Comprehension, source: Expr, type_: GroupsType, scope: Scope) -> Expr:
    """`count(g in groups(…))`, and `first(g in groups(…) where …)`, which is a set."""
    inner, variable = bind_element(node.variable, source, scope)
    condition = None if node.condition is None else exprs.type_flag(node.condition, inner)
    if node.word == "count":
        high = most_elements(source, scope)
        return Fold(IntType(0, high), "count", variable, source, condition, None)
    if node.word == "all" or node.best is not None:
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.span, found=describe(type_), expected="single things"
        )
        return exprs.BAD
    return Fold(type_.of, node.word, variable, source, condition, None)


def has_number(source: Expr, span: Span, scope: Scope) -> bool:
    """Report if a kind of alike things is counted as if its faces were its pieces."""
    whole = source
    while isinstance(whole, Filter):
        whole = whole.source
    of = source.type.of if isinstance(source.type, SetType) else None
    if not isinstance(whole, Ids) or not isinstance(of, RefType) or of.universe != THINGS:
        return True
    if not any(scope.symbols.things[i].is_alike for i in of.ids):
        return True
    number_lost(of, span, scope.symbols, f"say where they lie: `{of.kind} on …`")
    return False


def most_elements(source: Expr, scope: Scope) -> int:
    """How many elements a set can have at most; alike things count piece by piece."""
    if isinstance(source.type, GroupsType):
        of: Type = source.type.of.of
        return len(of.ids) if isinstance(of, RefType) else FAR
    board = scope.symbols.board_of(element(source.type))
    if board is not None:
        return board.width * board.width * max(1, len(board.owner_ids))
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
        times = most_elements(source, scope)
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
    constants = [item.value for item in items if isinstance(item, Const)]
    again = _alike_again(constants, type_, scope.symbols)
    if again is not None:
        number_lost(
            again,
            node.span,
            scope.symbols,
            "say each of them once, or `2 …` where amounts are meant",
        )
        return exprs.BAD
    if len(constants) == len(items):
        values = set(constants)
        if isinstance(type_, RefType):
            values -= {NONE}  # as a number -1 is a value like any other
        return Ids(SetType(type_), tuple(sorted(values)))
    return SetOf(SetType(type_), tuple(items))


def _alike_again(values: list[int], type_: RefType | IntType, symbols: Symbols) -> RefType | None:
    """The kind of an alike thing that is written twice; a set has it once."""
    if not isinstance(type_, RefType) or type_.universe != THINGS:
        return None
    for value in values:
        if value != NONE and symbols.things[value].is_alike and values.count(value) > 1:
            return attrs.evolve(type_, kind=symbols.things[value].kind)
    return None


def relation_table(name: str, type_: Type, scope: Scope) -> str | None:
    """The table of a printed relation for places of a type, or None."""
    if not isinstance(type_, RefType):
        return None
    for relation in scope.symbols.relations.get(name, []):
        if set(type_.ids) <= relation.takes:
            return relation.table
    return None
