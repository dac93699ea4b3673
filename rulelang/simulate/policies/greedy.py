"""The greedy bot: takes the decision after which its lead in points is largest, looking one decision ahead.

It thinks on copies of the state in which everything hidden from it is dealt anew (`determinise`). Decisions
that lead to the same points are told apart by short random games played on from them, within a budget of picks,
and by what the player has gained. Where there are too many decisions it tries a sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.decisions import goes_on
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED, PC
from rulelang.simulate.policies.limits import BotLimits
from rulelang.simulate.policies.position_worth import Evaluation
from rulelang.simulate.policies.uniform import RandomPolicy

Decision = tuple[int, ...]

MOST_CANDIDATES = 40
MOST_PICKS = 600  # picks of all games played on for one decision
FAR = 40  # picks of one game played on


class GreedyPolicy:
    """Picks by points at hand; `budget` is how many picks it may play on for one decision."""

    def __init__(self, game: Game, rng: Random, *, budget: int = MOST_PICKS) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget
        self._limits = BotLimits(game)
        self._evaluation = Evaluation(game)
        self._blindfolds: dict[int, Blindfold] = {}
        self._plan: list[int] = []

    def pick(self, state: State) -> int:
        """Return an option of the pending pick: the next of the decision in mind, or of a new one."""
        options = self._limits.allowed(state, self._game.options(state))
        if not self._plan or self._plan[0] not in options:
            self._plan = [options[0]] if len(options) == 1 else list(self._decide(state))
        chosen = self._plan.pop(0)
        if chosen not in options:  # the rules gave something away, and the copy knew it differently
            self._plan.clear()
            chosen = options[0]
        self._limits.note(state, chosen)
        return chosen

    # --- deciding ------------------------------------------------------------------------------------

    def _decide(self, state: State) -> Decision:
        player = state[ASKED]
        if player not in self._blindfolds:
            self._blindfolds[player] = Blindfold(self._game, player)
        world = self._blindfolds[player].determinise(state, self._rng)
        candidates = self._candidates(world)
        if len(candidates) < 2:
            return candidates[0] if candidates else self._any_decision(world)
        values = [self._lead_after(world, decision, player) for decision in candidates]
        best = max(values)
        tied = [d for d, value in zip(candidates, values, strict=True) if value == best]
        return tied[0] if len(tied) == 1 else self._play_off(state, tied, player)

    def _candidates(self, state: State) -> list[Decision]:
        """Return every decision there is, or a sample of them."""
        found = list(islice(self._decisions(state), MOST_CANDIDATES + 1))
        if len(found) <= MOST_CANDIDATES:
            return found
        sample = dict.fromkeys(self._any_decision(state) for _try in range(2 * MOST_CANDIDATES))
        return list(sample)[:MOST_CANDIDATES]

    def _decisions(self, state: State) -> Iterator[Decision]:
        for option in self._limits.allowed(state, self._game.options(state)):
            after = self._after(state, (option,))
            if after is None:
                continue
            if goes_on(self._game, state, after):
                for rest in self._decisions(after):
                    yield (option, *rest)
            else:
                yield (option,)

    def _any_decision(self, state: State) -> Decision:
        picked = []
        before = state
        while True:
            options = self._limits.allowed(before, self._game.options(before))
            picked.append(options[int(self._rng.random() * len(options))])
            after = self._after(before, (picked[-1],))
            if after is None or not goes_on(self._game, before, after):
                return tuple(picked)
            before = after

    def _lead_after(self, world: State, decision: Decision, player: int) -> float:
        after = self._after(world, decision)
        return -float("inf") if after is None else self._evaluation.lead(after, player)

    def _after(self, world: State, decision: Decision) -> State | None:
        """Return the state after a decision; None if the rules break there."""
        after = world[:]
        try:
            for option in decision:
                self._game.apply(after, option)
        except (Fault, LookupError, ValueError):
            return None
        return after

    # --- playing on ------------------------------------------------------------------------------------

    def _play_off(self, state: State, tied: list[Decision], player: int) -> Decision:
        """Play on from each of the decisions, drop the worse half, and so on until the budget is used."""
        left = self._budget
        sums = dict.fromkeys(tied, 0.0)
        rounds = 0
        while len(tied) > 1 and left > 0:
            world = self._blindfolds[player].determinise(state, self._rng)
            seed = self._rng.getrandbits(32)
            rounds += 1
            for decision in tied:
                value, used = self._play_on(world, decision, player, Random(seed))
                sums[decision] += value
                left -= used
            if rounds & (rounds - 1) == 0:
                tied.sort(key=lambda decision: -sums[decision])
                tied = tied[: max(2, (len(tied) + 1) // 2)]
        return max(tied, key=lambda decision: sums[decision])

    def _play_on(
        self, world: State, decision: Decision, player: int, rng: Random
    ) -> tuple[float, int]:
        """Return what a position is worth some random picks later, and how many that were."""
        after = self._after(world, decision)
        if after is None:
            return -float("inf"), 1
        bot = RandomPolicy(self._game, rng)
        used = 1
        try:
            while after[PC] and used < FAR:
                self._game.apply(after, bot.pick(after))
                used += 1
        except Fault:
            return 0.0, used
        return self._evaluation.worth(after, player), used
