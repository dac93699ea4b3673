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
from rulelang.backends.python.offers import (
    CALLER,
    RULE,
    Offer,
    Test,
    offer_key,
    offer_of,
    weight,
)
from rulelang.backends.python.unit import Bundle, Scope, Unit, identifier
from rulelang.backends.python.writer import Code, add, is_number
from rulelang.program import nodes as ir
from rulelang.program.model import Rule
from rulelang.program.types import FLAG, BundleType, SetType
from rulelang.program.walk import free_locals

SUBSET_DONE = -1
CHEAP = 12  # weight of a test that may stand in front of a call


def call_ok(
    offer: Offer, number: int, player: str, scope: Scope, earlier: Iterable[str] = ()
) -> str:
    """Return the call that asks whether picks from `number` on can be completed."""
    if not offer.picks and not offer.tests:
        return "True"
    if offer.unit.analysis.is_never_offered(offer.alternative):
        return "False"
    args = [*offer.arguments(player, scope), *earlier]
    call = f"{ok_function(offer, number)}({', '.join(args)})"
    return call if number else _with_cheap_tests(offer, call, player, scope)


def _with_cheap_tests(offer: Offer, call: str, player: str, scope: Scope) -> str:
    """Put tests in front of the call that read no pick and are short: most calls end there."""
    if offer.rule is None or offer.alternative.picks or not player.isidentifier():
        return call
    names: dict[str, str | Bundle] = {"me": player}
    for given in offer.given:
        if given.expr is None or isinstance(given.type, BundleType | SetType):
            return call
        text = expressions.value(given.expr, scope)
        if not (text.isidentifier() or is_number(text)):
            return call
        names[given.name] = text
    inner = Scope(offer.unit, scope.code, names, scope.state)
    front = []
    for test in offer.tests:
        if test.stage >= 0 or test.after_cost or test.names == CALLER or test.weight > CHEAP:
            continue
        with scope.code.capture() as before:
            text = expressions.scalar(test.expr, inner)
        if len(text) <= 120 and all(is_index(line.text) for line in before):
            scope.code.put(before)
            front.append(text)
    if any(text in {"0", "False"} for text in front):
        return "False"
    if len(front) == len(offer.tests) and not offer.picks:
        return f"({' and '.join(front)})" if front else call
    front += _something_there(offer, inner)
    return f"({' and '.join([*front, call])})" if front else call


def _something_there(offer: Offer, scope: Scope) -> list[str]:
    """If the first pick is a thing from a place: that anything lies there at all."""
    pick = offer.picks[0] if offer.picks else None
    if pick is None or pick.source is None or pick.if_any:
        return []
    with scope.code.capture() as before:
        text = places.any_face(_faces_left(pick, condition_of(offer, 0))[0], scope)
    if text is None or not all(is_index(line.text) for line in before):
        return []
    scope.code.put(before)
    return [text]


def call_pick(offer: Offer, number: int, player: str, scope: Scope, earlier: Iterable[str]) -> str:
    """Return the call that lists what to offer for a pick."""
    args = [*offer.arguments(player, scope), *earlier]
    return f"{pick_function(offer, number)}({', '.join(args)})"


def is_index(line: str) -> bool:
    """Is this line the computation of an index from numbers and locals alone?"""
    return "[" not in line and "(" not in line.replace("((", "").replace("(", "", 1)


def possible(expr: ir.Possible, scope: Scope) -> str:
    """Return the text of `possible …`."""
    offer = offer_of(expr.alternative, scope.unit)
    player = scope.code.keep(expressions.scalar(expr.player, scope))
    return call_ok(offer, 0, player, scope)


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
    params = offer.params(number)
    offer, scopes = _gathered_first(offer, number, scopes)
    if _nest(offer, number, scopes, "return False", frozenset()):
        code.line("return False")
    offer.unit.add_function(name, params, code)


COSTLY = 40  # weight of a set that is not to be gathered again and again


def _gathered_first(
    offer: Offer, number: int, scopes: dict[str, Scope]
) -> tuple[Offer, dict[str, Scope]]:
    """Gather the sets that later picks come from before the loops, if no pick changes them."""
    if any(pick.if_any for pick in offer.picks) or any(test.after_cost for test in offer.tests):
        return offer, scopes
    inside = {pick.local for pick in offer.picks[number:]}
    picks = list(offer.picks)
    for later in range(number + 1, len(picks)):
        source = picks[later].source
        if not isinstance(source, ir.Filter | ir.CallDefine) or inside & free_locals(source):
            continue
        if not isinstance(source.type, SetType) or weight(source, offer.unit) < COSTLY:
            continue
        scope = pick_scope(offer, later, scopes)
        kept = scope.code.keep(sets.mask(source, scope), "m")
        scope.code.line(f"if not {kept}: return False")
        local = f"@{picks[later].local}"
        picks[later] = attrs.evolve(picks[later], source=ir.Local(source.type, local))
        scopes = {whose: each.bind(local, kept) for whose, each in scopes.items()}
    return attrs.evolve(offer, picks=tuple(picks)), scopes


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
