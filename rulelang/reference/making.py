"""Books from files: in goes the path of a game with its variants, out comes everything a book needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from rulelang import pipeline
from rulelang.cache import CacheEntry, Request, keep, recall_as
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.loading import RulesError, load_game
from rulelang.prose.scope import Stops
from rulelang.reference.chapters.known_stops import kept_stops
from rulelang.reference.played.sampled_games import sample_games
from rulelang.reference.played.test_positions import Scene, scenes_of
from rulelang.reference.played.worked_points import Workings
from rulelang.reference.subject import Subject
from rulelang.render import read_look
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.syntax.trees.items import Test


@frozen
class KeptTitles:
    """What the cache keeps: the titles of tests that hold with what is added."""

    titles: list[str]


Progress = Callable[[int, int], None]  # so many of so many tests are played


def subject_of(
    rules: Path, variants: Sequence[Path] = (), progress: Progress = lambda _done, _all: None
) -> Subject:
    """Link and type a game for all numbers of players; games are compiled when they are asked for.

    `progress` hears how many tests of the game are played with its variants; what came out is kept.

    Raises:
        RulesError: the rules have errors; it carries them.
    """
    sources, report = Sources(), Reporter()
    linked = pipeline.link(rules, variants, sources, report)
    if linked is None or report.has_errors:
        raise RulesError(report.sorted(), sources)
    programs = {}
    for players in pipeline.players_of(linked, report):
        program = pipeline.type_game(linked, players, {}, report, tests=False)
        if program is not None:
            programs[players] = program
    usual = pipeline.choose_players(linked, None, report)
    if report.has_errors or usual is None:
        raise RulesError(report.sorted(), sources)

    @cache
    def game(players: int) -> Game:
        return load_game(rules, players=players, variants=variants)

    @cache
    def held() -> tuple[Test, ...]:
        base = pipeline.link(rules, (), Sources(), Reporter()) if variants else None
        if base is None:
            return ()
        request, since = Request("held", rules, tuple(variants)), time.time_ns()
        kept = recall_as(request, KeptTitles)
        if kept is not None:
            titles = set(kept.titles)
            tests = (item for item in base.items if isinstance(item, Test))
            return tuple(item for item in tests if item.title.english in titles)
        from rulelang.reference.chapters.questions_that_hold import (
            tests_that_hold,  # plays tests: with variants only
        )

        found = tests_that_hold(base, linked, progress)
        entry = CacheEntry({"titles": [item.title.english for item in found]})
        keep(request, linked.all_files(), entry, since=since)
        return found

    def stops(told: Linked) -> Stops:
        return kept_stops(told, rules, tuple(variants))

    laid: dict[frozenset[str], dict[str, Scene]] = {}

    def scenes(tested: Linked, titles: frozenset[str]) -> dict[str, Scene]:
        if titles not in laid:  # once for all languages
            laid[titles] = scenes_of(tested, Request("scenes", rules, tuple(variants)), titles)
        return laid[titles]

    @cache
    def workings() -> Workings:
        from rulelang.interpreter.asked_values import (
            AskedGame,
        )  # the second engine: for examples only
        from rulelang.reference.chapters.tested_positions import tested_lines, tested_positions

        @cache
        def tested(line: str) -> tuple[Workings, ...]:
            return tuple(tested_positions(linked, line, load))

        games = sample_games(game(usual), tested_lines(linked))
        return Workings(linked, AskedGame(linked, programs[usual]), tuple(games), tested)

    def load(players: int, settings: Mapping[str, str]) -> Game:
        return load_game(rules, players=players, settings=settings, variants=variants)

    return Subject(
        linked=linked,
        programs=programs,
        usual=usual,
        game=game,
        look=read_look(rules.with_suffix("")),
        workings=workings,
        held=held,
        stops=cache(stops),
        scenes=scenes,
    )
