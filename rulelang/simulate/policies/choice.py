"""Bots by name: in goes `random` or `greedy`, out comes a policy for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from rulelang.runtime.game import Game, State
from rulelang.runtime.rng import stream_number, word
from rulelang.simulate.policies.greedy import GreedyPolicy
from rulelang.simulate.policies.uniform import RandomPolicy


class Policy(Protocol):
    """How a seat answers."""

    def pick(self, state: State) -> int:
        """Return an option of the pending pick; the state is not changed."""


POLICIES: Final[Mapping[str, Callable[[Game, Random], Policy]]] = {
    "random": RandomPolicy,
    "greedy": GreedyPolicy,
}


def make_policy(name: str, game: Game, seed: int, seat: int) -> Policy:
    """Return the bot of a seat; the same seed gives the same bot, whoever else sits at the table."""
    return POLICIES[name](game, Random(word(seed, stream_number("bot"), seat)))


def seat_bots(names: Sequence[str], players: int) -> list[str]:
    """Return a bot for each seat: the names in turn, from the first again when they run out.

    >>> seat_bots(["random", "greedy"], 3)
    ['random', 'greedy', 'random']
    """
    return [names[seat % len(names)] for seat in range(players)]
