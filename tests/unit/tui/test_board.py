"""Boards as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.runtime.play import Play
from rulelang.tui.board import draw_boards
from rulelang.tui.canvas import Canvas
from rulelang.tui.words import Words, join_parts

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


def _play(folder: Path, text: str) -> tuple[Words, Play]:
    (folder / "board.rules").write_text(text, "utf-8")
    (folder / "cells.csv").write_text("q,r,token\n0,0,a\n1,0,b\n0,1,c\n", "utf-8")
    (folder / "numbers.csv").write_text("name,number\na,7\nb,2\nc,9\n", "utf-8")
    game = load_game(folder / "board.rules")
    return Words(game, "en", colour=False), game.start(seed=1)


def test_squares_are_drawn_with_pieces_and_marks(tmp_path: Path) -> None:
    words, play = _play(tmp_path, SQUARES)
    play.choose("1,1")
    play.choose("3,2")
    place = words.game.names.number({"form": "ref", "universe": "places"}, "2,1")
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
    words, play = Words(game, "en", colour=False), game.start(seed=1)
    assert draw_boards(words, play.view(0), {}) == [
        "order 1   no 2",
        " here     there",
        "order 1: two sacks of wool · no 2 two sacks of the best wool",
    ]
