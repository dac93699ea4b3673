"""A cap holds however an amount arrives: paid, claimed or drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

GAME = """
game capped:
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 2, at most 3{lost}
action claims:
    do:
        collect from bank:
            each p in everyone: claim 4 wood for p
        short: left
action draws:
    do: draw 8 at random from bank to hand of p1
action pays:
    do: gain 4 wood
flow:
    repeat each p in everyone:
        turn p: may claims or draws or pays
win by points, else shared
"""


@pytest.mark.parametrize("action", ["claims", "draws", "pays"])
def test_too_much_is_a_fault(game_of: GameOf, action: str) -> None:
    play = game_of(GAME.format(lost="")).start(seed=0)
    with pytest.raises(Fault, match="R902"):
        play.choose(action)


@pytest.mark.parametrize("action", ["claims", "draws", "pays"])
def test_what_does_not_fit_goes_home(game_of: GameOf, action: str) -> None:
    play = game_of(GAME.format(lost=" else lost")).start(seed=0)
    play.choose(action)
    accounts = play.view(None)["accounts"]
    assert max(accounts["hand"]["p1"].values()) == 3
    total = accounts["bank"]["wood"] + sum(hand["wood"] for hand in accounts["hand"].values())
    assert total == 13
