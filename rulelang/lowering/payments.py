"""Costs that leave a choice: which holder pays, which pieces, which exchanges are used on the way.

In goes a program, out comes one whose rules only have costs that are simply taken from one account. All
others become

    a requirement `cost`      it can be paid: by the stock, or after exchanges
    a first part of the body  lines are paid as written, kind by kind, unit by unit, as the payer decides
    a definition              can what is still due be paid, so that what stands below the cost holds?

The definition calls itself for each step of a payment, so look-ahead and decisions agree by construction.
Of each kind the units from the payer's own accounts come first, holder by holder, then what exchanges
give; so no payment comes in two orders. Steps that leave no choice are not asked.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.lowering.alike_holders import alike_accounts, sale_of
from rulelang.lowering.duties import (
    Due,
    Payment,
    first_kind,
    line_body,
    line_payable,
    paid_by_stock,
    payable,
)
from rulelang.lowering.exchange_bodies import (
    Exchange,
    cost_requirement,
    exchanges_of,
    helping,
    with_covered_body,
)
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis, Key
from rulelang.program.model import CostLine, Define, PieceCost, Program, Rule
from rulelang.program.types import FLAG, BundleType, RefType, SetType


def lower_payments(program: Program, *, tries_all: bool = False) -> Program:
    """Return a program in which every cost comes from one account and needs no exchange.

    `tries_all`: the search tries every holder, also those that are as good as another.
    """
    exchanges = exchanges_of(program)
    flexible = [rule for rule in program.rules if _is_flexible(rule, exchanges)]
    if not flexible and not exchanges:
        return program
    analysis = Analysis(program)
    ways = tuple(
        attrs.evolve(each, rule=with_covered_body(each.rule, each.takes)) for each in exchanges
    )
    made: dict[str, Rule] = {each.rule.name: each.rule for each in ways}
    defines: list[Define] = []
    for rule in flexible:
        made[rule.name], added = _lowered(rule, ways, analysis, tries_all=tries_all)
        defines += added
    enums = {
        line.amount.type.enum: rule
        for rule in flexible
        for line in rule.costs
        if isinstance(line.amount.type, BundleType)
    }
    defines += [first_kind(enum, rule, program) for enum, rule in enums.items()]
    rules = tuple(made.get(rule.name, rule) for rule in program.rules)
    return attrs.evolve(program, rules=rules, defines=(*program.defines, *defines))


def _is_flexible(rule: Rule, exchanges: tuple[Exchange, ...]) -> bool:
    if rule.word == "exchange":
        return False
    return bool(rule.piece_costs) or any(
        isinstance(_type_of(cost.source_holder), SetType) or helping(cost, exchanges)
        for cost in rule.costs
    )


def _type_of(expr: ir.Expr | None) -> object:
    return None if expr is None else expr.type


# --- rules ---------------------------------------------------------------------------------------


def _lowered(
    rule: Rule, exchanges: tuple[Exchange, ...], analysis: Analysis, *, tries_all: bool
) -> tuple[Rule, list[Define]]:
    program = analysis.program
    players = RefType("Player", tuple(range(program.players)), "Player")
    dues = tuple(_dues(rule, exchanges))
    me = ir.Local(players, "me")
    base = Payment(program, rule, f"payable {rule.name}", me, dues)
    if not tries_all:
        base = _looking_ahead(base, analysis)
    touched = {due.local: frozenset(_touched(due, analysis)) for due in dues}
    requirements: list[ir.Requirement] = []
    below: list[ir.Expr] = []
    defines: list[Define] = []
    deciding = base  # whoever pays looks as far as the last requirement, which has all before it
    for requirement in rule.requirements:
        kept = attrs.evolve(requirement, after_cost=False)
        reads = analysis.reads([requirement.expr]) if requirement.after_cost else frozenset()
        changing = [due for due in dues if not touched[due.local].isdisjoint(reads)]
        if changing:
            below.append(requirement.expr)
            define = f"{base.define}, {requirement.name}"
            deciding = attrs.evolve(base, define=define, below=tuple(below))
            if not tries_all:
                deciding = _looking_ahead(deciding, analysis)
            defines.append(_define(deciding))
            searched = payable(deciding, deciding.all_due())
            # Mostly nothing is due that this requirement sees: then it can be judged as things are.
            untouched = ir.Logic(FLAG, "and", tuple(due.is_free for due in changing))
            kept = attrs.evolve(kept, expr=ir.Cond(FLAG, untouched, requirement.expr, searched))
        requirements.append(kept)
    quick, is_exact = paid_by_stock(base)
    if not is_exact:
        quick = ir.Logic(FLAG, "or", (quick, payable(base, base.all_due())))
    if not is_exact or (not below and any(due.asks for due in dues)):
        defines.append(_define(base))
    cost = cost_requirement(rule, (quick,), {param.name for param in rule.params})
    assert cost is not None
    lowered = attrs.evolve(
        rule,
        requirements=(cost, *requirements),
        costs=(),
        piece_costs=(),
        dues=(*rule.costs, *rule.piece_costs),
        body=(*line_body(deciding), *rule.body),
    )
    return lowered, defines


def _looking_ahead(search: Payment, analysis: Analysis) -> Payment:
    """Note of which accounts the search need only try the first holder."""
    lines = [due.line for due in search.dues]
    exchanges = [each for due in search.dues for each in due.exchanges]
    alike = alike_accounts(lines, exchanges, search.below, analysis)
    sales = []
    for rule in {each.rule.name: each.rule for each in exchanges}.values():
        for account in alike:
            sale = sale_of(rule, account, analysis)
            if sale is not None:
                sales.append((rule.name, account, sale))
    return attrs.evolve(search, alike=alike, sales=tuple(sales))


def _dues(rule: Rule, exchanges: tuple[Exchange, ...]) -> Iterable[Due]:
    lines: tuple[CostLine | PieceCost, ...] = (*rule.costs, *rule.piece_costs)
    for number, line in enumerate(lines):
        ways = helping(line, exchanges) if isinstance(line, CostLine) else ()
        yield Due(line, f"due {number}", f"due {number} from", ways)


def _touched(due: Due, analysis: Analysis) -> Iterable[Key]:
    """What paying can change."""
    line = due.line
    if isinstance(line, CostLine):
        yield ("a", line.source)
        yield ("a", line.target)
        for exchange in due.exchanges:
            yield from analysis.rule_writes(exchange.rule.name)
    else:
        for place in (line.source, line.target):
            for family in analysis.families(place):
                yield from (("p", family.name, kind.name) for kind in analysis.program.kinds)
                yield from (("p", family.name, thing.kind) for thing in analysis.program.things)


def _define(search: Payment) -> Define:
    """Can what is due be paid, so that everything below the cost holds then?"""
    after: ir.Expr = ir.Const(FLAG, 1)
    if search.below:
        after = search.below[0] if len(search.below) == 1 else ir.Logic(FLAG, "and", search.below)
    for due in reversed(search.dues):
        after = ir.Cond(FLAG, due.is_open, line_payable(search, due), after)
    return Define(
        span=search.rule.span,
        name=search.define,
        label=(),
        params=search.params,
        type=FLAG,
        expr=after,
        uses_me=False,
        is_search=True,
    )
