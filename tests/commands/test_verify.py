"""`rulelang verify`: what it says, the game it keeps, and wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.replay_command import command as replay_command
from rulelang.cli.verify_command import command as verify_command

BREAKS = """game breaks "Breaks":
    players 2
setting start = 7 in 1..20
enum Coin: gold
account chest: Coin, start start
account purse of Player: Coin
action take(n in 1..3) "Take coins":
    do: gain n * gold
action wait "Wait":
    do: gain 0 gold
flow:
    repeat 2 times:
        each p in everyone:
            turn p: choose take or wait
score coins for p: gold of purse of p
win by points, else shared
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("breaks.rules").write_text(BREAKS, "utf-8")


def verify(*args: str) -> Result:
    return CliRunner().invoke(verify_command, ["breaks.rules", "-n", "20", "--jobs", "1", *args])


def test_a_fault_is_told_as_its_shortest_game_and_can_be_replayed() -> None:
    done = verify()
    assert done.exit_code == 1
    told = done.stdout[done.stdout.index("fault: ") :]
    assert told == (
        "fault: R905: chest holds 2 gold, too few to take 3 in scope as played (breaks.rules:8)\n"
        "  the shortest game that shows it (6 answers):\n"
        "    Player 1: Take coins: 2\n"
        "        Player 1: +2 gold\n"
        "    Player 2: Take coins: 3\n"
        "        Player 2: +3 gold\n"
        "    then p1 picks 3, and the rules break\n"
        "  see it again: rulelang replay breaks-R905-1.json\n"
    )
    again = CliRunner().invoke(replay_command, ["breaks-R905-1.json"])
    assert again.exit_code == 1
    assert again.stdout.startswith("Player 1: Take coins: 2\n")
    assert "the rules break here, as they did when this was saved" in again.stderr


def test_good_rules_are_proven_and_nothing_is_written() -> None:
    done = verify("--set", "start=12")
    assert done.exit_code == 0
    assert "proven for all games, at most 8 answers: no fault" in done.stdout
    assert "tried: 20 random games, no fault" in done.stdout
    assert [path.name for path in Path().iterdir()] == ["breaks.rules"]


def test_declared_scopes_are_searched_each_with_its_settings() -> None:
    Path("breaks").mkdir()
    Path("breaks/scopes.csv").write_text("name,settings\nrich,start=12\npoor,start=2\n", "utf-8")
    done = verify("--format", "json", "-n", "0")
    data = json.loads(done.stdout)
    assert [scope["name"] for scope in data["scopes"]] == ["rich", "poor"]
    [finding] = data["findings"]
    assert (finding["scope"], finding["answers"]) == ("poor", 2)
    assert json.loads(Path(finding["file"]).read_text("utf-8"))["settings"] == {"start": "2"}


def test_a_depth_is_a_bound_and_said_to_be_one() -> None:
    done = verify("--depth", "3", "-n", "0")
    assert done.exit_code == 0
    assert "proven for all games of up to 3 answers: no fault" in done.stdout
    assert "unknown: longer games" in done.stdout


@pytest.mark.parametrize("game", ["clans_glory", "carcassonne_hg"])
def test_scopes_that_come_along_are_searched_whole(game: str) -> None:
    asked = [game, "-n", "0", "--jobs", "1", "--format", "json"]
    done = CliRunner().invoke(verify_command, asked)
    scopes = json.loads(done.stdout)["scopes"]
    assert {scope["status"] for scope in scopes} == {"proven"}
    assert all(scope["positions"] > 50 for scope in scopes)


def test_a_table_of_scopes_that_cannot_be_read_is_told() -> None:
    Path("breaks").mkdir()
    Path("breaks/scopes.csv").write_text("name,deep\nx,1\n", "utf-8")
    done = verify()
    assert done.exit_code == 1
    assert "no column `deep`" in done.stderr
