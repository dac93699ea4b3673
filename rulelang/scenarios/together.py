"""Tests of variants that are played together: which failures only say that another variant is there too.

In goes a failure, out comes why it is none. A test is written for its own module or variant. If it holds
with that alone, and another one changes something that it goes through there, it says nothing about both.
Any other failure stays one: what nobody changed must hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import frozen

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import Change, diff
from rulelang.linking.left_out_tests import LeftOut
from rulelang.linking.model import Linked, name_of
from rulelang.program.tests.test_items import Config, test_configs
from rulelang.runtime.description import Place
from rulelang.scenarios.places_run import places_of, watching
from rulelang.scenarios.runner import Suite, TestResult, run_test, suites_of
from rulelang.source import Sources
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

_DOES = {"new": "adds", "gone": "removes", "changed": "changes"}


@frozen(slots=False)
class CombinedGame:
    """A game with several modules and variants, each of which has a file."""

    rules: Path
    variants: Sequence[Path]
    linked: Linked

    def excuse(self, result: TestResult) -> LeftOut | None:
        """Return why a failure is none, or None if it is one."""
        assert result.failure is not None
        home = self.linked.home_of(result.test.span)
        own = self._files([home])
        others = [file for file in self.variants if file not in own]
        if not own or not others or result.is_fault:
            return None
        alone = self._link(own)
        if alone is None:
            return None
        used = _used(alone, result)
        for other in others if used is not None else ():
            for change in self._changes(other):
                if used is not None and change.name in used:
                    by = self._name(other)
                    said = f"{change.what} `{change.name}`"
                    if change.what.endswith((" rule", " step")):
                        said = f"`{change.what.partition(' ')[0]} {change.name}`"
                    why = f"{by} {_DOES[change.sort]} {said}"
                    return LeftOut(result.test.title, home, why)
        return None

    def _changes(self, file: Path) -> Iterator[Change]:
        """What a module or variant makes of the game, those that are there without it first."""
        needed = [other for other in self._files([self._name(file)]) if other != file]
        before, after = self._link(needed), self._link([*needed, file])
        if before is not None and after is not None:
            found = [change for change in diff(before, after) if change.sort in _DOES]
            yield from sorted(found, key=lambda change: change.sort == "new")

    def _link(self, files: Iterable[Path]) -> Linked | None:
        report = Reporter()
        linked = pipeline.link(self.rules, list(files), Sources(), report)
        return None if report.has_errors else linked

    def _files(self, names: Iterable[str]) -> list[Path]:
        """The files of these modules and variants, and of all that they need."""
        wanted = list(names)
        for name in wanted:
            header = next((h for h in self.linked.headers if h.name.text == name), None)
            for line in header.lines if header is not None else ():
                if isinstance(line, syn.Needs) and line.word == "needs":
                    wanted += [n.text for n in line.names if n.text not in wanted]
        return [file for file in self.variants if self._name(file) in wanted]

    def _name(self, file: Path) -> str:
        return self._names.get(str(file), "")

    @cached_property
    def _names(self) -> dict[str, str]:
        """The first header of each file."""
        found: dict[str, str] = {}
        for header in self.linked.headers:
            found.setdefault(header.span.path, header.name.text)
        return found


def _used(alone: Linked, result: TestResult) -> set[str] | None:
    """What a test goes through in its own game, by name; None if it does not hold there."""
    suite = _suite(alone, result)
    test = next((t for t in suite.program.tests if t.title == result.test.title), None) if suite else None  # fmt: skip
    if suite is None or test is None:
        return None
    lines: set[int] = set()
    game = suite.game
    with watching(game, lines):
        is_passed = run_test(suite, test).is_passed
    if not is_passed:
        return None
    places = list(places_of(game, lines))
    items = [item for item in alone.items if _has_run(item, places, result.test.title)]
    named = {node.text for node in walk(tuple(items)) if isinstance(node, ex.Ident)}
    return named | {name for item in items if (name := name_of(item)) is not None}


def _suite(alone: Linked, result: TestResult) -> Suite | None:
    """The test's own game: with the settings it was played with, as far as they are there."""
    report = Reporter()
    most = pipeline.players_of(alone, report)[-1]
    configs = [
        config
        for config, titles in test_configs(alone, most).items()
        if result.test.title in titles
    ]
    wanted = next((config for config in configs if _is_within(config, result.config)), None)
    wanted = wanted or next(iter(configs), None)
    suites = suites_of(alone, report, wants=lambda title: title == result.test.title)
    return next((suite for suite in suites if suite.config == wanted), None)


def _is_within(config: Config, other: Config) -> bool:
    return config[0] == other[0] and set(config[1]) <= set(other[1])


def _has_run(item: syn.Item, places: Iterable[Place], title: str) -> bool:
    if isinstance(item, syn.Test):
        return item.title.english == title
    span = item.span
    return any(
        path == span.path and span.start <= start and end <= span.end for path, start, end in places
    )
