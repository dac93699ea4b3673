"""References in a real browser: search, links, languages, keyboard, print, and nothing from a network."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from rulelang.bundled import bundled_folder
from rulelang.cli.doc_command import command
from tests.browser.chromium import Browser, Page
from tests.browser.conftest import PageOf

FOLDER = bundled_folder()
GAMES = sorted(file.stem for file in FOLDER.glob("*.rules")) if FOLDER is not None else []
CHRONICLES = (
    "boat_race",
    "highlander",
    "single_cask",
    "hammer",
    "haggis",
    "chapters",
    "great_glen",
)
PRINTED = [
    *((game, ()) for game in GAMES),
    ("glenmore", CHRONICLES),
    ("caledonia", ("solo",)),
    ("caledonia", ("clan_auction",)),
]

SIZE = "+document.documentElement.style.getPropertyValue('--fit')"
DEAD_LINKS = """
[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))
    .filter(href => !href.startsWith('#') || !document.getElementById(decodeURIComponent(href.slice(1))))
"""
SHOWN = "[...document.querySelectorAll('article')].filter(a => !a.hidden).map(a => a.lang).join()"
WIDE = """
[...document.querySelectorAll('article:not([hidden]) *')]
    .filter(e => !e.closest('.scroll') && !e.closest('svg svg') && e.getBoundingClientRect().right > innerWidth + 1 && e.getClientRects().length)
    .map(e => e.tagName).slice(0, 5)
"""
UNNAMED = """
[...document.querySelectorAll('article:not([hidden]) svg[role], input, button, nav, form')]
    .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || (e.labels || []).length || e.getAttribute('role') === 'search'))
    .map(e => e.outerHTML.slice(0, 80))
"""
SKIPPED_LEVELS = """
(() => {
    const levels = [...document.querySelectorAll('article:not([hidden]) :is(h1, h2, h3, h4, h5, h6)')].map(h => +h.tagName[1]);
    return levels.filter((level, n) => n && level > levels[n - 1] + 1).length;
})()
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_quiet_whole_and_alone(browser: Browser, page_of: PageOf, game: str) -> None:
    file = page_of(game, "full")
    page = browser.page(file, width=390, height=800)
    assert page.evaluate(DEAD_LINKS) == []
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(SKIPPED_LEVELS) == 0
    for language in ("ru", "en"):
        page.evaluate(f"document.querySelector('.switch [data-to={language}]').click()")
        assert page.evaluate(SHOWN) == language
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(WIDE) == []
    assert page.complaints() == []
    assert page.requests() == [file.as_uri()]
    page.close()


@pytest.fixture
def catan(browser: Browser, page_of: PageOf) -> Page:
    page = browser.page(page_of("catan", "full"))
    page.evaluate(
        "document.querySelector('.switch [data-to=en]').click()"
    )  # others left a language
    return page


def _found(page: Page) -> list[str]:
    listed = page.evaluate(
        "JSON.stringify([...document.querySelectorAll('.find:not([hidden]) .results a')].map(a => a.querySelector('b').textContent))"
    )
    found: list[str] = json.loads(listed)
    return found


def test_search_finds_by_keyboard_alone(catan: Page) -> None:
    catan.press("/")
    catan.type("robber")
    assert "Move the robber" in _found(catan)
    status = catan.evaluate(
        "document.querySelector('.find:not([hidden]) [role=status]').textContent"
    )
    assert re.fullmatch(r"Found: \d+", status)
    catan.press("ArrowDown")
    assert catan.evaluate("document.activeElement.tagName") == "A"
    catan.press("Enter")
    catan.until(lambda: bool(catan.evaluate("location.hash !== ''")))
    target = catan.evaluate("location.hash.slice(1)")
    assert catan.evaluate(
        f"document.getElementById({target!r}).textContent.toLowerCase().includes('robber')"
    )
    assert _found(catan) == []
    assert catan.complaints() == []


def test_search_speaks_the_language_that_is_shown(catan: Page) -> None:
    catan.evaluate("document.querySelector('.switch [data-to=ru]').click()")
    catan.press("/")
    catan.type("РАЗБОЙНИК переместить")
    assert _found(catan)[0] == "Переместить разбойника"
    catan.press("Escape")
    assert _found(catan) == []
    catan.type("qqqq")
    said = catan.evaluate("document.querySelector('.find:not([hidden]) [role=status]').textContent")
    assert said == "Ничего не найдено"


def test_the_switch_stays_at_the_same_place_without_a_reload(catan: Page) -> None:
    catan.evaluate("window.notReloaded = true")
    catan.evaluate("document.getElementById('en-scoring').scrollIntoView({behavior: 'instant'})")
    catan.evaluate("document.querySelector('.switch [data-to=ru]').click()")
    assert catan.evaluate("window.notReloaded") is True
    assert catan.evaluate("location.hash").startswith("#ru-")
    top = catan.evaluate("document.getElementById('ru-scoring').getBoundingClientRect().top")
    assert abs(top) < 300


def test_a_link_into_the_other_language_shows_it(catan: Page) -> None:
    catan.evaluate("location.hash = '#ru-actions'")
    catan.until(lambda: catan.evaluate(SHOWN) == "ru")
    assert (
        catan.evaluate("document.querySelector('[data-to=ru]').getAttribute('aria-pressed')")
        == "true"
    )


def test_the_first_tab_offers_to_skip_to_the_rules(catan: Page) -> None:
    catan.press("Tab")
    assert catan.evaluate("document.activeElement.className") == "skip"
    catan.press("Enter")
    assert catan.evaluate("document.activeElement.id") == "main"


def test_landmarks_have_names_and_focus_is_seen(catan: Page) -> None:
    counts = catan.evaluate(
        "JSON.stringify(['body > header', 'main', 'nav', '[role=search]'].map("
        "each => [...document.querySelectorAll(each)].filter(e => !e.closest('[hidden]')).length))"
    )
    assert json.loads(counts) == [1, 1, 1, 1]
    seen = []
    for _ in range(4):
        catan.press("Tab")
        style = "getComputedStyle(document.activeElement)"
        seen.append(
            catan.evaluate(
                f"{style}.outlineStyle !== 'none' || {style}.boxShadow !== 'none'"
                " || document.activeElement.className === 'skip'"
            )
        )
    assert all(seen)


def test_an_edition_of_changes_marks_them(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("changes") / "page.html"
    arguments = ["catan", "--with", "calm_start", "--edition", "changes", "--lang", "en,ru"]
    made = CliRunner().invoke(command, [*arguments, "-o", str(file)])
    assert made.exit_code == 0, made.output
    page = browser.page(file)
    for language, word in (("en", "new"), ("ru", "новое")):
        page.evaluate(f"document.querySelector('.switch [data-to={language}]').click()")
        shown = "article:not([hidden])"
        marks = page.evaluate(f"document.querySelectorAll('{shown} ins.marked').length")
        assert marks >= 2
        first = page.evaluate(f"document.querySelector('{shown} ins.marked').textContent")
        assert word in first.casefold()
    assert page.evaluate(DEAD_LINKS) == []
    assert page.evaluate(SKIPPED_LEVELS) == 0
    assert page.complaints() == []
    page.close()


def test_dark_and_light_differ_and_can_be_read(browser: Browser, page_of: PageOf) -> None:
    colours = []
    for dark in (False, True):
        page = browser.page(page_of("catan", "full"), dark=dark)
        style = "getComputedStyle(document.body)"
        colours.append((page.evaluate(f"{style}.backgroundColor"), page.evaluate(f"{style}.color")))
        page.close()
    light, dark_ones = ([_brightness(colour) for colour in pair] for pair in colours)
    assert light[0] - light[1] > 150
    assert dark_ones[1] - dark_ones[0] > 150


def _brightness(colour: str) -> float:
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


@pytest.mark.parametrize(("game", "variants"), PRINTED)
def test_a_summary_prints_on_two_pages(
    browser: Browser, page_of: PageOf, game: str, variants: tuple[str, ...]
) -> None:
    for edition, most in (("summary", 2), ("aid", 1)):
        page = browser.page(page_of(game, edition, variants))
        for language in ("en", "ru"):
            page.evaluate(f"document.querySelector('.switch [data-to={language}]').click()")
            assert _sheets(page) in range(1, most + 1), (edition, language)
        page.close()


def test_a_short_edition_prints_on_its_pages_with_wide_letters(
    browser: Browser, page_of: PageOf
) -> None:
    page = browser.page(page_of("glenmore", "aid"))
    usual = page.evaluate(SIZE) if _sheets(page) == 1 else None
    page.evaluate("document.documentElement.style.setProperty('--serif', 'monospace')")
    assert _sheets(page) == 1
    assert usual is not None
    assert page.evaluate(SIZE) < usual
    page.close()


def _sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.print_pdf()))
