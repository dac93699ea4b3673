"""Whether a forced choice always has an option."""

from __future__ import annotations

import pytest

from rulelang.checks.check_decisions import check_decisions

from .conftest import Run

RULES = """enum Good: wool, meat
account bank: Good, start 9
account hand of Player: Good
card Card, 9
zone deck: Card
var spot: 1..3
action free:
    do: stop free
action dear:
    cost 1 wool
    do: stop dear
action elsewhere(n in 1..3):
    require away: n != spot
    do: stop elsewhere
action never(n in 1..3 where n > 1 and false):
    do: stop never
"""


def turn(body: str) -> str:
    lines = "".join(f"            {line}\n" for line in body.splitlines())
    return f"{RULES}flow:\n    each p in everyone:\n        turn p:\n{lines}"


@pytest.mark.parametrize(
    ("status", "body"),
    [
        ("proven", "choose free"),
        ("proven", "choose dear or free"),
        ("proven", "choose elsewhere"),
        ("proven", "choose g in Good"),
        ("proven", "choose q in others"),
        ("proven", "choose x as 1..2 from Good"),
        ("proven", "choose x as size of hand of p / 2 rounded up from hand of p"),
        ("proven", "choose x as min(2, size of deck) from deck"),
        ("proven", "choose x as 0..3 from hand of p"),
        ("proven", "choose c in deck if any"),
        ("proven", "if possible dear: do dear"),
        ("assumed", "choose dear"),
        ("assumed", "do dear"),
        ("assumed", "choose c in deck"),
        ("assumed", "choose g in Good where g in hand of p"),
        ("assumed", "choose x as 2 from hand of p"),
        ("assumed", "if possible dear:\n    pay 1 wool\n    do dear"),
    ],
)
def test_choices_are_judged(run: Run, status: str, body: str) -> None:
    found, said = run(check_decisions, turn(body))
    assert said == []
    assert [each for each, _, _ in found] == [status]


@pytest.mark.parametrize("body", ["choose n in 3..2", "choose never", "choose x as 3..2 from deck"])
def test_choices_without_any_option(run: Run, body: str) -> None:
    _, said = run(check_decisions, turn(body))
    assert said == [("E401", 20)]


@pytest.mark.parametrize("body", ["may dear", "choose dear\notherwise: finish", "do free"])
def test_choices_that_need_no_option_are_not_listed(run: Run, body: str) -> None:
    assert run(check_decisions, turn(body)) == ([], [])
