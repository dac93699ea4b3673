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
from rulelang.trace.model import ClauseTrace
from rulelang.trace.places_seen import play_games
from rulelang.trace.rulebook import Rulebook

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
def trace(rules: Path) -> ClauseTrace:
    sources, report = Sources(), Reporter()
    linked = pipeline.link(rules, (), sources, report)
    assert linked is not None
    played = play_games(load_game(rules), 2, ["sow", "reap"], 0)
    return trace_game(linked, sources, played, book=Rulebook(("PL-010", "PL-077"), {}))


def test_clauses_lead_to_rules_and_tests(trace: ClauseTrace) -> None:
    rows = {row.clause: row for row in trace.rows}
    assert list(rows) == ["PL-001", "PL-010", "PL-011", "PL-020", "PL-030", "PL-099"]
    (rule,) = rows["PL-010"].rules
    assert (rule.what, rule.name, rule.line) == ("action", "sow", 9)
    (test,) = rows["PL-010"].tests
    assert (test.name, test.line) == ("sowing", 30)


def test_what_is_missing_is_told(trace: ClauseTrace) -> None:
    assert trace.missing == ("PL-077",)
    assert trace.without_rule == ("PL-099",)
    assert trace.without_test == ("PL-001", "PL-011", "PL-020", "PL-030")


def test_play_shows_what_is_exercised_and_what_refused(trace: ClauseTrace) -> None:
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
    assert "not exercised in 1 game: PL-020" in run()
    assert json.loads(run("--format", "json"))["not_exercised"] == ["PL-020"]
    page = run("--format", "html")
    assert "<h1>Plot</h1>" in page
    assert "action sow (plot.rules:9)" in page
    assert "Complete reference" not in page
    strict = CliRunner().invoke(cli, ["trace", str(rules), "--games", "0", "--strict"])
    assert strict.exit_code == 1


MORE = """variant long "Long" for plot:
    cite PL-001
    action rest "Rest":
        cite PL-040
        do: gain 1 seed
    add option rest to resting

test "one may rest" cites PL-011, PL-040:
    then that true
"""


@pytest.fixture
def family(tmp_path: Path) -> Path:
    """A game with a variant and a list of clauses in its folder."""
    path = tmp_path / "plot.rules"
    asked = "                may sow or reap"
    path.write_text(RULES.replace(asked, "                step resting: may sow or reap"), "utf-8")
    (tmp_path / "plot").mkdir()
    (tmp_path / "plot" / "long.rules").write_text(MORE, "utf-8")
    return path


def summary(path: Path, *args: str) -> list[str]:
    found = CliRunner().invoke(cli, ["trace", str(path), "--games", "0", *args])
    assert found.exit_code == 0, found.output
    return found.output.partition("\n\n")[2].splitlines()


def test_variants_in_the_folder_count_too(family: Path) -> None:
    assert summary(family)[:3] == [
        "plot: 7 clauses, 3 with rule and test",
        "without a rule: PL-099",
        "without a test: PL-001, PL-020, PL-030",
    ]
    assert "plot: 6 clauses, 1 with rule and test" in summary(family, "--alone")


def test_with_a_variant_the_tests_of_the_game_still_count(family: Path) -> None:
    assert "plot: 7 clauses, 3 with rule and test" in summary(family, "--with", "long")


def test_what_belongs_to_a_variant_says_so_and_is_not_called_unplayed(family: Path) -> None:
    found = CliRunner().invoke(cli, ["trace", str(family), "--games", "1", "--format", "json"])
    rows = {row["clause"]: row for row in json.loads(found.output)["clauses"]}
    assert rows["PL-040"]["rules"][0]["of"] == rows["PL-040"]["tests"][0]["of"] == "long"
    assert rows["PL-040"]["exercised"] is None
    assert rows["PL-010"]["rules"][0]["of"] is None
    assert json.loads(found.output)["not_exercised"] == ["PL-020"]


def test_reasons_are_told_apart_from_what_is_forgotten(family: Path, tmp_path: Path) -> None:
    text = "clause,en,ru\nPL-001,a matter of course,само собой\nPL-098..099,for people,для людей\nPL-010,no,нет\n"
    (tmp_path / "plot" / "clauses.csv").write_text(text, "utf-8")
    assert summary(family) == [
        "plot: 7 clauses, 3 with rule and test",
        "without a test: PL-020, PL-030",
        "requirements that refused nothing: sow.stock, reap.ripe",
        "said to be left out, though rule and test are there: PL-010",
        "left out:",
        "  PL-001: a matter of course",
        "  PL-098, PL-099: for people",
    ]


@pytest.mark.parametrize("text", ["clause,ru\nPL-001,нет\n", "clause,en\nPL-001,\n"])
def test_a_list_without_reasons_is_refused(family: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "plot" / "clauses.csv").write_text(text, "utf-8")
    found = CliRunner().invoke(cli, ["trace", str(family), "--games", "0"])
    assert found.exit_code == 1
    assert "clauses.csv" in found.output
