"""Writing: in go paths and what they shall hold, out come files that are whole or as they were.

A draft is written beside the place, flushed to the disk and put there in one step.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from rulelang.files.file_errors import UnwritableError, told
from rulelang.files.read_files import CAREFUL

DRAFT = ".rulelang-{}.new"


def write_file(path: Path, content: str | bytes, *, is_lasting: bool = True) -> None:
    """Write a file as a whole; if that fails, what was there before is still there.

    A link is followed and stays a link, permissions stay as they were. What need not outlive a crash of the machine
    (`is_lasting` off) is not flushed to the disk.

    Raises:
        UnwritableError: the disk does not take it.
    """
    write_files({path: content}, is_lasting=is_lasting)


def write_files(
    made: Mapping[Path, str | bytes], *, is_lasting: bool = True, makes_folders: bool = False
) -> None:
    """Write several files or, if one cannot be written, leave what was there.

    Raises:
        UnwritableError: a file cannot be written.
    """
    drafts: dict[Path, Path] = {}
    try:
        for file, content in made.items():
            if makes_folders:
                make_folder(file.parent)
            draft = _prepared(file, _to_bytes(content), is_lasting=is_lasting)
            if draft is not None:
                drafts[file] = draft
        for file, draft in drafts.items():
            with told(file, UnwritableError):
                draft.replace(_place(file))
        _flush_folders(_place(file).parent for file in drafts if is_lasting)
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file that must not be there yet, as a whole or not at all; folders around it are made.

    Raises:
        UnwritableError: there is such a file already, or the disk does not take this one.
    """
    if os.path.lexists(path):
        raise UnwritableError(path, os.strerror(errno.EEXIST), errno.EEXIST)
    made = _made_folders(path.parent)
    try:
        with told(path, UnwritableError):
            draft = _draft(path.parent, _to_bytes(content), None)
            try:
                _put_if_free(draft, path)
            finally:
                draft.unlink(missing_ok=True)
        _flush_folders([path.parent])
    except BaseException:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those around it, if it is not there.

    Raises:
        UnwritableError: that is not possible.
    """
    with told(folder, UnwritableError):
        folder.mkdir(mode=mode, parents=True, exist_ok=True)


def remove_file(path: Path) -> None:
    """Remove a file; one that is gone already is no error.

    Raises:
        UnwritableError: that is not possible.
    """
    with told(path, UnwritableError):
        path.unlink(missing_ok=True)


def _prepared(file: Path, content: bytes, *, is_lasting: bool) -> Path | None:
    """Write what a file will hold beside it; None if it is a device or pipe, which takes it at once."""
    with told(file, UnwritableError):
        place = _place(file)
        try:
            found = place.stat()
        except FileNotFoundError:
            return _draft(place.parent, content, None, is_lasting=is_lasting)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if not stat.S_ISREG(found.st_mode):
            _write_to_device(place, content)
            return None
        if not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return _draft(place.parent, content, found, is_lasting=is_lasting)


def _place(file: Path) -> Path:
    """Where a file really is: links are followed, and stay."""
    return file.resolve()


def _draft(
    folder: Path, content: bytes, old: os.stat_result | None, *, is_lasting: bool = True
) -> Path:
    """Write a new file into a folder, flushed to the disk, with the permissions of the old one."""
    draft = folder / DRAFT.format(os.urandom(8).hex())
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | CAREFUL
    # Until it has the permissions of what it replaces nobody else reads it.
    handle = os.open(draft, new, 0o666 if old is None else 0o600)
    try:
        try:
            write_all(handle, content)
            if old is not None:
                _take_over(handle, draft, old)
            if is_lasting:
                os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _take_over(handle: int, draft: Path, old: os.stat_result) -> None:
    """Give a draft the owner and the permissions of the file that it will replace."""
    if hasattr(os, "fchown") and (old.st_uid, old.st_gid) != _owner(handle):
        with suppress(OSError):  # only some may give files away
            os.fchown(handle, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))
    else:
        draft.chmod(stat.S_IMODE(old.st_mode))


def _owner(handle: int) -> tuple[int, int]:
    found = os.fstat(handle)
    return found.st_uid, found.st_gid


def write_all(handle: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _write_to_device(place: Path, content: bytes) -> None:
    with place.open("wb") as device:
        device.write(content)


def _put_if_free(draft: Path, path: Path) -> None:
    """Give a draft its name, unless somebody else has taken the name meanwhile."""
    try:
        os.link(draft, path)
    except (NotImplementedError, AttributeError):
        draft.rename(path)
    except OSError as fault:
        if fault.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        if os.path.lexists(path):  # no links here: what is left is to look once more
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        draft.rename(path)


def _made_folders(folder: Path) -> list[Path]:
    """Make the folders around a new file; return those that were not there, the innermost first."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    make_folder(folder)
    return missing


def _flush_folders(folders: Iterable[Path]) -> None:
    """Let the new names of files outlive a crash; not every system can."""
    for folder in dict.fromkeys(folders):
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _to_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
