"""Every clause of a bundled game has a rule and a test, or a reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.bundled import added_files, find_variant
from rulelang.conformance.configurations import module_sets
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Sources
from rulelang.trace.collect import trace_game
from rulelang.trace.rulebook import Rulebook, reasons_of

GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.rules")), ids=lambda path: path.stem)
def test_no_clause_is_forgotten(path: Path) -> None:
    sources, report = Sources(), Reporter()
    # Some files of modules are read only where other modules are played too.
    together = [names for names in module_sets(str(path)) if len(names) > 1]
    variants: list[tuple[Path, ...]] = [(), *((file,) for file in added_files(path))]
    variants += [tuple(find_variant(path, name) for name in names) for names in together]
    linked = [pipeline.link(path, files, sources, report) for files in variants]
    assert not report.has_errors
    game, *beside = [found for found in linked if found is not None]
    trace = trace_game(game, sources, [], beside=beside, book=Rulebook((), reasons_of(path)))
    assert trace.without_rule == trace.without_test == trace.stale == ()
