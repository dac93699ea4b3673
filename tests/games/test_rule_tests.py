"""The tests written in the bundled games: one case for each, played as `rulelang test` does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.bundled import find_variant
from rulelang.conformance.configurations import modules_of, variants_of
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render_all
from rulelang.linking.model import Linked
from rulelang.pipeline import link, players_of, type_game
from rulelang.program.tests import test_items as rule_tests
from rulelang.program.tests.test_items import Config
from rulelang.scenarios.runner import Suite, run_test
from rulelang.source import Sources

GAMES = Path(__file__).parents[2] / "games"


@cache
def linked_game(name: str, module: str | None) -> tuple[Linked, Sources]:
    report, sources = Reporter(), Sources()
    path = GAMES / f"{name}.rules"
    added = [find_variant(path, module)] if module is not None else []
    linked = link(path, added, sources, report)
    assert linked is not None
    assert not report.sorted()
    return linked, sources


@cache
def suite_of(name: str, module: str | None, config: Config) -> Suite:
    report = Reporter()
    linked, sources = linked_game(name, module)
    program = type_game(linked, config[0], dict(config[1]), report, tests=True)
    assert program is not None, render_all(report.sorted(), sources, colour=False, width=100)
    return Suite(config, program)


def written_in(name: str, module: str | None) -> list[tuple[str, str | None, Config, str]]:
    linked, _sources = linked_game(name, module)
    most = players_of(linked, Reporter())[-1]
    configs = rule_tests.test_configs(linked, most).items()
    return [(name, module, config, title) for config, titles in configs for title in titles]


def all_tests() -> list[tuple[str, str | None, Config, str]]:
    """The tests of each game, and those that each module adds to them."""
    found = []
    for path in sorted(GAMES.glob("*.rules")):
        alone = written_in(path.stem, None)
        titles = {case[-1] for case in alone}
        found += alone
        for module in (*modules_of(str(path)), *variants_of(str(path))):
            found += [case for case in written_in(path.stem, module) if case[-1] not in titles]
    return found


def grouped(case: tuple[str, str | None, Config, str]) -> object:
    """As a parameter; the tests of one way to play run in one process, which then types it once."""
    game, module, config, title = case
    group = pytest.mark.xdist_group(f"{game} {module} {config}")
    return pytest.param(*case, id=f"{module or game}: {title}", marks=group)


@pytest.mark.parametrize(
    ("game", "module", "config", "title"), [grouped(case) for case in all_tests()]
)
def test_example_of_the_rulebook_holds(
    game: str, module: str | None, config: Config, title: str
) -> None:
    suite = suite_of(game, module, config)
    test = next(test for test in suite.program.tests if test.title == title)
    failure = run_test(suite, test).failure
    if failure is not None:
        _linked, sources = linked_game(game, module)
        pytest.fail(render_all([failure], sources, colour=False, width=100), pytrace=False)
