"""Traces for people and programs: text and JSON."""

from __future__ import annotations

import json

from rulelang.scenarios.coverage import contract
from rulelang.trace.model import CitingPlace, ClauseTrace, Traced

VERSION = 1
NOTHING = "—"


def trace_text(trace: ClauseTrace) -> str:
    """Return the trace as a table, with what is missing below it."""
    rows = [("clause", "tests", "played", "refused", "rule")]
    for row in trace.rows:
        rules = ", ".join(f"{named(rule)} ({_short(rule)})" for rule in row.rules) or NOTHING
        refused = ", ".join(row.refused) or NOTHING
        rows.append((row.clause, str(len(row.tests)), played(row, trace), refused, rules))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "", *_summary(trace), ""])


def played(row: Traced, trace: ClauseTrace) -> str:
    """In how many of the games a clause was exercised, as text."""
    return (
        f"{row.exercised}/{trace.games}" if trace.games and row.exercised is not None else NOTHING
    )


def games(trace: ClauseTrace) -> str:
    """How many games were played, as text."""
    return "1 game" if trace.games == 1 else f"{trace.games} games"


def whole(trace: ClauseTrace) -> str:
    """How many clauses there are, and how many have all they need."""
    with_both = sum(row.is_whole for row in trace.rows)
    return f"{len(trace.rows)} clauses, {with_both} with rule and test"


def lacking(trace: ClauseTrace) -> list[tuple[str, str]]:
    """What is missing: a title and the clauses or requirements, where there are any."""
    lists = (
        ("in the rulebook, cited nowhere", contract(trace.missing)),
        ("without a rule", contract(trace.without_rule)),
        ("without a test", contract(trace.without_test)),
        (
            f"not exercised in {games(trace)}",
            contract(trace.not_exercised) if trace.games else "",
        ),
        (
            "requirements that refused nothing",
            ", ".join(f"{rule}.{name}" for rule, name in trace.silent),
        ),
        ("said to be left out, though rule and test are there", contract(trace.stale)),
    )
    return [(title, found) for title, found in lists if found]


def left_out(trace: ClauseTrace) -> list[tuple[str, str]]:
    """What has no rule or no test on purpose: the clauses with the same reason together, and the reason."""
    by_reason: dict[str, list[str]] = {}
    for clause, why in trace.explained:
        by_reason.setdefault(why, []).append(clause)
    return [(contract(clauses), why) for why, clauses in by_reason.items()]


def _summary(trace: ClauseTrace) -> list[str]:
    said = [f"{trace.game}: {whole(trace)}"]
    said += [f"{title}: {found}" for title, found in lacking(trace)]
    if explained := left_out(trace):
        said += ["left out:", *(f"  {clauses}: {why}" for clauses, why in explained)]
    return said


def named(place: CitingPlace) -> str:
    """What a rule is called, with the module or variant it belongs to."""
    return f"{place.what} {place.name}".strip() + (f" of {place.of}" if place.of else "")


def _short(place: CitingPlace) -> str:
    return f"{place.path}:{place.line}"


def trace_json(trace: ClauseTrace) -> str:
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
        "left_out": [{"clause": clause, "why": why} for clause, why in trace.explained],
        "not_left_out": list(trace.stale),
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


def _place(place: CitingPlace) -> dict[str, object]:
    return {
        "what": place.what,
        "name": place.name,
        "path": place.path,
        "line": place.line,
        "of": place.of or None,
    }
