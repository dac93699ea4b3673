"""Set-up as numbered steps, and what one sentence says of several statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import describe
from rulelang.prose.lines import Line, Nest, steps
from rulelang.prose.model import as_text, sentences
from rulelang.source import Sources

RULES = """
game quay "Quay" ru "Набережная":
    players 2
enum Good: hay
account bank: Good, unlimited
account purse of Player: Good
card Ship "ship" ru "корабль", 6
board port "port" ru "порт": squares 2 by 2:
    cells Berth "berth" ru "причал" holds one Ship
zone fleet "fleet" ru "флот": pile of Ship, seen by nobody
value hands(p: Player) "hands" ru "рабочие руки" = 2, combine sum
setup:
    do gather
    each b in Berth: draw 1 from fleet to b
effect gather:
    move all of Ship to fleet
    shuffle fleet
effect unload "Unloading" ru "Разгрузка":
    gain hands(me) * hay
    repeat until hay of my purse > 9: gain 1 hay
action work "Work" ru "Работать":
    do: do unload
action cut(swaths in 1..3) "Cut" ru "Косить":
    require dry: hay of my purse < 9 else "it is too wet"
    do: gain swaths * hay
flow:
    repeat 2 times:
        each p in everyone:
            turn p: may work or cut
score hay for p: hay of purse of p
win by points, else shared
words en:
    unload: "Unloading", does "begin the unloading of ships"
    hay: "hay", many "hay"
    swaths: "swath", pick "how many swaths to cut"
words ru:
    unload: "Разгрузка", does "начните разгрузку кораблей"
    hay: "сено", gen "сена"
    swaths: "прокос", pick "число прокосов"
"""


@pytest.fixture
def quay(tmp_path: Path) -> Linked:
    path = tmp_path / "quay.rules"
    path.write_text(RULES.lstrip(), encoding="utf-8")
    report = Reporter()
    found = link(path, [], Sources(), report)
    assert found is not None
    assert not report.has_errors
    return found


def test_all_that_is_shuffled_into_a_pile_or_laid_on_each_place_is_one_sentence(
    quay: Linked,
) -> None:
    assert as_text(describe(quay, "setup", "en")) == (
        "Shuffle all ships and put them into the fleet. Lay 1 ship from the fleet on each berth."
    )
    assert as_text(describe(quay, "setup", "ru")) == (
        "Перемешайте все корабли и положите их во флот. Положите 1 корабль из флота на каждый причал."
    )


def test_a_value_is_told_by_what_it_usually_is(quay: Linked) -> None:
    (first, *_rest) = sentences(describe(quay, "unload", "en"))
    assert first.text.startswith("Take 2 hay.")
    assert "hands" in {run.target for run in first.runs if run.text == "2"}


def test_a_choice_is_told_in_its_own_words_and_what_it_needs_beside_it(quay: Linked) -> None:
    assert "Choose how many swaths to cut. This is allowed only if you have" in as_text(
        describe(quay, "cut", "en")
    )
    assert "Выберите число прокосов. Это разрешено, только если" in as_text(
        describe(quay, "cut", "ru")
    )


@pytest.mark.parametrize(("language", "words"), [("en", "unloading"), ("ru", "разгрузку")])
def test_the_heading_of_a_rule_in_a_sentence_leads_to_it(
    quay: Linked, language: str, words: str
) -> None:
    runs = [run for each in sentences(describe(quay, "work", language)) for run in each.runs]
    assert [run.text for run in runs if run.target == "unload"] == [words]


def test_what_is_done_otherwise_belongs_to_the_step_before_it() -> None:
    lines: list[Line] = [
        "if it rains, stay",
        "otherwise, go",
        Nest("if it snows", ("dig",)),
        Nest("otherwise", ("rest",)),
        "end",
    ]
    assert as_text(steps(lines)).splitlines() == [
        "1. If it rains, stay. Otherwise, go.",
        "2. - If it snows:",
        "    - Dig.",
        "  - Otherwise:",
        "    - Rest.",
        "3. End.",
    ]
