"""Diagnostics as SARIF 2.1.0, the format in which code hosts and editors exchange findings of tools.

Only what was found is listed among the rules of the tool. Columns count characters, as everywhere here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from rulelang.diagnostics.explanations import explanation_of
from rulelang.diagnostics.model import Code, Diagnostic, Fix
from rulelang.source import Sources, Span

Data = dict[str, object]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(diagnostics: Iterable[Diagnostic], sources: Sources, version: str) -> str:
    """Return a SARIF document with one run; it has no results if there is nothing to say."""
    found = tuple(diagnostics)
    codes = tuple({diagnostic.code.id: diagnostic.code for diagnostic in found}.values())
    driver: Data = {"name": "rulelang", "version": version, "rules": [_rule(c) for c in codes]}
    run: Data = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes.index(each.code), sources) for each in found],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2)


def _rule(code: Code) -> Data:
    page = explanation_of(code)
    return {
        "id": code.id,
        "name": code.slug,
        "shortDescription": {"text": page.summary},
        "help": {"text": page.why},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _result(diagnostic: Diagnostic, rule: int, sources: Sources) -> Data:
    said = [diagnostic.message, *diagnostic.notes, diagnostic.help]
    result: Data = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": "\n".join(filter(None, said))},
    }
    if diagnostic.span is not None:
        result["locations"] = [_location(diagnostic.span, sources)]
    if diagnostic.secondary:
        result["relatedLocations"] = [
            {**_location(label.span, sources), "message": {"text": label.text}}
            for label in diagnostic.secondary
        ]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix, sources) for fix in diagnostic.fixes]
    return result


def _location(span: Span, sources: Sources) -> Data:
    place: Data = {"artifactLocation": {"uri": _uri(span.path)}}
    region = _region(span, sources)
    if region:
        place["region"] = region
    return {"physicalLocation": place}


def _fix(fix: Fix, sources: Sources) -> Data:
    replaced = {
        "deletedRegion": _region(fix.span, sources),
        "insertedContent": {"text": fix.replacement},
    }
    change = {"artifactLocation": {"uri": _uri(fix.span.path)}, "replacements": [replaced]}
    return {"artifactChanges": [change]}


def _region(span: Span, sources: Sources) -> dict[str, int]:
    file = sources.get(span.path)
    if file is None:
        return {}
    (line, column), (end_line, end_column) = file.position(span.start), file.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _uri(path: str) -> str:
    return Path(path).as_uri() if Path(path).is_absolute() else quote(Path(path).as_posix())
