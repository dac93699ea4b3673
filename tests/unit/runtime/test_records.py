"""Records by name: what is offered twice is told apart."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.game import Game
from rulelang.runtime.records import replay

GameOf = Callable[..., Game]


def test_one_rule_offered_with_different_arguments_is_replayed_as_it_was(game_of: GameOf) -> None:
    game = game_of("""
game steps:
    players 2
var place: 0..20
action go(far: 1..9):
    do: raise place by far
flow:
    repeat each p in everyone until place > 6:
        turn p: choose go(1) or go(3)
win by points, else shared
""")
    play = game.start(seed=0)
    assert [option.name for option in play.options()] == ["go", "go#2"]
    for number in (1, 0, 1):
        play.choose(number)
    assert play.is_over
    assert replay(game, play.save()).key() == play.key()
