"""Graph questions: parts, connection, distance, routes over edges, ranks and links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.runtime.game import Game

GameOf = Callable[..., Game]

#    a - b - c     f - g       (roads, with tolls);  a > c > f are ferries, one way
CELLS = "cell,town\na,west\nb,west\nc,north\nd,north\ne,east\nf,east\ng,east\n"
ROADS = "a,b,toll\na,b,2\nb,c,1\nc,d,3\na,d,9\nf,g,1\n"
FERRIES = "from,to\na,c\nc,f\n"

GAME = """
game ways:
    players 2
piece Hut, alike 4 per Player
board land: graph from "cells.csv":
    cells Cell holds one Hut:
        town: Town
    places Town holds Hut
    edges Road from "roads.csv":
        toll: 0..9
    link ferry: Cell to Cell from "ferries.csv", one_way
define huts(p: Player) = all(c in Cell where some Hut of p on c)
define by_road(a: Cell, b: Cell) = some r in Road where a in cells(r) and b in cells(r) and a != b
define villages(p: Player) = groups(a, b in huts(p) where by_road(a, b))
define largest(p: Player) = most(size of v for v in villages(p))
define many(p: Player) = count(v in villages(p))
define big(p: Player) = count(v in villages(p) where size of v > 1)
define is_whole(p: Player) = connected(huts(p), ferry)
define toll(a: Cell, b: Cell) = cheapest(a to b through r in Road costing r.toll)
define toll_past(a: Cell, b: Cell) = cheapest(a to b through r in Road costing r.toll where r.toll != 3)
define nearest(p: Player, b: Cell) = cheapest(huts(p) to b through r in Road costing 1)
define crossing(a: Cell, b: Cell) = distance(a, b, ferry)
define standing(p: Player) = rank_of(p, everyone, largest)
define seen_from(c: Cell) = path({c} to all(d in Cell where d.town = "east") through x in Cell where no Hut on x, length 0..1)
action build(c in Cell where no Hut on c):
    require stock: some Hut on my supply else "no hut left"
    require reach: no huts(me) or nearest(me, c) <= 2 and nearest(me, c) >= 0 else "too far"
    do: move 1 Hut from my supply to c
action sail(a in huts(me), b in ferry(a) where no Hut on b):
    do: move all of (Hut on a) to b
flow:
    repeat 6 times:
        each p in everyone:
            turn p: may build or sail
score village for p: 10 * largest(p) + many(p) + big(p) + (if is_whole(p) then 100 else 0)
score ranked for p: standing(p) + total(toll("a", c) + toll_past(c, "d") + crossing("a", c) for c in huts(p))
score view for p: count(c in huts(p) where seen_from(c))
win by points, else shared
"""


@pytest.fixture
def game(game_of: GameOf, tmp_path: Path) -> Game:
    """Return the game."""
    store(tmp_path)
    return game_of(GAME)


def store(folder: Path) -> None:
    """Write the tables."""
    (folder / "cells.csv").write_text(CELLS, encoding="utf-8")
    (folder / "roads.csv").write_text(ROADS, encoding="utf-8")
    (folder / "ferries.csv").write_text(FERRIES, encoding="utf-8")


def test_ways_on_the_empty_map(game: Game) -> None:
    s = game.start(seed=0).state
    place = {name: n for n, name in enumerate(game.description.places)}
    a, b, c, d, f = (place[name] for name in "abcdf")
    toll, past, crossing = (game.define(name) for name in ("toll", "toll_past", "crossing"))
    assert [toll(s, a, x) for x in (a, b, c, d, f)] == [0, 2, 3, 6, -1]
    assert [past(s, a, x) for x in (c, d)] == [3, 9]
    assert [crossing(s, a, x) for x in (a, b, c, f)] == [0, -1, 1, 2]
    assert crossing(s, c, a) == -1
    assert game.define("largest")(s, 0) == game.define("many")(s, 0) == 0
    assert game.define("is_whole")(s, 0)


def test_groups_grow_and_join(game: Game) -> None:
    play = game.start(seed=0)
    for where in ("a", None, "c", None):
        play.take("done") if where is None else play.take("build", where)
    s = play.state
    assert [game.define(n)(s, 0) for n in ("largest", "many", "big")] == [1, 2, 0]
    play.take("build", "b")
    assert [game.define(n)(play.state, 0) for n in ("largest", "many", "big")] == [3, 1, 1]
    assert not game.define("is_whole")(play.state, 0)
    assert [game.define("standing")(play.state, p) for p in (0, 1)] == [1, 2]


def test_the_second_engine_agrees(conforms: Callable[..., None], tmp_path: Path) -> None:
    store(tmp_path)
    conforms(GAME)
