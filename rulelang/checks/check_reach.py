"""Steps that play never gets to: in goes a program, out comes E415.

A step is out of reach if it comes after a loop without an end, after `finish`, or after a `stop` that
always happens. Rules that nothing in the flow leads to are a matter of `check_unused.py`.
"""

from __future__ import annotations

from rulelang.checks.findings import ProofFinding
from rulelang.checks.routines import inner_bodies, routines, statements
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program


def check_reach(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report the first step behind everything that play never comes back from."""
    for routine in routines(program):
        bodies = [routine.body]
        bodies += [body for stmt in statements(routine.body) for body in inner_bodies(stmt)]
        for body in bodies:
            _check_body(body, report)
    return ()


def _check_body(body: ir.Body, report: Reporter) -> None:
    for index, stmt in enumerate(body):
        if not _never_goes_on(stmt):
            continue
        step = next((after for after in body[index + 1 :] if isinstance(after, ir.Step)), None)
        if step is not None:
            here = Label(stmt.span, "play does not go on after this")
            what = f"the step `{step.name}`"
            report.error(codes.UNREACHABLE_STEP, step.span, what=what, secondary=[here])
        return


def _never_goes_on(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Finish() | ir.Stop():
            return True
        case ir.Loop(until=None, body=body):
            # A `stop` deeper inside may belong to a loop in there; then nothing is reported.
            return not any(isinstance(inner, ir.Stop) for inner in statements(body))
        case ir.If(then=then, otherwise=otherwise):
            return any(map(_never_goes_on, then)) and any(map(_never_goes_on, otherwise))
        case ir.Step(body=body) | ir.Turn(body=body):
            return any(isinstance(inner, ir.Finish) for inner in body)
        case _:
            return False
