"""Many games by bots: in goes a plan, out come the results in the order of the games.

Each game has a seed of its own, derived from the seed of the plan and the number of the game, so that the results
are the same wherever the games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulelang.jobs.job import Data, Job
from rulelang.jobs.run import HERE, Means
from rulelang.jobs.run import run as run_job
from rulelang.runtime.game import Game
from rulelang.runtime.rng import stream_number, word
from rulelang.simulate.foreign_results import check_result as check_result
from rulelang.simulate.one_game import GameResult, play_game

_SEED_BITS = 53  # so that any tool reads the number in a record exactly


class SimulationPlan(NamedTuple):
    """What to play: how many games, the seed of all chance, and a bot for each seat."""

    games: int
    seed: int
    bots: tuple[str, ...]


class Simulation(NamedTuple):
    """What came out; `is_complete` is false after an interrupt."""

    plan: SimulationPlan
    results: list[GameResult]
    is_complete: bool


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one game; the first has the seed of the plan, so one game can be had again.

    >>> game_seed(7, 0), game_seed(7, 1) != game_seed(8, 1)
    (7, True)
    """
    if number == 0:
        return seed
    return word(seed, stream_number("games"), number) >> (64 - _SEED_BITS)


def run(game: Game, plan: SimulationPlan, means: Means = HERE) -> Simulation:
    """Play all games of a plan.

    Raises:
        JobError: by these means they cannot be played.
    """
    options = {"seed": plan.seed, "bots": list(plan.bots)}
    done = run_job(Job(f"{__name__}:play_one", (game,), options, plan.games), means)
    results = [result_from_data(data) for data in done.results.values()]
    return Simulation(plan, results, done.is_complete)


def play_one(games: Sequence[Game], options: Data, number: int) -> Data:
    """Play one game of a plan."""
    [game] = games
    return play_game(game, options["bots"], game_seed(options["seed"], number), number=number)


def result_from_data(data: Data) -> GameResult:
    """Return the result that plain data holds."""
    result = GameResult(*data)
    return result._replace(
        scores=tuple(result.scores),
        winners=tuple(result.winners),
        actions=tuple(map(tuple, result.actions)),
    )
