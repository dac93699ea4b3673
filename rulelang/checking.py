"""Checked games: in goes a rules file, out comes everything that is wrong with it, from the cache if it can.

A game that was checked before and has not changed is answered without importing the compiler.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.bundled import find_game, find_variant
from rulelang.cache import Entry, Request, keep, recall
from rulelang.loading import Setting, files_of, setting_text

if TYPE_CHECKING:
    from rulelang.checks.findings import Finding
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.source import Sources, Span


class Checked(NamedTuple):
    """What a check has to say: what is wrong, and what was proven or assumed."""

    diagnostics: tuple[Diagnostic, ...]
    findings: tuple[Finding, ...]


def check(
    path_or_name: str | Path,
    *,
    players: int | None = None,
    settings: Mapping[str, Setting] | None = None,
    variants: Sequence[str | Path] = (),
) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with a game, by file and place; nothing if all is well.

    Args:
        path_or_name: a `.rules` file, or the name of a bundled game.
        players: check for this number of players only.
        settings: check with these settings only.
        variants: modules and variants: files, or names in the folder of the game.

    Raises:
        FileNotFoundError: there is no such game or variant.
    """
    path = find_game(path_or_name)
    chosen = {name: setting_text(value) for name, value in (settings or {}).items()}
    files = tuple(find_variant(path, variant) for variant in variants)
    return check_game(Request("check", path, files, players, tuple(chosen.items()))).diagnostics


def check_game(request: Request, sources: Sources | None = None) -> Checked:
    """Check the game of a request; `sources` gets the files that places point into."""
    found = recall(request)
    if found is not None:
        return _recalled(found.data, sources)
    return _checked(request, sources)


def _checked(request: Request, sources: Sources | None) -> Checked:
    from rulelang import pipeline
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.source import Sources

    since = time.time_ns()
    report = Reporter()
    linked = pipeline.link(
        request.path, request.variants, Sources() if sources is None else sources, report
    )
    # What could not be read would only be missed by everything that uses it.
    if linked is None or report.has_errors:
        return Checked(report.sorted(), ())
    counts: Sequence[int] = pipeline.players_of(linked, report)
    if request.players is not None:
        chosen = pipeline.choose_players(linked, request.players, report)
        counts = () if chosen is None else (chosen,)
    findings = pipeline.check_linked(linked, counts, dict(request.settings), report)
    checked = Checked(report.sorted(), findings)
    keep(request, files_of(linked, request), Entry(_to_data(checked)), since=since)
    return checked


# --- plain data -----------------------------------------------------------------------------------------


def _to_data(checked: Checked) -> dict[str, Any]:
    return {
        "diagnostics": [
            {
                "code": found.code.id,
                "message": found.message,
                "span": _span_data(found.span),
                "label": found.label,
                "secondary": [[_span_data(label.span), label.text] for label in found.secondary],
                "notes": list(found.notes),
                "help": found.help,
                "fixes": [[_span_data(fix.span), fix.replacement] for fix in found.fixes],
            }
            for found in checked.diagnostics
        ],
        "findings": [
            [found.check, found.status, found.sentence, _span_data(found.span)]
            for found in checked.findings
        ],
    }


def _span_data(span: Span | None) -> list[Any] | None:
    return None if span is None else [span.path, span.start, span.end]


def _recalled(data: dict[str, Any], sources: Sources | None) -> Checked:
    if not data["diagnostics"] and not data["findings"]:
        return Checked((), ())
    from rulelang.checks.findings import Finding
    from rulelang.diagnostics.codes import CODES
    from rulelang.diagnostics.model import Diagnostic, Fix, Label
    from rulelang.source import Span

    def known(span: list[Any]) -> Span:
        return Span(*span)

    diagnostics = tuple(
        Diagnostic(
            code=CODES[row["code"]],
            message=row["message"],
            span=None if row["span"] is None else known(row["span"]),
            label=row["label"],
            secondary=tuple(Label(known(span), text) for span, text in row["secondary"]),
            notes=tuple(row["notes"]),
            help=row["help"],
            fixes=tuple(Fix(known(span), text) for span, text in row["fixes"]),
        )
        for row in data["diagnostics"]
    )
    findings = tuple(
        Finding(check, status, sentence, None if span is None else known(span))
        for check, status, sentence, span in data["findings"]
    )
    if sources is not None:
        _read_again([*diagnostics, *findings], sources)
    return Checked(diagnostics, findings)


def _read_again(found: Sequence[Diagnostic | Finding], sources: Sources) -> None:
    """Read the files that findings point into; they have not changed since."""
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.syntax.from_text import read_source

    spans = [each.span for each in found]
    spans += [label.span for each in found for label in getattr(each, "secondary", ())]
    for path in dict.fromkeys(span.path for span in spans if span is not None):
        source = read_source(Path(path), path, Reporter()) if sources.get(path) is None else None
        if source is not None:
            sources.add(source)
