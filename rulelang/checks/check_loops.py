"""Loops that never end: in goes a program, out comes E402, or why each loop ends.

A loop is fine if every pass asks somebody or rolls something: then play goes on, and ending the game is
the business of its rules. It is also fine if every pass uses up something finite that nothing in the loop
gives back: it ends, or play stops with a fault that names the place. If a loop never asks and can never
change what its `until` reads, it turns for ever and is an error. What lies between is assumed to end; the
step budget (R901) stops it if it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.circles import callees_first
from rulelang.checks.findings import Finding
from rulelang.checks.known import known_value
from rulelang.checks.progress import used_up
from rulelang.checks.routines import (
    Routine,
    called_rules,
    inner_bodies,
    is_certain,
    offered,
    routines,
    statements,
)
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program
from rulelang.program.walk import free_locals

CHECK = "loops"


def check_loops(program: Program, report: Reporter) -> tuple[Finding, ...]:
    """Report loops that can never end and say of all others why they do."""
    passes = _Passes(Analysis(program))
    found: list[Finding] = []
    for routine in routines(program):
        for stmt in statements(routine.body):
            if isinstance(stmt, ir.Loop) and known_value(stmt.until) != 1:
                found += _judge(stmt, routine, passes, report)
    return tuple(found)


def _judge(loop: ir.Loop, where: Routine, passes: _Passes, report: Reporter) -> Iterator[Finding]:
    # Where elements are passed over, a round may come to nothing.
    every = loop.condition is None
    if every and passes.surely_waits(loop.body):
        sentence = f"every pass of this loop in {where.shown} asks somebody or rolls"
        yield Finding(CHECK, "proven", sentence, loop.span)
        return
    name = used_up(loop, passes.analysis) if every else None
    if name is not None:
        sentence = f"every pass of this loop in {where.shown} uses up some of {name}"
        yield Finding(CHECK, "proven", sentence, loop.span)
    elif passes.may_wait(loop.body) or passes.may_leave(loop):
        sentence = f"this loop in {where.shown} ends; the step budget (R901) would stop it"
        yield Finding(CHECK, "assumed", sentence, loop.span)
    else:
        help_line = "change what `until` reads, ask somebody, or use `repeat N times`"
        report.error(codes.LOOP_ASKS_NOBODY, loop.span, help=help_line)


class _Passes:
    """Answers about one pass through a body, with the rules it runs."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        # Grown from nothing, so that a cycle of rules never proves itself.
        self.sure: set[str] = set()
        self.may: set[str] = set()
        # Called rules first, so that one round settles all but cycles.
        calls = {
            name: called_rules(rule.body, analysis.program) for name, rule in analysis.rules.items()
        }
        rules = [analysis.rules[name] for name in callees_first(calls)]
        for found, waits in ((self.sure, self.surely_waits), (self.may, self.may_wait)):
            before = -1
            while len(found) != before:
                before = len(found)
                found.update(rule.name for rule in rules if waits(rule.body))

    def surely_waits(self, body: ir.Body) -> bool:
        """Whether every way through a body asks or rolls (or ends the game)."""
        return any(self._surely_waits(stmt) for stmt in body)

    def _surely_waits(self, stmt: ir.Stmt) -> bool:
        match stmt:
            case ir.Roll() | ir.Shuffle() | ir.Finish():
                return True
            case ir.Draw(chance=chance):
                return chance is not None
            case ir.Decide(otherwise=otherwise):
                # Without an option nobody is asked; then only what happens instead counts.
                return otherwise is None or self.surely_waits(otherwise)
            case ir.CallRule():
                return all(
                    self.analysis.asks(each) or each.rule in self.sure
                    for each in offered(stmt, self.analysis.program)
                )
            case ir.If(then=then, otherwise=otherwise):
                return self.surely_waits(then) and self.surely_waits(otherwise)
            case ir.Together():
                return is_certain(stmt)
            case ir.Step(body=body) | ir.Turn(body=body):
                return self.surely_waits(body)
            case ir.Each(body=body) | ir.Times(body=body):
                return is_certain(stmt) and self.surely_waits(body)
            case ir.Loop(until=None, body=body):
                return self.surely_waits(body)
            case _:
                return False

    def may_wait(self, body: ir.Body) -> bool:
        """Whether some way through a body asks or rolls."""
        return any(self._may_wait(stmt) for stmt in statements(body))

    def _may_wait(self, stmt: ir.Stmt) -> bool:
        match stmt:
            case ir.Roll() | ir.Shuffle() | ir.Decide() | ir.Together():
                return True
            case ir.Draw(chance=chance):
                return chance is not None
            case ir.CallRule():
                return any(
                    self.analysis.asks(each) or each.rule in self.may
                    for each in offered(stmt, self.analysis.program)
                )
            case _:
                return False

    def may_leave(self, loop: ir.Loop) -> bool:
        """Whether a pass can leave the loop, or change what its end depends on."""
        if any(isinstance(stmt, ir.Stop | ir.Finish) for stmt in loop.body):
            return True
        ends = [] if loop.until is None else [loop.until]
        ends += _ways_out(loop.body)
        own = _different_each_pass(loop)
        if any(own & free_locals(end) for end in ends):
            return True
        return bool(self.analysis.writes(loop.body) & self.analysis.reads(ends))


def _ways_out(body: ir.Body) -> Iterator[ir.Expr]:
    """Conditions under which a pass leaves by `stop` or `finish`."""
    for stmt in statements(body):
        if isinstance(stmt, ir.If) and any(
            isinstance(inner, ir.Stop | ir.Finish)
            for branch in inner_bodies(stmt)
            for inner in statements(branch)
        ):
            yield stmt.condition


def _different_each_pass(loop: ir.Loop) -> frozenset[str]:
    names = {stmt.local for stmt in statements(loop.body) if isinstance(stmt, ir.Let | ir.Roll)}
    return frozenset(names if loop.variable is None else names | {loop.variable})
