"""Boards as pictures: well-formed, the same every time, with pieces and without secrets."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.draw_command import command
from rulelang.loading import load_game
from rulelang.render.emblems import EMBLEMS, draw_emblem
from rulelang.render.look import Look, LookRow, read_look
from rulelang.render.svg import Sheet
from rulelang.tui.saving import Recipe, Saved, write_saved

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(__file__).parents[3] / "games"
SQUARES = """game squares:
    players 2 named red, ann
enum Ground: grass, sand
piece Man "man", alike 4 per Player
piece Fort "fort", alike 4 per Player
board grid: squares from "cells.csv":
    cells Cell holds Man, one Fort:
        ground: Ground
    edges Side holds one Fort
action put(c in Cell) "Put":
    do: move 1 Man from my supply to c
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose put
score men for p: 4 - count(m in Man on supply of p)
win by points, else shared
"""


def draw(*args: object) -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args])


def elements(text: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(SVG + name))


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in elements(drawing, "text")]


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    (tmp_path / "cells.csv").write_text("x,y,ground\n1,1,grass\n2,1,sand\n", "utf-8")
    path = tmp_path / "squares.rules"
    path.write_text(SQUARES, "utf-8")
    return path


def test_squares_show_their_ground_and_their_pieces(squares: Path) -> None:
    folder = squares.with_suffix("")
    folder.mkdir()
    (folder / "look.csv").write_text("name,colour,shape\nsand,#e3d3a3,\nMan,,person\n", "utf-8")
    done = draw(squares, "--steps", 4)
    assert done.exit_code == 0, done.output
    fills = [element.get("fill") for element in elements(done.stdout, "polygon")]
    assert "#e3d3a3" in fills
    assert "man" in texts(done.stdout)
    assert any(e.get("fill") == "#c8312b" for e in elements(done.stdout, "path"))


@pytest.mark.parametrize("game", ["catan", "clans_glory"])
def test_bundled_games_are_drawn_the_same_every_time(game: str) -> None:
    first, second = (draw(game, "--steps", 60, "--seed", 5, "--lang", "ru") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.stdout == second.stdout
    assert elements(first.stdout, "text")


def test_every_hex_edge_piece_and_harbour_is_drawn() -> None:
    done = draw("catan", "--seed", 1)
    bars = [e for e in elements(done.stdout, "line") if e.get("stroke-width") == "6.5"]
    assert len(bars) == 8
    assert len(elements(done.stdout, "polygon")) == 2 * 19
    ties = [e for e in elements(done.stdout, "line") if e.get("stroke-dasharray")]
    assert len(ties) == 2 * 9


def test_only_what_all_see_is_drawn_unless_a_player_is_named() -> None:
    public = texts(draw("clans_glory", "--seed", 1).stdout)
    own = texts(draw("clans_glory", "--seed", 1, "--as", "red").stdout)
    assert "hand: 8" in public
    assert any(re.match(r"hand: [a-z]+ \d,", text) for text in own)
    assert not any(re.match(r"hand: [a-z]+ \d,", text) for text in public)


def test_cards_without_a_label_are_called_by_what_is_printed_on_them() -> None:
    for language in ("en", "ru"):
        said = texts(draw("clans_glory", "--steps", 30, "--as", "red", "--lang", language).stdout)
        assert not [text for text in said if re.search(r"\bc\d", text)]
    assert "розовый" in said


def test_a_saved_game_is_drawn_as_it_was(tmp_path: Path, squares: Path) -> None:
    game = load_game(squares)
    play = game.start(seed=1)
    play.choose("1,1")
    saved, out = tmp_path / "saved.json", tmp_path / "out.svg"
    write_saved(saved, Saved(Recipe(str(squares), 2, {}, ()), ["", ""], play.save()))
    assert draw(saved, "-o", out).exit_code == 0
    assert "supply: 3 man, 4 fort" in texts(out.read_text("utf-8"))
    assert "supply: 3 man, 4 fort" not in texts(draw(saved, "--steps", 0).stdout)


def test_wrong_usage_is_said(tmp_path: Path, squares: Path) -> None:
    (tmp_path / "no.json").write_text("{}", "utf-8")
    assert "it is no saved game: `version` is missing" in draw(tmp_path / "no.json").output
    assert "there is no player `bob`" in draw(squares, "--as", "bob").output
    assert draw("nothing").exit_code == 2


def test_players_have_colours_of_their_own(squares: Path) -> None:
    look = Look(load_game(squares))
    assert look.players[0] == "#c8312b"
    assert look.players[1] != look.players[0]


def test_a_look_is_read_from_beside_the_rules() -> None:
    assert read_look(GAMES / "clans_glory")["Shield"] == LookRow(shape="shield")
    assert read_look(GAMES / "nothing") == {}


@pytest.mark.parametrize(
    "game", ["caledonia", "carcassonne_hg", "catan", "clans_glory", "glenmore"]
)
def test_letters_of_pictures_are_in_every_font(game: str) -> None:
    drawing = draw(game, "--steps", 40, "--seed", 3, "--lang", "ru").stdout
    assert not [text for text in texts(drawing) if any(ord(letter) > 0xFFFF for letter in text)]
    for entry in read_look(GAMES / game).values():
        assert all(ord(letter) <= 0xFFFF for letter in entry.sign)


def test_every_emblem_of_a_look_is_drawn_and_explained() -> None:
    drawing = draw("carcassonne_hg", "--steps", 120, "--seed", 5).stdout
    shown = [e for e in elements(drawing, "g") if "scale" in (e.get("transform") or "")]
    assert len(shown) > 20
    assert all(e.findall(SVG + "path") for e in shown)
    assert {"deer", "fish", "volcano"} <= set(texts(drawing))


@pytest.mark.parametrize("name", EMBLEMS)
def test_emblems_keep_within_their_square(name: str) -> None:
    sheet = Sheet()
    draw_emblem(sheet, name, (0, 0), 10, "#123456")
    assert [abs(side) for side in sheet.box] == [10] * 4
    assert "#123456" in sheet.to_svg()
    for layer in EMBLEMS[name].layers:
        points = re.sub(r"a[^A-Z]*", "", layer.path)  # arcs of dots are told by how far they go
        assert all(abs(float(number)) <= 1 for number in re.findall(r"-?\d*\.?\d+", points))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_is_printed_on_cards_of_a_board_can_be_read(language: str) -> None:
    drawing = draw("caledonia", "--seed", 2, "--lang", language).stdout
    cards = [e for e in elements(drawing, "text") if e.findall(SVG + "tspan")]
    assert len(cards) >= 6
    assert all(float(e.get("font-size") or 0) >= 8 for e in cards)
