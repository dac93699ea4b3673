"""Nothing is made and nothing lost: in goes a program, out come proofs for each rule, and risks.

Amounts only ever move from one account to another of the same enum, components from one place to another,
so conservation holds by construction; this file goes through each rule to see that it does. What is left
is taking more than there is. A statement is covered if its rule made sure of it: by what was picked, by a
requirement or condition before it that nothing in between can have changed, or because it takes only what
it first counted. The others are listed: there the fault R905 would stop play.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.cover import Facts, covers
from rulelang.checks.findings import ProofFinding
from rulelang.checks.known import conjuncts
from rulelang.checks.routines import CheckedRoutine, inner_bodies, routines, statements
from rulelang.checks.writes import Writes
from rulelang.diagnostics.reporter import Reporter
from rulelang.graph.own_pieces import places_of_own
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program

CHECK = "conservation"


def check_conservation(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Say of each rule that it keeps everything, and which of its takings nothing covers."""
    enums = {account.name: account.enum for account in program.accounts}
    walk = _Walk(Analysis(program))
    found: list[ProofFinding] = []
    for routine in routines(program):
        moves = sum(_moves(stmt, enums) for stmt in statements(routine.body))
        span = None if routine.rule is None else routine.rule.span
        if routine.rule is not None:
            for cost in routine.rule.costs:
                moves += _same_enum(cost.source, cost.target, enums)
            moves += len(routine.rule.piece_costs)
        if moves:
            sentence = f"{routine.shown} only moves things, nothing is made or lost"
            found.append(ProofFinding(CHECK, "proven", sentence, span))
        found += walk.routine(routine)
    return tuple(found)


def _moves(stmt: ir.Stmt, enums: dict[str, str]) -> int:
    match stmt:
        case ir.Transfer(source=source, target=target):
            return _same_enum(source, target, enums)
        case ir.Collect(account=source, target=target):
            return _same_enum(source, target, enums)
        case ir.Draw(source_account=str(source), target_account=str(target)):
            return _same_enum(source, target, enums)
        case ir.Draw() | ir.MoveThing() | ir.MoveAlike() | ir.MoveAll() | ir.LayTile():
            return 1
        case _:
            return 0


def _same_enum(source: str, target: str, enums: dict[str, str]) -> int:
    if enums[source] != enums[target]:
        raise AssertionError(f"{source} and {target} hold different kinds")
    return 1


class _Walk:
    """Goes through bodies with what is known to hold at each place."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.writes = Writes(analysis)
        self.own_places = places_of_own(analysis.program, analysis)

    def routine(self, routine: CheckedRoutine) -> Iterator[ProofFinding]:
        """List what a routine takes without having made sure of it."""
        facts = Facts(self.analysis, self.writes, self.own_places)
        if routine.rule is not None:
            for param in routine.rule.params:
                facts.picked(param.pick)
            # Paying a cost comes after picks and early requirements, and can undo them.
            paid = self.writes.costs(routine.rule)
            taken = self.writes.exchanged | {("a", cost.source) for cost in routine.rule.costs}
            paid -= {("a", cost.target) for cost in routine.rule.costs} - taken
            facts.changed(paid)
            for requirement in routine.rule.requirements:
                if requirement.after_cost or not self.analysis.reads([requirement.expr]) & paid:
                    facts.hold(requirement.expr)
        yield from self.body(routine.body, facts, routine)

    def body(self, body: ir.Body, facts: Facts, where: CheckedRoutine) -> Iterator[ProofFinding]:
        for stmt in body:
            yield from self._stmt(stmt, facts, where)
            facts.changed_by((stmt,))
            facts.rebound(_rebound((stmt,)))
            if isinstance(stmt, ir.Decide) and _only_picks(stmt):
                self._taken(stmt.alternatives[0], facts)

    def _stmt(self, stmt: ir.Stmt, facts: Facts, where: CheckedRoutine) -> Iterator[ProofFinding]:
        risk = self._risk(stmt, facts)
        if risk is not None:
            sentence = f"{where.shown} finds enough in {risk}; else play stops (R905)"
            yield ProofFinding(CHECK, "assumed", sentence, stmt.span)
        match stmt:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                for branch, holds in ((then, True), (otherwise, False)):
                    inner = facts.copy()
                    for fact in conjuncts(condition, holds=holds):
                        inner.hold(fact)
                    yield from self.body(branch, inner, where)
            case ir.Loop(until=until, body=body):
                inner = self._at_any_pass(facts, body)
                for fact in conjuncts(until, holds=False):
                    inner.hold(fact)
                yield from self.body(body, inner, where)
            case ir.Decide(alternatives=alternatives, otherwise=otherwise):
                # What is done meanwhile comes before everything else that can be chosen here.
                again = any(each.again for each in alternatives)
                known = self._at_any_pass(facts, (stmt,)) if again else facts.copy()
                known.changed(self.writes.exchanged)
                for alternative in alternatives:
                    inner = known.copy()
                    self._taken(alternative, inner)
                    yield from self.body(alternative.body, inner, where)
                yield from self.body(otherwise or (), known, where)
            case ir.Together(body=body, then=then):
                inner = facts.copy()
                yield from self.body(body, inner, where)
                yield from self.body(then, self._answers(stmt, facts), where)
            case _:
                for inner_body in inner_bodies(stmt):
                    inner = facts.copy()
                    if isinstance(stmt, ir.Each):
                        inner.element(stmt)  # judged for all elements before the first pass
                    yield from self.body(inner_body, self._at_any_pass(inner, inner_body), where)

    def _at_any_pass(self, facts: Facts, body: ir.Body) -> Facts:
        """The facts that hold however often a body was run before."""
        inner = facts.copy()
        inner.changed_by(body)
        inner.rebound(_rebound(body))
        return inner

    def _taken(self, alternative: ir.Alternative, facts: Facts) -> None:
        for pick in alternative.picks:
            facts.picked(pick)
        for condition in alternative.conditions:
            facts.hold(condition.expr)

    def _answers(self, stmt: ir.Together, facts: Facts) -> Facts:
        """What players chose from their own holds when their turn comes, if only they pay from it."""
        inner = self._at_any_pass(facts, stmt.then)
        for decide in stmt.body:
            if not isinstance(decide, ir.Decide) or not _only_picks(decide):
                continue
            for pick in decide.alternatives[0].picks:
                whole = pick.bundle_from
                if not isinstance(whole, ir.BundleIn) or not isinstance(whole.holder, ir.Local):
                    continue
                if whole.holder.name == stmt.variable and _only_own(stmt, whole):
                    inner.answered(pick)
        return inner

    def _risk(self, stmt: ir.Stmt, facts: Facts) -> str | None:
        """The name of the place that may hold too little, or None if it is covered."""
        match stmt:
            case ir.Transfer(source=source) if not self._is_unlimited(source):
                return None if covers(facts, stmt) else f"`{source}`"
            case ir.Draw(source_account=str(source)) if not self._is_unlimited(source):
                return None if covers(facts, stmt) else f"`{source}`"
            case ir.Draw(source=place) | ir.MoveAlike(source=place) if place is not None:
                families = self.analysis.families(place)
                name = " or ".join(f"`{family.name}`" for family in families)
                return None if covers(facts, stmt) else name
            case _:
                return None

    def _is_unlimited(self, account: str) -> bool:
        return any(a.unlimited for a in self.analysis.program.accounts if a.name == account)


def _only_picks(stmt: ir.Decide) -> bool:
    """Whether a decision is over values and surely made, so that they are known afterwards."""
    if stmt.optional or stmt.otherwise is not None or len(stmt.alternatives) != 1:
        return False
    return stmt.alternatives[0].rule is None and not stmt.alternatives[0].body


def _rebound(body: ir.Body) -> Iterator[str]:
    """Locals that get another value in a body."""
    for stmt in statements(body):
        match stmt:
            case ir.Let(local=name) | ir.Roll(local=name):
                yield name
            case ir.Each(variable=name) | ir.Together(variable=name):
                yield name
            case ir.Loop(variable=str(name)):
                yield name
            case ir.Decide(alternatives=alternatives):
                for each in alternatives:
                    yield from (pick.local for pick in each.picks)
                    yield from (arg.bind for arg in each.args if arg.bind is not None)
            case _:
                pass


def _only_own(stmt: ir.Together, whole: ir.BundleIn) -> bool:
    """Whether all that is taken from these accounts afterwards is the participant's own."""
    for inner in statements(stmt.then):
        match inner:
            case ir.Transfer(source=source, source_holder=holder) if source == whole.account:
                if holder != whole.holder:
                    return False
            case ir.Draw(source_account=source) if source == whole.account:
                return False
            case ir.CallRule() | ir.Decide() | ir.Together():
                return False
            case _:
                pass
    return True
