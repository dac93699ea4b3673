"""The random bot: the kind of action first, then each of its picks, all options equally likely."""

from __future__ import annotations

from random import Random

from rulelang.runtime.game import Game, State
from rulelang.simulate.policies.limits import BotLimits


class RandomPolicy:
    """Picks any offered option."""

    __slots__ = ("_limits", "_options", "_random")

    def __init__(self, game: Game, rng: Random) -> None:
        self._options = game.options
        self._random = rng.random
        self._limits = BotLimits(game) if game.description.bot_limits else None

    def pick(self, state: State) -> int:
        """Return an option of the pending pick."""
        options = self._options(state)
        if self._limits is None:
            return options[int(self._random() * len(options))]
        allowed = self._limits.allowed(state, options)
        chosen = allowed[int(self._random() * len(allowed))]
        self._limits.note(state, chosen)
        return chosen
