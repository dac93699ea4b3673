"""Pictures of questions: the position as it is given, with the names that the text speaks of and no others."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from rulelang.bundled import find_game
from rulelang.linking.model import Linked
from rulelang.reference.chapters.setting_up import setup_chapter
from rulelang.reference.editions import edition_of
from rulelang.reference.making import subject_of
from rulelang.reference.model import AID, FULL, Figure, Section
from rulelang.reference.played.test_positions import Scene
from rulelang.reference.subject import Desk, Subject
from rulelang.reference.writers.html import write_html
from rulelang.reference.writers.shared_drawings import shared

SVG = "{http://www.w3.org/2000/svg}"
RULES = """
game moor "Moor" ru "Пустошь":
    players 2 named red "Red" ru "Красный", blue "Blue" ru "Синий"
piece Goat "goat" ru "коза", alike 4 per Player
piece Wall "wall" ru "стена", alike 4 per Player
card Order "order" ru "заказ" from "orders.csv"
tile Meadow "meadow" ru "луг" from "meadows.csv"
zone heap "heap" ru "куча": Meadow
board land "land" ru "земля": hexes from "land.csv":
    cells Field "field" ru "поле" holds Goat
    edges Hedge "hedge" ru "изгородь" holds one Wall
    corners Gate "gate" ru "калитка" holds one Goat
board market "market" ru "рынок": graph from "market.csv":
    cells Stall "stall" ru "лавка" holds one Order
board farm "farm" ru "ферма" of Player: grown squares:
    cells Plot "plot" ru "участок" holds one Meadow
zone desk "desk" ru "стол": pile of Order
action graze(f in Field) "Graze" ru "Пасти":
    do: move 1 Goat from my supply to f
action till(m in heap, c in frontier(my farm)) "Till" ru "Пахать":
    do: move m to c
setup:
    move all(m in Meadow) to heap
    move all(o in Order) to desk
    shuffle desk
    each s in Stall:
        draw 1 from desk to s
flow:
    each p in everyone:
        turn p: may graze or till
test "at the gate" ru "у калитки":
    given red: 1 Goat at "0:1:N"; blue: 1 Wall at "0:0:E"
    then red graze("0,1") allowed; that no Wall on "1:0:SE"
test "hands only" ru "только запас":
    then supply of red: 4 Goat + 4 Wall
test "an order" ru "заказ":
    given "stall_2": o1
    then that some Order on "stall_2"
test "the farm" ru "ферма":
    given farm of red: heath at "0,0"
    then red till(fen, "red 0,1") allowed
"""
FILES = {
    "land.csv": "q,r\n" + "".join(f"{q},{r}\n" for q in range(9) for r in range(9)),
    "orders.csv": "id,count,name_en,name_ru\n" + "".join(f"o{n},1,order {n},заказ {n}\n" for n in range(1, 9)),
    "meadows.csv": "id,count,name_en,name_ru\nheath,1,heath,вереск\nfen,1,fen,топь\n",
    "market.csv": "id,x,y\n" + "".join(f"stall_{n},{n},0\n" for n in range(1, 5)),
}  # fmt: skip


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    path = tmp_path / "moor.rules"
    path.write_text(RULES, encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return subject_of(path)


def questions(subject: Subject, language: str) -> list[Section]:
    book = edition_of(FULL, subject, None, language)
    return list(next(section for section in book.sections if section.id == "faq").sections)


def picture(section: Section) -> Figure | None:
    return next((block for block in section.blocks if isinstance(block, Figure)), None)


def texts(figure: Figure | None) -> list[str]:
    assert figure is not None
    return [each.text or "" for each in ElementTree.fromstring(figure.svg).iter(SVG + "text")]


TITLES = {"en": "Situation of question 1", "ru": "Положение к вопросу 1"}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_exactly_the_places_that_a_question_names_have_their_names(
    subject: Subject, language: str
) -> None:
    drawn = picture(questions(subject, language)[0])
    assert sorted(texts(drawn)) == ["0,1", "0:0:E", "0:1:N", "1:0:SE"]
    assert drawn is not None
    assert drawn.alt == TITLES[language]
    assert f"<title>{TITLES[language]}</title>" in drawn.svg


def test_a_large_board_is_cut_to_what_matters(subject: Subject) -> None:
    drawn = picture(questions(subject, "en")[0])
    assert drawn is not None
    assert drawn.beside
    assert drawn.svg.count("<polygon") < 2 * 40  # of 81 cells, each with the sea around it


def test_a_question_without_places_has_no_picture(subject: Subject) -> None:
    assert picture(questions(subject, "en")[1]) is None


def test_what_chance_brings_is_shown_as_unknown(subject: Subject) -> None:
    chapter = questions(subject, "ru")
    assert sorted(texts(picture(chapter[2]))) == [
        "1", "?", "?", "?", "stall 2", "заказ",
    ]  # fmt: skip
    book = edition_of(FULL, subject, None, "ru")
    faq = next(section for section in book.sections if section.id == "faq")
    legend = [block for block in faq.blocks if isinstance(block, Figure)]
    assert "что угодно: в вопросе не сказано" in texts(legend[0])


def test_of_boards_that_grow_only_that_of_the_player_concerned_is_drawn(subject: Subject) -> None:
    drawn = picture(questions(subject, "en")[3])
    assert sorted(texts(drawn)) == ["0,0", "0,1", "farm (Red)", "heath"]
    assert drawn is not None
    assert "stroke-dasharray" in drawn.svg  # the plot without a tile


def test_positions_are_laid_out_once_for_both_languages_and_not_for_short_editions(
    subject: Subject,
) -> None:
    asked: list[frozenset[str]] = []

    def scenes(linked: Linked, titles: frozenset[str]) -> dict[str, Scene]:
        asked.append(titles)
        return dict(subject.scenes(linked, titles))

    counted = evolve(subject, scenes=scenes)
    edition_of(AID, counted, None, "en")
    assert asked == []
    first = subject.scenes(subject.linked, frozenset({"at the gate"}))
    assert subject.scenes(subject.linked, frozenset({"at the gate"})) is first


def test_pages_draw_once_what_their_pictures_share(subject: Subject) -> None:
    page = write_html([edition_of(FULL, subject, None, language) for language in ("en", "ru")])
    assert page.count("<use ") > page.count('<g id="drawn-')
    names = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_places_that_a_table_names_have_their_names_on_the_board(language: str) -> None:
    chapter = setup_chapter(Desk(subject_of(find_game("catan")), language))
    figures = [block for block in chapter.blocks if isinstance(block, Figure)]
    for figure, labels in zip(figures, (12, 16), strict=True):  # of three and of four players
        named = [text for text in texts(figure) if text.count(":") == 2]
        assert len(named) == len(set(named)) == labels
        assert "1:1:N" in named


def test_what_comes_up_once_stays_where_it_is() -> None:
    page = f"<body>\n<g>{'a' * 80}</g>\n<g>{'b' * 80}</g>\n<g>{'b' * 80}</g>\n</body>"
    assert f"\n<g>{'a' * 80}</g>\n" in shared(page)
    assert shared(page).count("b" * 80) == 1
    assert shared(page).count('<use href="#drawn-0"/>') == 2
