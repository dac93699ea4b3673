"""Names that nothing uses: in goes a program, out comes W207.

The typed program knows which declarations were never read (`Program.unused`). Rules are judged here: one
that neither set-up nor flow leads to is never played. Exchanges are used by paying, not by calling them.
"""

from __future__ import annotations

from rulelang.checks.findings import Finding
from rulelang.checks.routines import called_rules
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program


def check_unused(program: Program, report: Reporter) -> tuple[Finding, ...]:
    """Report declarations that nothing reads and rules that play never comes to."""
    for what, name, span in program.unused:
        report.warning(codes.UNUSED_NAME, span, what=what, name=name)
    reached = _reached(program)
    for rule in program.rules:
        if rule.name not in reached and rule.word != "exchange":
            report.warning(
                codes.UNUSED_NAME,
                rule.span,
                what=rule.word,
                name=rule.name,
                label="nothing in the flow leads here",
            )
    return ()


def _reached(program: Program) -> set[str]:
    rules = {rule.name: rule for rule in program.rules}
    found: set[str] = set()
    bodies: list[ir.Body] = [program.setup, program.flow]
    while bodies:
        for name in called_rules(bodies.pop(), program):
            if name not in found:
                found.add(name)
                bodies.append(rules[name].body)
    return found
