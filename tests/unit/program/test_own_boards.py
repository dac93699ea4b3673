"""Fixed boards that everybody has one of: squares, hexes, graphs; names, owners, relations, fields, links."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli
from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk
from rulelang.loading import load_game
from rulelang.runtime.play import Play
from rulelang.tui.board import draw_boards
from rulelang.tui.short_names import TerminalWords

HEAD = """
game own "Own":
    players 2..3 named ann "Ann" ru "Аня", bob "Bob" ru "Боря", cid "Cid" ru "Сид"
enum Ground "ground": wood "wood", water "water"
piece Tree "tree", alike 4 per Player
piece Wall "wall", alike 4 per Player
card Hut "hut", 2
"""

RULES = """
var height "height" of Plot: 0..9
account store "store" of Plot: Ground, start 1
define mine(p: Player) = all(c in Plot of p where some Tree of p on c)
action plant(c in my farm where no Tree on c and no Hut on c) "Plant":
    require stock: some Tree on my supply
    do:
        move 1 Tree from my supply to c
        raise height of c by 1
action fence(e in Hedge of me where no Wall on e) "Fence":
    require stock: some Wall on my supply
    do: move 1 Wall from my supply to e
action visit(c in Plot where owner_of(c) != me and no Tree on c and no Hut on c, h in Hut on box) "Visit":
    do: move h to c
action carry(c in my farm where wood in store of c, d in beside(c)) "Carry":
    do: pay 1 wood from store of c to store of d
flow:
    repeat 4 times:
        each p in everyone:
            turn p: may plant or fence or visit or carry
score trees for p: size of mine(p) + most(size of g for g in groups(a, b in mine(p) where b in beside(a)))
score near for p: count(c in farm of p where some d in beside(c) where some Tree on d) + total(height of c for c in farm of p)
score far for p: count(c in farm of p where (some d in farm of p where distance(c, d) < 0) or owner_of(c) != p)
win by points, else shared
"""

SQUARES = """
board farm "farm" ru "ферма" of Player: squares from "cells.csv" by players:
    cells Plot "plot" holds one Tree or Hut:
        ground: Ground
        field: Field
        near: set of Plot
    edges Hedge "hedge" holds one Wall from "walls.csv":
        tall: 0..3 = 0
    corners Post
    places Field "field" holds Tree
    link tunnel: Plot from "tunnels.csv"
score walls for p: longest(e, f at v in all(e in Hedge of p where some Wall of p on e)) + total(e.tall for e in Hedge of p)
score reach for p: count(c in farm of p where some tunnel(c)) + total(size of c.near for c in farm of p) + size of Field of p + size of Post of p
test "names, owners and neighbours":
    with players = 2
    given "ann 1,1": 1 Tree of ann
    at turn of ann
    then ann plant("ann 1,1") refused by in_c; ann plant("bob 1,1") refused by in_c; ann plant("ann 2,1") allowed
    then ann visit("bob 1,1", hut_1) allowed; ann visit("ann 2,1", hut_1) refused by in_c
    then that owner_of("bob 2,2") = bob; that "bob 1,1".field = "bob west"; that size of beside("ann 1,1") = 2
    then that "ann 2,1" in "ann 1,1".near; that tunnel("bob 1,1") = {"bob 2,2"}; that "bob 1:1:N".tall = 2
    then that size of Plot of bob = 4; that distance("ann 1,1", "bob 1,1") = -1; that size of edges("ann 1,1") = 4
"""

TABLES = {
    "cells.csv": 'players,x,y,ground,field,near\n2 3,1,1,wood,west,"2,1|1,2"\n2 3,2,1,water,west,"1,1"\n'
    '2 3,1,2,wood,east,\n2 3,2,2,water,east,"1,2"\n3,3,1,wood,east,\n',
    "walls.csv": "name,tall\n1:1:N,2\n",
    "tunnels.csv": 'from,to\n"1,1","2,2"\n',
    "hexes.csv": "q,r,ground\n0,0,wood\n1,0,water\n0,1,wood\n",
    "towns.csv": "town,x,y,ground,name_en,name_ru\nhome,0,0,wood,home,дом\nmill,1,0,water,,\nlake,2,0,water,,\n",
    "roads.csv": "a,b,tall\nhome,mill,1\nhome,mill,2\nmill,lake,3\n",
}

HEXES = """
board farm "farm" of Player: hexes from "hexes.csv":
    cells Plot "plot" holds one Tree or Hut:
        ground: Ground
    edges Hedge "hedge" holds one Wall
    corners Post "post"
score walls for p: longest(e, f at v in all(e in Hedge of p where some Wall of p on e)) + most(size of around(v) for v in Post of p)
"""

GRAPH = """
board farm "farm" of Player: graph from "towns.csv":
    cells Plot "plot" holds one Tree or Hut:
        ground: Ground
    edges Hedge "hedge" holds one Wall from "roads.csv":
        tall: 0..3
score walls for p: total(e.tall for e in Hedge of p where some Wall on e) + cheapest(one(c in farm of p where c.ground = wood) to all(c in farm of p where size of beside(c) = 1 and c.ground = water) through e in Hedge costing e.tall)
test "edges of one's own":
    at turn of ann
    when ann fence("ann home-mill_2")
    then bob fence("bob home-mill_2") allowed; bob fence("ann home-mill_1") refused by in_e; that cells("bob mill-lake") = {"bob mill", "bob lake"}
"""

GRIDS = {"squares": SQUARES, "hexes": HEXES, "graph": GRAPH}


@pytest.fixture(params=GRIDS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, text in TABLES.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = tmp_path / "own.rules"
    found.write_text(HEAD + GRIDS[request.param] + RULES, "utf-8")
    return found


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    return done.exit_code, done.output


def random_play(path: Path, players: int, seed: int) -> Play:
    play = load_game(path, players=players).start(seed=seed)
    number = seed
    while not play.is_over:
        options = play.options()
        number = number * 7 + 3
        play.choose(options[number % len(options)])
    return play


def test_every_command_takes_it(path: Path) -> None:
    assert run("check", path) == (0, "")
    assert run("test", path)[0] == 0
    assert run("draw", path, "--steps", 9, "-o", path.with_suffix(".svg"))[0] == 0
    assert run("doc", path, "--lang", "en,ru", "-o", path.with_suffix(".md"))[0] == 0
    assert run("sim", path, "-n", 2, "--players", 3)[0] == 0
    formatted = path.read_text("utf-8")
    assert run("fmt", path)[0] == 0
    assert "board farm" in formatted
    assert run("check", path) == (0, "")


@pytest.mark.parametrize("seed", range(3))
def test_it_has_all_properties(path: Path, seed: int) -> None:
    bundled = build(Configuration(str(path), 2), link(str(path)))
    walk = Walk(seed, [seed * 7 + n * 3 for n in range(12)])
    for prop in properties.PROPERTIES:
        prop(bundled, walk)


@pytest.mark.parametrize("players", [2, 3])
def test_each_player_has_a_board_with_places_of_its_own(path: Path, players: int) -> None:
    game = load_game(path, players=players)
    plots = game.description.family("Plot")
    names = game.names.all("places")[plots.first : plots.first + plots.size]
    assert len(set(game.names.all("places"))) == len(game.names.all("places"))
    each = len(names) // players
    for seat, player in enumerate(game.player_names):
        own = names[seat * each : (seat + 1) * each]
        assert all(name.startswith(f"{player} ") for name in own)
    play = random_play(path, players, seed=5)
    lying = play.view(0)["places"]
    assert any(lying[name] for name in names)


def test_relations_stay_on_one_board(path: Path) -> None:
    game = load_game(path, players=3)
    plots = game.description.family("Plot")
    each = plots.size // 3
    program = build(Configuration(str(path), 3), link(str(path))).program
    for name, rows in program.tables:
        if name.startswith(("beside:Plot", "around:Plot", "tunnel:Plot")):
            for place in range(plots.first, plots.first + plots.size):
                row = rows[place]
                assert isinstance(row, tuple)
                owner = (place - plots.first) // each
                assert all((other - plots.first) // each == owner for other in row)


def test_boards_in_the_terminal_say_whose_they_are(path: Path) -> None:
    game = load_game(path, players=2)
    lines = draw_boards(TerminalWords(game, "en", colour=False), game.start(seed=1).view(0), {})
    assert [line for line in lines if "farm" in line] == ["Ann: farm", "Bob: farm"]


def test_texts_speak_of_the_cells_of_somebodys_board(path: Path) -> None:
    page = path.with_suffix(".md")
    assert run("doc", path, "--lang", "en", "-o", page)[0] == 0
    text = page.read_text("utf-8")
    assert "Choose one of your plots" in text
    assert "Each player has one." in text


def test_a_board_of_everybody_needs_an_owner_where_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    board = 'board farm "farm" of Player: squares 2 by 2:\n    cells Plot\n'
    for rule, code in (
        ("score a for p: size of farm", "E204"),
        ("score a for p: size of Plot of q", "E203"),
        ("score a for p: size of farm of 3", "E301"),
    ):
        flow = "flow:\n    each p in everyone:\n        turn p: choose n in 1..2\n"
        path.write_text(f"game own:\n    players 2\n{board}{flow}{rule}\n", "utf-8")
        exit_code, said = run("check", path)
        assert exit_code == 1
        assert code in said, said
    path.write_text(f"game own:\n    players 2\n{board.replace('Player', 'Nobody')}", "utf-8")
    exit_code, said = run("check", path)
    assert exit_code == 1
    assert "Nobody" in said
