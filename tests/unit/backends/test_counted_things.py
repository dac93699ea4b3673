"""What lies somewhere is counted piece by piece wherever it can be walked, by both engines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.game import Game

Conforms = Callable[..., None]
GameOf = Callable[..., Game]

GAME = """
game counting:
    players 2
token Gem, alike 6
token Coin, alike 6
group Treasure: Gem, Coin
piece Mark, alike 5 per Player
zone chest of Player: Treasure
board map: squares 2 by 1:
    cells Cell holds Mark
define mine(p: Player) = chest of p
define gems(p: Player) = all(t in mine(p) where t = gem)
define marks(p: Player) = Mark of p on Cell
var seen: 0..99
setup:
    move 3 Gem from box to chest of p1
    move 2 Coin from box to chest of p1
    move 2 Mark from supply of p1 to "1,1"
    move 1 Mark from supply of p1 to "2,1"
    move 1 Mark from supply of p2 to "2,1"
action look:
    do:
        {body}
score things for p: {value}
flow:
    each p in everyone:
        turn p: may look
win by points, else shared
"""


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("size of chest of p", 5),
        ("size of mine(p)", 5),
        ("size of gems(p)", 3),
        ("count(t in gems(p))", 3),
        ("count(t in mine(p) where t = coin)", 2),
        ("total(2 for t in gems(p))", 6),
        ("size of all(t in mine(p) with most 1)", 5),
        ("size of all(t in mine(p) with most (if t = gem then 1 else 0))", 3),
        ("size of (mine(p) except {coin})", 3),
        ("size of (chest of p except coin)", 3),
        ("count(m in marks(p))", 3),
        ("count(m in Mark of p on Cell)", 3),
        ('count(m in Mark on "2,1")', 2),
        ("total(count(m in Mark of p on c) for c in Cell)", 3),
        ("(supposing move 1 Gem from box to chest of p: size of gems(p))", 4),
    ],
)
def test_pieces_are_counted(game_of: GameOf, conforms: Conforms, value: str, wanted: int) -> None:
    text = GAME.format(value=value, body="set seen to 1")
    play = game_of(text).start(seed=0)
    assert play.totals()[0] == wanted
    conforms(text)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("each t in my chest: raise seen by 1", 5),
        ("each t in gems(me): raise seen by 1", 3),
        ("repeat size of gems(me) times: raise seen by 1", 3),
        ("each p in majority(Mark on Cell): raise seen by 1", 1),
    ],
)
def test_every_piece_is_gone_through(
    game_of: GameOf, conforms: Conforms, body: str, wanted: int
) -> None:
    text = GAME.format(value="seen", body=body)
    play = game_of(text).start(seed=0)
    play.take("look")
    assert play.totals()[0] == wanted
    conforms(text)


def test_each_piece_is_as_likely_as_any_other(game_of: GameOf) -> None:
    text = GAME.format(value="seen", body="roll t = my chest").replace(
        "roll t = my chest", "roll t = my chest\n        if t = gem: set seen to 1"
    )
    game = game_of(text)
    rolled = 0
    for seed in range(400):
        play = game.start(seed=seed)
        play.take("look")
        rolled += play.totals()[0]
    assert 200 < rolled < 280  # three of five are gems; by faces it would be every second
