"""Type moves that are more than from here to there: tiles into cells, everything home to its owner."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import describe
from rulelang.program.declare.symbols import SUPPLY
from rulelang.program.nodes import Each, Expr, Ids, LayTile, Local, MoveAll, SetOf, Stmt
from rulelang.program.types import NONE, THINGS, ErrorType, RefType, SetType
from rulelang.program.typing import reading, transfers
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.lying import owned
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st


def is_home(node: ex.Expr, scope: Scope) -> bool:
    """`to supply`: everything to the supply of its owner."""
    if not isinstance(node, ex.Name) or node.ident.text != SUPPLY:
        return False
    return SUPPLY in scope.symbols.families and scope.lookup(SUPPLY) is None


def move_home(stmt: st.Move, what: Expr, scope: Scope) -> tuple[Stmt, ...]:
    """Move everything to the supply of its owner, player by player."""
    of = what.type.of if isinstance(what.type, SetType) else what.type
    symbols = scope.symbols
    if not isinstance(of, RefType) or of.universe != THINGS:
        if not isinstance(of, ErrorType):
            symbols.report.error(
                codes.WRONG_TYPE, stmt.what.span, found=describe(what.type), expected="components"
            )
        return ()
    if any(symbols.things[i].owner == NONE for i in of.ids):
        symbols.report.error(
            codes.NOT_HELD_HERE, stmt.target.span, place="a supply", what=f"`{of.kind}`"
        )
        return ()
    if isinstance(what.type, RefType):
        what = SetOf(SetType(of), (what,))
    players = symbols.player_type
    _, variable = scope.bind("player", players)
    player = Local(players, variable)
    target = reading.place_of_owner(symbols.families[SUPPLY], player, scope)
    mine = owned(what, of, player, scope)
    body = (MoveAll(stmt.span, mine, target, None, "top"),)
    everyone = Ids(SetType(players), players.ids)
    return (Each(stmt.span, variable, everyone, None, None, body),)


def is_no_board(target: Expr, span: Span, scope: Scope) -> bool:
    """A tile is laid in a cell, not on a board as a whole."""
    board = scope.symbols.board_of(target.type)
    if board is None:
        return True
    scope.symbols.report.error(
        codes.NOT_A_PLACE,
        span,
        found=f"`{board.name}` as a whole",
        help=f"say in which cell: one of `frontier(…)`, or `cell({board.name}, 0, 0)`",
    )
    return False


def lay(stmt: st.Move, what: Expr, cell: Expr, scope: Scope) -> tuple[Stmt, ...]:
    """Lay one tile in a cell of a grown board."""
    symbols = scope.symbols
    assert isinstance(cell.type, RefType)
    _, _, turn = transfers.how_laid(stmt, scope)
    if isinstance(what.type, ErrorType):
        return ()
    if not isinstance(what.type, RefType) or what.type.universe != THINGS:
        found = describe(what.type)
        symbols.report.error(codes.WRONG_TYPE, stmt.what.span, found=found, expected="one tile")
        return ()
    if cell.type.optional or what.type.optional:
        exprs.expect(cell, transfers.bare(cell.type), stmt.target.span, symbols)
        exprs.expect(what, transfers.bare(what.type), stmt.what.span, symbols)
        return ()
    transfers.check_accepts(what.type, cell, stmt, scope)
    board = symbols.board_of(cell.type)
    if turn is not None and board is not None and not board.turned:
        symbols.report.error(
            codes.WRONG_TYPE,
            stmt.span,
            found="a turned tile",
            expected="one as it is printed",
            help=f"declare the board as `board {board.name}: grown {board.grid}, turned`",
        )
    return (LayTile(stmt.span, what, cell, turn),)
