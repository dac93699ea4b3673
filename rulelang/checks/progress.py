"""Progress of a loop: in goes a loop, out comes something finite that every pass takes away, or None.

All pieces of a zone, all amounts in an account and the range of a variable are finite. A loop that takes
from one of them in every pass, and in which nothing adds to it, ends: by its `until`, or because taking
from nothing is a fault. It must not be so much that play gives up before. Zones, accounts and variables are
judged over all their owners together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.checks.is_asked import stops_of
from rulelang.checks.routines import is_certain, offered, statements
from rulelang.checks.work import FAR, WorkBounds
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.types import IntType

# What is taken from or added to: ("zone", name), ("account", name), ("raised", var), ("lowered", var).
Key: TypeAlias = tuple[str, str]
LONGEST = (
    10_000  # statements that a loop may run in all to be called proven; play allows for many more
)


def used_up(loop: ir.Loop, analysis: Analysis) -> str | None:
    """Return the name of what every pass of `loop` uses up, or None."""
    certain = _certain(loop.body, analysis, set(), is_inner=False)
    taken = [key for stmt in certain for key in _takes(stmt, analysis)]
    if not taken:
        return None
    added = {key for stmt in _possible(loop.body, analysis, set()) for key in _adds(stmt, analysis)}
    work = WorkBounds(analysis).of(loop.body)
    for word, name in taken:
        if (word, name) not in added and _amount((word, name), analysis) * work <= LONGEST:
            return f"the range of `{name}`" if word in ("raised", "lowered") else f"`{name}`"
    return None


def _certain(
    body: ir.Body, analysis: Analysis, seen: set[str], *, is_inner: bool
) -> Iterator[ir.Stmt]:
    """Yield statements that every pass runs which does not leave the loop.

    `is_inner`: this is the body of a loop inside, which a plain `stop` leaves without leaving the pass.
    """
    for stmt in body:
        yield stmt
        match stmt:
            case ir.Step(body=inner) | ir.Turn(body=inner):
                yield from _certain(inner, analysis, seen, is_inner=is_inner)
            case ir.Each(body=inner) | ir.Times(body=inner) if is_certain(stmt):
                yield from _certain(inner, analysis, seen, is_inner=True)
            case ir.CallRule(alternative=ir.Alternative(rule=str(rule))) if rule not in seen:
                seen.add(rule)
                yield from _certain(analysis.rules[rule].body, analysis, seen, is_inner=True)
            case _:
                pass
        if any(is_inner or stop.name for stop in stops_of((stmt,))):
            # The rest of a rule, a step or an inner loop can be left out and the pass still go on.
            return


def _possible(body: ir.Body, analysis: Analysis, seen: set[str]) -> Iterator[ir.Stmt | str]:
    """Yield all statements that a pass can run, and the names of all rules it can take."""
    for stmt in statements(body):
        yield stmt
        if isinstance(stmt, ir.Decide | ir.Together):
            # Whoever is asked may exchange something, or has to pay by it.
            exchanges = [rule for rule in analysis.program.rules if rule.word == "exchange"]
            yield from (part for rule in exchanges for part in (rule.name, *statements(rule.body)))
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
            rule = analysis.rules[stmt]
            yield from (("account", cost.target) for cost in rule.costs)
            for due in rule.piece_costs:
                yield from (("zone", family.name) for family in analysis.families(due.target))
        case ir.Draw(target=target, target_account=account):
            if account is not None:
                yield "account", account
                yield from (("account", home) for _, home in analysis.program.home_accounts)
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


def _amount(key: Key, analysis: Analysis) -> int:
    """How often something can be taken at most until nothing is left."""
    word, name = key
    program = analysis.program
    if word == "zone":
        family = next(family for family in program.families if family.name == name)
        held = {number for holding in family.holdings for number in holding.things}
        return sum(program.things[number].copies for number in held)
    if word == "account":
        enum = next(account.enum for account in program.accounts if account.name == name)
        same = [account for account in program.accounts if account.enum == enum]
        if any(account.unlimited for account in same):
            return FAR
        return sum(sum(account.start) * max(1, len(account.owner_ids)) for account in same)
    var = next((var for var in program.vars if var.name == name), None)
    if var is None or not isinstance(var.type, IntType):
        return FAR
    return (var.type.high - var.type.low + 1) * max(1, len(var.owner_ids))
