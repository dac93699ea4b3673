"""Type calls: definitions, relations of the board, the library, questions about rules."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import describe, values_text
from rulelang.program.declare.fitting_types import FAR, expect, keeps_number
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import Arith, CallDefine, Expr, Possible, Supposing, TableGet, VarGet
from rulelang.program.types import (
    FLAG,
    ErrorType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import (
    alternatives,
    library,
    regions,
    sets,
    tile_questions,
    type_statement,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.rule_arguments import count_args
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

COUNT_INSIDE = "count inside: `supposing …: size of …`"


def type_call(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`f(x)`: what is computed."""
    name, symbols = node.name.text, scope.symbols
    symbols.used.add(name)
    if name in symbols.defines:
        return call_define(node.name, node.args, scope)
    if name in symbols.regions:
        return regions.region_of(node, scope)
    if name in symbols.relations or (name in ("beside", "around") and symbols.grown):
        return _relation(node, scope)
    if name in library.LIBRARY:
        return library.LIBRARY[name](node, scope, want)
    if any(isinstance(item, syn.Score) and item.name.text == name for item in symbols.linked.items):
        return _score_line(node, scope)
    _unknown(node, symbols)
    for arg in node.args:
        exprs.type_expr(arg, scope)
    return exprs.BAD


def _score_line(node: ex.CallExpr, scope: Scope) -> Expr:
    """`cities(p)`: what one line of the score gives a player now."""
    name = node.name.text
    if not count_args(node, scope, 1):
        return exprs.BAD
    player = exprs.type_player(node.args[0], scope)
    type_ = IntType(-FAR, FAR)
    computed = CallDefine(type_, f"score {name}", (player,))
    if not any(line.line.text == name for line in scored_in_play(scope.symbols)):
        return computed
    return Arith(type_, "+", computed, VarGet(type_, f"score {name}", player))


def scored_in_play(symbols: Symbols) -> Iterator[st.ScoreNow]:
    """All statements that add to a line of the score."""
    for node in walk(symbols.linked.items, without=(*EXPRESSIONS, syn.Test)):
        if isinstance(node, st.ScoreNow):
            yield node


def _unknown(node: ex.CallExpr, symbols: Symbols) -> None:
    name = node.name.text
    if name in symbols.vars or name in symbols.families or name in symbols.accounts:
        symbols.report.error(
            codes.WRONG_READING, node.name.span, found=f"{name}(…)", meant=f"{name} of …"
        )
        return
    if any(field == name for _, field in symbols.field_types):
        symbols.report.error(
            codes.WRONG_READING, node.name.span, found=f"{name}(…)", meant=f"….{name}"
        )
        return
    known = [*symbols.defines, *symbols.relations, *library.LIBRARY]
    symbols.report.error(
        codes.UNKNOWN_NAME,
        node.name.span,
        what="definition",
        name=name,
        help=did_you_mean(name, known),
    )


def call_define(name: ex.Ident, args: tuple[ex.Expr, ...], scope: Scope) -> Expr:
    """Call a definition, typing it first if this is the first call."""
    from rulelang.program.typing.definitions import typed_define

    made = typed_define(name, scope)
    if made is None:
        for arg in args:
            exprs.type_expr(arg, scope)
        return exprs.BAD
    params = list(made.params)
    values: list[Expr] = []
    if made.uses_me:
        values.append(exprs.type_me(name.span, scope))
        params = params[1:]
    if len(params) != len(args):
        scope.symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            name.span,
            name=name.text,
            expected=values_text(len(params)),
            found=values_text(len(args)),
        )
        return exprs.BAD
    for (_, type_), arg in zip(params, args, strict=True):
        values.append(exprs.type_given(arg, scope, type_))
    return CallDefine(made.type, name.text, tuple(values))


def _relation(node: ex.CallExpr, scope: Scope) -> Expr:
    """Places related to a place by the board, as a constant row; to a set of places, all of them."""
    name, symbols = node.name.text, scope.symbols
    if len(node.args) != 1:
        symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            node.span,
            name=name,
            expected="1 value",
            found=values_text(len(node.args)),
        )
        return exprs.BAD
    place = exprs.type_expr(node.args[0], scope)
    if isinstance(place.type, ErrorType):
        return exprs.BAD
    of = place.type.of if isinstance(place.type, SetType | SeqType) else place.type
    if name in ("beside", "around"):
        near = tile_questions.near(name, place, symbols)
        if near is not None:
            return near
    if isinstance(of, RefType) and not of.optional:
        for relation in symbols.relations.get(name, []):
            if set(of.ids) <= relation.takes:
                row_type = SetType(symbols.ref(relation.gives))
                if isinstance(place.type, RefType):
                    return TableGet(row_type, relation.table, place)
                return _image(row_type, relation.table, place, of, scope)
    if isinstance(of, RefType) and of.optional:
        expect(place, attrs.evolve(of, optional=False), node.args[0].span, symbols)
        return exprs.BAD
    symbols.report.error(
        codes.WRONG_TYPE,
        node.args[0].span,
        found=describe(place.type),
        expected=f"a place that has `{name}`",
    )
    return exprs.BAD


def _image(row_type: SetType, table: str, places: Expr, of: RefType, scope: Scope) -> Expr:
    """All places related to any of `places`: those with some of them in their own row, turned
    round. Rows are walked from the asked side, so the relation needs no inverse."""
    from rulelang.program.nodes import Compare, Contains, Filter, Fold, Ids

    assert isinstance(row_type.of, RefType)
    _, variable = scope.bind("near", row_type.of)
    _, source = scope.bind("from", of)
    row = TableGet(row_type, table, sets.local(of, source))
    inside = Contains(FLAG, sets.local(row_type.of, variable), row)
    condition = Fold(FLAG, "some", source, places, inside, None)
    assert Compare is not None
    return Filter(row_type, variable, Ids(row_type, row_type.of.ids), condition)


def type_question(node: ex.Possible | ex.Supposing, scope: Scope) -> Expr:
    match node:
        case ex.Possible(call=call):
            made = alternatives.type_alternative(call, scope, again=False)
            if made is None:
                return exprs.BAD
            player = exprs.type_me(node.span, scope)
            return Possible(FLAG, player, made[0])
        case ex.Supposing(changes=changes, expr=expr):
            typed = type_statement.type_body(changes, scope)[0]
            inner = exprs.type_expr(expr, scope)
            if not keeps_number(inner, expr.span, scope.symbols, COUNT_INSIDE):
                return exprs.BAD
            return Supposing(inner.type, typed, inner)
