"""Tests of rules files that fix the order of a shuffle, look at the top of a place, count per player."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.test_command import command

GAME = """game w "W":
    players 2 named red, blue
card Card, 5
piece Shield, alike 3 per Player
board b: graph from "c.csv":
    cells Spot holds pile of Shield
zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner
setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 1 from deck to hand of p
action lay(s in Spot):
    limit 1 per game each me
    do: move 1 Shield from my supply to s on top
flow:
    repeat 2 times:
        each p in everyone:
            turn p: may lay
win by points, else shared
test "the order is written from the top":
    when shuffle_deck = [card_4, card_3, card_2, card_1, card_5]
    then that top(deck) = card_2; that bottom(deck) = card_5; hand of red: card_4; hand of blue: card_3
test "what is left out lies below":
    when shuffle_deck = [card_4, card_3]
    then hand of red: card_4; hand of blue: card_3
test "the top of a place by its name":
    when red lay("F3"); blue lay("F3")
    then that some s in Shield of blue where top("F3") = s
    then "F3": 1 Shield of red + 1 Shield of blue
test "a limit for each player":
    when red lay("F3"); blue lay("F1")
    then red lay("F1") refused by limit_game
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the game into an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("c.csv").write_text("spot,x,y\nF1,0,0\nF3,1,0\n", "utf-8")


def test_they_hold() -> None:
    Path("w.rules").write_text(GAME, "utf-8")
    done = CliRunner().invoke(command, ["w.rules"])
    assert done.output == "4 tests in 1 game passed\n"


def test_an_order_of_other_things_is_refused() -> None:
    Path("w.rules").write_text(GAME.replace("[card_4, card_3]", "[card_4, card_4]"), "utf-8")
    done = CliRunner().invoke(command, ["w.rules"])
    assert "is no order of what is shuffled" in done.output
