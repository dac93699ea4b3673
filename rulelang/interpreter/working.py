"""How a value came about: in goes a position and a call such as `cost_of(red, mill)`, out come its parts.

The second engine works the value out from the typed program, and again for each part of it: terms of a sum,
definitions it uses, changes by powers that apply now, the bound if it counts. Every part has a name for people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from rulelang.frozen import frozen
from rulelang.interpreter.oracle import Oracle
from rulelang.interpreter.position import ProgramIndex, read_position
from rulelang.program import nodes as ir
from rulelang.program.model import Define, Layer, Program
from rulelang.program.types import FLAG, IntType
from rulelang.source import Span

Env = Mapping[str, object]
Words = tuple[tuple[str, str], ...]
DEEPEST = 4  # parts of parts
SCORE = "score "  # begins the name of the definition of a line of the score
TRACK = "track "  # begins the name of the table with the steps of a track


@frozen
class ValuePart:
    """A part of a value: what it is called, what it comes to, and what it is made of in turn."""

    name: str
    label: Words
    value: int
    word: str = ""  # "to": instead of what stands above; "min", "max": a bound
    formula: str = ""
    cites: tuple[str, ...] = ()
    span: Span | None = None
    parts: tuple[ValuePart, ...] = ()


class Working:
    """Works out values of one game."""

    def __init__(self, program: Program) -> None:
        self.shape = ProgramIndex(program)
        self._layers = dict(program.layers)
        self._fields = {table: name for kind in program.kinds for name, table in kind.fields}
        self.defines: dict[str, Define] = {
            define.name.removeprefix(SCORE): define
            for define in program.defines
            if define.type == FLAG or isinstance(define.type, IntType)
        }

    def explain(self, state: Sequence[int], name: str, values: Sequence[int]) -> ValuePart:
        """Return a definition with given parameters, and how it came about."""
        position = read_position(self.shape, list(state))
        env = {param: value for (param, _), value in zip(self.defines[name].params, values, strict=True)}  # fmt: skip
        return _Case(self, Oracle(self.shape, position)).define(name, env, 0)

    def layers_of(self, name: str) -> tuple[Layer, ...]:
        """Return what a value is made of; nothing for other definitions."""
        return self._layers.get(name, ())

    def field(self, table: str) -> str:
        """Return which printed field a table holds."""
        return self._fields.get(table, "")


def plain(local: str) -> str:
    """Return a parameter as it is called in the rules.

    >>> plain("free_land_3")
    'free_land'
    """
    return local.rstrip("_0123456789")


@frozen
class _Case:
    """A position that values are worked out in."""

    working: Working
    oracle: Oracle

    def define(self, name: str, env: Env, depth: int) -> ValuePart:
        define = self.working.defines[name]
        value = self.oracle.number(define.expr, env)
        parts: list[ValuePart] = []
        if depth < DEEPEST:
            layers = self.working.layers_of(name)
            parts = (
                self._layered(layers, env, depth) if layers else self.terms(define.expr, env, depth)
            )
        is_plain = len(parts) == 1 and not parts[0].parts and parts[0].value == value
        return ValuePart(
            name=name,
            label=define.label,
            value=value,
            formula=parts[0].formula if is_plain else "",
            span=define.span,
            parts=() if is_plain else tuple(parts),
        )

    def _layered(self, layers: Sequence[Layer], env: Env, depth: int) -> list[ValuePart]:
        parts: list[ValuePart] = []
        so_far = 0
        for layer in layers:
            if not self.oracle.holds(layer.when, env):
                continue
            value = self.oracle.number(layer.expr, env)
            if not layer.word:
                parts += self.terms(layer.expr, env, depth)
                so_far = value
            elif layer.word in ("to", "by"):
                so_far = value if layer.word == "to" else so_far + value
                said = ValuePart("", layer.source, value, layer.word)
                parts.append(evolve(said, cites=layer.cites, span=layer.span))
            elif (value > so_far) == (layer.word == "max") and value != so_far:
                parts.append(
                    ValuePart(name="", label=(), value=value, word=layer.word, span=layer.span)
                )
        return parts

    def terms(self, expr: ir.Expr, env: Env, depth: int, sign: int = 1) -> list[ValuePart]:
        """Return the terms of a sum, with the way that was taken through its conditions."""
        match expr:
            case ir.Arith(op="+" | "-" as op, left=left, right=right) if right is not None:
                other = sign if op == "+" else -sign
                return [*self.terms(left, env, depth, sign), *self.terms(right, env, depth, other)]
            case ir.Arith(op="neg", left=left):
                return self.terms(left, env, depth, -sign)
            case ir.Cond(condition=condition, then=then, otherwise=otherwise):
                is_so = self.oracle.holds(condition, env)
                found = self.terms(then if is_so else otherwise, env, depth, sign)
                said = plain(condition.name) if is_so and isinstance(condition, ir.Local) else ""
                return [evolve(part, formula=part.formula or said) for part in found]
            case ir.CallDefine(define=name) if name.removeprefix(SCORE) in self.working.defines:
                _body, inner = self.oracle.called(expr, env)
                part = self.define(name.removeprefix(SCORE), inner, depth + 1)
                return [evolve(part, value=part.value * sign, formula=self._minus(part, sign))]
            case _:
                return [self._leaf(expr, env, sign)]

    def _minus(self, part: ValuePart, sign: int) -> str:
        return part.formula if sign > 0 or not part.formula else f"-({part.formula})"

    def _leaf(self, expr: ir.Expr, env: Env, sign: int) -> ValuePart:
        value = self.oracle.number(expr, env)
        name, label = self._named(expr)
        formula = "" if name or isinstance(expr, ir.Const | ir.Local) else self._formula(expr, env)
        return ValuePart(name=name, label=label, value=value * sign, formula=formula)

    def _named(self, expr: ir.Expr) -> tuple[str, Words]:
        """What people call something that is read: a variable, an account, a printed field."""
        shape = self.working.shape
        match expr:
            case ir.VarGet(var=name) if name in shape.vars:
                return name, shape.vars[name].label
            case ir.TableGet(table=table) if table.startswith(TRACK):
                name = table.removeprefix(TRACK)
                return name, shape.vars[name].label if name in shape.vars else ()
            case ir.TableGet(table=table):
                return self.working.field(table), ()
            case ir.CallDefine(define=name) if name in self.working.defines:
                return name, self.working.defines[name].label
            case ir.Local(name=name):
                return plain(name), ()
            case _:
                return "", ()

    def _formula(self, expr: ir.Expr, env: Env) -> str:
        """A calculation with the numbers that are in it now: `2 * (10 - 3)`."""
        match expr:
            case ir.Arith(op="+" | "-" | "*" as op, left=left, right=right) if right is not None:
                sides = [self._formula(left, env), self._formula(right, env)]
                if op == "*":
                    sides = [f"({side})" if " " in side else side for side in sides]
                return f" {op} ".join(sides)
            case _:
                return str(self.oracle.number(expr, env))
