"""`rulelang explain`: pages, the list, and codes that do not exist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.explain_command import command
from rulelang.diagnostics.codes import CODES


@pytest.mark.parametrize("code", ["E203", "e203", "unknown-name"])
def test_a_code_is_explained(code: str) -> None:
    done = CliRunner().invoke(command, [code])
    assert done.exit_code == 0
    assert done.stdout.startswith("E203 unknown-name (error)\n\nThe name is not declared")
    assert "\n\nWhy: " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("E2O3", "`E203`"),
        ("unknwn-name", "`unknown-name`"),
        ("nothing", "`rulelang explain` lists"),
    ],
)
def test_an_unknown_code_gets_a_suggestion(code: str, near: str) -> None:
    done = CliRunner().invoke(command, [code])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"there is no code called `{code}`" in done.stderr
    assert near in done.stderr


def test_without_a_code_all_are_listed() -> None:
    done = CliRunner().invoke(command)
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(CODES)


def test_json_is_versioned() -> None:
    one = json.loads(CliRunner().invoke(command, ["E203", "--format", "json"]).stdout)
    every = json.loads(CliRunner().invoke(command, ["--format", "json"]).stdout)
    assert one["version"] == every["version"] == 1
    assert one["explained"]["slug"] == "unknown-name"
    assert one["explained"] in every["explained"]


GAME = """game coins "Coins":
    players 2 named red, blue

enum Metal: gold
account bank: Metal, start 9
account purse of Player: Metal

action earn "Earn":
    cite CO-002, CO-003
    require poor: gold of my purse < 3 else "you are rich"
    do: gain 1 gold
effect unused_one:
    finish

flow:
    each p in everyone:
        turn p: may earn
win by points, else shared
"""


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small game in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("coins.rules").write_text(GAME, "utf-8")
    return "coins.rules"


def test_a_line_is_explained_with_its_item_its_meaning_and_its_names(coins: str) -> None:
    done = CliRunner().invoke(command, [f"{coins}:10"])
    assert done.exit_code == 0
    assert done.stdout.startswith("coins.rules:10\n\n    require poor: gold of my purse < 3")
    assert "In the action `earn` “Earn”, which cites CO-002, CO-003." in done.stdout
    assert "A requirement: without it the action is not offered." in done.stdout
    assert "account `purse`, coins.rules:6" in done.stdout
    data = json.loads(CliRunner().invoke(command, [f"{coins}:10", "--format", "json"]).stdout)
    assert data["explained"]["line"] == 10


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (3, "Nothing of the rules stands here."),
        (12, "W207: the effect `unused_one` is never used"),
        (16, "For each element; the set is fixed at the start."),
    ],
)
def test_lines_say_what_check_says_of_them(coins: str, line: int, said: str) -> None:
    assert said in CliRunner().invoke(command, [f"{coins}:{line}"]).stdout


def test_a_line_that_is_not_there(coins: str) -> None:
    done = CliRunner().invoke(command, [f"{coins}:99"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "has no line 99" in done.stderr
    assert CliRunner().invoke(command, ["nothing.rules:1"]).exit_code == 2
