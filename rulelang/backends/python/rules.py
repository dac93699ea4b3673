"""Rules that never wait: plain functions, and how they are called."""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.effects import Exits, new_target, player_names, statements, transfer
from rulelang.backends.python.points import emit_point
from rulelang.backends.python.unit import Scope, Unit, identifier
from rulelang.backends.python.writer import Code
from rulelang.program import nodes as ir
from rulelang.program.model import Rule
from rulelang.program.walk import descend_all


def rule_params(rule: Rule) -> list[str]:
    """Return the parameters of a rule's function, after the state and `me`."""
    return [f"v_{identifier(param.name)}" for param in rule.params]


def rule_function(name: str, unit: Unit) -> str:
    """Return the function of a rule that never waits."""
    rule = unit.analysis.rules[name]
    return unit.on_demand(
        ("rule", name), f"r_{identifier(name)}", lambda chosen: _emit_rule(unit, rule, chosen)
    )


def pay_costs(rule: Rule, scope: Scope) -> None:
    """Write the payments; the look-ahead has shown that they are covered."""
    for cost in rule.costs:
        # Two ways to say who pays may mean the same player: what both owe was not summed up then.
        payers = {other.source_holder for other in rule.costs if other.source == cost.source}
        with scope.code.at(cost.span):
            stmt = ir.Transfer(
                cost.span,
                cost.amount,
                cost.source,
                cost.source_holder,
                cost.target,
                cost.target_holder,
            )
            transfer(stmt, scope, is_checked=len(payers) == 1)


def _emit_rule(unit: Unit, rule: Rule, name: str) -> None:
    code = Code(span=rule.span)
    scope = Scope(unit, code, {"me": "me"})
    typed = tuple((param.name, param.type) for param in rule.params)
    scope = scope.bind_all(expressions.param_names(typed, scope))
    routine = unit.routines[rule.name]
    pay_costs(rule, scope)
    depth = depth_slot(rule.name, unit)
    if depth is not None:
        enter_nest(rule, scope)
    closes = bool(routine.awards or routine.ends) or depth is not None
    stops = any(isinstance(n, ir.Stop) and n.name == rule.name for n in descend_all(rule.body))
    if closes and stops:
        target = new_target(rule.name, rule.body, scope)
        with code.block("while True:"):
            statements(rule.body, scope, Exits().inside(target))
            code.line("break")
    else:
        statements(rule.body, scope, Exits(rule.name))
    if depth is not None:
        code.line(f"s[{depth}] -= 1")
    over = f"raise {unit.use('GameOver')}"
    emit_point((routine.awards, routine.ends), scope, over)
    if not code.lines:
        code.line("pass")
    unit.add_function(name, ("s", "me", *rule_params(rule)), code)


def depth_slot(rule: str, unit: Unit) -> int | None:
    """Return the slot that counts the open frames of a rule, if it leads back to itself."""
    frame = next((frame for frame in unit.layout.frames if frame.routine == rule), None)
    return None if frame is None else frame.depth


def enter_nest(rule: Rule, scope: Scope) -> None:
    """Write the count of one more frame, or the fault R903."""
    depth = depth_slot(rule.name, scope.unit)
    routine = scope.unit.routines[rule.name]
    fault = scope.unit.use("too_deep")
    chain = " → ".join((*routine.in_cycle, routine.in_cycle[0]))
    code = scope.code
    code.line(
        f"if s[{depth}] >= {routine.copies}: "
        f"raise {fault}({rule.name!r}, {routine.copies}, {chain!r})"
    )
    code.line(f"s[{depth}] += 1")


def call_plain(stmt: ir.CallRule, scope: Scope) -> None:
    """Write the call of a rule that never waits; what it requires is checked first (R904)."""
    from rulelang.backends.python.lookahead import call_ok
    from rulelang.backends.python.offers import offer_of

    alternative = stmt.alternative
    player = scope.code.keep(expressions.scalar(stmt.player, scope))
    offer = offer_of(alternative, scope.unit)
    if offer.tests:
        text = call_ok(offer, 0, player, scope)
        who = f"{player_names(scope)}[{player}]"
        fault = scope.unit.use("no_option")
        scope.code.line(f"if not {text}: raise {fault}({who})")
    if alternative.rule is None:
        return
    args = [scope.state, player]
    rule = scope.unit.analysis.rules[alternative.rule]
    for param, arg in zip(rule.params, alternative.args, strict=True):
        given = arg.value if arg.value is not None else param.default
        assert given is not None
        args.append(expressions.value(given, scope))
    scope.code.line(f"{rule_function(alternative.rule, scope.unit)}({', '.join(args)})")
