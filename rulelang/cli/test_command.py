"""`rulelang test [GAMES]`: in go games, out comes whether the examples in them hold.

What holds is summed up in one line. What does not is shown as diagnostics, with the line of the test,
what was expected and what was found; the status is then 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from attrs import define, field, frozen

from rulelang import pipeline
from rulelang.cli.shared import (
    bundled_games,
    find_rules,
    find_variants,
    format_option,
    print_diagnostics,
    seed_option,
    shown_path,
    variants_option,
)
from rulelang.cli.verb import verb
from rulelang.diagnostics.export import VERSION, to_record
from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.left_out_tests import LeftOut
from rulelang.linking.model import Linked
from rulelang.scenarios.coverage import Coverage, contract, coverage_of
from rulelang.scenarios.runner import TestResult, run_suite, suites_of
from rulelang.scenarios.together import CombinedGame
from rulelang.source import Sources
from rulelang.syntax.trees.items import Test


@frozen
class TestOptions:
    """Which tests to run, and how."""

    word: str
    is_short: bool
    seed: int
    variants: tuple[str, ...]

    def wants(self, game: str, known: frozenset[str]) -> Callable[[str], bool]:
        """Return whether a test of a game is wanted, by its title; those `known` are not."""
        word = self.word.casefold()
        return lambda title: (
            title not in known and (word in title.casefold() or word == game.casefold())
        )


@define
class Run:
    """What came out so far."""

    sources: Sources = field(factory=Sources)
    results: list[tuple[str, TestResult]] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    coverages: dict[str, Coverage] = field(factory=dict)
    left_out: list[tuple[str, LeftOut]] = field(factory=list)

    @property
    def failed(self) -> int:
        """How many tests failed, under whatever reading."""
        return len({(g, r.test.title) for g, r in self.results if not r.is_passed})

    @property
    def count(self) -> int:
        """How many tests were played; one that was played under several readings is one."""
        return len({(game, result.test.title) for game, result in self.results})

    def leave_out(self, game: str, out: LeftOut) -> None:
        """Take a test back, under whatever reading it was played."""
        if (game, out) not in self.left_out:
            self.left_out.append((game, out))
        self.results = [r for r in self.results if (r[0], r[1].test.title) != (game, out.title)]


@verb()
@click.argument("games", nargs=-1, metavar="[GAMES]...")
@click.option("-k", "word", default="", metavar="WORD", help="Only tests with WORD in the title.")
@click.option("-x", "is_short", is_flag=True, help="Stop at the first failure.")
@click.option("--coverage", is_flag=True, help="Also show which clauses the tests cover.")
@format_option("text", "json")
@seed_option()
@variants_option()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    coverage: bool,  # noqa: FBT001  # click passes flags so
    format: str,
    **options: Any,  # click: whatever the options above make of the command line
) -> None:
    """Run the tests written in games; without GAMES, those of all bundled games.

    With modules or variants only the tests that these bring along are run: those of the game are
    written for its own rules. With several, a test that another one leaves nothing to play for, or that
    holds alone and rests on what another one changes, is left out; each is told.

    Status 0: all hold. 1: some do not, or a game has errors. 2: no such game or option.
    """
    paths = [find_rules(game) for game in games]
    if not games:
        paths = [shown_path(path) for path in bundled_games().values()]
    run = Run()
    for path in paths:
        run_game(path, TestOptions(**options), run)
        if run.failed and options["is_short"]:
            break
    if format == "json":
        click.echo(_json(run, with_coverage=coverage))
    else:
        print_diagnostics(run.diagnostics, run.sources)
        for game, covered in run.coverages.items() if coverage else ():
            click.echo(_table(game, covered))
        for _game, out in run.left_out:
            click.echo(f'left out: "{out.title}" of {out.of}: {out.why}')
        click.echo(_summary(run, len(paths)))
    ctx.exit(int(bool(run.diagnostics)))


def run_game(path: Path, options: TestOptions, run: Run) -> None:
    """Run the wanted tests of one game; add to `run` what comes out."""
    report = Reporter()
    variants = find_variants(path, options.variants)
    known: frozenset[str] = frozenset()
    if variants:
        known = _titles(pipeline.link(path, (), Sources(), Reporter()))
    linked = pipeline.link(path, variants, run.sources, report)
    if linked is not None and not report.has_errors:
        run.coverages[linked.name] = coverage_of(linked)
        wants = options.wants(linked.name, known)
        run.left_out += [(linked.name, out) for out in linked.left_out if wants(out.title)]
        together = CombinedGame(path, variants, linked)
        _run_linked(together, wants, options, run, report)
    run.diagnostics += report.sorted()


def _titles(linked: Linked | None) -> frozenset[str]:
    items = linked.items if linked is not None else ()
    return frozenset(item.title.english for item in items if isinstance(item, Test))


def _run_linked(
    together: CombinedGame,
    wants: Callable[[str], bool],
    options: TestOptions,
    run: Run,
    report: Reporter,
) -> None:
    linked = together.linked
    left_out: set[str] = set()
    failed: set[str] = set()
    for suite in suites_of(linked, report, wants=wants):
        for result in run_suite(suite, seed=options.seed, wants=wants):
            title = result.test.title
            if title in left_out:
                continue
            if result.failure is not None and title not in failed:
                if (out := together.excuse(result)) is not None:
                    left_out.add(title)
                    run.leave_out(linked.name, out)
                    continue
                failed.add(title)
            run.results.append((linked.name, result))
            if result.failure is not None:
                run.diagnostics.append(result.failure)
                if options.is_short:
                    return


# --- printing --------------------------------------------------------------------------------------


def _summary(run: Run, games: int) -> str:
    count = run.count
    tests = "1 test" if count == 1 else f"{count} tests"
    where = "1 game" if games == 1 else f"{games} games"
    out = f", {len(run.left_out)} left out" if run.left_out else ""
    if run.failed:
        return f"{run.failed} of {tests} failed{out}"
    return f"{tests} in {where} passed{out}" if count else f"no tests in {where}{out}"


def _table(game: str, coverage: Coverage) -> str:
    """One line for each item that cites clauses: how many are tested, which are not."""
    rows = [("item", "tested", "not tested")]
    for item in coverage.items:
        name = f"{item.what} {item.name}".strip()
        done = f"{len(item.tested)}/{len(item.clauses)}"
        rows.append((name, done, contract(item.missing)))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]}".rstrip() for row in rows]
    head = f"{game}: {len(coverage.tested)} of {len(coverage.clauses)} clauses that rules cite are tested"
    if coverage.only_tested:
        lines.append(f"cited by tests only: {contract(coverage.only_tested)}")
    return "\n".join([head, *(f"  {line}" for line in lines), ""])


def _json(run: Run, *, with_coverage: bool) -> str:
    content: dict[str, object] = {
        "version": VERSION,
        "tests": [_record(game, result, run.sources) for game, result in run.results],
        "left_out": [
            {"game": game, "title": out.title, "of": out.of, "why": out.why}
            for game, out in run.left_out
        ],
        "diagnostics": [to_record(each, run.sources) for each in run.diagnostics],
    }
    if with_coverage:
        content["coverage"] = {game: _covered(each) for game, each in run.coverages.items()}
    return json.dumps(content, ensure_ascii=False, indent=2)


def _record(game: str, result: TestResult, sources: Sources) -> dict[str, object]:
    span = result.test.span
    file = sources.get(span.path)
    players, settings = result.config
    return {
        "game": game,
        "title": result.test.title,
        "passed": result.is_passed,
        "cites": list(result.test.cites),
        "players": players,
        "settings": dict(settings),
        "path": span.path,
        "line": None if file is None else file.position(span.start)[0],
    }


def _covered(coverage: Coverage) -> Sequence[dict[str, object]]:
    return [
        {
            "what": item.what,
            "name": item.name,
            "clauses": list(item.clauses),
            "missing": list(item.missing),
        }
        for item in coverage.items
    ]
