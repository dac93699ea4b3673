"""The library of house rules: each is short, checks, holds its tests, and is played by random bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, load
from rulelang.conformance.walks import Walk
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.linking.model import Linked
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.simulate.policies.choice import make_policy
from rulelang.source import Sources

GAMES = Path(__file__).parents[2] / "games"
HOUSE_RULES = sorted(GAMES.glob("*/variants/*.rules"))
MOST_LINES = 12
MOST_ANSWERS = 1_500


def game_of(path: Path) -> Path:
    return path.parents[1].with_suffix(".rules")


def linked_with(path: Path, sources: Sources, report: Reporter) -> Linked:
    linked = pipeline.link(game_of(path), (path,), sources, report)
    assert linked is not None
    return linked


def changes_of(text: str) -> list[str]:
    """The changes of a house rule: the lines below its header, each with what is indented below it."""
    found = re.findall(r"^ {4}\S.*\n(?: {5}.*\n)*", text.split("\ntest ")[0], re.MULTILINE)
    return [change for change in found if not change.startswith("    test ")]


MUTANTS = [
    pytest.param(path, change, id=f"{path.parts[-3]}-{path.stem}-{number}")
    for path in HOUSE_RULES
    for number, change in enumerate(changes_of(path.read_text("utf-8")))
]


def test_every_game_has_at_least_four() -> None:
    for game in GAMES.glob("*.rules"):
        assert sum(game_of(path) == game for path in HOUSE_RULES) >= 4, game.stem


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_house_rule(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    head = re.search(r'^variant (\w+) "[^"]+" ru "[^"]+" for (\w+):$', text, re.MULTILINE)
    assert head is not None
    assert head.groups() == (path.stem, game_of(path).stem)
    sources, report = Sources(), Reporter()
    linked = linked_with(path, sources, report)
    most = pipeline.players_of(linked, report)[-1:]
    pipeline.check_linked(linked, most, {}, report)
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    found = [each for each in report.sorted() if each.severity.value != "note"]
    found += [result.failure for result in results if result.failure is not None]
    assert not found, render_all(found, sources, colour=False, width=100)
    assert results


@pytest.mark.parametrize(("path", "change"), MUTANTS)
def test_without_a_change_a_test_of_the_house_rule_fails(
    path: Path, change: str, tmp_path: Path
) -> None:
    text = path.read_text("utf-8")
    without = tmp_path / path.name
    without.write_text(text.replace(change, '    note "nothing"\n', 1), "utf-8")
    report = Reporter()
    linked = pipeline.link(game_of(path), (without,), Sources(), report)
    assert linked is not None
    if report.has_errors:
        return  # another line needs it
    suites = suites_of(linked, report)
    fails = any(not result.is_passed for suite in suites for result in run_suite(suite))
    assert fails or report.has_errors, f"nothing fails without {change.strip()}"


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_house_rule_is_played(path: Path) -> None:
    bundled = load(Configuration(str(game_of(path)), 3, modules=(path.stem,)))
    properties.check_conservation(bundled, Walk(seed=11, choices=[3, 1, 4, 1, 5], warm_up=40))
    bots = [make_policy("random", bundled.game, 1, seat) for seat in range(3)]
    play = bundled.game.start(seed=1)
    while not play.is_over and len(play.answers) < MOST_ANSWERS:
        play.choose(bots[play.player].pick(play.state))
