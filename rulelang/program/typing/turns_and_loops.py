"""Type the flow of play: loops over players, turns."""

from __future__ import annotations

import attrs

from rulelang.program.nodes import Const, Expr, Ids, Loop, PlayersFrom, Stmt, Turn
from rulelang.program.types import SeqType, SetType
from rulelang.program.typing import sets, type_statement
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.operators import known_present
from rulelang.program.typing.scope import LOOP, Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def type_flow(stmt: st.Repeat | st.Turn, scope: Scope) -> tuple[Stmt, ...]:
    if isinstance(stmt, st.Turn):
        return (_turn(stmt, scope),)
    return (_repeat(stmt, scope),)


def _repeat(stmt: st.Repeat, scope: Scope) -> Stmt:
    source = condition = None
    variable = None
    inner = scope
    if stmt.variable is not None and stmt.source is not None:
        source = _in_rounds(sets.type_source(stmt.source, scope), scope)
        inner, variable = sets.bind_element(stmt.variable, source, scope)
        if stmt.condition is not None:
            condition = exprs.type_flag(stmt.condition, inner)
            inner = inner.narrow(known_present(stmt.condition))
    until = exprs.type_flag(stmt.until, scope) if stmt.until is not None else None
    body, _ = type_statement.type_body(stmt.body, inner.inside(LOOP))
    return Loop(stmt.span, variable, source, condition, until, body)


def _in_rounds(source: Expr, scope: Scope) -> Expr:
    """`repeat each p in everyone` goes round the table from the first seat."""
    players = scope.symbols.player_type
    if isinstance(source, Ids) and source.type == SetType(players) and source.ids == players.ids:
        return PlayersFrom(SeqType(players), Const(players, players.ids[0]), 1)
    return source


def _turn(stmt: st.Turn, scope: Scope) -> Stmt:
    player = exprs.type_name(stmt.player, scope, scope.symbols.player_type)
    exprs.expect(player, scope.symbols.player_type, stmt.player.span, scope.symbols)
    inner = attrs.evolve(scope, me=player, meanwhile=_at_any_moment(stmt, scope))
    body, _ = type_statement.type_body(stmt.body, inner)
    return Turn(stmt.span, player, body)


def _at_any_moment(stmt: st.Turn, scope: Scope) -> tuple[ex.Call, ...]:
    """Actions and exchanges `during turn` are offered between the actions of every turn."""
    return tuple(
        ex.Call(stmt.span, ex.Callee(stmt.span, ex.Ident(stmt.span, name), None, None), ())
        for name, rule in scope.symbols.rules.items()
        if isinstance(rule, syn.Rule) and rule.word != "effect" and rule.during is not None
    )
