"""What can go wrong with files and with what strangers wrote into them: errors that name the file."""

from __future__ import annotations

from pathlib import Path


class FileError(OSError):
    """A file that cannot be read or written: `strerror` says why, `str` the whole sentence."""

    verb = "used"

    def __init__(self, path: Path | str, reason: str, number: int = 0) -> None:
        super().__init__(number, reason, str(path))

    def __str__(self) -> str:
        return f"`{self.filename}` cannot be {self.verb}: {self.strerror}"


class UnreadableError(FileError):
    """A file that cannot be read."""

    verb = "read"


class UnwritableError(FileError):
    """A file that cannot be written; what was there before is as it was."""

    verb = "written"


class BadInputError(ValueError):
    """Data of a stranger that cannot be used; the message says where and why."""


class told:  # noqa: N801  (used like a function)
    """Every fault of the disk within becomes an error that names the file."""

    def __init__(self, path: Path, kind: type[FileError]) -> None:
        self.path = path
        self.kind = kind

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, fault: BaseException | None, _at: object) -> None:
        if isinstance(fault, OSError) and not isinstance(fault, FileError):
            raise self.kind(self.path, reason_of(fault), fault.errno or 0) from None
        if isinstance(fault, ValueError):  # a NUL in the name
            raise self.kind(self.path, str(fault)) from None


def reason_of(fault: OSError) -> str:
    """Return why the system refuses a file, in its words."""
    return fault.strerror or type(fault).__name__
