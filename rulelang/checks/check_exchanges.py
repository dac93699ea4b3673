"""Exchanges must come to an end: in goes a program, out comes E417.

Whether a cost can be paid is a search over exchanges. It ends because each of them covers a unit of the
cost, or uses up something that no exchange gives.
"""

from __future__ import annotations

from rulelang.checks.findings import ProofFinding
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.lowering.exchange_bodies import exchanges_of
from rulelang.program import nodes as ir
from rulelang.program.model import CostLine, Program, Rule
from rulelang.program.types import IntType
from rulelang.program.walk import descend_all

Kinds = frozenset[tuple[str, int | None]]  # account and kind; None: any kind


def check_exchanges(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report exchanges that could be used for ever."""
    exchanges = exchanges_of(program)
    plain = {account.name for account in program.accounts if not account.hidden}
    given = frozenset(pair for each in exchanges for pair in _moved(each.rule, "target"))
    found: list[ProofFinding] = []
    for each in exchanges:
        rule = each.rule
        taken = {pair for pair in _surely_moved(rule, "source") if pair[0] in each.takes}
        covers = any(name not in plain for name, _ in _surely_moved(rule, "target"))
        used_up = sorted({name for name, kind in taken if not _is_given(name, kind, given)})
        if rule.only_to_pay and each.pays and covers:
            why = "covers a part of a cost each time"
        elif used_up:
            names = ", ".join(f"`{name}`" for name in used_up)
            why = f"uses up something of {names} that no exchange gives"
        else:
            report.error(codes.EXCHANGE_WITHOUT_END, rule.span, name=rule.name)
            continue
        sentence = f"`{rule.name}` comes to an end: it {why}"
        found.append(ProofFinding("exchanges", "proven", sentence, rule.span))
    return tuple(found)


def _is_given(account: str, kind: int | None, given: Kinds) -> bool:
    return any(name == account and (None in (kind, k) or k == kind) for name, k in given)


def _moved(rule: Rule, end: str) -> Kinds:
    """What an exchange moves: the accounts at this end (source or target) with the kinds."""
    moved = [node for node in descend_all(rule.body) if isinstance(node, ir.Transfer)]
    lines: list[ir.Transfer | CostLine] = [*moved, *rule.costs]
    return frozenset((getattr(line, end), kind) for line in lines for kind in _kinds(line.amount))


def _surely_moved(rule: Rule, end: str) -> Kinds:
    """What an exchange moves every time, at least one of it."""
    moved = [stmt for stmt in rule.body if isinstance(stmt, ir.Transfer)]
    lines: list[ir.Transfer | CostLine] = [*moved, *rule.costs]
    return frozenset(
        (getattr(line, end), kind) for line in lines for kind in _certain_kinds(line.amount)
    )


def _certain_kinds(amount: ir.Expr) -> frozenset[int | None]:
    """The kinds of which a bundle has at least one in every position."""
    match amount:
        case ir.BundleOf(items=items):
            return frozenset(
                kind.value if isinstance(kind, ir.Const) else None
                for count, kind in items
                if isinstance(count.type, IntType) and count.type.low >= 1
            )
        case ir.BundleOp(op="+", left=left, right=right):
            return _certain_kinds(left) | _certain_kinds(right)
        case ir.BundleOp(op="*", left=left, right=right):
            is_some = isinstance(right.type, IntType) and right.type.low >= 1
            return _certain_kinds(left) if is_some else frozenset()
        case _:
            return frozenset()


def _kinds(amount: ir.Expr) -> frozenset[int | None]:
    match amount:
        case ir.BundleOf(items=items):
            kinds = (kind.value if isinstance(kind, ir.Const) else None for _count, kind in items)
            return frozenset(kinds)
        case ir.BundleOp(op="+", left=left, right=right):
            return _kinds(left) | _kinds(right)
        case ir.BundleOp(left=left):
            return _kinds(left)
        case _:
            return frozenset({None})
