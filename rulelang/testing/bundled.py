"""Games to test: a file, a number of players and a choice of settings, typed and compiled once.

`configurations` lists what is worth trying of a game: every number of players, each case of each
choice and both values of each flag varied on its own, a few pairs of such changes, every combination
of its modules, and each of its variants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

from attrs import define, field, frozen

from rulelang import pipeline
from rulelang.backends.python.compile import compile_program
from rulelang.bundled import find_variant
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.program.model import Program
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.syntax import items as syn
from rulelang.testing.position import Shape

Settings = tuple[tuple[str, str], ...]


@frozen
class Configuration:
    """A game file, how many play, the settings that differ from the default, and the modules."""

    path: str
    players: int
    settings: Settings = ()
    modules: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = "".join(f",{name}={value}" for name, value in self.settings)
        added = "".join(f"+{module}" for module in self.modules)
        return f"{Path(self.path).stem}-{self.players}{added}{named}"


@define(eq=False)
class Bundled:
    """A configuration, ready: the typed program for the oracle, the compiled game for play."""

    configuration: Configuration
    program: Program
    game: Game
    _shape: Shape | None = field(default=None, init=False)

    @property
    def shape(self) -> Shape:
        """The program as the oracle wants it."""
        if self._shape is None:
            self._shape = Shape(self.program)
        return self._shape


class RulesFault(Exception):  # noqa: N818
    """A game that does not compile; the message says why."""


def modules_of(path: str) -> list[str]:
    """Return the modules that lie in the folder of a game, by name."""
    return _files_with("module", path)


def variants_of(path: str) -> list[str]:
    """Return the variants that lie in the folder of a game, by name."""
    return _files_with("variant", path)


def _files_with(header: str, path: str) -> list[str]:
    files = sorted(Path(path).with_suffix("").glob("*.rules"))
    has_header = re.compile(rf"^{header} ", re.MULTILINE)
    return [file.stem for file in files if has_header.search(file.read_text("utf-8"))]


def link(path: str, modules: tuple[str, ...] = ()) -> Linked:
    """Return the linked game of a file, with its modules."""
    report = Reporter()
    variants = [find_variant(Path(path), name) for name in modules]
    linked = pipeline.link(Path(path), variants, Sources(), report)
    if linked is None or report.has_errors:
        raise RulesFault("\n".join(found.message for found in report.sorted()))
    return linked


def build(configuration: Configuration, linked: Linked) -> Bundled:
    """Return a game, typed and compiled."""
    report = Reporter()
    settings = dict(configuration.settings)
    program = pipeline.type_game(linked, configuration.players, settings, report, tests=False)
    if program is None:
        raise RulesFault("\n".join(found.message for found in report.sorted()))
    return Bundled(configuration, program, compile_program(program).load())


linked_game = cache(link)


@cache
def load(configuration: Configuration) -> Bundled:
    """Return a game, typed and compiled once in this process."""
    return build(configuration, linked_game(configuration.path, configuration.modules))


def configurations(path: str, *, pairs: int = 3) -> list[Configuration]:
    """Return what to try of a game; `pairs` is how many pairs of changed settings."""
    linked = linked_game(path)
    single = [((name, value),) for name, value in _changes(linked)]
    both = [a + b for a, b in combinations(single, 2) if a[0][0] != b[0][0]]
    # Pairs from all over the list, the same ones each time.
    step = max(1, len(both) // max(1, pairs))
    changed: list[Settings] = [*single, *both[step // 2 :: step][:pairs]]
    counts = pipeline.players_of(linked, Reporter())
    # Each change of the settings once; the numbers of players take turns.
    alone = [Configuration(path, n) for n in counts]
    alone += [
        Configuration(path, counts[number % len(counts)], settings)
        for number, settings in enumerate(changed)
    ]
    modules = modules_of(path)
    added = [c for size in range(1, len(modules) + 1) for c in combinations(modules, size)]
    # Every combination of modules; the numbers of players and single changes take turns.
    options = [(n, settings) for settings in [(), *single] for n in counts]
    with_modules = [
        Configuration(path, *options[number % len(options)], modules=names)
        for number, names in enumerate(added)
    ]
    return alone + with_modules + [c for name in variants_of(path) for c in _varied(path, name)]


def _varied(path: str, variant: str) -> Iterable[Configuration]:
    """A game with one variant and as many players as it can have; changed settings are tried anyway."""
    linked = linked_game(path, (variant,))
    if len(linked.items) > sum(not isinstance(i, syn.Test) for i in linked_game(path).items):
        yield Configuration(path, pipeline.players_of(linked, Reporter())[-1], modules=(variant,))


def _changes(linked: Linked) -> Iterable[tuple[str, str]]:
    """Yield each setting with a value that is not its default."""
    for item in linked.items:
        if isinstance(item, syn.ChoiceSetting):
            default = getattr(getattr(item.value, "ident", None), "text", None)
            for case in item.cases:
                if case.text != default:
                    yield item.name.text, case.text
        elif isinstance(item, syn.Setting):
            word = getattr(item.value, "word", None)
            if word in {"true", "false"}:
                yield item.name.text, "false" if word == "true" else "true"
