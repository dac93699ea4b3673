"""Hooks whose order matters: in goes a program, out comes E711.

Two modules may hook on one rule. That is fine if they are about different things (`f is Die`, `f is Boat`), if what one of
them changes the other neither reads nor changes, or if both only move and score amounts that are fixed: then both orders
come out the same. Else the rules say which comes last.
"""

from __future__ import annotations

from rulelang.checks.findings import Finding
from rulelang.checks.known import conjuncts
from rulelang.checks.routines import statements
from rulelang.checks.writes import Writes
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program


def check_order(program: Program, report: Reporter) -> tuple[Finding, ...]:
    """Report hooks that meet and do not commute; list those that do."""
    if not program.meetings:
        return ()
    analysis = Analysis(program)
    writes = Writes(analysis)
    found: dict[Finding, None] = {}
    for each in program.meetings:
        if _never_both(each.first, each.second) or (
            _only_adds(each.first, analysis) and _only_adds(each.second, analysis)
        ):
            is_free = True
        else:
            changed = [writes.of((stmt,)) for stmt in (each.first, each.second)]
            read = [analysis.reads((stmt,)) for stmt in (each.first, each.second)]
            is_free = not changed[0] & (changed[1] | read[1]) and not changed[1] & read[0]
        if is_free:
            pair = f"`{each.first_home}` and `{each.second_home}` on `{each.name}`"
            sentence = f"{pair} come out the same in any order"
            found[Finding("order", "proven", sentence, each.second.span)] = None
            continue
        report.error(
            codes.ORDER_MATTERS,
            each.second.span,
            first=each.first_home,
            second=each.second_home,
            name=each.name,
            secondary=[Label(each.first.span, "and here")],
            help=f"let one of them say that it acts last: `over {each.first_home}`",
        )
    return tuple(found)


def _only_adds(stmt: ir.Stmt, analysis: Analysis) -> bool:
    """Does it only move and score amounts that hang on nothing?"""
    for inner in statements((stmt,)):
        match inner:
            case ir.If(condition=condition):
                if analysis.reads((condition,)):
                    return False
            case ir.Transfer(amount=amount) | ir.ScoreAdd(amount=amount):
                if analysis.reads((amount,)):
                    return False
            case _:
                return False
    return True


def _never_both(first: ir.Stmt, second: ir.Stmt) -> bool:
    """Are both about some parameter, and about different cases of it?"""
    one, other = _cases(first), _cases(second)
    return any(not one[name] & other[name] for name in one.keys() & other.keys())


def _cases(stmt: ir.Stmt) -> dict[str, frozenset[int]]:
    """What the parameters can be where a statement does anything; those that can be everything are left out."""
    found: dict[str, frozenset[int]] = {}
    if isinstance(stmt, ir.If) and not stmt.otherwise:
        for fact in conjuncts(stmt.condition):
            match fact:
                case ir.Contains(item=ir.Local(name=name), set=ir.Ids(ids=ids)):
                    cases = frozenset(ids)
                case ir.Compare(op="==", left=ir.Local(name=name), right=ir.Const(value=value)):
                    cases = frozenset((value,))
                case _:
                    continue
            found[name] = found.get(name, cases) & cases
    return found
