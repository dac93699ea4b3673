"""The tests written in the bundled games: one case for each, played as `rulelang test` does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.linking.model import Linked
from rulelang.pipeline import link, players_of, type_game
from rulelang.program import tests as rule_tests
from rulelang.program.tests import Config
from rulelang.source import Sources
from rulelang.testing.runner import Suite, run_test

GAMES = Path(__file__).parents[2] / "games"


@cache
def linked_game(name: str) -> tuple[Linked, Sources]:
    report, sources = Reporter(), Sources()
    linked = link(GAMES / f"{name}.rules", (), sources, report)
    assert linked is not None
    assert not report.sorted()
    return linked, sources


@cache
def suite_of(name: str, config: Config) -> Suite:
    report = Reporter()
    linked, sources = linked_game(name)
    program = type_game(linked, config[0], dict(config[1]), report, tests=True)
    assert program is not None, render_all(report.sorted(), sources, colour=False, width=100)
    return Suite(config, program)


def all_tests() -> list[tuple[str, Config, str]]:
    found = []
    for path in sorted(GAMES.glob("*.rules")):
        linked, _sources = linked_game(path.stem)
        most = players_of(linked, Reporter())[-1]
        for config, titles in rule_tests.test_configs(linked, most).items():
            found += [(path.stem, config, title) for title in titles]
    return found


@pytest.mark.parametrize(
    ("game", "config", "title"),
    [pytest.param(*case, id=f"{case[0]}: {case[2]}") for case in all_tests()],
)
def test_example_of_the_rulebook_holds(game: str, config: Config, title: str) -> None:
    suite = suite_of(game, config)
    test = next(test for test in suite.program.tests if test.title == title)
    failure = run_test(suite, test).failure
    if failure is not None:
        _linked, sources = linked_game(game)
        pytest.fail(render_all([failure], sources, colour=False, width=100), pytrace=False)
