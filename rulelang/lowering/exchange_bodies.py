"""Exchanges: what each gives and takes, which help to pay what, and their bodies written in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulelang.frozen import frozen
from rulelang.lowering.rewriting import rewritten
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, PieceCost, Program, Rule
from rulelang.program.types import FLAG, BundleType
from rulelang.program.walk import descend_all


@frozen
class Exchange:
    """A way to pay: the accounts it puts something into and those it takes from.

    `pays` are the enums of which it gives something that goes straight into a cost.
    """

    rule: Rule
    gives: frozenset[str]
    takes: frozenset[str]
    pays: frozenset[str]


def exchanges_of(program: Program) -> tuple[Exchange, ...]:
    """Return the exchanges of a program, in the order declared."""
    accounts = {account.name: account for account in program.accounts}
    found = []
    for rule in program.rules:
        is_open = any(param.pick is None and param.default is None for param in rule.params)
        if rule.word != "exchange" or is_open:
            continue
        moved = [node for node in descend_all(rule.body) if isinstance(node, ir.Transfer)]
        gives = frozenset(stmt.target for stmt in moved)
        takes = {stmt.source for stmt in moved} | {cost.source for cost in rule.costs}
        limited = frozenset(name for name in takes if not accounts[name].unlimited)
        pays = frozenset(accounts[name].enum for name in gives if accounts[name].hidden)
        found.append(Exchange(rule, gives, limited, pays))
    return tuple(found)


def helping(cost: CostLine, exchanges: Iterable[Exchange]) -> tuple[Exchange, ...]:
    """Return the exchanges that can help to pay a cost, also by way of others."""
    assert isinstance(cost.amount.type, BundleType)
    enum = cost.amount.type.enum
    known = tuple(exchanges)
    found = {each.rule.name for each in known if each.rule.only_to_pay and enum in each.pays}
    wanted = {cost.source}
    while True:
        wanted |= {name for each in known if each.rule.name in found for name in each.takes}
        more = {
            each.rule.name
            for each in known
            if each.rule.during is not None and not wanted.isdisjoint(each.gives)
        }
        if more <= found:
            return tuple(each for each in known if each.rule.name in found)
        found |= more


def with_covered_body(rule: Rule, limited: frozenset[str]) -> Rule:
    """An exchange is possible only if the accounts hold what it takes: say so as a requirement.

    `limited` are the accounts that can be short of something.
    """
    if any(requirement.kind == "cost" for requirement in rule.requirements):
        return rule
    paid = tuple(
        ir.Transfer(
            cost.span,
            cost.amount,
            cost.source,
            cost.source_holder,
            cost.target,
            cost.target_holder,
        )
        for cost in rule.costs
    )
    body = (*paid, *rule.body)
    tests = tuple(_covered(body, (), limited))
    names = {param.name for param in rule.params}
    requirements = tuple(attrs.evolve(each, after_cost=False) for each in rule.requirements)
    requirement = cost_requirement(rule, tests, names)
    if requirement is not None:
        requirements = (*requirements, requirement)
    return attrs.evolve(rule, costs=(), dues=rule.costs, body=body, requirements=requirements)


def cost_requirement(
    rule: Rule, tests: tuple[ir.Expr, ...], names: Iterable[str]
) -> ir.Requirement | None:
    """Return the requirement that everything due can be paid."""
    if not tests:
        return None
    expr = tests[0] if len(tests) == 1 else ir.Logic(FLAG, "and", tests)
    reads = {node.name for node in descend_all([expr]) if isinstance(node, ir.Local)}
    lines: tuple[CostLine | PieceCost, ...] = (*rule.costs, *rule.piece_costs)
    return ir.Requirement(
        span=lines[0].span if lines else rule.span,
        name="cost",
        kind="cost",
        expr=expr,
        sentence=(),
        witness=None,
        reads=tuple(sorted(reads & set(names))),
        after_cost=False,
        cites=rule.cites,
    )


def _covered(body: ir.Body, before: ir.Body, limited: frozenset[str]) -> Iterable[ir.Expr]:
    """Yield that each transfer is covered, after everything before it."""
    for stmt in body:
        if isinstance(stmt, ir.Transfer) and stmt.source in limited:
            held = ir.BundleIn(stmt.amount.type, stmt.source, stmt.source_holder)
            yield _after(before, ir.Covers(FLAG, stmt.amount, held))
        elif isinstance(stmt, ir.If):
            otherwise = ir.Logic(FLAG, "not", (stmt.condition,))
            for inner, is_skipped in ((stmt.then, otherwise), (stmt.otherwise, stmt.condition)):
                for test in _covered(inner, before, limited):
                    yield ir.Logic(FLAG, "or", (_after(before, is_skipped), test))
        before = (*before, stmt)


def _after(changes: ir.Body, expr: ir.Expr) -> ir.Expr:
    """Judge an expression as if changes were made, if they can make a difference."""
    matter = [stmt for stmt in changes if not isinstance(stmt, ir.SetVar)]
    return ir.Supposing(FLAG, tuple(matter), expr) if matter else expr


def written_in_place(rule: Rule, args: Mapping[str, ir.Expr]) -> ir.Body:
    """Return the body of an exchange with its parameters replaced and its locals renamed."""
    own = {name for node in descend_all(rule.body) for name in _bound(node)}

    def change(node: Any) -> Any | None:
        match node:
            case ir.Local(name=name) if name in args:
                return args[name]
            case ir.Local(name=name) if name in own:
                return attrs.evolve(node, name=_renamed(rule, name))
            case ir.Let(local=name):
                return attrs.evolve(node, local=_renamed(rule, name))
            case ir.Each(variable=name) | ir.Fold(variable=name) | ir.Filter(variable=name):
                return attrs.evolve(node, variable=_renamed(rule, name))
            case _:
                return None

    made: ir.Body = rewritten(rule.body, change)
    return made


def _bound(node: object) -> tuple[str, ...]:
    match node:
        case ir.Let(local=name):
            return (name,)
        case ir.Each(variable=name) | ir.Fold(variable=name) | ir.Filter(variable=name):
            return (name,)
        case _:
            return ()


def _renamed(rule: Rule, name: str) -> str:
    return f"{rule.name}: {name}"
