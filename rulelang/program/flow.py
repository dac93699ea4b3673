"""Type the flow of play: loops over players, turns."""

from __future__ import annotations

import attrs

from rulelang.program import expressions as exprs
from rulelang.program import sets, statements
from rulelang.program.nodes import Loop, Stmt, Turn
from rulelang.program.operators import known_present
from rulelang.program.scope import Scope
from rulelang.syntax import statements as st


def type_flow(stmt: st.Repeat | st.Turn, scope: Scope) -> tuple[Stmt, ...]:
    if isinstance(stmt, st.Turn):
        return (_turn(stmt, scope),)
    return (_repeat(stmt, scope),)


def _repeat(stmt: st.Repeat, scope: Scope) -> Stmt:
    source = condition = None
    variable = None
    inner = scope
    if stmt.variable is not None and stmt.source is not None:
        source = sets.type_source(stmt.source, scope)
        inner, variable = sets.bind_element(stmt.variable, source, scope)
        if stmt.condition is not None:
            condition = exprs.type_flag(stmt.condition, inner)
            inner = inner.narrow(known_present(stmt.condition))
    until = exprs.type_flag(stmt.until, scope) if stmt.until is not None else None
    body, _ = statements.type_body(stmt.body, inner)
    return Loop(stmt.span, variable, source, condition, until, body)


def _turn(stmt: st.Turn, scope: Scope) -> Stmt:
    player = exprs.type_name(stmt.player, scope, scope.symbols.player_type)
    exprs.expect(player, scope.symbols.player_type, stmt.player.span, scope.symbols)
    inner = attrs.evolve(scope, me=player, meanwhile=())
    body, _ = statements.type_body(stmt.body, inner)
    return Turn(stmt.span, player, body)
