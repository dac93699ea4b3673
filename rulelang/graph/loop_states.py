"""Loops that can wait: how they keep their place, and which bodies of theirs are left early."""

from __future__ import annotations

from rulelang.graph import nodes as g
from rulelang.program import nodes as ir
from rulelang.program.types import IntType, RefType, SetType


def repeat_of(stmt: ir.Each | ir.Times | ir.Loop, state: str) -> g.Repeat:
    """Return how this loop keeps its place in the local `state`."""
    if isinstance(stmt, ir.Times):
        return g.Repeat(
            style="times", state=state, variable=None, source=stmt.count, condition=None, by=None
        )
    assert stmt.source is not None
    by = None
    if isinstance(stmt, ir.Loop):
        style = "round"
    else:
        by = stmt.by
        style = "mask" if by is None and is_canonical(stmt.source) else "list"
    return g.Repeat(
        style=style,
        state=state,
        variable=stmt.variable,
        source=stmt.source,
        condition=stmt.condition,
        by=by,
    )


def is_canonical(source: ir.Expr) -> bool:
    """Is a set without repetition, walked in ascending order? Then a mask can stand for it."""
    match source:
        case ir.Filter(source=inner) | ir.SetOp(left=inner):
            return is_canonical(inner)
        case ir.ThingsAt() | ir.ThingsOn() | ir.PlayersFrom() | ir.PileOf():
            return False
        case ir.Ids(ids=ids):
            return list(ids) == sorted(ids)
        case ir.IntRange(type=type_):
            of = type_.of if isinstance(type_, SetType) else None
            return isinstance(of, IntType) and of.low >= 0
        case ir.TableGet():
            return False
        case _:
            return isinstance(source.type, SetType) and isinstance(source.type.of, RefType)


def escapes(stmt: ir.Stmt, inside: frozenset[str | None] = frozenset()) -> bool:
    """Does this statement hold a `stop` that leaves something around it? (None: a loop)"""
    match stmt:
        case ir.Stop(name=name):
            return name not in inside
        case ir.If():
            return any(escapes(inner, inside) for inner in (*stmt.then, *stmt.otherwise))
        case ir.Each() | ir.Loop() | ir.Times():
            return any(escapes(inner, inside | {None}) for inner in stmt.body)
        case ir.Step(name=name):
            return any(escapes(inner, inside | {name}) for inner in stmt.body)
        case ir.Turn():
            return any(escapes(inner, inside) for inner in stmt.body)
        case _:
            return False
