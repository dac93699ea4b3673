"""Names that nothing uses: in goes a program, out comes W207.

The typed program knows which declarations were never read (`Program.unused`). Rules are judged here: one
that neither set-up nor flow leads to is never played. Exchanges are used by paying, not by calling them.
What a variant leaves idle is no mistake of the game, so with variants only their own files are judged.
"""

from __future__ import annotations

from rulelang.checks.findings import ProofFinding
from rulelang.checks.routines import called_rules
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program


def check_unused(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report declarations that nothing reads and rules that play never comes to."""
    judged = program.added_files
    for what, name, span in program.unused:
        if not judged or span.path in judged:
            report.warning(codes.UNUSED_NAME, span, what=what, name=name)
    reached = _reached(program)
    for rule in program.rules:
        is_idle = rule.name not in reached and rule.word != "exchange"
        if is_idle and (not judged or rule.span.path in judged):
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
