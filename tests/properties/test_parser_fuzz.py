"""Whatever the text, the parser ends quickly, never raises, and its spans lie inside the text."""

from __future__ import annotations

import time
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.diagnostics.reporter import Reporter
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.parsing.parser_tables import load_tables
from rulelang.syntax.trees.dump import dump

SINK = (Path(__file__).parents[1] / "data" / "kitchen_sink.rules").read_text("utf-8")
LINES = SINK.splitlines(keepends=True)
WORDS = [
    *load_tables().literals,
    "x",
    "Kind",
    "3",
    '"s"',
    "CG-1",
    "2d6",
    "\n",
    "\n    ",
    "\n  ",
    "#",
]

quick = settings(deadline=None, max_examples=100, derandomize=True)


def check(text: str) -> None:
    """Parse a text; every span of a node or diagnostic must lie inside it."""
    report = Reporter()
    tree = parse_file(SourceFile("a.rules", text), report)
    dump(tree)
    spans = [found.span for found in report.sorted() if found.span]
    todo: list[object] = [tree]
    while todo:
        value = todo.pop()
        cls = type(value)
        if isinstance(value, Span):
            spans.append(value)
        elif isinstance(value, tuple):
            todo += value
        elif attrs.has(cls):
            todo += [getattr(value, part.name) for part in attrs.fields(cls)]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)


@quick
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@quick
@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_soup_of_tokens(text: str) -> None:
    check(text)


@quick
@given(st.lists(st.sampled_from(LINES), max_size=20).map("".join))
def test_soup_of_lines(text: str) -> None:
    check(text)


@quick
@given(
    st.integers(0, len(SINK)), st.integers(0, 30), st.sampled_from([*WORDS, "", "\t", "\x00", ")"])
)
def test_mutations_of_a_valid_file(place: int, length: int, put: str) -> None:
    begin = SINK.rfind("\n", 0, max(0, place - 1000)) + 1
    check(SINK[begin:place] + put + SINK[place + length : place + 1000])


@pytest.mark.parametrize(
    "text",
    [
        "(" * 40_000,
        ")" * 40_000,
        "define x = " + "([{" * 12_000,
        "define x = " + "f(" * 99 + "1" + ")" * 99,
        "define x = " + "- " * 40_000,
        "define x = " + "not " * 20_000 + "a",
        "define x = " + "a." * 40_000 + "b",
        "define x = 1" + " + 1" * 20_000,
        "define x = " + "if a then " * 8_000,
        "effect e:\n" + "".join(" " * depth + "if a:\n" for depth in range(1, 900)),
        "effect e:\n    if a: stop\n" + "    else if a: stop\n" * 4_000,
        "define x = f(\n" * 6_000,
        "action a:\n" * 8_000,
        "action a:\n    cost\n" * 4_000,
        "effect e\n    stop\n" * 4_000,
        "\x00" * 400_000,
        "$ \n" * 30_000,
        '"' * 400_000,
        '"\\' * 40_000,
        "cite " + "A-1, " * 18_000,
        "roll x = 2d6 " * 6_000,
        "1" * 400_000,
        "define x = 3\n" * 7_000,
        " " * 499_999 + "x",
        "\n" * 499_999,
        "#" * 499_999,
        "a\n b\n" * 16_000,
        "x" * 1_000_000,
        "\ufeff" * 1000,
    ],
    ids=lambda text: repr(text[:16]),
)
def test_hostile_texts_end_quickly(text: str) -> None:
    begin = time.process_time()
    report = Reporter()
    parse_file(SourceFile("a.rules", text), report)
    # Far above what is needed, far below what anything but linear time would take.
    assert time.process_time() - begin < 10
