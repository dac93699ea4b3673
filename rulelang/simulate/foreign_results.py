"""Results of simulated games from a file: in goes plain data, out comes an error if no game can have ended so."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.files import BadInputError
from rulelang.foreign_data import Data, read_as
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table
from rulelang.simulate.one_game import FAULT, OVER, UNFINISHED, GameResult


def check_result(games: Sequence[Game], options: Data, number: int, result: Data) -> None:
    """Raise BadInputError if this is no result of `play_one`."""
    found = read_as(result, GameResult)
    [game] = games
    rows = (found.scores, *found.actions)
    if found.number != number or found.status not in (OVER, UNFINISHED, FAULT):
        raise BadInputError("it is no result of this game")
    if len(found.actions) != len(action_table(game).names):
        raise BadInputError("it has other actions than this game")
    check_seats(game, rows, found.winners, is_over=found.status == OVER)


def check_seats(
    game: Game, rows: Sequence[Sequence[object]], winners: Sequence[int], *, is_over: bool
) -> None:
    """Raise BadInputError unless every row has a place for each seat, and winners sit at the table."""
    if any(len(row) != game.players for row in rows):
        raise BadInputError("it has other seats than this game")
    if any(not 0 <= seat < game.players for seat in winners) or bool(winners) != is_over:
        raise BadInputError("somebody has won who does not play, or too soon")
