"""The door to the disk: what is written is whole or as it was, what is read is a regular file within limits."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.files import (
    UnreadableError,
    UnwritableError,
    path_inside,
    read_bytes,
    read_text,
    write_file,
    write_files,
    write_new,
)
from rulelang.files.append_files import append_to_log, close_log, open_log

unix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and permissions of files")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- writing ----------------------------------------------------------------------------------------


def full(_handle: int, _content: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def half_full(handle: int, content: object, *, write=os.write) -> int:  # type: ignore[no-untyped-def]  # the real one
    if len(bytes(content)) > 3:  # type: ignore[call-overload]  # a view of bytes
        return int(write(handle, bytes(content)[:3]))  # type: ignore[call-overload]
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("fault", [full, half_full])
def test_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: object
) -> None:
    file = tmp_path / "save.json"
    file.write_text("all that I have", "utf-8")
    monkeypatch.setattr("os.write", fault)
    with pytest.raises(UnwritableError, match="cannot be written: No space left"):
        write_file(file, "something new")
    assert file.read_text("utf-8") == "all that I have"
    assert names(tmp_path) == ["save.json"]


@unix
def test_a_real_limit_of_the_system_leaves_the_old_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text("all that I have", "utf-8")
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom rulelang.files import UnwritableError, write_file\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    write_file(Path(sys.argv[1]), 'x' * 5000)\n"
        "except UnwritableError as fault:\n    print(fault.strerror)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("File too large\n", "")
    assert file.read_text("utf-8") == "all that I have"
    assert names(tmp_path) == ["save.json"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_fault_before_the_end_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def broken(*_args: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    file = tmp_path / "a"
    file.write_text("old", "utf-8")
    monkeypatch.setattr("os.fsync" if call == "fsync" else "pathlib.Path.replace", broken)
    with pytest.raises(UnwritableError, match="Input/output error"):
        write_file(file, "new")
    assert file.read_text("utf-8") == "old"
    assert names(tmp_path) == ["a"]


def test_of_several_files_all_are_written_or_none(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(UnwritableError, match=r"b` cannot be written: it is a folder"):
        write_files({tmp_path / "a": "1", tmp_path / "b": "2"})
    assert names(tmp_path) == ["b"]


@unix
def test_permissions_stay_and_new_files_have_the_usual_ones(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("x", "utf-8")
    for mode in (0o640, 0o600, 0o755, 0o444 | 0o200):
        old.chmod(mode)
        write_file(old, "y")
        assert stat.S_IMODE(old.stat().st_mode) == mode
    before = os.umask(0o027)
    try:
        write_file(new, "y")
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


@unix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to("real/file")
    write_file(link, "one")  # it leads nowhere yet
    write_file(link, "two")
    assert link.is_symlink()
    assert (tmp_path / "real" / "file").read_text("utf-8") == "two"


@unix
def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a"
    file.write_text("old", "utf-8")
    monkeypatch.setattr("os.access", lambda *_args: False)  # root may write everything
    with pytest.raises(UnwritableError, match="Permission denied"):
        write_file(file, "new")
    assert file.read_text("utf-8") == "old"


@unix
def test_a_device_takes_what_it_is_given() -> None:
    write_file(Path("/dev/null"), "anything")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_new_file_takes_no_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "er" / "a"
    write_new(file, "one")
    with pytest.raises(UnwritableError, match="File exists"):
        write_new(file, "two")
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(UnwritableError, match="File exists"):
        write_new(tmp_path / "link", "two")
    assert file.read_text("utf-8") == "one"
    assert names(file.parent) == ["a"]


def test_folders_of_a_file_that_cannot_be_made_are_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.write", full)
    with pytest.raises(UnwritableError):
        write_new(tmp_path / "deep" / "er" / "a", "one")
    assert names(tmp_path) == []


def test_a_log_never_has_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "log"
    handle = open_log(file)
    append_to_log(handle, file, b"one whole line\n")
    monkeypatch.setattr("os.write", half_full)
    with pytest.raises(UnwritableError, match="No space left"):
        append_to_log(handle, file, b"half a line\n")
    monkeypatch.undo()
    append_to_log(handle, file, b"another\n")
    close_log(handle)
    assert file.read_text("utf-8") == "one whole line\nanother\n"


# --- reading ----------------------------------------------------------------------------------------


@unix
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # opening it would wait for ever
    for path in (pipe, Path("/dev/zero"), tmp_path, tmp_path / "none", Path("a\0b")):
        with pytest.raises(UnreadableError):
            read_bytes(path)
    with pytest.raises(UnwritableError, match="no regular file"):
        open_log(pipe)


def test_a_file_has_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert read_bytes(file, 5) == b"12345"
    with pytest.raises(UnreadableError, match="more than 4 bytes"):
        read_bytes(file, 4)


@unix
def test_a_file_that_says_less_than_it_has_is_cut_too() -> None:
    with pytest.raises(UnreadableError, match="more than 10 bytes"):
        read_bytes(Path("/proc/self/status"), 10)  # its size is said to be 0


def test_text_is_text(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a\r\nb\rc\n\xc3\xa4")
    assert read_text(file) == "a\nb\nc\nä"
    file.write_bytes(b"a\xff")
    with pytest.raises(UnreadableError, match=r"not UTF-8 text \(byte 1\)"):
        read_text(file)


@unix
def test_links_do_not_lead_out_of_a_folder(tmp_path: Path) -> None:
    inside = tmp_path / "game"
    inside.mkdir()
    (tmp_path / "secret").write_text("x", "utf-8")
    (inside / "out").symlink_to("../secret")
    (inside / "up").symlink_to("..")
    (inside / "in").symlink_to("table")
    for written in ("out", "up/secret", "../secret", "/etc/passwd", "a\0b", "c:x", "a\\b"):
        assert path_inside(inside, written) is None, written
    assert path_inside(inside, "in") == (inside / "table").resolve()
