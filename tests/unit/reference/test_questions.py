"""Questions: numbered as clauses cite them, with what most of them share and what names of cells mean first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.prose.model import Bullets, Sentence, as_text
from rulelang.reference.chapters.questions import questions_chapter
from rulelang.reference.making import subject_of
from rulelang.reference.model import Section
from rulelang.reference.subject import Desk

RULES = """
game moor "Moor" ru "Пустошь":
    players 2..4 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный", grey "Grey" ru "Серый"
setting fog "fog" ru "туман" = false
card Order "order" ru "заказ" from "orders.csv"
piece Goat "goat" ru "коза", alike 4 per Player
board land "land" ru "земля": hexes from "land.csv":
    cells Field "field" ru "поле" holds Goat
    edges Hedge "hedge" ru "изгородь"
    corners Gate "gate" ru "калитка" holds Goat
zone desk "desk" ru "стол": Order
zone done "finished orders" ru "готовые заказы": Order
action finish_it(k in desk) "Finish" ru "Готово":
    do: move k to done
action graze(f in Field) "Graze" ru "Пасти":
    do: move 1 Goat from my supply to f
flow:
    each p in everyone:
        turn p: may finish_it or graze
test "an order" ru "заказ" cites MO-001:
    with players = 3
    given desk: 1 o1
    at turn of red
    when red finish_it(o1)
    then done: 1 o1
test "MX-01 goats" ru "козы":
    with players = 3, fog = true
    then red graze("0,1") allowed
test "all play" ru "играют все":
    then that size of desk = 0
test "at the gate" ru "у калитки":
    with players = 3
    given "0:1:N": 1 Goat of red
    then that some Goat on "0:1:N"
"""
ORDERS = "id,count,name_en,name_ru\no1,1,order 1: 2 wool,заказ 1: 2 шерсти\n"
LAND = "q,r\n0,0\n0,1\n1,0\n"
TITLES = {
    "en": ["1. An order", "2. Goats", "3. All play", "4. At the gate"],
    "ru": ["1. Заказ", "2. Козы", "3. Играют все", "4. У калитки"],
}
INTRO = {
    "en": (
        "Unless a question says otherwise:\n- 3 players take part.\n"
        "Whatever a situation does not name is as it is after set-up.\n"
        "Fields are named by two numbers: the second is the row, counted downwards, the first the place"
        " in the row, counted to the right; from row to row the count begins half a field further right."
        " Hedges are named after a field: NE, E and SE are those on its upper right, its right and its"
        " lower right. Gates are named after a field: N is the one at its top, S the one at its bottom."
    ),
    "ru": (
        "Если в вопросе не сказано иное:\n- Играют 3 игрока.\n"
        "Всё, о чём в ситуации не сказано, остаётся таким, как после подготовки.\n"
        "Поля называются двумя числами: второе — ряд (ряды считают вниз), первое — место в ряду"
        " (вправо); в каждом следующем ряду счёт начинается на половину поля правее. Изгороди"
        " называются по полю: NE, E и SE — справа сверху, справа и справа снизу от него. Калитки"
        " называются по полю: N — верхняя вершина, S — нижняя."
    ),
}
SAID = {
    "en": [
        (
            "Situation:\n- The desk: “order 1: 2 wool”.\n- It is Red’s turn.\nWhat happens:\n"
            "- Red takes the action “Finish” (“order 1”).\nAnswer:\n- The finished orders: “order 1”."
        ),
        "Situation:\n- Fog: yes.\nAnswer:\n- Red may take the action “Graze” (field “0,1”).",
        "Situation:\n- 4 players take part.\nAnswer:\n- There are no orders in the desk.",
    ],
    "ru": [
        (
            "Ситуация:\n- Стол: «заказ 1: 2 шерсти».\n- Ходит Красный.\nЧто происходит:\n"
            "- Красный выполняет действие «Готово» («заказ 1»).\nОтвет:\n- Готовые заказы: «заказ 1»."
        ),
        "Ситуация:\n- Туман: да.\nОтвет:\n- Красный может выполнить действие «Пасти» (поле «0,1»).",
        "Ситуация:\n- Играют 4 игрока.\nОтвет:\n- В столе нет заказов.",
    ],
}


def _text(section: Section) -> str:
    return as_text(tuple(b for b in section.blocks if isinstance(b, Sentence | Bullets)))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_questions_are_numbered_and_say_once_what_they_share(tmp_path: Path, language: str) -> None:
    path = tmp_path / "moor.rules"
    path.write_text(RULES, encoding="utf-8")
    (tmp_path / "orders.csv").write_text(ORDERS, encoding="utf-8")
    (tmp_path / "land.csv").write_text(LAND, encoding="utf-8")
    chapter = questions_chapter(Desk(subject_of(path), language))
    assert chapter is not None
    assert [section.title for section in chapter.sections] == TITLES[language]
    assert _text(chapter) == INTRO[language]
    assert [_text(section) for section in chapter.sections[:3]] == SAID[language]
