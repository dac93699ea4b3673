"""Choices without an option: in goes a program, out comes E401, or where there is always something.

A forced choice (`choose`, `do` of a rule with conditions) must have an option whenever it comes up.
Each alternative is judged by itself, without the position: *always* open, *never* open, or it depends.
Then a choice is proven if one alternative is always open, an error if all are never open, and assumed
otherwise: without an option in play it is the fault R904. `otherwise:` and `may` make it harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from rulelang.checks.findings import ProofFinding
from rulelang.checks.known import conjuncts, known_value
from rulelang.checks.routines import CheckedRoutine, inner_bodies, meant, routines
from rulelang.checks.sizes import most_elements, surely_holds
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import IntType
from rulelang.program.walk import free_locals

CHECK = "decisions"


class Open(Enum):
    """Whether something can be taken."""

    ALWAYS = "always"
    NEVER = "never"
    DEPENDS = "depends"


def check_decisions(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report choices that never have an option; say of the others whether they always have."""
    judge = _Judge(program, report)
    return tuple(
        finding
        for routine in routines(program)
        for finding in judge.body(routine.body, (), routine)
    )


class _Judge:
    """Goes through bodies with what is known to be possible at each place."""

    def __init__(self, program: Program, report: Reporter) -> None:
        self.program = program
        self.rules = {rule.name: rule for rule in program.rules}
        self.report = report

    def body(
        self, body: ir.Body, possible: tuple[ir.Possible, ...], where: CheckedRoutine
    ) -> Iterator[ProofFinding]:
        """Judge all choices of a body; `possible` is what was just found to be possible."""
        for stmt in body:
            yield from self.stmt(stmt, possible, where)
            if not isinstance(stmt, ir.Let):
                possible = ()

    def stmt(
        self, stmt: ir.Stmt, possible: tuple[ir.Possible, ...], where: CheckedRoutine
    ) -> Iterator[ProofFinding]:
        match stmt:
            case ir.Decide(optional=False, otherwise=None):
                yield from self.choice(stmt, stmt.alternatives, possible, where)
            case ir.CallRule(alternative=alternative) if self._has_conditions(alternative):
                yield from self.choice(stmt, (alternative,), possible, where)
            case _:
                pass
        match stmt:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                value = known_value(condition)
                if value != 0:
                    yield from self.body(then, (*possible, *_found_possible(condition)), where)
                if value != 1:
                    yield from self.body(otherwise, possible, where)
            case ir.Decide(alternatives=alternatives, otherwise=otherwise):
                for alternative in alternatives:
                    asked = [pick.condition for pick in alternative.picks]
                    asked += [condition.expr for condition in alternative.conditions]
                    found = tuple(each for expr in asked for each in _found_possible(expr))
                    yield from self.body(alternative.body, found, where)
                yield from self.body(otherwise or (), (), where)
            case _:
                for inner in inner_bodies(stmt):
                    yield from self.body(inner, (), where)

    def choice(
        self,
        stmt: ir.Decide | ir.CallRule,
        alternatives: tuple[ir.Alternative, ...],
        possible: tuple[ir.Possible, ...],
        where: CheckedRoutine,
    ) -> Iterator[ProofFinding]:
        # What is done meanwhile leads back to the same choice, so it is no way out of it, and may change
        # what was possible before.
        lasting = tuple(each for each in alternatives if not each.again) or alternatives
        if len(lasting) < len(alternatives):
            possible = ()
        alternatives = lasting
        known = {
            (each.alternative.rule, each.alternative.effect, each.alternative.args)
            for each in possible
            if each.player == stmt.player
        }
        found = {
            Open.ALWAYS
            if (each.rule, each.effect, each.args) in known
            else _any_of({self.alternative(one) for one in meant(each, self.program)})
            for each in alternatives
        }
        name = " or ".join(f"`{each.name}`" for each in alternatives) or "nothing"
        if Open.ALWAYS in found:
            sentence = f"{where.shown} always has something to choose at {name}"
            yield ProofFinding(CHECK, "proven", sentence, stmt.span)
        elif found <= {Open.NEVER}:
            help_line = "say what happens then with `otherwise:`, or let players pass with `may`"
            self.report.error(codes.DECISION_WITHOUT_OPTION, stmt.span, help=help_line)
        else:
            sentence = f"{where.shown} has something to choose at {name}; else play stops (R904)"
            yield ProofFinding(CHECK, "assumed", sentence, stmt.span)

    def _has_conditions(self, alternative: ir.Alternative) -> bool:
        for each in meant(alternative, self.program):
            rule = self.rules.get(each.rule or "")
            if each.picks or each.conditions or any(arg.value is None for arg in each.args):
                return True
            if rule is not None and _given_picks(each, rule):
                return True
            if rule is not None and (rule.requirements or rule.costs or rule.piece_costs):
                return True
        return False

    # --- one alternative ---------------------------------------------------------------------

    def alternative(self, alternative: ir.Alternative) -> Open:
        """Judge whether an alternative can be taken, from its picks, conditions and costs."""
        picks = list(alternative.picks)
        conditions = list(alternative.conditions)
        pays = False
        rule = self.rules.get(alternative.rule or "")
        if rule is not None:
            picks += [
                param.pick
                for param, argument in zip(rule.params, alternative.args, strict=True)
                if argument.value is None and param.pick is not None
            ]
            conditions += rule.requirements
            # A value that is given for a pick has to be one that could be picked.
            pays = bool(rule.costs or rule.piece_costs or _given_picks(alternative, rule))
        values = [known_value(each.expr) for each in conditions]
        left = [each for each, value in zip(conditions, values, strict=True) if value is None]
        facts = [fact for each in left for fact in conjuncts(each.expr)]
        opens = [_pick(pick, facts) for pick in picks]
        if 0 in values or Open.NEVER in opens:
            return Open.NEVER
        single = {pick.local for pick in picks if pick.source is not None}
        if pays or not all(_is_other_than(f, single) for f in facts) or Open.DEPENDS in opens:
            return Open.DEPENDS
        return Open.ALWAYS


def _given_picks(alternative: ir.Alternative, rule: Rule) -> bool:
    """Whether values are given for parameters that would be picked otherwise."""
    pairs = zip(rule.params, alternative.args, strict=True)
    return any(param.pick is not None and arg.value is not None for param, arg in pairs)


def _any_of(found: set[Open]) -> Open:
    """An effect value is as open as all that it can stand for, if they agree."""
    return found.pop() if len(found) == 1 else Open.DEPENDS


def _found_possible(expr: ir.Expr | None) -> Iterator[ir.Possible]:
    for fact in conjuncts(expr):
        if isinstance(fact, ir.Possible):
            yield fact


def _pick(pick: ir.Pick, facts: list[ir.Expr]) -> Open:
    """Judge one pick; what has to hold in the form `x != y` takes away one option each."""
    if pick.source is None:
        return _bundle(pick)
    if pick.if_any:
        return Open.ALWAYS
    fewest, most = most_elements(pick.source)
    if most == 0 or known_value(pick.condition) == 0:
        return Open.NEVER
    excluded = sum(_is_other_than(fact, {pick.local}) for fact in facts)
    whole = [] if pick.condition is None else list(conjuncts(pick.condition))
    if any(not _is_other_than(fact, {pick.local}) for fact in whole):
        return Open.DEPENDS
    return Open.ALWAYS if fewest > excluded + len(whole) else Open.DEPENDS


def _bundle(pick: ir.Pick) -> Open:
    low, high = known_value(pick.size_low), known_value(pick.size_high)
    if pick.condition is not None or not _is_number_of_things(pick.size_low):
        return Open.DEPENDS
    if low is not None and high is not None and low > high:
        return Open.NEVER
    same = pick.size_low == pick.size_high or (low is not None and high is not None)
    covered = pick.bundle_from is None or surely_holds(pick.bundle_from, pick.size_low)
    covered |= pick.if_any
    return Open.ALWAYS if same and covered else Open.DEPENDS


def _is_number_of_things(size: ir.Expr | None) -> bool:
    """Whether so many can be taken at all: never fewer than none."""
    return size is not None and isinstance(size.type, IntType) and size.type.low >= 0


def _is_other_than(fact: ir.Expr, picks: set[str]) -> bool:
    """Whether something true only says that one pick is not some other value."""
    if not isinstance(fact, ir.Compare) or fact.op != "!=":
        return False
    for side, other in ((fact.left, fact.right), (fact.right, fact.left)):
        if isinstance(side, ir.Local) and side.name in picks and not free_locals(other) & picks:
            return True
    return False
