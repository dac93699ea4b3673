"""Type statements: in goes a body and a scope, out come core statements and the scope after them."""

from __future__ import annotations

from typing import TypeAlias, assert_never

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import FAR, arith_range, expect, keeps_number, number
from rulelang.program.declare.symbols import PLAYER
from rulelang.program.nodes import (
    Arith,
    Body,
    CallRule,
    Claim,
    Collect,
    Each,
    Expr,
    Finish,
    If,
    Let,
    Roll,
    ScoreAdd,
    SetOp,
    SetVar,
    Shuffle,
    Step,
    Stmt,
    Stop,
    Times,
)
from rulelang.program.types import (
    PLACES,
    ErrorType,
    IntType,
    RefType,
    SeqType,
    SetType,
)
from rulelang.program.typing import (
    alternatives,
    resolving,
    sets,
    showing,
    transfers,
    turns_and_loops,
    type_decisions,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.accounts import account_written
from rulelang.program.typing.operators import known_absent, known_present
from rulelang.program.typing.scope import LOOP, Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

Typed = tuple[tuple[Stmt, ...], Scope]
# Statements that bind no name for those that follow and belong to no larger family.
Simple: TypeAlias = (
    st.Do
    | st.DoBody
    | st.If
    | st.Each
    | st.Step
    | st.Times
    | st.Collect
    | st.Claim
    | st.SetTo
    | st.Shift
    | st.AddTo
    | st.Shuffle
    | st.Reveal
    | st.Stop
    | st.Finish
    | st.ScoreNow
)


def type_body(body: tuple[st.Stmt, ...], scope: Scope) -> tuple[Body, Scope]:
    """Type statements in order; names bound by one are known to the next."""
    typed: list[Stmt] = []
    for index, stmt in enumerate(body):
        follows = body[index + 1] if index + 1 < len(body) else None
        otherwise = follows.body if isinstance(follows, st.Otherwise) else None
        made, scope = type_stmt(stmt, scope, otherwise)
        typed += made
    return tuple(typed), scope


def type_stmt(stmt: st.Stmt, scope: Scope, otherwise: st.Body | None) -> Typed:
    match stmt:
        case st.Let():
            expr = exprs.contents(exprs.type_expr(stmt.expr, scope), scope)
            if not keeps_number(expr, stmt.expr.span, scope.symbols):
                expr = exprs.BAD
            if isinstance(expr.type, SeqType):
                expr = attrs.evolve(expr, type=SetType(expr.type.of))
            scope, local = scope.bind(stmt.name.text, expr.type)
            scope.frame.origins[local] = expr
            return (Let(stmt.span, local, expr),), scope
        case st.Choose() | st.May() | st.ChooseCase() | st.Together():
            return type_decisions.type_decision(stmt, scope, otherwise)
        case st.Roll():
            return _roll(stmt, scope)
        case st.Meanwhile(calls=calls):
            return (), attrs.evolve(scope, meanwhile=scope.meanwhile + calls)
        case st.Otherwise() | syn.Cite() | syn.Note():
            return (), scope
        case st.Resolve() | st.ResolveList():
            return resolving.type_resolve(stmt, scope), scope
        case st.Repeat() | st.Turn():
            return turns_and_loops.type_flow(stmt, scope), scope
        case st.Move() | st.Swap() | st.Transfer() | st.Draw():
            return transfers.type_move(stmt, scope), scope
        case _:
            return _simple(stmt, scope), scope


def _simple(stmt: Simple, scope: Scope) -> tuple[Stmt, ...]:
    match stmt:
        case st.Do(call=call):
            return _do(call, scope)
        case st.DoBody(body=body):
            return type_body(body, scope)[0]
        case st.If():
            return (_if(stmt, scope),)
        case st.Each():
            return (_each(stmt, scope),)
        case st.Step():
            return (_step(stmt, scope),)
        case st.Times(count=count, body=body):
            repeated, _ = type_body(body, scope.inside(LOOP))
            return (Times(stmt.span, exprs.type_int(count, scope), repeated),)
        case st.Collect():
            return _collect(stmt, scope)
        case st.Claim(amount=amount, player=player):
            bundle = exprs.type_bundle(amount, scope)
            return (Claim(stmt.span, bundle, exprs.type_player(player, scope)),)
        case st.SetTo() | st.Shift() | st.AddTo():
            return _assign(stmt, scope)
        case st.Shuffle(pile=pile):
            place = exprs.type_expr(pile, scope)
            if isinstance(place.type, RefType) and place.type.universe == PLACES:
                return (Shuffle(stmt.span, place, f"shuffle_{place.type.kind}"),)
            _not_a_place(place, pile.span, scope)
            return ()
        case st.Reveal():
            return showing.type_reveal(stmt, scope)
        case st.Stop():
            return _stop(stmt, scope)
        case st.Finish():
            return (Finish(stmt.span),)
        case st.ScoreNow():
            return _score(stmt, scope)
        case _:
            assert_never(stmt)


def _not_a_place(expr: Expr, span: Span, scope: Scope) -> None:
    if not isinstance(expr.type, ErrorType):
        scope.symbols.report.error(codes.NOT_A_PLACE, span, found=describe(expr.type))


def _do(call: ex.Call, scope: Scope) -> tuple[Stmt, ...]:
    name = call.callee.name
    if scope.original is not None and name is not None and name.text == scope.original[0]:
        return _as_it_was(call, scope.original[1], scope)
    made = alternatives.type_alternative(call, scope, again=False)
    if made is None:
        return ()
    if scope.me is None:
        player: Expr = exprs.type_expr(ex.Constant(call.span, "active"), scope)
    else:
        player = exprs.type_me(call.span, scope)
    return (CallRule(call.span, player, made[0]),)


def _as_it_was(call: ex.Call, body: Body, scope: Scope) -> tuple[Stmt, ...]:
    """`do X` inside `instead of X`: what X did before, with the same values."""
    if call.callee.args or call.flags:
        scope.symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            call.span,
            name=call.callee.name.text if call.callee.name is not None else "",
            expected="nothing",
            found="values",
            help="inside `instead of` it keeps the values it was called with",
        )
    return body


def _if(stmt: st.If, scope: Scope) -> Stmt:
    condition = exprs.type_flag(stmt.condition, scope)
    then, _ = type_body(stmt.then, scope.narrow(known_present(stmt.condition)))
    otherwise, _ = type_body(stmt.otherwise, scope.narrow(known_absent(stmt.condition)))
    return If(stmt.span, condition, then, otherwise)


def _stop(stmt: st.Stop, scope: Scope) -> tuple[Stmt, ...]:
    name = None if stmt.name is None else stmt.name.text
    if name is not None and name not in scope.symbols.stoppable:
        return ()  # reported by `targets.py`
    if (name or LOOP) not in scope.around:
        what = "loop around this line" if name is None else f"`{name}` around this line"
        help_line = "name the rule or step to leave: `stop NAME`" if name is None else ""
        scope.symbols.report.error(codes.NOTHING_TO_STOP, stmt.span, what=what, help=help_line)
        return ()
    return (Stop(stmt.span, name),)


def _each(stmt: st.Each, scope: Scope) -> Stmt:
    source = sets.type_source(stmt.source, scope)
    inner, variable = sets.bind_element(stmt.variable, source, scope)
    scope.frame.origins[variable] = source
    condition = None
    if stmt.condition is not None:
        condition = exprs.type_flag(stmt.condition, inner)
        inner = inner.narrow(known_present(stmt.condition))
    by = exprs.type_int(stmt.by, inner) if stmt.by is not None else None
    body, _ = type_body(stmt.body, inner.inside(LOOP))
    return Each(stmt.span, variable, source, condition, by, body)


def _step(stmt: st.Step, scope: Scope) -> Stmt:
    from rulelang.program.declare.label_words import words
    from rulelang.program.typing.hooks import woven

    name, label = stmt.name.text, words(stmt.label, stmt.name.text)
    inner = attrs.evolve(scope, step=name, step_label=label).inside(name)
    body, _ = type_body(stmt.body, inner)
    body = woven(name, inner, body, is_step=True)
    return Step(stmt.span, name, label, body)


def _roll(stmt: st.Roll, scope: Scope) -> Typed:
    name = stmt.name.text
    if stmt.dice is not None:
        count, sides = stmt.dice
        if not (1 <= count <= 20 and 2 <= sides <= 100):
            scope.symbols.report.error(
                codes.OUT_OF_RANGE,
                stmt.span,
                found=f"{count}d{sides}",
                expected="1 to 20 dice of 2 to 100 sides",
            )
            return (), scope
        after, local = scope.bind(name, IntType(count, count * sides))
        return (Roll(stmt.span, local, name, count, sides, None),), after
    assert stmt.among is not None
    among = sets.type_source(stmt.among, scope)
    of = among.type.of if isinstance(among.type, SetType | SeqType) else among.type
    after, local = scope.bind(name, of)
    return (Roll(stmt.span, local, name, 0, 0, among),), after


def _collect(stmt: st.Collect, scope: Scope) -> tuple[Stmt, ...]:
    source = account_written(stmt.source, None, scope)
    if source is None:
        return ()
    enum = scope.symbols.accounts[source[0]].enum
    targets = [
        account.name
        for account in scope.symbols.accounts.values()
        if account.enum == enum and account.owner_kind == PLAYER and not account.hidden
    ]
    if len(targets) != 1:
        scope.symbols.report.error(
            codes.AMBIGUOUS_ACCOUNT,
            stmt.span,
            what=f"amounts of {enum}",
            places=" or ".join(f"`{name}`" for name in targets) or "no account of a player",
        )
        return ()
    scope.symbols.used.add(targets[0])
    body, _ = type_body(stmt.body, scope)
    inner = scope
    for name in ("claimed", "claimants", "left"):
        inner, _ = inner.bind(name, IntType(0, FAR))
        binding = attrs.evolve(inner.locals[name], local=name)
        inner = attrs.evolve(inner, locals={**inner.locals, name: binding})
    short = exprs.type_int(stmt.short, inner)
    return (Collect(stmt.span, source[0], source[1], targets[0], body, short),)


def _assign(stmt: st.SetTo | st.Shift | st.AddTo, scope: Scope) -> tuple[Stmt, ...]:
    target = _target_var(stmt.target, scope)
    if target is None:
        return ()
    name, owner = target
    symbols = scope.symbols
    var = symbols.vars[name]
    from rulelang.program.nodes import VarGet

    now = VarGet(var.type, name, owner)
    match stmt:
        case st.SetTo(value=value):
            typed = exprs.type_given(value, scope, var.type)
            return (SetVar(stmt.span, name, owner, typed),)
        case st.Shift(verb=verb, amount=amount):
            by = exprs.type_int(amount, scope)
            if not isinstance(var.type, IntType) or not isinstance(by.type, IntType):
                expect(now, IntType(0, 0), stmt.target.span, symbols)
                return ()
            op = "+" if verb == "raise" else "-"
            moved: Expr = Arith(arith_range(op, var.type, by.type), op, now, by)
            if name in symbols.stops:
                moved = _between(moved, var.type)
            return (SetVar(stmt.span, name, owner, moved),)
        case st.AddTo(verb=verb, item=item):
            added = exprs.type_expr(item, scope, var.type)
            if not isinstance(var.type, SetType):
                expect(now, SetType(IntType(0, 0)), stmt.target.span, symbols)
                return ()
            expect(added, var.type.of, item.span, symbols)
            from rulelang.program.nodes import SetOf

            one = SetOf(var.type, (added,))
            op = "union" if verb == "add" else "except"
            return (SetVar(stmt.span, name, owner, SetOp(var.type, op, now, one)),)


def _between(moved: Expr, type_: IntType) -> Expr:
    assert isinstance(moved.type, IntType)
    low, high = number(type_.low), number(type_.high)
    above = arith_range("max", moved.type, IntType(type_.low, type_.low))
    return Arith(type_, "min", Arith(above, "max", moved, low), high)


def _target_var(node: ex.Expr, scope: Scope) -> tuple[str, Expr | None] | None:
    """The variable that a statement changes, with its owner."""
    symbols = scope.symbols
    if isinstance(node, ex.Name | ex.Of):
        symbols.used.add((node.ident if isinstance(node, ex.Name) else node.name).text)
    match node:
        case ex.Name(ident=ident) if ident.text in symbols.vars:
            if symbols.vars[ident.text].owner_kind is None:
                return ident.text, None
        case ex.Of(name=ident, owner=owner) if ident.text in symbols.vars:
            var = symbols.vars[ident.text]
            if var.owner_kind is not None:
                return ident.text, exprs.type_ref(owner, scope, symbols.ref(var.owner_kind))
    symbols.report.error(
        codes.WRONG_TYPE, node.span, found="nothing that can be set", expected="a variable or track"
    )
    return None


def _score(stmt: st.ScoreNow, scope: Scope) -> tuple[Stmt, ...]:
    scope.symbols.earned.setdefault(stmt.line.text, stmt.line.span)
    amount = exprs.type_int(stmt.amount, scope)
    if stmt.player is None:
        player = exprs.type_me(stmt.span, scope)
    else:
        player = exprs.type_player(stmt.player, scope)
    return (ScoreAdd(stmt.span, stmt.line.text, player, amount),)
