"""What the settings decide before play: branches never taken, rules that can never be run.

In goes a program, out comes one that plays the same. Settings are constants by now, so that comparisons of
constants, and all that hangs on them, are worked out here. A rule that its requirements rule out for good, or
that nothing leads to, loses its body, and with it its place in the state. Requirements stay as they are:
whoever asks why something is not offered is told.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

import attrs

from rulelang.lowering.rewriting import rewritten, rewritten_program
from rulelang.program import nodes as ir
from rulelang.program.analysis import is_never
from rulelang.program.model import Program, Rule
from rulelang.program.types import FLAG
from rulelang.program.walk import descend_all

_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def settle(program: Program) -> Program:
    """Return the program with everything worked out that depends on constants alone."""
    known: dict[str, ir.Const] = {}

    def change(node: object) -> object | None:
        if isinstance(node, ir.CallDefine):
            return known.get(node.define)
        return _settled(node)

    # Definitions may be written in any order.
    defines = program.defines
    left = -1
    while left != len(known):
        left = len(known)
        defines = rewritten(defines, change)
        known |= {each.name: each.expr for each in defines if isinstance(each.expr, ir.Const)}
    return rewritten_program(attrs.evolve(program, defines=defines), change)


def _settled(node: object) -> object | None:
    match node:
        case ir.Compare(op=op, left=ir.Const(value=left), right=ir.Const(value=right)):
            return ir.Const(FLAG, int(_COMPARE[op](left, right)))
        case ir.Logic():
            return _logic(node)
        case ir.Cond(condition=ir.Const(value=holds)):
            return node.then if holds else node.otherwise
        case ir.If(condition=ir.Const(value=holds)):
            return node.then if holds else node.otherwise
        case ir.Each(body=()) | ir.Times(body=()) | ir.If(then=(), otherwise=()):
            return ()
        case ir.Each(condition=ir.Const(value=holds)):
            return attrs.evolve(node, condition=None) if holds else ()
        case _:
            return None


def _logic(node: ir.Logic) -> ir.Expr | None:
    values = [each.value if isinstance(each, ir.Const) else None for each in node.operands]
    if node.op == "not":
        return None if values[0] is None else ir.Const(FLAG, int(not values[0]))
    if all(value is None for value in values):
        return None
    deciding = node.op == "or"  # expressions have no effects, so any operand may decide
    if any(value is not None and bool(value) == deciding for value in values):
        return ir.Const(FLAG, int(deciding))
    rest = tuple(each for each in node.operands if not isinstance(each, ir.Const))
    if len(rest) < 2:
        return rest[0] if rest else ir.Const(FLAG, int(not deciding))
    return attrs.evolve(node, operands=rest)


def without_dead_bodies(program: Program) -> Program:
    """Return the program in which rules that can never run have no body."""
    rules = {rule.name: _emptied(rule) for rule in program.rules}
    reached: set[str] = set()
    waiting: list[ir.Body] = [program.setup, program.flow]
    while waiting:
        for node in descend_all(waiting.pop()):
            rule = node.rule if isinstance(node, ir.Alternative) else None
            if rule is not None and rule not in reached:
                reached.add(rule)
                waiting.append(rules[rule].body)
    kept = tuple(
        rule if rule.name in reached else attrs.evolve(rule, body=()) for rule in rules.values()
    )
    return attrs.evolve(program, rules=kept)


def _emptied(rule: Rule) -> Rule:
    return attrs.evolve(rule, body=()) if is_never(rule.requirements) else rule
