"""The pages about codes: what to avoid shows the code, what to prefer shows nothing, docs say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.explanations import Explanation, explanation_of, markdown_of
from rulelang.diagnostics.model import Code, Diagnostic, Severity
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Sources
from tests.support.snippets import complete
from tests.support.trial import try_rules

PAGES = Path(rulelang.__file__).parent.parent / "docs" / "errors"
# What cannot be compiled yet changes from version to version; the others only `verify` can find.
WITHOUT_EXAMPLES = {"E416", "R907", "R908", "R909"}
SHOWN = [code for code in CODES.values() if code.id not in WITHOUT_EXAMPLES]
EACH = pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.id)
# Examples are small: they leave names unused, and say so only where that is the point.
BESIDES = {"W207", "L601"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said_about(page: Explanation, rules: str, *, is_avoided: bool) -> tuple[Diagnostic, ...]:
    for name, text in page.files.items():
        Path(name).write_text(text, "utf-8")
    whole = rules if page.whole else complete(rules)
    path = Path("example.rules")
    if is_avoided and page.stored == "unreadable":
        path.symlink_to("/proc/self/mem")  # root may read every other file
    elif is_avoided:
        path.write_bytes((whole * page.repeat).encode(page.stored))
    else:
        path.write_text(whole, "utf-8")
    report = Reporter()
    try_rules(path, Sources(), report)
    return report.sorted()


@EACH
def test_what_to_avoid_shows_the_code_and_nothing_else(code: Code) -> None:
    page = explanation_of(code)
    said = said_about(page, page.avoid, is_avoided=True)
    found = {each.code.id: each.message for each in said}
    assert code.id in found, found
    assert found.keys() - BESIDES <= {code.id}, found


@EACH
def test_what_to_prefer_is_free_of_errors(code: Code) -> None:
    page = explanation_of(code)
    said = said_about(page, page.prefer, is_avoided=False)
    wrong = [each for each in said if each.severity is Severity.ERROR or each.code is code]
    assert not wrong, wrong


@EACH
def test_every_code_has_both_examples(code: Code) -> None:
    page = explanation_of(code)
    assert page.avoid.strip()
    assert page.prefer.strip()
    assert page.avoid != page.prefer or page.stored != "utf-8"
    assert all(
        name in page.avoid + page.prefer + "".join(page.files.values()) for name in page.files
    )


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_docs_say_what_the_command_says(code: Code) -> None:
    written = (PAGES / f"{code.id}.md").read_text("utf-8")
    assert written == markdown_of(code), "run `python scripts/error_pages.py`"


def test_there_is_no_page_without_a_code() -> None:
    assert sorted(path.stem for path in PAGES.glob("*")) == sorted(CODES)
