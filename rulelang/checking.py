"""Checked games: in goes a rules file, out comes everything that is wrong with it, from the cache if it can.

A game that was checked before and has not changed is answered without importing the compiler.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.bundled import find_game, find_variant
from rulelang.cache import CacheEntry, Request, Setting, keep, recall, setting_text

if TYPE_CHECKING:
    from rulelang.checks.findings import ProofFinding
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.source import Sources, Span

NOTE = "note"  # the severity of what is no finding


class Checked(NamedTuple):
    """What a check has to say: what is wrong, what was proven or assumed, and the files it points into.

    There are no sources where there is nothing to point at.
    """

    diagnostics: tuple[Diagnostic, ...]
    findings: tuple[ProofFinding, ...]
    sources: Sources | None


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


def check_game(request: Request, *, everything: bool = True) -> Checked:
    """Check the game of a request; without `everything` only what is wrong, no notes and findings."""
    kept = recall(request)
    found = None if kept is None else _recalled(kept.data, everything=everything)
    checked = _checked(request) if found is None else found
    return checked if everything else wrong_only(checked)


def wrong_only(checked: Checked) -> Checked:
    """Return what is wrong, without notes and findings."""
    wrong = tuple(found for found in checked.diagnostics if found.severity.value != NOTE)
    return Checked(wrong, (), checked.sources)


def _checked(request: Request) -> Checked:
    from rulelang import pipeline
    from rulelang.diagnostics.reporter import Reporter
    from rulelang.source import Sources

    since = time.time_ns()
    sources, report = Sources(), Reporter()
    linked = pipeline.link(request.path, request.variants, sources, report)
    # What could not be read would only be missed by everything that uses it.
    if linked is None or report.has_errors:
        return Checked(report.sorted(), (), sources)
    counts: Sequence[int] = pipeline.players_of(linked, report)
    if request.players is not None:
        chosen = pipeline.choose_players(linked, request.players, report)
        counts = () if chosen is None else (chosen,)
    findings = pipeline.check_linked(linked, counts, dict(request.settings), report)
    checked = Checked(report.sorted(), findings, sources)
    keep(request, linked.all_files(), CacheEntry(_to_data(checked)), since=since)
    return checked


# --- plain data -----------------------------------------------------------------------------------------


def _to_data(checked: Checked) -> dict[str, Any]:
    return {
        "diagnostics": [
            {
                "code": found.code.id,
                "severity": found.severity.value,
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


def _recalled(data: dict[str, Any], *, everything: bool) -> Checked | None:
    """Return what the cache has kept; None if that is something else than it should be."""
    rows, told = data.get("diagnostics"), data.get("findings")
    if not isinstance(rows, list) or not isinstance(told, list):
        return None
    if not everything:
        rows, told = [row for row in rows if not _is_note(row)], []
    if not rows and not told:
        return Checked((), (), None)
    from rulelang.kept_checks import kept_check

    kept = kept_check(rows, told)
    return None if kept is None else Checked(*kept)


def _is_note(row: object) -> bool:
    return isinstance(row, dict) and row.get("severity") == NOTE
