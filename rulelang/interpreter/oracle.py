"""An independent judge of decisions, points and winners: everything is tried, nothing is clever.

A complete decision is an alternative with a value for each of its picks. The oracle writes out all
full assignments and keeps those that meet every condition, limit, requirement and cost; what stands
below a cost is judged on a copy where the cost was paid. Nothing is pruned on the way but the domain
of each pick, so this is slow, and `Budget` gives up on decisions that are too wide.

A pick `if any` is skipped when no value of it leads to anything that is allowed; requirements and
costs that read a skipped pick then say nothing (see `ir.Pick`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, combinations, product
from typing import TypeAlias

import attrs
from attrs import define, field, frozen

from rulelang.interpreter.evaluate import Env, Kept, PositionReader
from rulelang.interpreter.position import (
    NOBODY,
    Position,
    ProgramIndex,
    Value,
    read_locals,
    read_position,
)
from rulelang.interpreter.state_changes import transfer
from rulelang.program import nodes as ir
from rulelang.program.model import Rule
from rulelang.program.types import NONE, BundleType, SetType
from rulelang.program.typing.scope import written_name
from rulelang.program.walk import free_locals
from rulelang.runtime.layout import ASKED, PC

Choice: TypeAlias = "tuple[int, tuple[Value, ...]]"  # alternative and the value of each pick
WIDEST = 20_000


class TooWide(Exception):  # noqa: N818  (a reason to skip, not an error)
    """More assignments than anybody wants to try."""


@define
class SearchBudget:
    """How many assignments may still be tried."""

    left: int = WIDEST

    def spend(self) -> None:
        """Count one more."""
        self.left -= 1
        if self.left < 0:
            raise TooWide


@frozen
class Pending:
    """A decision that waits: what is asked, of whom, and the locals around it."""

    decide: ir.Decide
    player: int
    env: Env


@frozen
class Taken:
    """An alternative with values: the names it has where it is written, and those of its rule."""

    alternative: ir.Alternative
    rule: Rule | None
    caller: Env
    inner: Env
    skipped: frozenset[str]


@define
class Oracle(PositionReader):
    """Reads a position and knows what may be decided in it."""

    # Positions after costs that were asked for, while nothing changes this one.
    after: dict[tuple[object, ...], Oracle] = field(factory=dict)

    def at(self, position: Position) -> Oracle:
        """Return an oracle for another position."""
        return Oracle(self.shape, position)

    def is_possible(self, player: int, alternative: ir.Alternative, env: Env) -> bool:
        """Is there any allowed way to take this alternative?"""
        with self.unchanged():
            return any(True for _ in self.ways(player, alternative, env, SearchBudget()))

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """While this lasts nothing changes the position, so that sets are worked out once."""
        outer = self.kept
        if outer is None:
            self.kept, self.after = {}, {}
        try:
            yield
        finally:
            self.kept = outer

    # --- assignments -----------------------------------------------------------------------------

    def choices(self, pending: Pending, budget: SearchBudget) -> set[Choice]:
        """Return every complete decision that is allowed."""
        found: set[Choice] = set()
        for number in range(len(pending.decide.alternatives)):
            found |= self.choices_of(pending, number, budget)
        if pending.decide.optional:
            found.add((len(pending.decide.alternatives), ()))
        return found

    def choices_of(self, pending: Pending, number: int, budget: SearchBudget) -> set[Choice]:
        """Return every complete decision that takes one alternative."""
        alternative = pending.decide.alternatives[number]
        with self.unchanged():
            ways = self.ways(pending.player, alternative, pending.env, budget)
            return {(number, values) for values in ways}

    def ways(
        self, player: int, alternative: ir.Alternative, env: Env, budget: SearchBudget
    ) -> Iterator[tuple[Value, ...]]:
        """Yield the values of the picks of each allowed way to take an alternative."""
        alternative = self.meant(alternative, {"me": player, **env})
        taken = self.begin(player, alternative, env)
        yield from self._extend(taken, self.picks(alternative), (), budget)

    def meant(self, alternative: ir.Alternative, env: Env) -> ir.Alternative:
        """Return the rule that an effect value stands for now; other alternatives as they are."""
        if alternative.effect is None:
            return alternative
        effect = self.shape.program.effects[self.number(alternative.effect, env)]
        return attrs.evolve(effect, body=alternative.body, again=alternative.again)

    def begin(self, player: int, alternative: ir.Alternative, env: Env) -> Taken:
        """Return an alternative with its arguments and none of its picks."""
        caller = {"me": player, **env}
        inner: dict[str, object] = {"me": player}
        rule = None if alternative.rule is None else self.shape.rules[alternative.rule]
        if rule is not None:
            for param, arg in zip(rule.params, alternative.args, strict=True):
                if arg.value is not None:
                    inner[param.name] = self.value(arg.value, caller)
                elif param.pick is None and param.default is not None:
                    inner[param.name] = self.value(param.default, inner)
        return Taken(alternative, rule, caller, inner, frozenset())

    def picks(self, alternative: ir.Alternative) -> list[tuple[ir.Pick, str | None]]:
        """Return the picks in order, each with the caller's local that also gets its value."""
        found: list[tuple[ir.Pick, str | None]] = [(pick, None) for pick in alternative.picks]
        if alternative.rule is not None:
            params = self.shape.rules[alternative.rule].params
            for param, arg in zip(params, alternative.args, strict=True):
                if arg.value is None and param.pick is not None:
                    found.append((param.pick, arg.bind))
        return found

    def _extend(
        self,
        taken: Taken,
        picks: list[tuple[ir.Pick, str | None]],
        values: tuple[Value, ...],
        budget: SearchBudget,
    ) -> Iterator[tuple[Value, ...]]:
        if not picks:
            budget.spend()
            if not self.failing(taken):
                yield values
            return
        pick, bind = picks[0]
        is_own = len(values) < len(taken.alternative.picks)
        found = False
        for value in self.domain(pick, taken.caller if is_own else taken.inner, budget):
            after = bound(taken, pick, (bind, value), is_own=is_own)
            for way in self._extend(after, picks[1:], (*values, value), budget):
                found = True
                yield way
        if pick.if_any and not found:
            nothing = self.nothing(pick)
            after = bound(taken, pick, (bind, nothing), is_own=is_own, is_skipped=True)
            yield from self._extend(after, picks[1:], (*values, nothing), budget)

    # --- domains ---------------------------------------------------------------------------------

    def domain(self, pick: ir.Pick, env: Env, budget: SearchBudget) -> Iterator[Value]:
        """Yield what a pick can be, as far as it alone decides."""
        if self.kept is not None and pick.source is not None:
            yield from self._kept_domain(pick, env, self.kept)
            return
        for value in self._candidates(pick, env, budget):
            if self.holds(pick.condition, {**env, pick.local: value}):
                yield value

    def _kept_domain(self, pick: ir.Pick, env: Env, kept: Kept) -> Iterator[int]:
        """What a pick from a set can be; worked out once for the same values of what it reads."""
        assert pick.source is not None
        key = (id(pick), *(_hashable(env.get(name)) for name in self.shape.read_by(pick)))
        if key in kept:
            yield from kept[key]
            return
        found = []
        for value in dict.fromkeys(self.walk(pick.source, env)):
            if self.holds(pick.condition, {**env, pick.local: value}):
                found.append(value)
                yield value
        kept[key] = found

    def _candidates(self, pick: ir.Pick, env: Env, budget: SearchBudget) -> Iterator[Value]:
        if pick.source is not None:
            yield from dict.fromkeys(self.walk(pick.source, env))
            return
        assert pick.size_low is not None
        assert pick.size_high is not None
        low, high = self.number(pick.size_low, env), self.number(pick.size_high, env)
        if isinstance(pick.type, SetType):
            assert pick.bundle_from is not None
            members = sorted(set(self.walk(pick.bundle_from, env)))
            sizes = range(max(0, low), min(high, len(members)) + 1)
            for subset in chain.from_iterable(combinations(members, size) for size in sizes):
                budget.spend()
                yield frozenset(subset)
            return
        assert isinstance(pick.type, BundleType)
        most = [high] * self.shape.enums[pick.type.enum]
        if pick.bundle_from is not None:
            most = [min(high, count) for count in self.bundle(pick.bundle_from, env)]
        for counts in product(*(range(count + 1) for count in most)):
            budget.spend()
            if low <= sum(counts) <= high:
                yield counts

    def admits(self, pick: ir.Pick, value: Value, env: Env) -> bool:
        """Is a value in the domain of a pick?"""
        if not self.holds(pick.condition, {**env, pick.local: value}):
            return False
        if pick.source is not None:
            return value in self.walk(pick.source, env)
        assert pick.size_low is not None
        assert pick.size_high is not None
        low, high = self.number(pick.size_low, env), self.number(pick.size_high, env)
        if isinstance(value, frozenset):
            assert pick.bundle_from is not None
            return low <= len(value) <= high and value <= set(self.walk(pick.bundle_from, env))
        assert isinstance(value, tuple)
        most = value if pick.bundle_from is None else self.bundle(pick.bundle_from, env)
        is_covered = all(count <= held for count, held in zip(value, most, strict=True))
        return is_covered and low <= sum(value) <= high

    def nothing(self, pick: ir.Pick) -> Value:
        """Return what a skipped pick is: none, an empty set or an empty bundle."""
        if isinstance(pick.type, BundleType):
            return (0,) * self.shape.enums[pick.type.enum]
        return frozenset() if isinstance(pick.type, SetType) else NONE

    # --- requirements ----------------------------------------------------------------------------

    def failing(self, taken: Taken) -> list[str]:
        """Return the names of the conditions, limits, requirements and costs that do not hold."""
        failed = [
            condition.name
            for condition in taken.alternative.conditions
            if not self._is_about_nothing(condition.expr, taken)
            and not self.holds(condition.expr, taken.caller)
        ]
        if taken.rule is None:
            return failed
        failed += self._outside_domains(taken, taken.rule)
        failed += ["cost"] * (not self._covers(taken, taken.rule))
        for requirement in taken.rule.requirements:
            if requirement.kind == "domain":
                continue
            if not self._meets(requirement, taken, taken.rule):
                failed.append(requirement.name)
        return failed

    def _is_about_nothing(self, node: object, taken: Taken) -> bool:
        return bool(taken.skipped) and bool(taken.skipped & free_locals(node))

    def _meets(self, requirement: ir.Requirement, taken: Taken, rule: Rule) -> bool:
        if self._is_about_nothing(requirement.expr, taken):
            return True
        if not requirement.after_cost or not rule.costs:
            return self.holds(requirement.expr, taken.inner)
        if any(self._is_about_nothing(cost, taken) for cost in rule.costs):
            return True
        return self._paid(taken, rule).holds(requirement.expr, taken.inner)

    def _paid(self, taken: Taken, rule: Rule) -> Oracle:
        """The position as if the costs were paid. What cannot be paid is refused for that; here it is owed."""
        due = tuple(
            (
                (cost.source, self.holder(cost.source_holder, taken.inner)),
                (cost.target, self.holder(cost.target_holder, taken.inner)),
                self.bundle(cost.amount, taken.inner),
            )
            for cost in rule.costs
        )
        if self.kept is not None and due in self.after:
            return self.after[due]
        paid = self.at(self.position.copy())
        for source, target, amount in due:
            for kind, count in enumerate(amount):
                paid.in_account(*source)[kind] -= count
                paid.in_account(*target)[kind] += count
        paid.kept = {}  # nobody changes this copy any more
        if self.kept is not None:
            self.after[due] = paid
        return paid

    def holder(self, holder: ir.Expr | None, env: Env) -> int:
        """Return whose account is meant; NOBODY where there is only one."""
        return NOBODY if holder is None else self.number(holder, env)

    def _covers(self, taken: Taken, rule: Rule) -> bool:
        """Does each account that pays hold the sum of what it pays?"""
        due: dict[tuple[str, int], list[int]] = {}
        for cost in rule.costs:
            if self._is_about_nothing(cost, taken) or self.shape.accounts[cost.source].unlimited:
                continue
            payer = (cost.source, self.holder(cost.source_holder, taken.inner))
            amount = self.bundle(cost.amount, taken.inner)
            sums = due.setdefault(payer, [0] * len(amount))
            for kind, count in enumerate(amount):
                sums[kind] += count
        return all(
            wanted <= held
            for payer, sums in due.items()
            for wanted, held in zip(sums, self.in_account(*payer), strict=True)
            if wanted
        )

    def _outside_domains(self, taken: Taken, rule: Rule) -> list[str]:
        """Return the parameters that could be asked and were given something outside."""
        failed = []
        for param, arg in zip(rule.params, taken.alternative.args, strict=True):
            pick = param.pick
            if arg.value is None or pick is None:
                continue
            value = taken.inner[param.name]
            if pick.if_any and value == self.nothing(pick):
                continue
            assert isinstance(value, int | frozenset | tuple)
            if not self.admits(pick, value, taken.inner):
                failed.append(f"in_{written_name(param.name)}")
        return failed


def bound(
    taken: Taken,
    pick: ir.Pick,
    value: tuple[str | None, Value],
    *,
    is_own: bool,
    is_skipped: bool = False,
) -> Taken:
    """Return `taken` with one more pick made."""
    bind, found = value
    caller: Mapping[str, object] = taken.caller
    inner: Mapping[str, object] = taken.inner
    if is_own:
        caller = {**caller, pick.local: found}
    else:
        inner = {**inner, pick.local: found}
        if bind is not None:
            caller = {**caller, bind: found}
    skipped = taken.skipped | ({pick.local} if is_skipped else frozenset())
    return Taken(taken.alternative, taken.rule, caller, inner, skipped)


# --- the vector ----------------------------------------------------------------------------------


def oracle_of(shape: ProgramIndex, state: list[int]) -> Oracle:
    """Return an oracle that reads a vector."""
    return Oracle(shape, read_position(shape, state))


def pending_of(shape: ProgramIndex, node: int, state: list[int]) -> Pending:
    """Return the decision of a graph node that the vector waits for."""
    decision, routine = shape.decisions[node]
    assert state[PC] != 0
    return Pending(decision.decide, state[ASKED], read_locals(shape, routine, state))


def points(oracle: Oracle) -> list[list[int]]:
    """Return the points of each score line, per player."""
    lines = []
    players = range(oracle.shape.program.players)
    for line in oracle.shape.program.scores:
        counts = [0] * len(players)
        for player in players:
            if line.expr is not None:
                counts[player] += oracle.number(line.expr, {line.player: player})
            if line.earned:
                earned = oracle.position.vars[f"score {line.name}", player]
                assert isinstance(earned, int)
                counts[player] += earned
        lines.append(counts)
    return lines


def winners(oracle: Oracle) -> list[int]:
    """Return who is best by the keys of the win, in turn."""
    program = oracle.shape.program
    totals = [sum(per_line) for per_line in zip(*points(oracle), strict=True)]
    totals = totals or [0] * program.players
    keys = [
        tuple(
            oracle.number(key, {program.win_player: p, "points": totals[p]}) for key in program.win
        )
        for p in range(program.players)
    ]
    return [p for p, key in enumerate(keys) if key == max(keys)]


def pay(oracle: Oracle, taken: Taken) -> None:
    """Pay the costs of a rule in this position."""
    if taken.rule is None:
        return
    for cost in taken.rule.costs:
        source = (cost.source, oracle.holder(cost.source_holder, taken.inner))
        target = (cost.target, oracle.holder(cost.target_holder, taken.inner))
        transfer(oracle, oracle.bundle(cost.amount, taken.inner), source, target)


def _hashable(value: object) -> object:
    """A value of a local as a key: what each player chose is a list or a dict."""
    if isinstance(value, list):
        return tuple(value)
    return tuple(value.items()) if isinstance(value, dict) else value
