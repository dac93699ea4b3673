"""`rulelang balance`: the table, JSON, the page, and wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulelang.cli.balance_command import command as balance_command

ORCHARD = str(Path(__file__).parents[1] / "data" / "orchard.rules")


def balance(*args: str) -> Result:
    asked = [ORCHARD, "--players", "2", "--bots", "random", "-n", "12", "--jobs", "1", *args]
    return CliRunner().invoke(balance_command, asked)


def test_a_change_is_compared_with_the_game_as_it_was(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = balance("--set", "rounds=7", "--html", str(page))
    assert done.exit_code == 0
    lines = done.stdout.split("\n")
    assert lines[0] == "Orchard, 2 players (random), 12 seeds from 0: base and with rounds=7"
    turns = next(line for line in lines if line.startswith("turns"))
    said = "turns 10.00 ± 0.00 14.00 ± 0.00 +4.00 (+4.00 … +4.00) the same in every game"
    assert " ".join(turns.split()) == said
    assert "cannot be told apart at 12 games" in done.stdout
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_json_has_every_row_with_its_effect() -> None:
    data = json.loads(balance("--set", "rounds=7", "--format", "json").stdout)
    assert data["rules"] == ["base", "with rounds=7"]
    turns = next(row for row in data["rows"] if row["label"] == "turns")
    assert turns["effect"] == {
        "difference": 4,
        "interval": [4, 4],
        "size": None,
        "is_told_apart": True,
    }


def test_without_a_change_the_game_itself_is_measured() -> None:
    done = balance()
    assert done.exit_code == 0
    assert "cannot be told apart from 50.0 % at 12 games" in done.stdout
    assert "difference" not in done.stdout.split("95 % intervals")[0]


def test_a_journal_of_other_rules_is_wrong_usage(tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    assert balance("--resume", journal).exit_code == 0
    done = balance("--resume", journal, "--set", "rounds=7")
    assert done.exit_code == 2
    assert "games differ" in done.stderr
