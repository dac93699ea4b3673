"""Evaluate what must be known before play: settings, counts, ranges, cells of tables."""

from __future__ import annotations

import re
from typing import assert_never

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.symbols import NamedConstant, Symbols
from rulelang.program.derived import GrownBoard
from rulelang.program.types import (
    CELLS,
    EFFECTS,
    ERROR,
    FLAG,
    NONE,
    REGION,
    THINGS,
    BundleType,
    ErrorType,
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
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

LIMIT = 1_000_000
MAX_ELEMENT = 5_000  # a set of numbers is a mask of bits
COUNT = IntType(0, LIMIT)
_CELL = re.compile(r"(?P<x>-?\d{1,3}),(?P<y>-?\d{1,3})")  # of a board that grows, by column and row


def const_int(node: ex.Expr | syn.ByPlayers, symbols: Symbols) -> int:
    """Return the number that `node` is; report and return 0 where it is none."""
    value = _evaluate(node, symbols)
    return 0 if value is None else value


def _evaluate(node: ex.Expr | syn.ByPlayers, symbols: Symbols) -> int | None:
    match node:
        case syn.ByPlayers(entries=entries):
            named = (expr.ident.text for _, expr in entries if isinstance(expr, ex.Name))
            symbols.used.update(named)  # whatever the number of players
            for players, expr in entries:
                if players == symbols.players:
                    return _evaluate(expr, symbols)
            symbols.report.error(
                codes.MISSING_CASE,
                node.span,
                owner="by players",
                missing=f"{symbols.players} players",
            )
            return None
        case ex.Number(value=value):
            return value
        case ex.Constant(word="true" | "false"):
            return int(node.word == "true")
        case ex.Unary(op="-", operand=operand):
            inner = _evaluate(operand, symbols)
            return None if inner is None else -inner
        case ex.Name(ident=ident):
            if ident.text == "players":
                return symbols.players
            if ident.text in symbols.settings:
                symbols.used.add(ident.text)
                return symbols.settings[ident.text].value
            symbols.report.error(
                codes.UNKNOWN_NAME,
                ident.span,
                what="setting",
                name=ident.text,
                help=did_you_mean(ident.text, symbols.settings),
            )
            return None
        case ex.Binary(op="+" | "-" | "*"):
            left, right = _evaluate(node.left, symbols), _evaluate(node.right, symbols)
            if left is None or right is None:
                return None
            return {"+": left + right, "-": left - right, "*": left * right}[node.op]
        case ex.Divide(rounding=rounding):
            left, right = _evaluate(node.left, symbols), _evaluate(node.right, symbols)
            if not left or not right:
                return 0
            return left // right if rounding == "down" else -(-left // right)
        case _:
            symbols.report.error(codes.NOT_A_NUMBER, node.span, found="this")
            return None


def const_range(node: ex.Expr, symbols: Symbols) -> IntType:
    """Return the range that `3..8` (or a single number) means."""
    if isinstance(node, ex.Binary) and node.op == "..":
        low, high = const_int(node.left, symbols), const_int(node.right, symbols)
        if low > high:
            symbols.report.error(
                codes.OUT_OF_RANGE,
                node.span,
                found=f"{low}..{high}",
                expected="any range of numbers",
            )
            return IntType(low, low)
        return IntType(low, high)
    value = const_int(node, symbols)
    return IntType(value, value)


def resolve_kind(ident: ex.Ident, symbols: Symbols) -> str | None:
    """Return the name of a kind; report an unknown one."""
    if ident.text in symbols.kinds:
        symbols.used.add(ident.text)
        return ident.text
    symbols.report.error(
        codes.UNKNOWN_KIND,
        ident.span,
        name=ident.text,
        label="not declared in this game or its modules",
        help=did_you_mean(ident.text, symbols.kinds),
    )
    return None


def resolve_type(node: syn.Type, symbols: Symbols) -> Type:
    """Return the type that a declaration names."""
    base: Type = RefType(EFFECTS, (), "effect")
    if node.domain is not None:
        base = _domain_type(node.domain, symbols)
    if isinstance(base, ErrorType):
        return base
    if node.collection == "list":
        symbols.report.error(
            codes.WRONG_TYPE,
            node.span,
            found="a list",
            expected="a set",
            help="what has an order lies in a pile: `zone order: pile of …`",
        )
        return ERROR
    if node.collection is not None:
        if isinstance(base, IntType) and not 0 <= base.low <= base.high <= MAX_ELEMENT:
            found, expected = describe(base), f"the numbers 0..{MAX_ELEMENT} that a set can have"
            symbols.report.error(codes.OUT_OF_RANGE, node.span, found=found, expected=expected)
            return ERROR
        if isinstance(base, RefType | IntType):
            return SetType(base)
        symbols.report.error(codes.WRONG_TYPE, node.span, found="no kind", expected="a kind")
        return ERROR
    if node.optional and isinstance(base, RefType):
        return RefType(base.universe, base.ids, base.kind, optional=True)
    return base


def _domain_type(node: ex.Expr, symbols: Symbols) -> Type:
    match node:
        case ex.Kind(ident=ex.Ident(text="Flag")):
            return FLAG
        case ex.Kind(ident=ex.Ident(text="Turn")) if symbols.turns and "Turn" not in symbols.kinds:
            return IntType(0, symbols.turns - 1)
        case ex.Name(ident=ident) if ident.text in symbols.regions:
            symbols.used.add(ident.text)
            region = symbols.regions[ident.text]
            return RefType(REGION + ident.text, region.element.ids, ident.text)
        case ex.Kind(ident=ident):
            kind = resolve_kind(ident, symbols)
            return ERROR if kind is None else symbols.ref(kind)
        case ex.KindOf(kind=ex.Ident(text="Bundle"), owner=ex.Kind(ident=ident)):
            kind = resolve_kind(ident, symbols)
            if kind is None or symbols.kinds[kind].universe != kind:
                return ERROR
            return BundleType(kind)
        case ex.Binary(op=".."):
            return const_range(node, symbols)
        case ex.Number() | ex.Name():
            value = const_int(node, symbols)
            return IntType(0, value)
        case _:
            symbols.report.error(
                codes.WRONG_TYPE,
                node.span,
                found="no type",
                expected="a kind or a range such as 0..9",
            )
            return ERROR


def read_cell(
    text: str, type_: Type, column: str, row: str, span: Span, symbols: Symbols
) -> int | tuple[int, ...]:
    """Return the value of a table cell; report what does not fit its column's type.

    Cells that hold effects are read by `typing/type_effect_values.py`.
    """
    value = _cell(text, type_, symbols)
    if value is not None and _counts_alike(text, type_, symbols):
        expected = "each of them once: a set does not say how many there are"
        symbols.report.error(
            codes.BAD_CELL, span, row=row, column=column, found=text, expected=expected
        )
    if value is None:
        symbols.report.error(
            codes.BAD_CELL, span, row=row, column=column, found=text, expected=describe(type_)
        )
        return NONE if isinstance(type_, RefType) else 0
    return value


def _counts_alike(text: str, type_: Type, symbols: Symbols) -> bool:
    """Whether a set of things names an alike one twice, as if a set could count them."""
    if not isinstance(type_, SetType) or not isinstance(type_.of, RefType):
        return False
    if type_.of.universe != THINGS:
        return False
    found = [_cell(part, type_.of, symbols) for part in _parts(text)]
    return any(
        isinstance(thing, int) and symbols.things[thing].is_alike and found.count(thing) > 1
        for thing in found
    )


def _parts(text: str) -> list[str]:
    return text.replace("|", " ").split()


def read_number(text: str, column: str, row: str, span: Span, symbols: Symbols) -> int:
    """Return the number in a table cell; report anything else and return 0."""
    if text.isdecimal() and len(text) < 10:
        return int(text)
    expected = "a number"
    symbols.report.error(
        codes.BAD_CELL, span, row=row, column=column, found=text or "nothing", expected=expected
    )
    return 0


def _cell(text: str, type_: Type, symbols: Symbols) -> int | tuple[int, ...] | None:
    match type_:
        case IntType(low=low, high=high):
            try:
                number = int(text or "0")
            except ValueError:
                return None
            return number if low <= number <= high or not text else None
        case FlagType():
            return {"": 0, "0": 0, "1": 1, "no": 0, "yes": 1, "false": 0, "true": 1}.get(text)
        case RefType():
            if not text or text == "none":
                return NONE if type_.optional else None
            return find_member(text, type_, symbols)
        case SetType(of=of):
            found = [_cell(part, of, symbols) for part in _parts(text)]
            if any(part is None for part in found):
                return None
            return tuple(sorted({part for part in found if isinstance(part, int)}))
        case BundleType(enum=enum):
            return _bundle_cell(text, enum, symbols)
        case ErrorType():
            return 0
        case _:
            return None


def _bundle_cell(text: str, enum: str, symbols: Symbols) -> tuple[int, ...] | None:
    """`2 wool 1 stone` (also with `+` between)."""
    counts = [0] * len(symbols.enums[enum])
    parts = text.replace("+", " ").split()
    names = {member.name: number for number, member in enumerate(symbols.enums[enum])}
    for count, name in zip(parts[::2], parts[1::2], strict=False):
        if not count.isdigit() or name not in names:
            return None
        counts[names[name]] += int(count)
    return None if len(parts) % 2 else tuple(counts)


def find_member(text: str, type_: RefType, symbols: Symbols) -> int | None:
    """Return the id of the member of a kind called `text`, or None."""
    if type_.universe.startswith(CELLS):
        return _grown_cell(text, type_, symbols)
    own = symbols.texts.get(symbols.prefix + text, []) if symbols.prefix else []
    for constant in (*own, *symbols.texts.get(text, [])):
        if _same_universe(constant, type_) and constant.value in type_.ids:
            return constant.value
    return None


def _grown_cell(text: str, type_: RefType, symbols: Symbols) -> int | None:
    """Return the cell `-2,0`, or `red -2,0` where everyone has a board of their own."""
    board = symbols.board_of(type_)
    owner, _, at = text.rpartition(" ")
    if board is None:
        return None
    ranks = {"": 0}
    if board.owner_kind is not None:
        universe = symbols.kinds[board.owner_kind].universe
        names = [symbols.member_name(universe, number) for number in board.owner_ids]
        ranks = {name: rank for rank, name in enumerate(names)}
    return cell_named(at, board, ranks[owner]) if owner in ranks else None


def cell_named(text: str, board: GrownBoard, owner: int) -> int | None:
    """Return the cell of one owner's board in a column and row, counted from the first; or None."""
    found = _CELL.fullmatch(text)
    if found is None:
        return None
    x, y = int(found["x"]), int(found["y"])
    return board.cell(owner, x, y) if max(abs(x), abs(y)) <= board.extent else None


def _same_universe(constant: NamedConstant, type_: RefType) -> bool:
    return isinstance(constant.type, RefType) and constant.type.universe == type_.universe


def values_text(count: int) -> str:
    """Return a number of values in the reader's words."""
    return "nothing" if count == 0 else f"{count} value{'s' if count > 1 else ''}"


def players_text(low: int, high: int) -> str:
    """Return how many play, in the reader's words.

    >>> players_text(1, 1), players_text(3, 3), players_text(2, 4)
    ('1 player', '3 players', '2 to 4 players')
    """
    if low < high:
        return f"{low} to {high} players"
    return f"{low} player{'s' if low > 1 else ''}"


def describe(type_: Type) -> str:
    """Return what a value of this type is, in the reader's words."""
    match type_:
        case IntType(low=low, high=high):
            if high >= LIMIT:
                return "a number"
            return f"the number {low}" if low == high else f"a number from {low} to {high}"
        case FlagType():
            return "true or false"
        case RefType(kind=kind, optional=optional):
            article = "an" if kind[:1] in "AEIOU" else "a"
            return f"{article} {kind} or none" if optional else f"{article} {kind}"
        case SetType(of=of) | SeqType(of=of):
            return f"a set of {of.kind if isinstance(of, RefType) else 'numbers'}"
        case BundleType(enum=enum):
            return f"amounts of {enum}"
        case GroupsType(of=of):
            return f"parts of {describe(of)}"
        case ErrorType():
            return "something unknown"
        case NoneType():
            return "none"
        case _:
            assert_never(type_)
