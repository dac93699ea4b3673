"""Equal positions are equal bytes: decisions by hand, in different orders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.conformance.configurations import Configuration, load
from rulelang.runtime.play import Play

ROOT = Path(__file__).parents[2]


def start(game: str, players: int) -> Play:
    return load(Configuration(os.path.relpath(ROOT / game), players)).game.start(seed=1)


@pytest.mark.parametrize(
    ("game", "action", "orders"),
    [
        ("benchmarks/games/tic_tac_toe.rules", "place", [(0, 4, 8), (8, 4, 0)]),
        ("benchmarks/games/tic_tac_toe.rules", "place", [(0, 4, 2, 5), (2, 5, 0, 4)]),
        ("benchmarks/games/connect_four.rules", "drop", [(0, 1, 2), (2, 1, 0)]),
    ],
)
def test_moves_that_change_places(game: str, action: str, orders: list[tuple[int, ...]]) -> None:
    keys = set()
    for order in orders:
        play = start(game, 2)
        cells = [option.name for option in play.options()]
        for number in order:
            play.take(action, cells[number])
        keys.add(play.key())
    assert len(keys) == 1


def test_taking_back_and_taking_again() -> None:
    play = start("games/clans_glory.rules", 2)
    before = play.key()
    card = play.options()[0]
    play.choose(card)
    first = [play.options()[0].name, play.key()]
    assert play.undo()
    assert play.key() == before
    play.choose(card)
    assert [play.options()[0].name, play.key()] == first
