"""Positions of tests, for pictures: in goes a linked game, out comes for each test what lies where as it begins.

Set-up is played for that, so games and positions are kept in the cache, those of one configuration together.
What another seed brings otherwise is chance that the test leaves open: it is seen as unknown.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rulelang.cache import CacheEntry, Data, Request, keep, recall
from rulelang.diagnostics.reporter import Reporter
from rulelang.frozen import frozen
from rulelang.linking.model import Linked
from rulelang.program.tests.test_items import Config, config_of
from rulelang.runtime.game import Game, load_compiled
from rulelang.runtime.views import view_of
from rulelang.syntax.trees import items as syn

SEEDS = (1, 2, 3)
# Nobody plays on from a picture: the rules stay out of the cache, which is smaller so by far.
TO_LOOK_AT = "new_state = begin = options = apply = None"
FLAT = ("card", "tile")
UNKNOWN = "unknown"
View = Mapping[str, Any]


@frozen
class Scene:
    """A game in the configuration of a test, and what everybody sees of it as the test begins."""

    game: Game
    view: View


def scenes_of(linked: Linked, request: Request, titles: Collection[str]) -> dict[str, Scene]:
    """Return the scenes of the tests with these titles; those that cannot be laid out are left out."""
    from rulelang.pipeline import players_of

    most = players_of(linked, Reporter())[-1]
    asked: dict[Config, None] = {}
    wanted: dict[str, Config] = {}
    for item in linked.items:
        if isinstance(item, syn.Test) and item.title.english in titles:
            config = config_of(item, most)
            asked[config] = None
            wanted.setdefault(item.title.english, config)
    found: dict[str, Scene] = {}
    for config in asked:
        one = request._replace(players=config[0], settings=config[1])
        kept = recall(one) or _made(linked, one)
        game = load_compiled(kept.data) if kept is not None else None
        for title, view in kept.data["views"].items() if kept is not None else ():
            if game is not None and wanted.get(title) == config:
                found[title] = Scene(game, view)
    return found


def _made(linked: Linked, request: Request) -> CacheEntry | None:
    """Compile a game with its tests, lay them out, and keep both; None if the rules have errors."""
    from rulelang.backends.python.compile import compile_program
    from rulelang.pipeline import type_game

    since, report = time.time_ns(), Reporter()
    program = type_game(linked, request.players or 0, dict(request.settings), report, tests=True)
    if program is None or report.has_errors:
        return None
    from rulelang.scenarios.scene import lay_out

    compiled = compile_program(program)
    game = compiled.load()
    kinds = {
        item.kind.text
        for item in linked.items
        if isinstance(item, syn.Component) and item.word in FLAT
    }
    flat = {name for name, _label, kind, _owner in game.description.things if kind in kinds}
    views = {}
    for test in program.tests:
        laid = [lay_out(test, program, game, seed) for seed in SEEDS]
        seen = [view_of(game, state, None) for state in laid if state is not None]
        if len(seen) == len(SEEDS):
            views[test.title] = _certain(flat, *seen)
    shown: Data = {"source": TO_LOOK_AT, "more": "", "lines": [], "more_lines": []}
    entry = CacheEntry({**shown, "description": compiled.description, "views": views})
    keep(request, linked.all_files(), entry, since=since)
    return entry


# --- chance ------------------------------------------------------------------------------------------------


def _certain(flat: Collection[str], one: View, *others: View) -> Data:
    """What is seen whatever chance brings."""
    places = {
        name: _known(flat, things, [other["places"][name] for other in others])
        for name, things in one["places"].items()
    }
    boards = {
        name: [tile for tile in laid if all(tile in other["boards"][name] for other in others)]
        for name, laid in one["boards"].items()
    }
    return {**one, "places": places, "boards": boards, "decision": None}


def _known(flat: Collection[str], one: Any, others: Sequence[Any]) -> Any:
    """What lies in a place each time; if nothing does but a card or tile may, that it is unknown."""
    if not isinstance(one, list) or all(other == one for other in others):
        return one
    found = [name for name in one if all(name in other for other in others)]
    may = any(name in flat for things in (one, *others) for name in things)
    return found or [UNKNOWN] * may
