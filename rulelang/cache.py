"""Compiled games kept on disk: in goes what is asked for, out comes what was made of it last time.

An entry is found without parsing anything. An index for each game remembers which files were read, with
size, time and hash; the key of an entry covers those hashes, all files of rulelang itself and every choice
(players, settings, variants). Entries hold plain data and the code objects of the generated modules, so that
nothing is compiled again. Code is taken only from a folder that belongs to the user and that nobody else can
write to; whatever cannot be trusted or read is treated as absent. `RULELANG_CACHE=off` switches all of it off.
Tables of the parser for a grammar that is being changed are kept here as well.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import marshal
import os
import stat
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, TypeVar

from rulelang.files import UnreadableError, make_folder, read_bytes, remove_file, write_file

SWITCH = "RULELANG_CACHE"
MOST_ENTRIES = 200
MOST_BYTES = 256_000_000
# A file changed this shortly before it was looked at may change again within the same tick of its clock.
DOUBTFUL_NS = 2_000_000_000

_MARK = b"rulelang cache 1\n"
_DIGEST = hashlib.sha256().digest_size
_LENGTH = 8
_NOT_OURS = ("__pycache__", "_games")  # made by Python; keyed like any game

Setting = str | int | bool
Data = dict[str, Any]  # JSON edge: plain data of any shape
Shape = TypeVar("Shape")


class Request(NamedTuple):
    """What is asked for: `what` names the kind of result ("game", "check"), the rest is its input."""

    what: str
    path: Path
    variants: tuple[Path, ...] = ()
    players: int | None = None
    settings: tuple[tuple[str, str], ...] = ()


class CacheEntry(NamedTuple):
    """What is kept: plain data and, for a game, the code objects by the names of their files."""

    data: Data
    code: Mapping[str, CodeType] = {}


def setting_text(value: Setting) -> str:
    """Return a value of a setting as the rules write it.

    >>> setting_text(True), setting_text(12)
    ('true', '12')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def recall(request: Request) -> CacheEntry | None:
    """Return what was kept for a request, or None if it has to be made."""
    folder = cache_folder()
    if folder is None:
        return None
    contents = _known_contents(folder, request)
    if contents is None:
        return None
    return _read_entry(_entry_path(folder, request, contents))


def recall_as(request: Request, shape: type[Shape]) -> Shape | None:
    """Return the data that was kept for a request, read as what it should be; None if it has to be made."""
    found = recall(request)
    if found is None:
        return None
    from rulelang.files import BadInputError
    from rulelang.foreign_data import read_as

    try:
        return read_as(found.data, shape)
    except BadInputError:
        return None


def recall_text(name: str) -> str:
    """Return a text that was kept under this name; nothing if there is none."""
    folder = cache_folder()
    try:
        return "" if folder is None else read_bytes(folder / name, MOST_BYTES).decode("utf-8")
    except (UnreadableError, UnicodeDecodeError):
        return ""


def keep_text(name: str, text: str) -> None:
    """Keep a text under a name; a disk that cannot be written to is no error."""
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError):
            _write(folder / name, text.encode())


def keep(request: Request, files: Iterable[Path], entry: CacheEntry, *, since: int) -> None:
    """Keep the result of a request that read `files`; `since` is the time (in ns) before reading them.

    Nothing is kept if a file has changed meanwhile, and a disk that cannot be written to is no error.
    """
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        seen = [_look_at(path) for path in dict.fromkeys(files)]
        if any(row[2] >= since for row in seen):
            return
        contents = [[row[0], row[3]] for row in seen]
        _write(_entry_path(folder, request, contents), _to_bytes(entry))
        index = {"written": time.time_ns(), "files": seen}
        _write(_index_path(folder, request), json.dumps(index).encode())
        _prune(folder)


def cache_folder() -> Path | None:
    """Return the folder of the cache, made if need be; None if it is switched off or not private."""
    if os.environ.get(SWITCH, "").casefold() in {"off", "0", "no", "false"}:
        return None
    folder = _user_folder() / "rulelang"
    try:
        make_folder(folder, 0o700)
        found = folder.stat()
    except (OSError, RuntimeError):
        return None
    if not hasattr(os, "getuid"):
        return folder  # the profile folder of the system is private to its user
    is_private = found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if is_private else None


def _user_folder() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if chosen and Path(chosen).is_absolute():
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


@lru_cache(maxsize=1)
def package_fingerprint() -> str:
    """Return a hash over all files of rulelang, by name, size and times: none can change without it."""
    package = Path(__file__).parent
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER + str(package).encode())
    folders = [str(package)]
    while folders:
        with os.scandir(folders.pop()) as found:
            for each in sorted(found, key=lambda each: each.name):
                if each.name in _NOT_OURS:
                    continue
                if each.is_dir():
                    folders.append(each.path)
                    continue
                seen = each.stat()
                said = (each.path, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
                digest.update(repr(said).encode())
    return digest.hexdigest()


# --- the index: which files belong to a game, and are they as they were? ----------------------------


def _index_path(folder: Path, request: Request) -> Path:
    paths = [request.path, *request.variants]
    shown = [[str(path), str(path.resolve())] for path in paths]
    digest = hashlib.sha256(json.dumps(shown).encode()).hexdigest()
    return folder / f"{digest[:32]}.index"


def _look_at(path: Path) -> list[Any]:
    """Return [path, size, time, hash] of a file."""
    found = path.stat()
    return [str(path), found.st_size, found.st_mtime_ns, _hash_of(path)]


def _hash_of(path: Path) -> str:
    return hashlib.sha256(read_bytes(path)).hexdigest()


def _known_contents(folder: Path, request: Request) -> list[list[str]] | None:
    """Return [path, hash] of the files of a game as they are now, or None if it is not known."""
    try:
        index = json.loads(read_bytes(_index_path(folder, request), MOST_BYTES))
        certain_before = int(index["written"]) - DOUBTFUL_NS
        contents = []
        for name, size, changed, known_hash in index["files"]:
            path = Path(name)
            found = path.stat()
            is_same = found.st_size == size and found.st_mtime_ns == changed < certain_before
            contents.append([name, known_hash if is_same else _hash_of(path)])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return contents


# --- entries ------------------------------------------------------------------------------------------


def _entry_path(folder: Path, request: Request, contents: list[list[str]]) -> Path:
    asked = [
        request.what,
        str(request.path),
        [str(path) for path in request.variants],
        request.players,
        sorted(request.settings),
    ]
    key = json.dumps([package_fingerprint(), asked, contents])
    return folder / f"{hashlib.sha256(key.encode()).hexdigest()}.entry"


def _to_bytes(entry: CacheEntry) -> bytes:
    data = json.dumps(entry.data, separators=(",", ":")).encode()
    body = len(data).to_bytes(_LENGTH, "big") + data + marshal.dumps(dict(entry.code))
    return _MARK + hashlib.sha256(body).digest() + body


def _read_entry(path: Path) -> CacheEntry | None:
    try:
        raw = read_bytes(path, MOST_BYTES)
    except UnreadableError:
        return None
    body = raw[len(_MARK) + _DIGEST :]
    if raw[: len(_MARK) + _DIGEST] != _MARK + hashlib.sha256(body).digest():
        return None  # cut off or damaged; the next result takes its place
    end = _LENGTH + int.from_bytes(body[:_LENGTH], "big")
    try:
        data, code = json.loads(body[_LENGTH:end]), marshal.loads(body[end:])
    except (ValueError, EOFError, TypeError, RecursionError):
        return None
    return CacheEntry(data, code) if isinstance(data, dict) and isinstance(code, dict) else None


def _write(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever reads half of it."""
    write_file(path, content, is_lasting=False)


def _prune(folder: Path) -> None:
    """Remove the oldest files when there are too many."""
    files = [(path.stat().st_mtime_ns, path) for path in folder.iterdir() if path.is_file()]
    for _time, path in sorted(files)[: max(0, len(files) - MOST_ENTRIES)]:
        remove_file(path)
