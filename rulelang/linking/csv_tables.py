"""Read the CSV tables that rules name: in goes a path under the game's folder, out comes text.

Tables come from strangers: size, rows and columns are limited, and nothing outside the folder of
the rules file is ever opened.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import TableData
from rulelang.source import Span

MAX_BYTES = 1_000_000
MAX_ROWS = 5_000
MAX_COLUMNS = 60


def resolve_inside(folder: Path, written: str, span: Span, report: Reporter) -> Path | None:
    """Return the file that `written` means below `folder`; report a path that leads outside."""
    root = folder.resolve()
    try:
        target = (root / written).resolve()
    except (OSError, ValueError, RuntimeError):
        target = root.parent
    if "\\" in written or ":" in written or not target.is_relative_to(root):
        report.error(codes.OUTSIDE_FOLDER, span, path=written)
        return None
    return target


def read_table(folder: Path, written: str, span: Span, report: Reporter) -> TableData | None:
    """Read one table; report what is wrong with it and return None."""
    target = resolve_inside(folder, written, span, report)
    if target is None:
        return None

    def too_large(found: str, limit: str) -> None:
        report.error(codes.TABLE_TOO_LARGE, span, path=written, found=found, limit=limit)

    try:
        if not target.is_file():  # reading from a pipe would wait for ever
            raise FileNotFoundError(written)
        if target.stat().st_size > MAX_BYTES:
            too_large(f"{target.stat().st_size} bytes", f"{MAX_BYTES} bytes")
            return None
        raw = target.read_bytes()
    except (OSError, ValueError):
        report.error(codes.MISSING_TABLE, span, path=written)
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        report.error(codes.MALFORMED_TABLE, span, path=written, reason="it is not UTF-8 text")
        return None
    return _parse(folder, written, text, span, report)


def _parse(folder: Path, written: str, text: str, span: Span, report: Reporter) -> TableData | None:
    lines: list[list[str]] = []
    reason = "it has a NUL character" if "\0" in text else ""
    try:
        found = csv.reader(io.StringIO(text), strict=True)
        lines = [line for line in found if any(cell.strip() for cell in line)]
    except csv.Error as error:
        reason = str(error)
    columns = tuple(cell.strip() for cell in lines[0]) if lines else ()
    reason = reason or _mistake(columns, lines)
    if reason:
        report.error(codes.MALFORMED_TABLE, span, path=written, reason=reason)
        return None
    if len(lines) > MAX_ROWS + 1 or len(columns) > MAX_COLUMNS:
        size = f"{len(lines) - 1} rows and {len(columns)} columns"
        limit = f"{MAX_ROWS} rows and {MAX_COLUMNS} columns"
        report.error(codes.TABLE_TOO_LARGE, span, path=written, found=size, limit=limit)
        return None
    rows = tuple(tuple(cell.strip() for cell in line) for line in lines[1:])
    return TableData(folder=str(folder), path=written, columns=columns, rows=rows)


def _mistake(columns: tuple[str, ...], lines: list[list[str]]) -> str:
    """What keeps these lines from being a table; nothing if they are one."""
    if not columns:
        return "it is empty"
    if len(set(columns)) != len(columns):
        return "two columns have the same name"
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(columns):
            return f"row {number} has {len(line)} cells, the first has {len(columns)}"
    return ""
