"""Names of places: beside what they name, over nothing that stands there, and windows on large boards."""

from __future__ import annotations

from math import inf
from pathlib import Path
from xml.etree import ElementTree

from rulelang.loading import load_game
from rulelang.render import Artist, Focus, Look, Sheet, draw_boards, draw_situation
from rulelang.render.cropping import WHOLE, windows_of
from rulelang.render.place_labels import HIGH, Goal, around, draw_label, plate_width
from rulelang.render.svg import Box
from rulelang.runtime.speech import Speech

SVG = "{http://www.w3.org/2000/svg}"
CELL = (100.0, 100.0)
BOARD = [(x * 100.0, y * 100.0) for x in range(12) for y in range(12)]


def artist() -> Artist:
    game = load_game(Path(__file__).parents[3] / "games" / "catan.rules")
    return Artist(Speech(game, "en"), Look(game), game.start(seed=1).view(None), Sheet(), {})


def plates(drawing: str) -> list[Box]:
    found = []
    for each in ElementTree.fromstring(drawing).iter(SVG + "rect"):
        if each.get("height") == "15":
            x, y, width = (float(each.get(name) or 0) for name in ("x", "y", "width"))
            found.append((x, y, x + width, y + HIGH))
    return found


def test_a_name_keeps_clear_of_what_stands_there() -> None:
    here = artist()
    here.take((0, -20), 30, 12)
    here.take((0, 20), 30, 12)
    goal = Goal(((0.0, 0.0), (0.0, 0.0)), 5)
    draw_label(here, "0:0:N", around(goal, "0:0:N"), goal)
    ((left, top, right, bottom),) = plates(here.sheet.to_svg())
    assert left >= 5 or right <= -5
    assert top >= -HIGH < bottom <= HIGH


def test_a_name_that_stands_far_away_is_tied_to_its_place() -> None:
    here = artist()
    goal = Goal(((0.0, 0.0), (0.0, 0.0)), 5)
    draw_label(here, "far", [(0.0, -60.0)], goal)
    assert here.sheet.to_svg().count("<line") == 2
    draw_label(here, "near", [(0.0, 16.0)], goal)
    assert here.sheet.to_svg().count("<line") == 2


def test_a_long_name_has_smaller_letters() -> None:
    assert plate_width("a name of a place that is very long") == plate_width(
        "an even longer name " * 9
    )


def test_names_of_a_board_do_not_cover_each_other() -> None:
    here = artist()
    places = here.game.names.all("places")
    named = {places.index(name): name for name in ("0:0:N", "0:0:NE", "0:-1:S", "0,0", "1:-1:S")}
    drawn = draw_situation(here, here.view, Focus(places=named, tiles={}, cells={})).to_svg()
    boxes = plates(drawn)
    assert len(boxes) == len(named)
    for one in boxes:
        for other in boxes:
            is_apart = (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )
            assert one == other or is_apart


def test_a_whole_board_may_have_names_besides_its_own() -> None:
    here = artist()
    place = here.game.names.all("places").index("1:1:N")
    focus = Focus(places={place: "1:1:N"}, tiles={}, cells={}, is_only=False)
    drawn = draw_boards(here.words, here.look, here.view, "All", focus)
    texts = [each.text for each in ElementTree.fromstring(drawn).iter(SVG + "text")]
    assert {"1:1:N", "0,0", "2,0"} <= set(texts)


def test_a_large_board_is_cut_about_what_is_named_but_not_where_little_is_left() -> None:
    (window,) = windows_of([(500.0, 100.0, 600.0, 100.0)], BOARD, CELL)
    assert window == (400.0, -inf, 700.0, 230.0)


def test_small_boards_and_pictures_of_everything_are_not_cut() -> None:
    assert windows_of([], BOARD, CELL) == [WHOLE]
    assert windows_of([(0.0, 0.0, 0.0, 0.0)], BOARD[:2], CELL) == [WHOLE]


def test_places_far_from_each_other_have_windows_of_their_own() -> None:
    far = [(0.0, 0.0, 0.0, 0.0), (100.0, 0.0, 100.0, 0.0), (1100.0, 0.0, 1100.0, 0.0)]
    first, second = windows_of(far, BOARD, CELL)
    assert first[2] < second[0]
