"""Words that a game gives for what its rules would tell at length: prices, points, whole effects, effects chosen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose, describe
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

RULES = """
game inn "Inn" ru "Трактир":
    players 2 named red "Red" ru "Красный", blue "Blue" ru "Синий"
enum Coin "coin" ru "монета": coin "coin" ru "монета"
enum Face from "faces.csv":
    pips: 1..3
piece Die "die" ru "кубик"
card Dish "dish" ru "блюдо" from "dishes.csv":
    price: 0..3
    bonus: set of effect
account purse "purse" ru "кошелёк" of Player: Coin, start 9
zone menu "menu" ru "меню": Dish
var guests "guests" ru "гости" of Player: 0..9
define fame(p: Player, d: Dish) = guests of p + d.price
define spare(p: Player) = guests of p
score feast "Feast" ru "Пир"
action serve(d in menu) "Serve" ru "Подать":
    cost d.price * coin
    cost 1 coin
    do:
        do clear(d)
        do note_it
        score fame(me, d) as feast
        resolve e in d.bonus, any order: do e
effect clear(d: Dish) "Clear the table" ru "Убрать со стола":
    repeat 2 times:
        roll face = Face
        if face.pips > 1: move d to box
effect note_it "Note it" ru "Записать":
    raise guests of me by 1
effect tip(n: 1..3) "Tip" ru "Чаевые":
    gain n * coin
effect close "Closing time" ru "Закрытие":
    each p in everyone: score -2 * spare(p) as feast for p
setup: move all of Dish to menu
flow:
    repeat each p in clockwise from first(p in everyone) until no menu:
        turn p: may serve
test "a dish":
    when red serve(soup); red chooses "tip(2)"; red chooses note_it
words en:
    serve: does "serve [{d}|a dish]", price "pay the price of {d}"
    clear: does "clear {d} away", whole "yes"
    note_it: does "", whole "yes"
    fame: "fame with {d}", owned "yes", amount "points"
    spare: "guests too many", every_one "each guest in your inn"
words ru:
    serve: does "подайте [{d:acc}|блюдо]", price "заплатите цену {d:gen}"
    clear: does "уберите {d:acc}", whole "yes"
    note_it: does "", whole "yes"
    fame: "слава за {d:acc}", owned "yes", amount "points"
    spare: "лишние гости", every_one "каждого гостя в вашем трактире"
"""
TABLES = {
    "faces.csv": "face,pips,name_en,name_ru\none,1,1,1\ntwo,2,2,2\n",
    "dishes.csv": "dish,price,bonus,name_en,name_ru\nsoup,1,tip(2); note_it,soup,суп\n",
}


@cache
def _linked(folder: Path) -> Linked:
    for name, text in {**TABLES, "inn.rules": RULES}.items():
        (folder / name).write_text(text, encoding="utf-8")
    report = Reporter()
    found = link(folder / "inn.rules", [], Sources(), report)
    assert found is not None
    assert not report.has_errors
    return found


SAID = [
    ("serve", "en", "Pay the price of this dish. Pay 1 coin. Clear this dish away. Score the fame"),
    ("serve", "ru", "Заплатите цену этого блюда. Заплатите 1 монету. Уберите это блюдо. Получите"),
    ("serve", "ru", "славу за это блюдо"),
    ("clear", "en", "Roll the die."),
    ("clear", "ru", "Бросьте кубик."),
    ("close", "en", "2 points for each guest in this player’s inn"),
]


@pytest.mark.parametrize(("name", "language", "said"), SAID)
def test_rules_are_told_in_the_words_of_the_game(
    tmp_path: Path, name: str, language: str, said: str
) -> None:
    assert said in as_text(describe(_linked(tmp_path), name, language))


def test_an_effect_that_is_told_whole_needs_no_place_of_its_own(tmp_path: Path) -> None:
    linked = _linked(tmp_path)
    prose = Prose(linked, "en")
    rules = {item.name.text: item for item in linked.items if isinstance(item, syn.Rule)}
    assert prose.is_told_by_users(rules["clear"])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red chooses the effect “Take 2 coins”."),
        ("ru", "Красный выбирает эффект «Возьмите 2 монеты»."),
    ],
)
def test_an_effect_that_is_chosen_says_what_it_does(
    tmp_path: Path, language: str, said: str
) -> None:
    linked = _linked(tmp_path)
    question = next(item for item in linked.items if isinstance(item, syn.Test))
    assert said in as_text(describe(linked, question, language))
