"""Alike pieces that meet a condition are moved from where they lie, and only those."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.program.model import Program
from rulelang.runtime.game import Game
from rulelang.runtime.totals import problems, totals

GameOf = Callable[..., Game]
ProgramOf = Callable[..., Program]

GAME = """
game sweeping:
    players 2
piece Mark, alike 4 per Player
board grid: squares 2 by 1:
    cells Cell holds {holds}Mark
define marks(c: Cell) = Mark on c
action put(q in everyone, c in Cell):
    do: move 1 Mark from supply of q to c
action sweep(c in Cell):
    do: {sweep}
flow:
    repeat each p in everyone:
        turn p: may put or sweep, repeatedly
win by points, else shared
"""


@pytest.mark.parametrize("holds", ["", "pile of "])
@pytest.mark.parametrize(
    ("sweep", "left"),
    [
        ("move all of (Mark of me on c) to my supply", ["p2_mark", "p2_mark"]),
        ("move all(m in Mark on c where owner_of(m) != me) to supply of p2", ["p1_mark"]),
        (
            "move all(m in Mark on Cell with most 1 where owner_of(m) = me) to my supply",
            ["p2_mark"] * 2,
        ),
    ],
)
def test_only_what_meets_the_condition_goes(
    game_of: GameOf, holds: str, sweep: str, left: list[str]
) -> None:
    game = game_of(GAME.format(holds=holds, sweep=sweep))
    play = game.start(seed=0)
    before = totals(game.layout, play.state)
    for player in ("p1", "p2", "p2"):
        play.take("put", player, "1,1")
    play.take("sweep", "1,1")
    assert play.view(None)["places"]["1,1"] == left
    assert totals(game.layout, play.state) == before
    assert problems(game.layout, play.state) == []


@pytest.mark.parametrize(
    "sweep", ["move all of marks(c) to my supply", "move all of (Mark) to box"]
)
def test_a_set_that_does_not_say_where_its_pieces_lie_is_an_error(
    program_of: ProgramOf, sweep: str
) -> None:
    text = GAME.format(holds="", sweep=sweep)
    if "marks(c)" in sweep:
        with pytest.raises(AssertionError, match="cannot be told from another"):
            program_of(text)
    else:
        program_of(text)
