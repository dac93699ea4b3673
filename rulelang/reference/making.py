"""Books from files: in goes the path of a game with its variants, out comes everything a book needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rulelang import pipeline
from rulelang.cache import Request
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.loading import RulesError, load_game
from rulelang.prose.scope import Stops
from rulelang.reference.scenes import Scene, scenes_of
from rulelang.reference.stops import kept_stops
from rulelang.reference.subject import Subject
from rulelang.render import read_look
from rulelang.runtime.game import Game
from rulelang.source import Sources
from rulelang.syntax.items import Test


def subject_of(rules: Path, variants: Sequence[Path] = ()) -> Subject:
    """Link and type a game for all numbers of players; games are compiled when they are asked for.

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
        from rulelang.reference.holding import tests_that_hold  # plays tests: with variants only

        return tests_that_hold(base, linked)

    def stops(told: Linked) -> Stops:
        return kept_stops(told, rules, tuple(variants))

    laid: dict[frozenset[str], dict[str, Scene]] = {}

    def scenes(tested: Linked, titles: frozenset[str]) -> dict[str, Scene]:
        if titles not in laid:  # once for all languages
            laid[titles] = scenes_of(tested, Request("scenes", rules, tuple(variants)), titles)
        return laid[titles]

    return Subject(
        linked=linked,
        programs=programs,
        usual=usual,
        game=game,
        look=read_look(rules.with_suffix("")),
        held=held,
        stops=cache(stops),
        scenes=scenes,
    )
