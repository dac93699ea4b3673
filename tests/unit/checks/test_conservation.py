"""What covers a taking, and what is listed as a risk."""

from __future__ import annotations

import pytest

from rulelang.checks.check_conservation import check_conservation

from .conftest import Run

RULES = """enum Good: wool, meat
account bank: Good, start 9
account hand of Player: Good
enum Fish: cod
account sea: Fish, unlimited
account net of Player: Fish
piece Road, alike 5 per Player
card Card, alike 9
board map: squares 2 by 2:
    cells Cell holds Road
zone deck: Card
zone shown: Card
"""
FLOW = """flow:
    each p in everyone:
        turn p: may a
"""


def risks(run: Run, rule: str) -> list[int]:
    found, said = run(check_conservation, RULES + rule + FLOW)
    assert said == []
    return [line - RULES.count("\n") for status, line, _ in found if status == "assumed"]


@pytest.mark.parametrize(
    "rule",
    [
        "action a:\n    cost 1 wool\n    do: stop a\n",
        "action a:\n    do: gain 3 cod\n",
        "action a(w in Good where w in bank):\n    do: gain 1 * w\n",
        "action a(w in Good):\n    require left: w of bank >= 2\n    do: gain 2 * w\n",
        "action a(w in Good):\n    do: gain min(2, w of bank) * w\n",
        "action a(x as 1..2 from my hand):\n    do: pay x\n",
        "action a:\n    do:\n        choose x as 1..2 from my hand\n        pay x\n",
        "action a:\n    do: pay all_of(me)\ndefine all_of(p: Player) = hand of p\n",
        (
            "action a:\n    require stock: some Road on my supply\n"
            '    do: move 1 Road from my supply to "1,1"\n'
        ),
        "action a:\n    do:\n        if some deck: draw 1 at random from deck to shown\n",
        "action a:\n    do:\n        if size of my hand > 1: draw 2 at random from my hand to bank\n",
        "action a:\n    do:\n        repeat until no deck: draw 1 at random from deck to shown\n",
        (
            "action a:\n    do:\n        together each q in everyone:\n"
            "            q chooses gone as 0..size of hand of q from hand of q\n"
            "        then: pay gone from hand of q to bank\n"
        ),
    ],
)
def test_takings_that_are_covered(run: Run, rule: str) -> None:
    expected = [2] if "all_of" in rule else []  # what a definition gives is not looked into
    assert risks(run, rule) == expected


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("action a:\n    do: gain 1 wool\n", 2),
        ("action a(w in Good where w in bank):\n    do: gain 2 * w\n", 2),
        ('action a:\n    do: move 1 Road from my supply to "1,1"\n', 2),
        ("action a:\n    do: draw 1 at random from deck to shown\n", 2),
        (
            "action a(w in Good where w in bank):\n    do:\n        gain 1 * w\n        gain 1 * w\n",
            4,
        ),
        (
            "action a:\n    require rich: wool in my hand\n    cost 1 wool\n    do: pay 1 wool\n",
            4,
        ),
        (
            (
                "action a:\n    require stock: some Road on my supply\n"
                '    do: move 2 Road from my supply to "1,1"\n'
            ),
            3,
        ),
        (
            (
                "action a:\n    do:\n        each q in everyone where wool in hand of q:\n"
                "            pay 1 wool from my hand\n"
            ),
            4,
        ),
    ],
)
def test_takings_that_nothing_covers(run: Run, rule: str, line: int) -> None:
    assert risks(run, rule) == [line]


def test_a_rule_that_moves_nothing_is_not_listed(run: Run) -> None:
    found, _ = run(check_conservation, RULES + "action a:\n    do: stop a\n" + FLOW)
    assert found == []
