"""Cheap tests stand before the call that looks ahead; each keeps its brackets."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]


def test_an_or_among_requirements_binds_only_its_own_parts(game_of: GameOf) -> None:
    play = game_of("""
game brackets:
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good
var a: 0..9
var b: 0..9
action act(n in 1..3):
    require either: a = 0 or b = 0
    cost 3 wood
    do: set a to n
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
""").start(seed=0)
    assert [option.name for option in play.options()] == ["done"]
