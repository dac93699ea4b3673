"""Hooks whose order matters: in goes a program, out comes E711.

Two modules may hook on one rule. That is fine if they are about different things (`f is Die`, `f is Boat`); if what one of
them changes the other neither reads nor changes, no chance of one name happens in both and neither leaves the rule or
the game; or if both only move and score amounts that are fixed, and neither takes from where the other puts something:
then both orders come out the same. Else the rules say which comes last.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.findings import ProofFinding
from rulelang.checks.is_asked import stops_of
from rulelang.checks.known import conjuncts
from rulelang.checks.routines import reached_rules, statements
from rulelang.checks.writes import Writes
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program


def check_order(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report hooks that meet and do not commute; list those that do."""
    if not program.meetings:
        return ()
    analysis = Analysis(program)
    writes = Writes(analysis)
    found: dict[ProofFinding, None] = {}
    for each in program.meetings:
        pair = (each.first, each.second)
        if _never_both(*pair):
            is_free = True
        elif all(_only_adds(stmt, analysis) for stmt in pair):
            is_free = not _feeds(pair[0], pair[1], analysis) and not _feeds(
                pair[1], pair[0], analysis
            )
        else:
            changed = [writes.of((stmt,)) for stmt in pair]
            read = [analysis.reads((stmt,)) for stmt in pair]
            is_free = not changed[0] & (changed[1] | read[1]) and not changed[1] & read[0]
            is_free &= _chances(pair[0], analysis).isdisjoint(_chances(pair[1], analysis))
            is_free &= not any(_may_leave(stmt, analysis) for stmt in pair)
        if is_free:
            both = f"`{each.first_home}` and `{each.second_home}` on `{each.name}`"
            sentence = f"{both} come out the same in any order"
            found[ProofFinding("order", "proven", sentence, each.second.span)] = None
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


def _feeds(first: ir.Stmt, second: ir.Stmt, analysis: Analysis) -> bool:
    """Can what the first puts somewhere be what the second takes?"""
    accounts = {account.name: account for account in analysis.program.accounts}
    homes = {account for _enum, account in analysis.program.home_accounts}
    given: set[str] = set()
    for stmt in statements((first,)):
        if isinstance(stmt, ir.Transfer):
            given.add(stmt.target)
            if accounts[stmt.target].overflow_lost:
                given |= homes  # what does not fit goes home
    return any(
        stmt.source in given and not accounts[stmt.source].unlimited
        for stmt in statements((second,))
        if isinstance(stmt, ir.Transfer)
    )


def _done(stmt: ir.Stmt, analysis: Analysis) -> Iterator[ir.Stmt]:
    """All statements that a hook can lead to."""
    yield from statements((stmt,))
    for name in reached_rules((stmt,), analysis.program):
        yield from statements(analysis.rules[name].body)


def _chances(stmt: ir.Stmt, analysis: Analysis) -> set[str]:
    """The names of the chance in a hook: number k of a name is the k-th that happens."""
    found = (getattr(each, "chance", None) for each in _done(stmt, analysis))
    return {name for name in found if name is not None}


def _may_leave(stmt: ir.Stmt, analysis: Analysis) -> bool:
    """Can a hook end the game, or leave what it hooks on, before the other one?"""
    ends = any(isinstance(each, ir.Finish) for each in _done(stmt, analysis))
    return ends or any(stop.name is not None for stop in stops_of((stmt,)))
