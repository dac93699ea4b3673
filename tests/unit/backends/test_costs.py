"""Costs: an unlimited account pays anything, and nobody pays what two lines owe twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

GAME = """
game costs:
    players 2
enum Good: wood, ore
account bank: Good, unlimited
account hand of Player: Good, start 2
action act(n in 0..1):
    {costs}
    do: gain 1 ore
flow:
    repeat each p in everyone:
        turn p: may act, repeatedly
win by points, else shared
"""


def test_an_unlimited_account_can_always_pay(game_of: GameOf) -> None:
    play = game_of(GAME.format(costs="cost n * ore from bank to my hand")).start(seed=0)
    for n in (1, 0, 1, 0):
        play.take("act", n)
    assert play.view(0)["accounts"]["bank"]["ore"] == -6


def test_one_player_under_two_names_does_not_go_below_zero(game_of: GameOf) -> None:
    costs = "cost 2 wood from hand of me to bank\n    cost 1 wood from hand of active to bank"
    play = game_of(GAME.format(costs=costs)).start(seed=0)
    with pytest.raises(Fault, match="R905"):
        play.take("act", 0)
    assert play.view(0)["accounts"]["hand"]["p1"] == {"wood": 2, "ore": 2}
