"""The registry of codes: unique, well formed, explained, and filled with the right fields everywhere."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import rulelang
from rulelang.diagnostics import codes
from rulelang.diagnostics.codes import CODES, find_code
from rulelang.diagnostics.explanations import explanation_of
from rulelang.diagnostics.model import Code, Severity
from rulelang.diagnostics.reporter import Reporter

CONSTANTS = {name: value for name, value in vars(codes).items() if isinstance(value, Code)}
REPORTER_OPTIONS = set(inspect.signature(Reporter.error).parameters) - {"fields"}
ALL = pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)


def test_ids_and_slugs_are_unique() -> None:
    assert len(CODES) == len(CONSTANTS)
    assert len({code.slug for code in CONSTANTS.values()}) == len(CONSTANTS)


def test_a_constant_is_called_like_its_slug() -> None:
    assert all(code.slug.upper().replace("-", "_") == name for name, code in CONSTANTS.items())


@ALL
def test_the_letter_of_a_code_tells_its_severity(code: Code) -> None:
    letters = {"E": Severity.ERROR, "R": Severity.ERROR, "W": Severity.WARNING, "L": Severity.NOTE}
    assert re.fullmatch(r"[ERWL][1-9]\d\d", code.id)
    assert letters[code.id[0]] is code.severity


@ALL
def test_a_template_is_filled_with_its_fields(code: Code) -> None:
    message = code.message(**{name: f"<{name}>" for name in code.fields})
    assert all(f"<{name}>" in message for name in code.fields)
    assert "{" not in message.replace("<", "")


@ALL
def test_a_template_leaves_the_options_of_the_reporter_free(code: Code) -> None:
    assert not REPORTER_OPTIONS & set(code.fields)


@ALL
def test_a_message_uses_the_words_of_the_reader(code: Code) -> None:
    page = explanation_of(code)
    text = f"{code.template} {page.summary} {page.why}".casefold()
    assert not re.search(r"\b(invalid|illegal|token|syntax error|parse|oops|sorry)\b", text)
    assert not code.template.endswith(".")


@ALL
def test_every_code_is_explained(code: Code) -> None:
    page = explanation_of(code)
    assert page.summary.endswith(".")
    assert page.why.endswith(".")


def test_a_missing_or_needless_field_raises() -> None:
    with pytest.raises(TypeError, match="E203 takes the fields"):
        codes.UNKNOWN_NAME.message(name="wool")
    with pytest.raises(TypeError, match="E305 takes the fields"):
        codes.NO_ROUNDING.message(name="wool")


@pytest.mark.parametrize("text", ["E203", "e203", "unknown-name", "Unknown-Name"])
def test_a_code_is_found_by_number_or_slug(text: str) -> None:
    assert find_code(text) is codes.UNKNOWN_NAME


def test_an_unknown_code_is_not_found() -> None:
    assert find_code("E999") is None


def test_every_report_in_the_package_fills_its_template() -> None:
    package = Path(rulelang.__file__).parent
    wrong = []
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            wrong += [f"{path.name}:{call.lineno} {text}" for text in _field_mistakes(call)]
    assert wrong == []


def _field_mistakes(call: ast.Call) -> list[str]:
    """Compare the keywords of `….error(codes.NAME, …)` with the fields of that code."""
    match call:
        case ast.Call(
            func=ast.Attribute(attr="error" | "warning" | "note"),
            args=[ast.Attribute(value=ast.Name(id="codes"), attr=name), *_],
        ):
            given = [keyword.arg for keyword in call.keywords]
        case _:
            return []
    if name not in CONSTANTS:
        return [f"there is no code {name}"]
    fields = {arg for arg in given if arg is not None} - REPORTER_OPTIONS
    expected = set(CONSTANTS[name].fields)
    if None in given:
        return [] if fields <= expected else [f"{name} has no fields {fields - expected}"]
    return [] if fields == expected else [f"{name} takes {expected}, not {fields}"]
