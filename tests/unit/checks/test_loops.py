"""Why loops end: they ask, they use something up, or it is assumed."""

from __future__ import annotations

import pytest

from rulelang.checks.check_loops import check_loops

from .conftest import Run

CARDS = """card Card, 9
zone deck: pile of Card
zone shown: Card
var n: 0..9
var held of Player: 0..9
action look:
    do: stop look
action look_again:
    do: stop look_again
effect leave_it:
    finish
"""


def loop(body: str, until: str = "") -> str:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"{CARDS}flow:\n    repeat{until}:\n{lines}"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("each p in everyone:\n    turn p: may look", "asks somebody or leaves it"),
        (
            "each p in everyone:\n    turn p: choose look or look_again",
            "asks somebody or leaves it",
        ),
        ("each p in everyone:\n    turn p: choose k in 1..2", "asks somebody or leaves it"),
        (
            "step one:\n    if n = 1: p1 chooses k in 1..2\n    else: finish",
            "asks somebody or leaves it",
        ),
        ("each p in everyone: finish", "asks somebody or leaves it"),
        ("do leave_it", "asks somebody or leaves it"),
        ("if n = 1: stop\np1 chooses k in 1..2", "asks somebody or leaves it"),
        ("draw 1 from deck to shown", "uses up some of `deck`"),
        ("repeat 2 times: draw 1 from deck to shown", "uses up some of `deck`"),
        ("raise n by 1", "uses up some of the range of `n`"),
        ("each p in everyone: raise held of p by 2", "uses up some of the range of `held`"),
    ],
)
def test_loops_that_surely_end_or_ask(run: Run, body: str, sentence: str) -> None:
    found, said = run(check_loops, loop(body))
    assert said == []
    assert [(status, text.endswith(sentence)) for status, _, text in found] == [("proven", True)]


@pytest.mark.parametrize(
    ("until", "body"),
    [
        (" until n = 5", "if n = 3: draw 1 from deck to shown\nset n to 5"),
        (" until n = 5", "if n = 3: roll dice = 1d6"),
        ("", "if n = 3: stop\nset n to 3"),
        ("", "each c in deck: roll dice = 1d6"),
        ("", "roll dice = 1d6"),
        ("", "shuffle deck"),
        ("", "each p in everyone:\n    turn p: choose look"),
        ("", "p1 chooses c in deck if any"),
        (" until no deck", "move all of deck to shown\nmove all of shown to deck"),
    ],
)
def test_loops_that_are_assumed_to_end(run: Run, until: str, body: str) -> None:
    found, said = run(check_loops, loop(body, until))
    assert said == []
    assert [status for status, _, _ in found] == ["assumed"]


@pytest.mark.parametrize(
    ("until", "body"),
    [
        ("", "set n to 3"),
        (" until n = 5", "draw 1 from deck to shown\nmove all of shown to deck"),
        (" until no deck", "raise n by 1\nlower n by 1"),
    ],
)
def test_loops_that_never_end(run: Run, until: str, body: str) -> None:
    _, said = run(check_loops, loop(body, until))
    assert said == [("E402", 13)]


def test_a_loop_that_is_never_entered_is_not_judged(run: Run) -> None:
    text = f"setting ready = true\n{loop('set n to 3', ' until ready')}"
    assert run(check_loops, text) == ([], [])


def test_a_called_rule_counts_as_part_of_the_loop(run: Run) -> None:
    text = loop("do take") + "effect take:\n    draw 1 from deck to shown\n"
    found, _ = run(check_loops, text)
    assert [status for status, _, _ in found] == ["proven"]


def test_a_loop_that_would_use_up_too_much_is_assumed_to_end(run: Run) -> None:
    text = "var much: 0..1000000\n" + loop("raise much by 1", " until much > 999990")
    found, _ = run(check_loops, text)
    assert [status for status, _, _ in found] == ["assumed"]


def test_what_a_price_or_an_exchange_brings_back_is_not_used_up(run: Run) -> None:
    rules = """token Gem, alike 5
zone pot: Gem
zone bin: Gem
action give_back:
    cost 1 Gem from bin to pot
    do: stop give_back
"""
    body = "move 1 Gem from pot to bin\nif n = 3: p1 chooses give_back"
    found, _ = run(check_loops, rules + loop(body))
    assert [status for status, _, _ in found] == ["assumed"]
