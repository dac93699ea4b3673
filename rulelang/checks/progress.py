"""Progress of a loop: in goes a loop, out comes something finite that every pass takes away, or None.

All pieces of a zone, all amounts in an account and the range of a variable are finite. A loop that takes
from one of them in every pass, and in which nothing adds to it, ends: by its `until`, or because taking
from nothing is a fault. Zones, accounts and variables are judged over all their owners together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.checks.routines import is_certain, offered, statements
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.types import IntType

# What is taken from or added to: ("zone", name), ("account", name), ("raised", var), ("lowered", var).
Key: TypeAlias = tuple[str, str]


def used_up(loop: ir.Loop, analysis: Analysis) -> str | None:
    """Return the name of what every pass of `loop` uses up, or None."""
    taken = [key for stmt in _certain(loop.body, analysis, set()) for key in _takes(stmt, analysis)]
    if not taken:
        return None
    added = {key for stmt in _possible(loop.body, analysis, set()) for key in _adds(stmt, analysis)}
    for word, name in taken:
        if (word, name) not in added:
            return f"the range of `{name}`" if word in ("raised", "lowered") else f"`{name}`"
    return None


def _certain(body: ir.Body, analysis: Analysis, seen: set[str]) -> Iterator[ir.Stmt]:
    """Yield statements that every pass runs which does not leave the loop."""
    for stmt in body:
        yield stmt
        match stmt:
            case ir.Step(body=inner) | ir.Turn(body=inner):
                yield from _certain(inner, analysis, seen)
            case ir.Each(body=inner) | ir.Times(body=inner) if is_certain(stmt):
                yield from _certain(inner, analysis, seen)
            case ir.CallRule(alternative=ir.Alternative(rule=str(rule))) if rule not in seen:
                seen.add(rule)
                yield from _certain(analysis.rules[rule].body, analysis, seen)
            case _:
                pass
        if any(isinstance(inner, ir.Stop) and inner.name for inner in statements((stmt,))):
            # The rest of a rule or step can be left out and the pass still go on.
            return


def _possible(body: ir.Body, analysis: Analysis, seen: set[str]) -> Iterator[ir.Stmt | str]:
    """Yield all statements that a pass can run, and the names of all rules it can take."""
    for stmt in statements(body):
        yield stmt
        for alternative in offered(stmt, analysis.program):
            rule = alternative.rule
            if rule is not None and rule not in seen:
                seen.add(rule)
                yield rule
                yield from _possible(analysis.rules[rule].body, analysis, seen)


def _takes(stmt: ir.Stmt, analysis: Analysis) -> Iterator[Key]:
    match stmt:
        case ir.Draw(count=count) | ir.MoveAlike(count=count) if _is_positive(count):
            yield from _source(stmt, analysis)
        case ir.SetVar(var=name):
            direction = _direction(stmt)
            cleared = next((v.cleared for v in analysis.program.vars if v.name == name), None)
            if direction is not None and cleared is None:
                yield direction, name
        case _:
            return


def _source(stmt: ir.Draw | ir.MoveAlike, analysis: Analysis) -> Iterator[Key]:
    if isinstance(stmt, ir.Draw) and stmt.source_account is not None:
        accounts = {account.name: account for account in analysis.program.accounts}
        if not accounts[stmt.source_account].unlimited:
            yield "account", stmt.source_account
    elif stmt.source is not None:
        families = analysis.families(stmt.source)
        if len(families) == 1:
            yield "zone", families[0].name


def _adds(stmt: ir.Stmt | str, analysis: Analysis) -> Iterator[Key]:
    """What a statement can add to, or the costs of a rule; a variable set anyhow goes both ways."""
    match stmt:
        case str():
            yield from (("account", cost.target) for cost in analysis.rules[stmt].costs)
        case ir.Draw(target=target, target_account=account):
            if account is not None:
                yield "account", account
            if target is not None:
                yield from (("zone", family.name) for family in analysis.families(target))
        case ir.LayTile():
            tiles = {board.place for board in analysis.program.grown}
            names = {f.name for f in analysis.program.families if f.first in tiles}
            yield from (("zone", name) for name in names)
        case ir.MoveThing(target=target) | ir.MoveAlike(target=target) | ir.MoveAll(target=target):
            yield from (("zone", family.name) for family in analysis.families(target))
        case ir.Transfer(target=target) | ir.Collect(target=target):
            yield "account", target
            # What does not fit into a capped account goes home.
            yield from (("account", home) for _, home in analysis.program.home_accounts)
        case ir.SetVar(var=name):
            direction = _direction(stmt)
            if direction != "raised":
                yield "raised", name
            if direction != "lowered":
                yield "lowered", name
        case _:
            return


def _direction(stmt: ir.SetVar) -> str | None:
    """Whether a variable is raised or lowered by at least one; None if that is not sure."""
    value = stmt.value
    if not isinstance(value, ir.Arith) or value.right is None or not _is_positive(value.right):
        return None
    if not isinstance(value.left, ir.VarGet) or value.left.var != stmt.var:
        return None
    if value.left.index != stmt.index:
        return None
    return {"+": "raised", "-": "lowered"}.get(value.op)


def _is_positive(expr: ir.Expr) -> bool:
    return isinstance(expr.type, IntType) and expr.type.low >= 1
