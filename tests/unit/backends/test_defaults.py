"""What a parameter is that nobody gives: judged where the rule is taken, for whoever takes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.program.model import Program
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]
ProgramOf = Callable[..., Program]

GAME = """
game defaults:
    players 2
var place of Player: 0..99
action go({params}):
    require short: far < 50
    do: raise place of me by far
action send(q in others):
    do: q may go
flow:
    repeat each p in everyone:
        turn p: may go or send, repeatedly
win by points, else shared
"""


def test_me_in_a_default_is_who_takes_the_rule(game_of: GameOf) -> None:
    play = game_of(GAME.format(params="far: 0..99 = my place + 1")).start(seed=0)
    play.take("go")
    play.take("go")
    play.take("send", "p2")
    play.take("go")
    assert play.view(None)["vars"]["place"] == {"p1": 3, "p2": 1}


def test_a_default_cannot_read_another_parameter(program_of: ProgramOf) -> None:
    with pytest.raises(AssertionError, match="there is no name called `n`"):
        program_of(GAME.format(params="n in 1..3, far: 0..99 = n"))
