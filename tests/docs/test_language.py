"""The language reference: its examples compile, and it leaves out no section, word, function or fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulelang
from rulelang.diagnostics.codes import CODES
from tests.support.snippets import Snippet, compile_errors, failed_tests, read_page

PACKAGE = Path(rulelang.__file__).parent
TEXT = (PACKAGE.parent / "docs" / "language.md").read_text("utf-8")
GRAMMAR = (PACKAGE / "grammar.lark").read_text("utf-8")
PAGE = read_page(TEXT)

# Read by the parser and refused or ignored by what follows; see the message of the checker.
UNSAID = {"list"}


@pytest.mark.parametrize("snippet", PAGE.snippets, ids=lambda snippet: f"line_{snippet.line}")
def test_example_compiles(snippet: Snippet, tmp_path: Path) -> None:
    said = compile_errors(PAGE, snippet, tmp_path)
    assert not said, said


@pytest.mark.parametrize(
    "snippet", [s for s in PAGE.snippets if s.has_tests], ids=lambda snippet: f"line_{snippet.line}"
)
def test_worked_examples_hold(snippet: Snippet, tmp_path: Path) -> None:
    assert failed_tests(PAGE, snippet, tmp_path) == []


def test_sections_are_those_of_the_grammar() -> None:
    sections = re.findall(r"^// --- (\d+\. .*?) -+$", GRAMMAR, re.MULTILINE)
    assert re.findall(r"^## (\d+\. .*)$", TEXT, re.MULTILINE) == sections


def test_every_word_of_the_grammar_is_mentioned() -> None:
    words = set(re.findall(r'"([a-z_]+)"', GRAMMAR)) - UNSAID
    assert words <= set(re.findall(r"[a-z_]+", TEXT))


def test_every_library_function_is_listed() -> None:
    from rulelang.program.typing.library import LIBRARY

    section = TEXT[TEXT.index("## 9.") :]
    assert [name for name in LIBRARY if f"`{name}(" not in section] == []


def test_every_fault_is_listed() -> None:
    faults = [code for code in CODES if code.startswith("R90")]
    assert [code for code in faults if f"| {code} |" not in TEXT] == []
