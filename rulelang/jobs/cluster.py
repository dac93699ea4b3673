"""A job on a Dask cluster: in goes the address of its scheduler, out come results as they are ready.

The games are sent once and loaded once by each worker. Dask hands the work of a lost worker to another one. The
workers need this version of rulelang and nothing of the rules; the library is imported only here (`rulelang[cluster]`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from functools import lru_cache
from typing import TYPE_CHECKING

from rulelang.jobs.job import Data, Item, Job, JobError, StoppedError, do_item, from_data, to_data
from rulelang.jobs.processes import MOST_DEATHS

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 30  # seconds to wait for a scheduler
AT_ONCE = 4  # tasks for each thread of the cluster that wait for their turn
PER_TASK = 16
SHIFT = 2.0  # seconds after which a task reports
MOMENT = 0.02  # seconds between two looks for results
BETWEEN_LOOKS = 1.0  # seconds between two looks for workers
ALONE = 20.0  # seconds without any worker after which nobody is expected any more


def in_cluster(job: Job, numbers: Sequence[int], address: str) -> Iterator[list[Item]]:
    """Yield results in small lists; closing the iterator cancels what is left.

    Raises:
        JobError: Dask is not installed or no scheduler answers.
        StoppedError: workers cannot do the work, or all of them have gone.
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
        watch = _Watch(client, address)
        while not tasks.is_empty():
            if not tasks.has_ready():
                watch.look()
                continue
            task = next(tasks)
            part = given.pop(task.key)
            try:
                done = [(int(number), str(text)) for number, text in task.result()]
            except (JobError, KilledWorker) as error:
                raise StoppedError(f"items {part[0]} to {part[-1]}: {error}") from None
            except CancelledError:  # what was sent is on no worker any more
                raise watch.stopped() from None
            if len(done) < len(part):
                waiting.append(part[len(done) :])
            hand_out()
            yield done


class _Watch:
    """Looks whether anybody is left to do the work: a scheduler without workers would wait for ever."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._looked = self._seen = time.monotonic()

    def look(self) -> None:
        """Wait a moment; raise StoppedError if there has been no worker for a while."""
        time.sleep(MOMENT)
        now = time.monotonic()
        if now - self._looked < BETWEEN_LOOKS:
            return
        self._looked = now
        if self._has_workers():
            self._seen = now
        elif now - self._seen > ALONE:
            raise self.stopped()

    def stopped(self) -> StoppedError:
        """Say who has gone."""
        if self._has_workers():
            return StoppedError(f"the Dask cluster at {self._address} has lost the work")
        return StoppedError(f"all workers of the Dask scheduler at {self._address} have gone")

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except (OSError, RuntimeError, TimeoutError):  # the scheduler does not answer
            return False


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
