"""Loops that never end: in goes a program, out comes E402, or why each loop ends.

A loop is fine if every pass asks somebody: then play goes on, and ending the game is the business of its
rules. It is also fine if every pass uses up something finite and small that nothing in the loop gives back:
it ends, or play stops with a fault that names the place. If a loop never asks or rolls and can never
change what its `until` reads, it turns for ever and is an error. What lies between (only dice, too) is
assumed to end; the step budget (R901) stops it if it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.findings import ProofFinding
from rulelang.checks.is_asked import AskingBodies
from rulelang.checks.known import known_value
from rulelang.checks.progress import used_up
from rulelang.checks.routines import (
    CheckedRoutine,
    inner_bodies,
    reached_rules,
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


def check_loops(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report loops that can never end and say of all others why they do."""
    asking = AskingBodies(Analysis(program))
    found: list[ProofFinding] = []
    for routine in routines(program):
        for stmt in statements(routine.body):
            if isinstance(stmt, ir.Loop) and known_value(stmt.until) != 1:
                found += _judge(stmt, routine, asking, report)
    return tuple(found)


def _judge(
    loop: ir.Loop, where: CheckedRoutine, asking: AskingBodies, report: Reporter
) -> Iterator[ProofFinding]:
    # Where elements are passed over, a round may come to nothing.
    every = loop.condition is None
    if every and asking.every_pass(loop):
        sentence = f"every pass of this loop in {where.shown} asks somebody or leaves it"
        yield ProofFinding(CHECK, "proven", sentence, loop.span)
        return
    name = used_up(loop, asking.analysis) if every else None
    if name is not None:
        sentence = f"every pass of this loop in {where.shown} uses up some of {name}"
        yield ProofFinding(CHECK, "proven", sentence, loop.span)
    elif asking.may_wait(loop.body) or _may_leave(loop, asking):
        sentence = f"this loop in {where.shown} ends; the step budget (R901) would stop it"
        yield ProofFinding(CHECK, "assumed", sentence, loop.span)
    else:
        help_line = "change what `until` reads, ask somebody, or use `repeat N times`"
        report.error(codes.LOOP_ASKS_NOBODY, loop.span, help=help_line)


def _may_leave(loop: ir.Loop, asking: AskingBodies) -> bool:
    """Whether a pass can leave the loop, or change what its end depends on."""
    analysis = asking.analysis
    bodies = [loop.body]
    bodies += [analysis.rules[name].body for name in reached_rules(loop.body, analysis.program)]
    if any(_leaves_anyhow(stmt) for body in bodies for stmt in body):
        return True
    ends = [] if loop.until is None else [loop.until]
    ends += [end for body in bodies for end in _ways_out(body)]
    own = _different_each_pass(loop)
    if any(own & free_locals(end) for end in ends):
        return True
    return bool(analysis.writes(loop.body) & analysis.reads(ends))


def _leaves_anyhow(stmt: ir.Stmt) -> bool:
    """Whether a `stop` or `finish` stands here that hangs on no condition."""
    if isinstance(stmt, ir.Stop | ir.Finish):
        return True
    if isinstance(stmt, ir.If):
        return False
    return any(_leaves_anyhow(inner) for body in inner_bodies(stmt) for inner in body)


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
