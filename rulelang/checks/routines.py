"""Bodies of a program: in goes a program, out come its rules, set-up and flow as routines.

Definitions have no body, and hooks were woven into the rules and steps they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import IntType, RefType


@frozen
class CheckedRoutine:
    """Something with a body of its own; `rule` is None for the set-up and the flow."""

    name: str
    body: ir.Body
    rule: Rule | None

    @property
    def shown(self) -> str:
        """How a sentence calls it."""
        if self.rule is not None:
            return f"`{self.name}`"
        return "the flow" if self.name == "flow" else "set-up"


def routines(program: Program) -> tuple[CheckedRoutine, ...]:
    """Return everything in a program that has a body: rules as declared, set-up, flow."""
    rules = tuple(CheckedRoutine(rule.name, rule.body, rule) for rule in program.rules)
    return (
        *rules,
        CheckedRoutine("setup", program.setup, None),
        CheckedRoutine("flow", program.flow, None),
    )


def inner_bodies(stmt: ir.Stmt) -> tuple[ir.Body, ...]:
    """Return the bodies directly inside a statement, without those of the rules it calls."""
    match stmt:
        case ir.If(then=then, otherwise=otherwise):
            return then, otherwise
        case ir.Each() | ir.Loop() | ir.Times() | ir.Step() | ir.Turn() | ir.Collect():
            return (stmt.body,)
        case ir.Together(body=body, then=then):
            return body, then
        case ir.Decide(alternatives=alternatives, otherwise=otherwise):
            return (*(each.body for each in alternatives), otherwise or ())
        case ir.CallRule(alternative=alternative):
            return (alternative.body,)
        case _:
            return ()


def statements(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yield all statements of a body, outer ones first, in the order they are written."""
    for stmt in body:
        yield stmt
        for inner in inner_bodies(stmt):
            yield from statements(inner)


def meant(alternative: ir.Alternative, program: Program) -> tuple[ir.Alternative, ...]:
    """Return the alternative itself, or everything that an effect value can stand for."""
    if alternative.effect is None:
        return (alternative,)
    type_ = alternative.effect.type
    ids = type_.ids if isinstance(type_, RefType) else range(len(program.effects))
    return tuple(program.effects[number] for number in ids)


def offered(stmt: ir.Stmt, program: Program) -> tuple[ir.Alternative, ...]:
    """Return what a statement can offer to a player, or the rules that it can run."""
    match stmt:
        case ir.Decide(alternatives=alternatives):
            return tuple(one for each in alternatives for one in meant(each, program))
        case ir.CallRule(alternative=alternative):
            return meant(alternative, program)
        case _:
            return ()


def called_rules(body: ir.Body, program: Program) -> tuple[str, ...]:
    """Return the rules that a body can call or offer, in order, once each."""
    found = (each.rule for stmt in statements(body) for each in offered(stmt, program))
    return tuple(dict.fromkeys(rule for rule in found if rule is not None))


def reached_rules(body: ir.Body, program: Program) -> tuple[str, ...]:
    """Return the rules that a body can lead to, also by way of others."""
    rules = {rule.name: rule for rule in program.rules}
    found = dict.fromkeys(called_rules(body, program))
    waiting = list(found)
    while waiting:
        for name in called_rules(rules[waiting.pop()].body, program):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return tuple(found)


def is_certain(stmt: ir.Each | ir.Times | ir.Together) -> bool:
    """Whether the body of a statement is run at least once in every position."""
    if isinstance(stmt, ir.Times):
        return isinstance(stmt.count.type, IntType) and stmt.count.type.low >= 1
    if stmt.condition is not None:
        return False
    return isinstance(stmt.source, ir.PlayersFrom) or bool(
        isinstance(stmt.source, ir.Ids) and stmt.source.ids
    )
