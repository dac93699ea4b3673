"""Boards as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.render import read_look
from rulelang.runtime.description import ref_type
from rulelang.runtime.play import Play
from rulelang.tui.board import draw_boards
from rulelang.tui.canvas import Canvas
from rulelang.tui.short_names import TerminalWords, join_parts

SQUARES = """game squares:
    players 2 named ann, bob
piece Man, alike 4 per Player
board grid: squares 3 by 2:
    cells Cell holds one Man
action put(c in Cell where no Man on c) "Put":
    do: move 1 Man from my supply to c
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose put
score men for p: 4 - count(m in Man on supply of p)
win by points, else shared
"""
HEXES = """game hexes:
    players 2 named ann, bob
piece Road, alike 9 per Player
piece Hut "hut", alike 9 per Player
piece Keep, alike 9 per Player
token Number "number" from "numbers.csv":
    number: 1..9
board land: hexes from "cells.csv":
    cells Hex holds one Number:
        token: Number
    edges Side holds one Road
    corners Point holds one Hut or Keep
setup:
    each h in Hex: move h.token to h
action road(e in Side where no Road on e) "Road":
    do: move 1 Road from my supply to e
action hut(v in Point where no Hut on v) "Hut":
    do: move 1 Hut from my supply to v
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose road or hut
score roads for p: 9 - count(r in Road on supply of p)
win by points, else shared
"""


def _play(folder: Path, text: str) -> tuple[TerminalWords, Play]:
    (folder / "board.rules").write_text(text, "utf-8")
    (folder / "cells.csv").write_text("q,r,token\n0,0,a\n1,0,b\n0,1,c\n", "utf-8")
    (folder / "numbers.csv").write_text("name,number\na,7\nb,2\nc,9\n", "utf-8")
    game = load_game(folder / "board.rules")
    return TerminalWords(game, "en", colour=False), game.start(seed=1)


def test_squares_are_drawn_with_pieces_and_marks(tmp_path: Path) -> None:
    words, play = _play(tmp_path, SQUARES)
    play.choose("1,1")
    play.choose("3,2")
    place = words.game.names.number(ref_type("places", ""), "2,1")
    assert draw_boards(words, play.view(0), {place: "5"}) == [
        "+---+---+---+",
        "| A | 5 |   |",
        "+---+---+---+",
        "|   |   | B |",
        "+---+---+---+",
        "A Ann · B Bob",
    ]


def test_hexes_are_drawn_with_edges_and_corners(tmp_path: Path) -> None:
    words, play = _play(tmp_path, HEXES)
    play.take("road", "0:0:E")
    play.take("hut", "0:0:N")
    assert draw_boards(words, play.view(0), {}) == [
        "      Bh             ·",
        "    /      \\      /      \\",
        "·      7      ·      2      ·",
        "|            AA             |",
        "·     0,0     ·     1,0     ·",
        "    \\      /      \\      /",
        "       ·      9      ·",
        "       |             |",
        "       ·     0,1     ·",
        "           \\      /",
        "              ·",
        "A Ann · B Bob · h hut",
    ]


def test_a_wide_drawing_is_cut_into_bands_between_its_texts() -> None:
    canvas = Canvas()
    for column in range(6):
        canvas.put(0, 10 * column, f"cell{column}")
    lines = canvas.lines(lambda text, **_style: text, width=35)
    assert lines == ["cell0     cell1     cell2", "", "cell3     cell4     cell5"]


def test_an_empty_drawing_has_no_lines() -> None:
    assert Canvas().lines(lambda text, **_style: text, width=10) == []


@pytest.mark.parametrize("width", [20, 40, 80])
def test_parts_are_joined_without_being_torn(width: int) -> None:
    parts = [f"part number {number}" for number in range(7)]
    lines = join_parts(parts, "  ", width)
    assert all(len(line) <= width for line in lines)
    assert [part for line in lines for part in line.strip().split(" · ")] == parts


def test_players_with_the_same_first_letter_go_by_numbers(tmp_path: Path) -> None:
    words = _play(tmp_path, SQUARES.replace("ann, bob", "bea, bob"))[0]
    assert words.letters == ["1", "2"]


CARDS = """game cards:
    players 2 named ann, bob
card Order "order" from "orders.csv"
board market: graph from "cells.csv":
    cells Stall holds one Order
setup:
    move no_1 to "here"
    move no_2 to "there"
action take(o in Order on Stall) "Take":
    do: move o to box
flow:
    each p in everyone:
        turn p: choose take
        otherwise: finish
win by points, else shared
"""


def test_a_long_label_is_shown_by_its_beginning_and_told_once(tmp_path: Path) -> None:
    (tmp_path / "board.rules").write_text(CARDS, "utf-8")
    (tmp_path / "cells.csv").write_text("stall,x,y\nhere,0,0\nthere,1,0\n", "utf-8")
    orders = "order,name_en\nno_1,order 1: two sacks of wool\nno_2,two sacks of the best wool\n"
    (tmp_path / "orders.csv").write_text(orders, "utf-8")
    game = load_game(tmp_path / "board.rules")
    words, play = TerminalWords(game, "en", colour=False), game.start(seed=1)
    assert draw_boards(words, play.view(0), {}) == [
        "order 1   no 2",
        " here     there",
        "order 1: two sacks of wool · no 2 two sacks of the best wool",
    ]


ROADS = """game roads "Roads" ru "Дороги":
    players 2 named red, blue
card Cart "cart" from "carts.csv"
board map: graph from "towns.csv":
    cells Town "town" holds Cart
    edges Road "road" from "roads.csv":
        toll: 0..3
tile Field "field" ru "поле" from "fields.csv":
    brook: Flag
board land: grown squares:
    cells Spot holds one Field
setup:
    move slow_cart to "ayr"
    move wet to cell(land, 0, 0)
    move dry to cell(land, 0, 1)
action drive(c in Cart, d in Town) "Drive":
    do: move c to d
flow:
    each p in everyone:
        turn p: choose drive
score none_yet for p: 0
win by points, else shared
words ru:
    brook: "ручей"
    toll: "плата"
"""
TABLES = {
    "carts.csv": "cart,name_en,name_ru\nslow_cart,The very slow cart,Очень медленная повозка\n",
    "towns.csv": "town,name_en,x,y\nayr,Ayr,0,0\nbute,Bute,1,0\ndun,Dun,0,1\nelgin,Elgin,1,1\n",
    "roads.csv": "a,b,toll\nayr,bute,2\nayr,dun,0\nbute,elgin,1\ndun,elgin,0\nbute,dun,3\n",
    "fields.csv": "field,brook,name_en\nwet,1,Long wet meadow\ndry,0,Dry\n",
    "look.csv": "name,colour,shape,sign\nbrook,#5aa7d6,line,\ntoll,,number,\n",
}


@pytest.fixture
def roads(tmp_path: Path) -> Path:
    for name, text in TABLES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "roads.rules").write_text(ROADS, "utf-8")
    return tmp_path


def _lines(folder: Path, language: str) -> list[str]:
    game = load_game(folder / "roads.rules")
    words = TerminalWords(game, language, colour=False, look=read_look(folder))
    return draw_boards(words, game.start(seed=1).view(0), {})


def test_roads_of_a_graph_show_their_tolls(roads: Path) -> None:
    drawn = _lines(roads, "en")
    assert drawn[0].split() == ["slow", "cart", "-2-", "·"]
    assert drawn[2].split() == ["|", "3", "1"]
    assert drawn[3].split() == ["·", "---", "·"]
    assert "1… toll" in drawn[5]


def test_a_label_that_is_too_long_is_cut_in_its_own_language(roads: Path) -> None:
    drawn = _lines(roads, "ru")
    assert drawn[0].startswith("Очень медле…")
    assert "Очень медле… Очень медленная повозка" in drawn[5]


def test_what_runs_across_a_tile_is_seen_at_its_sides(roads: Path) -> None:
    drawn = _lines(roads, "ru")
    assert drawn[-9:] == [
        "| Long wet  |",
        "~  meadow   ~",
        "|    0,0    |",
        "+-----------+",
        "|    Dry    |",
        "|    0,1    |",
        "|           |",
        "+-----------+",
        "~ ручей",
    ]
