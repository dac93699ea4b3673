"""Tracks of several owners: each begins where its own rows say, whatever the others do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulelang.loading import load_game

GAME = """game market:
    players 2
enum Good: wool, milk
track price of Good from "market.csv", stops at ends
action trade(g in Good):
    do: raise price of g by 1
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose trade
score spread for p: price of wool - price of milk
win by points, else shared
"""
STEPS = "good,step,value,start\nwool,1,3,0\nwool,2,5,1\nwool,3,6,0\nmilk,1,7,1\nmilk,2,9,0\nmilk,3,9,0\n"


def test_each_track_begins_on_its_marked_step(
    tmp_path: Path, conforms: Callable[..., None]
) -> None:
    (tmp_path / "market.csv").write_text(STEPS, "utf-8")
    conforms(GAME, walks=2)
    game = load_game(tmp_path / "judged.rules")
    assert game.start(seed=1).view(None)["vars"]["price"] == {"wool": 2, "milk": 1}
