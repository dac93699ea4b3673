"""Bots by name: in goes `random`, `greedy` or `mcts`, out comes a policy for one seat of one game.

Bots that look ahead may be told how many picks to play for an answer, as in `mcts:20000`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from rulelang.runtime.game import Game, State
from rulelang.runtime.rng import stream_number, word
from rulelang.simulate.policies.greedy import GreedyPolicy
from rulelang.simulate.policies.mcts import MctsPolicy
from rulelang.simulate.policies.uniform import RandomPolicy


class Policy(Protocol):
    """How a seat answers."""

    def pick(self, state: State) -> int:
        """Return an option of the pending pick; the state is not changed."""


POLICIES: Final[Mapping[str, Callable[[Game, Random], Policy]]] = {
    "random": RandomPolicy,
    "greedy": GreedyPolicy,
    "mcts": MctsPolicy,
}


def is_bot(name: str) -> bool:
    """Is this the name of a bot?

    >>> is_bot("greedy"), is_bot("mcts:500"), is_bot("random:500"), is_bot("mcts:many")
    (True, True, False, False)
    """
    kind, colon, budget = name.partition(":")
    if not colon:
        return kind in POLICIES
    is_number = budget.isascii() and budget.isdigit() and int(budget) > 0
    return kind in POLICIES and kind != "random" and is_number


def make_policy(name: str, game: Game, seed: int, seat: int) -> Policy:
    """Return the bot of a seat; the same seed gives the same bot, whoever else sits at the table."""
    kind, _colon, budget = name.partition(":")
    rng = Random(word(seed, stream_number("bot"), seat))
    if not budget:
        return POLICIES[kind](game, rng)
    made = MctsPolicy if kind == "mcts" else GreedyPolicy
    return made(game, rng, budget=int(budget))


def seat_bots(names: Sequence[str], players: int) -> list[str]:
    """Return a bot for each seat: the names in turn, from the first again when they run out.

    >>> seat_bots(["random", "greedy"], 3)
    ['random', 'greedy', 'random']
    """
    return [names[seat % len(names)] for seat in range(players)]
