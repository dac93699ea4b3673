"""Positions from the tests of a game, for lines of the score that no bot scores: in goes a line, out come ended tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.interpreter.asked_values import AskedGame
from rulelang.linking.model import Linked
from rulelang.program.tests.test_items import config_of
from rulelang.reference.played.sampled_games import Finished, earned_slots
from rulelang.reference.played.worked_points import Workings
from rulelang.runtime.game import Game
from rulelang.scenarios.scene import played_test
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

Load = Callable[[int, Mapping[str, str]], Game]
SEED = 1


def tested_positions(linked: Linked, line: str, load: Load) -> Iterator[Workings]:
    """Play the tests that speak of a line; `load` gives the game for a number of players and settings."""
    most = pipeline.players_of(linked, Reporter())[-1]
    for item in linked.items:
        if isinstance(item, syn.Test) and _speaks_of(item, line):
            players, settings = config_of(item, most)
            program = pipeline.type_game(linked, players, dict(settings), Reporter(), tests=True)
            tests = program.tests if program is not None else ()
            test = next((each for each in tests if each.title == item.title.english), None)
            if program is None or test is None:
                continue
            game = load(players, dict(settings))
            play = played_test(test, program, game, SEED)
            if play is not None:
                before = [(answer.before, answer.value) for answer in play.answers]
                ended = Finished(play, earned_slots(game), before)
                yield Workings(linked, AskedGame(linked, program, dict(settings)), (ended,))


def tested_lines(linked: Linked) -> set[str]:
    """The lines of the score of which a test says what they come to."""
    lines = [item.name.text for item in linked.items if isinstance(item, syn.Score)]
    tests = [item for item in linked.items if isinstance(item, syn.Test)]
    return {line for line in lines if any(_speaks_of(test, line) for test in tests)}


def _speaks_of(item: syn.Test, line: str) -> bool:
    """Whether a test says what a line comes to."""
    calls = (node for node in walk(item) if isinstance(node, ex.CallExpr))
    return any(call.name.text == line for call in calls)
