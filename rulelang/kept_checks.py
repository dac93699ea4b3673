"""Findings from the cache: in goes plain data, out come diagnostics as they were found, or nothing if it does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from attrs import frozen

from rulelang.checks.findings import ProofFinding, Status
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.model import Diagnostic, Fix, Label
from rulelang.files import BadInputError, UnreadableError, exact_text
from rulelang.foreign_data import read_as
from rulelang.source import SourceFile, Sources, Span


class KeptSpan(NamedTuple):
    """A place."""

    path: str
    start: int
    end: int


class KeptText(NamedTuple):
    """A place with a label, or with what should stand there."""

    span: KeptSpan
    text: str


@frozen(kw_only=True)
class KeptDiagnostic:
    """A diagnostic; its severity is that of its code."""

    code: str
    severity: str
    message: str
    span: KeptSpan | None
    label: str
    secondary: list[KeptText]
    notes: list[str]
    help: str
    fixes: list[KeptText]


class KeptFinding(NamedTuple):
    """What was proven or assumed."""

    check: str
    status: str
    sentence: str
    span: KeptSpan | None


Kept = tuple[tuple[Diagnostic, ...], tuple[ProofFinding, ...], Sources]


def kept_check(rows: list[Any], told: list[Any]) -> Kept | None:
    """Return what a check has said; None if this is something else, or a file has gone meanwhile."""
    try:
        found = read_as(rows, list[KeptDiagnostic])
        findings = tuple(map(_finding, read_as(told, list[KeptFinding])))
        diagnostics = tuple(map(_diagnostic, found))
        sources = Sources()
        for path in dict.fromkeys(span.path for span in _spans(diagnostics, findings)):
            # The files have not changed since they were found to be text.
            sources.add(SourceFile(path, exact_text(Path(path))))
    except (BadInputError, UnreadableError, KeyError):
        return None
    return diagnostics, findings, sources


def _spans(diagnostics: Iterable[Diagnostic], findings: Iterable[ProofFinding]) -> Iterator[Span]:
    for found in diagnostics:
        yield from (span for span in (found.span,) if span is not None)
        yield from (label.span for label in found.secondary if label.span is not None)
    yield from (found.span for found in findings if found.span is not None)


def _finding(row: KeptFinding) -> ProofFinding:
    for status in get_args(Status):
        if row.status == status:
            return ProofFinding(row.check, status, row.sentence, _span(row.span))
    raise KeyError(row.status)


def _diagnostic(row: KeptDiagnostic) -> Diagnostic:
    return Diagnostic(
        code=CODES[row.code],
        message=row.message,
        span=_span(row.span),
        label=row.label,
        secondary=tuple(Label(Span(*each.span), each.text) for each in row.secondary),
        notes=tuple(row.notes),
        help=row.help,
        fixes=tuple(Fix(Span(*each.span), each.text) for each in row.fixes),
    )


def _span(kept: KeptSpan | None) -> Span | None:
    return None if kept is None else Span(*kept)
