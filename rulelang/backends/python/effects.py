"""Statements that never wait: native Python control flow over the state vector.

`statements` writes a body and returns the scope after it. A local that the scope knows already (a
slot of a frame) is assigned there, any other becomes a Python local. `stop` becomes `break` or
`return`; across several loops a flag carries it outwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import get_args

from attrs import field, frozen

from rulelang.backends.python import (
    bundles,
    chance,
    expressions,
    grown,
    marks,
    masks,
    moves,
    sets,
)
from rulelang.backends.python.unit import Scope, Unit, identifier, index_text
from rulelang.backends.python.writer import add, is_number
from rulelang.program import nodes as ir
from rulelang.program.model import Account
from rulelang.program.types import BundleType, FlagType, IntType, Type
from rulelang.program.walk import descend_all
from rulelang.runtime.layout import VarSlots

STEP_BUDGET = 100_000


@frozen
class Target:
    """Something a `stop` can leave: a loop (name None) or a named step or rule."""

    name: str | None
    flag: str | None


@frozen
class Exits:
    """What can be left at this place, from the outside in; `rule` returns from the function."""

    rule: str | None = None
    on_return: str = "return"
    targets: tuple[Target, ...] = field(default=())

    def inside(self, target: Target) -> Exits:
        """Return the exits within one more loop or step."""
        return Exits(self.rule, self.on_return, (*self.targets, target))


NO_EXITS = Exits()


def statements(body: Iterable[ir.Stmt], scope: Scope, exits: Exits = NO_EXITS) -> Scope:
    """Write the statements; return the scope with their locals."""
    for stmt in body:
        with scope.code.at(stmt.span):
            scope = _statement(stmt, scope, exits)
    return scope


def _statement(stmt: ir.Stmt, scope: Scope, exits: Exits) -> Scope:
    match stmt:
        case ir.Let(local=local, expr=expr):
            return assign(local, expr, scope)
        case ir.Roll(local=local):
            return assign_text(local, chance.roll(stmt, scope), scope)
        case (
            ir.SetVar()
            | ir.Transfer()
            | ir.MoveThing()
            | ir.MoveAlike()
            | ir.MoveAll()
            | ir.Draw()
            | ir.Shuffle()
            | ir.Reveal()
            | ir.ScoreAdd()
            | ir.Claim()
            | ir.LayTile()
        ):
            _change(stmt, scope)
        case ir.If() | ir.Each() | ir.Loop() | ir.Times() | ir.Step() | ir.Turn():
            _control(stmt, scope, exits)
        case ir.Stop(name=name):
            _stop(name, scope, exits)
        case ir.Finish():
            scope.code.line(f"raise {scope.unit.use('GameOver')}")
        case ir.CallRule():
            _call(stmt, scope, exits)
        case ir.Collect():
            from rulelang.backends.python.collecting import collect

            collect(stmt, scope, exits)
        case ir.Decide() | ir.Together():
            raise TypeError("a decision cannot stand in a body that never waits")
    return scope


def assign(local: str, expr: ir.Expr, scope: Scope) -> Scope:
    """Write the assignment of a local."""
    if isinstance(expr.type, BundleType):
        parts = bundles.bundle(expr, scope)
        target = scope.names.get(local)
        name = f"v_{identifier(local)}"
        if isinstance(target, tuple) and target != bundles.spread(name, len(parts)):
            scope.code.line(f"{', '.join(target)}, = {', '.join(parts)},")
            return scope
        scope.code.line(f"{name} = {bundles.tuple_text(parts)}")
        return scope.bind(local, bundles.spread(name, len(parts)))
    return assign_text(local, expressions.value(expr, scope), scope)


def assign_text(local: str, text: str, scope: Scope) -> Scope:
    """Write the assignment of a local that is no bundle."""
    target = scope.names.get(local)
    name = target if isinstance(target, str) else f"v_{identifier(local)}"
    scope.code.line(f"{name} = {text}")
    return scope.bind(local, name)


# --- changes -------------------------------------------------------------------------------------

_Change = (
    ir.SetVar
    | ir.Transfer
    | ir.MoveThing
    | ir.MoveAlike
    | ir.MoveAll
    | ir.Draw
    | ir.Shuffle
    | ir.Reveal
    | ir.ScoreAdd
    | ir.Claim
    | ir.LayTile
)


def _change(stmt: _Change, scope: Scope) -> None:
    match stmt:
        case ir.SetVar():
            _set_var(stmt, scope)
        case ir.Transfer():
            transfer(stmt, scope)
        case ir.MoveThing():
            moves.move_thing(stmt, scope)
        case ir.MoveAlike():
            moves.move_alike(stmt, scope)
        case ir.MoveAll():
            moves.move_all(stmt, scope)
        case ir.Draw():
            chance.draw(stmt, scope)
        case ir.Shuffle():
            chance.shuffle(stmt, scope)
        case ir.Reveal():
            marks.reveal(stmt, scope)
        case ir.ScoreAdd(line=line, player=player, amount=amount):
            slots = earned_slots(line, scope.unit)
            slot = add(expressions.scalar(player, scope), slots.first)
            scope.code.line(f"{scope.slot(slot)} += {expressions.scalar(amount, scope)}")
        case ir.Claim():
            from rulelang.backends.python.collecting import claim

            claim(stmt, scope)
        case ir.LayTile():
            grown.lay(stmt, scope)


def earned_slots(line: str, unit: Unit) -> VarSlots:
    """Return where the points that a line earned in play are kept."""
    known = unit.vars.get(f"score {line}")
    return known or next(slots for slots in unit.layout.scores if slots.name == line)


def _set_var(stmt: ir.SetVar, scope: Scope) -> None:
    slots = scope.unit.vars[stmt.var]
    var = next(v for v in scope.unit.program.vars if v.name == stmt.var)
    owner = "0" if stmt.index is None else expressions.scalar(stmt.index, scope)
    base = index_text(scope.unit, slots.owners, owner, slots.width, slots.first)
    if isinstance(var.type, BundleType):
        base = base if is_number(base) else scope.code.keep(base)
        parts = ", ".join(bundles.bundle(stmt.value, scope))
        scope.code.line(f"{scope.state}[{base}:{add(base, slots.width)}] = ({parts},)")
        return
    text = expressions.value(stmt.value, scope)
    if isinstance(var.type, FlagType):
        text = expressions.stored_flag(text)
    text = _in_range(stmt.var, var.type, (stmt.value, text), scope)
    scope.code.line(f"{scope.slot(base)} = {text}")


def _in_range(name: str, type_: Type, found: tuple[ir.Expr, str], scope: Scope) -> str:
    """Check a value against the declared range unless its own type proves it."""
    expr, text = found
    if not isinstance(type_, IntType):
        return text
    known = expr.type
    if isinstance(known, IntType) and type_.low <= known.low and known.high <= type_.high:
        return text
    text = scope.code.keep(text)
    scope.unit.use("out_of_range")
    expected = f"{type_.low} to {type_.high}"
    scope.code.line(
        f"if not {type_.low} <= {text} <= {type_.high}: "
        f"raise out_of_range({name!r}, {text}, {expected!r})"
    )
    return text


# --- accounts ------------------------------------------------------------------------------------


def account_named(name: str, scope: Scope) -> Account:
    """Return the declaration of an account."""
    return next(account for account in scope.unit.program.accounts if account.name == name)


def transfer(stmt: ir.Transfer, scope: Scope, *, is_checked: bool = False) -> None:
    """Write the transfer of a bundle; `is_checked`: the source is known to cover it."""
    source, target = account_named(stmt.source, scope), account_named(stmt.target, scope)
    one = bundles.single(stmt.amount)
    if one is not None:
        count = scope.code.keep(expressions.scalar(one[0], scope))
        kind = scope.code.keep(expressions.scalar(one[1], scope), "k")
        pairs = [(kind, count)]
    else:
        parts = bundles.bundle(stmt.amount, scope)
        pairs = [(str(k), scope.code.keep(p)) for k, p in enumerate(parts) if p != "0"]
    first = bundles.account_base(stmt.source, stmt.source_holder, scope)
    second = bundles.account_base(stmt.target, stmt.target_holder, scope)
    checked = is_checked or source.unlimited
    # An amount of none is nothing.
    may_be_none = one is not None and expressions.is_optional(one[1].type)
    with scope.code.block(f"if {pairs[0][0]} >= 0:") if may_be_none else nullcontext():
        for kind, count in pairs:
            _check_amount(count, source, (first, kind), scope, is_covered=checked)
        for kind, count in pairs:
            scope.code.line(f"{scope.slot(add(first, kind))} -= {count}")
            bundles.arrive(target, (second, kind, count), scope)


def _check_amount(
    count: str,
    source: Account,
    at: tuple[str, str],
    scope: Scope,
    *,
    is_covered: bool,
) -> None:
    held = scope.slot(add(*at))
    names = repr(
        tuple(m.name for n, ms in scope.unit.program.enums if n == source.enum for m in ms)
    )
    table = scope.unit.constant(names, "N")
    if not is_number(count):
        scope.unit.use("out_of_range")
        what = f"'an amount of ' + {table}[{at[1]}]"
        scope.code.line(f"if {count} < 0: raise out_of_range({what}, {count}, '0 and more')")
    if not is_covered:
        scope.unit.use("overdraw")
        scope.code.line(
            f"if {held} < {count}: "
            f"raise overdraw({source.name!r}, {held}, {table}[{at[1]}], {count})"
        )


# --- control -------------------------------------------------------------------------------------

_Control = ir.If | ir.Each | ir.Loop | ir.Times | ir.Step | ir.Turn


def _control(stmt: _Control, scope: Scope, exits: Exits) -> None:
    match stmt:
        case ir.If():
            _if(stmt, scope, exits)
        case ir.Each():
            _each(stmt, scope, exits)
        case ir.Loop():
            _loop(stmt, scope, exits)
        case ir.Times(count=count, body=body):
            target = new_target(None, body, scope)
            head = f"for _ in range({expressions.scalar(count, scope)}):"
            with scope.code.block(head):
                statements(body, scope, exits.inside(target))
            _pass_on(scope, exits)
        case ir.Step():
            _step(stmt, scope, exits)
        case ir.Turn():
            _turn(stmt, scope, exits)


def _if(stmt: ir.If, scope: Scope, exits: Exits) -> None:
    condition = expressions.scalar(stmt.condition, scope)
    if condition in {"True", "1"}:
        statements(stmt.then, scope, exits)
        return
    if condition in {"False", "0"}:
        statements(stmt.otherwise, scope, exits)
        return
    with scope.code.block(f"if {expressions.unwrapped(condition)}:"):
        statements(stmt.then, scope, exits)
    if stmt.otherwise:
        with scope.code.block("else:"):
            statements(stmt.otherwise, scope, exits)


def _each(stmt: ir.Each, scope: Scope, exits: Exits) -> None:
    code, analysis = scope.code, scope.unit.analysis
    asked = [e for e in (stmt.source, stmt.condition, stmt.by) if e is not None]
    must_fix = bool(analysis.writes(stmt.body) & analysis.reads(asked))
    stops = any(isinstance(node, ir.Stop) for node in descend_all(stmt.body))
    name = sets.element_name(scope, stmt.variable)
    inner = scope.bind(stmt.variable, name)
    if stmt.by is None and not must_fix and not stops:
        levels = 0
        if _is_unordered(stmt, scope):
            levels = masks.open_unordered(stmt.source, stmt.variable, stmt.condition, scope, name)
        if not levels:
            levels = sets.open_where(stmt.source, stmt.variable, stmt.condition, scope, name)
        written = len(code.lines)
        statements(stmt.body, inner, exits)
        if len(code.lines) == written:
            code.line("pass")
        sets.close_walk(scope, levels)
        return
    target = new_target(None, stmt.body, scope)
    with code.block(f"for {name} in {fixed_list(stmt, scope)}:"):
        statements(stmt.body, inner, exits.inside(target))
    _pass_on(scope, exits)


def _is_unordered(stmt: ir.Each, scope: Scope) -> bool:
    """Do the elements only make claims? Then their order makes no difference."""
    return "@claims" in scope.names and all(
        isinstance(node, ir.Each | ir.Claim | ir.If) or not isinstance(node, get_args(ir.Stmt))
        for node in descend_all(stmt.body)
    )


def fixed_list(stmt: ir.Each, scope: Scope) -> str:
    """Return the list of elements as it is now, in the order wanted."""
    return ordered_list(stmt.variable, stmt.source, (stmt.condition, stmt.by), scope)


def ordered_list(
    variable: str, source: ir.Expr, rest: tuple[ir.Expr | None, ir.Expr | None], scope: Scope
) -> str:
    """Return a list of the elements that meet a condition, sorted by a key."""
    condition, by = rest
    if condition is not None:
        source = ir.Filter(source.type, variable, source, condition)
    if by is None:
        return sets.as_list(source, scope)
    code = scope.code
    pairs, name = code.name("l"), sets.element_name(scope, variable)
    code.line(f"{pairs} = []")
    levels = sets.open_walk(source, scope, name)
    key = expressions.scalar(by, scope.bind(variable, name))
    code.line(f"{pairs}.append(({key}, {name}))")
    sets.close_walk(scope, levels)
    code.line(f"{pairs}.sort(key={scope.unit.use('first_of')})")
    result = code.name("l")
    code.line(f"{result} = [{name} for _, {name} in {pairs}]")
    return result


def _loop(stmt: ir.Loop, scope: Scope, exits: Exits) -> None:
    code = scope.code
    count = code.name("n")
    code.line(f"{count} = 0")
    listed = position = None
    inner = scope
    if stmt.source is not None:
        listed, position = code.keep(sets.as_list(stmt.source, scope)), code.name("i")
        code.line(f"{position} = 0")
    target = new_target(None, stmt.body, scope)
    with code.block("while True:"):
        code.line(f"{count} += 1")
        budget = scope.unit.use("step_budget")
        code.line(f"if {count} > {STEP_BUDGET}: raise {budget}({STEP_BUDGET})")
        if stmt.until is not None:
            expressions.guard_not(stmt.until, scope, "break")
        if listed is not None:
            assert stmt.variable is not None
            code.line(f"if not {listed}: break")
            name = sets.element_name(scope, stmt.variable)
            code.line(f"{name} = {listed}[{position} % len({listed})]")
            code.line(f"{position} += 1")
            inner = scope.bind(stmt.variable, name)
            if stmt.condition is not None:
                expressions.guard(stmt.condition, inner, "continue")
        statements(stmt.body, inner, exits.inside(target))
    _pass_on(scope, exits)


def _step(stmt: ir.Step, scope: Scope, exits: Exits) -> None:
    from rulelang.backends.python.points import emit_point

    clear_vars(stmt.name, scope)
    if any(isinstance(n, ir.Stop) and n.name == stmt.name for n in descend_all(stmt.body)):
        target = new_target(stmt.name, stmt.body, scope)
        with scope.code.block("while True:"):
            statements(stmt.body, scope, exits.inside(target))
            scope.code.line("break")
        _pass_on(scope, exits)
    else:
        statements(stmt.body, scope, exits)
    judged = scope.unit.points.at_step_end(stmt.name, stmt.body)
    emit_point(judged, scope, f"raise {scope.unit.use('GameOver')}")


def _turn(stmt: ir.Turn, scope: Scope, exits: Exits) -> None:
    from rulelang.backends.python.points import emit_point

    over = f"raise {scope.unit.use('GameOver')}"
    player = expressions.scalar(stmt.player, scope)
    before = scope.code.name()
    scope.code.line(f"{before} = {scope.slot('2')}")
    scope.code.line(f"{scope.slot('2')} = {player}")
    clear_vars("turn", scope)
    emit_point(scope.unit.points.at_turn_start(), scope, over)
    statements(stmt.body, scope, exits)
    emit_point(scope.unit.points.at_turn_end(stmt.body), scope, over)
    scope.code.line(f"{scope.slot('2')} = {before}")


def clear_vars(period: str, scope: Scope) -> None:
    """Write the resets of the vars that are cleared when this period begins."""
    for var in scope.unit.program.vars:
        if var.cleared != period:
            continue
        slots = scope.unit.vars[var.name]
        count = slots.width * max(1, len(slots.owners))
        if isinstance(var.type, BundleType):
            start = bundles.tuple_text(bundles.bundle(var.start, scope))
            start = f"{start} * {max(1, len(slots.owners))}"
        else:
            text = expressions.value(var.start, scope)
            if count == 1:
                scope.code.line(f"{scope.slot(str(slots.first))} = {text}")
                continue
            start = f"({text},) * {count}"
        scope.code.line(f"{scope.state}[{slots.first}:{slots.first + count}] = {start}")


def _stop(name: str | None, scope: Scope, exits: Exits) -> None:
    if name is not None and name == exits.rule:
        scope.code.line(exits.on_return)
        return
    position = max(i for i, target in enumerate(exits.targets) if target.name == name)
    if position < len(exits.targets) - 1:
        scope.code.line(f"{exits.targets[position].flag} = True")
    scope.code.line("break")


def new_target(name: str | None, body: ir.Body, scope: Scope) -> Target:
    """Return something to leave, with a flag if a `stop` inside a deeper loop means it."""
    deeper = (
        inner
        for node in descend_all(body)
        if isinstance(node, ir.Each | ir.Loop | ir.Times | ir.Step)
        for inner in descend_all(node.body)
    )
    if not any(isinstance(node, ir.Stop) and node.name == name for node in deeper):
        return Target(name, None)
    flag = scope.code.name("stop")
    scope.code.line(f"{flag} = False")
    return Target(name, flag)


def _pass_on(scope: Scope, exits: Exits) -> None:
    """After an inner loop: leave this one too if a `stop` inside meant something further out."""
    for target in exits.targets:
        if target.flag is not None:
            scope.code.line(f"if {target.flag}: break")


def _call(stmt: ir.CallRule, scope: Scope, exits: Exits) -> None:
    from rulelang.backends.python.rules import call_plain

    call_plain(stmt, scope)
    statements(stmt.alternative.body, scope, exits)


def player_names(scope: Scope) -> str:
    """Return the constant with the names of the players."""
    members = next(ms for name, ms in scope.unit.program.enums if name == "Player")
    return scope.unit.constant(repr(tuple(member.name for member in members)), "N")
