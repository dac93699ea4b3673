"""Rules that break in play: every command tells it as a fault of the rules, with the place, and status 1."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.main import cli, main

HEAD = """game {name} "Broken":
    players 2
enum Coin: gold
account chest: Coin, start 5
account purse of Player: Coin
action take "Take coins":
    do: gain 2 gold
action grab "Grab coins":
    do: gain 3 gold
{setup}flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose take or grab
score coins for p: gold of purse of p
win by points, else shared
"""
SETUP = """setup:
    each p in everyone:
        pay 3 gold from chest to purse of p
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "later.rules").write_text(HEAD.format(name="later", setup=""), "utf-8")
    (tmp_path / "at_once.rules").write_text(HEAD.format(name="at_once", setup=SETUP), "utf-8")
    return tmp_path


@pytest.mark.parametrize("game", ["later", "at_once"])
@pytest.mark.parametrize(
    "words",
    [
        ["play", "--watch"],
        ["draw", "--steps", "9"],
        ["trace", "--games", "1"],
        ["sim", "-n", "2", "--jobs", "1"],
        ["sim", "-n", "2", "--jobs", "1", "--bots", "greedy"],
        ["sim", "-n", "1", "--jobs", "1", "--bots", "mcts:50"],
        ["balance", "-n", "2", "--jobs", "1"],
        ["verify", "-n", "2", "--jobs", "1"],
        ["doc", "-o", "x.html"],
        ["doc", "-o", "x.html", "--edition", "aid"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("folder")
def test_a_fault_of_the_rules_is_told_as_such(game: str, words: list[str]) -> None:
    done = CliRunner().invoke(cli, [words[0], f"{game}.rules", *words[1:]])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "internal fault" not in done.output
    if words[0] != "doc":  # a book needs no game that works
        assert (done.exit_code, "R905" in done.output) == (1, True), done.output
    else:
        assert done.exit_code in (0, 1)


@pytest.mark.usefixtures("folder")
def test_it_is_told_where(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["draw", "later.rules", "--steps", "9"])
    told = capsys.readouterr().err
    assert left.value.code == 1
    assert "the rules break here: R905" in told
    assert "(later.rules:" in told


@pytest.mark.usefixtures("folder")
def test_a_fault_of_ours_is_an_internal_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise LookupError("x\x1b]0;")

    monkeypatch.setattr("rulelang.cli.draw_command.open_position", broken)
    with pytest.raises(SystemExit) as left:
        main(["draw", "later.rules"])
    assert left.value.code == 2
    assert "internal fault: LookupError: x\ufffd]0;" in capsys.readouterr().err
