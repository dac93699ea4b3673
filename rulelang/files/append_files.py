"""Logs: files that grow line by line; half a line is never left there, and what was appended outlives the process."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from rulelang.files.file_errors import UnwritableError, told
from rulelang.files.read_files import CAREFUL, read_all
from rulelang.files.write_files import write_all


def open_log(path: Path) -> int:
    """Open a regular file to be read and appended to, made if need be; return its handle.

    Raises:
        UnwritableError: that is not possible.
    """
    with told(path, UnwritableError):
        if path.exists():
            _check_regular(path.stat(), path)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | CAREFUL, 0o666)
        try:
            _check_regular(os.fstat(handle), path)
        except BaseException:
            os.close(handle)
            raise
        return handle


def read_log(handle: int, path: Path, most: int) -> bytes:
    """Return all that an open log holds.

    Raises:
        UnreadableError: it has more than `most` bytes.
    """
    os.lseek(handle, 0, os.SEEK_SET)
    return read_all(handle, path, most)


def append_to_log(handle: int, path: Path, content: bytes) -> None:
    """Append to an open log: all of it or nothing.

    Raises:
        UnwritableError: the disk does not take it.
    """
    with told(path, UnwritableError):
        before = os.fstat(handle).st_size
        try:
            write_all(handle, content)
        except OSError:
            with suppress(OSError):
                os.ftruncate(handle, before)
            raise


def cut_log(handle: int, path: Path, size: int) -> None:
    """Keep only the first `size` bytes of an open log.

    Raises:
        UnwritableError: that is not possible.
    """
    with told(path, UnwritableError):
        os.ftruncate(handle, size)


def close_log(handle: int) -> None:
    """Flush a log to the disk and close it."""
    with suppress(OSError):
        os.fsync(handle)
    os.close(handle)


def _check_regular(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise UnwritableError(path, "it is no regular file")
