"""Typed program to text: rules, requirements, costs, statements and expressions, the same every time.

Expressions are written as in Lisp, `(+ (size-of hand) 1)`; members of kinds go by their names. Statements are
written one to a line, their bodies indented. A new node needs nothing here: its fields are written in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import fields, has

from rulelang.program import nodes as ir
from rulelang.program.model import Define, Param, Program, Rule, ScoreLine
from rulelang.program.types import (
    NONE,
    PLACES,
    THINGS,
    BundleType,
    FlagType,
    GroupsType,
    IntType,
    NoneType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.source import Span

INDENT = "  "
# Left out: places in the text, and what is only for people to read.
SKIPPED = {"span", "label", "sentence", "cites", "notes", "type"}
FAR = 10**9


def dump_program(program: Program) -> str:
    """Return a stable text of a program."""
    return "".join(f"{line}\n" for line in _Dump(program).lines())


class _Dump:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.enums = dict(program.enums)
        self.kinds = {kind.name: kind.ids for kind in program.kinds}

    def lines(self) -> Iterator[str]:
        program = self.program
        yield f"program {program.name} for {program.players} players"
        yield from self._storage()
        for define in program.defines:
            yield from self._define(define)
        for number, effect in enumerate(program.effects):
            yield f"effect value {number}: {effect.rule}({', '.join(map(self.text, effect.args))})"
        for rule in program.rules:
            yield from self._rule(rule)
        for word, body in (("setup", program.setup), ("flow", program.flow)):
            yield word
            yield from self._body(body, 1)
        yield from self._scoring()
        for test in program.tests:
            yield f'test "{test.title}"'
            yield from (f"{INDENT}given {self.text(placed)}" for placed in test.given)
            yield from (f"{INDENT}{self.text(line)}" for line in test.lines)

    # --- what there is -------------------------------------------------------------------------

    def _storage(self) -> Iterator[str]:
        program = self.program
        for name, value in program.settings:
            yield f"setting {name} = {value}"
        for name, members in program.enums:
            yield f"enum {name}: {' '.join(member.name for member in members)}"
        for kind in program.kinds:
            yield f"kind {kind.name}: {kind.universe} {_runs(kind.ids)}"
        for thing in program.things:
            more = " alike" if thing.is_alike else ""
            more += f" x{thing.copies}" if thing.copies != 1 else ""
            yield f"thing {thing.name}: {thing.kind}{more} at {program.place_names[thing.start]}"
        for family in program.families:
            last = family.first + family.count - 1
            holds = "; ".join(f"{h.order} {_runs(h.things)}" for h in family.holdings)
            seen = f"seen {family.seen}, size {family.size_seen}"
            yield f"places {family.name} {family.first}..{last} ({holds}), {seen}"
        for board in program.grown:
            owner = f" of {board.owner_kind}" if board.owner_kind else ""
            more = ", turned" * board.turned + ", stacked" * board.stacked
            cells = f"cells {board.cell_kind} within {board.extent} steps"
            ports = f", {board.side_ports} ports a side" if board.ports else ""
            tiles = _runs(board.tiles)
            yield f"board {board.name}{owner}: grown {board.grid}{more}, {cells}, {tiles}{ports}"
        for region in program.regions:
            where = "" if region.condition is None else f" where {self.text(region.condition)}"
            joins = " or ".join(f"{join.word} {join.name}".rstrip() for join in region.joins)
            source = f"{region.variable} in {self.text(region.source)}"
            yield f"region {region.name}: {source}{where}, joined by {joins}"
        for account in program.accounts:
            owner = f" of {account.owner_kind}" if account.owner_kind else ""
            start = " ".join(map(str, account.start))
            yield f"account {account.name}{owner}: {account.enum} start {start}, seen {account.seen}"
        for var in program.vars:
            owner = f" of {var.owner_kind}" if var.owner_kind else ""
            cleared = f", cleared {var.cleared}" if var.cleared else ""
            start = " ".join(map(str, var.starts)) or self.text(var.start)
            yield f"var {var.name}{owner}: {type_text(var.type)} = {start}{cleared}"
        for name, rows in program.tables:
            yield f"table {name}: {' '.join(_cell(row) for row in rows)}"

    def _scoring(self) -> Iterator[str]:
        program = self.program
        for line in program.scores:
            yield from self._score(line)
        for award in program.awards:
            most, least = self.text(award.most), self.text(award.at_least)
            yield f"award {award.name} for {award.player}: most {most}, at least {least}"
        for end in program.ends:
            yield f"end after {end.after}: {self.text(end.condition)}"
        keys = ", ".join(self.text(key) for key in program.win)
        yield f"win for {program.win_player} by {keys}{', shared' if program.win_shared else ''}"
        for invariant in program.invariants:
            yield f"invariant {invariant.name}: {self.text(invariant.expr)}"

    def _score(self, line: ScoreLine) -> Iterator[str]:
        earned = " earned" if line.earned else ""
        value = "" if line.expr is None else f": {self.text(line.expr)}"
        yield f"score {line.name} for {line.player}{earned}{value}"

    def _define(self, define: Define) -> Iterator[str]:
        params = ", ".join(f"{name}: {type_text(type_)}" for name, type_ in define.params)
        head = f"define {define.name}({params}): {type_text(define.type)}"
        yield f"{head} = {self.text(define.expr)}"

    # --- rules -------------------------------------------------------------------------------

    def _rule(self, rule: Rule) -> Iterator[str]:
        nest = f", nest {rule.nest}" if rule.nest is not None else ""
        pays = ", only to pay" if rule.only_to_pay else ""
        during = "" if rule.during is None else f", during {rule.during}"
        yield f"{rule.word} {rule.name}{nest}{pays}{during}"
        for param in rule.params:
            yield INDENT + self._param(param)
        for requirement in rule.requirements:
            after = " after cost" if requirement.after_cost else ""
            expr = self.text(requirement.expr)
            yield f"{INDENT}{requirement.kind} {requirement.name}{after}: {expr}"
        for cost in (*rule.costs, *rule.piece_costs):
            yield f"{INDENT}cost {self.text(cost)}"
        yield from self._body(rule.body, 1)

    def _param(self, param: Param) -> str:
        if param.pick is not None:
            return self.text(param.pick)
        default = "" if param.default is None else f" = {self.text(param.default)}"
        return f"given {param.name}: {type_text(param.type)}{default}"

    def _body(self, body: ir.Body, depth: int) -> Iterator[str]:
        for stmt in body:
            yield from self._block(stmt, depth)

    def _block(self, node: ir.Stmt | ir.Alternative, depth: int) -> Iterator[str]:
        """A statement, and below it the bodies and alternatives it has."""
        head = [_word(type(node).__name__)]
        below: list[str] = []
        for name, value in _fields(node):
            match value:
                case tuple() if name in ("body", "then", "otherwise"):
                    inner = list(self._body(value, depth + 1 + (name != "body")))
                    titled = [f"{INDENT * (depth + 1)}{name}"] if name != "body" and inner else []
                    below += titled + inner
                case tuple() if name == "alternatives":
                    below += [line for each in value for line in self._block(each, depth + 1)]
                case ir.Alternative():
                    below += self._block(value, depth + 1)
                case tuple() if name in ("picks", "conditions"):
                    below += [f"{INDENT * (depth + 1)}{self.text(each)}" for each in value]
                case None | False | ():
                    pass
                case True:
                    head.append(name)
                case _:
                    head.append(f"{name}={self.text(value)}")
        yield INDENT * depth + " ".join(head)
        yield from below

    # --- expressions -------------------------------------------------------------------------

    def text(self, node: object) -> str:
        """Return an expression, or any other small node, in one line."""
        match node:
            case ir.Const(type=type_, value=value):
                return self._value(type_, value)
            case ir.Local(name=name):
                return name
            case ir.Ids(type=SetType(of=of), ids=ids):
                kind = self.kinds.get(of.kind) if isinstance(of, RefType) else None
                if kind == ids and isinstance(of, RefType):
                    return of.kind
                return "{" + " ".join(self._value(of, number) for number in ids) + "}"
            case ir.Arith(op=op) | ir.Compare(op=op) | ir.Logic(op=op):
                operands = [value for name, value in _fields(node) if name != "op"]
                return f"({op} {self._all(operands)})"
            case str():
                return node
            case tuple() if node and all(isinstance(part, int) for part in node):
                return f"[{_runs(node)}]"
            case tuple():
                return f"[{self._all(node)}]"
            case _ if has(type(node)):
                parts = [value for _, value in _fields(node)]
                return f"({' '.join([_word(type(node).__name__), *self._texts(parts)])})"
            case _:
                return _cell(node)

    def _all(self, nodes: Iterable[object]) -> str:
        return " ".join(self._texts(nodes))

    def _texts(self, nodes: Iterable[object]) -> list[str]:
        flat: list[str] = []
        for node in nodes:
            if isinstance(node, tuple) and node and all(has(type(part)) for part in node):
                flat += [self.text(part) for part in node]
            else:
                flat.append(self.text(node))
        return flat

    def _value(self, type_: Type, value: int) -> str:
        if isinstance(type_, NoneType) or (isinstance(type_, RefType) and value == NONE):
            return "none"
        if not isinstance(type_, RefType):
            return ("false", "true")[value] if isinstance(type_, FlagType) else str(value)
        if type_.universe == THINGS:
            return self.program.things[value].name
        if type_.universe == PLACES:
            return f'"{self.program.place_names[value]}"'
        if type_.universe in self.enums:
            return self.enums[type_.universe][value].name
        return f"{type_.universe}#{value}"  # cells of boards that grow, and regions


def type_text(type_: Type) -> str:
    """Return a type in a few words.

    >>> type_text(SetType(IntType(1, 6)))
    'set of 1..6'
    """
    match type_:
        case IntType(low=low, high=high):
            first, last = ("" if abs(end) >= FAR else str(end) for end in (low, high))
            return f"{first}..{last}"
        case RefType(kind=kind, optional=optional):
            return f"{kind} or none" if optional else kind
        case SetType(of=of):
            return f"set of {type_text(of)}"
        case SeqType(of=of):
            return f"row of {type_text(of)}"
        case BundleType(enum=enum):
            return f"amounts of {enum}"
        case FlagType() | GroupsType() | NoneType():
            return type(type_).__name__.removesuffix("Type")
        case _:
            return "?"


def _fields(node: object) -> list[tuple[str, object]]:
    if not has(cls := type(node)):
        return []
    found = ((part.name, getattr(node, part.name)) for part in fields(cls))
    return [(name, value) for name, value in found if name not in SKIPPED]


def _word(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _cell(value: object) -> str:
    match value:
        case None:
            return "_"
        case tuple():
            return "[" + " ".join(_cell(part) for part in value) + "]"
        case Span():
            return f"{value.start}..{value.end}"
        case _:
            return str(value)


def _runs(numbers: tuple[int, ...]) -> str:
    """Write ids in runs.

    >>> _runs((1, 2, 3, 7))
    '1..3 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("..".join(map(str, run)) for run in runs)
