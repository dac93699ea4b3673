"""Effect values: `do c.use` becomes a branch over the rules that a table cell can stand for.

An effect is a rule with constant arguments. Those that name the same rule and give the same parameters
differ only in numbers, so they share one branch whose arguments are read from tables indexed by the
effect. The type of a value says which effects it can be; others make no branch, so a set that leaves
some out (`ports except p9`) cuts cycles.
"""

from __future__ import annotations

from typing import Any

import attrs
from attrs import define, field

from rulelang.frozen import frozen
from rulelang.lowering.rewriting import rewritten_program
from rulelang.program import nodes as ir
from rulelang.program.model import Param, Program, Rule
from rulelang.program.types import EFFECTS, FLAG, BundleType, RefType, SetType


@frozen
class _Shape:
    """Effects of one rule that give the same parameters."""

    rule: str
    given: tuple[bool, ...]

    @property
    def name(self) -> str:
        open_ones = "".join(str(i) for i, is_given in enumerate(self.given) if not is_given)
        return f"{self.rule}{'/' if open_ones else ''}{open_ones}"


@define
class _Effects:
    """The effects of a program by shape, and the tables of their arguments."""

    program: Program
    shapes: list[_Shape] = field(init=False)
    rules: dict[str, Rule] = field(init=False)
    tables: dict[str, tuple[object, ...]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.rules = {rule.name: rule for rule in self.program.rules}
        self.shapes = [_shape(effect) for effect in self.program.effects]

    def branches(self, value: ir.Expr) -> list[tuple[tuple[int, ...], _Shape]]:
        """Return the shapes that a value can have, each with the effects that have it."""
        assert isinstance(value.type, RefType)
        found: dict[_Shape, list[int]] = {}
        for number in value.type.ids:
            found.setdefault(self.shapes[number], []).append(number)
        return [(tuple(ids), shape) for shape, ids in found.items()]

    def alternative(self, written: ir.Alternative, shape: _Shape) -> ir.Alternative:
        """Return what an effect of this shape stands for where `written` stands."""
        assert written.effect is not None
        rule = self.rules[shape.rule]
        pairs = zip(rule.params, shape.given, strict=True)
        args = tuple(
            ir.Argument(self._argument(number, param, (written.effect, shape)), None)
            if is_given
            else ir.Argument(None, None)
            for number, (param, is_given) in enumerate(pairs)
        )
        return attrs.evolve(
            written, name=rule.name, label=rule.label, rule=rule.name, args=args, effect=None
        )

    def _argument(self, number: int, param: Param, at: tuple[ir.Expr, _Shape]) -> ir.Expr:
        value, shape = at
        name = f"{EFFECTS}.{shape.name}.{param.name}"
        if name not in self.tables:
            self.tables[name] = tuple(
                self._constant(effect.args[number].value)
                if other == shape
                else self._nothing(param)
                for effect, other in zip(self.program.effects, self.shapes, strict=True)
            )
        return ir.TableGet(param.type, name, value)

    def _nothing(self, param: Param) -> object:
        if isinstance(param.type, BundleType):
            return (0,) * self._kinds(param.type)
        return () if isinstance(param.type, SetType) else 0

    def _kinds(self, type_: BundleType) -> int:
        return next(len(members) for name, members in self.program.enums if name == type_.enum)

    def _constant(self, value: ir.Expr | None) -> object:
        match value:
            case ir.Const(value=number):
                return number
            case ir.Ids(ids=ids):
                return ids
            case ir.BundleOf(items=items, type=BundleType() as type_):
                counts = [0] * self._kinds(type_)
                for count, kind in items:
                    assert isinstance(count, ir.Const)
                    assert isinstance(kind, ir.Const)
                    counts[kind.value] += count.value
                return tuple(counts)
            case _:
                raise TypeError(f"no constant: {value}")


def _shape(effect: ir.Alternative) -> _Shape:
    assert effect.rule is not None
    return _Shape(effect.rule, tuple(argument.value is not None for argument in effect.args))


def lower_effects(program: Program) -> Program:
    """Return a program in which every alternative names its rule."""
    if not program.effects:
        return program
    effects = _Effects(program)

    def change(node: Any) -> Any | None:
        match node:
            case ir.CallRule(alternative=alternative) if alternative.effect is not None:
                return _called(node, effects)
            case ir.Possible(alternative=alternative) if alternative.effect is not None:
                return _possible(node, effects)
            case ir.Decide(alternatives=alternatives):
                return _decided(node, alternatives, effects)
            case _:
                return None

    made = rewritten_program(program, change)
    return attrs.evolve(made, tables=(*made.tables, *effects.tables.items()))


def _is_one_of(value: ir.Expr, ids: tuple[int, ...]) -> ir.Expr:
    assert isinstance(value.type, RefType)
    return ir.Contains(FLAG, value, ir.Ids(SetType(value.type), ids))


def _called(stmt: ir.CallRule, effects: _Effects) -> ir.Stmt:
    value = stmt.alternative.effect
    assert value is not None
    made: ir.Stmt | None = None
    for ids, shape in reversed(effects.branches(value)):
        alternative = effects.alternative(stmt.alternative, shape)
        call = attrs.evolve(stmt, alternative=alternative)
        made = call if made is None else ir.If(stmt.span, _is_one_of(value, ids), (call,), (made,))
    # No table holds anything here: the statement cannot be reached.
    return made if made is not None else ir.If(stmt.span, ir.Const(FLAG, 0), (), ())


def _possible(expr: ir.Possible, effects: _Effects) -> ir.Expr:
    value = expr.alternative.effect
    assert value is not None
    made: ir.Expr | None = None
    for ids, shape in reversed(effects.branches(value)):
        asked = attrs.evolve(expr, alternative=effects.alternative(expr.alternative, shape))
        made = asked if made is None else ir.Cond(FLAG, _is_one_of(value, ids), asked, made)
    return made if made is not None else ir.Const(FLAG, 0)


def _decided(
    stmt: ir.Decide, alternatives: tuple[ir.Alternative, ...], effects: _Effects
) -> ir.Stmt | None:
    """One decision for each shape of the first effect that is offered; then the next effect."""
    for number, alternative in enumerate(alternatives):
        if alternative.effect is None:
            continue
        value, made = alternative.effect, None
        for ids, shape in reversed(effects.branches(value)):
            named = effects.alternative(alternative, shape)
            offered = (*alternatives[:number], named, *alternatives[number + 1 :])
            decide = attrs.evolve(stmt, alternatives=offered)
            rest: ir.Stmt = _decided(decide, offered, effects) or decide
            made = (
                rest if made is None else ir.If(stmt.span, _is_one_of(value, ids), (rest,), (made,))
            )
        if made is not None:
            return made
    return None
