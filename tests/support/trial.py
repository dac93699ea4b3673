"""Everything that can be said about a rules file: in goes a path, out come diagnostics of all stages.

A file that reads and checks well is compiled and played once, always by the first option, and its tests are
run, so that faults of play become diagnostics, too. For examples of codes: no game needs all of it at once.
"""

from __future__ import annotations

from pathlib import Path

from rulelang import pipeline
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources, Span

MOST_PICKS = 1000


def try_rules(path: Path, sources: Sources, report: Reporter) -> None:
    """Read, check, compile, play and test the rules at `path`; report everything."""
    linked = pipeline.link(path, (), sources, report)
    if linked is None or report.has_errors:
        return
    pipeline.check_linked(linked, pipeline.players_of(linked, report), {}, report)
    if not report.has_errors:
        play_rules(linked, report)
        run_tests(linked, report)


def play_rules(linked: Linked, report: Reporter) -> None:
    """Play one game by first options; report what cannot be compiled, and the fault that ends it."""
    compiled = pipeline.compile_game(linked, None, {}, report)
    if compiled is None:
        return
    try:
        _play_out(compiled.load())
    except Fault as fault:
        place = None if fault.span is None else Span(*fault.span)
        report.error(CODES[fault.code], place, **fault.fields)  # type: ignore[arg-type]  # fields only


def _play_out(game: Game) -> None:
    play = game.start(seed=1)
    for _ in range(MOST_PICKS):
        options = play.options()
        if not options:
            return
        play.choose(options[0])


def run_tests(linked: Linked, report: Reporter) -> None:
    """Run all tests of a game; report those that fail."""
    for suite in suites_of(linked, report):
        for result in run_suite(suite):
            if result.failure is not None:
                report.add(result.failure)
