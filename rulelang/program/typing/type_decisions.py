"""Type decisions: choose, may, named cases, barriers, and "any order, each at most once"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import NamedConstant, Symbols
from rulelang.program.model import Member
from rulelang.program.nodes import (
    Alternative,
    Body,
    Const,
    Decide,
    Expr,
    Let,
    Local,
    PerPlayer,
    Pick,
    Requirement,
    Stmt,
    Together,
    Words,
)
from rulelang.program.types import (
    NONE,
    RefType,
    Type,
)
from rulelang.program.typing import resolving, sets, type_statement
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.alternatives import has_room, join_types, type_alternative, type_pick
from rulelang.program.typing.locals_read import locals_in
from rulelang.program.typing.operators import known_present
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

Typed = tuple[tuple[Stmt, ...], Scope]
Asking = st.Choose | st.May | st.ChooseCase | st.Together


def type_decision(stmt: Asking, scope: Scope, otherwise: st.Body | None) -> Typed:
    match stmt:
        case st.Choose(pick=st.PickValues() as pick):
            return _values(stmt, pick, scope, otherwise)
        case st.Choose(pick=st.PickCalls(calls=calls, repeatedly=repeatedly)):
            return _calls(stmt, calls, scope, otherwise, optional=False, repeatedly=repeatedly)
        case st.May(calls=calls, repeatedly=repeatedly):
            return _calls(stmt, calls, scope, otherwise, optional=True, repeatedly=repeatedly)
        case st.Choose():
            assert isinstance(stmt.pick, st.PickOrder)
            return resolving.type_order(stmt, stmt.pick, scope)
        case st.ChooseCase():
            return _cases(stmt, scope, otherwise)
        case st.Together():
            return _together(stmt, scope)
        case _:
            assert_never(stmt)


def chooser(stmt: st.Choose | st.May | st.ChooseCase, scope: Scope) -> Expr:
    if stmt.chooser is None:
        return exprs.type_me(stmt.span, scope)
    word = stmt.chooser.text
    if word in ("owner", "active", "me"):
        player = exprs.type_expr(ex.Constant(stmt.chooser.span, word), scope)
    else:
        player = exprs.type_name(stmt.chooser, scope, scope.symbols.player_type)
    exprs.expect(player, scope.symbols.player_type, stmt.chooser.span, scope.symbols)
    return player


def decision_name(scope: Scope) -> str:
    return scope.step or scope.frame.name


def decision_label(scope: Scope) -> Words:
    """Return what the step or rule of a decision is called; nothing in the flow itself."""
    return scope.step_label


def _fallback(otherwise: st.Body | None, scope: Scope) -> Body | None:
    return None if otherwise is None else type_statement.type_body(otherwise, scope)[0]


# --- values ------------------------------------------------------------------------------------------


def _values(stmt: st.Choose, pick: st.PickValues, scope: Scope, otherwise: st.Body | None) -> Typed:
    player = chooser(stmt, scope)
    inner = scope
    picks: list[Pick] = []
    for binding in pick.bindings:
        made, inner = type_pick(binding, inner)
        picks.append(made)
    has_room(len(picks), stmt.span, scope.symbols)
    conditions: tuple[Requirement, ...] = ()
    if pick.condition is not None:
        names = [binding.name.text for binding in pick.bindings]
        condition = exprs.type_flag(pick.condition, inner.narrow(names))
        conditions = (condition_on("where", condition, picks, pick.condition.span),)
    name = "_".join(binding.name.text for binding in pick.bindings)
    alternative = inline(stmt.span, name, words(None, name), picks, conditions, ())
    # What was not picked because nothing could be is none for what follows.
    after = inner
    decide = Decide(
        span=stmt.span,
        name=name,
        label=words(None, name),
        player=player,
        alternatives=(alternative,),
        optional=False,
        result=None,
        otherwise=_fallback(otherwise, scope),
    )
    return (decide,), after


def condition_on(name: str, expr: Expr, picks: list[Pick], span: Span) -> Requirement:
    reads = tuple(sorted(locals_in(expr) & {pick.local for pick in picks}))
    return Requirement(
        span=span,
        name=name,
        kind="require",
        expr=expr,
        sentence=(),
        witness=None,
        reads=reads,
        after_cost=False,
        cites=(),
    )


def inline(
    span: Span,
    name: str,
    label: Words,
    picks: list[Pick],
    conditions: tuple[Requirement, ...],
    body: Body,
    *,
    again: bool = False,
) -> Alternative:
    return Alternative(
        span=span,
        name=name,
        label=label,
        rule=None,
        args=(),
        picks=tuple(picks),
        conditions=conditions,
        body=body,
        again=again,
    )


# --- rules offered --------------------------------------------------------------------------------------


def _calls(
    stmt: st.Choose | st.May,
    calls: tuple[ex.Call, ...],
    scope: Scope,
    otherwise: st.Body | None,
    *,
    optional: bool,
    repeatedly: bool,
) -> Typed:
    player = chooser(stmt, scope)
    if repeatedly and not optional and otherwise is None:
        otherwise = ()  # as long as there is one: nothing else could end it
    calls += _added_options(decision_name(scope), scope.symbols)
    # The called rules' `me` is whoever chooses.
    asking = attrs.evolve(scope, me=player)
    names: dict[str, Type] = {}
    certain: dict[str, int] = {}
    for call in calls:
        made = type_alternative(call, asking, again=repeatedly)
        for name, type_ in made[1].items() if made is not None else ():
            names[name] = join_types(names.get(name), type_)
            certain[name] = certain.get(name, 0) + 1
    after = scope
    bound: dict[str, tuple[str, Type]] = {}
    before: list[Stmt] = []
    for name, type_ in names.items():
        sure = certain[name] == len(calls) and not optional and otherwise is None
        if isinstance(type_, RefType) and not sure:
            type_ = attrs.evolve(type_, optional=True)
        after, local = after.bind(name, type_)
        bound[name] = (local, type_)
        if not sure and isinstance(type_, RefType):
            before.append(Let(stmt.span, local, Const(type_, NONE)))
    offered: list[Alternative] = []
    for call in calls:
        made = type_alternative(call, asking, again=repeatedly, bound=bound)
        if made is not None:
            offered.append(made[0])
    for call in scope.meanwhile if stmt.chooser is None else ():
        made = type_alternative(call, asking, again=True)
        if made is not None:
            offered.append(made[0])
    decide = Decide(
        span=stmt.span,
        name=decision_name(scope),
        label=decision_label(scope),
        player=player,
        alternatives=tuple(offered),
        optional=optional,
        result=None,
        otherwise=_fallback(otherwise, scope),
    )
    return (*before, decide), after


def _added_options(name: str, symbols: Symbols) -> tuple[ex.Call, ...]:
    """What modules add to the choice of a step: `add option rest to main_move`."""
    added: tuple[ex.Call, ...] = ()
    for item in symbols.linked.items:
        if isinstance(item, syn.AddOptions) and item.name.text == name:
            symbols.extended.add(name)
            added += item.calls
    return added


def check_added_options(symbols: Symbols) -> None:
    """Report options that were added to no choice at all."""
    for item in symbols.linked.items:
        if isinstance(item, syn.AddOptions) and item.name.text not in symbols.extended:
            symbols.report.error(
                codes.UNKNOWN_TARGET,
                item.name.span,
                what="step with a choice of actions",
                name=item.name.text,
                verb="add to",
                help=did_you_mean(item.name.text, _steps(symbols)),
            )


def _steps(symbols: Symbols) -> set[str]:
    nodes = walk(symbols.linked.items, without=EXPRESSIONS)
    return {node.name.text for node in nodes if isinstance(node, st.Step)}


# --- named cases ---------------------------------------------------------------------------------------------


def _cases(stmt: st.ChooseCase, scope: Scope, otherwise: st.Body | None) -> Typed:
    player = chooser(stmt, scope)
    type_ = _case_type(stmt, scope)
    after, result = scope.bind(stmt.name.text, type_)
    offered: list[Alternative] = []
    for option in stmt.options:
        made, after = _option(option, scope, after)
        offered.append(made)
    decide = Decide(
        span=stmt.span,
        name=stmt.name.text,
        label=words(stmt.label, stmt.name.text),
        player=player,
        alternatives=tuple(offered),
        optional=False,
        result=result,
        otherwise=_fallback(otherwise, scope),
    )
    return (decide,), after


def _case_type(stmt: st.ChooseCase, scope: Scope) -> RefType:
    """The options of a named choice are cases of an enum of their own."""
    symbols = scope.symbols
    universe = f"{scope.frame.name}.{stmt.name.text}"
    members = [Member(o.name.text, words(o.label, o.name.text)) for o in stmt.options]
    if universe not in symbols.enums:
        symbols.enums[universe] = members
        symbols.add_kind(universe, universe, range(len(members)), ())
        for index, member in enumerate(members):
            type_ = RefType(universe, tuple(range(len(members))), stmt.name.text)
            symbols.add_constant(member.name, NamedConstant(type_, index))
    return RefType(universe, tuple(range(len(members))), stmt.name.text)


def _option(option: st.CaseOption, scope: Scope, after: Scope) -> tuple[Alternative, Scope]:
    inner = scope
    picks: list[Pick] = []
    for param in option.params:
        made, inner = type_pick(param, inner)  # type: ignore[arg-type]
        picks.append(made)
        bound = inner.locals[param.name.text]
        after = attrs.evolve(after, locals={**after.locals, param.name.text: bound})
    scope.symbols.options[option.name.text] = tuple(picks)
    conditions: tuple[Requirement, ...] = ()
    if option.condition is not None:
        condition = exprs.type_flag(option.condition, inner)
        conditions = (condition_on("if", condition, picks, option.condition.span),)
        inner = inner.narrow(known_present(option.condition))
    body, _ = type_statement.type_body(option.body, inner)
    label = words(option.label, option.name.text)
    return inline(option.span, option.name.text, label, picks, conditions, body), after


# --- barriers ----------------------------------------------------------------------------------------------------


def _together(stmt: st.Together, scope: Scope) -> Typed:
    source = sets.type_source(stmt.source, scope)
    inner, variable = sets.bind_element(stmt.variable, source, scope)
    condition = exprs.type_flag(stmt.condition, inner) if stmt.condition is not None else None
    beyond = [found for line in stmt.body for found in _beyond_choosing(line, stmt.variable)]
    for span, what in beyond:
        scope.symbols.report.error(codes.BARRIER_MAY_ONLY_CHOOSE, span, what=what)
    if beyond:
        return (), scope
    body, chosen = type_statement.type_body(stmt.body, inner)
    answers = {name: b for name, b in chosen.locals.items() if inner.locals.get(name) is not b}
    player = Local(scope.symbols.player_type, variable)
    then_scope = inner
    after = scope
    for name, binding in answers.items():
        own = PerPlayer(binding.type, binding.local, player)
        then_scope = then_scope.alias(name, own)
        stored = attrs.evolve(binding, per_player=True)
        after = attrs.evolve(after, locals={**after.locals, name: stored})
    then, _ = type_statement.type_body(stmt.then, then_scope)
    made = Together(stmt.span, variable, source, condition, stmt.secretly, body, then)
    return (made,), after


def _beyond_choosing(line: st.Stmt, variable: ex.Ident) -> Iterator[tuple[Span, str]]:
    """Yield what a line of a `together` does besides asking its player: answers come in any order."""
    if not isinstance(line, st.Choose | st.ChooseCase):
        yield line.span, "this line"
        return
    if line.chooser is None or line.chooser.text != variable.text:
        yield line.span, f"asking anybody but `{variable.text}`"
    elif isinstance(line, st.ChooseCase):
        for option in line.options:
            if option.body:
                yield option.span, f"what follows `{option.name.text}`"
    elif not isinstance(line.pick, st.PickValues):
        yield line.span, "this line"
