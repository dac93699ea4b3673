"""Costs: an unlimited account pays anything, and nobody pays what two lines owe twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import NotOfferedError
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


def test_one_player_under_two_names_owes_both(game_of: GameOf) -> None:
    costs = "cost 2 wood from hand of me to bank\n    cost 1 wood from hand of active to bank"
    play = game_of(GAME.format(costs=costs)).start(seed=0)
    assert [option.name for option in play.options()] == ["done"]
    with pytest.raises(NotOfferedError):
        play.take("act", 0)
    assert play.view(0)["accounts"]["hand"]["p1"] == {"wood": 2, "ore": 2}


def test_two_players_owe_their_own(game_of: GameOf) -> None:
    costs = "cost 2 wood from hand of me to bank\n    cost 1 wood from hand of p2 to bank"
    play = game_of(GAME.format(costs=costs)).start(seed=0)
    play.take("act", 0)
    assert play.view(0)["accounts"]["hand"]["p2"] == {"wood": 1, "ore": 2}


def test_one_player_under_two_names_owes_both_by_exchanges_too(game_of: GameOf) -> None:
    exchange = "exchange swap, only to pay:\n    pay 1 ore\n    gain 1 wood\n"
    costs = "cost 2 wood from hand of me to bank\n    cost {} wood from hand of active to bank"
    texts = [
        GAME.format(costs=costs.format(n)).replace("action act", f"{exchange}action act")
        for n in (2, 3)
    ]
    offered = [[o.name for o in game_of(text).start(seed=0).options()] for text in texts]
    assert offered == [["act", "done"], ["done"]]
