"""Tests as questions: what a player needs to know of the situation, and nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.pipeline import link
from rulelang.prose.describe import describe
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

RULES = """
game mill "Mill" ru "Мельница":
    players 2 named red "Red" ru "Красный", blue "Blue" ru "Синий"
enum Month "month" ru "месяц": may "May" ru "май", june "June" ru "июнь"
enum Week "week" ru "неделя": w1 "week 1" ru "неделя 1", w2 "week 2" ru "неделя 2"
enum Grain "grain" ru "зерно": rye "rye" ru "рожь", oats "oats" ru "овёс"
var place "place" ru "место" of Player: 0..2
var week "week" ru "неделя": Week
define price(p: Player, g: Grain, wet: Flag) "price" ru "цена" = if wet then 1 else 3
words ru:
    rye: "рожь", gen "ржи"
    wet: "мокрое"
flow:
    each m in Month:
        each w in Week:
            set week to w
            each p in everyone:
                turn p: set place of p to 1
test "prices":
    given m = june; w = w2; week = w2; place of red = 2; place of blue = 1
    then that price(red, rye, false) = 3; that price(red, oats, true) = 1
"""
SAID = {
    "en": (
        "Month: June.\n- Week 2.\n- Place: Red 2, Blue 1.",
        "- Red’s price (rye) is 3.\n- Red’s price (oats, wet) is 1.",
    ),
    "ru": (
        "Месяц: июнь.\n- Неделя 2.\n- Место: Красный — 2, Синий — 1.",
        "- Цена Красного (рожь) равна 3.\n- Цена Красного (овёс, мокрое) равна 1.",
    ),
}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_situation_has_no_code_words_and_an_answer_says_of_what(
    tmp_path: Path, language: str
) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(RULES, encoding="utf-8")
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    item = next(item for item in linked.items if isinstance(item, syn.Test))
    text = as_text(describe(linked, item, language))
    for said in SAID[language]:
        assert said in text
