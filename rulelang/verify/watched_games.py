"""One random game, watched: in goes a game and a number, out comes what went wrong in it and what was seen.

What was seen are the actions taken, the lines of the score that brought points and the kinds of which somebody had
some, so that what never happens in many games can be said.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulelang.jobs.job import Data
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ACTIVE, ASKED, PC
from rulelang.runtime.rng import stream_number, word
from rulelang.runtime.totals import totals
from rulelang.simulate.action_names import taken
from rulelang.simulate.goods import owned_slots
from rulelang.simulate.many_games import game_seed
from rulelang.simulate.policies.uniform import RandomPolicy
from rulelang.verify import finding as found
from rulelang.verify.finding import LONG, AnswerStep, Finding
from rulelang.verify.foreign_findings import check_result as check_result
from rulelang.verify.search import Bounds, explore

MOST_PICKS = 50_000


def do_item(games: Sequence[Game], options: Data, number: int) -> Data:
    """Do one item of a job: first the scopes, each a game of its own, then random games of the first game."""
    scopes = options["scopes"]
    if number < len(scopes):
        depth, positions = scopes[number]
        explored = explore(games[1 + number], options["seed"], Bounds(depth, positions))
        findings = [found.to_data(each) for each in explored.findings]
        return {**explored._asdict(), "findings": findings}
    number -= len(scopes)
    return watch_game(games[0], game_seed(options["seed"], number))


def watch_game(game: Game, seed: int, most_picks: int = MOST_PICKS) -> dict[str, Any]:
    """Play one random game, of so many answers at most, and say what happened."""
    watched = _Watched(game, seed, most_picks)
    finding = watched.play()
    return {
        "finding": None if finding is None else found.to_data(finding),
        "picks": len(watched.steps),
        "is_over": watched.is_over,
        "actions": sorted(watched.actions),
        "lines": sorted(watched.lines),
        "kinds": sorted(watched.kinds),
    }


class _Watched:
    def __init__(self, game: Game, seed: int, most_picks: int) -> None:
        self._game = game
        self._most_picks = most_picks
        self._seed = seed
        self.steps: list[AnswerStep] = []
        self.is_over = False
        self.actions: set[str] = set()
        self.lines: set[str] = set()
        self.kinds: set[str] = set()
        self._totals: dict[tuple[str, int], int] = {}
        self._slots = owned_slots(game)

    def play(self) -> Finding | None:
        """Play to the end or to the first thing that goes wrong."""
        game, state = self._game, self._game.new_state(self._seed)
        try:
            call_with_place(game, game.begin, state)
            found.settle(game, state)
            self._totals = totals(game.layout, state)
            wrong = self._play_on(state)
            if wrong is not None:
                return wrong
            self._look_at_scores(state)
        except Fault as fault:
            return found.of_fault(game, fault, self._seed, self.steps)
        self.is_over = True
        return None

    def _play_on(self, state: State) -> Finding | None:
        game, active = self._game, -2
        bots = [
            RandomPolicy(game, Random(word(self._seed, stream_number("bot"), seat)))
            for seat in range(game.players)
        ]
        while state[PC]:
            if state[ACTIVE] != active:
                active = state[ACTIVE]
                wrong = self._look(state)
                if wrong is not None:
                    return wrong
            if len(self.steps) == self._most_picks:
                said = f"{LONG}: the game was not over after {self._most_picks:,} answers"
                return Finding(LONG, said, None, self._seed, (), tuple(self.steps))
            option = bots[state[ASKED]].pick(state)
            action = taken(game, state, option)
            if action is not None:
                self.actions.add(action)
            self.steps.append(AnswerStep(option))
            call_with_place(game, game.apply, state, option)
            found.settle(game, state)
        return self._look(state)

    def _look(self, state: State) -> Finding | None:
        """Count everything, and note of which kinds somebody has some."""
        self.kinds.update(
            name for name, slots in self._slots.items() if any(state[slot] > 0 for slot in slots)
        )
        lost = found.of_loss(self._game, state, self._totals, self._seed)
        return None if lost is None else lost._replace(steps=tuple(self.steps))

    def _look_at_scores(self, state: State) -> None:
        lines = self._game.function("score_lines")(state)
        for line, points in zip(self._game.description.scores, lines, strict=True):
            if any(points):
                self.lines.add(line.name)
