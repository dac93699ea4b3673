"""Holders that are as good as one another: a search for a payment need only try the first of them.

Goods on several tiles can be spent or sold from any of them. As long as nothing asks which tile they
come from, whether the rest can be paid does not depend on it: units that are sold come from the first
holders, so that later ones can still pay in order. The decisions of the payer offer all holders.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.frozen import frozen
from rulelang.lowering.exchange_bodies import Exchange
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import CostLine, Param, PieceCost, Rule
from rulelang.program.walk import descend_all


@frozen
class Alike:
    """An account whose holders (a set) are as good as one another."""

    account: str
    holders: ir.Expr


@frozen
class Sale:
    """How an exchange takes from such an account: its pick of a holder, and what it takes."""

    holder: str
    count: ir.Expr
    kind: ir.Expr


def alike_accounts(
    lines: Iterable[CostLine | PieceCost],
    exchanges: Iterable[Exchange],
    below: tuple[ir.Expr, ...],
    analysis: Analysis,
) -> tuple[Alike, ...]:
    """Return the accounts of which it does not matter which holder pays."""
    costs = [line for line in lines if isinstance(line, CostLine)]
    ways = list({each.rule.name: each.rule for each in exchanges}.values())
    found = []
    for name, holders in _holders(costs, ways).items():
        whole = holders[0]
        key = ("a", name)
        if len(set(holders)) != 1 or whole is None or key in analysis.reads([whole, *below]):
            continue
        if any(cost.target == name for cost in costs):
            continue
        alike = Alike(name, whole)
        if all(
            not _touches(rule, name, analysis) or sale_of(rule, alike, analysis) for rule in ways
        ):
            found.append(alike)
    return tuple(found)


def _holders(
    costs: Iterable[CostLine], exchanges: Iterable[Rule]
) -> dict[str, list[ir.Expr | None]]:
    """Whose accounts pay, by account: those of costs, and those an exchange picks from."""
    found: dict[str, list[ir.Expr | None]] = {}
    for cost in costs:
        found.setdefault(cost.source, []).append(cost.source_holder)
    for rule in exchanges:
        picks = {param.name: param.pick for param in rule.params if param.pick is not None}
        for stmt in rule.body:
            if isinstance(stmt, ir.Transfer) and isinstance(stmt.source_holder, ir.Local):
                pick = picks.get(stmt.source_holder.name)
                if pick is not None:
                    found.setdefault(stmt.source, []).append(pick.source)
    return found


def _parts(rule: Rule) -> list[object]:
    picks = [param.pick for param in rule.params if param.pick is not None]
    return [*picks, *rule.requirements, *rule.body]


def _touches(rule: Rule, account: str, analysis: Analysis) -> bool:
    key = ("a", account)
    return key in analysis.reads(_parts(rule)) or key in analysis.writes(rule.body)


def sale_of(rule: Rule, alike: Alike, analysis: Analysis) -> Sale | None:
    """Return how an exchange takes from one of the holders, if it does nothing else with them."""
    nodes = list(descend_all(_parts(rule)))
    moved = [n for n in nodes if isinstance(n, ir.Transfer) and n.source == alike.account]
    param = next((p for p in rule.params if _picks_holder(p, alike)), None)
    stmts = [stmt for stmt in rule.body if isinstance(stmt, ir.Transfer) and stmt in moved]
    if param is None or len(stmts) != 1:
        return None
    match stmts[0].amount:
        case ir.BundleOf(items=((count, kind),)):
            pass
        case _:
            return None
    if not _only_through(nodes, alike.account, param.name, analysis):
        return None
    return Sale(param.name, count, kind)


def _picks_holder(param: Param, alike: Alike) -> bool:
    pick = param.pick
    return pick is not None and pick.source == alike.holders and pick.condition is None


def _only_through(nodes: list[object], account: str, holder: str, analysis: Analysis) -> bool:
    """Is the holder read only to reach the account, and the account only through the holder?"""
    uses = reads = 0
    for node in nodes:
        match node:
            case ir.Local(name=name):
                reads += name == holder
            case ir.Transfer(target=target) if target == account:
                return False
            case (
                ir.AccountGet(account=name, holder=whose)
                | ir.BundleIn(account=name, holder=whose)
                | ir.Transfer(source=name, source_holder=whose)
            ) if name == account:
                if not isinstance(whose, ir.Local) or whose.name != holder:
                    return False
                uses += 1
            case ir.BundleAcross(account=name) if name == account:
                return False
            case ir.CallDefine(define=name) if ("a", account) in analysis.define_reads(name):
                return False
            case _:
                pass
    return uses == reads
