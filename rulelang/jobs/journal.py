"""Results kept while they come in: an append-only file, a line for each, that a stopped run goes on from.

The first line says what the results belong to. A line is written whole or, if the machine stopped meanwhile, is cut
off and dropped when the file is opened again; an item that is there twice counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from rulelang.jobs.job import Data, Item, Job, JobError, describe, job_key

KIND = "rulelang journal"


class Journal:
    """The journal of one job; `done` are the results that were there already.

    Raises:
        JobError: the file belongs to something else, or cannot be used.
    """

    def __init__(self, path: Path, job: Job) -> None:
        self.done: dict[int, str] = {}
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise JobError(f"`{path}` cannot be written: {error.strerror}") from None
        try:
            _lock(self._file.fileno(), path)
            self._read(path, job)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, items: Iterable[Item]) -> None:
        """Write results down; they outlive this process from then on."""
        self._file.write("".join(f"[{number},{text}]\n" for number, text in items).encode())
        self._file.flush()

    def _read(self, path: Path, job: Job) -> None:
        self._file.seek(0)
        whole = self._file.read()
        kept = whole[: whole.rfind(b"\n") + 1]
        if whole and not kept.startswith(b'{"kind":'):
            raise JobError(f"`{path}` is no journal of a run")
        if len(kept) < len(whole):
            self._file.truncate(len(kept))
        if not kept:
            head = {"kind": KIND, "key": job_key(job), "job": describe(job)}
            self._file.write((json.dumps(head, ensure_ascii=False) + "\n").encode())
            self._file.flush()
            return
        lines = kept.decode().splitlines()
        _check_head(path, json.loads(lines[0]), job)
        for line in lines[1:]:
            number, _comma, text = line[1:-1].partition(",")
            self.done[int(number)] = text


def _check_head(path: Path, head: Data, job: Job) -> None:
    if head.get("kind") != KIND:
        raise JobError(f"`{path}` is no journal of a run")
    if head["key"] == job_key(job):
        return
    then, now = head["job"], json.loads(json.dumps(describe(job)))
    parts = [part for part in now if then.get(part) != now[part]]
    if parts == ["options"]:
        options = now["options"]
        parts = [name for name in options if then["options"].get(name) != options[name]]
    raise JobError(f"`{path}` is the journal of another run: {', '.join(parts)} differ")


def _lock(number: int, path: Path) -> None:
    """Keep a second run from writing to the same file; where there are no locks, there are none."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JobError(f"`{path}` is in use by another run") from None
