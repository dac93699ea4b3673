"""Verification as a whole: random games, shortening, what never happens, and its words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.jobs.run import Means
from rulelang.linking.side_tables import SideTableError
from rulelang.runtime.game import Game
from rulelang.verify.finding import AnswerStep, Finding
from rulelang.verify.scopes import SearchScope, scopes_of
from rulelang.verify.shorten import leave_out, shorten
from rulelang.verify.verification import VerificationPlan, verify
from rulelang.verify.verify_report import to_data, to_lines
from rulelang.verify.watched_games import watch_game

GameOf = Callable[..., Game]

# The invariant breaks with the third coin of one player; waiting only makes games longer.
COINS = """game coins:
    players 2
enum Coin: gold, silver
account chest: Coin, start 40
account purse of Player: Coin
action take "Take a coin":
    do: gain 1 gold
action wait "Wait":
    do: gain 0 gold
action starve "Starve":
    require rich: 20 gold in my purse else "not enough"
    do: gain 0 gold
flow:
    repeat 8 times:
        each p in everyone:
            turn p: choose take or wait or starve
score coins "Coins" for p: gold of purse of p
score nothing "Nothing" for p: silver of purse of p
win by points, else shared
"""
BROKEN = COINS + "invariant modest: no p in everyone where gold of purse of p > 2\n"

SMALL = SearchScope("small", 2, {}, None, 10_000)


def test_a_random_game_with_a_fault_is_cut_down_to_a_shortest_one(game_of: GameOf) -> None:
    game = game_of(BROKEN)
    verification = verify(game, VerificationPlan(20, 0, ()))
    [found] = verification.found
    assert (found.finding.code, len(found.finding.steps)) == ("R906", 5)
    assert found.finding.is_shortest
    assert verification.faults > 15


def test_leaving_out_keeps_what_is_needed(game_of: GameOf) -> None:
    needed = {3, 17, 18, 40}

    def shown(steps: tuple[AnswerStep, ...]) -> tuple[tuple[AnswerStep, ...] | None, int]:
        return (steps if needed <= {step.option for step in steps} else None), len(steps)

    whole = tuple(AnswerStep(number) for number in range(50))
    assert {step.option for step in leave_out(whole, shown)} == needed


def test_set_up_that_breaks_needs_no_answer(game_of: GameOf) -> None:
    game = game_of(COINS + "invariant never: gold of chest < 40\n")
    [found] = verify(game, VerificationPlan(3, 0, ())).found
    assert (found.finding.code, found.finding.steps) == ("R906", ())


def test_what_never_happens_is_said_with_the_number_of_games(game_of: GameOf) -> None:
    game = game_of(COINS)
    verification = verify(game, VerificationPlan(30, 0, ()))
    assert verification.never == (("starve",), ("nothing",), ("Coin.silver",))
    assert to_lines(game, verification)[2:] == [
        "random games",
        "  tried: 30 random games, no fault; what else can happen is unknown",
        "  never taken in 30 random games: Starve",
        "  never scored in 30 random games: Nothing",
        "  held by nobody in 30 random games: silver",
    ]


def test_a_scope_that_was_searched_as_a_whole_is_proven(game_of: GameOf) -> None:
    game = game_of(COINS.replace("8 times", "2 times"))
    verification = verify(game, VerificationPlan(0, 0, [(SMALL, game)]))
    lines = to_lines(game, verification)
    assert lines[2] == "scope small (2 players)"
    assert lines[3].startswith(
        "  proven for all games, at most 4 answers: "
        "no fault, every decision has an option, every game can end, nothing is lost"
    )
    assert lines[4] == "  proven: never taken: Starve"
    deep = SearchScope("deep", None, {}, 2, 10_000)
    lines = to_lines(game, verify(game, VerificationPlan(0, 0, [(deep, game)])))
    assert lines[3].startswith("  proven for all games of up to 2 answers: no fault")
    assert lines[4] == "  unknown: longer games"
    few = SearchScope("few", None, {}, None, 5)
    lines = to_lines(game, verify(game, VerificationPlan(0, 0, [(few, game)])))
    assert lines[3].startswith("  tried: every game of up to 1 answer, no fault")


def test_chance_that_was_not_tried_is_part_of_what_is_proven(game_of: GameOf) -> None:
    text = COINS.replace("8 times", "1 times")
    cards = "card Card, 9\nzone deck: pile of Card, seen by nobody\n"
    setup = "setup:\n    move all of Card to deck\n    shuffle deck\n"
    game = game_of(text.replace("flow:", f"{cards}{setup}flow:"))
    lines = to_lines(game, verify(game, VerificationPlan(0, 5, [(SMALL, game)])))
    assert lines[3].startswith("  proven for all games with shuffle_deck as seed 5 has it, at most")
    assert lines[-1] == "  unknown: other outcomes of shuffle_deck"


def test_a_scope_shows_a_fault_before_random_games_do(game_of: GameOf) -> None:
    game = game_of(BROKEN)
    verification = verify(game, VerificationPlan(10, 0, [(SMALL, game)]))
    [found] = verification.found
    assert found.scope == SMALL
    assert len(found.finding.steps) == 5
    data = to_data(game, verification)
    assert data["scopes"][0]["status"] == "proven"
    assert data["findings"][0]["answers"] == 5


def test_results_do_not_depend_on_processes(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of(BROKEN)
    plan = VerificationPlan(12, 3, [(SMALL, game)])
    alone = verify(game, plan)
    assert verify(game, plan, Means(2, journal=tmp_path / "journal")) == alone
    assert verify(game, plan, Means(journal=tmp_path / "journal")) == alone


def test_a_finding_that_no_shorter_game_shows_stays(game_of: GameOf) -> None:
    game = game_of(BROKEN)
    steps = (AnswerStep(0), AnswerStep(1)) * 3
    finding = Finding("R906", "", None, 0, (), steps[:5])
    known = watch_game(game, 0)["finding"]
    same = finding._replace(code=known[0], said=known[1], place=tuple(known[2]))
    assert shorten(game, same) == same._replace(is_shortest=True)


# --- tables of scopes --------------------------------------------------------------------------------


def test_scopes_are_read_from_the_folder_of_the_game(tmp_path: Path) -> None:
    rules = tmp_path / "coins.rules"
    assert scopes_of(rules) == []
    (tmp_path / "coins").mkdir()
    table = tmp_path / "coins" / "scopes.csv"
    table.write_text("name,players,settings,depth\ntiny,2,goal=3 rounds=1,\ndeep,,,6\n", "utf-8")
    assert scopes_of(rules) == [
        SearchScope("tiny", 2, {"goal": "3", "rounds": "1"}, None, 10_000),
        SearchScope("deep", None, {}, 6, 10_000),
    ]
    assert str(scopes_of(rules)[0]) == "tiny (2 players, goal=3, rounds=1)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,colour\nx,red\n", "no column `colour`"),
        ("name,players\nx,two\n", "line 2"),
        ("name,settings\nx,goal\n", "should look like `name=value`"),
    ],
)
def test_a_table_that_cannot_be_read_says_why(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "coins").mkdir()
    (tmp_path / "coins" / "scopes.csv").write_text(text, "utf-8")
    with pytest.raises(SideTableError, match=said):
        scopes_of(tmp_path / "coins.rules")
