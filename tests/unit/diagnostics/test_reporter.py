"""The reporter: what it keeps, in which order, and when it counts as an error."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Fix, Label, Severity
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Span


def test_a_report_carries_all_that_was_said() -> None:
    report = Reporter()
    span, other = Span("a.rules", 4, 9), Span("a.rules", 0, 2)
    report.error(
        codes.UNKNOWN_NAME,
        span,
        label="not declared",
        secondary=[Label(other, "here")],
        help="did you mean `lumber`?",
        notes=["a note"],
        fix=Fix(span, "lumber"),
        what="resource",
        name="lumbr",
    )
    (found,) = report.sorted()
    assert found.message == "there is no resource called `lumbr`"
    assert (found.span, found.label, found.help) == (span, "not declared", "did you mean `lumber`?")
    assert found.secondary == (Label(other, "here"),)
    assert found.notes == ("a note",)
    assert found.fixes == (Fix(span, "lumber"),)


def test_the_severity_comes_from_the_code() -> None:
    report = Reporter()
    span = Span("a.rules", 0, 1)
    report.warning(codes.UNUSED_NAME, span, what="setting", name="x")
    report.note(codes.LEAK_BY_THE_RULES, span, what="this", secret="a hand")
    assert {found.severity for found in report.sorted()} == {Severity.WARNING, Severity.NOTE}
    assert not report.has_errors
    report.error(codes.NO_ROUNDING, span)
    assert report.has_errors


def test_the_same_code_at_the_same_place_is_kept_once() -> None:
    report = Reporter()
    report.error(codes.NOT_A_NUMBER, Span("a.rules", 0, 1), found="a card")
    report.error(codes.NOT_A_NUMBER, Span("a.rules", 0, 1), found="a player")
    report.error(codes.NOT_A_NUMBER, Span("b.rules", 0, 1), found="a card")
    assert [found.message for found in report.sorted()] == [
        "a card is not a number",
        "a card is not a number",
    ]


def test_without_a_place_different_messages_are_kept() -> None:
    report = Reporter()
    report.error(codes.UNKNOWN_SETTING, None, name="x")
    report.error(codes.UNKNOWN_SETTING, None, name="y")
    report.error(codes.UNKNOWN_SETTING, None, name="x")
    assert len(report.sorted()) == 2


def test_findings_are_sorted_by_file_place_and_code() -> None:
    report = Reporter()
    report.error(codes.NO_ROUNDING, Span("b.rules", 0, 1))
    report.error(codes.UNCLOSED_STRING, Span("a.rules", 9, 10))
    report.error(codes.NO_ROUNDING, Span("a.rules", 2, 3))
    report.error(codes.UNCLOSED_STRING, Span("a.rules", 2, 9))
    report.error(codes.UNKNOWN_SETTING, None, name="x")
    assert [found.code.id for found in report.sorted()] == ["E708", "E109", "E305", "E109", "E305"]
