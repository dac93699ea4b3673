"""Offers: alternatives with their picks in order, what is given to them, and the tests that must hold.

An alternative is a rule with some parameters given, or picks written in place. A test stands at the first pick
after which everything it reads is known. `lookahead.py` writes the functions that ask about an offer.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.backends.python import bundles, expressions
from rulelang.backends.python.unit import Bundle, Scope, Unit, identifier
from rulelang.backends.python.writer import Code
from rulelang.frozen import frozen
from rulelang.graph.from_program import picks_of
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, Rule
from rulelang.program.types import FLAG, BundleType, SetType, Type
from rulelang.program.typing.scope import written_name
from rulelang.program.walk import descend, descend_all, free_locals

CALLER, RULE = "caller", "rule"  # whose names an expression uses


@frozen
class Test:
    """Something that must hold; `needs` are the numbers of the picks it reads.

    kind: require, limit, cost or domain; `requirement` is what the rules say about it, if they do.
    """

    name: str
    kind: str
    expr: ir.Expr
    names: str
    needs: frozenset[int]
    after_cost: bool
    weight: int
    requirement: ir.Requirement | None

    __test__ = False

    @property
    def stage(self) -> int:
        """The pick after which it can be judged; -1 = before the first."""
        return max(self.needs, default=-1)


@frozen
class Given:
    """A value that comes from where the alternative stands: an argument or a caller's local."""

    name: str
    param: str
    type: Type
    expr: ir.Expr | None  # None: the caller's local of this name


@frozen(kw_only=True)
class Offer:
    """An alternative, ready for look-ahead."""

    unit: Unit
    alternative: ir.Alternative
    name: str
    rule: Rule | None
    picks: tuple[ir.Pick, ...]
    own: int  # how many of the picks are written in place
    given: tuple[Given, ...]
    tests: tuple[Test, ...]  # cheap ones first
    declared: tuple[Test, ...]  # as written

    def arguments(self, player: str, scope: Scope) -> list[str]:
        """Return the state, the player and everything given, in the caller's scope."""
        args = [scope.state, player]
        for given in self.given:
            if given.expr is not None:
                args.append(expressions.value(given.expr, scope))
            elif given.name == "me" and "me" not in scope.names:
                args.append(player)
            else:
                text = scope.names[given.name] if given.name != "active" else scope.slot("2")
                args.append(bundles.tuple_text(text) if isinstance(text, tuple) else text)
        return args

    def params(self, number: int) -> list[str]:
        """Return the parameters of a function for pick `number`."""
        earlier = [self.local(pick) for pick in self.picks[:number]]
        return ["s", "me", *(given.param for given in self.given), *earlier]

    def local(self, pick: ir.Pick) -> str:
        """Return the Python local of a pick."""
        return f"v_{identifier(pick.local)}"

    def scopes(self, code: Code) -> dict[str, Scope]:
        """Return the names of the caller and those of the rule, with all picks bound."""
        unit = self.unit
        caller: dict[str, str | Bundle] = {"me": "me"}
        rule: dict[str, str | Bundle] = {"me": "me"}
        for given in self.given:
            names = caller if given.expr is None else rule
            names[given.name] = _spread(given.param, given.type, unit)
        for position, pick in enumerate(self.picks):
            names = caller if position < self.own else rule
            names[pick.local] = _spread(self.local(pick), pick.type, unit)
        if self.rule is not None:
            for param, arg in zip(self.rule.params, self.alternative.args, strict=True):
                if arg.bind is not None and param.name in rule:
                    caller[arg.bind] = rule[param.name]
        return {CALLER: Scope(unit, code, caller), RULE: Scope(unit, code, rule)}


def _spread(text: str, type_: Type, unit: Unit) -> str | Bundle:
    if isinstance(type_, BundleType):
        return bundles.spread(text, unit.enum_size(type_.enum))
    return text


def offer_key(offer: Offer) -> object:
    """Alternatives that differ only in their arguments share their functions."""
    alternative = offer.alternative
    if offer.rule is None or alternative.conditions or alternative.picks:
        return alternative
    return (offer.rule.name, tuple(arg.value is None for arg in alternative.args))


# --- making offers -------------------------------------------------------------------------------


def offer_of(alternative: ir.Alternative, unit: Unit) -> Offer:
    """Return the alternative with its picks and tests in order."""
    known = unit.offers.get(alternative)
    if known is None:
        known = unit.offers[alternative] = _make_offer(alternative, unit)
    assert isinstance(known, Offer)
    return known


def _make_offer(alternative: ir.Alternative, unit: Unit) -> Offer:
    picks = picks_of(alternative, unit.analysis)
    rule = None if alternative.rule is None else unit.analysis.rules[alternative.rule]
    given = [*_caller_locals(alternative), *_rule_arguments(alternative, rule)]
    names = _numbers(alternative, picks, rule)
    tests = [_required(line, CALLER, names[CALLER], unit) for line in alternative.conditions]
    if rule is not None:
        tests += _rule_tests(rule, alternative, names[RULE], unit)
    tests = [_after_costs(test, rule, names[RULE], unit) for test in tests]
    return Offer(
        unit=unit,
        alternative=alternative,
        name=identifier(alternative.rule or alternative.name),
        rule=rule,
        picks=picks,
        own=len(alternative.picks),
        given=tuple(given),
        tests=tuple(sorted(tests, key=lambda test: test.weight)),
        declared=tuple(tests),
    )


def _numbers(
    alternative: ir.Alternative, picks: tuple[ir.Pick, ...], rule: Rule | None
) -> dict[str, dict[str, int]]:
    """The number of each pick by its name, where the alternative stands and in its rule."""
    own = len(alternative.picks)
    caller = {pick.local: number for number, pick in enumerate(picks[:own])}
    inner = {pick.local: number for number, pick in enumerate(picks) if number >= own}
    for param, arg in zip(rule.params if rule is not None else (), alternative.args, strict=True):
        if arg.bind is not None and param.name in inner:
            caller[arg.bind] = inner[param.name]
    return {CALLER: caller, RULE: inner}


def _needs(nodes: Iterable[object], numbers: dict[str, int]) -> frozenset[int]:
    read = {name for node in nodes for name in free_locals(node)}
    return frozenset(numbers[name] for name in read if name in numbers)


def _caller_locals(alternative: ir.Alternative) -> Iterable[Given]:
    """The caller's locals that conditions and picks written in place read."""
    bound = {pick.local for pick in alternative.picks}
    bound |= {arg.bind for arg in alternative.args if arg.bind is not None}
    nodes = (*alternative.picks, *alternative.conditions)
    read = {name for node in nodes for name in free_locals(node)} - bound
    found: dict[str, Type] = {}
    for node in descend_all(nodes):
        if isinstance(node, ir.Local) and node.name in read:
            found.setdefault(node.name, node.type)
        if isinstance(node, ir.PerPlayer) and node.local in read:
            found.setdefault(f"@{node.local}", FLAG)
    for name in sorted(found):
        if name != "active":
            yield Given(name, f"c_{identifier(name)}", found[name], None)


def _rule_arguments(alternative: ir.Alternative, rule: Rule | None) -> Iterable[Given]:
    if rule is None:
        return
    for param, arg in zip(rule.params, alternative.args, strict=True):
        value = arg.value
        if value is None and param.pick is None:
            value = param.default
        if value is not None:
            yield Given(param.name, f"g_{identifier(param.name)}", param.type, value)


def _rule_tests(
    rule: Rule, alternative: ir.Alternative, numbers: dict[str, int], unit: Unit
) -> Iterable[Test]:
    for requirement in rule.requirements:
        if requirement.kind != "domain":
            yield _required(requirement, RULE, numbers, unit)
    for expr in cost_tests(rule, unit):
        yield _implied(("cost", "cost"), expr, (RULE, numbers), unit)
    for param, arg in zip(rule.params, alternative.args, strict=True):
        if arg.value is not None and param.pick is not None:
            for expr in domain_tests(param.pick):
                yield _implied((f"in_{param.name}", "domain"), expr, (RULE, numbers), unit)


def _required(requirement: ir.Requirement, names: str, numbers: dict[str, int], unit: Unit) -> Test:
    return Test(
        requirement.name,
        requirement.kind,
        requirement.expr,
        names,
        _needs([requirement.expr], numbers),
        requirement.after_cost,
        weight(requirement.expr, unit),
        requirement,
    )


def _implied(
    title: tuple[str, str], expr: ir.Expr, names: tuple[str, dict[str, int]], unit: Unit
) -> Test:
    """A test that no `require` line says: a cost, or the domain of a parameter."""
    needs = _needs([expr], names[1])
    return Test(*title, expr, names[0], needs, False, weight(expr, unit), None)  # noqa: FBT003


def asked_domains(offer: Offer) -> Iterable[Test]:
    """What a value must meet that is offered for a pick; look-ahead never needs to ask."""
    names = _numbers(offer.alternative, offer.picks, offer.rule)
    for number, pick in enumerate(offer.picks):
        whose = CALLER if number < offer.own else RULE
        for expr in domain_tests(pick):
            name = f"in_{written_name(pick.local)}"
            yield _implied((name, "domain"), expr, (whose, names[whose]), offer.unit)


def cost_tests(rule: Rule, unit: Unit) -> Iterable[ir.Expr]:
    """For each account that pays: it covers the sum of what it pays, unless it is unlimited."""
    unlimited = {account.name for account in unit.program.accounts if account.unlimited}
    payers: dict[tuple[str, ir.Expr | None], list[CostLine]] = {}
    for cost in rule.costs:
        if cost.source in unlimited:
            continue
        payers.setdefault((cost.source, cost.source_holder), []).append(cost)
    for (account, holder), lines in payers.items():
        amount = lines[0].amount
        for line in lines[1:]:
            amount = ir.BundleOp(amount.type, "+", amount, line.amount)
        # Two ways to say who pays may mean the same player, who then owes both.
        for (other, owing), more in payers.items():
            if other == account and owing != holder and holder is not None and owing is not None:
                is_same = ir.Compare(FLAG, "==", owing, holder)
                for line in more:
                    nothing = ir.BundleOf(line.amount.type, ())
                    also = ir.Cond(line.amount.type, is_same, line.amount, nothing)
                    amount = ir.BundleOp(amount.type, "+", amount, also)
        yield ir.Covers(FLAG, amount, ir.BundleIn(amount.type, account, holder))


def domain_tests(pick: ir.Pick) -> Iterable[ir.Expr]:
    """What a value must meet that is given for something that could be picked."""
    value = ir.Local(pick.type, pick.local)
    if pick.source is not None:
        test: ir.Expr = ir.Contains(FLAG, value, pick.source)
        if pick.if_any:
            none = ir.Const(pick.type, -1)
            test = ir.Logic(FLAG, "or", (ir.Compare(FLAG, "==", value, none), test))
        yield test
    if pick.condition is not None:
        yield pick.condition
    if isinstance(pick.type, BundleType) and pick.bundle_from is not None:
        yield ir.Covers(FLAG, value, pick.bundle_from)
    if pick.size_low is not None and pick.size_high is not None:
        size: ir.Expr = ir.BundleSize(pick.size_low.type, value)
        if isinstance(pick.type, SetType):
            size = ir.Fold(pick.size_low.type, "count", "@x", value, None, None)
        yield ir.Compare(FLAG, "<=", pick.size_low, size)
        yield ir.Compare(FLAG, "<=", size, pick.size_high)
    if isinstance(pick.type, SetType) and pick.bundle_from is not None:
        inside = ir.Contains(FLAG, ir.Local(pick.type.of, "@x"), pick.bundle_from)
        yield ir.Fold(FLAG, "every", "@x", value, inside, None)


def _after_costs(test: Test, rule: Rule | None, numbers: dict[str, int], unit: Unit) -> Test:
    """A test below the cost also waits for the picks that the cost reads."""
    if not test.after_cost or rule is None or not rule.costs:
        return test
    paid = {("a", name) for cost in rule.costs for name in (cost.source, cost.target)}
    if paid.isdisjoint(unit.analysis.reads([test.expr])):
        return attrs.evolve(test, after_cost=False)  # the payment makes no difference to it
    return attrs.evolve(test, needs=test.needs | _needs(rule.costs, numbers))


def weight(expr: object, unit: Unit) -> int:
    """Guess what an expression costs, to test cheap ones first."""
    total = 0
    for node in descend(expr):
        match node:
            case ir.Fold() | ir.Filter():
                total += 20
            case ir.CallDefine(define=name):
                total += _call_weight(name, unit)
            case ir.Possible() | ir.Supposing():
                total += 200
            case ir.LongestTrail() | ir.PathExists() | ir.CheapestPath() | ir.Groups():
                total += 300
            case _:
                total += 1
    return total


def _call_weight(name: str, unit: Unit) -> int:
    known = unit.call_weights.get(name)
    if known is None:
        unit.call_weights[name] = 500  # asked again before it is known, it is a search
        known = 5 + min(200, weight(unit.analysis.defines[name].expr, unit))
        unit.call_weights[name] = known
    return known
