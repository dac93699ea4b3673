"""Chance that somebody fixes: what it cannot be is an error, leaves the play as it was and is not recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.runtime.faults import ChanceError
from rulelang.runtime.game import Game
from rulelang.source import Sources

RULES = """game x "X":
    players 2..2 named red, blue
enum Sort: ash, elm, fir
card Card, one of each:
    sort: Sort
zone deck: pile of Card, seen by nobody
zone found: Card
var seen: 0..12
setup:
    move all of Card to deck
action throw:
    do:
        roll dice = 2d6
        set seen to dice
        shuffle deck
action rest:
    do: set seen to 0
flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose throw or rest
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "x.rules"
    path.write_text(RULES, "utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    compiled = pipeline.compile_game(linked, None, {}, report)
    assert compiled is not None
    return compiled.load()


def test_a_name_that_no_chance_has_is_an_error(game: Game) -> None:
    with (
        pytest.raises(ChanceError, match="no chance is called nonsense; there is: dice"),
        game.chance.fix({"nonsense": [1]}),
    ):
        pass


@pytest.mark.parametrize("value", [1, 13, "seven", None, [3, 4]])
def test_what_is_never_rolled_is_an_error(game: Game, value: object) -> None:
    play = game.start(seed=1)
    before = play.key()
    with game.chance.fix({"dice": [value]}), pytest.raises(ChanceError, match="dice is never"):
        play.take("throw")
    assert (play.key(), play.answers) == (before, [])
    assert not game.chance.said


@pytest.mark.parametrize("value", [0, "ash", None, [0, 0], [7]])
def test_what_is_no_order_is_an_error(game: Game, value: object) -> None:
    play = game.start(seed=1)
    shuffle = next(name for name in game.description.chance if name != "dice")
    with game.chance.fix({shuffle: [value]}), pytest.raises(ChanceError, match="no order"):
        play.take("throw")
    assert not play.answers


def test_what_can_come_up_does_and_is_recorded(game: Game) -> None:
    play = game.start(seed=1)
    with game.chance.fix({"dice": [12]}):
        play.take("throw")
    assert ("dice", 12) in play.answers[-1].said
