"""The order of play as a tree of steps: in goes the flow of a typed program, out come parts to draw.

Only what people see as order of play is kept: turns, steps, rounds, what can be chosen. Branches that
settings rule out are left out; rules with a label stand for what is in them.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.model import Program, Rule
from rulelang.program.types import RefType, SeqType, SetType
from rulelang.program.walk import descend_all

PLAYER = "Player"
DEEPEST = 4  # rules without a label that are looked into


@frozen
class Pill:
    """A rule that is named: what people may do, or what happens."""

    name: str
    label: ir.Words


@frozen
class Choices:
    """What can be chosen at one point. way: one_of, may, may_often, or "" for what just happens."""

    way: str
    pills: tuple[Pill, ...]


@frozen
class Stage:
    """A step with a name (or without), and what happens in it."""

    name: str
    label: ir.Words
    parts: tuple[Part, ...]


@frozen
class Round:
    """What is repeated or done under a condition. way: round, each, repeat, times, turn_of, if, or_else.

    `kind`: what it is done for, if not for players.
    """

    way: str
    parts: tuple[Part, ...]
    kind: str = ""


Part: TypeAlias = Choices | Stage | Round


def parts_of_flow(program: Program) -> tuple[Part, ...]:
    """The order of play of a program."""
    return _Reader(program).parts(program.flow, ())


class _Reader:
    def __init__(self, program: Program) -> None:
        self._rules = {rule.name: rule for rule in program.rules}
        self._defines = {define.name: define for define in program.defines}
        self._asking: dict[str, bool] = {}

    def parts(self, body: ir.Body, inside: tuple[str, ...]) -> tuple[Part, ...]:
        found: list[Part] = []
        for stmt in body:
            found += self._of(stmt, inside)
        return _merged(found)

    def _of(self, stmt: ir.Stmt, inside: tuple[str, ...]) -> tuple[Part, ...]:
        match stmt:
            case ir.Step():
                return (Stage(stmt.name, stmt.label, self.parts(stmt.body, inside)),)
            case ir.Turn():
                return self._round("turn_of", stmt.body, inside)
            case ir.Loop():
                way = "repeat" if stmt.variable is None else "round"
                return self._round(way, stmt.body, inside)
            case ir.Each():
                return self._each(stmt, inside)
            case ir.Times():
                return self._round("repeat", stmt.body, inside)
            case ir.If():
                return self._if(stmt, inside)
            case ir.Decide():
                return self._decide(stmt)
            case ir.Together():
                return self.parts(stmt.body, inside) + self.parts(stmt.then, inside)
            case ir.CallRule():
                return self._call(stmt.alternative, inside)
            case _:
                return ()

    def _round(self, way: str, body: ir.Body, inside: tuple[str, ...]) -> tuple[Part, ...]:
        parts = self.parts(body, inside)
        if not parts:
            return ()
        if way == "each" and not _has_turn(parts):
            return parts
        if len(parts) == 1 and isinstance(parts[0], Round) and parts[0].way == "turn_of":
            return (Round(way, parts[0].parts),) if way != "turn_of" else parts
        return (Round(way, parts),)

    def _each(self, stmt: ir.Each, inside: tuple[str, ...]) -> tuple[Part, ...]:
        """For each player; for each of something else only if steps or turns are in it."""
        of = stmt.source.type.of if isinstance(stmt.source.type, SetType | SeqType) else None
        if isinstance(of, RefType) and of.universe != PLAYER:
            parts = self.parts(stmt.body, inside)
            return (Round("each", parts, of.kind),) if _has_steps(parts) else parts
        return self._round("each", stmt.body, inside)

    def _if(self, stmt: ir.If, inside: tuple[str, ...]) -> tuple[Part, ...]:
        known = self.constant(stmt.condition)
        if known is not None:
            return self.parts(stmt.then if known else stmt.otherwise, inside)
        then, otherwise = self.parts(stmt.then, inside), self.parts(stmt.otherwise, inside)
        if not otherwise and all(isinstance(part, Choices) for part in then):
            return then  # what can be chosen at times needs no frame: the text says when
        found: list[Part] = [Round("if", then)] if then else []
        if otherwise:
            found.append(Round("or_else" if then else "if", otherwise))
        return tuple(found)

    def _decide(self, stmt: ir.Decide) -> tuple[Part, ...]:
        once = [each for each in stmt.alternatives if not each.again]
        often = [each for each in stmt.alternatives if each.again]
        way = "may" if stmt.optional else "one_of" if len(once) > 1 else ""
        found = [Choices(way, tuple(map(self._pill, once)))] if once else []
        if often:
            found.append(
                Choices("may_often" if stmt.optional else "may", tuple(map(self._pill, often)))
            )
        return tuple(found)

    def _pill(self, alternative: ir.Alternative) -> Pill:
        rule = self._rules.get(alternative.rule or "")
        label = rule.label if rule is not None and rule.label else alternative.label
        return Pill(rule.name if rule is not None else alternative.name, label)

    def _call(self, alternative: ir.Alternative, inside: tuple[str, ...]) -> tuple[Part, ...]:
        rule = self._rules.get(alternative.rule or "")
        if rule is None or rule.name in inside or len(inside) > DEEPEST:
            return ()
        named = (Choices("", (Pill(rule.name, rule.label),)),) if has_words(rule) else ()
        if not self._asks(rule.name, frozenset()):
            return named
        inner = self.parts(rule.body, (*inside, rule.name))
        return (Stage(rule.name, rule.label, inner),) if named and inner else inner or named

    def _asks(self, name: str, seen: frozenset[str]) -> bool:
        """Whether a rule, or one that it calls, asks somebody or has steps of its own."""
        rule = self._rules.get(name)
        if rule is None or name in seen:
            return False
        if name not in self._asking:
            nodes = list(descend_all(rule.body))
            self._asking[name] = any(
                isinstance(node, ir.Decide | ir.Step | ir.Turn) for node in nodes
            ) or any(
                self._asks(node.alternative.rule or "", seen | {name})
                for node in nodes
                if isinstance(node, ir.CallRule)
            )
        return self._asking[name]

    def constant(self, expr: ir.Expr) -> bool | None:
        """What a condition always is; None if play decides."""
        match expr:
            case ir.Const():
                return bool(expr.value)
            case ir.Compare(op=op, left=ir.Const(value=left), right=ir.Const(value=right)):
                return {"==": left == right, "!=": left != right}.get(op)
            case ir.CallDefine(args=()) if expr.define in self._defines:
                return self.constant(self._defines[expr.define].expr)
            case ir.Logic(op="not"):
                known = self.constant(expr.operands[0])
                return None if known is None else not known
            case ir.Logic():
                return self._joined(expr)
            case _:
                return None

    def _joined(self, expr: ir.Logic) -> bool | None:
        known = [self.constant(operand) for operand in expr.operands]
        decisive = expr.op == "or"
        if decisive in known:
            return decisive
        return None if None in known else not decisive


def has_words(rule: Rule) -> bool:
    """Whether a rule is called something by people: a label that is not just made from its name."""
    return bool(rule.label) and dict(rule.label) != {"en": rule.name.replace("_", " ")}


def _has_turn(parts: tuple[Part, ...]) -> bool:
    return any(
        isinstance(part, Round) and (part.way == "turn_of" or _has_turn(part.parts))
        for part in parts
    )


def _has_steps(parts: tuple[Part, ...]) -> bool:
    return any(
        isinstance(part, Stage) or (isinstance(part, Round) and _has_steps(part.parts))
        for part in parts
    )


def _merged(parts: list[Part]) -> tuple[Part, ...]:
    """Neighbours of the same way as one, each rule once."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Choices) and isinstance(last, Choices) and part.way == last.way == "":
            pills = dict.fromkeys((*last.pills, *part.pills))
            found[-1] = Choices("", tuple(pills))
        elif part != last:
            found.append(part)
    return tuple(found)
