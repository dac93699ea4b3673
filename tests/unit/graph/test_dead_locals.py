"""What a rule will not read again is cleared before it waits."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]


def test_a_parameter_that_is_done_with_leaves_no_trace(game_of: GameOf) -> None:
    game = game_of("""
game traces:
    players 2
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 5
var lit: Flag
action act(n in 1..3, m in 1..3, k in 0..1):
    cost k * wood
    do:
        if n = 3: set lit to true
        choose g in Good
        if m = 3: gain 1 * g
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
""")
    keys = {}
    for n in (1, 2):
        for m in (1, 2):
            play = game.start(seed=0)
            play.take("act", n, m, 0)
            keys[n, m] = play.key()
    assert keys[1, 1] == keys[2, 1]
    assert keys[1, 1] != keys[1, 2]
