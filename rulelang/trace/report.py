"""Traces for people and programs: text and JSON."""

from __future__ import annotations

import json

from rulelang.testing.coverage import contract
from rulelang.trace.model import Place, Trace, Traced

VERSION = 1
NOTHING = "—"


def trace_text(trace: Trace) -> str:
    """Return the trace as a table, with what is missing below it."""
    rows = [("clause", "tests", "played", "refused", "rule")]
    for row in trace.rows:
        rules = ", ".join(f"{_name(rule)} ({_short(rule)})" for rule in row.rules) or NOTHING
        played = f"{row.exercised}/{trace.games}" if trace.games else NOTHING
        refused = ", ".join(row.refused) or NOTHING
        rows.append((row.clause, str(len(row.tests)), played, refused, rules))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "", *_summary(trace), ""])


def _summary(trace: Trace) -> list[str]:
    whole = sum(bool(row.rules and row.tests) for row in trace.rows)
    said = [f"{trace.game}: {len(trace.rows)} clauses, {whole} with rule and test"]
    lists = (
        ("in the rulebook, cited nowhere", trace.missing),
        ("without a rule", trace.without_rule),
        ("without a test", trace.without_test),
        (f"not exercised in {trace.games} games", trace.not_exercised if trace.games else ()),
    )
    said += [f"{title}: {contract(found)}" for title, found in lists if found]
    if trace.silent:
        named = ", ".join(f"{rule}.{name}" for rule, name in trace.silent)
        said.append(f"requirements that refused nothing: {named}")
    return said


def _name(place: Place) -> str:
    return f"{place.what} {place.name}".strip()


def _short(place: Place) -> str:
    return f"{place.path}:{place.line}"


def trace_json(trace: Trace) -> str:
    """Return the trace as JSON."""
    content = {
        "version": VERSION,
        "game": trace.game,
        "games": trace.games,
        "clauses": [_record(row) for row in trace.rows],
        "missing": list(trace.missing),
        "without_rule": list(trace.without_rule),
        "without_test": list(trace.without_test),
        "not_exercised": list(trace.not_exercised),
        "refused_nothing": [{"rule": rule, "requirement": name} for rule, name in trace.silent],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def _record(row: Traced) -> dict[str, object]:
    return {
        "clause": row.clause,
        "rules": [_place(rule) for rule in row.rules],
        "tests": [_place(test) for test in row.tests],
        "exercised": row.exercised,
        "refused": list(row.refused),
    }


def _place(place: Place) -> dict[str, object]:
    return {"what": place.what, "name": place.name, "path": place.path, "line": place.line}
