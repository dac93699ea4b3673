"""The library of functions every game has: numbers, lists, places, piles, players, majorities."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import FAR, arith_range, number
from rulelang.program.declare.symbols import OWNERS_OF_PLACES, PLAYER
from rulelang.program.nodes import (
    Arith,
    CallDefine,
    Compare,
    Const,
    Expr,
    Filter,
    Fold,
    Groups,
    Ids,
    IsFaceUp,
    Local,
    PileHeight,
    PlaceOf,
    TableGet,
    VarGet,
)
from rulelang.program.types import (
    FLAG,
    PLACES,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import sets
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.graph_questions import GRAPHS
from rulelang.program.typing.lying import OWNERS
from rulelang.program.typing.rule_arguments import count_args, type_individual, type_thing, unfit
from rulelang.program.typing.scope import Scope
from rulelang.program.typing.tile_questions import TILES
from rulelang.syntax.trees import expressions as ex

Builder = Callable[[ex.CallExpr, Scope, "Type | None"], Expr]


def _min_max(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    if not count_args(node, scope, 2, 8):
        return exprs.BAD
    result = exprs.type_int(node.args[0], scope)
    for arg in node.args[1:]:
        other = exprs.type_int(arg, scope)
        if not isinstance(result.type, IntType) or not isinstance(other.type, IntType):
            return exprs.BAD
        op = node.name.text
        result = Arith(arith_range(op, result.type, other.type), op, result, other)
    return result


def _entry(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`entry([a, b, c], n)`: the n-th of a list, counted from 1; n is proven to be in it."""
    if not count_args(node, scope, 2):
        return exprs.BAD
    listed = node.args[0]
    if not isinstance(listed, ex.ListLit):
        scope.symbols.report.error(
            codes.WRONG_TYPE, listed.span, found="no list", expected="a list such as [1, 2, 4]"
        )
        return exprs.BAD
    values = [exprs.type_expr(item, scope, want) for item in listed.items]
    index = exprs.type_int(node.args[1], scope)
    if not isinstance(index.type, IntType):
        return exprs.BAD
    if index.type.low < 1 or index.type.high > len(values):
        scope.symbols.report.error(
            codes.OUT_OF_RANGE,
            node.args[1].span,
            found=describe(index.type),
            expected=f"the {len(values)} entries of the list",
            help=f"limit it: `min(…, {len(values)})` or `max(…, 1)`",
        )
        return exprs.BAD
    constants = [value.value for value in values if isinstance(value, Const)]
    if len(constants) != len(values):
        scope.symbols.report.error(
            codes.WRONG_TYPE, listed.span, found="computed entries", expected="constant entries"
        )
        return exprs.BAD
    type_ = values[0].type
    if isinstance(type_, IntType):
        type_ = IntType(min(constants), max(constants))
    return TableGet(type_, scope.symbols.list_table(tuple(constants)), index, 1)


def _place_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    thing = type_individual(node, scope)
    if thing is None or not isinstance(thing.type, RefType):
        return exprs.BAD
    wanted = set(thing.type.ids)
    families = [
        family
        for family in scope.symbols.families.values()
        if family.board is not None
        and family.name not in scope.symbols.grown
        and any(wanted & set(holding.things) for holding in family.holdings)
    ]
    if len(families) == 1:
        # A thing that can lie on one kind of board place only: its place is taken to be there.
        type_: RefType = scope.symbols.ref(families[0].name)
        return PlaceOf(type_, thing)
    ids = tuple(range(len(scope.symbols.place_names)))
    return PlaceOf(RefType(PLACES, ids, "place"), thing)


def _owner_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    if len(node.args) == 1:
        place = exprs.type_expr(node.args[0], scope)
        if isinstance(place.type, RefType) and place.type.universe == PLACES:
            whose = scope.symbols.owner_kind_of(place.type)
            if whose is not None and not place.type.optional:
                return TableGet(scope.symbols.ref(whose), OWNERS_OF_PLACES, place)
    thing = type_thing(node, scope)
    if thing is None or not isinstance(thing.type, RefType):
        return exprs.BAD
    owned = all(scope.symbols.things[i].owner >= 0 for i in thing.type.ids)
    return TableGet(scope.symbols.ref(PLAYER, optional=not owned), OWNERS, thing)


def _face_up(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    thing = type_individual(node, scope)
    if thing is None or not isinstance(thing.type, RefType):
        return exprs.BAD
    for number_ in thing.type.ids:
        scope.symbols.things[number_].can_flip = True
    return IsFaceUp(FLAG, thing)


def _height(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    thing = type_individual(node, scope)
    return exprs.BAD if thing is None else PileHeight(IntType(0, FAR), thing)


def _the_one(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """The only element; that there is one is the author's word, judged in play."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    source = sets.type_source(node.args[0], scope)
    if not isinstance(source.type, SetType | SeqType):
        return exprs.BAD
    of = source.type.of
    _, variable = scope.bind("one", of)
    return Fold(of, "the", variable, source, None, None)


def _step_of(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`step_of(price of g)`: the step on which a track stands, whatever is printed there."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    read = exprs.type_expr(node.args[0], scope)
    tracks = {table: name for name, (table, _, _) in scope.symbols.tracks.items()}
    if isinstance(read, TableGet) and read.table in tracks:
        place = node.args[0]
        owner = exprs.type_expr(place.owner, scope) if isinstance(place, ex.Of) else None
        name = tracks[read.table]
        return VarGet(scope.symbols.vars[name].type, name, owner)
    if isinstance(read, VarGet):
        return read
    return unfit(node.args[0], read, "a track", scope)


def _points(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    if not count_args(node, scope, 1):
        return exprs.BAD
    return CallDefine(IntType(-FAR, FAR), "points", (exprs.type_player(node.args[0], scope),))


def _next_player(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`left_of(p)`: who comes after p clockwise; `right_of(p)`: who comes before."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    player = exprs.type_player(node.args[0], scope)
    count = scope.symbols.players
    shift = 1 if node.name.text == "left_of" else -1
    order = tuple((i + shift) % count for i in range(count))
    return TableGet(scope.symbols.player_type, scope.symbols.list_table(order), player)


def _majority(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """The players who own the most of a set of things; nobody if there are none."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    source = sets.type_source(node.args[0], scope)
    if not isinstance(source.type, SetType) or not isinstance(source.type.of, RefType):
        return exprs.BAD
    if not sets.has_number(source, node.args[0].span, scope):
        return exprs.BAD
    players = scope.symbols.player_type
    _, player = scope.bind("player", players)
    _, thing = scope.bind("thing", source.type.of)
    owner = TableGet(scope.symbols.ref(PLAYER, optional=True), OWNERS, Local(source.type.of, thing))
    mine = Compare(FLAG, "==", owner, Local(players, player))
    has_most = Fold(IntType(0, FAR), "count", thing, source, mine, None)
    has_some = Compare(FLAG, ">", has_most, number(0))
    everyone = Ids(SetType(players), players.ids)
    return Filter(SetType(players), player, everyone, has_some, "most", has_most)


def _group(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`group_of(x, S, relation)`: the part of S that hangs together with x."""
    if not count_args(node, scope, 2, 3):
        return exprs.BAD
    first = exprs.type_expr(node.args[0], scope)
    within = sets.type_source(node.args[1], scope)
    name = "beside"
    if len(node.args) == 3 and isinstance(node.args[2], ex.Name):
        name = node.args[2].ident.text
    links = sets.relation_table(name, first.type, scope)
    if links is None or not isinstance(within.type, SetType):
        scope.symbols.report.error(codes.NOT_A_PLACE, node.args[0].span, found=describe(first.type))
        return exprs.BAD
    return Groups(within.type, first, within, links)


def _top(node: ex.CallExpr, scope: Scope, want: Type | None) -> Expr:
    """`top(pile)` and `bottom(pile)`: the thing there, or none."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    source = exprs.contents(exprs.type_expr(node.args[0], scope), scope)
    if isinstance(source.type, RefType) and source.type.universe == PLACES:
        source = exprs.lying_at(source, source.type, scope)  # a place of a board
    else:
        source = sets.type_source(node.args[0], scope)
    if not isinstance(source.type, SetType) or not isinstance(source.type.of, RefType):
        return exprs.BAD
    _, variable = scope.bind("one", source.type.of)
    word = "last" if node.name.text == "top" else "first"
    type_ = attrs.evolve(source.type.of, optional=True)
    return Fold(type_, word, variable, source, None, None)


LIBRARY: dict[str, Builder] = {
    "min": _min_max,
    "max": _min_max,
    "entry": _entry,
    "place_of": _place_of,
    "owner_of": _owner_of,
    "face_up": _face_up,
    "height": _height,
    "the_one": _the_one,
    "step_of": _step_of,
    "points": _points,
    "left_of": _next_player,
    "right_of": _next_player,
    "majority": _majority,
    "group_of": _group,
    "top": _top,
    "bottom": _top,
    **GRAPHS,
    **TILES,
}
