"""Diagnostics for programs: in go diagnostics and their files, out comes JSON, or one line each.

The JSON form is versioned: fields may be added under the same number, never renamed or removed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.snippet import visible
from rulelang.source import Sources, Span

VERSION = 1


def to_json(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Return a JSON document; lines and columns count from 1, and are null where no file is known."""
    found = [to_record(diagnostic, sources) for diagnostic in diagnostics]
    return json.dumps({"version": VERSION, "diagnostics": found}, ensure_ascii=False, indent=2)


def to_record(diagnostic: Diagnostic, sources: Sources) -> dict[str, object]:
    """Return one diagnostic as plain data."""
    return {
        "code": diagnostic.code.id,
        "slug": diagnostic.code.slug,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_place(diagnostic.span, sources),
        "label": diagnostic.label,
        "secondary": [
            {**_place(label.span, sources), "label": label.text} for label in diagnostic.secondary
        ],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fixes": [
            {**_place(fix.span, sources), "replacement": fix.replacement}
            for fix in diagnostic.fixes
        ],
    }


def to_concise(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Return one line for each diagnostic, as in `a.rules:4:2: error[E203] message`."""
    return "".join(f"{_concise(diagnostic, sources)}\n" for diagnostic in diagnostics)


def _concise(diagnostic: Diagnostic, sources: Sources) -> str:
    place = _place(diagnostic.span, sources)
    known = [str(place[key]) for key in ("path", "line", "column") if place[key] is not None]
    where = f"{':'.join(known)}: " if known else ""
    said = " ".join(diagnostic.message.splitlines())
    return visible(f"{where}{diagnostic.severity.value}[{diagnostic.code.id}] {said}")


def to_github(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Return a workflow command for each diagnostic, which GitHub shows beside the line it is about."""
    return "".join(f"{_github(diagnostic, sources)}\n" for diagnostic in diagnostics)


def _github(diagnostic: Diagnostic, sources: Sources) -> str:
    place = _place(diagnostic.span, sources)
    code = diagnostic.code
    known: dict[str, object] = {
        "file": place["path"],
        "line": place["line"],
        "endLine": place["end_line"],
        "col": place["column"],
        "endColumn": place["end_column"],
        "title": f"{code.id} {code.slug}",
    }
    properties = ",".join(
        f"{name}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in known.items()
        if value is not None
    )
    said = "\n".join(filter(None, [diagnostic.message, *diagnostic.notes, diagnostic.help]))
    level = "notice" if diagnostic.severity is Severity.NOTE else diagnostic.severity.value
    return f"::{level} {properties}::{_escaped(said)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _place(span: Span | None, sources: Sources) -> dict[str, str | int | None]:
    path = None if span is None else span.path
    file = None if span is None else sources.get(span.path)
    line = column = end_line = end_column = None
    if span is not None and file is not None:
        line, column = file.position(span.start)
        end_line, end_column = file.position(span.end)
    return {
        "path": path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
