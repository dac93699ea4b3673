"""A trace as a book, so that it can be written as a page: in goes the trace, out comes one chapter or two."""

from __future__ import annotations

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.model import FULL, Block, Book, Cell, Section, Table, runs
from rulelang.testing.coverage import contract
from rulelang.trace.model import Place, Trace


def trace_book(trace: Trace, title: str) -> Book:
    """Return the trace in English: the table of clauses, and what is missing."""
    rows: list[tuple[Cell, ...]] = [
        (
            runs(row.clause),
            runs(", ".join(_rule(rule) for rule in row.rules) or "—"),
            runs("; ".join(test.name for test in row.tests) or "—"),
            runs(f"{row.exercised}/{trace.games}" if trace.games else "—"),
            runs(", ".join(row.refused) or "—"),
        )
        for row in trace.rows
    ]
    head = ("Clause", "Rule", "Tests", "Played", "Refused")
    table = Table(
        "Each clause: rule, tests, games that exercised it, refusals", head, tuple(rows), (3,)
    )
    sections = (
        Section("missing", "What is missing", tuple(_missing(trace))),
        Section("clauses", "Clauses", (table,)),
    )
    subtitle = (
        f"From clauses to rules and tests · {len(trace.rows)} clauses · {trace.games} games played"
    )
    return Book("en", FULL, title, subtitle, sections)


def _rule(place: Place) -> str:
    return f"{place.what} {place.name}".strip() + f" ({place.path}:{place.line})"


def _missing(trace: Trace) -> list[Block]:
    lists = [
        ("Clauses of the rulebook that are cited nowhere:", trace.missing),
        ("Clauses without a rule:", trace.without_rule),
        ("Clauses without a test:", trace.without_test),
        (
            f"Clauses not exercised in {trace.games} games:",
            trace.not_exercised if trace.games else (),
        ),
    ]
    found: list[Block] = [
        Bullets(Sentence((Run(title),)), (Sentence((Run(contract(clauses)),)),))
        for title, clauses in lists
        if clauses
    ]
    if trace.silent:
        named = tuple(Sentence((Run(f"{rule}: {name}"),)) for rule, name in trace.silent)
        found.append(Bullets(Sentence((Run("Requirements that refused nothing:"),)), named))
    return found or [Sentence((Run("Nothing."),))]
