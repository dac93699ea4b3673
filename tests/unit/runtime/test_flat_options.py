"""Whole decisions as tuples: they end where the decision ends, also if the next one looks alike."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

GAME = """
game twice:
    players 2
card Card, 3
zone left of Player: Card
zone right of Player: Card
setup:
    move card_1 to left of p1
    move card_2 to right of p2
    move card_3 to right of p2
effect pick(x in my left if any, y in my right if any):
    if some x: move x to box
    if some y: move y to box
flow:
    each p in everyone:
        turn p: do pick
    each p in everyone:
        turn p: do pick
win by points, else shared
"""


def test_a_decision_does_not_go_on_in_the_next_one_of_the_same_rule(game_of: GameOf) -> None:
    play = game_of(GAME).start(seed=0)
    assert [option.name for option in play.options()] == ["card_1"]
    assert play.flat_options() == [(0,)]
    play.choose("card_1")
    assert play.player == 1
    assert play.decision is not None
    assert play.decision.pick == "y"
    assert play.flat_options() == [(1,), (2,)]
