"""Boards that grow as pictures: tiles made of their parts, turned, with figures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from rulelang.cli.draw import command
from rulelang.render.rims import Rim, rim_of

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
    assert {"соплеменник", "хижина", "вулкан"} <= set(texts(drawing))


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
