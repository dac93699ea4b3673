"""A clause is proven if a test that cites it fails when its rule is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.main import cli
from rulelang.diagnostics.reporter import Reporter
from rulelang.pipeline import link
from rulelang.source import Sources
from rulelang.trace.clause_changes import changes_by_clause

RULES = """game plot "Plot":
    players 2

enum Good: seed, crop
account shed: Good, start 9
account barn of Player: Good

action sow "Sow":
    cite PL-010, PL-011
    do: gain 2 seed

action reap "Reap":
    cite PL-020
    do: gain 1 crop

action sell "Sell":
    cite PL-040
    do:
        pay 1 crop
        gain 3 seed

flow:
    cite PL-030
    repeat 4 times:
        each p in everyone:
            turn p:
                cite PL-031
                may sow or reap or sell

win by size of barn of p, else shared

test "sowing" cites PL-010:
    when p1 sow
    then barn of p1: 2 seed

test "a crop and nothing about seeds" cites PL-011:
    when p1 reap
    then barn of p1: 1 crop

test "says nothing" cites PL-040:
    then barn of p1: 0 seed
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    path = tmp_path / "plot.rules"
    path.write_text(RULES, "utf-8")
    return path


def proven(rules: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["trace", "--prove", str(rules), *options])


def states(result: Result) -> dict[str, str]:
    return {row["clause"]: row["state"] for row in json.loads(result.stdout)["clauses"]}


def test_a_clause_is_proven_noticed_elsewhere_or_only_cited(rules: Path) -> None:
    result = proven(rules, "--format", "json", "--jobs", "1")
    assert states(result) == {"PL-010": "proven", "PL-011": "elsewhere", "PL-040": "only cited"}
    rows = {row["clause"]: row for row in json.loads(result.stdout)["clauses"]}
    assert rows["PL-010"]["test"] == rows["PL-011"]["test"] == "sowing"
    assert {change["change"] for change in rows["PL-040"]["tried"]} >= {"3 → 4", "3 → 2"}


def test_strict_fails_where_a_clause_is_only_cited_without_a_reason(rules: Path) -> None:
    assert proven(rules).exit_code == 0
    found = proven(rules, "--strict")
    assert found.exit_code == 1
    assert "PL-040 is only cited" in found.stdout
    reasons = rules.with_suffix("") / "clauses.csv"
    reasons.parent.mkdir()
    reasons.write_text("clause,lacks,en\nPL-040,proof,it goes on as long as it does\n", "utf-8")
    found = proven(rules, "--strict")
    assert found.exit_code == 0
    assert "PL-040 has no proof: it goes on as long as it does" in found.stdout
    reasons.write_text("clause,lacks,en\nPL-010,proof,it is not so\n", "utf-8")
    assert proven(rules, "--strict", "--only", "PL-010").exit_code == 1


def test_results_are_the_same_for_any_number_of_processes_and_kept(rules: Path) -> None:
    first = proven(rules, "--jobs", "2")
    kept = list((rules.parent / "kept").rglob("*.proofs"))
    assert len(kept) == 1
    before = kept[0].read_bytes()
    assert proven(rules, "--jobs", "1").stdout == first.stdout
    assert kept[0].read_bytes() == before
    rules.write_text(RULES.replace("gain 2 seed", "gain 2 seed from shed"), "utf-8")
    proven(rules, "--jobs", "1")
    assert len(list((rules.parent / "kept").rglob("*.proofs"))) == 2


def test_what_cannot_be_proven_is_wrong_usage(rules: Path) -> None:
    assert proven(rules, "--only", "XX-001").exit_code == 2
    assert proven(rules, "--format", "html").exit_code == 2


def test_a_change_belongs_to_the_nearest_part_that_cites(rules: Path) -> None:
    linked = link(rules, [], Sources(), Reporter())
    assert linked is not None
    found = changes_by_clause(linked)
    texts = {c: {RULES[m.span.start : m.span.end] for m in found[c]} for c in found}
    assert "4" in texts["PL-030"]
    assert "may sow or reap or sell" in texts["PL-031"]
    assert "may sow or reap or sell" not in texts["PL-030"]
