"""Secrets and who could tell: in goes a program, out come E601 and E602, and leaks by the rules (L601).

Two things may not depend on a secret. What is offered to a player: only on their own. What everyone sees
happen (branches, loops, who is asked): on none at all. Some flows are the public trace of a rule and are
listed as L601: own secrets that limit own options, `possible` over them, amounts that a rule makes public,
and `end when`, because a game that goes on tells something too. Set-up is not judged: nobody plays yet.
`hidden.py` says what counts as a secret and what is not followed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.checks.findings import ProofFinding
from rulelang.checks.hidden import (
    NOTHING,
    Secret,
    SecretReader,
    Secrets,
    given_to,
    offer_parts,
    restated,
)
from rulelang.checks.routines import inner_bodies, offered, statements
from rulelang.checks.shown import State
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program, Rule
from rulelang.source import Span

CHECK = "secrets"


def check_secrets(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report what players could learn that they should not; list what the rules let them learn."""
    seen = {family.seen for family in program.families}
    seen |= {account.seen for account in program.accounts} | {var.seen for var in program.vars}
    if seen <= {"everyone"}:
        return (ProofFinding(CHECK, "proven", "everyone sees everything", None),)
    walk = _Walk(SecretReader(Analysis(program)), report)
    for rule in program.rules:
        walk.body(rule.body, State(dict(walk.kept_back(rule)), {}))
    walk.body(program.flow, State({}, {}))
    for end in program.ends:
        walk.leak(walk.reader.secrets(end.condition, {}), end.span, "that the game goes on")
    for award in program.awards:
        found = walk.reader.secrets(award.most, {}) | walk.reader.secrets(award.at_least, {})
        walk.leak(found, award.span, f"who has `{award.name}`")
    if report.has_errors:
        return ()
    sentence = "options read only what their player sees, and branches what everyone sees"
    limits = "cards lying face down on the board are not followed; see `rulelang explain E601`"
    return (
        ProofFinding(CHECK, "proven", sentence, None),
        ProofFinding(CHECK, "assumed", limits, None),
    )


class _Walk:
    """Goes through bodies and judges each flow where it ends."""

    def __init__(self, reader: SecretReader, report: Reporter) -> None:
        self.reader = reader
        self.report = report

    def kept_back(self, rule: Rule) -> Iterable[tuple[str, Secrets]]:
        """Things picked from a hidden place that the rule then lays where others do not see them."""
        for param in rule.params:
            source = param.pick.source if param.pick is not None else None
            secrets = NOTHING if source is None else self.reader.secrets(source, {})
            if secrets and any(self._hides(stmt, param.name) for stmt in statements(rule.body)):
                yield param.name, secrets

    def _hides(self, stmt: ir.Stmt, local: str) -> bool:
        match stmt:
            case ir.MoveThing(thing=ir.Local(name=name), target=target, face=face):
                return name == local and (face == "down" or bool(self.reader.lying_in(target)))
            case ir.MoveAlike(thing=ir.Local(name=name), target=target):
                return name == local and bool(self.reader.lying_in(target))
            case _:
                return False

    # --- statements ----------------------------------------------------------------------------

    def body(self, body: ir.Body, state: State) -> None:
        """Judge a body; what its statements learn holds for those after them."""
        for stmt in body:
            self._stmt(stmt, state)
            state.forget(self.reader.analysis.writes((stmt,)))
            match stmt:
                case ir.Let(local=local, expr=expr):
                    state.known[local] = state.hidden(self.reader.secrets(expr, state.known))
                case ir.Reveal():
                    state.reveal(stmt, self.reader)
                case ir.CallRule(player=player, alternative=alternative):
                    rule = self.reader.analysis.rules.get(alternative.rule or "")
                    if rule is not None:
                        given = given_to(rule, alternative, player)
                        state.reveal_by_call(rule, given, self.reader)
                case _:
                    pass

    def _stmt(self, stmt: ir.Stmt, state: State) -> None:
        match stmt:
            case ir.Decide(player=player) | ir.CallRule(player=player):
                for alternative in offered(stmt, self.reader.analysis.program):
                    self._offer(alternative, player, state)
            case ir.Together(source=source, condition=condition):
                found = state.hidden(self._all([source, condition], state))
                self._fail(found, stmt.span, who="somebody")
            case ir.If() | ir.Each() | ir.Loop() | ir.Times():
                self._public(stmt, state)
            case _:
                self._amount(stmt, state)
        for inner in inner_bodies(stmt):
            entered = state.inner()
            if isinstance(stmt, ir.Each | ir.Loop | ir.Times | ir.Turn | ir.Step | ir.Together):
                # What a pass changes is not shown in the next one.
                entered.forget(self.reader.analysis.writes((stmt,)))
            self.body(inner, entered)

    def _all(self, exprs: Iterable[ir.Expr | None], state: State) -> Secrets:
        found = NOTHING
        for expr in exprs:
            found |= NOTHING if expr is None else self.reader.secrets(expr, state.known)
        return found

    def _public(self, stmt: ir.If | ir.Each | ir.Loop | ir.Times, state: State) -> None:
        """Everyone sees which way play goes; only what is possible may decide it."""
        match stmt:
            case ir.If(condition=condition):
                read: list[ir.Expr | None] = [condition]
            case ir.Each(source=source, condition=condition, by=by):
                read = [source, condition, by]
            case ir.Loop(source=source, condition=condition, until=until):
                read = [source, condition, until]
            case ir.Times(count=count):
                read = [count]
        found = state.hidden(self._all(read, state))
        self.leak({each for each in found if each.asked}, stmt.span, "which way play goes here")
        asks = any(isinstance(s, ir.Decide | ir.Together) for s in statements((stmt,)))
        direct = frozenset(each for each in found if not each.asked)
        self._fail(direct, stmt.span, who="somebody" if asks else None)

    def _amount(self, stmt: ir.Stmt, state: State) -> None:
        match stmt:
            case ir.Transfer(amount=amount) | ir.Claim(amount=amount):
                what = "this amount"
            case ir.ScoreAdd(amount=amount):
                what = "this score"
            case ir.Draw(count=amount) | ir.MoveAlike(count=amount):
                what = "how many are moved here"
            case ir.SetVar(var=name, value=amount):
                if getattr(self.reader.vars.get(name), "seen", "everyone") != "everyone":
                    return
                what = f"the new value of `{name}`"
            case _:
                return
        self.leak(state.hidden(self.reader.secrets(amount, state.known)), stmt.span, what)

    # --- offers --------------------------------------------------------------------------------

    def _offer(self, alternative: ir.Alternative, player: ir.Expr, state: State) -> None:
        for pick in alternative.picks:
            self._part(pick, self.reader.secrets(pick, state.known), player, "the choice", state)
        for condition in alternative.conditions:
            found = self.reader.secrets(condition, state.known)
            self._part(condition, found, player, f"to choose `{alternative.name}`", state)
        for argument in alternative.args:
            if argument.value is not None:
                found = state.hidden(self.reader.secrets(argument.value, state.known))
                self.leak(found, alternative.span, "what is handed on here")
        if alternative.rule is None:
            return
        rule = self.reader.analysis.rules[alternative.rule]
        given = given_to(rule, alternative, player)
        for what, part in offer_parts(rule):
            found = restated(self.reader.secrets(part, {}), given)
            self._part(part, found, player, what, state)
        found = state.hidden(restated(self.reader.cost(rule), given))
        foreign = frozenset(each for each in found if not each.is_own(player))
        self._fail(foreign, rule.costs[0].span if rule.costs else rule.span, who=None)

    def _part(
        self,
        part: ir.Pick | ir.Requirement,
        found: Secrets,
        player: ir.Expr,
        what: str,
        state: State,
    ) -> None:
        """Own secrets may limit own options; what one picks from is shown by playing it."""
        found = state.hidden(found)
        self._fail(frozenset(s for s in found if not s.is_own(player)), part.span, who=None)
        if isinstance(part, ir.Requirement) or part.condition is not None:
            self.leak({each for each in found if each.is_own(player)}, part.span, what)

    # --- reporting -----------------------------------------------------------------------------

    def _fail(self, secrets: Secrets, span: Span, *, who: str | None) -> None:
        if not secrets:
            return
        secret = _names(secrets)
        if who is None:
            report_line = "ask the player, `reveal` it first, or read only its size"
            self.report.error(codes.SECRET_IN_PUBLIC, span, secret=secret, help=report_line)
        else:
            report_line = "ask everybody who could be concerned and let them decline"
            self.report.error(
                codes.ASKED_BECAUSE_OF_SECRET, span, who=who, secret=secret, help=report_line
            )

    def leak(self, secrets: Iterable[Secret], span: Span, what: str) -> None:
        """List a flow that the rules themselves make."""
        found = frozenset(secrets)
        if found:
            self.report.note(codes.LEAK_BY_THE_RULES, span, what=what, secret=_names(found))


def _names(secrets: Secrets) -> str:
    return " and ".join(f"`{name}`" for name in sorted({each.name for each in secrets}))
