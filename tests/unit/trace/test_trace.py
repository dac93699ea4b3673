from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang import pipeline
from rulelang.cli.main import cli
from rulelang.diagnostics.reporter import Reporter
from rulelang.loading import load_game
from rulelang.source import Sources
from rulelang.trace.collect import trace_game
from rulelang.trace.model import Trace
from rulelang.trace.playing import play_games

RULES = """game plot "Plot":
    players 2
    cite PL-001

enum Good: seed, crop
account shed: Good, start 9
account barn of Player: Good

action sow "Sow":
    cite PL-010, PL-011
    require stock: 1 seed in shed else "no seed is left"
    do: gain 1 seed

action reap "Reap":
    cite PL-020
    require ripe: size of barn of me > 50 else "nothing is ripe"
    do: gain 1 crop

flow:
    repeat 4 times:
        each p in everyone:
            turn p:
                may sow or reap

score crops "Crops" for p:
    cite PL-030
    size of barn of p
win by points, else shared

test "sowing" cites PL-010, PL-099:
    when p1 sow
    then barn of p1: 1 seed
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "plot.rules"
    path.write_text(RULES, "utf-8")
    return path


@pytest.fixture
def trace(rules: Path) -> Trace:
    sources, report = Sources(), Reporter()
    linked = pipeline.link(rules, (), sources, report)
    assert linked is not None
    played = play_games(load_game(rules), 2, ["sow", "reap"], 0)
    return trace_game(linked, sources, played, ["PL-010", "PL-077"])


def test_clauses_lead_to_rules_and_tests(trace: Trace) -> None:
    rows = {row.clause: row for row in trace.rows}
    assert list(rows) == ["PL-001", "PL-010", "PL-011", "PL-020", "PL-030", "PL-099"]
    (rule,) = rows["PL-010"].rules
    assert (rule.what, rule.name, rule.line) == ("action", "sow", 9)
    (test,) = rows["PL-010"].tests
    assert (test.name, test.line) == ("sowing", 30)


def test_what_is_missing_is_told(trace: Trace) -> None:
    assert trace.missing == ("PL-077",)
    assert trace.without_rule == ("PL-099",)
    assert trace.without_test == ("PL-001", "PL-011", "PL-020", "PL-030")


def test_play_shows_what_is_exercised_and_what_refused(trace: Trace) -> None:
    rows = {row.clause: row for row in trace.rows}
    assert rows["PL-010"].exercised == 2
    assert trace.not_exercised == ("PL-020",)  # it is asked about again and again, never done
    assert rows["PL-020"].refused == ("ripe",)
    assert trace.silent == (("sow", "stock"),)


def test_the_command_prints_text_json_and_a_page(rules: Path) -> None:
    def run(*args: str) -> str:
        found = CliRunner().invoke(cli, ["trace", str(rules), "--games", "1", *args])
        assert found.exit_code == 0
        return found.output

    assert "plot: 6 clauses, 1 with rule and test" in run()
    assert json.loads(run("--format", "json"))["not_exercised"] == ["PL-020"]
    assert "<h1>Plot</h1>" in run("--format", "html")
    strict = CliRunner().invoke(cli, ["trace", str(rules), "--games", "0", "--strict"])
    assert strict.exit_code == 1
