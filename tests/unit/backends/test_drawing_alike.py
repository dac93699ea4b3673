"""Several alike things drawn from a pile at once: always the topmost that is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Conforms = Callable[..., None]

GAME = """
game gifts:
    players 2
token Gift, alike from "gifts.csv":
    worth: 1..3
zone sack: pile of Gift
zone heap of Player: Gift
action open(n in 1..2):
    require left: size of sack >= n else "too few are left"
    do: draw n from sack to my heap
setup:
    move all of Gift to sack
    shuffle sack
    each p in everyone: draw 3 from sack to heap of p
flow:
    repeat each p in clockwise from first(p in everyone) until no sack:
        turn p: choose open
score worth for p: total(g.worth for g in heap of p)
"""


def test_draws_go_down_the_pile(conforms: Conforms, tmp_path: Path) -> None:
    (tmp_path / "gifts.csv").write_text("gift,count,worth\na,5,1\nb,4,2\nc,4,3\n", encoding="utf-8")
    conforms(GAME)
