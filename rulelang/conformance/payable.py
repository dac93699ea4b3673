"""Can a cost be paid? Every order of exchanges is tried, on the rules as they are written.

The reference for payments: it knows nothing of the steps in which the engine pays. A payment is possible if
exchanges lead to a position where stock and what was given only to pay cover the costs, and nothing that was
given only to pay is left over. Costs from a choice of holders, and of pieces, are not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import frozen

from rulelang.conformance.configurations import Bundled
from rulelang.conformance.true_refusals import any_value
from rulelang.interpreter.evaluate import Env
from rulelang.interpreter.oracle import Oracle, SearchBudget, TooWide, bound, oracle_of
from rulelang.interpreter.position import OracleFault, Position, Undefined
from rulelang.interpreter.state_changes import make_change
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import BundleType, SetType
from rulelang.runtime.game import State
from rulelang.runtime.layout import ASKED

STEPS = 300  # positions looked at for one cost
COST = "cost"


@frozen
class _Bill:
    """What is due from each account and holder, of each kind of one enum."""

    enum: str
    due: dict[tuple[str, int], list[int]]
    kinds: int

    def total(self, kind: int) -> int:
        return sum(counts[kind] for counts in self.due.values())

    def lacking(self, oracle: Oracle, kind: int) -> int:
        """How many the accounts themselves are short of."""
        return sum(
            max(0, counts[kind] - oracle.in_account(*payer)[kind])
            for payer, counts in self.due.items()
            if not oracle.shape.accounts[payer[0]].unlimited
        )


def payment_problem(bundled: Bundled, state: State, random: Random) -> str:
    """Judge the cost of one rule with some values; return where the engine's steps go wrong.

    Whoever is asked something pays, whether the rule is offered or not.
    """
    shape = bundled.shape
    payable = [rule for rule in bundled.program.rules if is_plain(rule)]
    if not payable:
        return ""
    oracle, rule = oracle_of(shape, state), random.choice(payable)
    unasked = ir.Argument(None, None)
    args = (unasked,) * len(rule.params)
    alternative = ir.Alternative(
        rule.span, rule.name, rule.label, rule.name, args, (), (), (), again=False
    )
    try:
        taken = oracle.begin(state[ASKED], alternative, {})
        for pick, bind in oracle.picks(alternative):
            value = any_value(oracle, pick, random)
            taken = bound(taken, pick, (bind, value), is_own=False)
        expected = can_pay(bundled.program, oracle, rule, taken.inner)
        found = COST not in oracle.failing(taken)
    except (OracleFault, Undefined, TooWide):
        return ""
    if found == expected:
        return ""
    said = "can" if expected else "cannot"
    return (
        f"the cost of {rule.name} {said} be paid with {dict(taken.inner)}, the steps say otherwise"
    )


def is_plain(rule: Rule) -> bool:
    """Whether each of its costs comes from one account, and there is one; nobody has to give it anything."""
    return (
        bool(rule.costs)
        and rule.word != "exchange"
        and not rule.piece_costs
        and all(param.pick is not None or param.default is not None for param in rule.params)
        and not any(
            cost.source_holder is not None and isinstance(cost.source_holder.type, SetType)
            for cost in rule.costs
        )
    )


def can_pay(program: Program, oracle: Oracle, rule: Rule, env: Env) -> bool:
    """Try every order of exchanges."""
    search = _Search(program, _bills(oracle, rule, env), _player(env))
    budget = SearchBudget(STEPS)
    seen: set[object] = set()
    waiting = [oracle.at(oracle.position.copy())]
    while waiting:
        here = waiting.pop()
        if search.is_paid(here):
            return True
        for following in search.after_exchanges(here):
            key = _key(following.position)
            if key not in seen:
                budget.spend()
                seen.add(key)
                waiting.append(following)
    return False


def _player(env: Env) -> int:
    player = env["me"]
    assert isinstance(player, int)
    return player


def _bills(oracle: Oracle, rule: Rule, env: Env) -> tuple[_Bill, ...]:
    found: dict[str, _Bill] = {}
    for cost in rule.costs:
        assert isinstance(cost.amount.type, BundleType)
        amount = oracle.bundle(cost.amount, env)
        enum = cost.amount.type.enum
        bill = found.setdefault(enum, _Bill(enum, {}, len(amount)))
        payer = (cost.source, oracle.holder(cost.source_holder, env))
        sums = bill.due.setdefault(payer, [0] * len(amount))
        for kind, count in enumerate(amount):
            sums[kind] += count
    return tuple(found.values())


@frozen
class _Search:
    """Where exchanges lead while one player pays some bills."""

    program: Program
    bills: tuple[_Bill, ...]
    player: int

    def is_paid(self, oracle: Oracle) -> bool:
        """Whether the bills are covered as things are now, and nothing was given for them in vain."""
        return all(
            bill.lacking(oracle, kind) <= self._given(oracle, bill.enum, kind) <= bill.total(kind)
            for bill in self.bills
            for kind in range(bill.kinds)
        )

    def after_exchanges(self, oracle: Oracle) -> Iterator[Oracle]:
        """Yield the positions after one more exchange."""
        for rule in self.program.rules:
            if rule.word == "exchange":
                for env in _environments(oracle, rule, {"me": self.player}):
                    following = _exchanged(oracle, rule, env)
                    if following is not None and not self._is_too_much(following):
                        yield following

    def _given(self, oracle: Oracle, enum: str, kind: int) -> int:
        pools = (a.name for a in self.program.accounts if a.hidden and a.enum == enum)
        pool = next(pools, None)
        return 0 if pool is None else oracle.in_account(pool, self.player)[kind]

    def _is_too_much(self, oracle: Oracle) -> bool:
        due = {bill.enum: bill for bill in self.bills}
        return any(
            self._given(oracle, a.enum, kind) > (due[a.enum].total(kind) if a.enum in due else 0)
            for a in self.program.accounts
            if a.hidden
            for kind in range(oracle.shape.enums[a.enum])
        )


def _environments(
    oracle: Oracle, rule: Rule, env: dict[str, object], number: int = 0
) -> Iterator[Env]:
    """All values of the parameters of an exchange."""
    if number == len(rule.params):
        yield env
        return
    param = rule.params[number]
    if param.pick is None:
        raise Undefined(f"{param.name} is given by nobody")
    for value in oracle.domain(param.pick, env, SearchBudget()):
        yield from _environments(oracle, rule, {**env, param.name: value}, number + 1)


def _exchanged(oracle: Oracle, rule: Rule, env: Env) -> Oracle | None:
    """The position after an exchange; None if it is not possible."""
    kinds = ("require", "limit")
    if not all(oracle.holds(r.expr, env) for r in rule.requirements if r.kind in kinds):
        return None
    after = oracle.at(oracle.position.copy())
    try:
        for stmt in rule.body:
            env = make_change(stmt, after, env)
    except OracleFault:
        return None
    return after


def _key(position: Position) -> object:
    """What exchanges change: amounts, and the counters of limits."""
    accounts = tuple((key, tuple(counts)) for key, counts in sorted(position.accounts.items()))
    return accounts, tuple(sorted((key, str(value)) for key, value in position.vars.items()))
