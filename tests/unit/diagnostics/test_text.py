"""Diagnostics as text: underlines stand below what they mean, whatever the line holds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Code, Diagnostic, Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.text import render, render_all, summarise
from rulelang.source import SourceFile, Sources, Span

PATH = "a.rules"


def sources_of(**texts: str) -> Sources:
    sources = Sources()
    for stem, text in texts.items():
        sources.add(SourceFile(f"{stem}.rules", text))
    return sources


def span_of(text: str, word: str, path: str = PATH) -> Span:
    start = text.index(word)
    return Span(path, start, start + len(word))


def shown(text: str, span: Span, *, width: int = 100, label: str = "") -> list[str]:
    found = Diagnostic(code=codes.NO_ROUNDING, message="message", span=span, label=label)
    return render(found, sources_of(a=text), width=width).splitlines()


def test_the_example_of_the_house_style() -> None:
    text = "\n" * 40 + "    cost 1 lumbr, 1 brick\n"
    report = Reporter()
    report.error(
        codes.UNKNOWN_NAME,
        span_of(text, "lumbr"),
        label="not declared in this game or its modules",
        help="did you mean `lumber`?",
        notes=["resources are declared at a.rules:9"],
        what="resource",
        name="lumbr",
    )
    expected = """\
error[E203]: there is no resource called `lumbr`
  --> a.rules:41:12
   |
41 |     cost 1 lumbr, 1 brick
   |            ^^^^^ not declared in this game or its modules
   |
help: did you mean `lumber`?
note: resources are declared at a.rules:9
"""
    assert render_all(report.sorted(), sources_of(a=text)) == expected


def test_secondary_places_are_shown_in_order_and_by_file() -> None:
    text = "enum Good: wool\n\n\nenum Good: ore\n"
    found = Diagnostic(
        code=codes.NAME_TWICE,
        message="`Good` is declared twice",
        span=Span(PATH, 23, 27),
        label="again here",
        secondary=(
            Label(Span(PATH, 5, 9), "first here"),
            Label(Span(PATH, 29, 32), "with this"),
            Label(Span("b.rules", 0, 4), "and in a module"),
        ),
    )
    expected = """\
error[E201]: `Good` is declared twice
 --> a.rules:4:6
  |
1 | enum Good: wool
  |      ---- first here
...
4 | enum Good: ore
  |      ^^^^ again here
  |            --- with this
 ::: b.rules:1:1
  |
1 | enum Good: tar
  | ---- and in a module
"""
    assert render(found, sources_of(a=text, b="enum Good: tar")) == expected


def test_tabs_become_spaces_and_underlines_follow() -> None:
    lines = shown("\tcost\t1 wool", span_of("\tcost\t1 wool", "wool"))
    assert lines[3:5] == ["1 |     cost    1 wool", "  |               ^^^^"]


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    text = 'label "木材" e\u0301 wool'
    lines = shown(text, span_of(text, "wool"))
    assert lines[4] == "  |" + " " * (1 + len('label "木材" e wool') - 4 + 2) + "^^^^"
    assert shown(text, span_of(text, "木材"))[4] == "  |        ^^^^"


def test_an_empty_place_gets_one_sign() -> None:
    assert shown("ab", Span(PATH, 2, 2))[4] == "  |   ^"
    assert shown("", Span(PATH, 0, 0), label="nothing here")[4] == "  | ^ nothing here"


def test_of_a_place_over_several_lines_the_first_is_underlined() -> None:
    assert shown("one two\nthree", Span(PATH, 4, 12))[3:] == ["1 | one two", "  |     ^^^"]


@pytest.mark.parametrize("before", [0, 30, 200])
@pytest.mark.parametrize("after", [0, 30, 200])
def test_a_long_line_is_cut_around_the_place(before: int, after: int) -> None:
    text = "a" * before + "WOOL" + "z" * after
    line, underline = shown(text, span_of(text, "WOOL"), width=60)[3:5]
    assert len(line) <= 60
    assert line.index("WOOL") == underline.index("^^^^")
    assert ("…" in line) == (len(text) > 56)


def test_a_place_longer_than_the_line_is_cut_too() -> None:
    line, underline = shown("a" * 300, Span(PATH, 10, 290), width=60)[3:5]
    assert len(line) <= 60
    assert len(underline) <= 60


def test_characters_that_steer_a_terminal_are_replaced() -> None:
    text = "a\x1b[31m \u202ewool\x07"
    found = Diagnostic(
        code=codes.NO_ROUNDING, message="\x1b]0;x\x07", span=span_of(text, "wool"), label="\x9b"
    )
    output = render(found, sources_of(a=text))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", output)


def test_colour_adds_nothing_but_colour() -> None:
    text = "cost 1 lumbr"
    found = Diagnostic(
        code=codes.NO_ROUNDING,
        message="message",
        span=span_of(text, "lumbr"),
        label="here",
        secondary=(Label(span_of(text, "cost"), "there"),),
        help="help",
        notes=("note",),
    )
    sources = sources_of(a=text)
    coloured = render(found, sources, colour=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(found, sources)


def test_without_a_place_there_is_only_the_message() -> None:
    found = Diagnostic(code=codes.UNKNOWN_SETTING, message="message", span=None, help="first\nnext")
    assert render(found, Sources()) == "error[E708]: message\nhelp: first\n      next\n"


def test_without_its_text_a_file_is_still_named() -> None:
    found = Diagnostic(code=codes.MISSING_TABLE, message="message", span=Span("x.csv", 3, 4))
    assert render(found, Sources()) == "error[E801]: message\n --> x.csv\n"


def test_the_summary_counts_by_severity() -> None:
    def found(code: Code) -> Diagnostic:
        return Diagnostic(code=code, message="", span=None)

    error, warning, note = codes.NO_FLOW, codes.UNUSED_NAME, codes.LEAK_BY_THE_RULES
    assert summarise([found(error)]) == "1 error"
    assert summarise([found(warning), found(error), found(error)]) == "2 errors and 1 warning"
    assert summarise([found(c) for c in (error, warning, note, note)]) == (
        "1 error, 1 warning and 2 notes"
    )


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200), st.integers(0, 90))
def test_any_text_can_be_shown(text: str, start: int, length: int, width: int) -> None:
    lines = shown(text, Span(PATH, start, start + length), width=width)
    assert sum("^" in line for line in lines) >= 1
