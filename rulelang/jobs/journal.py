"""Results kept while they come in: an append-only file, a line for each, that a stopped run goes on from.

The first line says what the results belong to. A line is written whole or, if the machine stopped meanwhile, is cut
off and dropped when the file is opened again; an item that is there twice counts once. A journal may be damaged or come from
a stranger: lines that are no results of this job are left out, and their items are done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from attrs import frozen

from rulelang.files import BadInputError, FileError
from rulelang.files.append_files import append_to_log, close_log, cut_log, open_log, read_log
from rulelang.foreign_data import parse, read_as
from rulelang.jobs.job import Item, Job, JobError, check_result, describe, job_key

KIND = "rulelang journal"
MOST_BYTES = 1 << 30
MOST_DIGITS = 40  # a seed has as many


class JournalError(JobError, BadInputError):
    """A file that is no journal, or the head of one that is damaged."""


@frozen
class JobHead:
    """What results belong to, see `job.describe`; games and options are only compared."""

    format: int
    work: str
    games: list[Any]
    options: dict[str, Any]


@frozen
class Head:
    """The first line."""

    kind: str
    key: str
    job: JobHead


class Journal:
    """The journal of one job; `done` are the results that were there already, `damaged` counts lines that are none.

    Raises:
        JobError: the file belongs to something else, or cannot be used.
    """

    def __init__(self, path: Path, job: Job) -> None:
        self.done: dict[int, str] = {}
        self.damaged = 0
        self._path = path
        with _as_job_error():
            self._log = open_log(path)
        try:
            _lock(self._log, path)
            with _as_job_error():
                self._read(job)
        except BaseException:
            close_log(self._log)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        close_log(self._log)

    def add(self, items: Iterable[Item]) -> None:
        """Write results down; they outlive this process from then on.

        Raises:
            JobError: the disk does not take them; those before are whole.
        """
        lines = "".join(f"[{number},{text}]\n" for number, text in items)
        with _as_job_error():
            append_to_log(self._log, self._path, lines.encode())

    def _read(self, job: Job) -> None:
        whole = read_log(self._log, self._path, MOST_BYTES)
        kept = whole[: whole.rfind(b"\n") + 1]
        if whole and not whole.startswith(b'{"kind":'):
            raise JournalError(f"`{self._path}` is no journal of a run")
        if not kept:
            cut_log(self._log, self._path, 0)
            head = {"kind": KIND, "key": job_key(job), "job": describe(job)}
            first = json.dumps(head, ensure_ascii=False) + "\n"
            append_to_log(self._log, self._path, first.encode())
            return
        lines = kept.split(b"\n")[:-1]
        _check_head(self._path, lines[0], job)
        if len(kept) < len(whole):
            cut_log(self._log, self._path, len(kept))
        for line in lines[1:]:
            found = _result_in(line, job)
            if found is None:
                self.damaged += 1
            else:
                self.done[found[0]] = found[1]


def _result_in(line: bytes, job: Job) -> Item | None:
    """The item on a line; None if it is none of this job."""
    try:
        number, result = read_as(parse(line, MOST_DIGITS), _Line)
        check_result(job, number, result)
    except BadInputError:
        return None
    return number, line[1:-1].decode().partition(",")[2]


class _Line(NamedTuple):
    number: int
    result: Any


def _check_head(path: Path, line: bytes, job: Job) -> None:
    try:
        data = parse(line)
        if isinstance(data, dict) and data.get("kind") != KIND:
            raise JournalError(f"`{path}` is no journal of a run")
        head = read_as(data, Head)
    except JournalError:
        raise
    except BadInputError as fault:
        raise JournalError(f"`{path}`, line 1: it is no journal of a run: {fault}") from None
    if head.key == job_key(job):
        return
    then, now = data["job"], json.loads(json.dumps(describe(job)))
    parts = [part for part in now if then.get(part) != now[part]]
    if parts == ["options"]:
        options = now["options"]
        parts = [name for name in options if then["options"].get(name) != options[name]]
    raise JobError(f"`{path}` is the journal of another run: {', '.join(parts)} differ")


class _as_job_error:  # noqa: N801  (used like a function)
    """What is wrong with a file becomes a message for whoever asked for the job."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, fault: BaseException | None, _at: object) -> None:
        if isinstance(fault, FileError):
            raise JobError(str(fault)) from None


def _lock(number: int, path: Path) -> None:
    """Keep a second run from writing to the same file; where there are no locks, there are none."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JobError(f"`{path}` is in use by another run") from None
