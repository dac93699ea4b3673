"""A trace as a book, so that it can be written as a page: in goes the trace, out comes one chapter or two."""

from __future__ import annotations

from pathlib import Path

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.model import Block, Book, BookTable, Cell, Section, runs
from rulelang.trace.model import CitingPlace, ClauseTrace
from rulelang.trace.trace_report import NOTHING, games, lacking, left_out, named, played, whole

TRACE = "trace"


def trace_book(trace: ClauseTrace, title: str) -> Book:
    """Return the trace in English: what is missing, what is left out, and the table of clauses."""
    rows: list[tuple[Cell, ...]] = [
        (
            runs(row.clause),
            runs(", ".join(_rule(rule) for rule in row.rules) or NOTHING),
            runs("; ".join(_test(test) for test in row.tests) or row.why or NOTHING),
            runs(played(row, trace)),
            runs(", ".join(row.refused) or NOTHING),
        )
        for row in trace.rows
    ]
    head = ("Clause", "Rule", "Tests", "Played", "Refused")
    table = BookTable(
        "Each clause: rule, tests, games that exercised it, refusals", head, tuple(rows), (3,)
    )
    sections = [Section("missing", "What is missing", tuple(_missing(trace)))]
    if explained := left_out(trace):
        reasons = tuple((runs(clauses), runs(why)) for clauses, why in explained)
        why = BookTable("Clauses without a rule or a test, and why", ("Clauses", "Why"), reasons)
        sections.append(Section("left-out", "What is left out", (why,)))
    sections.append(Section("clauses", "Clauses", (table,)))
    subtitle = f"From clauses to rules and tests · {whole(trace)} · {games(trace)} played"
    return Book("en", TRACE, title, subtitle, tuple(sections))


def _rule(place: CitingPlace) -> str:
    return f"{named(place)} ({Path(place.path).name}:{place.line})"


def _test(place: CitingPlace) -> str:
    return f"{place.name} ({place.of})" if place.of else place.name


def _missing(trace: ClauseTrace) -> list[Block]:
    found: list[Block] = [
        Bullets(Sentence((Run(f"{title[0].upper()}{title[1:]}:"),)), (Sentence((Run(said),)),))
        for title, said in lacking(trace)
    ]
    return found or [Sentence((Run("Nothing."),))]
