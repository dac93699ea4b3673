"""Boards that grow, as text."""

from __future__ import annotations

from pathlib import Path

from rulelang.loading import load_game
from rulelang.runtime.edit import Editor
from rulelang.tui.asking import choices
from rulelang.tui.board import draw_boards
from rulelang.tui.tiles import draw_loose, part_text
from rulelang.tui.words import Words

GROWN = Path(__file__).parents[2] / "data" / "grown"


def _drawn(name: str, laid: list[tuple[str, int, int, int, int]]) -> list[str]:
    """Lay tiles (name, place, column, row, turn) and draw what everybody sees."""
    game = load_game(GROWN / f"{name}.rules")
    play = game.start(seed=1)
    editor = Editor(game, play.state)
    (board,) = game.layout.boards
    for tile, place, x, y, turn in laid:
        number = game.names.number({"form": "ref", "universe": "things"}, tile)
        editor.lay(
            number, board.first_place + place, board.cell_at(board.first_place + place, x, y), turn
        )
    return draw_boards(Words(game, "en", colour=False), play.view(0), {})


def test_letters_along_the_rim_turn_with_the_tile() -> None:
    assert _drawn("valley", [("bend_1", 0, 0, -1, 1)]) == [
        "+--m--m--m--+",
        "m  bend_1   m",
        "m   0,-1    r",
        "m           m",
        "+--m--r--m--+",
        "m   lake    m",
        "m    0,0    m",
        "m           m",
        "+--m--m--m--+",
        "r river · m meadow · p pond",
    ]


def test_cells_to_choose_from_carry_the_numbers_of_their_options() -> None:
    game = load_game(GROWN / "valley.rules")
    play = game.start(seed=1)
    play.choose(play.options()[0])
    words = Words(game, "en", colour=False)
    marks = {c.place: str(n) for n, c in enumerate(choices(words, play.state), start=1)}
    drawn = draw_boards(words, play.view(0), {k: v for k, v in marks.items() if k is not None})
    assert len(marks) == len(play.options())
    assert sum(f" {number} " in line for number in marks.values() for line in drawn) == len(marks)


def test_everybody_has_a_board_and_piles_show_their_height() -> None:
    drawn = _drawn("terraces", [("field_1", 1, 1, 0, 0), ("paddy_1", 1, 1, 0, 0)])
    assert [line for line in drawn if line.startswith("slope")] == [
        "slope of red",
        "slope of blue",
        "slope of green",
    ]
    assert sum("^2" in line for line in drawn) == 1


def test_hexes_show_their_sides_clockwise() -> None:
    drawn = _drawn("combs", [("bow_1", 0, 1, 0, 3)])
    assert any("w w w h h w" in line for line in drawn)


def test_a_drawn_tile_is_shown_in_every_turn() -> None:
    game = load_game(GROWN / "valley.rules")
    words = Words(game, "en", colour=False)
    view = game.start(seed=1).view(0)
    name = view["places"]["drawn"][0]
    drawn = draw_loose(words, view)
    assert drawn[1] == f"drawn: {name}"
    assert sum(line.count("+") for line in drawn) == 4 * 4
    assert any("turned 0" in line and "turned 3" in line for line in drawn)


def test_a_part_says_what_it_is_and_where_it_reaches_as_its_tile_lies() -> None:
    game = load_game(GROWN / "valley.rules")
    play = game.start(seed=1)
    editor = Editor(game, play.state)
    (board,) = game.layout.boards
    words = Words(game, "en", colour=False)
    things, places = ({"form": "ref", "universe": each} for each in ("things", "places"))
    cell = board.cell_at(board.first_place, 0, -1)
    editor.lay(game.names.number(things, "bend_1"), board.first_place, cell, 1)
    assert part_text(words, play.state, game.names.number(places, "bend_1.r")) == "river E2 S2"
    assert part_text(words, play.state, game.names.number(places, "bend_1.out")).endswith(
        "N E1 S3 W"
    )
    assert part_text(words, play.state, game.names.number(places, "bend_2.r")) == "river"
