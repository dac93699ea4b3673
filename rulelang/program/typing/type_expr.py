"""Type expressions: in goes a syntax expression and a scope, out comes a typed expression.

`want` is the type the surroundings expect; it decides between equal names of different kinds and
gives strings their meaning. Errors are reported once and give a constant of ErrorType.
"""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import describe, find_member
from rulelang.program.declare.fitting_types import (
    amount_range,
    arith_range,
    expect,
    fits,
    join,
    keeps_number,
    lying_type,
    number,
)
from rulelang.program.declare.symbols import PLAYER, NamedConstant
from rulelang.program.model import Account
from rulelang.program.nodes import (
    BundleIn,
    BundleOf,
    Compare,
    Cond,
    Const,
    CountAt,
    Expr,
    Filter,
    Ids,
    PlayersFrom,
    ThingsAt,
    VarGet,
)
from rulelang.program.types import (
    ERROR,
    FLAG,
    NONE,
    PLACES,
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
from rulelang.program.typing import calls, operators, reading, regions, sets, tile_questions
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex

BAD = Const(ERROR, 0)


def type_expr(node: ex.Expr, scope: Scope, want: Type | None = None) -> Expr:
    """Return `node` typed in `scope`; a constant of ErrorType if it cannot be."""
    expr = _type_expr(node, scope, want)
    if isinstance(expr, Const):
        return expr
    known = scope.known(operators.narrow_key(node), expr.type)
    return expr if known == expr.type else attrs.evolve(expr, type=known)


def _type_expr(node: ex.Expr, scope: Scope, want: Type | None) -> Expr:
    match node:
        case ex.Number(value=value):
            return number(value)
        case ex.Text():
            return _text(node, scope, want)
        case ex.Name(ident=ident):
            return type_name(ident, scope, want)
        case ex.Kind(ident=ident):
            return sets.all_of_kind(ident, scope)
        case ex.Constant():
            return _constant(node, scope)
        case ex.Amount():
            return _amount(node, scope)
        case ex.Of():
            return reading.type_of(node, scope)
        case ex.Printed():
            return reading.type_printed(node, scope)
        case ex.SizeOf():
            return _size_of(node, scope)
        case ex.IfElse():
            return _if_else(node, scope, want)
        case ex.CallExpr():
            return calls.type_call(node, scope, want)
        case ex.Unary() | ex.Binary() | ex.Divide() | ex.IsKind() | ex.Filled():
            return operators.type_operator(node, scope, want)
        case ex.Clockwise(direction=direction, start=start):
            first = type_expr(start, scope, scope.symbols.player_type)
            expect(first, scope.symbols.player_type, start.span, scope.symbols)
            step = 1 if direction == "clockwise" else -1
            return PlayersFrom(SeqType(scope.symbols.player_type), first, step)
        case ex.Possible() | ex.Supposing():
            return calls.type_question(node, scope)
        case _:
            return sets.type_set_form(node, scope, want)


def type_int(node: ex.Expr, scope: Scope) -> Expr:
    """Type an expression that must be a number."""
    expr = type_expr(node, scope)
    if not isinstance(expr.type, IntType | ErrorType):
        scope.symbols.report.error(codes.NOT_A_NUMBER, node.span, found=describe(expr.type))
        return BAD
    return expr


def type_flag(node: ex.Expr, scope: Scope) -> Expr:
    """Type an expression that must be true or false."""
    expr = type_expr(node, scope, FLAG)
    expect(expr, FLAG, node.span, scope.symbols)
    return expr


def type_bundle(node: ex.Expr, scope: Scope) -> Expr:
    """Type amounts of something: `2 ore + n * g`, everything in an account, a printed bundle."""
    expr = type_expr(node, scope)
    if isinstance(expr.type, RefType) and expr.type.universe not in (THINGS, PLACES):
        return BundleOf(BundleType(expr.type.universe), ((number(1), expr),))
    if not isinstance(expr.type, BundleType | ErrorType):
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.span,
            found=describe(expr.type),
            expected="an amount such as `2 ore`",
        )
        return BAD
    return expr


def type_ref(node: ex.Expr, scope: Scope, want: RefType) -> Expr:
    expr = type_expr(node, scope, want)
    expect(expr, want, node.span, scope.symbols)
    return expr


def type_given(node: ex.Expr, scope: Scope, want: Type) -> Expr:
    """Type what is given for something of a known type: a parameter, a variable, a default."""
    expr = type_expr(node, scope, want)
    if isinstance(want, SetType):
        expr = contents(expr, scope)
    expect(expr, want, node.span, scope.symbols)
    return expr


def type_player(node: ex.Expr, scope: Scope) -> Expr:
    return type_ref(node, scope, scope.symbols.player_type)


# --- names ---------------------------------------------------------------------------------------


def type_name(ident: ex.Ident, scope: Scope, want: Type | None) -> Expr:
    """A bare name: local, setting, definition, state without an owner, or a named thing."""
    name = ident.text
    symbols = scope.symbols
    local = scope.lookup(name)
    if local is not None:
        return local
    symbols.used.add(name)
    if isinstance(want, RefType | SetType | SeqType):
        inner = want if isinstance(want, RefType) else want.of
        if isinstance(inner, RefType):
            found = find_constant(name, inner, scope)
            if found is not None:
                return Const(attrs.evolve(inner, optional=False), found)
    if name in symbols.settings:
        setting = symbols.settings[name]
        return Const(setting.type, setting.value)
    if name in symbols.defines:
        return calls.call_define(ident, (), scope)
    state = _global_state(ident, scope)
    if state is not None:
        return state
    return _named_constant(ident, scope)


def find_constant(name: str, want: RefType, scope: Scope) -> int | None:
    for constant in scope.symbols.constants.get(name, []):
        if (
            isinstance(constant.type, RefType)
            and constant.type.universe == want.universe
            and constant.value in want.ids
        ):
            return constant.value
    return None


def _global_state(ident: ex.Ident, scope: Scope) -> Expr | None:
    name, symbols = ident.text, scope.symbols
    var = symbols.vars.get(name)
    if var is not None:
        if var.owner_kind is not None:
            return _needs_owner(ident, scope)
        return reading.track_value(name, None, scope)
    family = symbols.families.get(name)
    if family is not None and (family.board is None or name in symbols.grown):
        if family.owner_kind is not None:
            return _needs_owner(ident, scope)
        return Const(RefType(PLACES, (family.first,), name), family.first)
    if name in symbols.own_boards:
        return _needs_owner(ident, scope)
    account = symbols.accounts.get(name)
    if account is not None:
        if account.owner_kind is not None:
            return _needs_owner(ident, scope)
        return BundleIn(BundleType(account.enum, account.unlimited), name, None)
    if name in symbols.regions:
        return regions.all_regions(name, symbols)
    return None


def _needs_owner(ident: ex.Ident, scope: Scope) -> Expr:
    scope.symbols.report.error(
        codes.WRONG_READING,
        ident.span,
        found=ident.text,
        meant=f"{ident.text} of …",
        label="everyone has one of their own",
    )
    return BAD


def _named_constant(ident: ex.Ident, scope: Scope) -> Expr:
    symbols = scope.symbols
    found = symbols.constants.get(ident.text, [])
    # The options of a choice never stand in the way of what is declared.
    found = [constant for constant in found if not _is_option(constant)] or found
    if len(found) == 1:
        return Const(found[0].type, found[0].value)
    if found:
        meanings = " or ".join(f"{_kind_name(c)}.{ident.text}" for c in found)
        symbols.report.error(codes.AMBIGUOUS_NAME, ident.span, name=ident.text, meanings=meanings)
        return BAD
    if ident.text in symbols.rules:
        symbols.report.error(
            codes.WRONG_READING, ident.span, found=ident.text, meant=f"possible {ident.text}"
        )
        return BAD
    known = [*scope.locals, *symbols.settings, *symbols.defines, *symbols.vars, *symbols.families]
    known += [*symbols.accounts, *symbols.constants]
    symbols.report.error(
        codes.UNKNOWN_NAME,
        ident.span,
        what="name",
        name=ident.text,
        label="not declared in this game or its modules",
        help=did_you_mean(ident.text, known),
    )
    return BAD


def _is_option(constant: NamedConstant) -> bool:
    """Whether it is an option of a named choice, whose enum is called after rule and choice."""
    return isinstance(constant.type, RefType) and "." in constant.type.universe


def _kind_name(constant: NamedConstant) -> str:
    return constant.type.kind if isinstance(constant.type, RefType) else "setting"


def _text(node: ex.Text, scope: Scope, want: Type | None) -> Expr:
    """A thing, place or case by its name in quotes."""
    inner = want.of if isinstance(want, SetType | SeqType) else want
    if isinstance(inner, RefType):
        found = find_member(node.value, inner, scope.symbols)
        if found is not None:
            return Const(attrs.evolve(inner, optional=False), found)
    candidates = scope.symbols.texts.get(node.value, [])
    if len(candidates) == 1:
        return Const(candidates[0].type, candidates[0].value)
    scope.symbols.report.error(
        codes.UNKNOWN_NAME,
        node.span,
        what=inner.kind if isinstance(inner, RefType) else "thing",
        name=node.value,
        help=did_you_mean(node.value, scope.symbols.texts),
    )
    return BAD


def _constant(node: ex.Constant, scope: Scope) -> Expr:
    symbols = scope.symbols
    players = symbols.player_type
    match node.word:
        case "true" | "false":
            return Const(FLAG, int(node.word == "true"))
        case "none":
            return Const(NoneType(), NONE)
        case "everyone":
            return Ids(SetType(players), players.ids)
        case "active":
            return VarGet(players, "active", None)
        case "owner":
            if scope.owner is not None:
                return scope.owner
        case "me":
            return type_me(node.span, scope)
        case "others":
            me = type_me(node.span, scope)
            _, variable = scope.bind("other", players)
            other = sets.local(players, variable)
            condition = Compare(FLAG, "!=", other, me)
            everyone = Ids(SetType(players), players.ids)
            return Filter(SetType(players), variable, everyone, condition)
        case _:
            raise AssertionError(node.word)
    symbols.report.error(codes.NOT_IN_A_TURN, node.span, what=f"`{node.word}`")
    return BAD


def type_me(span: Span, scope: Scope) -> Expr:
    """`me`: who chose the running action."""
    if scope.me is None:
        scope.symbols.report.error(codes.NOT_IN_A_TURN, span, what="`me`")
        return BAD
    scope.frame.reads_me = True
    return scope.me


# --- amounts and sizes ----------------------------------------------------------------------------------


def _amount(node: ex.Amount, scope: Scope) -> Expr:
    kind = type_expr(node.kind, scope)
    if isinstance(kind.type, RefType) and kind.type.universe not in (THINGS, PLACES):
        count = number(node.count.value)
        return BundleOf(BundleType(kind.type.universe), ((count, kind),))
    if not isinstance(kind.type, ErrorType):
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.kind.span,
            found=describe(kind.type),
            expected="a resource or another case of an enum",
            help="components are moved: `move 1 … from … to …`",
        )
    return BAD


def _size_of(node: ex.SizeOf, scope: Scope) -> Expr:
    expr = type_expr(node.operand, scope)
    return size_of(expr, node.operand.span, scope)


def size_of(expr: Expr, span: Span, scope: Scope) -> Expr:
    """How many things lie in a zone, an account or a set."""
    from rulelang.program.nodes import BundleSize, Fold

    if regions.is_region(expr.type) or scope.symbols.board_of(expr.type) is not None:
        expr = contents(expr, scope)
    match expr.type:
        case RefType() as type_ if scope.symbols.is_zone(type_):
            things = scope.symbols.accepted(type_)
            return CountAt(IntType(0, _most(scope, things)), expr, things)
        case SetType() | SeqType() | GroupsType():
            if not sets.has_number(expr, span, scope):
                return BAD
            _, variable = scope.bind("one", expr.type.of)
            high = sets.most_elements(expr, scope)
            return Fold(IntType(0, high), "count", variable, expr, None, None)
        case BundleType():
            return BundleSize(amount_range(expr.type), expr)
        case ErrorType():
            return BAD
        case _:
            pass
    scope.symbols.report.error(
        codes.WRONG_TYPE, span, found=describe(expr.type), expected="a zone, an account or a set"
    )
    return BAD


def _most(scope: Scope, things: tuple[int, ...]) -> int:
    return sum(scope.symbols.things[i].copies for i in things)


def contents(expr: Expr, scope: Scope) -> Expr:
    """A zone used as a set means what lies in it, a region its elements; the rest stays as it is."""
    if regions.is_region(expr.type):
        return regions.members(expr, scope.symbols)
    if isinstance(expr.type, RefType) and scope.symbols.is_zone(expr.type):
        return lying_at(expr, expr.type, scope)
    return expr


def lying_at(place: Expr, type_: RefType, scope: Scope) -> Expr:
    """Everything that lies in a place."""
    things = scope.symbols.accepted(type_)
    kind = _kind_of(scope, things)
    tops = tile_questions.tiles_on(place, things, kind, scope.symbols)
    if tops is not None:
        return tops
    return ThingsAt(lying_type(RefType(THINGS, things, kind), scope.symbols), place, things)


def _kind_of(scope: Scope, things: tuple[int, ...]) -> str:
    """The narrowest declared kind that has all these things, for messages."""
    wanted = set(things)
    best = [
        kind
        for kind in scope.symbols.kinds.values()
        if kind.universe == THINGS and wanted <= set(kind.ids)
    ]
    return min(best, key=lambda kind: len(kind.ids)).name if best else "component"


def _if_else(node: ex.IfElse, scope: Scope, want: Type | None) -> Expr:
    condition = type_flag(node.condition, scope)
    then = type_expr(node.then, scope.narrow(operators.known_present(node.condition)), want)
    absent = operators.known_absent(node.condition)
    otherwise = type_expr(node.otherwise, scope.narrow(absent), want)
    if isinstance(then.type, BundleType) and otherwise == number(0):
        # `if … then 3 ore else 0`: nothing is no amount at all.
        otherwise = BundleOf(then.type, ())
    for branch, part in ((then, node.then), (otherwise, node.otherwise)):
        if not keeps_number(branch, part.span, scope.symbols):
            return BAD
    joined = join(then.type, otherwise.type)
    if joined is None:
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            node.otherwise.span,
            found=describe(otherwise.type),
            expected=describe(then.type),
        )
        return BAD
    return Cond(joined, condition, then, otherwise)


__all__ = [
    "BAD",
    "PLAYER",
    "Account",
    "FlagType",
    "arith_range",
    "contents",
    "expect",
    "find_constant",
    "fits",
    "size_of",
    "type_bundle",
    "type_expr",
    "type_flag",
    "type_given",
    "type_int",
    "type_me",
    "type_player",
    "type_ref",
]
