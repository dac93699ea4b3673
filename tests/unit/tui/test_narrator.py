"""The log names what a rule was given, unless the line before has just named it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.runtime.play import Play
from rulelang.tui.narrator import Narrator
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import table_lines

RULES = """
game plots "Plots":
    players 2
card Field "field", 6
enum Crop "crop": rye "rye", oats "oats"
zone deck: pile of Field, seen by nobody
zone drawn of Player: Field, seen by owner
zone fields of Player: Field
zone secret of Player: Field, seen by owner
var grown of Player: 0..99
setup:
    move all of Field to deck
    shuffle deck

action place(f: Field, worth: 1..3, n in 1..3) "Place the field":
    do:
        move f to my fields
        raise grown of me by n * worth
action hide(f: Field, n in 1..2) "Hide a field":
    do:
        move f to my secret
        raise grown of me by n
action sow(f: Field, c: Crop, n in 1..2) "Sow":
    do: raise grown of me by n

action rate(f: Field, n in 0..1) "Rate":
    do: raise grown of me by n

effect farm:
    draw 1 from deck to my drawn
    let f = the_one(my drawn)
    choose place(f, 2) or hide(f)
    choose rate(f)
    choose c in Crop
    choose sow(f, c)

flow:
    repeat each p in clockwise from first(p in everyone) until no deck:
        turn p: do farm
score grown_points for p: grown of p
win by points, else shared
"""


SORTED = """
game sorted "Sorted":
    players 2
card Letter "letter", 3
zone tray: pile of Letter
setup: move all of Letter to tray
effect arrange "Arrange":
    step back "Put back": choose order of tray
flow:
    each p in everyone:
        turn p: do arrange
score letters "Letters" for p: size of tray
win by points, else shared
"""


def log(path: Path, answers: str, rules: str = RULES) -> list[str]:
    """What player 1 is told while these options are taken, one after the other."""
    path.write_text(rules, "utf-8")
    game = load_game(path)
    play = game.start(seed=1)
    narrator = Narrator(TerminalWords(game, "en", colour=False), 0)
    lines: list[str] = []
    for answer in answers.split():
        before = play.state[:]
        option = next(option for option in play.options() if option.name == answer)
        play.choose(option)
        lines += narrator.tell(before, option.value, play.state, [])
    return [line for line in lines if not line.startswith(" ")]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return tmp_path / "plots.rules"


def test_what_a_rule_was_given_is_named_unless_the_line_before_did(rules: Path) -> None:
    assert log(rules, "place 3 1 oats 2 place 1") == [
        "Player 1: Place the field: field 3, 3",
        "Player 1: Rate: 1",
        "Player 1: farm: oats",
        "Player 1: Sow: field 3, oats, 2",
        "Player 2: Place the field: field 6, 1",
    ]


def test_what_another_player_hides_is_not_named(rules: Path) -> None:
    assert log(rules, "hide 2 1 rye 1 hide 1 0 rye 1") == [
        "Player 1: Hide a field: field 3, 2",
        "Player 1: Rate: 1",
        "Player 1: farm: rye",
        "Player 1: Sow: field 3, rye, 1",
        "Player 2: Hide a field: 1",
        "Player 2: Rate: 0",
        "Player 2: farm: rye",
        "Player 2: Sow: rye, 1",
    ]


def test_a_choice_inside_a_step_goes_by_its_name(rules: Path) -> None:
    assert log(rules, "letter_1", SORTED)[0].startswith("Player 1: Put back: letter")


SHOWN = """
game shown "Shown":
    players 2
card Estate "estate", alike 4
card Gold "gold", alike 2
zone deck "deck": pile of Estate + Gold, seen by nobody
zone hand "hand" of Player: Estate + Gold, seen by owner
zone attic "attic": Estate + Gold, seen by nobody
zone table "table": Estate + Gold
setup:
    move all of Estate to deck
    move all of Gold to deck
    shuffle deck
    each p in everyone: draw 2 from deck to hand of p
action show(q in others) "Show":
    do: reveal my hand to q
action peek "Peek":
    do: reveal top(deck) to me
action store(c in my hand) "Store":
    do: move c to attic
action lay(c in my hand) "Lay":
    do: move c to table
flow:
    repeat each p in everyone:
        turn p: choose show or peek or store or lay
win by points, else shared
"""


def shown_to(path: Path, viewer: int, answers: str) -> tuple[list[str], list[str], Play]:
    """What a player is told while these options are taken, and the table as that player sees it."""
    path.write_text(SHOWN, "utf-8")
    game = load_game(path)
    play = game.start(seed=3)
    words = TerminalWords(game, "en", colour=False)
    narrator = Narrator(words, viewer)
    lines: list[str] = []
    for answer in answers.split():
        before = play.state[:]
        option = next(option for option in play.options() if option.name == answer)
        play.choose(option)
        lines += narrator.tell(before, option.value, play.state, [])
    return lines, table_lines(words, play, viewer), play


def test_what_is_shown_to_a_player_stands_in_the_log_and_on_the_table(rules: Path) -> None:
    lines, table, play = shown_to(rules, 1, "show p2")
    hand = play.view(0)["places"]["hand of p1"]
    assert hand == ["estate", "gold"]
    assert lines == ["Player 1: Show: Player 2", "    Player 1: known: estate, gold (hand)"]
    assert any("hand: 2 (known: estate, gold)" in line for line in table)
    lines, table, _play = shown_to(rules, 0, "show p2")
    assert lines == ["Player 1: Show: Player 2"]
    assert not any("known" in line for line in table)


def test_the_top_of_a_pile_is_told_to_who_looks_at_it(rules: Path) -> None:
    lines, table, play = shown_to(rules, 0, "peek")
    ((depth, name),) = play.view(0)["places"]["deck"]["known"]
    assert depth == 1
    assert lines == ["Player 1: Peek", f"    deck: known: 1. {name}"]
    assert any(f"deck: 2 (known: 1. {name})" in line for line in table)
    assert shown_to(rules, 1, "peek")[0] == ["Player 1: Peek"]


def test_an_alike_card_that_goes_unseen_is_not_named_because_another_lies_open(rules: Path) -> None:
    lines, _table, _play = shown_to(rules, 1, "lay estate store estate")
    assert lines[0] == "Player 1: Lay: estate"
    mine, _table, _play = shown_to(rules, 0, "lay estate store estate")
    assert "Player 2: Store: hidden" in mine
    assert "Player 2: Store: estate" in lines
