"""Rules that lead back to themselves: in goes a program, out come E412 and E306, or how deep it goes.

Every rule has one frame, or as many as `nest at most N` says, so a cycle of calls in which no rule says
it cannot be laid out. Calls are `do`, everything that is offered, and hooks (which lie in the bodies).
A look-ahead that needs itself (`possible a` in a requirement of `a`) could never be worked out; no depth
helps there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulelang.checks.circles import Graph, callees_first, components, cycles_of
from rulelang.checks.findings import ProofFinding
from rulelang.checks.known import known_value
from rulelang.checks.routines import called_rules, meant, reached_rules, statements
from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule, Var
from rulelang.program.walk import descend_all

SHOWN_CALLS = 12
MAX_CALLS = 100  # rules that call each other; each is a frame in play


def check_cycles(program: Program, report: Reporter) -> tuple[ProofFinding, ...]:
    """Report cycles of calls without a depth and questions that need their own answer."""
    _check_questions(program, report)
    rules = {rule.name: rule for rule in program.rules}
    calls = {name: called_rules(rule.body, program) for name, rule in rules.items()}
    unstated = _without(calls, {name for name, rule in rules.items() if rule.nest is not None})
    for cycle in cycles_of(unstated):
        report.error(
            codes.RULE_LEADS_BACK,
            rules[cycle[0]].span,
            chain=_shown(cycle),
            help="say how deep this can go: `, nest at most N` after the name of one of these rules",
        )
    if report.has_errors:
        return ()
    _check_depth(calls, rules, report)
    return tuple(_judged(cycle, calls, rules, program) for cycle in cycles_of(calls))


def _shown(cycle: tuple[str, ...]) -> str:
    if len(cycle) > SHOWN_CALLS:
        cycle = (*cycle[: SHOWN_CALLS - 1], f"… {len(cycle) - SHOWN_CALLS} more", cycle[-1])
    return " → ".join(cycle)


def _check_depth(calls: Graph, rules: Mapping[str, Rule], report: Reporter) -> None:
    """Report a chain of rules that is longer than play can follow."""
    depths: dict[str, int] = {}
    for name in callees_first(calls):
        depths[name] = 1 + max((depths.get(called, 0) for called in calls[name]), default=0)
        if depths[name] == MAX_CALLS + 1:
            report.error(codes.NESTED_TOO_DEEP, rules[name].span, limit=MAX_CALLS)


def _without(graph: Graph, left_out: set[str]) -> Graph:
    return {
        name: [goal for goal in goals if goal not in left_out]
        for name, goals in graph.items()
        if name not in left_out
    }


# --- how deep ------------------------------------------------------------------------------------


def _judged(
    cycle: tuple[str, ...], calls: Graph, rules: Mapping[str, Rule], program: Program
) -> ProofFinding:
    together = next(part for part in components(calls) if cycle[0] in part)
    inner = {name: [g for g in calls[name] if g in together] for name in sorted(together)}
    laps = _most_laps(inner, rules, program)
    depths = [rules[name].nest for name in together]
    depth = min(nest for nest in depths if nest is not None)
    chain = _shown(cycle)
    span = rules[cycle[0]].span
    if laps is not None and laps < depth:
        sentence = f"{chain} is passed at most {laps} times by its limits, and {depth} fit"
        return ProofFinding("cycles", "proven", sentence, span)
    sentence = f"{chain} nests at most {depth} deep; deeper would stop play (R903)"
    return ProofFinding("cycles", "assumed", sentence, span)


def _most_laps(inner: Graph, rules: Mapping[str, Rule], program: Program) -> int | None:
    """How often the rules can be passed at most, if every lap meets a `limit`; else None."""
    # A turn clears what is counted per turn, also in a rule that the cycle only calls.
    called = {each for name in inner for each in reached_rules(rules[name].body, program)}
    bodies = [rules[name].body for name in {*inner, *called}]
    if any(isinstance(stmt, ir.Turn) for body in bodies for stmt in statements(body)):
        return None
    limits = {name: _limit(rules[name], program) for name in inner}
    limited = {name for name, most in limits.items() if most is not None}
    if any(True for _ in cycles_of(_without(inner, limited))):
        return None
    return sum(most for most in limits.values() if most is not None)


def _limit(rule: Rule, program: Program) -> int | None:
    """How often a rule can be taken in a turn at most by its `limit … per game|turn`."""
    found = [
        count * max(1, len(var.owner_ids))
        for requirement in rule.requirements
        if requirement.kind == "limit" and requirement.name in ("limit_game", "limit_turn")
        for var, count in _counters(requirement.expr, program)
    ]
    return min(found, default=None)


def _counters(expr: ir.Expr, program: Program) -> Iterator[tuple[Var, int]]:
    if isinstance(expr, ir.Compare) and isinstance(expr.left, ir.VarGet):
        count = known_value(expr.right)
        name = expr.left.var
        var = next((var for var in program.vars if var.name == name), None)
        if var is not None and count is not None:
            yield var, count


# --- questions that need their own answer ----------------------------------------------------------


def _check_questions(program: Program, report: Reporter) -> None:
    """Definitions and offers form one graph: an offer is worked out from picks, requirements, costs."""
    asks: dict[str, list[str]] = {}
    spans = {}
    for define in program.defines:
        asks[define.name] = list(_questions([define.expr], program))
        spans[define.name] = define.span
    for rule in program.rules:
        picks = [param.pick for param in rule.params if param.pick is not None]
        name = f"possible {rule.name}"
        parts = [*picks, *rule.requirements, *rule.costs, *rule.piece_costs]
        asks[name] = list(_questions(parts, program))
        spans[name] = rule.span
    for region in program.regions:
        name = f"region {region.name}"
        joins = [join.name for join in region.joins if join.word in ("define", "pairs")]
        parts = [part for part in (region.source, region.condition) if part is not None]
        asks[name] = [*_questions(parts, program), *joins]
        spans[name] = region.span
    for cycle in cycles_of(asks):
        report.error(codes.CIRCULAR_DEFINITION, spans[cycle[0]], name=cycle[0], chain=_shown(cycle))


def _questions(nodes: Sequence[object], program: Program) -> Iterator[str]:
    for node in descend_all(nodes):
        match node:
            case ir.CallDefine(define=name):
                yield name
            case ir.Regions() | ir.RegionOf() | ir.RegionsOn() | ir.RegionMembers():
                yield f"region {node.region}"
            case ir.Alternative():
                rules = (each.rule for each in meant(node, program))
                yield from (f"possible {rule}" for rule in rules if rule is not None)
            case _:
                pass
