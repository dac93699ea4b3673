"""Type transfers: move, swap, pay, gain, draw. Everything comes from somewhere and goes somewhere."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe, resolve_kind
from rulelang.program.declare.fitting_types import lying_type, number
from rulelang.program.declare.symbols import BOX, PLAYER
from rulelang.program.nodes import (
    Arith,
    BundleIn,
    Const,
    Contains,
    Draw,
    Expr,
    Filter,
    Ids,
    If,
    Let,
    Local,
    MoveAlike,
    MoveAll,
    MoveThing,
    Stmt,
    TableGet,
    ThingsAt,
    ThingsOn,
    Transfer,
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
)
from rulelang.program.typing import laying, reading, showing
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.accounts import (
    account_or_home,
    account_or_mine,
    account_written,
    payment_account,
)
from rulelang.program.typing.scope import Scope
from rulelang.program.typing.tile_questions import is_cell
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st

MoveStmt = st.Move | st.Swap | st.Transfer | st.Draw


def type_move(stmt: MoveStmt, scope: Scope) -> tuple[Stmt, ...]:
    match stmt:
        case st.Move():
            return _move(stmt, scope)
        case st.Swap():
            return _swap(stmt, scope)
        case st.Transfer():
            return _transfer(stmt, scope)
        case st.Draw():
            return _draw(stmt, scope)


# --- amounts -----------------------------------------------------------------------------------


def _transfer(stmt: st.Transfer, scope: Scope) -> tuple[Stmt, ...]:
    amount = exprs.type_bundle(stmt.amount, scope)
    if not isinstance(amount.type, BundleType):
        return ()
    enum = amount.type.enum
    if stmt.verb == "pay":
        source = account_or_mine(stmt.source, enum, stmt.span, scope)
        target = account_or_home(stmt.target, enum, stmt.span, scope)
    else:
        source = account_or_home(stmt.source, enum, stmt.span, scope)
        if scope.only_to_pay and stmt.target is None:
            target = payment_account(enum, scope), exprs.type_me(stmt.span, scope)
        else:
            target = account_or_mine(stmt.target, enum, stmt.span, scope)
    if source is None or target is None:
        return ()
    return (Transfer(stmt.span, amount, *source, *target),)


def _swap(stmt: st.Swap, scope: Scope) -> tuple[Stmt, ...]:
    """Both amounts are fixed before either moves."""
    first = exprs.type_bundle(stmt.first, scope)
    second = exprs.type_bundle(stmt.second, scope)
    if not isinstance(first.type, BundleType) or not isinstance(second.type, BundleType):
        return ()
    here = account_written(stmt.first_from, first.type.enum, scope)
    there = account_written(stmt.second_from, second.type.enum, scope)
    if here is None or there is None:
        return ()
    scope, local = scope.bind("swapped", second.type)
    return (
        Let(stmt.span, local, second),
        Transfer(stmt.span, first, *here, *there),
        Transfer(stmt.span, Local(second.type, local), *there, *here),
    )


# --- components ----------------------------------------------------------------------------------


def type_place(node: ex.Expr, scope: Scope) -> Expr | None:
    """Type a place that things can be moved to or from."""
    place = exprs.type_expr(node, scope)
    if (
        isinstance(place.type, RefType)
        and place.type.universe == PLACES
        and not place.type.optional
    ):
        return place
    if not isinstance(place.type, ErrorType):
        scope.symbols.report.error(codes.NOT_A_PLACE, node.span, found=describe(place.type))
    return None


def _move(stmt: st.Move, scope: Scope) -> tuple[Stmt, ...]:
    found = counted(stmt, scope)
    if found is not None:
        return _move_alike(stmt, found, type_place(stmt.target, scope), scope)
    what = exprs.type_expr(stmt.what, scope)
    if isinstance(what, BundleIn) or isinstance(what.type, BundleType):
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            stmt.what.span,
            found=describe(what.type),
            expected="components",
            help="amounts are paid and gained: `pay … from … to …`",
        )
        return ()
    what = _from_source(exprs.contents(what, scope), stmt, scope)
    if laying.is_home(stmt.target, scope):
        return laying.move_home(stmt, what, scope)
    cell = exprs.type_expr(stmt.target, scope)
    if is_cell(cell.type):
        return laying.lay(stmt, what, cell, scope)
    face, end = _how_put(stmt, scope)
    target = type_place(stmt.target, scope)
    if target is None or not laying.is_no_board(target, stmt.target.span, scope):
        return ()
    match what.type:
        case SetType(of=RefType(universe=universe)) if universe == THINGS:
            if not knows_places(what, stmt.what.span, scope):
                return ()
            check_accepts(what.type.of, target, stmt, scope)
            _note_flip(what.type.of, face, scope)
            return (MoveAll(stmt.span, what, target, face, end),)
        case RefType(universe=universe) if universe == THINGS:
            check_accepts(what.type, target, stmt, scope)
            if what.type.optional:
                exprs.expect(what, bare(what.type), stmt.what.span, scope.symbols)
                return ()
            alike = tuple(i for i in what.type.ids if scope.symbols.things[i].is_alike)
            if alike:
                pieces = _move_alike(stmt, (number(1), what), target, scope)
                if len(alike) == len(what.type.ids) or not pieces:
                    return pieces
                _note_flip(what.type, face, scope)
                is_piece = Contains(FLAG, what, Ids(SetType(what.type), alike))
                thing = MoveThing(stmt.span, what, target, face, end, pieces[0].from_end)
                return (If(stmt.span, is_piece, pieces, (thing,)),)
            _note_flip(what.type, face, scope)
            from_end = showing.end_of(what, scope)
            return (MoveThing(stmt.span, what, target, face, end, from_end),)
        case ErrorType():
            return ()
        case _:
            pass
    scope.symbols.report.error(
        codes.WRONG_TYPE, stmt.what.span, found=describe(what.type), expected="components"
    )
    return ()


def _from_source(what: Expr, stmt: st.Move, scope: Scope) -> Expr:
    """`all of Kind from P`: what lies in P. Alike things without a `from` leave the box."""
    symbols = scope.symbols
    if not isinstance(what, Ids) or not isinstance(what.type, SetType):
        return what
    is_alike = any(symbols.things[i].is_alike for i in what.ids if _is_thing(what))
    if stmt.source is None and not is_alike:
        return what
    if stmt.source is None:
        box = symbols.families[BOX].first
        place: Expr | None = Const(RefType(PLACES, (box,), BOX), box)
    else:
        place = type_place(stmt.source, scope)
    of = what.type.of
    if place is None or not isinstance(of, RefType):
        return what
    return ThingsAt(lying_type(of, symbols), place, what.ids)


def knows_places(what: Expr, span: Span, scope: Scope) -> bool:
    """Alike things are taken from a place, so a set of them must say where they lie."""
    of = what.type.of if isinstance(what.type, SetType) else None
    assert isinstance(of, RefType)
    source = what
    while isinstance(source, Filter):
        source = source.source
    if isinstance(source, ThingsAt | ThingsOn):
        return True
    if not any(scope.symbols.things[i].is_alike for i in of.ids):
        return True
    scope.symbols.report.error(
        codes.ALIKE_HAS_NO_IDENTITY,
        span,
        kind=of.kind,
        help=f"say where they lie: `{of.kind} on …`",
    )
    return False


def _is_thing(expr: Expr) -> bool:
    of = expr.type.of if isinstance(expr.type, SetType) else expr.type
    return isinstance(of, RefType) and of.universe == THINGS


def bare(type_: RefType) -> RefType:
    return RefType(type_.universe, type_.ids, type_.kind)


def how_laid(stmt: st.Move, scope: Scope) -> tuple[str | None, str, Expr | None]:
    face, end, turn = None, "top", None
    for how in stmt.how:
        match how.word:
            case "face_up":
                face = "up"
            case "face_down":
                face = "down"
            case "at_bottom":
                end = "bottom"
            case "turned" if how.turn is not None:
                turn = exprs.type_int(how.turn, scope)
    return face, end, turn


def _how_put(stmt: st.Move, scope: Scope) -> tuple[str | None, str]:
    """How something is put where nothing can be turned."""
    face, end, turn = how_laid(stmt, scope)
    if turn is not None:
        scope.symbols.report.error(
            codes.WRONG_TYPE,
            stmt.span,
            found="something turned",
            expected="something put as it is",
            help="only tiles are turned, when they are laid in a cell of a board that grows",
        )
    return face, end


def _note_flip(type_: RefType | IntType, face: str | None, scope: Scope) -> None:
    if face is not None and isinstance(type_, RefType):
        for number_ in type_.ids:
            scope.symbols.things[number_].can_flip = True


def check_accepts(type_: RefType | IntType, target: Expr, stmt: st.Move, scope: Scope) -> None:
    assert isinstance(target.type, RefType)
    if not isinstance(type_, RefType):
        return
    if not set(type_.ids) & set(scope.symbols.accepted(target.type)):
        scope.symbols.report.error(
            codes.NOT_HELD_HERE,
            stmt.target.span,
            place=f"`{target.type.kind}`",
            what=f"`{type_.kind}`",
        )


def counted(stmt: st.Move, scope: Scope) -> tuple[Expr, Expr] | None:
    """`1 Shield`, `2 knight`, `n * d`: how many of which alike thing; None for anything else."""
    what = stmt.what
    if isinstance(what, ex.Amount):
        count: Expr = number(what.count.value)
        face = _face(what.kind, stmt, scope)
        return None if face is None else (count, face)
    if isinstance(what, ex.Binary) and what.op == "*":
        face = _face(what.right, stmt, scope)
        return None if face is None else (exprs.type_int(what.left, scope), face)
    return None


def _face(node: ex.Expr, stmt: st.Move, scope: Scope) -> Expr | None:
    """The face of an alike kind: its only one, or the one of the player whose place it leaves."""
    symbols = scope.symbols
    if not isinstance(node, ex.Kind | ex.KindOf):
        typed = exprs.type_expr(node, scope)
        is_thing = isinstance(typed.type, RefType) and typed.type.universe == THINGS
        return typed if is_thing or isinstance(typed.type, ErrorType) else None
    ident = node.ident if isinstance(node, ex.Kind) else node.kind
    kind = resolve_kind(ident, symbols)
    if kind is None or symbols.kinds[kind].universe != THINGS:
        return None if kind is not None else exprs.BAD
    type_ = symbols.ref(kind)
    if len(type_.ids) == 1:
        return Const(type_, type_.ids[0])
    if any(symbols.things[i].owner == NONE for i in type_.ids) or len(type_.ids) != symbols.players:
        symbols.report.error(
            codes.AMBIGUOUS_NAME, node.span, name=kind, meanings="several things; say which one"
        )
        return exprs.BAD
    if isinstance(node, ex.KindOf):
        owner = exprs.type_player(node.owner, scope)
    else:
        owner = _owner_of_source(stmt, scope)
    return Arith(type_, "+", owner, number(type_.ids[0]))


def _owner_of_source(stmt: st.Move, scope: Scope) -> Expr:
    """Whose pieces are meant: the owner of the place they leave, else of the target, else me."""
    for node in (stmt.source, stmt.target):
        if not isinstance(node, ex.Of):
            continue
        family = scope.symbols.families.get(node.name.text)
        if family is not None and family.owner_kind == PLAYER:
            return exprs.type_player(node.owner, scope)
    return exprs.type_me(stmt.span, scope)


def _move_alike(
    stmt: st.Move, found: tuple[Expr, Expr], target: Expr | None, scope: Scope
) -> tuple[MoveAlike | MoveThing, ...]:
    count, face = found
    if isinstance(face.type, ErrorType) or target is None or not isinstance(face.type, RefType):
        return ()
    symbols = scope.symbols
    check_accepts(face.type, target, stmt, scope)
    if not any(symbols.things[i].is_alike for i in face.type.ids):
        face_up, end = _how_put(stmt, scope)
        _note_flip(face.type, face_up, scope)
        if count != number(1):
            what, expected = f"this count of `{face.type.kind}`", "the one there is"
            symbols.report.error(codes.OUT_OF_RANGE, stmt.span, found=what, expected=expected)
        return (MoveThing(stmt.span, face, target, face_up, end),)
    origin = showing.origin_of(face, scope)
    if stmt.source is not None:
        source = type_place(stmt.source, scope)
    elif origin is not None:
        source = origin
    elif (
        all(symbols.things[i].owner != NONE for i in face.type.ids) and "supply" in symbols.families
    ):
        owner = TableGet(symbols.player_type, "things.owner", face)
        source = reading.place_of_owner(symbols.families["supply"], owner, scope)
    else:
        symbols.report.error(
            codes.TRANSFER_FROM_NOWHERE,
            stmt.what.span,
            what=f"`{face.type.kind}`",
            help="say where they come from: `from …`",
        )
        return ()
    if source is None:
        return ()
    _, end = _how_put(stmt, scope)
    from_end = showing.end_of(face, scope)
    return (MoveAlike(stmt.span, count, face, source, target, end, from_end),)


def _draw(stmt: st.Draw, scope: Scope) -> tuple[Stmt, ...]:
    count = exprs.type_int(stmt.count, scope)
    source = exprs.type_expr(stmt.source, scope)
    target = exprs.type_expr(stmt.target, scope)
    if isinstance(source.type, ErrorType) or isinstance(target.type, ErrorType):
        return ()
    if isinstance(source, BundleIn):
        there = account_written(stmt.target, scope.symbols.accounts[source.account].enum, scope)
        if there is None:
            return ()
        chance = f"draw_{source.account}"
        return (Draw(stmt.span, count, chance, None, None, source.account, source.holder, *there),)
    if not _is_place(source, stmt.source, scope) or not _is_place(target, stmt.target, scope):
        return ()
    if not laying.is_no_board(target, stmt.target.span, scope):
        return ()
    assert isinstance(source.type, RefType)
    name = f"draw_{source.type.kind}" if stmt.at_random else None
    return (Draw(stmt.span, count, name, source, target, None, None, None, None),)


def _is_place(expr: Expr, node: ex.Expr, scope: Scope) -> bool:
    if isinstance(expr.type, RefType) and expr.type.universe == PLACES:
        return True
    scope.symbols.report.error(codes.NOT_A_PLACE, node.span, found=describe(expr.type))
    return False
