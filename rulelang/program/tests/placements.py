"""Positions in tests: `given` puts things somewhere, `then` says what lies there."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import cell_named, describe, find_member, resolve_kind
from rulelang.program.declare.fitting_types import FAR, number
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.derived import GrownBoard
from rulelang.program.model import Placement
from rulelang.program.nodes import (
    BundleCount,
    BundleIn,
    BundleOf,
    BundleSize,
    Compare,
    Const,
    CountAt,
    Expr,
    Ids,
    SetOf,
    VarGet,
)
from rulelang.program.types import (
    FLAG,
    NONE,
    PLACES,
    THINGS,
    BundleType,
    ErrorType,
    IntType,
    RefType,
    SetType,
    Type,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

Counted = list[tuple[int, int]]


def type_placement(node: syn.Put | syn.PutValue, scope: Scope) -> list[Placement]:
    """Type one placement of `given`; several things in one place become several placements."""
    if isinstance(node, syn.PutValue):
        return _put_value(node, scope)
    if _is_player(node.target, scope):
        return _pieces_on_board(node, scope)
    target = exprs.type_expr(node.target, scope)
    if isinstance(target, BundleIn):
        return _amounts(node, target, scope)
    is_place = isinstance(target.type, RefType) and target.type.universe == PLACES
    if isinstance(target, Const) and is_place:
        board = scope.symbols.board_of(target.type)
        if board is not None:
            return _tiles(node, board, target.value, scope)
        return _contents(node, target.value, scope)
    if isinstance(target, Ids) and _are_places(target.type):
        return [made for place in target.ids for made in _contents(node, place, scope)]
    if not isinstance(target.type, ErrorType):
        scope.symbols.report.error(codes.NOT_A_PLACE, node.target.span, found=describe(target.type))
    return []


def _are_places(type_: Type) -> bool:
    of = type_.of if isinstance(type_, SetType) else None
    return isinstance(of, RefType) and of.universe == PLACES


def _is_player(node: ex.Expr, scope: Scope) -> bool:
    if not isinstance(node, ex.Name):
        return False
    return exprs.find_constant(node.ident.text, scope.symbols.player_type, scope) is not None


def _holder(target: BundleIn) -> int:
    return target.holder.value if isinstance(target.holder, Const) else NONE


def _amounts(node: syn.Put, target: BundleIn, scope: Scope) -> list[Placement]:
    enum = scope.symbols.accounts[target.account].enum
    counts = [0] * len(scope.symbols.enums[enum])
    for kind, count in _bundle_items(node.what, scope):
        counts[kind] += count
    return [
        Placement(
            span=node.span,
            word="amounts",
            account=target.account,
            holder=_holder(target),
            counts=tuple(counts),
        )
    ]


def _bundle_items(node: ex.Expr, scope: Scope) -> Counted:
    if isinstance(node, ex.Constant) and node.word == "none":
        return []
    bundle = exprs.type_bundle(node, scope)
    if not isinstance(bundle, BundleOf):
        return []
    return [
        (kind.value, count.value)
        for count, kind in bundle.items
        if isinstance(kind, Const) and isinstance(count, Const)
    ]


def counted_things(
    node: ex.Expr, owner: int, scope: Scope, held: frozenset[int] = frozenset()
) -> Counted:
    """`1 City + 2 red_4`: which things, and how many of each; of one name the one `held` there."""
    found: Counted = []
    for ids, count, named in _named_things(node, owner, scope, held):
        if len(ids) == 1:
            found.append((ids[0], count))
        else:
            scope.symbols.report.error(
                codes.AMBIGUOUS_NAME,
                named.span,
                name=named.text,
                meanings="several things; say which one",
            )
    return found


def _named_things(
    node: ex.Expr, owner: int, scope: Scope, held: frozenset[int]
) -> list[tuple[tuple[int, ...], int, ex.Ident]]:
    """What is named: all things that are meant, how many of them, and the name."""
    symbols = scope.symbols
    match node:
        case ex.Binary(op="+"):
            left = _named_things(node.left, owner, scope, held)
            return left + _named_things(node.right, owner, scope, held)
        case ex.Constant(word="none"):
            return []
        case ex.Amount(count=count, kind=ex.Kind(ident=ident)):
            kind = resolve_kind(ident, symbols)
            if kind is None:
                return []
            everyones = symbols.things_of(kind)
            ids = tuple(i for i in everyones if symbols.things[i].owner in (owner, NONE))
            return [(ids or everyones, count.value, ident)]
        case ex.Amount(count=count, kind=ex.KindOf() as whose):
            player = exprs.type_player(whose.owner, scope)
            known = player.value if isinstance(player, Const) else NONE
            kind_alone = attrs.evolve(node, kind=ex.Kind(whose.span, whose.kind))
            return _named_things(kind_alone, known, scope, held)
        case ex.Amount(count=count, kind=inner):
            found, number_of = _thing(inner, scope, held), count.value
        case _:
            found, number_of = _thing(node, scope, held), 1
    return [((i,), number_of, ex.Ident(node.span, symbols.things[i].name)) for i in found]


def _thing(node: ex.Expr, scope: Scope, held: frozenset[int]) -> list[int]:
    if isinstance(node, ex.Name) and held:
        here = RefType(THINGS, tuple(sorted(held)), "component")
        found = exprs.find_constant(node.ident.text, here, scope)
        if found is not None:
            return [found]
    everything = RefType(THINGS, tuple(range(len(scope.symbols.things))), "component")
    typed = exprs.type_expr(node, scope, everything)
    is_thing = isinstance(typed.type, RefType) and typed.type.universe == THINGS
    if isinstance(typed, Const) and is_thing:
        return [typed.value]
    if not isinstance(typed.type, ErrorType):
        scope.symbols.report.error(
            codes.WRONG_TYPE, node.span, found=describe(typed.type), expected="a component"
        )
    return []


def _contents(node: syn.Put, place: int, scope: Scope) -> list[Placement]:
    """What a place has, of the kinds named; `on top` and `at bottom` add to what is there."""
    symbols = scope.symbols
    family = symbols.family_of(place)
    owner = family.owner_ids[place - family.first] if family.owner_kind == PLAYER else NONE
    said = {how.word for how in node.how}
    face = "down" if "face_down" in said else "up" if "face_up" in said else None
    end = "top" if "on_top" in said else "bottom" if "at_bottom" in said else ""
    held = frozenset(thing for holding in family.holdings for thing in holding.things)
    placed: list[Placement] = []
    counted = counted_things(node.what, owner, scope, held)
    for thing, count in counted:
        if thing not in held:
            name = symbols.things[thing].name
            where = f"`{symbols.place_names[place]}`"
            symbols.report.error(codes.NOT_HELD_HERE, node.span, place=where, what=f"`{name}`")
            return []
        placed.append(
            Placement(node.span, "thing", thing=thing, count=count, place=place, face=face, end=end)
        )
        if face is not None:
            symbols.things[thing].can_flip = True
    if said & {"on_top", "at_bottom"}:
        return placed
    kinds = {symbols.things[thing].kind for thing, _count in counted}
    gone = tuple(i for i in sorted(held) if not kinds or symbols.things[i].kind in kinds)
    wanted = tuple(sum(count for thing, count in counted if thing == i) for i in gone)
    return [Placement(node.span, "empty", place=place, things=gone, counts=wanted), *placed]


def _tiles(node: syn.Put, board: GrownBoard, place: int, scope: Scope) -> list[Placement]:
    """`map: l48 at "-1,0" turned 1`: tiles in cells of a board that grows, by column and row."""
    symbols = scope.symbols
    tiles = [thing for thing, _ in counted_things(node.what, NONE, scope, frozenset(board.tiles))]
    if len(tiles) != len(node.at):
        symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            node.span,
            name="at",
            expected=f"{len(tiles)} cells",
            found=str(len(node.at)),
        )
        return []
    turns = [exprs.type_int(how.turn, scope) for how in node.how if how.turn is not None]
    turn = turns[0].value if turns and isinstance(turns[0], Const) else 0
    placed = []
    for tile, spot in zip(tiles, node.at, strict=True):
        cell = cell_named(spot.value, board, place - board.place)
        if cell is None or tile not in board.tiles:
            symbols.report.error(
                codes.UNKNOWN_NAME, spot.span, what=f"{board.cell_kind} for it", name=spot.value
            )
            continue
        placed.append(Placement(node.span, "tile", thing=tile, place=place, value=cell, turn=turn))
    return placed


def _accepting(thing: int, symbols: Symbols) -> RefType:
    """All places that can hold a thing."""
    found = [
        number
        for family in symbols.families.values()
        if any(thing in holding.things for holding in family.holdings)
        for number in range(family.first, family.first + family.count)
    ]
    return RefType(PLACES, tuple(found), "place")


def _pieces_on_board(node: syn.Put, scope: Scope) -> list[Placement]:
    """`red: 2 Road at "0:1:E", "0:1:SE"`: one piece on each place named."""
    assert isinstance(node.target, ex.Name)
    symbols = scope.symbols
    player = exprs.find_constant(node.target.ident.text, symbols.player_type, scope)
    assert player is not None
    counted = counted_things(node.what, player, scope)
    placed: list[Placement] = []
    spots = list(node.at)
    total = sum(count for _, count in counted)
    if total != len(spots):
        symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            node.span,
            name="at",
            expected=f"{total} places",
            found=str(len(spots)),
        )
        return []
    for thing, count in counted:
        for _ in range(count):
            spot = spots.pop(0)
            place = find_member(spot.value, _accepting(thing, symbols), symbols)
            if place is None:
                symbols.report.error(
                    codes.UNKNOWN_NAME, spot.span, what="place for it", name=spot.value
                )
                continue
            placed.append(Placement(node.span, "thing", thing=thing, count=1, place=place))
    return placed


def _put_value(node: syn.PutValue, scope: Scope) -> list[Placement]:
    symbols = scope.symbols
    match node.target:
        case ex.Name(ident=ident) if ident.text not in symbols.vars:
            typed = exprs.type_expr(node.value, scope)
            if isinstance(typed, Const):
                return [Placement(node.span, "local", var=ident.text, value=typed.value)]
            return []
    target = _earned(node.target, scope) or exprs.type_expr(node.target, scope)
    if isinstance(target, VarGet):
        value = exprs.type_expr(node.value, scope, target.type)
        exprs.expect(value, target.type, node.value.span, symbols)
        holder = target.index.value if isinstance(target.index, Const) else NONE
        known = _constant(value)
        if known is not None:
            return [Placement(node.span, "value", holder=holder, var=target.var, value=known)]
    symbols.report.error(
        codes.WRONG_TYPE,
        node.target.span,
        found="nothing that can be set",
        expected="a variable and its value",
    )
    return []


def _earned(node: ex.Expr, scope: Scope) -> VarGet | None:
    """`harvest(red) = 48`: the points that a line of the score has had added to it in play."""
    if not isinstance(node, ex.CallExpr) or node.name.text not in scope.symbols.earned:
        return None
    players = scope.symbols.player_type
    given = [exprs.type_expr(arg, scope, players) for arg in node.args]
    if len(given) != 1 or not exprs.expect(given[0], players, node.args[0].span, scope.symbols):
        return None
    name = f"score {node.name.text}"
    return VarGet(scope.symbols.vars[name].type, name, given[0])


def _constant(value: Expr) -> int | None:
    """What a variable holds for this value: of a set, a bit for each member."""
    match value:
        case Const():
            return value.value
        case SetOf(items=items) if all(isinstance(item, Const) for item in items):
            return sum({1 << item.value for item in items if isinstance(item, Const)})
        case Ids(ids=ids):
            return sum(1 << number for number in ids)
        case _:
            return None


# --- what lies there afterwards -----------------------------------------------------------------


def has_exactly(target: ex.Expr, what: ex.Expr, scope: Scope) -> list[tuple[Compare, str]]:
    """The conditions that an account or place has exactly the amounts named, each with of what."""
    symbols = scope.symbols
    where = exprs.type_expr(target, scope)
    is_nothing = isinstance(what, ex.Constant) and what.word == "none"
    found: list[tuple[Expr, int, str]] = []
    if isinstance(where, BundleIn):
        assert isinstance(where.type, BundleType)
        kinds = symbols.ref(where.type.enum)
        if is_nothing:
            found.append((BundleSize(IntType(0, FAR), where), 0, ""))
        for kind, count in _bundle_items(what, scope):
            there = BundleCount(IntType(0, FAR), where, Const(kinds, kind))
            found.append((there, count, symbols.enums[where.type.enum][kind].name))
    elif isinstance(where.type, RefType) and where.type.universe == PLACES:
        held = symbols.accepted(where.type)
        if is_nothing:
            found.append((CountAt(IntType(0, FAR), where, held), 0, ""))
        for ids, count, named in _named_things(what, _owner(where, scope), scope, frozenset(held)):
            found.append((CountAt(IntType(0, FAR), where, ids), count, named.text))
    elif not isinstance(where.type, ErrorType):
        symbols.report.error(codes.NOT_A_PLACE, target.span, found=describe(where.type))
    return [(Compare(FLAG, "==", there, number(count)), what) for there, count, what in found]


def _owner(place: Expr, scope: Scope) -> int:
    """Whose place this is, if that is known."""
    if not isinstance(place, Const):
        return NONE
    family = scope.symbols.family_of(place.value)
    return family.owner_ids[place.value - family.first] if family.owner_kind == PLAYER else NONE
