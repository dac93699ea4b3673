"""Many games by bots, over several processes: in goes a plan, out come the results in the order of the games.

Each game has a seed of its own, derived from the seed of the plan and the number of the game, so that the results
are the same for any number of processes. An interrupt ends the run early with what is there.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import NamedTuple

from rulelang.runtime.game import Game, load_compiled
from rulelang.runtime.rng import stream_number, word
from rulelang.simulate.one_game import GameResult, play_game

CHUNKS_PER_JOB = 16
MOST_PER_CHUNK = 64
SHIFT = 0.25  # seconds after which a process reports, so that progress and interrupts need not wait
_SEED_BITS = 53  # so that any tool reads the number in a record exactly

Progress = Callable[[int], None]


class Plan(NamedTuple):
    """What to play: how many games, the seed of all chance, and a bot for each seat."""

    games: int
    seed: int
    bots: tuple[str, ...]


class Simulation(NamedTuple):
    """What came out; `is_complete` is false after an interrupt."""

    plan: Plan
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


def run(game: Game, plan: Plan, *, jobs: int = 1, progress: Progress | None = None) -> Simulation:
    """Play all games of a plan; `progress` is told how many more are done."""
    results: list[GameResult] = []
    told = progress or (lambda _count: None)
    is_complete = True
    try:
        with _interrupted_once():
            if jobs == 1:
                _run_here(game, plan, results, told)
            else:
                _run_in_processes(game, plan, jobs, results, told)
    except KeyboardInterrupt:
        is_complete = False
    results.sort(key=lambda result: result.number)
    return Simulation(plan, results, is_complete)


@contextmanager
def _interrupted_once() -> Iterator[None]:
    """Let the first interrupt through and no other: the second must not spoil the cleaning up."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    has_come = False

    def answer(_number: int, _frame: object) -> None:
        nonlocal has_come
        if not has_come:
            has_come = True
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, answer)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def usual_jobs(count: int) -> int:
    """Return how many processes are worth starting for a number of games."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(available or 1, count // 4))


def _run_here(game: Game, plan: Plan, results: list[GameResult], told: Progress) -> None:
    for number in range(plan.games):
        results.append(_play(game, plan, number))
        told(1)


def _play(game: Game, plan: Plan, number: int) -> GameResult:
    return play_game(game, plan.bots, game_seed(plan.seed, number), number=number)


# --- processes --------------------------------------------------------------------------------------


def _run_in_processes(
    game: Game, plan: Plan, jobs: int, results: list[GameResult], told: Progress
) -> None:
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, *_workers(game, plan))
    try:
        pending = {executor.submit(_work, chunk): chunk for chunk in chunks(plan.games, jobs)}
        while pending:
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                chunk, played = pending.pop(future), future.result()
                if len(played) < len(chunk):
                    rest = chunk[len(played) :]
                    pending[executor.submit(_work, rest)] = rest
                results += played
                told(len(played))
    except BaseException:
        # What is being played now may take long, and nobody waits for it any more.
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()


def _workers(game: Game, plan: Plan) -> tuple[BaseContext, Callable[..., None], tuple[object, ...]]:
    """How to start workers: forked ones have the game already, others load it from plain data."""
    if "linux" in sys.platform:
        return multiprocessing.get_context("fork"), _start_worker, (game, plan)
    data = {name: part for name, part in game.to_data().items() if name != "code"}
    return multiprocessing.get_context("spawn"), _start_worker, (data, plan)


def chunks(count: int, jobs: int) -> Sequence[range]:
    """Return the numbers of all games in parts that are small enough to share out evenly.

    >>> chunks(5, 1)
    [range(0, 1), range(1, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    size = max(1, min(MOST_PER_CHUNK, count // (jobs * CHUNKS_PER_JOB)))
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


class _Worker:
    """The game of a worker process, loaded once when it starts."""

    game: Game
    plan: Plan


def _start_worker(game: Game | Mapping[str, object], plan: Plan) -> None:
    # The parent process answers an interrupt; workers end when it says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.game = game if isinstance(game, Game) else load_compiled(game)
    _Worker.plan = plan


def _work(numbers: range) -> list[GameResult]:
    """Play some games, but go home soon: what is left of the numbers is handed out again."""
    end = time.monotonic() + SHIFT
    results = []
    for number in numbers:
        results.append(_play(_Worker.game, _Worker.plan, number))
        if time.monotonic() > end:
            break
    return results
