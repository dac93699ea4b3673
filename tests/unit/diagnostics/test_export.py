"""Diagnostics as JSON, as single lines and as commands for GitHub."""

from __future__ import annotations

import json

from rulelang.diagnostics import codes
from rulelang.diagnostics.export import to_concise, to_github, to_json
from rulelang.diagnostics.model import Diagnostic, Fix, Label
from rulelang.source import SourceFile, Sources, Span

TEXT = "enum Good: wool\ncost 1 wol\n"
SPAN = Span("a.rules", 23, 26)


def sources() -> Sources:
    files = Sources()
    files.add(SourceFile("a.rules", TEXT))
    return files


def test_json_has_every_field() -> None:
    found = Diagnostic(
        code=codes.UNKNOWN_NAME,
        message="there is no resource called `wol`",
        span=SPAN,
        label="not declared",
        secondary=(Label(Span("a.rules", 11, 15), "declared here"),),
        notes=("заметка",),
        help="did you mean `wool`?",
        fixes=(Fix(SPAN, "wool"),),
    )
    place = {"path": "a.rules", "line": 2, "column": 8, "end_line": 2, "end_column": 11}
    declared = {"path": "a.rules", "line": 1, "column": 12, "end_line": 1, "end_column": 16}
    text = to_json([found], sources())
    assert "заметка" in text
    assert json.loads(text) == {
        "version": 1,
        "diagnostics": [
            {
                "code": "E203",
                "slug": "unknown-name",
                "severity": "error",
                "message": "there is no resource called `wol`",
                **place,
                "label": "not declared",
                "secondary": [{**declared, "label": "declared here"}],
                "notes": ["заметка"],
                "help": "did you mean `wool`?",
                "fixes": [{**place, "replacement": "wool"}],
            }
        ],
    }


def test_json_without_a_place_has_nulls() -> None:
    found = Diagnostic(code=codes.UNKNOWN_SETTING, message="m", span=None)
    (record,) = json.loads(to_json([found], sources()))["diagnostics"]
    keys = ("path", "line", "column", "end_line", "end_column")
    assert [record[key] for key in keys] == [None] * 5


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(to_json([], sources())) == {"version": 1, "diagnostics": []}


def test_concise_is_one_line_each() -> None:
    found = [
        Diagnostic(code=codes.UNKNOWN_NAME, message="two\nlines", span=SPAN),
        Diagnostic(code=codes.MISSING_TABLE, message="gone", span=Span("x.csv", 0, 0)),
        Diagnostic(code=codes.UNUSED_NAME, message="unused", span=None),
    ]
    assert to_concise(found, sources()) == (
        "a.rules:2:8: error[E203] two lines\nx.csv: error[E801] gone\nwarning[W207] unused\n"
    )


def test_github_shows_findings_beside_their_lines() -> None:
    found = Diagnostic(
        code=codes.UNKNOWN_NAME,
        message="50% of `wol`,\nnone of: `wool`",
        span=SPAN,
        help="did you mean `wool`?",
    )
    loose = Diagnostic(code=codes.LEAK_BY_THE_RULES, message="a leak", span=None)
    assert to_github([found, loose], sources()) == (
        "::error file=a.rules,line=2,endLine=2,col=8,endColumn=11,title=E203 unknown-name::"
        "50%25 of `wol`,%0Anone of: `wool`%0Adid you mean `wool`?\n"
        "::notice title=L601 leak-by-the-rules::a leak\n"
    )


def test_github_takes_any_path() -> None:
    found = Diagnostic(code=codes.EMPTY_FILE, message="m", span=Span("a:b,c%.rules", 0, 1))
    assert to_github([found], sources()).startswith("::error file=a%3Ab%2Cc%25.rules,title=")
