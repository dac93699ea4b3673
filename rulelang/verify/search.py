"""Every game there is, level by level: in goes a game and how far to look, out comes what can happen in it.

Positions are met in the order of how many answers lead there, so the first game that shows a fault is a shortest
one. Dice and random draws are tried in all their outcomes, shuffles too where a pile has few orders. If the search
ends by itself, nothing else can happen with these settings: that is a proof. Positions are remembered by a hash
of 128 bits.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import PC
from rulelang.runtime.outcomes import Outcome, TooManyOutcomesError, each_outcome
from rulelang.runtime.play import state_key
from rulelang.runtime.totals import totals
from rulelang.simulate.action_names import taken
from rulelang.verify.finding import ENDLESS, AnswerStep, Chance, Finding, of_fault, of_loss, settle

Key = bytes
ORDERS = 5_040
STARTS = 4  # at most this part of the positions may be starts
SET_UP, MUCH = "set-up", "long chains of chance"
_CERTAIN = Fraction(1)


class Bounds(NamedTuple):
    """How far to look: so many answers deep (None: any), so many positions, shuffles with so many orders.

    With `all_chance` off, the generator decides: one game of its seed for each way to play it.
    """

    depth: int | None = None
    positions: int = 10_000
    orders: int = ORDERS
    all_chance: bool = True


class Explored(NamedTuple):
    """What a search has seen.

    Attributes:
        positions: how many different ones there are, and of these `ends` where the game is over.
        depth: all games of so many answers were tried.
        is_whole: there is nothing beyond.
        is_to_depth: there is, but not within the depth that was asked for.
        shuffled: chance that was not tried in all its outcomes.
        actions: those that were taken at least once.
        findings: the first of each cause.
    """

    positions: int
    ends: int
    depth: int
    is_whole: bool
    is_to_depth: bool
    shuffled: tuple[str, ...]
    actions: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def is_proof(self) -> bool:
        """Has everything been tried that can happen?"""
        return self.is_whole and not self.shuffled

    @property
    def is_complete(self) -> bool:
        """Has everything been tried that was asked for: all games, or all up to a depth?"""
        return self.is_whole or self.is_to_depth


def explore(game: Game, seed: int = 0, bounds: Bounds | None = None) -> Explored:
    """Search the games of a seed level by level."""
    return _Search(game, seed, bounds or Bounds()).run()


def position_key(state: State) -> Key:
    """Return what a position is remembered by."""
    return blake2b(state_key(state), digest_size=16).digest()


class _Search:
    def __init__(self, game: Game, seed: int, bounds: Bounds) -> None:
        self._game = game
        self._seed = seed
        self._bounds = bounds
        self._came: dict[Key, tuple[Key | None, AnswerStep]] = {}
        self._from: dict[Key, set[Key]] = {}
        self._ends: set[Key] = set()
        self._shuffled: set[str] = set()
        self._actions: dict[str, None] = {}
        self._findings: dict[tuple[str, object], Finding] = {}
        self._frontier: list[tuple[Key, State]] = []
        self._totals: dict[tuple[str, int], int] = {}

    def run(self) -> Explored:
        self._begin()
        depth = 0
        while self._frontier and (self._bounds.depth is None or depth < self._bounds.depth):
            level, self._frontier = self._frontier, []
            if not all(self._expand(key, state) for key, state in level):
                return self._explored(depth, is_whole=False, is_to_depth=False)
            depth += 1
        is_whole = not self._frontier
        if is_whole and not self._findings:
            self._find_traps()
        return self._explored(depth, is_whole=is_whole, is_to_depth=not is_whole)

    def _begin(self) -> None:
        """Reach every start; where set-up has too many, that of the seed."""
        most = max(1, self._bounds.positions // STARTS)
        for outcome in self._outcomes(self._game.new_state(self._seed), None, most):
            if outcome.fault is None and not self._totals:
                self._totals = totals(self._game.layout, outcome.state)
            self._reach(None, AnswerStep(-1, outcome.chance), outcome)

    def _expand(self, key: Key, state: State) -> bool:
        """Try every answer to a position; False if there is no room for more positions."""
        for option in self._game.options(state):
            action = taken(self._game, state, option)
            if action is not None:
                self._actions[action] = None
            for outcome in self._outcomes(state, option, self._bounds.positions):
                if len(self._came) >= self._bounds.positions:
                    return False
                self._reach(key, AnswerStep(option, outcome.chance), outcome)
        return True

    def _outcomes(self, state: State, option: int | None, most: int) -> list[Outcome]:
        """Return what can follow; where that is too much, what the generator brings."""
        game = self._game

        def act(after: State) -> None:
            if option is None:
                call_with_place(game, game.begin, after)
            else:
                call_with_place(game, game.apply, after, option)
            settle(game, after)

        if self._bounds.all_chance:
            ways = each_outcome(game, state, act, orders=self._bounds.orders)
            try:
                found = list(islice(ways, most + 1))
            except TooManyOutcomesError:
                found = []
            if 0 < len(found) <= most:
                return found
            self._shuffled.add(SET_UP if option is None else MUCH)
        after, fault = state[:], None
        try:
            act(after)
        except Fault as broken:
            fault = broken
        return [Outcome(_CERTAIN, (), (), after, fault)]

    def _reach(self, before: Key | None, step: AnswerStep, outcome: Outcome) -> None:
        self._shuffled.update(outcome.shuffled)
        if outcome.fault is not None:
            self._note(of_fault(self._game, outcome.fault, self._seed, ()), before, step)
            return
        key = position_key(outcome.state)
        if before is not None:
            self._from.setdefault(key, set()).add(before)
        if key in self._came:
            return
        self._came[key] = (before, step)
        lost = of_loss(self._game, outcome.state, self._totals, self._seed)
        if lost is not None:
            self._note(lost, before, step)
        if outcome.state[PC]:
            self._frontier.append((key, outcome.state))
        else:
            self._ends.add(key)

    def _note(self, finding: Finding, before: Key | None, step: AnswerStep) -> None:
        if finding.cause not in self._findings:
            start, steps = self._path(before, step)
            is_shortest = self._bounds.all_chance and not self._shuffled
            self._findings[finding.cause] = finding._replace(
                start=start, steps=steps, is_shortest=is_shortest
            )

    def _path(self, key: Key | None, last: AnswerStep) -> tuple[Chance, tuple[AnswerStep, ...]]:
        steps = [last]
        while key is not None:
            key, step = self._came[key]
            steps.append(step)
        first, *rest = reversed(steps)
        return first.chance, tuple(rest)

    def _find_traps(self) -> None:
        """Go back from the ends: whatever is not met cannot come to an end."""
        can_end, waiting = set(self._ends), list(self._ends)
        while waiting:
            for before in self._from.get(waiting.pop(), ()):
                if before not in can_end:
                    can_end.add(before)
                    waiting.append(before)
        # Positions were met in the order of their depth, so the first one is a nearest.
        trap = next((key for key in self._came if key not in can_end), None)
        if trap is not None:
            said = f"{ENDLESS}: from here on no game comes to its end"
            self._note(Finding(ENDLESS, said, None, self._seed, (), ()), *self._came[trap])

    def _explored(self, depth: int, *, is_whole: bool, is_to_depth: bool) -> Explored:
        return Explored(
            positions=len(self._came),
            ends=len(self._ends),
            depth=depth,
            is_whole=is_whole,
            is_to_depth=is_to_depth,
            shuffled=tuple(sorted(self._shuffled)),
            actions=tuple(self._actions),
            findings=tuple(self._findings.values()),
        )
