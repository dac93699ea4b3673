"""Diagnostics as SARIF: one run, the rules that were broken, places, related places and fixes."""

from __future__ import annotations

import json
from pathlib import Path

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Diagnostic, Fix, Label
from rulelang.diagnostics.sarif import to_sarif
from rulelang.source import SourceFile, Sources, Span

TEXT = "enum Good: wool\ncost 1 wol\n"
SPAN = Span("my games/a.rules", 23, 26)


def sources() -> Sources:
    files = Sources()
    files.add(SourceFile(SPAN.path, TEXT))
    return files


def test_a_finding_is_a_result_of_its_rule() -> None:
    found = Diagnostic(
        code=codes.UNKNOWN_NAME,
        message="there is no resource called `wol`",
        span=SPAN,
        secondary=(Label(Span(SPAN.path, 11, 15), "declared here"),),
        help="did you mean `wool`?",
        fixes=(Fix(SPAN, "wool"),),
    )
    (run,) = json.loads(to_sarif([found, found], sources(), "1.2"))["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("rulelang", "1.2")
    assert [(rule["id"], rule["name"]) for rule in driver["rules"]] == [("E203", "unknown-name")]
    region = {"startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 11}
    place = {"artifactLocation": {"uri": "my%20games/a.rules"}, "region": region}
    first = run["results"][0]
    assert first == {
        "ruleId": "E203",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "there is no resource called `wol`\ndid you mean `wool`?"},
        "locations": [{"physicalLocation": place}],
        "relatedLocations": first["relatedLocations"],
        "fixes": [
            {
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": "my%20games/a.rules"},
                        "replacements": [
                            {"deletedRegion": region, "insertedContent": {"text": "wool"}}
                        ],
                    }
                ]
            }
        ],
    }
    (related,) = first["relatedLocations"]
    assert related["message"] == {"text": "declared here"}
    assert related["physicalLocation"]["region"]["startColumn"] == 12


def test_a_finding_without_a_place_has_no_location() -> None:
    lost = Span(str(Path("/games/b.rules")), 0, 1)
    loose = Diagnostic(code=codes.UNKNOWN_SETTING, message="m", span=None)
    elsewhere = Diagnostic(code=codes.LEAK_BY_THE_RULES, message="m", span=lost)
    (run,) = json.loads(to_sarif([loose, elsewhere], sources(), "1.2"))["runs"]
    first, second = run["results"]
    assert "locations" not in first
    assert (second["level"], second["ruleIndex"]) == ("note", 1)
    assert second["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "file:///games/b.rules"}}}
    ]


def test_nothing_to_say_is_a_run_without_results() -> None:
    document = json.loads(to_sarif([], sources(), "1.2"))
    assert (document["version"], document["runs"][0]["results"]) == ("2.1.0", [])
