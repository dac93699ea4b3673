"""What a table or another section says is not said again; what is said is of use."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.reference.making import subject_of
from rulelang.reference.model import Book, BookTable, Clauses, Section, cell_text, plain
from rulelang.reference.outline import full_book

RULES = """
game pier "Pier" ru "Причал":
    players 2..3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"
reading pace "How fast?" ru "Как быстро?" cites PI-009: slow or quick = slow:
    note "Quick is for experts" ru "Быстро — для знатоков"
enum Side "side" ru "сторона": s1 "first side" ru "первая сторона", s2 "second side" ru "вторая сторона"
enum Wind "wind" ru "ветер": calm "calm" ru "штиль", gale "gale" ru "буря"
enum Berth "berth" ru "место" from "berths.csv" by players:
    player: Player
    gift: 0..9
group Crew "crew" ru "команда", one per Player
piece Boat "boat" ru "лодка", alike 3 per Player:
    load: 0..9 = 2
zone dock "dock" ru "док" of Player: Boat
var mood "mood" ru "настроение": Wind
var turned "upper side" ru "верхняя сторона": Side
track fish "fish" ru "улов" of Player: 0..400
value hauls(p: Player) "hauls" ru "заходы" = 3, combine sum
value sails(p: Player) "right to sail" ru "право выйти" = true, combine every
value rows(p: Player) "right to row" ru "право грести" = true, combine every
define worth_of(p: Player) "worth of the catch" ru "ценность улова" = 2 * fish of p
power pilots "Pilots" ru "Лоцманы" in Crew:
    change hauls(p) by 1
power porters "Porters" ru "Носильщики" in Crew:
    change hauls(p) by 2
action haul "Haul" ru "Тянуть":
    require may_sail: sails(me) and rows(me)
    do: raise my fish by hauls(me)
setup:
    each b in Berth: raise fish of b.player by b.gift
flow:
    step day "Day" ru "День":
        cite PI-001
        each p in everyone:
            step morning "Morning" ru "Утро":
                cite PI-002
                turn p: may haul
score catch "Catch" ru "Улов":
    cite PI-003
effect count_up(p: Player) "Count" ru "Подсчёт":
    score worth_of(p) as catch for p
win by points, else shared
words en:
    load: "load"
words ru:
    load: "груз"
"""
BERTHS = "players,berth,player,gift\n2 3,a,red,1\n2 3,b,blue,2\n3,c,green,3\n"


@pytest.fixture(scope="module", params=["en", "ru"])
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder: Path = tmp_path_factory.mktemp("pier")
    (folder / "pier.rules").write_text(RULES, "utf-8")
    (folder / "berths.csv").write_text(BERTHS, "utf-8")
    return full_book(subject_of(folder / "pier.rules"), request.param)


def _section(book: Book, id_: str) -> Section:
    return next(section for section in book.walk() if section.id == id_)


def _text(section: Section) -> str:
    return "\n".join(plain(block) for block in section.blocks)


def test_what_pieces_are_worth_stands_in_the_table_of_components(book: Book) -> None:
    assert "component-Boat" not in {section.id for section in book.walk()}
    table = _section(book, "components").blocks[0]
    assert isinstance(table, BookTable)
    names = [cell_text(row[1]) for row in table.rows]
    assert {"en": "Boats (load 2)", "ru": "Лодки (груз 2)"}[book.language] in names
    assert book.anchors()["Boat"] == "row-Boat"


def test_tables_of_the_set_up_come_after_its_text(book: Book) -> None:
    steps = _section(book, "setup-steps")
    kinds = [isinstance(block, BookTable) for block in steps.blocks]
    assert kinds == [False, True]
    assert book.anchors()["Berth"] == "setup-steps"


def test_values_say_what_they_usually_are_and_what_changes_them(book: Book) -> None:
    said = {
        "en": "Usually 3. Changed by: Pilots, Porters.",
        "ru": "Обычно 3. Меняется свойствами: Лоцманы, Носильщики.",
    }
    assert _text(_section(book, "term-hauls")) == said[book.language]
    assert "term-rows" not in {section.id for section in book.walk()}  # it always holds


def test_mere_numbers_are_no_terms(book: Book) -> None:
    ids = {section.id for section in book.walk()}
    assert "term-Wind" in ids
    assert "term-Side" not in ids


def test_settings_repeat_nothing_of_their_table(book: Book) -> None:
    said = {"en": "Quick is for experts.", "ru": "Быстро — для знатоков."}
    assert plain(_section(book, "setting-pace").blocks[0]) == said[book.language]


def test_a_term_that_one_line_of_the_score_explains_stands_there(book: Book) -> None:
    assert "term-worth_of" not in {section.id for section in book.walk()}
    assert book.anchors()["worth_of"] == "score-catch"


def test_steps_stand_in_steps_and_cite_only_their_own_clauses(book: Book) -> None:
    day = _section(book, "step-day")
    assert [each.id for each in day.sections] == ["step-morning"]
    cited = {
        section.id: block.clauses
        for section in book.walk()
        for block in section.blocks
        if isinstance(block, Clauses)
    }
    assert cited["step-day"] == ("PI-001",)
    assert cited["step-morning"] == ("PI-002",)
    assert "turn-text" not in cited
    clauses = _section(book, "clauses").blocks[0]
    assert isinstance(clauses, BookTable)
    rows = {cell_text(row[0]): cell_text(row[1]) for row in clauses.rows}
    assert rows["PI-002"] == {"en": "Morning", "ru": "Утро"}[book.language]
