"""Spans and positions: what offsets mean in lines and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.source import SourceFile, Sources, Span


def test_positions_count_from_one() -> None:
    file = SourceFile("a.rules", "one\ntwo\n")
    assert [file.position(offset) for offset in (0, 2, 3, 4, 7, 8)] == [
        (1, 1),
        (1, 3),
        (1, 4),
        (2, 1),
        (2, 4),
        (3, 1),
    ]


def test_offsets_past_the_ends_are_moved_to_them() -> None:
    file = SourceFile("a.rules", "one\ntwo")
    assert file.position(-5) == (1, 1)
    assert file.position(99) == (2, 4)


def test_line_text_has_no_line_end() -> None:
    file = SourceFile("a.rules", "one\r\ntwo\n\nfour")
    assert [file.line_text(line) for line in range(1, 5)] == ["one", "two", "", "four"]
    assert file.line_count == 4


@pytest.mark.parametrize("line", [0, 3, -1])
def test_line_text_of_a_missing_line_raises(line: int) -> None:
    with pytest.raises(IndexError, match="no line"):
        SourceFile("a.rules", "one\ntwo").line_text(line)


def test_an_empty_file_has_one_empty_line() -> None:
    file = SourceFile("a.rules", "")
    assert file.position(0) == (1, 1)
    assert file.line_text(1) == ""


@given(st.text(alphabet="ab\n\r\té字"), st.data())
def test_position_agrees_with_counting(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset]
    expected = (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
    assert SourceFile("a.rules", text).position(offset) == expected


def test_join_covers_both_spans_in_any_order() -> None:
    first, second = Span("a.rules", 2, 4), Span("a.rules", 7, 9)
    assert first.join(second) == second.join(first) == Span("a.rules", 2, 9)


def test_spans_of_two_files_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="cannot join"):
        Span("a.rules", 0, 1).join(Span("b.rules", 0, 1))


def test_slice_returns_the_covered_text() -> None:
    assert SourceFile("a.rules", "cost 1 wool").slice(Span("a.rules", 7, 11)) == "wool"


def test_sources_remember_files_by_path() -> None:
    sources = Sources()
    file = sources.add(SourceFile("a.rules", "one"))
    assert sources.get("a.rules") is file
    assert sources.get("b.rules") is None
    assert sources.paths() == ("a.rules",)
