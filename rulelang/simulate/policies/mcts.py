"""The searching bot: Monte-Carlo tree search over what its player may know.

Every round thinks on a copy of the state in which everything hidden from the player is dealt anew (`Blindfold`), so
the bot cannot peek. One tree serves all copies: a node stands for the picks made so far, whatever chance and hidden
things make of them, and of its branches only those count that are offered in the copy at hand. Every player is
assumed to look for their own good. A round leaves the tree with a new branch and ends with random picks, up to the end
of the game or a cap, where the position is judged. The budget is counted in picks, so that the bot is the same on any machine.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.decisions import goes_on
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED, PC
from rulelang.simulate.policies.limits import BotLimits
from rulelang.simulate.policies.position_worth import Evaluation
from rulelang.simulate.policies.uniform import RandomPolicy

MOST_PICKS = 4_000  # picks of all rounds for one pick
FAR = 60  # random picks of one round
CURIOSITY = 0.7
LATER = 4  # further picks of a decision in mind have this part of the budget

Rewards = list[float]
Branch = tuple[int, int]  # the pending pick and the option


class _Node:
    """What is known about a branch: how often it was there, was taken, and what it brought to who took it."""

    __slots__ = ("branches", "offered", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 0
        self.reward = 0.0
        self.branches: dict[Branch, _Node] = {}


class MctsPolicy:
    """Picks what was tried most; `budget` is how many picks it may play for one."""

    def __init__(self, game: Game, rng: Random, *, budget: int = MOST_PICKS) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget
        self._limits = BotLimits(game)
        self._evaluation = Evaluation(game)
        self._blindfolds: dict[int, Blindfold] = {}
        self._scale = (
            1.0  # how large leads usually are, to weigh games that are not played to their end
        )
        self._root = _Node()
        self._last: State | None = None

    def pick(self, state: State) -> int:
        """Return an option of the pending pick."""
        options = self._limits.allowed(state, self._game.options(state))
        chosen = options[0] if len(options) == 1 else self._search(state, options)
        self._limits.note(state, chosen)
        self._root = self._root.branches.get((state[PC], chosen)) or _Node()
        self._last = state[:]
        return chosen

    def _search(self, state: State, options: list[int]) -> int:
        is_later = self._last is not None and goes_on(self._game, self._last, state)
        if not is_later:
            self._root = _Node()
        player = state[ASKED]
        if player not in self._blindfolds:
            self._blindfolds[player] = Blindfold(self._game, player)
        left = self._budget // LATER if is_later else self._budget
        while left > 0:
            world = self._blindfolds[player].determinise(state, self._rng)
            left -= self._round(world)
        tried = self._root.branches
        known = [option for option in options if (state[PC], option) in tried]
        return max(
            known or options[:1],
            key=lambda option: tried[state[PC], option].visits if known else 0,
        )

    # --- a round -----------------------------------------------------------------------------------------

    def _round(self, world: State) -> int:
        """Play one copy on: down the tree, a new branch, random picks; return how many picks that took."""
        path: list[tuple[_Node, int]] = []
        used = 1
        try:
            used += self._descend(world, path)
            bot = RandomPolicy(self._game, self._rng)
            for _pick in range(FAR):
                if not world[PC]:
                    break
                self._game.apply(world, bot.pick(world))
                used += 1
            rewards = self._rewards(world)
        except (
            Fault,
            LookupError,
            ValueError,
        ):  # hidden things that cannot lie so, or broken rules
            rewards = [0.5] * self._game.players
        for node, player in path:
            node.visits += 1
            node.reward += rewards[player]
        return used

    def _descend(self, world: State, path: list[tuple[_Node, int]]) -> int:
        node, used = self._root, 0
        limits = self._limits.copy()
        while world[PC]:
            options = limits.allowed(world, self._game.options(world))
            player, pending = world[ASKED], world[PC]
            if len(options) > 1:
                option, node = self._choose(node, pending, options)
                path.append((node, player))
            else:
                option = options[0]
            limits.note(world, option)
            self._game.apply(world, option)
            used += 1
            if len(options) > 1 and not node.visits:
                break
        return used

    def _choose(self, node: _Node, pending: int, options: list[int]) -> tuple[int, _Node]:
        new = [option for option in options if (pending, option) not in node.branches]
        if new:
            option = new[int(self._rng.random() * len(new))]
            found = node.branches[pending, option] = _Node()
            return option, found
        best, most = options[0], -1.0
        for option in options:
            branch = node.branches[pending, option]
            branch.offered += 1
            # A branch of a round that broke off may have no visit yet.
            visits = branch.visits or 1
            worth = branch.reward / visits + CURIOSITY * sqrt(log(branch.offered + 1) / visits)
            if worth > most:
                best, most = option, worth
        return best, node.branches[pending, best]

    def _rewards(self, world: State) -> Rewards:
        """What a position is worth to each, from 0 to 1; the winners of a game that is over share 1."""
        if not world[PC]:
            return self._evaluation.shares(world)
        leads = self._evaluation.leads(world)
        self._scale += (max(map(abs, leads)) - self._scale) / 32
        scale = max(1.0, self._scale)
        return [0.5 + 0.5 * lead / (abs(lead) + scale) for lead in leads]
