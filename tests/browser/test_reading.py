"""How a reference reads in a real browser: searching, switching, narrow screens, no script, traces, what is removed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli.trace_command import command as trace
from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.model import REMOVED, Book, BookTable, Marked, Section
from rulelang.reference.writers.html import write_html
from tests.browser.chromium import Browser, Page
from tests.browser.conftest import PageOf

SCROLLERS = """
[...document.querySelectorAll('article:not([hidden]) .scroll')].filter(e => e.scrollWidth > e.clientWidth + 1)
"""


@pytest.fixture
def catan(browser: Browser, page_of: PageOf) -> Page:
    page = browser.page(page_of("catan", "full"))
    _switch(page, "en")
    return page


def _switch(page: Page, language: str) -> None:
    page.evaluate(f"document.querySelector('.switch [data-to={language}]').click()")


def _found(page: Page, language: str, text: str) -> list[str]:
    _switch(page, language)
    shown = "document.querySelector('.find:not([hidden]) input')"
    page.evaluate(f"{shown}.focus(), {shown}.value = ''")
    page.type(text)
    links = f"[...document.querySelectorAll('[data-lang={language}] .results b')]"
    found: list[str] = page.evaluate(f"{links}.map(e => e.textContent)")
    return found


def test_search_finds_other_forms_of_a_word(catan: Page) -> None:
    assert _found(catan, "en", "robbers") == _found(catan, "en", "robber") != []
    assert _found(catan, "ru", "разбойники") == _found(catan, "ru", "разбойник") != []
    assert set(_found(catan, "ru", "гавани")) == set(_found(catan, "ru", "гаванью")) != set()


def test_search_takes_quotes_of_any_kind_and_leaves_out_the_index(catan: Page) -> None:
    found = _found(catan, "en", '"Longest Road"')
    assert found[0] == "Longest Road"
    assert "Index" not in found
    assert _found(catan, "en", "player's") == _found(catan, "en", "player’s") != []


def test_the_switch_changes_title_and_address(catan: Page) -> None:
    english = catan.evaluate("document.title")
    catan.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    catan.evaluate("location.hash = '#en-scoring'")
    catan.until(lambda: catan.evaluate("scrollY > 0"))  # browsers follow an address when they draw
    catan.evaluate("scrollTo(0, 0)")
    catan.until(lambda: catan.evaluate("scrollY === 0"))
    _switch(catan, "ru")
    assert catan.evaluate("location.hash") == "#ru-top"
    assert catan.evaluate("document.title") not in ("", english)
    row = catan.evaluate("document.querySelector('article:not([hidden]) tr[id]').id")
    catan.evaluate(f"location.hash = '#{row}'")
    catan.until(lambda: catan.evaluate("scrollY > 0"))
    _switch(catan, "en")
    assert catan.evaluate("location.hash") == f"#en{row.removeprefix('ru')}"


def test_an_address_that_is_none_does_no_harm(browser: Browser, page_of: PageOf) -> None:
    page = browser.page(page_of("catan", "full"))
    page.evaluate("location.hash = '#%E0%A4%A'")
    page.call("Page.reload")
    page.until(lambda: page.evaluate("document.readyState") == "complete")
    assert page.complaints() == []
    assert _found(page, "en", "robber") != []
    page.close()


def test_without_a_script_all_languages_are_there(browser: Browser, page_of: PageOf) -> None:
    page = browser.page(page_of("clans_glory", "full"))
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(page_of("clans_glory", "full"))
    heights = "[...document.querySelectorAll('article')].map(e => e.getBoundingClientRect().height)"
    assert all(height > 1000 for height in page.evaluate(heights))
    assert page.evaluate("document.querySelector('.switch').getClientRects().length") == 0
    page.close()


def test_chapters_are_landmarks_and_only_what_scrolls_has_the_focus(
    browser: Browser, page_of: PageOf
) -> None:
    page = browser.page(page_of("caledonia", "full"), width=390, height=800)
    _switch(page, "ru")
    shown = "article:not([hidden])"
    named = page.evaluate(f"document.querySelectorAll('{shown} [aria-labelledby]').length")
    assert named == page.evaluate(f"document.querySelectorAll('{shown} section.level-2').length")
    focused = f"document.querySelectorAll('{shown} .scroll[tabindex][aria-label]').length"
    assert page.evaluate(focused) == page.evaluate(f"{SCROLLERS}.length")
    assert page.evaluate("document.querySelector('h1, h2, h3').tagName") == "H1"
    page.close()


@pytest.mark.parametrize("game", ["caledonia", "catan", "glenmore"])
def test_components_are_seen_whole_on_a_phone(browser: Browser, page_of: PageOf, game: str) -> None:
    page = browser.page(page_of(game, "full"), width=390, height=800)
    for language in ("en", "ru"):
        _switch(page, language)
        first = "document.querySelector('article:not([hidden]) .scroll')"
        assert page.evaluate(f"{first}.scrollWidth <= {first}.clientWidth"), language
    page.close()


@pytest.mark.parametrize("width", [390, 1200])
def test_a_trace_shows_why_clauses_are_left_out(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    file = tmp_path / "trace.html"
    asked = ["catan", "--games", "0", "--format", "html", "-o", str(file)]
    assert CliRunner().invoke(trace, asked).exit_code == 0
    page = browser.page(file, width=width)
    box = "document.querySelector('#en-left-out .scroll')"
    assert page.evaluate(f"{box}.scrollWidth <= {box}.clientWidth")
    assert page.evaluate(f"{box}.querySelector('td').getBoundingClientRect().width") > 120
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.complaints() == []
    page.close()


def test_all_of_what_is_removed_is_struck(browser: Browser, tmp_path: Path) -> None:
    said = Sentence((Run("Gone."),))
    blocks = (said, Bullets(said, (said,)), BookTable("", ("A",), (((Run("b"),),),)))
    removed = tuple(Marked(REMOVED, block) for block in blocks)
    book = Book("en", "changes", "Tiny", "", (Section("a", "A", removed),))
    file = tmp_path / "changes.html"
    file.write_text(write_html([book]), "utf-8")
    page = browser.page(file)
    lines = page.evaluate(
        "JSON.stringify([...document.querySelectorAll('del :is(p, li, th, td)')]"
        ".map(e => getComputedStyle(e).textDecorationLine))"
    )
    assert set(json.loads(lines)) == {"line-through"}
    page.close()
