"""The library of house rules: each is short, checks, holds its tests, and is played by random bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.linking.model import Linked
from rulelang.simulate.policies.choice import make_policy
from rulelang.source import Sources
from rulelang.testing import conformance
from rulelang.testing.bundled import Configuration, load
from rulelang.testing.runner import run_suite, suites_of
from rulelang.testing.walks import Walk

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


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_house_rule_is_played(path: Path) -> None:
    bundled = load(Configuration(str(game_of(path)), 3, modules=(path.stem,)))
    conformance.check_conservation(bundled, Walk(seed=11, choices=[3, 1, 4, 1, 5], warm_up=40))
    for seed in (1, 2):
        bots = [make_policy("random", bundled.game, seed, seat) for seat in range(3)]
        play = bundled.game.start(seed=seed)
        while not play.is_over and len(play.answers) < MOST_ANSWERS:
            play.choose(bots[play.player].pick(play.state))
