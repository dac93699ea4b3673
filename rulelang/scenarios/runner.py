"""Run the tests of a game: in goes a linked game, out comes a result for each `test`.

Tests that ask for the same number of players and settings share a compiled game. Each test is
played with two seeds: one that comes out differently rests on chance that it does not fix, and
fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from rulelang.backends.python.compile import compile_program
from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Diagnostic, Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import players_of, type_game
from rulelang.program.model import Program, Test
from rulelang.program.tests.test_items import Config, test_configs
from rulelang.runtime.game import Game
from rulelang.scenarios.scene import Failure, play_test
from rulelang.source import Span

SEEDS = (1, 2)


@frozen
class Suite:
    """The tests of one configuration, and the game compiled for it when the first one runs."""

    config: Config
    program: Program
    _compiled: list[Game] = field(factory=list, init=False)

    @property
    def game(self) -> Game:
        """The game, compiled once."""
        if not self._compiled:
            self._compiled.append(compile_program(self.program).load())
        return self._compiled[0]


@frozen
class TestResult:
    """How a test came out: `failure` is None if it passed."""

    __test__ = False

    test: Test
    config: Config
    failure: Diagnostic | None
    is_fault: bool = False  # the rules went wrong: no test is to blame

    @cached_property
    def is_passed(self) -> bool:
        """Whether everything was as the test says."""
        return self.failure is None


def suites_of(
    linked: Linked, report: Reporter, *, wants: Callable[[str], bool] = lambda _title: True
) -> Iterator[Suite]:
    """Yield the suites that have a test whose title is wanted; type errors are reported."""
    most = players_of(linked, report)[-1]
    for config, titles in test_configs(linked, most).items():
        if not any(wants(title) for title in titles):
            continue
        players, settings = config
        program = type_game(linked, players, dict(settings), report, tests=True)
        if program is not None:
            yield Suite(config, program)


def run_suite(
    suite: Suite, *, seed: int = 0, wants: Callable[[str], bool] = lambda _title: True
) -> Iterator[TestResult]:
    """Yield the result of each wanted test, in the order of the file."""
    for test in suite.program.tests:
        if wants(test.title):
            yield run_test(suite, test, seed=seed)


def run_test(suite: Suite, test: Test, *, seed: int = 0) -> TestResult:
    """Play one test with two seeds."""
    found = [play_test(test, suite.program, suite.game, seed + number) for number in SEEDS]
    failure = found[0] or found[1]
    if failure is None:
        return TestResult(test, suite.config, None)
    notes = []
    if found[0] is None or found[1] is None or found[0].reason != found[1].reason:
        notes.append("another seed brings another result: the test rests on chance it does not fix")
    diagnostic = _diagnostic(test, suite.config, failure, notes)
    return TestResult(test, suite.config, diagnostic, is_fault=failure.place is not None)


def _diagnostic(test: Test, config: Config, failure: Failure, notes: list[str]) -> Diagnostic:
    secondary = []
    if failure.span != test.span:
        secondary.append(Label(test.span, "in this test"))
    if failure.place is not None:
        secondary.append(Label(Span(*failure.place), "while this rule was played"))
    players, settings = config
    if settings or players:
        notes = [*failure.notes, *notes, f"played with {_shown(players, dict(settings))}"]
    return Diagnostic(
        code=codes.TEST_FAILED,
        message=codes.TEST_FAILED.message(name=test.title, reason=failure.reason),
        span=failure.span,
        label=failure.label,
        secondary=tuple(secondary),
        notes=tuple(notes),
    )


def _shown(players: int, settings: Mapping[str, str]) -> str:
    said = [f"{name} = {value}" for name, value in settings.items()]
    return ", ".join([f"{players} players", *said])
