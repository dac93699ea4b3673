"""What is a secret: contents, sizes, owners, and what definitions hand on."""

from __future__ import annotations

import pytest

from rulelang.checks.check_secrets import check_secrets

from .conftest import Run

RULES = """enum Good: wool, meat
account bank: Good, start 9
account hand of Player: Good, seen by owner
card Card, one of each:
    strength: 1..6
zone deck: pile of Card, seen by nobody
zone held of Player: Card, seen by owner
zone table: Card
var n: 0..9
define strong(p: Player) = some c in held of p where c.strength > 3
define anyone_strong = some p in everyone where strong(p)
"""


def action(lines: str) -> str:
    flow = "flow:\n    each p in everyone:\n        turn p: may a\n"
    return f"{RULES}action a(q in others):\n{lines}{flow}"


@pytest.mark.parametrize(
    "requirement",
    [
        "size of hand of q > 3",
        "some held of q",
        "count(c in held of q) > 2",
        "size of deck > 3",
        "some c in Card on table where c.strength > 3",
        "strong(me)",
        "wool in my hand",
    ],
)
def test_requirements_that_their_player_may_know(run: Run, requirement: str) -> None:
    text = action(f"    require r: {requirement}\n    do: stop a\n")
    _, said = run(check_secrets, text)
    assert [code for code, _ in said if code != "L601"] == []


@pytest.mark.parametrize(
    "requirement",
    [
        "wool in hand of q",
        "strong(q)",
        "anyone_strong",
        "some c in deck where c.strength = 6",
        "some c in Card where c in held of q and c.strength > 2",
        "count(c in held of q where c.strength > 2) > 1",
    ],
)
def test_requirements_that_read_a_foreign_secret(run: Run, requirement: str) -> None:
    text = action(f"    require r: {requirement}\n    do: stop a\n")
    _, said = run(check_secrets, text)
    assert said == [("E601", 13)]


def test_a_name_keeps_the_secret_it_was_given(run: Run) -> None:
    text = action("    do:\n        let rich = wool in hand of q\n        if rich: set n to 3\n")
    _, said = run(check_secrets, text)
    assert said == [("E601", 15)]


def test_what_is_possible_with_ones_own_may_decide(run: Run) -> None:
    text = action("    do:\n        if possible b: do b\n")
    _, said = run(check_secrets, text + "action b:\n    cost 1 wool\n    do: stop b\n")
    assert said == [("L601", 14)]


def test_the_same_player_by_another_name_is_another_player(run: Run) -> None:
    text = action(
        "    do:\n        q chooses x:\n            yes if wool in my hand\n            no_\n"
    )
    _, said = run(check_secrets, text)
    assert said == [("E601", 15)]


def test_without_secrets_there_is_nothing_to_tell(run: Run) -> None:
    found, said = run(check_secrets, "flow:\n    finish\n")
    assert (found, said) == ([("proven", 0, "everyone sees everything")], [])
