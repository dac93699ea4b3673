"""Reading: in goes a path and a limit, out comes what a regular file holds.

Only regular files of limited size are read, never a device or a pipe, and what rules name lies below their own folder, links
included.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from rulelang.files.file_errors import UnreadableError, reason_of

MOST_BYTES = 64_000_000  # of a file that a user names; rules and tables have less
_BLOCK = 1 << 20
CAREFUL = (
    getattr(os, "O_NONBLOCK", 0)  # a pipe must not keep us waiting
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a regular file holds.

    Raises:
        UnreadableError: it is not there, no regular file, or has more than `most` bytes.
    """
    try:
        _check_regular(path.stat(), path)  # opening some devices does something already
        handle = os.open(path, os.O_RDONLY | CAREFUL)
        try:
            found = os.fstat(handle)
            _check_regular(found, path)
            if found.st_size > most:
                raise UnreadableError(path, f"it has more than {most} bytes", errno.EFBIG)
            return read_all(handle, path, most)
        finally:
            os.close(handle)
    except UnreadableError:
        raise
    except OSError as fault:
        raise UnreadableError(path, reason_of(fault), fault.errno or 0) from None
    except ValueError as fault:  # a NUL in the name
        raise UnreadableError(path, str(fault)) from None


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return what a regular file of UTF-8 text holds; line ends become line feeds.

    Raises:
        UnreadableError: as for `read_bytes`, or it is something else than text.
    """
    return "\n".join(_decoded(path, read_bytes(path, most)).replace("\r\n", "\n").split("\r"))


def exact_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file with its line ends as they are, so that places in it can be counted.

    Raises:
        UnreadableError: as for `read_text`.
    """
    return _decoded(path, read_bytes(path, most))


def line_of(path: str, offset: int) -> int | None:
    """Return the line (from 1) of a character of a rules file; None if it cannot be read any more."""
    try:
        return exact_text(Path(path))[:offset].count("\n") + 1
    except UnreadableError:
        return None


def path_inside(folder: Path, written: str) -> Path | None:
    """Return what `written` means below `folder`, links followed; None if that leads out of it.

    >>> path_inside(Path("/"), "..\\\\secret") is None
    True
    """
    if "\\" in written or ":" in written:
        return None
    try:
        root = folder.resolve()
        target = (root / written).resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return target if target.is_relative_to(root) else None


def package_text(package: str, name: str) -> str:
    """Return a text that comes along with rulelang, beside the modules of a package."""
    from importlib.resources import files

    return files(package).joinpath(name).read_text("utf-8")


def _check_regular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise UnreadableError(path, os.strerror(errno.EISDIR), errno.EISDIR)
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(path, "it is no regular file", errno.EINVAL)


def read_all(handle: int, path: Path, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := os.read(handle, _BLOCK):
        parts.append(part)
        size += len(part)
        if size > most:  # it grew meanwhile
            raise UnreadableError(path, f"it has more than {most} bytes", errno.EFBIG)
    return b"".join(parts)


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as fault:
        reason = f"it is not UTF-8 text (byte {fault.start})"
        raise UnreadableError(path, reason, errno.EILSEQ) from None
