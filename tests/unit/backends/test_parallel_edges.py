"""Several edges between one pair of cells: names, relations, ways, trails, edits, pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli
from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]

CELLS = "city,x,y\nx,0,0\ny,1,0\nz,2,0\n"
LINES = (
    "a,b,length,colour,name\nx,y,4,red,\nx,y,2,blue,\ny,z,3,red,\ny,z,1,blue,ferry\nz,y,5,red,\n"
)

GAME = """
game net:
    players 2 named ann, bob
enum Colour: red, blue
piece Track, alike 4 per Player
board net: graph from "cells.csv":
    cells City
    edges Line holds one Track from "lines.csv":
        length: 1..9
        colour: Colour
define fare(a: City, b: City) = cheapest(a to b through l in Line costing l.length)
define by_red(a: City, b: City) = cheapest(a to b through l in Line costing l.length where l.colour = red)
define route(p: Player) = longest(e, f at v in all(e in Line where some Track of p on e))
define one_colour(p: Player) = longest(e, f at v in all(e in Line where some Track of p on e) where e.colour = f.colour)
action claim(l in Line where no Track on l):
    require stock: some Track on my supply
    do: move 1 Track from my supply to l
flow:
    repeat 2 times:
        each p in everyone:
            turn p: may claim
score cheap for p: fare("x", "z")
score red for p: by_red("x", "z")
score routes for p: 10 * route(p) + one_colour(p)
score near for p: 10 * size of beside("y") + size of edges("y")
win by points, else shared
test "each of them is an edge of its own":
    when ann claim("x-y_1")
    then bob claim("x-y_2") allowed; bob claim("x-y_1") refused by in_l; bob claim("ferry") allowed; bob claim("z-y") allowed
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "cells.csv").write_text(CELLS, "utf-8")
    (tmp_path / "lines.csv").write_text(LINES, "utf-8")
    found = tmp_path / "net.rules"
    found.write_text(GAME, "utf-8")
    return found


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    return done.exit_code, done.output


def points(play: Play, player: int) -> dict[str, int]:
    return {line.line: line.points for line in play.scores()[player]}


def test_every_edge_has_a_name(game_of: GameOf, path: Path) -> None:
    play = game_of(GAME).start(seed=1)
    play.choose("claim")
    names = [option.name for option in play.options()]
    assert names == ["x-y_1", "x-y_2", "y-z", "ferry", "z-y"]


def test_ways_and_trails_use_each_of_them(game_of: GameOf, path: Path) -> None:
    play = game_of(GAME).start(seed=1)
    play.take("claim", "x-y_1")
    play.take("claim", "ferry")
    play.take("claim", "x-y_2")
    play.choose("done")
    # 2 + 1 by any line, 4 + 3 by red ones; there and back is a trail of two, of one colour it is one line.
    assert points(play, 0) == {"cheap": 3, "red": 7, "routes": 21, "near": 25}
    assert points(play, 1) == {"cheap": 3, "red": 7, "routes": 11, "near": 25}


@pytest.mark.parametrize("seed", range(4))
def test_the_game_has_all_properties(seed: int, path: Path) -> None:
    bundled = build(Configuration(str(path), 2), link(str(path)))
    walk = Walk(seed, [seed * 7 + n for n in range(9)])
    for prop in properties.PROPERTIES:
        prop(bundled, walk)


def test_commands_take_it(path: Path) -> None:
    assert run("check", path) == (0, "")
    assert run("test", path)[0] == 0
    assert run("draw", path, "--steps", 6, "-o", path.with_suffix(".svg"))[0] == 0
    assert run("doc", path, "-o", path.with_suffix(".md"))[0] == 0


def test_two_edges_of_one_name_are_told(path: Path) -> None:
    path.with_name("lines.csv").write_text(LINES.replace("z,y,5,red,", "z,y,5,red,ferry"), "utf-8")
    code, said = run("check", path)
    assert code == 1
    assert "E806" in said


def test_edits_mean_one_of_them(path: Path) -> None:
    variant = path.with_name("quick.rules")
    variant.write_text(
        """
variant quick for net:
    change length of "x-y_2" to 1
    change length of ferry to 2
    remove "z-y" from Line
test "changed":
    then that "x-y_1".length = 4; that "x-y_2".length = 1; that fare("x", "z") = 3; that size of Line = 4
""",
        "utf-8",
    )
    assert run("test", path, "--with", variant)[0] == 0
