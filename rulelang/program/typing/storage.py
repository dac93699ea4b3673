"""Declare what changes in play and has no place: accounts, variables, tracks, holders."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import const_int, resolve_kind, resolve_type
from rulelang.program.declare.declarations import place_props
from rulelang.program.declare.fitting_types import expect, number
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.declare.tracks import declare_track
from rulelang.program.model import Account, Var
from rulelang.program.nodes import Const, Expr, Ids
from rulelang.program.types import (
    ERROR,
    NONE,
    PLACES,
    REGION,
    THINGS,
    BundleType,
    IntType,
    RefType,
    SetType,
    Type,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.powers import holder_var
from rulelang.program.typing.scope import Frame, Scope
from rulelang.syntax.trees import items as syn


def declare_storage(symbols: Symbols) -> None:
    """Declare accounts, vars, tracks, awards and who has which power."""
    for item in symbols.linked.items:
        match item:
            case syn.Place(word="account"):
                _account(symbols, item)
            case syn.Group() if item.one_per is not None:
                _power_group(symbols, item)
            case _:
                pass
    for item in symbols.linked.items:
        match item:
            case syn.Var():
                _var(symbols, item)
            case syn.Track():
                declare_track(symbols, item)
            case syn.Award():
                _holder(symbols, item.name.text, words(item.label, item.name.text))
                symbols.awards[item.name.text] = item
            case _:
                pass


def _account(symbols: Symbols, item: syn.Place) -> None:
    kind = resolve_kind(item.kinds[0], symbols)
    if kind is None:
        return
    universe = symbols.kinds[kind].universe
    if universe in (THINGS, PLACES):
        symbols.report.error(
            codes.NOT_HELD_HERE,
            item.kinds[0].span,
            place=f"the account `{item.name.text}`",
            what=f"`{kind}`, which are components or places",
            help=f"declare `zone {item.name.text}: {kind}`",
        )
        return
    owner = None if item.owner is None else resolve_kind(item.owner, symbols)
    seen, size_seen, capacity = place_props(symbols, item.props)
    start = unlimited = lost = 0
    for prop in item.props:
        if prop.word == "start_with" and prop.value is not None:
            start = const_int(prop.value, symbols)
        unlimited |= prop.word == "unlimited"
        lost |= prop.word == "capped" and prop.name == "lost"
    symbols.accounts[item.name.text] = Account(
        name=item.name.text,
        label=words(item.label, item.name.text),
        owner_kind=owner,
        owner_ids=() if owner is None else symbols.kinds[owner].ids,
        enum=universe,
        start=tuple(start for _ in symbols.enums[universe]),
        capacity=capacity,
        overflow_lost=bool(lost),
        unlimited=bool(unlimited),
        seen=seen,
        size_seen=size_seen,
    )


def _start_value(type_: Type) -> Expr:
    match type_:
        case IntType(low=low, high=high):
            return number(0 if low <= 0 <= high else low)
        case RefType(optional=True):
            return Const(type_, NONE)
        case RefType(ids=ids):
            return Const(type_, ids[0] if ids else NONE)
        case SetType():
            return Ids(type_, ())
        case _:
            return Const(type_, 0)


def _can_be_kept(type_: RefType, item: syn.Var, symbols: Symbols) -> bool:
    """Regions come and go; cells and effects have none to start with."""
    if type_.universe.startswith(REGION):
        symbols.report.error(
            codes.WRONG_TYPE,
            item.type.span,
            found="a region, which merges and changes",
            expected="one of its elements",
        )
        return False
    if not type_.ids and not type_.optional:
        symbols.report.error(
            codes.WRONG_TYPE,
            item.type.span,
            found=f"a {type_.kind} from the start",
            expected=f"`{type_.kind} or none`",
        )
        return False
    return True


def _var(symbols: Symbols, item: syn.Var) -> None:
    type_ = resolve_type(item.type, symbols)
    if isinstance(type_, BundleType):
        symbols.report.error(
            codes.WRONG_TYPE,
            item.type.span,
            found="amounts",
            expected="an account: amounts always lie somewhere",
        )
        type_ = ERROR
    if isinstance(type_, RefType) and not _can_be_kept(type_, item, symbols):
        type_ = ERROR
    owner = None if item.owner is None else resolve_kind(item.owner, symbols)
    start = _start_value(type_)
    if item.start is not None:
        scope = Scope(symbols, Frame(item.name.text))
        start = exprs.type_expr(item.start, scope, type_)
        expect(start, type_, item.start.span, symbols)
        if not isinstance(start, Const | Ids):
            symbols.report.error(codes.NOT_A_NUMBER, item.start.span, found="what changes in play")
            start = _start_value(type_)
    cleared = next((prop.name for prop in item.props if prop.word == "cleared"), None)
    seen, _, _ = place_props(symbols, item.props)
    symbols.vars[item.name.text] = Var(
        name=item.name.text,
        label=words(item.label, item.name.text),
        owner_kind=owner,
        owner_ids=() if owner is None else symbols.kinds[owner].ids,
        type=type_,
        start=start,
        cleared=cleared,
        seen=seen,
        hidden=False,
    )


def _holder(symbols: Symbols, name: str, label: tuple[tuple[str, str], ...]) -> None:
    type_ = symbols.ref(PLAYER, optional=True)
    symbols.vars[name] = Var(
        name=name,
        label=label,
        owner_kind=None,
        owner_ids=(),
        type=type_,
        start=Const(type_, NONE),
        cleared=None,
        seen="everyone",
        hidden=False,
    )


def _power_group(symbols: Symbols, item: syn.Group) -> None:
    """A variable says who has which power of the group."""
    name = item.kind.text
    var = holder_var(name)
    optional = symbols.ref(name, optional=True)
    symbols.vars[var] = Var(
        name=var,
        label=words(item.label, var),
        owner_kind=PLAYER,
        owner_ids=tuple(range(symbols.players)),
        type=optional,
        start=Const(optional, NONE),
        cleared=None,
        seen="everyone",
        hidden=False,
    )
