"""Answers of questions: verbs of options, reasons, numbers with their units, and nothing said twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose
from rulelang.prose.model import as_text
from rulelang.prose.russian import decline
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

RULES = """game market "Market" ru "Рынок":
    players 3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"

enum Good "good" ru "товар": salt "salt" ru "соль", wax "wax" ru "воск", tar "tar" ru "дёготь"
enum Row from "rows.csv":
    place: 1..2
account store "store" ru "склад": Good, start 9
account sack "sack" ru "мешок" of Player: Good
piece Post "post" ru "столб", alike 3 per Player
board square "square" ru "площадь": squares 3 by 1:
    cells Spot "spot" ru "место" holds one Post
define has_post(p: Player, c: Spot) = some Post of p on c
define fence(p: Player) = count(b in Post of p on Spot)

action beg(c: Spot, q in others where has_post(q, c)) "Beg" ru "Просить":
    do: pay 1 salt from sack of q to my sack
action offer(given as 1..3 from my sack) "Offer" ru "Предложить":
    do:
        together each q in others:
            q chooses reply:
                agree "agree" ru "согласиться" if some sack of q
                ask(for as 1..2 from Good) "ask" ru "просить"
effect work "Work" ru "Работа":
    do beg("1,1")
    if possible beg("1,1"): do beg("1,1")
effect sweep "Sweep" ru "Уборка":
    each x in Row by x.place: gain 1 salt
award builder "Builder" ru "Строитель" for p in Player:
    most fence(p), at least 2
    tied: holder keeps, else nobody

flow:
    each p in everyone:
        turn p:
            do work
            do sweep
            choose offer
win by points, else shared

words en:
    salt: "salt", many "salt"
    wax: "wax", many "wax"
    tar: "tar", many "tar"
    Good: "good", unit "sack of goods"
    place: "place", order "from the first on"
    Row: "row"
    has_post: "{p} {p~has/have} a post on {c}", is_not "{p} {p~has/have} no post on {c}"
    fence: "fence", most "the longest fence", unit "post"
    beg: does "beg[ from {q}]"
    offer: does "offer [{given}|goods]"
    agree: does "agree"
    ask: does "ask for {for}"
words ru:
    Good: "товар", unit "единица товара"
    place: "место", order "начиная с первого"
    Row: "ряд"
    salt: "соль", gender "f", many "соли"
    tar: "дёготь", gender "m", gen "дёгтя", many "дёгтя"
    wax: "воск", many "воска"
    has_post: "у {p:gen} есть столб на {c:prep}", is_not "у {p:gen} нет столба на {c:prep}"
    fence: "забор", most "самым длинным забором", unit "столб"
    beg: does "попросите[ у {q:gen}]", to_do "попросить[ у {q:gen}]", plays "просит[ у {q:gen}]"
    offer: does "предложите [{given:acc}|товар]", to_do "предложить [{given:acc}|товар]", plays "предлагает [{given:acc}|товар]"
    agree: does "согласитесь", to_do "согласиться", plays "соглашается"
    ask: does "попросите {for:acc}", to_do "попросить {for:acc}", plays "просит {for:acc}"

test "market" ru "рынок":
    given red: 2 Post at "1,1", "2,1"; sack of red: 2 salt
    then red beg("1,1", green) refused by in_q; red offer(0 salt) refused by in_given
    when red offer(1 salt); blue ask(2 wax)
    then green agree refused by now; green agree allowed
    then sack of red: 2 salt + 1 wax; that size of sack of red = 3; that size of sack of blue = 0
    then sack of green: 1 salt + 0 wax + 0 tar; that fence(red) = 2
    then that (supposing move 1 Post of red from "1,1" to supply of red: fence(red) = 1)
"""
TOLD = {
    "en": """Situation:
- Red: 2 posts at “1,1” and “2,1”.
- Red’s sack: 2 salt.
Answer:
- Red may not beg from Green: Green has no post on spot “1,1”.
- Red may not offer 0 salt: at least 1 sack of goods must be chosen.
What happens:
- Red offers 1 salt.
- Blue asks for 2 wax.
Answer:
- Green may not agree now.
- Green may agree.
- Red’s sack: 2 salt and 1 wax.
- Blue has no sacks of goods in their sack.
- Green’s sack: 1 salt, no wax or tar.
- Red’s fence: 2 posts.
- Without the post of Red on “1,1”, Red’s fence is 1.""",
    "ru": """Ситуация:
- Красный: 2 столба на «1,1» и «2,1».
- Мешок Красного: 2 соли.
Ответ:
- Красный не может попросить у Зелёного: у Зелёного нет столба на месте «1,1».
- Красный не может предложить 0 соли: нужно выбрать не меньше 1 единицы товара.
Что происходит:
- Красный предлагает 1 соль.
- Синий просит 2 воска.
Ответ:
- Зелёный сейчас не может согласиться.
- Зелёный может согласиться.
- Мешок Красного: 2 соли и 1 воск.
- У Синего в мешке нет единиц товара.
- Мешок Зелёного: 1 соль, нет воска и дёгтя.
- Забор Красного: 2 столба.
- Без столба Красного на «1,1» забор Красного равен 1.""",
}
RULES_TOLD = [
    (
        "work",
        "Beg. If possible, do the same again.",
        "Попросите. Если возможно, повторите это ещё раз.",
    ),
    ("sweep", "For each row, from the first on, take", "Начиная с первого для каждого ряда"),
    ("builder", "with the longest fence, at least 2 posts.", "забором, не меньше 2 столбов."),
]


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Linked:
    folder: Path = tmp_path_factory.mktemp("market")
    (folder / "rows.csv").write_text("row,place\nfront,1\nback,2\n", encoding="utf-8")
    (folder / "market.rules").write_text(RULES, encoding="utf-8")
    found = link(folder / "market.rules", [], Sources(), Reporter())
    assert found is not None
    return found


@pytest.mark.parametrize("language", ["en", "ru"])
def test_answers_say_why_in_units_and_nothing_twice(market: Linked, language: str) -> None:
    item = next(item for item in market.items if isinstance(item, syn.Test))
    assert as_text(Prose(market, language).describe(item)) == TOLD[language]


@pytest.mark.parametrize(("name", "english", "russian"), RULES_TOLD)
def test_rules_say_it_again_in_order_and_in_units(
    market: Linked, name: str, english: str, russian: str
) -> None:
    assert english in as_text(Prose(market, "en").describe(name))
    assert russian in as_text(Prose(market, "ru").describe(name))


def test_an_adjective_shows_the_gender_of_its_noun() -> None:
    assert decline("свободный путь").forms["acc"] == "свободный путь"
    assert decline("открытая дверь").forms["acc"] == "открытую дверь"
