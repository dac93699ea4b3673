"""Boards that grow, as text."""

from __future__ import annotations

from pathlib import Path

from rulelang.loading import load_game
from rulelang.runtime.description import ref_type
from rulelang.runtime.edit import Editor
from rulelang.tui.asking import choices
from rulelang.tui.board import draw_boards
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import common_parts, player_parts
from rulelang.tui.text_tiles import draw_loose, part_text

GROWN = Path(__file__).parents[2] / "data" / "grown"


def _drawn(name: str, laid: list[tuple[str, int, int, int, int]]) -> list[str]:
    """Lay tiles (name, place, column, row, turn) and draw what everybody sees."""
    game = load_game(GROWN / f"{name}.rules")
    play = game.start(seed=1)
    editor = Editor(game, play.state)
    (board,) = game.layout.boards
    for tile, place, x, y, turn in laid:
        number = game.names.number(ref_type("things", ""), tile)
        editor.lay(
            number, board.first_place + place, board.cell_at(board.first_place + place, x, y), turn
        )
    return draw_boards(TerminalWords(game, "en", colour=False), play.view(0), {})


def test_letters_along_the_rim_turn_with_the_tile() -> None:
    assert _drawn("valley", [("bend_1", 0, 0, -1, 1)]) == [
        "+--m--m--m--+",
        "m  bend_1   m",
        "m   0,-1    r",
        "m           m",
        "+--m--r--m--+",
        "m lake 0,0  m",
        "m    2fi    m",
        "m           m",
        "+--m--m--m--+",
        "r river · m meadow · p pond · fi fish",
    ]


def test_cells_to_choose_from_carry_the_numbers_of_their_options() -> None:
    game = load_game(GROWN / "valley.rules")
    play = game.start(seed=1)
    play.choose(play.options()[0])
    words = TerminalWords(game, "en", colour=False)
    marks = {c.place: str(n) for n, c in enumerate(choices(words, play.state), start=1)}
    drawn = draw_boards(words, play.view(0), {k: v for k, v in marks.items() if k is not None})
    assert len(marks) == len(play.options())
    assert sum(f" {number} " in line for number in marks.values() for line in drawn) == len(marks)


def test_everybody_has_a_board_and_piles_show_their_height() -> None:
    drawn = _drawn("terraces", [("field_1", 1, 1, 0, 0), ("paddy_1", 1, 1, 0, 0)])
    assert [line for line in drawn if line.startswith("slope")] == [
        "slope (Red)",
        "slope (Blue)",
        "slope (Green)",
    ]
    assert sum("^2" in line for line in drawn) == 1


def test_hexes_show_their_sides_clockwise() -> None:
    drawn = _drawn("combs", [("bow_1", 0, 1, 0, 3)])
    assert any("w w w h h w" in line for line in drawn)


def test_a_drawn_tile_is_shown_in_every_turn() -> None:
    game = load_game(GROWN / "valley.rules")
    words = TerminalWords(game, "en", colour=False)
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
    words = TerminalWords(game, "en", colour=False)
    things, places = (ref_type(each, "") for each in ("things", "places"))
    cell = board.cell_at(board.first_place, 0, -1)
    editor.lay(game.names.number(things, "bend_1"), board.first_place, cell, 1)
    assert part_text(words, play.state, game.names.number(places, "bend_1.r")) == "river E2 S2"
    assert part_text(words, play.state, game.names.number(places, "bend_1.out")).endswith(
        "N E1 S3 W"
    )
    assert part_text(words, play.state, game.names.number(places, "bend_2.r")) == "river"
    assert part_text(words, play.state, game.names.number(places, "lake.r")) == (
        "river N2 (fish: 2)"
    )


def test_who_stands_on_a_part_is_explained_below_the_board() -> None:
    game = load_game(GROWN / "valley.rules")
    play = game.start(seed=1)
    places = ref_type("places", "")
    fisher = next(
        n for n, t in enumerate(game.description.things) if t[2] == "Fisher" and t[3] == 1
    )
    Editor(game, play.state).put(fisher, game.names.number(places, "lake.r"))
    drawn = draw_boards(TerminalWords(game, "en", colour=False), play.view(0), {})
    assert drawn[3] == "m   Bf:r    m"
    assert drawn[-1] == "r river · m meadow · p pond · f fisher · fi fish · B Blue"


def test_a_board_that_is_too_wide_is_parted_between_tiles() -> None:
    laid = [("bend_1", 0, 1, 0, 0), ("bend_2", 0, 2, 0, 0)]
    game = load_game(GROWN / "valley.rules")
    play = game.start(seed=1)
    (board,) = game.layout.boards
    for tile, place, x, y, turn in laid:
        number = game.names.number(ref_type("things", ""), tile)
        cell = board.cell_at(board.first_place + place, x, y)
        Editor(game, play.state).lay(number, board.first_place + place, cell, turn)
    drawn = draw_boards(TerminalWords(game, "en", colour=False), play.view(0), {}, width=26)
    assert [line for line in drawn if line.startswith("+")] == [
        "+--m--r--m--+--m--r--m--+",
        "+--m--m--m--+--m--m--m--+",
        "+--m--r--m--+",
        "+--m--m--m--+",
    ]


LADEN = """game glens:
    players 2 named red "Red", blue "Blue"
enum Good: wood "wood", stone "stone"
enum Coin: coin "coin"
piece Man "man", alike 4 per Player
tile Farm "farm", 1 per Player
board land "land" of Player: grown squares:
    cells Field holds one Farm
board ring: graph from "ring.csv":
    cells Stop "stop" holds Man
zone folk "folk" of Farm: Man
account goods of Farm: Good
account store: Good, unlimited
account mint: Coin, unlimited
account pot "market row" of Good: Coin
account purse of Player: Coin
setup:
    each p in everyone:
        each f in Farm of p:
            move f to cell(land of p, 0, 0)
            move 2 Man from supply of p to folk of f
            gain 1 wood + 2 stone to goods of f
    gain 3 coin to pot of stone
action go(s in Stop) "Go":
    do: move 1 Man from my supply to s
flow:
    each p in everyone:
        turn p: choose go
score men for p: count(m in Man on supply of p)
win by points, else shared
"""


def test_what_tiles_carry_is_drawn_on_them_and_told_with_their_board(tmp_path: Path) -> None:
    (tmp_path / "laden.rules").write_text(LADEN, "utf-8")
    (tmp_path / "ring.csv").write_text("stop,name_en,x,y\nstop_1,First,0,0\nstop_2,,1,0\n", "utf-8")
    game = load_game(tmp_path / "laden.rules")
    words, view = TerminalWords(game, "en", colour=False), game.start(seed=1).view(0)
    drawing = draw_boards(words, view, {})
    assert "First" in drawing[1]
    assert "stop 2" in drawing[1]
    [farm] = [line for line in drawing if "0,0 2R" in line]
    assert "1wo2st" in drawing[drawing.index(farm) + 1]
    # A bank without bounds is not counted.
    assert common_parts(words, view) == ["market row: stone 3 coin"]
    assert player_parts(words, view, 1)[-1] == "farm: 2 man (Blue), 1 wood, 2 stone"
