"""Bodies of a program: in goes a program, out come its rules, set-up and flow as routines.

Definitions have no body, and hooks were woven into the rules and steps they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulelang.program.model import Program, Rule
from rulelang.program.nodes import Alternative, Body, Decide, Each, If, Loop, Step, Stmt, Times
from rulelang.program.nodes import Collect, Together, Turn


@frozen
class Routine:
    """Something with a body of its own; `rule` is None for the set-up and the flow."""

    name: str
    body: Body
    rule: Rule | None

    @property
    def shown(self) -> str:
        """How a sentence calls it."""
        return f"the {self.name}" if self.rule is None else f"`{self.name}`"


def routines(program: Program) -> tuple[Routine, ...]:
    """Return everything in a program that has a body, rules first, as declared."""
    rules = tuple(Routine(rule.name, rule.body, rule) for rule in program.rules)
    return (*rules, Routine("setup", program.setup, None), Routine("flow", program.flow, None))


def inner_bodies(stmt: Stmt) -> tuple[Body, ...]:
    """Return the bodies directly inside a statement, without those of the rules it calls."""
    match stmt:
        case If(then=then, otherwise=otherwise):
            return then, otherwise
        case Each() | Loop() | Times() | Step() | Turn() | Collect():
            return (stmt.body,)
        case Together(body=body, then=then):
            return body, then
        case Decide(alternatives=alternatives, otherwise=otherwise):
            return (*(each.body for each in alternatives), otherwise or ())
        case _:
            return ()


def statements(body: Body) -> Iterator[Stmt]:
    """Yield all statements of a body, outer ones first, in the order they are written."""
    for stmt in body:
        yield stmt
        for inner in inner_bodies(stmt):
            yield from statements(inner)


def offered(stmt: Stmt) -> tuple[Alternative, ...]:
    """Return what a statement lets a player take or runs as a rule."""
    if isinstance(stmt, Decide):
        return stmt.alternatives
    return (stmt.alternative,) if _calls(stmt) else ()


def _calls(stmt: Stmt) -> bool:
    return hasattr(stmt, "alternative")
