"""Boards that grow as pictures: tiles made of their parts, turned, with figures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from rulelang.cli.draw_command import command
from rulelang.loading import load_game
from rulelang.render import Look, draw_sign
from rulelang.render.rims import Rim, rim_of
from rulelang.runtime.speech import Speech

SVG = "{http://www.w3.org/2000/svg}"
VALLEY = Path(__file__).parents[2] / "data" / "grown" / "valley.rules"
SQUARE = rim_of("squares", (0.0, 0.0), 100.0)


def drawn(*args: object) -> ElementTree.Element:
    done = CliRunner().invoke(command, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return ElementTree.fromstring(done.stdout)


def texts(drawing: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in drawing.iter(SVG + "text")]


@pytest.mark.parametrize("game", [VALLEY, "carcassonne_hg"])
def test_every_laid_tile_says_where_it_lies(game: Path | str) -> None:
    drawing = drawn(game, "--players", 2, "--steps", 24, "--seed", 2)
    outlines = [p for p in drawing.iter(SVG + "polygon") if p.get("fill") == "none"]
    cells = [text for text in texts(drawing) if re.fullmatch(r"-?\d+,-?\d+", text)]
    assert "0,0" in cells
    assert len(set(cells)) == len(cells)
    assert len(outlines) - len(cells) in {0, 1}  # a drawn tile lies beside the board


def test_figures_are_drawn_in_the_colours_of_players_and_explained() -> None:
    drawing = drawn("carcassonne_hg", "--players", 2, "--steps", 120, "--seed", 5, "--lang", "ru")
    figures = [p for p in drawing.iter(SVG + "path") if p.get("fill") in {"#c8312b", "#2a62b8"}]
    assert figures
    assert {"соплеменник", "хижина", "вулкан", "олени", "самородок"} <= set(texts(drawing))


def test_a_long_title_is_parted_where_its_bold_letters_reach_the_rim() -> None:
    drawing = drawn("carcassonne_hg", "--players", 2, "--lang", "ru")
    assert {"Каркассон: Охотники и", "   собиратели"} <= set(texts(drawing))


def test_ports_follow_each_other_clockwise_round_the_rim() -> None:
    rim = Rim(SQUARE.middle, SQUARE.corners, 2)
    assert [rim.port(port) for port in range(4)] == [(-25, -50), (25, -50), (50, -25), (50, 25)]


def test_a_tile_with_six_sides_stands_on_a_corner() -> None:
    rim = rim_of("hexes", (0.0, 0.0), 100.0)
    assert [round(x) for x, _ in rim.corners] == [0, 50, 50, 0, -50, -50]
    assert round(rim.port(1)[0]) == 50


def test_an_area_goes_along_the_rim_and_back_through_the_inside() -> None:
    rim = Rim(SQUARE.middle, SQUARE.corners, 1)
    assert rim.area((0, 1, 2, 3)) == "M-50 -50 L50 -50 L50 50 L-50 50 Z"
    assert rim.area((0, 1)).startswith("M-50 -50 L50 -50 L50 50 Q")
    assert rim.area((0, 2)).count("Q") == 2


def test_the_middle_of_a_part_lies_towards_its_ports() -> None:
    rim = Rim(SQUARE.middle, SQUARE.corners, 1)
    assert rim.inside((), 0.5) == (0.0, 0.0)
    assert rim.inside((0,), 0.5) == (0.0, -25.0)


LADEN = """game glens:
    players 2 named red "Red", blue "Blue"
enum Good: wood "wood", stone "stone"
piece Man "man", alike 4 per Player
tile Farm "farm", 1 per Player from "farms.csv":
    river: Flag
    old: Flag
board land "land" of Player: grown squares:
    cells Field holds one Farm
board roads: graph from "towns.csv":
    cells Town holds Man
    edges Road from "roads.csv":
        toll: 0..3
zone folk "folk" of Farm: Man
account goods of Farm: Good
account store: Good, unlimited
setup:
    each p in everyone:
        each f in Farm of p:
            move f to cell(land of p, (if f.river then 0 else 1), 0)
            move 2 Man from supply of p to folk of f
            gain 3 stone to goods of f
action go(t in Town) "Go":
    do: move 1 Man from my supply to t
flow:
    each p in everyone:
        turn p: choose go
score men for p: count(m in Man on supply of p)
win by points, else shared
"""


def test_tiles_without_parts_show_what_is_printed_and_what_they_carry(tmp_path: Path) -> None:
    folder = tmp_path / "glens"
    folder.mkdir()
    (tmp_path / "glens.rules").write_text(LADEN, "utf-8")
    (tmp_path / "farms.csv").write_text("farm,river,old\nmill,1,0\nbarn,0,1\n", "utf-8")
    (tmp_path / "towns.csv").write_text("town,name_en,x,y\na,Aberdeen,0,0\nb,,1,0\n", "utf-8")
    (tmp_path / "roads.csv").write_text("a,b,toll\na,b,2\n", "utf-8")
    look = "name,colour,shape,sign\nriver,#5aa7d6,line,\nold,,,†\ntoll,,number,\nstone,#9a9a9a,,s\n"
    (folder / "look.csv").write_text(look, "utf-8")
    drawing = drawn(tmp_path / "glens.rules")
    said = texts(drawing)
    assert said.count("3s") == 4  # stones of four farms
    assert said.count("†") == 2
    assert {"Aberdeen", "b", "land (Red)", "land (Blue)"} <= set(said)
    assert said.count("2") == 4 + 2  # clansmen in pairs, the toll and its line of the legend
    bands = [r for r in drawing.iter(SVG + "rect") if r.get("fill") == "#5aa7d6"]
    assert len(bands) == 2 + 1  # and one in the legend


def test_a_tile_that_every_player_has_looks_like_a_tile(tmp_path: Path) -> None:
    (tmp_path / "glens.rules").write_text(LADEN, "utf-8")
    (tmp_path / "farms.csv").write_text("farm,river,old\nmill,1,0\nbarn,0,1\n", "utf-8")
    (tmp_path / "towns.csv").write_text("town,x,y\na,0,0\nb,1,0\n", "utf-8")
    (tmp_path / "roads.csv").write_text("a,b,toll\na,b,2\n", "utf-8")
    game = load_game(tmp_path / "glens.rules")
    kinds = [kind for _name, _label, kind, _owner in game.description.things]
    signs = {
        kind: draw_sign(Speech(game, "en"), Look(game), kinds.index(kind), as_bar=False, word=word)
        for kind, word in (("Farm", "tile"), ("Man", "piece"))
    }
    assert signs["Farm"].count("<rect") == 2  # the ground and the tile
    assert signs["Man"].count("<rect") == 1
