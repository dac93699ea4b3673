"""Tests of rules files: positions, entering a step, events, outcomes, and what a failure says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources

GAME = """
game tiny "Tiny":
    players 2..3 named red, blue, green

setting target = 3 in 1..9
setting sorted_out = false
enum Good: wood, ore
card Card, one of each:
    suit: Good
    worth: 1..3
token Stamp, one of each:
    suit: Good
    worth: 1..2
piece Pawn, alike 2 per Player
piece Chip, alike 4

board spots: graph from "spots.csv":
    cells Spot holds one Pawn, one Card

account bank: Good, start 5
account purse of Player: Good
zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner
zone chips of Player: Chip
zone stamps of Player: Stamp

var starter: Player
var rounds: 0..9
var guests: set of Player
var wanted: set of Stamp

award rich for p in Player:
    most size of purse of p, at least 2
    tied: holder keeps, else nobody

setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 1 from deck to hand of p

action play(c in my hand, s in Spot where no Card on s):
    require first: c.worth < 3 else "too strong"
    cost 1 wood
    do: move c to s
action take(g in Good):
    limit 1 per turn
    do: gain 1 * g
action rest:
    do: set rounds to rounds
effect praise:
    score 1 as calm for starter

effect finale(n: 0..9):
    step last:
        each p in everyone:
            turn p: may rest
    set rounds to n

flow:
    each n in 1..3:
        set rounds to n
        each p in clockwise from starter:
            turn p:
                step acting:
                    roll die = 1d6
                    may play or take, repeatedly
                step ending: may rest
    step bidding:
        each p in others_of(starter):
            step bid: p chooses amount in 1..3
    do finale(7)
    if sorted_out:
        step sorting:
            each p in everyone:
                p chooses gone as 0..2 from hand of p
                move all of gone to box

define others_of(q: Player) = all(p in everyone where p != q)
score wood for p: wood of purse of p
score calm for p: 0
end when some p in everyone where points(p) >= target, checked after each action
win by points, else shared
"""

SPOTS = "spot,links\na,\nb,\nc,\n"
Failures = Callable[..., list[str]]


@pytest.fixture
def failures(tmp_path: Path) -> Failures:
    """Return a function from the text of tests to the messages of those that fail."""

    def run(text: str, game: str = GAME) -> list[str]:
        (tmp_path / "spots.csv").write_text("cell\na\nb\nc\n", encoding="utf-8")
        path = tmp_path / "tiny.rules"
        path.write_text(game + text, encoding="utf-8")
        report, sources = Reporter(), Sources()
        linked = pipeline.link(path, (), sources, report)
        assert linked is not None
        results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
        shown = render_all(report.sorted(), sources, colour=False, width=100)
        assert not report.has_errors, shown
        assert results
        return [
            result.failure.message.split("failed: ")[1]
            for result in results
            if result.failure is not None
        ]

    return run


def one(lines: str, head: str = 'test "t":\n') -> str:
    return head + "".join(f"    {line.strip()}\n" for line in lines.strip().splitlines())


HOLDS = {
    "an account is set from its home": """
        given purse of red: 2 wood + 1 ore; n = 1
        at acting of red
        then purse of red: 2 wood + 1 ore; bank: 3 wood + 4 ore; that rich = red
    """,
    "a zone holds just what is named": """
        given hand of red: wood_1 + ore_2; n = 1
        at acting of red
        then hand of red: wood_1 + ore_2; that size of hand of red = 2
        then that size of hand of red + size of hand of blue + size of hand of green + size of deck + size of box = 14
    """,
    "of two things with one name the one that can lie there is meant": """
        given stamps of red: wood_1; hand of blue: wood_1; n = 1
        at acting of red
        then stamps of red: wood_1; hand of blue: wood_1
        then that size of stamps of red = 1; that size of hand of blue = 1
    """,
    "a set is given by its members": """
        given guests = {red, green}; wanted = {ore_2}; n = 1
        at acting of red
        then that red in guests; that blue not in guests; that size of guests = 2; that size of wanted = 1
    """,
    "a pile gets a card on top": """
        given deck: ore_3 on top; deck: wood_2 at bottom; hand of red: none; n = 1
        at acting of red
        then that top(deck) = ore_3; that bottom(deck) = wood_2
    """,
    "pieces come from the supply": """
        given red: 2 Pawn at "a", "b"
        then "a": 1 Pawn; that count(x in Pawn on supply of red) = 0; that some Pawn of red on "b"
    """,
    "pieces are named with their owner": """
        given "a": 1 Pawn of red; "b": 1 Pawn of blue
        then "a": 1 Pawn of red + 0 Pawn of blue; "b": 1 Pawn of blue
        then supply of red: 1 Pawn of red
    """,
    "a turn is entered at its start": """
        given n = 2; starter = blue
        at turn of green
        when die = 4; green done; green done
        then that active = red
    """,
    "a full place is emptied": """
        given red: 1 Pawn at "a"; "b": wood_3
        given blue: 1 Pawn at "a"
        then that some Pawn of blue on "a"; that count(x in Pawn on supply of red) = 2
    """,
    "a kind of place is emptied": """
        given red: 1 Pawn at "a"; Spot: none
        then that no Pawn on Spot
    """,
    "points were added to a line": """
        given calm(red) = 2; n = 1
        at acting of red
        then that points(red) = 2; that calm(red) = 2; that calm(blue) = 0
    """,
    "alike things come from the box": """
        given chips of red: 3 Chip; chips of blue: 1 Chip
        then chips of red: 3 Chip; chips of blue: 1 Chip
    """,
    "loops stand where the test says": """
        given n = 2; starter = blue
        at acting of green
        when green done; green done; red done; red done
        then that active = blue; that rounds = 3
    """,
    "the last of a round is followed by the next round": """
        given n = 3; starter = blue; rounds = 3
        at ending of red
        when red rest; red chooses 2
        then that rounds = 3
    """,
    "an inner loop is found by its player": """
        given starter = red
        at bid of green
        when green chooses 3; red rest; blue done; green done
        then that rounds = 7
    """,
    "a step inside a rule is entered": """
        at last
        when red done; blue rest
        then that rounds = 0
        when green done
        then that rounds = 7; red and blue and green win
    """,
    "forced decisions play themselves": """
        given n = 1; starter = red
        at acting of red
        when red done; red done; blue done; blue rest
        then that active = green
    """,
    "requirements, costs, limits and domains refuse": """
        given hand of red: wood_1 + wood_3; purse of red: 1 wood; "b": ore_1
        given n = 1; starter = red
        at acting of red
        then red play(wood_3, "a") refused by first; red play(wood_1, "b") refused by in_s
        then red play(ore_2, "a") refused by in_c; red play(wood_1, "a") allowed; red rest refused
        when red play(wood_1, "a"); red take(ore)
        then "a": wood_1; red take(wood) refused by limit_turn; blue take(wood) refused by now
        then red play(wood_3, "c") refused by cost
    """,
    "an open pick is answered later": """
        given hand of red: wood_1 + wood_2; purse of red: 1 wood; n = 1
        at acting of red
        when red play(wood_2); red chooses "c"
        then "c": wood_2
    """,
    "chance is fixed in order": """
        given n = 1
        when die = 6; die = 1
        at acting of red
        when red done; red done; blue done
        then that active = blue
    """,
    "the end is judged when play is entered": """
        given purse of red: 4 wood; n = 1
        at acting of blue
        then red wins
    """,
    "play goes on": """
        given purse of red: 2 wood; n = 1
        at acting of red
        then nobody wins
        when red take(wood)
        then red wins
    """,
    "a subset is chosen as a whole": """
        with sorted_out = true
        given hand of red: 1 wood_3 + 1 wood_2 + 1 ore_3; hand of blue: 1 wood_1 + 1 ore_1
        at sorting
        when red chooses {wood_3, ore_3}
        then hand of red: 0 wood_3 + 1 wood_2 + 0 ore_3
        when blue chooses {}
        then hand of blue: 1 wood_1 + 1 ore_1; green rest refused
    """,
    "answers are tried and leave no trace": """
        with sorted_out = true
        given hand of red: 1 wood_3 + 1 wood_2 + 1 ore_3; hand of blue: 1 wood_1 + 1 ore_1
        at sorting
        then red chooses {wood_3, ore_3} allowed; red chooses {wood_1} refused; red chooses {} allowed
        then red chooses {wood_3, wood_2, ore_3} refused; blue chooses {} refused; hand of red: 1 wood_3
        when red chooses {wood_3}
        then blue chooses {ore_1} allowed
    """,
    "minus one is a number": """
        then that -1 in {-1, 1}; that count(x in {-2, -1, 1}) = 3
    """,
    "settings and players": """
        with players = 2, target = 1
        given purse of red: 1 wood; n = 1
        at acting of red
        then red wins; that count(p in everyone) = 2
    """,
}


@pytest.mark.parametrize("lines", HOLDS.values(), ids=HOLDS.keys())
def test_what_is_so_holds(failures: Failures, lines: str) -> None:
    assert failures(one(lines)) == []


FAILS = {
    "given n = 1\nat acting of red\nthen purse of red: 2 wood": "found 0 wood, expected 2",
    "given n = 1\nat acting of red\nthen that active = blue": "found red, expected blue",
    "given n = 1\nat acting of red\nthen that some purse of red": "this does not hold",
    "given n = 1\nat acting of red\nthen that all(p in everyone where p = red) = {blue}": (
        "found {red}, expected {blue}"
    ),
    "given n = 1\nat acting of red\nthen red wins": "the game is not over",
    "given n = 1; purse of red: 4 wood\nat acting of red\nthen blue wins": (
        "the game is over: red wins"
    ),
    "given n = 1\nat acting of red\nthen red take(wood) refused": "red may do this",
    "given n = 1; hand of red: wood_1\nat acting of red\nthen red play(wood_1) allowed": (
        "refused by `cost`"
    ),
    "given n = 1; hand of red: wood_1\nat acting of red\nthen red play(wood_1) refused by first": (
        "refused by `cost`, not by `first`"
    ),
    "given n = 1\nat acting of red\nwhen blue take(wood)": "blue is not asked for `take` here",
    "given n = 1\nat acting of red\nwhen red take(wood); red take(wood)": "refused by `limit_turn`",
    "given n = 1; hand of red: wood_1\nat acting of red\nwhen red take(wood); red chooses ore": (
        "this cannot be done: there is no ore"
    ),
    "given starter = red; p = blue\nat bid of blue\nwhen blue chooses 1 wood": (
        "this cannot be done: amount is asked for, which is no amount"
    ),
    "given starter = red; p = blue\nat bid of blue\nthen blue chooses 3 refused": (
        "blue may choose this"
    ),
    "given starter = red; p = blue\nat bid of blue\nthen blue chooses 4 allowed": (
        "this cannot be done: 4 is not offered"
    ),
    "given n = 1\nat acting of red\nwhen red done; die = 3\nthen nobody wins": (
        "`die` never came up again after what was said here"
    ),
    "given n = 1\nwhen die = 7\nat acting of red": "die is never 7",
    "given n = 1\nwhen dye = 7\nat acting of red": "no chance is called `dye`",
    "given n = 1\nat acting": "say whose turn it is: at acting of …",
    "at acting of red": "say which one: given n = …",
    "given n = 4\nat acting of red": "n is never that here",
    "given purse of red: 6 wood": "bank holds 5 wood, not enough",
    "given bank: 1 wood": "bank has what nobody else has: give it to somebody",
    "given chips of red: 3 Chip; chips of blue: 2 Chip": "there is no chip left to take",
    "given box: 1 Chip": "box still has 4 chip: say where the others are",
    "given n = 1; hand of red: none\nat acting of red\nthen that top(deck) = wood_1": "found",
}


@pytest.mark.parametrize(("lines", "reason"), FAILS.items())
def test_a_failure_says_why(failures: Failures, lines: str, reason: str) -> None:
    [found] = failures(one(lines))
    assert found.startswith(reason)


def test_what_rests_on_a_shuffle_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "spots.csv").write_text("cell\na\nb\nc\n", encoding="utf-8")
    path = tmp_path / "tiny.rules"
    path.write_text(GAME + one("then that top(deck) = wood_1"), encoding="utf-8")
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    assert linked is not None
    [result] = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    assert result.failure is not None
    assert any("another seed" in note for note in result.failure.notes)


LOOPED = """
game looped:
    players 2
var n: 0..9
setup: set n to 1
action more:
    do: raise n by 1
flow:
    repeat until n >= 3:
        let p = first(p in everyone)
        if some p:
            turn p: may more
score x for p: n
"""


def test_set_up_ends_where_the_flow_begins_with_a_loop(failures: Failures) -> None:
    assert (
        failures('test "t":\n    then that n = 1\n    when p1 more\n    then that n = 2\n', LOOPED)
        == []
    )
