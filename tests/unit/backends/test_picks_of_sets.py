"""Picks of subsets: constant domains, and values given by hand or by a caller."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

GAME = """
game subsets:
    players 2
board grid: squares 3 by 2:
    cells Cell
var near: set of Cell
var done: 0..9
action all_cells(s as 0..2 from Cell):
    do: set near to s
action near_cells(s as 1..2 from near):
    do: raise done by 1
flow:
    repeat each p in everyone until done >= 2:
        turn p: may all_cells or near_cells
win by points, else shared
"""


def test_a_subset_of_a_constant_set_can_be_offered(game_of: GameOf) -> None:
    play = game_of(GAME).start(seed=0)
    assert [option.name for option in play.options()] == ["all_cells", "done"]


def test_what_lies_outside_is_refused(game_of: GameOf) -> None:
    play = game_of(GAME).start(seed=0)
    first, second = "1,1", "2,1"
    play.take("all_cells", [first])
    assert play.why_not("near_cells", s=[first]) == []
    assert [refusal.name for refusal in play.why_not("near_cells", s=[second])] == ["in_s"]
