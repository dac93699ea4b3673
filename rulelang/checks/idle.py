"""What can never happen: in goes a program, out come W418, W419, W420, W421 and W422.

Everything that follows from constants is worked out first. Then there are actions that no position allows, costs that
are more than there is in the game, kinds that no rule ever brings to a player, steps that play never gets to, and
lines of the score that nothing adds to. What other settings would bring to life is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define

from rulelang.checks.routines import called_rules, statements
from rulelang.checks.tuned import Tuned, tuned_by_settings
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Code
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.lowering.settled_branches import settle
from rulelang.program import nodes as ir
from rulelang.program.analysis import is_never
from rulelang.program.declare.symbols import PLAYER
from rulelang.program.model import Account, Program, Rule
from rulelang.program.types import IntType
from rulelang.source import Span
from rulelang.syntax.trees import items as syn


@define
class Idle:
    """One thing that never happens; `group` and `name` say where other settings are looked up."""

    code: Code
    span: Span
    fields: dict[str, object]
    group: str
    name: str


def find_idle(linked: Linked, program: Program) -> list[Idle]:
    """Return what never happens with this number of players, whatever they do."""
    settled = settle(program)
    reached = _reached(settled)
    return [
        *_never_possible(program, settled),
        *_never_payable(settled, reached),
        *_never_reached(program, settled, reached),
        *_never_scored(program, settled, reached),
        *_never_obtained(linked, settled, reached),
    ]


def report_idle(linked: Linked, found: Sequence[list[Idle]], report: Reporter) -> None:
    """Report what never happens with any number of players; `found` has a list for each."""
    everywhere = set.intersection(*({(each.code.id, each.span) for each in one} for one in found))
    if not everywhere:
        return
    tuned = tuned_by_settings(linked)
    for each in found[0]:
        is_always = (each.code.id, each.span) in everywhere
        if is_always and not _hangs_on_settings(each, tuned, linked):
            report.warning(each.code, each.span, **each.fields)  # type: ignore[arg-type]  # only fields


def _hangs_on_settings(idle: Idle, tuned: Tuned, linked: Linked) -> bool:
    if idle.group == "require":
        # Wherever the action is offered: what nothing can meet rules it out.
        requirements = [line for item in linked.items for line in _requirements(item)]
        return any(tuned.depends(line.expr) for line in requirements if line.name.span == idle.span)
    return idle.name in {"step": tuned.steps, "line": tuned.lines}.get(idle.group, set())


def _requirements(item: syn.Item) -> Iterator[syn.Require]:
    if isinstance(item, syn.Rule):
        yield from (line for line in item.lines if isinstance(line, syn.Require))


def _reached(program: Program) -> dict[str, Rule]:
    """The rules that set-up and flow lead to, and all exchanges."""
    rules = {rule.name: rule for rule in program.rules}
    found = {name: rule for name, rule in rules.items() if rule.word == "exchange"}
    bodies = [program.setup, program.flow, *(rule.body for rule in found.values())]
    while bodies:
        for name in called_rules(bodies.pop(), program):
            if name not in found:
                found[name] = rules[name]
                bodies.append(rules[name].body)
    return found


def _bodies(program: Program, reached: dict[str, Rule]) -> Iterator[ir.Stmt]:
    for body in (program.setup, program.flow, *(rule.body for rule in reached.values())):
        yield from statements(body)


# --- actions and costs ---------------------------------------------------------------------------------


def _never_possible(program: Program, settled: Program) -> Iterator[Idle]:
    """Actions that play leads to, and that a requirement rules out for good."""
    led_to = _reached(program)
    for rule in settled.rules:
        if rule.name not in led_to or rule.word != "action":
            continue
        for requirement in rule.requirements:
            if is_never((requirement,)):
                fields: dict[str, object] = {"name": rule.name, "requirement": requirement.name}
                yield Idle(codes.NEVER_POSSIBLE, requirement.span, fields, "require", rule.name)


def _never_payable(program: Program, reached: dict[str, Rule]) -> Iterator[Idle]:
    """Costs of more than there is in the whole game."""
    for rule in reached.values():
        for cost in rule.costs:
            account = next(a for a in program.accounts if a.name == cost.source)
            due = _least(cost.amount)
            total = _total(account.enum, program)
            if total is None:
                continue
            names = next(members for enum, members in program.enums if enum == account.enum)
            for kind, count in due.items():
                if count > total[kind]:
                    what = f"{count} {names[kind].name}"
                    fields: dict[str, object] = {
                        "name": rule.name,
                        "what": what,
                        "limit": total[kind],
                    }
                    yield Idle(codes.NEVER_PAYABLE, cost.span, fields, "", rule.name)


def _least(amount: ir.Expr) -> dict[int, int]:
    """The least that a bundle can be, by kind; a kind that is not known counts for nothing."""
    due: dict[int, int] = {}
    match amount:
        case ir.BundleOf(items=items):
            for count, kind in items:
                low = getattr(count.type, "low", 0)
                if isinstance(kind, ir.Const) and low > 0:
                    due[kind.value] = due.get(kind.value, 0) + low
        case ir.BundleOp(op="+", left=left, right=right):
            for part in (left, right):
                for kind_, low in _least(part).items():
                    due[kind_] = due.get(kind_, 0) + low
        case _:
            pass
    return due


def _total(enum: str, program: Program) -> list[int] | None:
    """How many there are of each kind, for good; None if there is no end to them."""
    accounts = [account for account in program.accounts if account.enum == enum]
    if any(account.unlimited for account in accounts):
        return None
    holders = [(account, max(1, len(account.owner_ids))) for account in accounts]
    return [
        sum(each)
        for each in zip(*([n * count for n in a.start] for a, count in holders), strict=True)
    ]


# --- steps and lines of the score ------------------------------------------------------------------------


def _never_reached(program: Program, settled: Program, reached: dict[str, Rule]) -> Iterator[Idle]:
    """Steps that play leads to on paper, in a branch that is never taken."""
    alive = {stmt.name for stmt in _bodies(settled, reached) if isinstance(stmt, ir.Step)}
    for stmt in _bodies(program, _reached(program)):
        if isinstance(stmt, ir.Step) and stmt.name not in alive:
            what = f"the step `{stmt.name}`"
            yield Idle(codes.NEVER_REACHED, stmt.span, {"what": what}, "step", stmt.name)


def _never_scored(program: Program, settled: Program, reached: dict[str, Rule]) -> Iterator[Idle]:
    """Lines of the score that are always nothing; that a rule is never used is said elsewhere."""
    led_to = _reached(program)
    unused = [rule.body for rule in program.rules if rule.name not in led_to]
    stmts = [*_bodies(settled, reached), *(stmt for body in unused for stmt in statements(body))]
    written = {stmt.line for stmt in stmts if isinstance(stmt, ir.ScoreAdd)}
    for line in settled.scores:
        is_zero = line.expr is not None and _is_nothing(line.expr)
        is_idle = line.earned and line.name not in written
        if (line.expr is None or is_zero) and (is_idle or not line.earned):
            yield Idle(codes.NEVER_SCORES, line.span, {"name": line.name}, "line", line.name)


def _is_nothing(expr: ir.Expr) -> bool:
    type_ = expr.type
    return isinstance(type_, IntType) and type_.low == type_.high == 0


# --- kinds that nobody gets ------------------------------------------------------------------------------


def _never_obtained(linked: Linked, program: Program, reached: dict[str, Rule]) -> Iterator[Idle]:
    """Kinds that a cost asks for and that no rule brings to anybody."""
    asked: dict[str, set[int]] = {}
    for rule in reached.values():
        for cost in rule.costs:
            account = next(a for a in program.accounts if a.name == cost.source)
            asked.setdefault(account.enum, set()).update(_least(cost.amount))
    for enum, kinds in asked.items():
        accounts = {a.name: a for a in program.accounts if a.enum == enum}
        owned = {name for name, a in accounts.items() if a.owner_kind is not None}
        if not any(accounts[name].owner_kind == PLAYER for name in owned):
            continue
        came = _brought(owned, accounts, _bodies(program, reached))
        if came is None:
            continue
        names = next(members for each, members in program.enums if each == enum)
        for kind in sorted(kinds - came):
            name = names[kind].name
            span = _span_of(name, enum, linked)
            if span is not None:
                yield Idle(codes.NEVER_OBTAINED, span, {"name": name}, "", name)


def _brought(
    owned: set[str], accounts: dict[str, Account], stmts: Iterable[ir.Stmt]
) -> set[int] | None:
    """The kinds that come to an owned account, at the start or in play; None if it may be any."""
    found = {kind for name in owned for kind, count in enumerate(accounts[name].start) if count}
    for stmt in stmts:
        if isinstance(stmt, ir.Transfer):
            if stmt.target in owned and stmt.source not in owned:
                kinds = _kinds(stmt.amount)
                if kinds is None:
                    return None
                found |= kinds
        elif isinstance(stmt, ir.Collect | ir.Draw):
            return None
    return found


def _kinds(amount: ir.Expr) -> set[int] | None:
    """The kinds that can be in a bundle; None if it may be any."""
    match amount:
        case ir.BundleOf(items=items):
            kinds = [kind.value if isinstance(kind, ir.Const) else None for _, kind in items]
            return None if None in kinds else {kind for kind in kinds if kind is not None}
        case ir.BundleOp(op="+", left=left, right=right):
            first, second = _kinds(left), _kinds(right)
            return None if first is None or second is None else first | second
        case ir.BundleOp(left=left):
            return _kinds(left)
        case _:
            return None


def _span_of(member: str, enum: str, linked: Linked) -> Span | None:
    for item in linked.items:
        if isinstance(item, syn.Enum) and item.kind.text == enum:
            names = {each.ident.text: each.ident.span for each in item.members}
            return names.get(member, item.kind.span)
    return None
