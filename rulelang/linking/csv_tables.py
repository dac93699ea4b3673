"""Read the CSV tables that rules name: in goes a path under the game's folder, out comes text.

Tables come from strangers: size, rows and columns are limited, and nothing outside the folder of
the rules file is ever opened.
"""

from __future__ import annotations

import csv
import io
import re
from errno import EFBIG
from pathlib import Path

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import UnreadableError, path_inside, read_bytes
from rulelang.linking.model import TableData
from rulelang.source import Span

MAX_BYTES = 1_000_000
MAX_ROWS = 5_000
MAX_COLUMNS = 60
# What steers a terminal, or lets text look different from what it says; rules files refuse the same.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def resolve_inside(folder: Path, written: str, span: Span, report: Reporter) -> Path | None:
    """Return the file that `written` means below `folder`; report a path that leads outside."""
    target = path_inside(folder, written)
    if target is None:
        report.error(codes.OUTSIDE_FOLDER, span, path=written)
    return target


def read_table(folder: Path, written: str, span: Span, report: Reporter) -> TableData | None:
    """Read one table; report what is wrong with it and return None."""
    target = resolve_inside(folder, written, span, report)
    if target is None:
        return None
    try:
        raw = read_bytes(target, MAX_BYTES)
    except UnreadableError as fault:
        if fault.errno == EFBIG:
            found, limit = "more bytes", f"{MAX_BYTES} bytes"
            report.error(codes.TABLE_TOO_LARGE, span, path=written, found=found, limit=limit)
        else:
            report.error(codes.MISSING_TABLE, span, path=written)
        return None
    try:
        lines = table_lines(raw)
        columns = lines[0][1]
    except ValueError as fault:
        report.error(codes.MALFORMED_TABLE, span, path=written, reason=fault)
        return None
    if len(lines) > MAX_ROWS + 1 or len(columns) > MAX_COLUMNS:
        size = f"{len(lines) - 1} rows and {len(columns)} columns"
        limit = f"{MAX_ROWS} rows and {MAX_COLUMNS} columns"
        report.error(codes.TABLE_TOO_LARGE, span, path=written, found=size, limit=limit)
        return None
    rows = tuple(cells for _line, cells in lines[1:])
    return TableData(folder=str(folder), path=written, columns=columns, rows=rows)


def table_lines(raw: bytes) -> list[tuple[int, tuple[str, ...]]]:
    """Return the rows of a table with their lines in the file, the names of its columns first.

    Raises:
        ValueError: it is no table; the message says why.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    if (found := _CONTROL.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"line {line} has the control character U+{ord(found[0]):04X}")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines: list[tuple[int, tuple[str, ...]]] = []
    begin = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                lines.append((begin, tuple(cell.strip() for cell in row)))
            begin = reader.line_num + 1
    except csv.Error as fault:
        raise ValueError(str(fault)) from None
    _check_rows(lines)
    return lines


def _check_rows(lines: list[tuple[int, tuple[str, ...]]]) -> None:
    if not lines:
        raise ValueError("it is empty")
    columns = lines[0][1]
    if len(set(columns)) != len(columns):
        raise ValueError("two columns have the same name")
    for number, (_line, cells) in enumerate(lines[1:], start=2):
        if len(cells) != len(columns):
            raise ValueError(f"row {number} has {len(cells)} cells, the first has {len(columns)}")
