"""Games by path or name, ready to play: in goes what to load, out comes a `Game`, from the cache if it can.

The compiler is imported only when something has to be compiled: a game that was loaded before starts with
nothing but the runtime.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.bundled import find_game, find_variant
from rulelang.cache import CacheEntry, Request, Setting, keep, recall, setting_text
from rulelang.runtime.game import Game, file_names, load_compiled

if TYPE_CHECKING:
    from rulelang.backends.python.compile import CompiledGame
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.linking.model import Linked
    from rulelang.source import Sources


class RulesError(Exception):
    """Rules that cannot be played. The text of the exception shows every finding at its place.

    Attributes:
        diagnostics: what is wrong, by file and place.
        sources: the files as they were read, for showing the places.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Sources) -> None:
        from rulelang.diagnostics.text import render_all

        self.diagnostics = tuple(diagnostics)
        self.sources = sources
        super().__init__(render_all(self.diagnostics, sources))


def load(
    path_or_name: str | Path,
    *,
    players: int | None = None,
    settings: Mapping[str, Setting] | None = None,
    variants: Sequence[str | Path] = (),
) -> Game:
    """Return a game ready to play.

    Args:
        path_or_name: a `.rules` file, or the name of a bundled game.
        players: how many play; four, or the nearest number the game allows, if not given.
        settings: settings of the game by name, as numbers, flags or names of their cases.
        variants: modules and variants: files, or names in the folder of the game.

    Raises:
        FileNotFoundError: there is no such game or variant.
        RulesError: the rules have errors; it carries them.
    """
    path = find_game(path_or_name)
    chosen = {name: setting_text(value) for name, value in (settings or {}).items()}
    files = [find_variant(path, variant) for variant in variants]
    return load_game(path, players=players, settings=chosen, variants=files)


def load_game(
    path: Path,
    *,
    players: int | None = None,
    settings: Mapping[str, str] | None = None,
    variants: Sequence[Path] = (),
) -> Game:
    """Return the game of a rules file: from the cache, or compiled and then kept there.

    Raises:
        RulesError: the rules have errors.
    """
    chosen = tuple((settings or {}).items())
    request = Request("game", path, tuple(variants), players, chosen)
    kept = _recalled(request)
    if kept is not None:
        return kept
    from rulelang.linking.digests import digests

    since = time.time_ns()
    linked, compiled = _compile(request)
    data = compiled.to_data()
    data["description"] = compiled.description._replace(
        items=digests(linked), needed=tuple((added.name, added.by) for added in linked.needed)
    )
    code = {
        name: compile(text, name, "exec", dont_inherit=True)
        for name, text in zip(
            file_names(data["description"]), (data["source"], data["more"]), strict=True
        )
    }
    keep(request, linked.all_files(), CacheEntry(data, code), since=since)
    return load_compiled({**data, "code": code})


def _recalled(request: Request) -> Game | None:
    """Return the game that was compiled before; None if there is none, or what is there is no game."""
    found = recall(request)
    try:
        return None if found is None else load_compiled({**found.data, "code": found.code})
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def link_game(request: Request, sources: Sources, report: Reporter) -> Linked:
    """Return the linked game of a request.

    Raises:
        RulesError: it cannot be read or linked.
    """
    from rulelang import pipeline

    linked = pipeline.link(request.path, request.variants, sources, report)
    if linked is None or report.has_errors:
        raise RulesError(report.sorted(), sources)
    return linked


def _compile(request: Request) -> tuple[Linked, CompiledGame]:
    from rulelang import pipeline
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.source import Sources

    sources, report = Sources(), Reporter()
    linked = link_game(request, sources, report)
    compiled = pipeline.compile_game(linked, request.players, dict(request.settings), report)
    if compiled is None:
        raise RulesError(report.sorted(), sources)
    return linked, compiled
