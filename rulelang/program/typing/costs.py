"""Type costs: amounts from one account or from several of which the payer picks, or alike pieces."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import number
from rulelang.program.declare.symbols import SUPPLY
from rulelang.program.model import CostLine, PieceCost
from rulelang.program.nodes import BundleOf, Cond, Expr, TableGet
from rulelang.program.types import NONE, PLACES, BundleType, ErrorType, IntType, RefType, SetType
from rulelang.program.typing import accounts, reading, transfers
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def type_cost(line: syn.Cost, when: Expr | None, scope: Scope) -> CostLine | PieceCost | None:
    """Type one `cost` line; it is due where `when` holds."""
    pieces = _pieces(line, scope)
    if pieces is not None:
        return _piece_cost(line, pieces, when, scope)
    amount = exprs.type_bundle(line.amount, scope)
    if not isinstance(amount.type, BundleType):
        return None
    enum = amount.type.enum
    source = accounts.account_or_mine(line.source, enum, line.span, scope, spread=True)
    target = accounts.account_or_home(line.target, enum, line.span, scope)
    if source is None or target is None:
        return None
    if when is not None:
        amount = Cond(amount.type, when, amount, BundleOf(amount.type, ()))
    return CostLine(line.span, amount, *source, *target)


def _pieces(line: syn.Cost, scope: Scope) -> tuple[Expr, Expr] | None:
    """`cost 1 Worker from …`: how many of which face; None if the amount is none of components."""
    target = line.target if line.target is not None else line.amount
    as_move = st.Move(line.span, line.amount, False, line.source, target, ())  # noqa: FBT003
    return transfers.counted(as_move, scope)


def _piece_cost(
    line: syn.Cost, pieces: tuple[Expr, Expr], when: Expr | None, scope: Scope
) -> PieceCost | None:
    count, thing = pieces
    if not isinstance(thing.type, RefType) or not isinstance(count.type, IntType):
        return None
    if not all(scope.symbols.things[i].is_alike for i in thing.type.ids):
        found, expected = f"`{thing.type.kind}`", "amounts or alike pieces"
        scope.symbols.report.error(codes.WRONG_TYPE, line.span, found=found, expected=expected)
        return None
    source = _places(line, thing.type, scope)
    target = _target(line, thing, scope)
    if source is None or target is None:
        return None
    if when is not None:
        count = Cond(IntType(min(0, count.type.low), count.type.high), when, count, number(0))
    return PieceCost(line.span, count, thing, source, target)


def _places(line: syn.Cost, thing: RefType, scope: Scope) -> Expr | None:
    """Where the pieces come from: a place, or a set of places."""
    if line.source is None:
        scope.symbols.report.error(
            codes.TRANSFER_FROM_NOWHERE,
            line.span,
            what=f"`{thing.kind}`",
            help="say where they come from: `from …`",
        )
        return None
    source = exprs.type_expr(line.source, scope)
    of = source.type.of if isinstance(source.type, SetType) else source.type
    if isinstance(of, RefType) and of.universe == PLACES:
        return source
    if not isinstance(of, ErrorType):
        scope.symbols.report.error(codes.NOT_A_PLACE, line.source.span, found=describe(source.type))
    return None


def _target(line: syn.Cost, thing: Expr, scope: Scope) -> Expr | None:
    """Where they go: as stated, else to the supply of their owner."""
    if line.target is not None:
        return transfers.type_place(line.target, scope)
    assert isinstance(thing.type, RefType)
    symbols = scope.symbols
    if any(symbols.things[i].owner == NONE for i in thing.type.ids):
        what = f"`{thing.type.kind}`"
        help_line = "say where they go: `to …`"
        symbols.report.error(codes.TRANSFER_FROM_NOWHERE, line.span, what=what, help=help_line)
        return None
    owner = TableGet(symbols.player_type, "things.owner", thing)
    return reading.place_of_owner(symbols.families[SUPPLY], owner, scope)
