"""Formatting twice changes nothing more, and never changes the tree or loses a comment."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.diagnostics.reporter import Reporter
from rulelang.fmt import format_text
from rulelang.source import SourceFile
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.trees.dump import dump

SINK = (Path(__file__).parents[1] / "data" / "kitchen_sink.rules").read_text("utf-8")
ITEMS = [item for item in re.split(r"\n(?=[a-z#])", SINK) if item.strip()]

quick = settings(deadline=None, max_examples=60, derandomize=True)


def check(text: str) -> None:
    """Format a text and compare trees and comments."""
    once = format_text(text)
    assert format_text(once) == once
    before, after = (parse_file(SourceFile("a.rules", t), Reporter()) for t in (text, once))
    assert dump(after.items) == dump(before.items)
    assert [c.text.rstrip() for c in after.comments] == [c.text.rstrip() for c in before.comments]


def test_kitchen_sink_is_formatted() -> None:
    check(SINK)
    assert format_text(SINK) == SINK


@quick
@given(st.lists(st.sampled_from(ITEMS), max_size=12), st.randoms(use_true_random=False))
def test_blanks_and_comments_anywhere(items: list[str], random: st.DataObject) -> None:
    gaps = ["", "", "", " ", "   ", "\n", "\n\n\n", "  # note", "\n        # far", "\n# near"]
    choice = random.choice  # type: ignore[attr-defined]  # hypothesis types it loosely
    lines = [
        re.sub(r" (?=[-=+*,(])|(?<=[,:=]) ", lambda _: choice(["", " ", "  "]), line) + choice(gaps)
        for item in items
        for line in item.splitlines()
    ]
    check("\n".join(lines))


@quick
@given(
    st.integers(0, len(SINK)), st.sampled_from(["", " ", "\n", "\n    ", "#", "(", "\t", "\r\n"])
)
def test_mutations(place: int, put: str) -> None:
    begin = SINK.rfind("\n\n", 0, max(0, place - 800)) + 1
    check(SINK[begin:place] + put + SINK[place : place + 800])


@quick
@given(st.text())
def test_any_text(text: str) -> None:
    assert format_text(format_text(text)) == format_text(text)
