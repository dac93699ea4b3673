"""Look-ahead: which values of a pick can still be completed to something allowed.

For each alternative (a rule with some parameters given, or picks written in place) functions are
made on demand:

    ok_<i>(s, me, given…, picks before i) -> can picks i, i+1, … be completed?
    pick_<i>(the same) -> the list of values to offer for pick i

A test stands at the first pick after which everything it reads is known; tests that read no pick
come first, cheap ones before costly ones. A pick that was offered has passed its tests, so later
functions do not repeat them.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.backends.python import (
    amounts,
    bundles,
    expressions,
    folds,
    masks,
    places,
    printed,
    sets,
)
from rulelang.backends.python.unit import Bundle, Scope, Unit, identifier
from rulelang.backends.python.writer import Code, add, is_number
from rulelang.frozen import frozen
from rulelang.graph.from_program import picks_of
from rulelang.graph.walk import descend, descend_all, free_locals
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, Rule
from rulelang.program.scope import written_name
from rulelang.program.types import FLAG, BundleType, SetType, Type

CALLER, RULE = "caller", "rule"  # whose names an expression uses
SUBSET_DONE = -1
CHEAP = 12  # weight of a test that may stand in front of a call


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

    def call_ok(self, number: int, player: str, scope: Scope, earlier: Iterable[str] = ()) -> str:
        """Return the call that asks whether picks from `number` on can be completed."""
        if not self.picks and not self.tests:
            return "True"
        if self.unit.analysis.is_never_offered(self.alternative):
            return "False"
        args = [*self.arguments(player, scope), *earlier]
        call = f"{ok_function(self, number)}({', '.join(args)})"
        return call if number else self._with_cheap_tests(call, player, scope)

    def _with_cheap_tests(self, call: str, player: str, scope: Scope) -> str:
        """Put tests in front of the call that read no pick and are short: most calls end there."""
        if self.rule is None or self.alternative.picks or not player.isidentifier():
            return call
        names: dict[str, str | Bundle] = {"me": player}
        for given in self.given:
            if given.expr is None or isinstance(given.type, BundleType | SetType):
                return call
            text = expressions.value(given.expr, scope)
            if not (text.isidentifier() or is_number(text)):
                return call
            names[given.name] = text
        inner = Scope(self.unit, scope.code, names, scope.state)
        front = []
        for test in self.tests:
            if test.stage >= 0 or test.after_cost or test.names == CALLER or test.weight > CHEAP:
                continue
            with scope.code.capture() as before:
                text = expressions.scalar(test.expr, inner)
            if len(text) <= 120 and all(is_index(line.text) for line in before):
                scope.code.put(before)
                front.append(text)
        if any(text in {"0", "False"} for text in front):
            return "False"
        if len(front) == len(self.tests) and not self.picks:
            return f"({' and '.join(front)})" if front else call
        front += self._something_there(inner)
        return f"({' and '.join([*front, call])})" if front else call

    def _something_there(self, scope: Scope) -> list[str]:
        """If the first pick is a thing from a place: that anything lies there at all."""
        pick = self.picks[0] if self.picks else None
        if pick is None or pick.source is None or pick.if_any:
            return []
        with scope.code.capture() as before:
            text = places.any_face(_faces_left(pick, condition_of(self, 0))[0], scope)
        if text is None or not all(is_index(line.text) for line in before):
            return []
        scope.code.put(before)
        return [text]

    def call_pick(self, number: int, player: str, scope: Scope, earlier: Iterable[str]) -> str:
        """Return the call that lists what to offer for a pick."""
        args = [*self.arguments(player, scope), *earlier]
        return f"{pick_function(self, number)}({', '.join(args)})"

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


def is_index(line: str) -> bool:
    """Is this line the computation of an index from numbers and locals alone?"""
    return "[" not in line and "(" not in line.replace("((", "").replace("(", "", 1)


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


def weight(expr: object, unit: Unit, seen: frozenset[str] = frozenset()) -> int:
    """Guess what an expression costs, to test cheap ones first."""
    total = 0
    for node in descend(expr):
        match node:
            case ir.Fold() | ir.Filter():
                total += 20
            case ir.CallDefine(define=name) if name in seen:
                total += 500  # a search
            case ir.CallDefine(define=name):
                inner = weight(unit.analysis.defines[name].expr, unit, seen | {name})
                total += 5 + min(200, inner)
            case ir.Possible() | ir.Supposing():
                total += 200
            case ir.LongestTrail() | ir.PathExists() | ir.CheapestPath() | ir.Groups():
                total += 300
            case _:
                total += 1
    return total


# --- functions -----------------------------------------------------------------------------------


def possible(expr: ir.Possible, scope: Scope) -> str:
    """Return the text of `possible …`."""
    offer = offer_of(expr.alternative, scope.unit)
    player = scope.code.keep(expressions.scalar(expr.player, scope))
    return offer.call_ok(0, player, scope)


def offer_key(offer: Offer) -> object:
    """Alternatives that differ only in their arguments share their functions."""
    alternative = offer.alternative
    if offer.rule is None or alternative.conditions or alternative.picks:
        return alternative
    return (offer.rule.name, tuple(arg.value is None for arg in alternative.args))


def ok_function(offer: Offer, number: int) -> str:
    """Return the function that asks whether picks from `number` on can be completed."""
    name = f"can_{offer.name}" if number == 0 else f"can_{offer.name}_{number}"
    return offer.unit.on_demand(
        ("ok", offer_key(offer), number), name, lambda chosen: _emit_ok(offer, number, chosen)
    )


def pick_function(offer: Offer, number: int) -> str:
    """Return the function that lists what to offer for a pick."""
    from rulelang.backends.python.listing import emit_list

    return offer.unit.on_demand(
        ("pick", offer_key(offer), number),
        f"pick_{offer.name}_{identifier(offer.picks[number].local)}",
        lambda chosen: emit_list(offer, number, chosen),
    )


def _emit_ok(offer: Offer, number: int, name: str) -> None:
    code = Code(span=offer.alternative.span, params=unchanged(offer, number))
    scopes = offer.scopes(code)
    if number == 0:
        stage_tests(offer, -1, scopes, "return False", frozenset())
    if _nest(offer, number, scopes, "return False", frozenset()):
        code.line("return False")
    offer.unit.add_function(name, offer.params(number), code)


def unchanged(offer: Offer, number: int) -> frozenset[str]:
    """The parameters, if the function changes nothing: some tests pay first, and then take back."""
    pays = any(test.after_cost for test in offer.tests)
    return frozenset() if pays else frozenset(offer.params(number))


def stage_tests(
    offer: Offer, stage: int, scopes: dict[str, Scope], fail: str, skipped: frozenset[int]
) -> None:
    """Write the tests that can be judged at this stage; those about skipped picks hold."""
    narrowing = [test for test, _how in amounts.narrowing_tests(offer, stage)] if stage >= 0 else []
    narrowing += merged_tests(offer, stage)
    for test in offer.tests:
        if test.stage == stage and not test.needs & skipped and test not in narrowing:
            if test.after_cost and offer.rule is not None and offer.rule.costs:
                after_payment(offer.rule, test, scopes, fail)
            else:
                expressions.guard(test.expr, scopes[test.names], fail)


def after_payment(rule: Rule, test: Test, scopes: dict[str, Scope], fail: str) -> None:
    """Judge a test as if the cost were paid: pay, look, take back."""
    scope = scopes[RULE]
    paid = []
    for cost in rule.costs:
        source = bundles.account_base(cost.source, cost.source_holder, scope)
        target = bundles.account_base(cost.target, cost.target_holder, scope)
        for kind, part in enumerate(bundles.bundle(cost.amount, scope)):
            if part != "0":
                amount = scope.code.keep(part)
                paid.append((scope.slot(add(source, kind)), scope.slot(add(target, kind)), amount))
    for source, target, amount in paid:
        scope.code.line(f"{source} -= {amount}; {target} += {amount}")
    holds = scope.code.name("t")
    scope.code.line(f"{holds} = {expressions.scalar(test.expr, scopes[test.names])}")
    for source, target, amount in paid:
        scope.code.line(f"{source} += {amount}; {target} -= {amount}")
    scope.code.line(f"if not {holds}: {fail}")


def _nest(
    offer: Offer, number: int, scopes: dict[str, Scope], fail: str, skipped: frozenset[int]
) -> bool:
    """Write loops over the picks from `number` on, `return True` inside; False: always true."""
    code = scopes[RULE].code
    if number == len(offer.picks):
        code.line("return True")
        return False
    pick = offer.picks[number]
    if not skipped and not pick.if_any and (found := whole_mask(offer, number, scopes)):
        code.line(f"if {expressions.unwrapped(found)}: return True")
        return True
    levels = open_pick(offer, number, scopes, skipped)
    stage_tests(offer, number, scopes, "continue", skipped)
    _nest(offer, number + 1, scopes, "continue", skipped)
    sets.close_walk(scopes[RULE], levels)
    if not pick.if_any:
        return True
    code.line(f"{offer.local(pick)} = {nothing(pick, offer.unit)}")
    without = skipped | {number}
    stage_tests(offer, number, scopes, fail, without)
    return _nest(offer, number + 1, scopes, fail, without)


def nothing(pick: ir.Pick, unit: Unit) -> str:
    """Return what a skipped pick is: none, an empty set or an empty bundle."""
    if isinstance(pick.type, BundleType):
        return f"(0,) * {unit.enum_size(pick.type.enum)}"
    return "0" if isinstance(pick.type, SetType) else "-1"


def pick_scope(offer: Offer, number: int, scopes: dict[str, Scope]) -> Scope:
    """Return the scope in which the domain of a pick is said."""
    return scopes[CALLER if number < offer.own else RULE]


def is_read_later(offer: Offer, number: int) -> bool:
    """Does any test or later pick depend on this pick?"""
    local = offer.picks[number].local
    later = any(local in free_locals(pick) for pick in offer.picks[number + 1 :])
    return later or any(number in test.needs for test in offer.tests)


def is_judged_whole(offer: Offer, number: int) -> bool:
    """Does anything depend on the bundle of this pick that amounts and size do not settle?"""
    pick = offer.picks[number]
    settled = [test for test, _how in amounts.narrowing_tests(offer, number)]
    return (
        pick.condition is not None
        or any(pick.local in free_locals(later) for later in offer.picks[number + 1 :])
        or any(number in test.needs and test not in settled for test in offer.tests)
    )


def merged_tests(offer: Offer, number: int) -> list[Test]:
    """Tests about one pick alone are judged with its own condition, all values at once."""
    if number < 0 or offer.picks[number].source is None:
        return []
    names = CALLER if number < offer.own else RULE
    return [
        test
        for test in offer.tests
        if test.needs == {number} and test.names == names and not test.after_cost
    ]


def condition_of(offer: Offer, number: int) -> ir.Expr | None:
    pick = offer.picks[number]
    parts = [test.expr for test in merged_tests(offer, number)]
    if pick.condition is not None:
        parts.insert(0, pick.condition)
    if len(parts) < 2:
        return parts[0] if parts else None
    return ir.Logic(FLAG, "and", tuple(parts))


def open_pick(
    offer: Offer,
    number: int,
    scopes: dict[str, Scope],
    skipped: frozenset[int] = frozenset(),
) -> int:
    """Open the loop over all values of a pick; return how many loops are open."""
    pick = offer.picks[number]
    scope = pick_scope(offer, number, scopes)
    local = offer.local(pick)
    if pick.source is not None:
        condition = condition_of(offer, number)
        source, rest = _faces_left(pick, condition)
        once = places.walk_faces_once(source, scope, local)
        if once:
            for part in rest:
                expressions.guard(part, scope, "continue")
            return once
        return sets.open_where(pick.source, pick.local, condition, scope, local)
    code = scope.code
    if isinstance(pick.type, SetType):
        low, high, most = pick_bounds(pick, scope)
        if is_read_later(offer, number) or pick.condition is not None:
            code.line(f"for {local} in {offer.unit.use('each_subset')}({most}, {low}, {high}):")
        else:
            test = f"{low} <= {high} and {low} <= {folds.size_of_mask(most)}"
            code.line(f"for {local} in (0,) if {test} else ():")
    elif not is_read_later(offer, number) and pick.condition is None:
        low, high, most = pick_bounds(pick, scope)
        code.line(f"for {local} in (0,) if {low} <= {high} and {low} <= sum({most}) else ():")
    else:
        low, high, left = amounts.write_bounds(offer, number, scopes, skipped)
        if is_judged_whole(offer, number):
            each = offer.unit.use("each_of_amounts")
            code.line(f"for {local} in {each}((), {left}, {low}, {high}):")
        else:
            some = f"{offer.unit.use('can_sum')}({left}, {low}, {high})"
            code.line(f"for {local} in (0,) if {some} else ():")
    code.indent += 1
    if pick.condition is not None:
        expressions.guard(pick.condition, scope, "continue")
    return 1


def _faces_left(pick: ir.Pick, condition: ir.Expr | None) -> tuple[ir.Expr, list[ir.Expr]]:
    """Return where a pick comes from without the things that its condition names, and its rest."""
    source = pick.source
    assert source is not None
    if not isinstance(source, ir.ThingsAt):
        return source, printed.conjuncts(condition)
    left, rest = printed.narrowed(source.things, pick.local, condition)
    return attrs.evolve(source, things=left), rest


def pick_bounds(pick: ir.Pick, scope: Scope) -> tuple[str, str, str]:
    """Return the least and greatest size, and the most that can be picked (bundle or mask)."""
    assert pick.size_low is not None
    assert pick.size_high is not None
    low = high = scope.code.keep(expressions.scalar(pick.size_low, scope))
    if pick.size_high != pick.size_low:
        high = scope.code.keep(expressions.scalar(pick.size_high, scope))
    if isinstance(pick.type, SetType):
        assert pick.bundle_from is not None
        return low, high, scope.code.keep(sets.mask(pick.bundle_from, scope))
    assert isinstance(pick.type, BundleType)
    if pick.bundle_from is None:
        kinds = scope.unit.enum_size(pick.type.enum)
        return low, high, scope.code.keep(f"({high},) * {kinds}")
    return low, high, scope.code.keep(bundles.sequence(pick.bundle_from, scope))


def whole_mask(offer: Offer, number: int, scopes: dict[str, Scope]) -> str | None:
    """Return the mask of all values of the last pick, if one says it all."""
    pick = offer.picks[number]
    if pick.source is None or number + 1 < len(offer.picks):
        return None
    merged = merged_tests(offer, number)
    if any(test.stage == number and test not in merged for test in offer.tests):
        return None
    scope = pick_scope(offer, number, scopes)
    with scope.code.capture() as before:
        found = masks.where(pick.source, pick.local, condition_of(offer, number), scope)
    if found is None or found[1]:
        return None
    scope.code.put(before)
    return found[0]
