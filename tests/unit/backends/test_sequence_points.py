"""Awards and ends are judged at every sequence point, whoever changed what they read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

COUNTED = """
game counted:
    players 2
var rounds: 0..9
var other: 0..99
action act:
    do: set other to 1
flow:
    repeat each p in everyone:
        turn p:
            {before}
            may act
            {after}
end when rounds = 3, checked after each {period}
win by points, else shared
"""


@pytest.mark.parametrize(
    ("before", "after", "period", "answers"),
    [
        ("raise rounds by 1", "set other to 2", "action", 3),
        ("set other to 2", "raise rounds by 1", "action", 3),
        ("set other to 2", "raise rounds by 1", "turn", 3),
        ("if other < 50: raise rounds by 1", "set other to 2", "action", 3),
    ],
)
def test_an_end_sees_what_no_action_wrote(
    game_of: GameOf, before: str, after: str, period: str, answers: int
) -> None:
    game = game_of(COUNTED.format(before=before, after=after, period=period))
    play = game.start(seed=0)
    while not play.is_over and len(play.answers) < 10:
        play.choose(0)
    assert len(play.answers) == answers


def test_a_nested_action_closes_with_what_its_caller_wrote(game_of: GameOf) -> None:
    play = game_of("""
game nested:
    players 2
var done: 0..9
var left: 0..9
action inner:
    do: set left to 1
action outer:
    do:
        raise done by 1
        may inner
        set left to 2
flow:
    repeat each p in everyone:
        turn p: may outer
end when done = 1, checked after each action
win by points, else shared
""").start(seed=0)
    play.choose(0)
    play.choose(0)
    assert play.is_over
    assert play.view(0)["vars"]["left"] == 1


def test_an_end_that_holds_from_the_start_ends_the_first_turn(game_of: GameOf) -> None:
    play = game_of("""
game empty:
    players 2
var done: 0..9
action act:
    do: set done to 1
flow:
    repeat each p in everyone:
        turn p: may act
end when done = 0, checked after each action
win by points, else shared
""").start(seed=0)
    assert play.is_over
