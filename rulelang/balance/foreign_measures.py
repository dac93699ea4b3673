"""Measured games from a file: in goes plain data, out comes an error if no game can have been so."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulelang.files import BadInputError
from rulelang.foreign_data import Data, Plain, read_as
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table
from rulelang.simulate.foreign_results import check_seats


@frozen(kw_only=True)
class Measured:
    """What `measure` returns."""

    is_over: bool
    status: str
    said: str
    seed: int
    turns: int
    decisions: int
    scores: list[int]
    winners: list[int]
    spread: int
    margin: int
    lead_changes: int
    actions: dict[str, int]
    gained: dict[str, int]
    offered: list[str]
    chosen: list[str]
    choices: dict[str, list[Plain]]


def check_result(games: Sequence[Game], options: Data, number: int, result: Data) -> None:
    """Raise BadInputError if this is no result of `play_item`."""
    sides = read_as(result, list[Measured])
    if len(sides) != len(games):
        raise BadInputError("it has other sides than this comparison")
    for game, side in zip(games, sides, strict=True):
        rows: list[Sequence[object]] = [side.scores, *side.choices.values()]
        check_seats(game, rows, side.winners, is_over=side.is_over)
        if list(side.actions) != action_table(game).names:
            raise BadInputError("it has other actions than this game")
