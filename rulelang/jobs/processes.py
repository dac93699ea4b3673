"""A job over processes of this machine: in go numbers, out come results as they are ready, in any order.

Every worker has a pipe of its own, so that one that is killed leaves nothing half-read behind: its numbers are handed
out again, to a new worker. A number that ends its worker again and again is named.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from rulelang.jobs.job import Data, Item, Job, StoppedError, do_item, from_data, to_data

CHUNKS_PER_WORKER = 16
MOST_PER_CHUNK = 64
MOST_DEATHS = 3  # of workers over one number
SHIFT = 0.25  # seconds after which a worker reports, so that progress and interrupts need not wait

Numbers = Sequence[int]


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


def in_processes(job: Job, numbers: Numbers, workers: int) -> Iterator[list[Item]]:
    """Yield results in small lists; closing the iterator ends all workers at once."""
    pool = _Pool(job, numbers, workers)
    try:
        yield from pool.results()
    finally:
        pool.end()


def chunks(numbers: Numbers, workers: int) -> Sequence[Numbers]:
    """Return all numbers in parts that are small enough to share out evenly.

    >>> chunks(range(5), 1)
    [range(0, 1), range(1, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    size = max(1, min(MOST_PER_CHUNK, len(numbers) // (workers * CHUNKS_PER_WORKER)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def usual_workers(count: int) -> int:
    """Return how many processes are worth starting for a number of items."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(available or 1, count // 4))


class _Pool:
    def __init__(self, job: Job, numbers: Numbers, workers: int) -> None:
        self._job = job
        self._most = workers
        self._waiting = deque(chunks(numbers, workers))
        self._busy: dict[Connection, tuple[_Worker, Numbers]] = {}
        self._idle: list[_Worker] = []
        self._deaths: Counter[int] = Counter()
        # Forked workers have the games already, others load them from plain data.
        self._context: ForkContext | SpawnContext
        self._given: Job | Data
        if sys.platform == "linux":
            self._context, self._given = multiprocessing.get_context("fork"), job
        else:
            self._context, self._given = multiprocessing.get_context("spawn"), to_data(job)

    def results(self) -> Iterator[list[Item]]:
        while self._waiting or self._busy:
            self._hand_out()
            for pipe in wait(list(self._busy)):
                assert isinstance(pipe, Connection)
                worker, numbers = self._busy.pop(pipe)
                try:
                    found = pipe.recv()
                except (EOFError, OSError):
                    self._bury(worker, numbers)
                    continue
                if isinstance(found, str):
                    raise RuntimeError(f"the work failed in another process:\n{found}")
                self._idle.append(worker)
                if len(found) < len(numbers):
                    self._waiting.append(numbers[len(found) :])
                yield found

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._most:
            worker = self._idle.pop() if self._idle else self._start()
            numbers = self._waiting.popleft()
            try:
                worker.pipe.send(numbers)
            except OSError:  # it died while it had nothing to do
                self._bury(worker, numbers)
                continue
            self._busy[worker.pipe] = (worker, numbers)

    def _start(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(there, self._given, os.getpid()), daemon=True
        )
        process.start()
        there.close()  # so that the end of the process is the end of the pipe
        return _Worker(process, here)

    def _bury(self, worker: _Worker, numbers: Numbers) -> None:
        """Hand out the numbers of a dead worker again, one by one: one of them may be the cause."""
        worker.pipe.close()
        worker.process.join()
        self._deaths.update(numbers if len(numbers) == 1 else ())
        for number in numbers:
            if self._deaths[number] == MOST_DEATHS:
                code = worker.process.exitcode
                said = f"item {number} has ended its process {MOST_DEATHS} times (exit code {code})"
                raise StoppedError(said)
        self._waiting.extendleft([number] for number in reversed(numbers))

    def end(self) -> None:
        for worker in [*self._idle, *(worker for worker, _numbers in self._busy.values())]:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()


def _serve(pipe: Connection, given: Job | Mapping[str, Data], parent: int) -> None:
    """The life of a worker: it ends with its parent, which alone answers an interrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = given if isinstance(given, Job) else from_data(given)
    try:
        while os.getppid() == parent:
            if pipe.poll(1.0):
                pipe.send(_do_shift(job, pipe.recv()))
    except (EOFError, OSError):
        return


def _do_shift(job: Job, numbers: Numbers) -> list[Item] | str:
    """Do some items, but report soon: what is left of the numbers is handed out again."""
    end = time.monotonic() + SHIFT
    done: list[Item] = []
    try:
        for number in numbers:
            done.append((number, do_item(job, number)))
            if time.monotonic() > end:
                break
    except Exception:
        return traceback.format_exc()
    return done
