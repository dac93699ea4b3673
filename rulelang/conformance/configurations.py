"""Games to test: a file, a number of players and a choice of settings, typed and compiled once.

`configurations` lists what is worth trying of a game: its modules each alone, by pairs and all together
with every number of players, each flag, each case of each choice, a few pairs of such changes, and each of
its variants; `sampled` takes a part of them. `dealt` shares the properties to try out among those that are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from attrs import define, field, frozen

from rulelang import pipeline
from rulelang.backends.python.compile import compile_graph
from rulelang.bundled import find_variant
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import read_text
from rulelang.graph.from_program import build_graph
from rulelang.graph.validate import validate_graph
from rulelang.interpreter.position import ProgramIndex
from rulelang.linking.model import Linked
from rulelang.lowering import lower
from rulelang.program.model import Program
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

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
    _shape: ProgramIndex | None = field(default=None, init=False)

    @property
    def shape(self) -> ProgramIndex:
        """The program as the oracle wants it."""
        if self._shape is None:
            self._shape = ProgramIndex(self.program)
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
    return [file.stem for file in files if has_header.search(read_text(file))]


def link(path: str, modules: tuple[str, ...] = ()) -> Linked:
    """Return the linked game of a file, with its modules."""
    report = Reporter()
    variants = [find_variant(Path(path), name) for name in modules]
    linked = pipeline.link(Path(path), variants, Sources(), report)
    if linked is None or report.has_errors:
        raise RulesFault("\n".join(found.message for found in report.sorted()))
    return linked


def build(configuration: Configuration, linked: Linked) -> Bundled:
    """Return a game, typed and compiled; its graph is sound."""
    report = Reporter()
    settings = dict(configuration.settings)
    program = pipeline.type_game(linked, configuration.players, settings, report, tests=False)
    if program is None:
        raise RulesFault("\n".join(found.message for found in report.sorted()))
    graph = build_graph(lower(program))
    validate_graph(graph)
    return Bundled(configuration, program, compile_graph(graph).load())


linked_game = cache(link)


@lru_cache(maxsize=8)  # there are more than fit into memory
def load(configuration: Configuration) -> Bundled:
    """Return a game, typed and compiled once as long as it is in use."""
    return build(configuration, linked_game(configuration.path, configuration.modules))


def configurations(path: str, *, pairs: int = 3) -> list[Configuration]:
    """Return what to try of a game; `pairs` is how many pairs of changed settings."""
    linked = linked_game(path)
    flags = [((name, value),) for name, value in _changes(linked, flags=True)]
    choices = [((name, value),) for name, value in _changes(linked, flags=False)]
    single = [*flags, *choices]
    both = [a + b for a, b in combinations(single, 2) if a[0][0] != b[0][0]]
    # Pairs from all over the list, the same ones each time.
    step = max(1, len(both) // max(1, pairs))
    changed: list[Settings] = [*choices, *both[step // 2 :: step][:pairs]]
    counts = pipeline.players_of(linked, Reporter())
    found = [c for names in module_sets(path) for c in _combined(path, names, flags)]
    # Each other change of the settings once; the numbers of players take turns.
    found += [
        Configuration(path, counts[number % len(counts)], settings)
        for number, settings in enumerate(changed)
    ]
    return found + [c for name in variants_of(path) for c in _varied(path, name)]


def module_sets(path: str) -> list[tuple[str, ...]]:
    """Return which modules are tried together: none, each alone, all pairs, and as many as go together.

    What is added by itself because another one needs it is not named; what excludes another is not tried with it.
    """
    modules = modules_of(path)
    headers = {name: linked_game(path, (name,)).headers for name in modules}
    below = {name: {h.name.text for h in headers[name]} - {name} for name in modules}
    apart = {
        frozenset((h.name.text, other.text))
        for found in headers.values()
        for h in found
        for line in h.lines
        if isinstance(line, syn.Needs) and line.word == "excludes"
        for other in line.names
    }

    def goes(names: tuple[str, ...]) -> bool:
        whole = {*names}.union(*(below[name] for name in names))
        is_named_once = not any(name in below[other] for name in names for other in names)
        return is_named_once and not any(pair <= whole for pair in apart)

    found: list[tuple[str, ...]] = [()]
    rest: list[tuple[str, ...]] = [()]
    while rest:
        # What cannot be played together cannot be with more either.
        rest = [
            (*names, name)
            for names in rest
            for name in modules
            if (not names or name > names[-1]) and goes((*names, name))
        ]
        found += rest
    whole = [names for names in found if not any(set(names) < set(more) for more in found)]
    return list(dict.fromkeys([*(names for names in found if len(names) <= 2), *whole]))


def _combined(path: str, names: tuple[str, ...], flags: Sequence[Settings]) -> list[Configuration]:
    """Some modules with every number of players, and each flag changed on its own; of a pair taking turns."""
    counts = pipeline.players_of(linked_game(path, names), Reporter())
    changes: list[Settings] = [(), *flags]
    found = [Configuration(path, n, change, names) for change in changes for n in counts]
    first = crc32("+".join(names).encode())
    return (
        found
        if len(names) != 2
        else [
            each
            for rank, each in enumerate(found)
            if (first + rank // len(counts) + rank % len(counts)) % len(changes) == 0
        ]
    )


def sampled(found: Sequence[Configuration]) -> list[Configuration]:
    """Return what of some configurations is tried every time: of those with the same modules one."""
    with_modules: dict[tuple[str, tuple[str, ...]], list[Configuration]] = {}
    for each in found:
        with_modules.setdefault((each.path, each.modules), []).append(each)
    chosen = {
        group[crc32(str(key).encode()) % len(group)]
        for key, group in with_modules.items()
        if key[1]
    }
    return [each for each in found if not each.modules or each in chosen]


T = TypeVar("T")


def dealt(
    chosen: Sequence[Configuration], properties: Sequence[T], always: T
) -> list[tuple[Configuration, T]]:
    """Return which configuration is tried for which property.

    The ways to play as they are, and those of which there is just one, are tried for all of them. Those
    with the same modules, or the same changed flag, deal the properties out between them, beginning
    with another one each time; each of them is tried for the property `always`.
    """
    groups: dict[object, list[Configuration]] = {}
    for each in chosen:
        is_plain = not each.modules and not each.settings
        groups.setdefault(str(each) if is_plain else _kept(each), []).append(each)
    found = []
    for turn, group in enumerate(groups.values()):
        for number, prop in enumerate(properties):
            first = (number + turn) % len(group)
            found += [
                (each, prop) for rank, each in enumerate(group) if rank == first or prop is always
            ]
    return found


def _kept(each: Configuration) -> tuple[object, ...]:
    """What a configuration has in common with those it deals with."""
    return (each.path, each.modules, () if each.modules else each.settings)


def _varied(path: str, variant: str) -> Iterable[Configuration]:
    """A game with one variant and as many players as it can have; changed settings are tried anyway."""
    linked = linked_game(path, (variant,))
    if len(linked.items) > sum(not isinstance(i, syn.Test) for i in linked_game(path).items):
        yield Configuration(path, pipeline.players_of(linked, Reporter())[-1], modules=(variant,))


def _changes(linked: Linked, *, flags: bool) -> Iterable[tuple[str, str]]:
    """Yield each setting with a value that is not its default: flags, or other choices."""
    for item in linked.items:
        if isinstance(item, syn.ChoiceSetting) and not flags:
            default = getattr(getattr(item.value, "ident", None), "text", None)
            for case in item.cases:
                if case.text != default:
                    yield item.name.text, case.text
        elif isinstance(item, syn.Setting) and flags:
            word = getattr(item.value, "word", None)
            if word in {"true", "false"}:
                yield item.name.text, "false" if word == "true" else "true"
