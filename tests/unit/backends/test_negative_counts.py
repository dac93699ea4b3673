"""Fewer than no things cannot be moved or drawn: a fault, never a move backwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

GAME = """
game fewer:
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 2
token Gem, alike 5
card Card, one of each:
    rank: 1..3
zone chest of Player: Gem
zone pile_up: pile of Gem
zone deck: pile of Card
zone fan: Card
var less: 0..9 = 1
action act:
    do: {stmt}
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
"""


@pytest.mark.parametrize(
    "stmt",
    [
        "move (0 - less) * Gem from box to my chest",
        "move (0 - 3) * Gem from box to my chest",
        "move (0 - less) * Gem from box to pile_up",
        "draw 0 - less from deck to fan",
        "draw 0 - less at random from fan to box",
        "draw 0 - less at random from bank to my hand",
        "gain (0 - less) * wood",
    ],
)
def test_fewer_than_none_is_a_fault(game_of: GameOf, stmt: str) -> None:
    play = game_of(GAME.format(stmt=stmt)).start(seed=0)
    before = play.key()
    with pytest.raises(Fault, match="R902"):
        play.choose("act")
    assert play.key() == before
