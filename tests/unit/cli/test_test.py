"""The `test` command: the summary, failures with their place, -k, -x, --coverage, JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.test_command import command

GAME = """game coins "Coins":
    players 2 named red, blue
    cite CO-001

enum Metal: gold
account bank: Metal, start 9
account purse of Player: Metal

action earn:
    cite CO-002..004
    limit 1 per turn
    do: gain 1 gold

flow:
    repeat each p in clockwise from red until gold of purse of red > 2:
        turn p:
            step earning: may earn, repeatedly

score gold for p: gold of purse of p
win by points, else shared

test "earning pays" cites CO-002, CO-009:
    at earning of red
    when red earn
    then purse of red: 1 gold; red earn refused by limit_turn
test "earning pays twice":
    at earning of red
    when red earn
    then purse of red: 2 gold
test "with three it is over" cites CO-003:
    given purse of red: 2 gold
    at earning of red
    when red earn; red done
    then blue wins
"""

FIRST = """error[R910]: the test "earning pays twice" failed: found 1 gold, expected 2
  --> coins.rules:29:10
   |
26 | test "earning pays twice":
   |      -------------------- in this test
...
29 |     then purse of red: 2 gold
   |          ^^^^^^^^^^^^^^^^^^^^ found 1 gold
   |
note: played with 2 players
"""

TABLE = """coins: 2 of 4 clauses that rules cite are tested
  item         tested  not tested
  game coins      0/1  CO-001
  action earn     2/3  CO-004
  cited by tests only: CO-009

"""


@pytest.fixture(autouse=True)
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coins.rules").write_text(GAME, "utf-8")


def run(*args: str) -> Result:
    return CliRunner().invoke(command, args)


def test_what_holds_is_one_line() -> None:
    right = GAME.replace("red: 2 gold\ntest", "red: 1 gold\ntest")
    Path("coins.rules").write_text(right, "utf-8")
    result = run("coins.rules", "-k", "PAYS")
    assert (result.exit_code, result.stdout) == (0, "2 tests in 1 game passed\n")


def test_a_failure_is_shown_with_its_place() -> None:
    result = run("coins.rules")
    assert result.exit_code == 1
    assert result.stdout.startswith(FIRST)
    assert 'the test "with three it is over" failed: the game is over: red wins' in result.stdout
    assert result.stdout.endswith("2 of 3 tests failed\n")


def test_the_first_failure_can_be_the_last() -> None:
    result = run("coins.rules", "-x")
    assert result.stdout.count("error[") == 1
    assert result.stdout.endswith("1 of 2 tests failed\n")


def test_coverage_is_a_table() -> None:
    result = run("coins.rules", "-k", "earning pays", "--coverage")
    assert TABLE in result.stdout


def test_json_has_every_test() -> None:
    result = run("coins.rules", "--format", "json", "--coverage")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [(test["title"], test["passed"], test["line"]) for test in found["tests"]] == [
        ("earning pays", True, 22),
        ("earning pays twice", False, 26),
        ("with three it is over", False, 30),
    ]
    assert [each["code"] for each in found["diagnostics"]] == ["R910", "R910"]
    assert found["coverage"]["coins"][1]["missing"] == ["CO-004"]


def test_errors_of_the_game_are_shown() -> None:
    Path("coins.rules").write_text(GAME.replace("gain 1 gold", "gain 1 silver"), "utf-8")
    result = run("coins.rules")
    assert result.exit_code == 1
    assert "error[E2" in result.stdout


def test_an_unknown_game_is_wrong_usage() -> None:
    assert run("nothing").exit_code == 2


VARIANT = """variant double "Double pay" for coins:
    after earn: gain 1 gold
test "earning pays double":
    at earning of red
    when red earn
    then purse of red: 2 gold
"""


def test_a_variant_runs_the_tests_it_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coins.rules").write_text(GAME, encoding="utf-8")
    Path("double.rules").write_text(VARIANT, encoding="utf-8")
    found = CliRunner().invoke(command, ["coins.rules", "--with", "double"])
    assert (found.exit_code, found.output) == (0, "1 test in 1 game passed\n")


NOTHING_LEFT = "no tests in 1 game, 1 left out\n"
TOGETHER = {
    # It changes what the other test goes through.
    "triple": (
        'variant triple "Triple" for coins:\n    after earn: gain 2 gold\n',
        f'left out: "earning pays double" of double: triple adds `after earn`\n{NOTHING_LEFT}',
    ),
    # It removes what the other test names.
    "lazy": (
        'variant lazy "Lazy" for coins:\n    remove step earning\n',
        f'left out: "earning pays double" of double: lazy removes `earning`\n{NOTHING_LEFT}',
    ),
    # It is for another number of players.
    "crowd": (
        'variant crowd "Crowd" for coins:\n    players 3 named red, blue, green\n',
        f'left out: "earning pays double" of double: it is for 2 players, crowd for 3\n{NOTHING_LEFT}',
    ),
    # It has nothing to do with the other test.
    "aside": (
        'variant aside "Aside" for coins:\n    setting dull = 3 in 1..5\n',
        "1 test in 1 game passed\n",
    ),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_a_test_that_another_variant_leaves_nothing_to_say_is_told(name: str) -> None:
    text, expected = TOGETHER[name]
    double = VARIANT
    if name == "crowd":
        double = VARIANT.replace('double":\n', 'double":\n    with players = 2\n')
    Path("double.rules").write_text(double, "utf-8")
    Path(f"{name}.rules").write_text(text, "utf-8")
    found = run("coins.rules", "--with", "double", "--with", name)
    assert (found.exit_code, found.stdout) == (0, expected)


def test_a_test_that_fails_on_its_own_fails_in_company_too() -> None:
    Path("double.rules").write_text(VARIANT.replace("red: 2 gold", "red: 5 gold"), "utf-8")
    Path("triple.rules").write_text(TOGETHER["triple"][0], "utf-8")
    found = run("coins.rules", "--with", "double", "--with", "triple")
    assert found.exit_code == 1
    assert found.stdout.endswith("1 of 1 test failed\n")


def test_rules_that_go_wrong_together_are_no_fault_of_a_test() -> None:
    greedy = 'variant greedy "Greedy" for coins:\n    after earn: gain 9 gold\n'
    Path("double.rules").write_text(VARIANT, "utf-8")
    Path("greedy.rules").write_text(greedy, "utf-8")
    found = run("coins.rules", "--with", "double", "--with", "greedy")
    assert found.exit_code == 1
    assert found.stdout.endswith("1 of 1 test failed\n")


def test_what_is_left_out_is_in_the_record() -> None:
    Path("double.rules").write_text(VARIANT, "utf-8")
    Path("triple.rules").write_text(TOGETHER["triple"][0], "utf-8")
    found = run("coins.rules", "--with", "double", "--with", "triple", "--format", "json")
    assert json.loads(found.stdout)["left_out"] == [
        {
            "game": "coins",
            "title": "earning pays double",
            "of": "double",
            "why": "triple adds `after earn`",
        }
    ]


READINGS = (
    GAME.partition('test "earning')[0].replace("gain 1 gold", "gain pay_of * gold")
    + """define pay_of = if wages = low then 1 else 2
reading wages "How much?" cites CO-002: low or high = low
test "red has one gold":
    at earning of red
    when red earn
    then purse of red: 1 gold
test "red has two":
    with wages = high
    at earning of red
    when red earn
    then purse of red: 2 gold
test "red has some":
    at earning of red
    when red earn
    then that gold of purse of red > 0
"""
)


def test_every_case_of_a_reading_is_played_unless_the_test_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coins.rules").write_text(READINGS, "utf-8")
    done = CliRunner().invoke(command, ["coins.rules"])
    assert done.exit_code == 1
    assert done.output.count("error[R910]") == 1
    assert 'the test "red has one gold" failed: found 2 gold, expected 1' in done.output
    assert "played with 2 players, wages = high" in done.output
    assert "1 of 3 tests failed" in done.output
