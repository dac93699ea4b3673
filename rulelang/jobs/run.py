"""Running a job: in goes what to do and by what means, out come the results in the order of their numbers.

Results are the same for any number of workers, on a cluster, and when a stopped run goes on from its journal. An
interrupt ends the run early with what is there.
"""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from rulelang.jobs.job import Data, Item, Job, StoppedError, do_item
from rulelang.jobs.journal import Journal
from rulelang.jobs.processes import in_processes

Progress = Callable[[int], None]


class Means(NamedTuple):
    """How a job is done: processes here or a cluster, a journal to go on from, who is told how many are done.

    `tell` hears a sentence about what is not as it should be, `stopped` why the work could not be finished.
    """

    workers: int = 1
    journal: Path | None = None
    cluster: str | None = None
    progress: Progress | None = None
    tell: Callable[[str], None] | None = None
    stopped: Callable[[str], None] | None = None


class Done(NamedTuple):
    """The results there are, by number; `is_complete` is false after an interrupt, or if the work was stopped."""

    results: dict[int, Data]
    is_complete: bool


HERE = Means()


def run(job: Job, means: Means = HERE) -> Done:
    """Do a job. If it has to stop, as a cluster whose workers have gone, what is done is returned and the reason is told.

    Raises:
        JobError: the journal belongs to another job, or nothing could be done.
    """
    found: dict[int, str] = {}
    told = means.progress or (lambda _count: None)
    is_complete = True
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(means.journal, job)) if means.journal else None
        try:
            with _interrupted_once():
                if journal is not None:
                    if journal.damaged:
                        told_damage(means, journal.damaged)
                    found = {n: text for n, text in journal.done.items() if n < job.items}
                    told(len(found))
                left = [number for number in range(job.items) if number not in found]
                with closing(_items(job, left, means)) as items:
                    for some in items:
                        if journal is not None:
                            journal.add(some)
                        found.update(some)
                        told(len(some))
        except KeyboardInterrupt:
            is_complete = False
        except StoppedError as error:
            if not found:
                raise
            is_complete = False
            if means.stopped is not None:
                means.stopped(f"stopped after {len(found)} of {job.items}: {error}")
    return Done({number: json.loads(found[number]) for number in sorted(found)}, is_complete)


def told_damage(means: Means, lines: int) -> None:
    """Say that a journal has lines that are no results; their items are done again."""
    if means.tell is not None:
        those = "1 line is no result" if lines == 1 else f"{lines} lines are no results"
        means.tell(
            f"`{means.journal}` is damaged: {those} of this run; what is missing is done again"
        )


def _items(job: Job, numbers: Sequence[int], means: Means) -> Generator[list[Item], None, None]:
    if not numbers:
        return
    if means.cluster is not None:
        from rulelang.jobs.cluster import in_cluster

        yield from in_cluster(job, numbers, means.cluster)
    elif means.workers > 1:
        yield from in_processes(job, numbers, means.workers)
    else:
        for number in numbers:
            yield [(number, do_item(job, number))]


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
