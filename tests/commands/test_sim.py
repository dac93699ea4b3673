"""`rulelang sim` and `graph`: tables, JSON, faults and wrong usage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.graph_command import command as graph_command
from rulelang.cli.sim_command import command as sim_command

DATA = Path(__file__).parents[1] / "data"
ORCHARD = str(DATA / "orchard.rules")
AUCTION = str(DATA / "auction.rules")

BREAKS = """game breaks:
    players 2
enum Coin: gold
account chest: Coin, start 3
account purse of Player: Coin
action take(n in 1..2) "Take":
    do: gain n * gold
flow:
    repeat 9 times:
        each p in everyone:
            turn p: choose take
score coins for p: gold of purse of p
win by points, else shared
"""


def sim(*args: str) -> Result:
    return CliRunner().invoke(sim_command, args)


def test_the_table_has_length_points_wins_and_actions() -> None:
    done = sim(ORCHARD, "-n", "20", "--players", "2", "--bots", "greedy,random", "--jobs", "1")
    assert done.exit_code == 0
    lines = done.stdout.split("\n")
    assert lines[0] == "Orchard, 2 players (greedy, random), seed 0"
    assert lines[2].startswith("20 games finished, ")
    assert lines[4].split() == ["length", "mean", "±", "95", "%", "median", "least", "most"]
    assert lines[5] == "turns      10.00 ± 0.00      10     10    10"
    for name in ("ann", "bob", "greedy", "random", "Pick apples", "Sell apples"):
        assert any(line.startswith(name) for line in lines)
    assert "hardly or never: Beg for a coin" in lines
    assert "games a second" in done.stderr


def test_the_same_seed_gives_the_same_table_whatever_the_number_of_processes() -> None:
    tables = [sim(AUCTION, "-n", "30", "--seed", "9", "--jobs", jobs).stdout for jobs in "123"]
    assert tables[0] == tables[1] == tables[2]
    assert sim(AUCTION, "-n", "30", "--seed", "8", "--jobs", "1").stdout != tables[0]


def test_json_has_everything_in_numbers() -> None:
    done = sim(ORCHARD, "-n", "5", "--players", "3", "--format", "json", "--set", "rounds=2")
    data = json.loads(done.stdout)
    assert (data["version"], data["game"], data["games"], data["finished"]) == (1, "orchard", 5, 5)
    assert data["length"]["turns"]["mean"] == 6
    assert [seat["player"] for seat in data["seats"]] == ["ann", "bob", "cat"]
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(5)
    assert set(data["actions"]) == {"pick", "sell", "beg"}


def test_one_game_has_no_known_margin() -> None:
    done = sim(ORCHARD, "-n", "1")
    assert "± ?" in done.stdout
    data = json.loads(sim(ORCHARD, "-n", "1", "--format", "json").stdout)
    assert data["length"]["turns"]["margin"] is None


def test_a_fault_is_reported_with_a_command_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("breaks.rules").write_text(BREAKS, "utf-8")
    done = sim("breaks.rules", "-n", "5", "--seed", "3")
    assert done.exit_code == 1
    assert "5 games ended by a fault in the rules" in done.stdout
    assert re.search(r"fault in game 0 after [12] picks: R905: chest holds", done.stderr)
    command = "rulelang play breaks.rules --watch --players 2 --bots random --seed 3"
    assert f"see it: {command}\n" in done.stderr
    assert "and 2 more" in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("no_such_game",), "no game called `no_such_game`"),
        ((ORCHARD, "--bots", "clever"), "there is no bot called `clever`"),
        ((ORCHARD, "--players", "2", "--bots", "random,random,greedy"), "3 bots are named"),
        ((ORCHARD, "-n", "0"), "0 is not in the range"),
        ((ORCHARD, "--set", "rounds"), "should look like `name=value`"),
        ((ORCHARD, "--with", "wild"), "no module or variant `wild`"),
    ],
)
def test_wrong_usage_is_said(args: tuple[str, ...], said: str) -> None:
    done = sim(*args)
    assert done.exit_code == 2
    assert said in done.output


def test_a_setting_outside_its_range_is_reported_as_an_error() -> None:
    done = sim(ORCHARD, "--set", "rounds=99")
    assert done.exit_code == 1
    assert "error[E707]" in done.output


@pytest.mark.parametrize(
    ("format", "start"),
    [
        ("text", "graph of orchard for 4 players\n"),
        ("mermaid", "flowchart TD\n"),
        ("dot", "digraph rules {\n"),
        ("json", '{"version":1,'),
    ],
)
def test_the_graph_is_printed_in_every_format(format: str, start: str) -> None:
    done = CliRunner().invoke(graph_command, [ORCHARD, "--format", format])
    assert done.exit_code == 0
    assert done.stdout.startswith(start)
    assert "trading" in done.stdout


def test_a_graph_of_wrong_rules_is_a_report(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text("game bad:\n    players 2\nflow:\n    do nothing\n", "utf-8")
    done = CliRunner().invoke(graph_command, [str(path)])
    assert done.exit_code == 1
    assert "error[E203]" in done.stdout
