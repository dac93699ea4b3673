"""Tables from strangers: what cannot be read is one diagnostic, and nothing outside the folder is opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.csv_tables import MAX_BYTES, MAX_ROWS, read_table
from rulelang.linking.model import TableData
from rulelang.source import Span

SPAN = Span("x.rules", 0, 1)


def read(folder: Path, written: str = "t.csv") -> tuple[TableData | None, list[str]]:
    report = Reporter()
    found = read_table(folder, written, SPAN, report)
    return found, [f"{said.code.id} {said.message}" for said in report.sorted()]


@pytest.mark.parametrize(
    "content",
    [
        b"name,n\na,1\n",
        b"\xef\xbb\xbfname,n\r\na,1\r\n",
        b"name,n\n\n a , 1 \n,\n",
        b'"name","n"\n"a","1"',
    ],
)
def test_ordinary_tables_are_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    assert read(tmp_path) == (TableData(str(tmp_path), "t.csv", ("name", "n"), (("a", "1"),)), [])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name\n\xff\n", "E802 the table `t.csv` cannot be read: it is not UTF-8 text"),
        (
            b"name\n\0\n",
            "E802 the table `t.csv` cannot be read: line 2 has the control character U+0000",
        ),
        (b"", "E802 the table `t.csv` cannot be read: it is empty"),
        (b'name\n"a"b\n', "E802 the table `t.csv` cannot be read: ',' expected after '\"'"),
        pytest.param(
            b"n\n" + b"1\n" * (MAX_ROWS + 1),
            f"E803 the table `t.csv` has {MAX_ROWS + 1} rows",
            id="long",
        ),
        (b"name\na\n\x1b[2J\n", "E802 the table `t.csv` cannot be read: line 3 has the control"),
        (
            "name\n\u202ea\n".encode(),
            "E802 the table `t.csv` cannot be read: line 2 has the control",
        ),
        pytest.param(b"x" * (MAX_BYTES + 1), "E803 the table `t.csv` has more bytes", id="large"),
        pytest.param(
            b"n\n" + b"x" * 200_000 + b"\n",
            "E802 the table `t.csv` cannot be read: field larger",
            id="wide",
        ),
    ],
)
def test_others_are_one_diagnostic(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    found, reported = read(tmp_path)
    assert found is None
    assert [line.startswith(said) for line in reported] == [True], reported


@pytest.mark.parametrize(
    "written", ["../t.csv", "/etc/passwd", "a/../../t.csv", "C:/t.csv", "a\\b.csv", "\0"]
)
def test_paths_that_lead_outside_are_not_opened(tmp_path: Path, written: str) -> None:
    (tmp_path / "t.csv").write_text("name\n", "utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    found, reported = read(folder, written)
    assert found is None
    assert [line[:4] for line in reported] == ["E703"]


def test_a_link_that_leads_outside_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name\n", "utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "t.csv").symlink_to(tmp_path / "t.csv")
    assert read(folder)[1][0].startswith("E703")


def test_a_folder_or_a_pipe_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "t.csv").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert read(tmp_path)[1] == ["E801 no table was found at `t.csv`"]
    assert read(tmp_path, "pipe")[1] == ["E801 no table was found at `pipe`"]
