"""A job on a Dask cluster: in goes the address of its scheduler, out come results as they are ready.

The games are sent once and loaded once by each worker. Dask hands the work of a lost worker to another one. The
workers need this version of rulelang and nothing of the rules; the library is imported only here (`rulelang[cluster]`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulelang.jobs.job import Data, Item, Job, JobError, do_item, from_data, to_data
from rulelang.jobs.processes import MOST_DEATHS

PATIENCE = 30  # seconds to wait for a scheduler
AT_ONCE = 4  # tasks for each thread of the cluster that wait for their turn
PER_TASK = 16
SHIFT = 2.0  # seconds after which a task reports


def in_cluster(job: Job, numbers: Sequence[int], address: str) -> Iterator[list[Item]]:
    """Yield results in small lists; closing the iterator cancels what is left.

    Raises:
        JobError: Dask is not installed, no scheduler answers, or workers cannot do the work.
    """
    try:
        from distributed import Client, as_completed
        from distributed.scheduler import KilledWorker
    except ImportError:
        said = 'needs Dask: pip install "rulelang[cluster]", here and on the workers'
        raise JobError(f"--cluster {said}") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise JobError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise JobError(f"the Dask scheduler at {address} has no workers")
        [sent] = client.scatter([json.dumps(to_data(job))], broadcast=True, hash=True)
        waiting = [list(numbers[n : n + PER_TASK]) for n in range(0, len(numbers), PER_TASK)]
        waiting.reverse()
        tasks = as_completed(loop=client.loop)
        given: dict[str, list[int]] = {}

        def hand_out() -> None:
            while waiting and len(given) < AT_ONCE * threads:
                part = waiting.pop()
                task = client.submit(
                    do_shift, sent, part, _version(), pure=False, retries=MOST_DEATHS
                )
                given[task.key] = part
                tasks.add(task)

        hand_out()
        for task in tasks:
            part = given.pop(task.key)
            try:
                done = [(int(number), str(text)) for number, text in task.result()]
            except (JobError, KilledWorker) as error:
                raise JobError(f"items {part[0]} to {part[-1]}: {error}") from None
            if len(done) < len(part):
                waiting.append(part[len(done) :])
            hand_out()
            yield done


def do_shift(sent: str, numbers: Sequence[int], version: str) -> list[Item]:
    """What a worker does: some items, but not for long; what is left is handed out again."""
    if version != _version():
        raise JobError(f"a worker has rulelang {_version()}, not {version}")
    job = _job(sent)
    end = time.monotonic() + SHIFT
    done: list[Item] = []
    for number in numbers:
        done.append((number, do_item(job, number)))
        if time.monotonic() > end:
            break
    return done


@lru_cache(maxsize=4)
def _job(sent: str) -> Job:
    data: Data = json.loads(sent)
    return from_data(data)


def _version() -> str:
    from rulelang import __version__

    return __version__
