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
"""


def loop(body: str, until: str = "") -> str:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"{CARDS}flow:\n    repeat{until}:\n{lines}"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("roll dice = 1d6", "asks somebody or rolls"),
        ("shuffle deck", "asks somebody or rolls"),
        ("each p in everyone:\n    turn p: choose look", "asks somebody or rolls"),
        ("step one:\n    if n = 1: roll a = 1d6\n    else: roll b = 1d6", "asks somebody or rolls"),
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
    assert said == [("E402", 9)]


def test_a_loop_that_is_never_entered_is_not_judged(run: Run) -> None:
    text = f"setting ready = true\n{loop('set n to 3', ' until ready')}"
    assert run(check_loops, text) == ([], [])


def test_a_called_rule_counts_as_part_of_the_loop(run: Run) -> None:
    text = loop("do take") + "effect take:\n    draw 1 from deck to shown\n"
    found, _ = run(check_loops, text)
    assert [status for status, _, _ in found] == ["proven"]
