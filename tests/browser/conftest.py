"""References of all bundled games as pages, and one browser for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

from rulelang.bundled import find_game, find_variant
from rulelang.reference.making import subject_of
from rulelang.reference.subject import Subject
from rulelang.reference.writers.files import BookOrder, make_books, make_files
from tests.browser.chromium import Browser

GAMES = Path(__file__).parents[2] / "games"


class PageOf(Protocol):
    """From a game, an edition and variants to the page in both languages."""

    def __call__(self, game: str, edition: str, variants: tuple[str, ...] = ()) -> Path: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser() as running:
        yield running


@pytest.fixture(scope="session")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> PageOf:
    """Return a function that makes each page once."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def subject(game: str, variants: tuple[str, ...]) -> Subject:
        rules = find_game(game)
        return subject_of(rules, [find_variant(rules, name) for name in variants])

    @cache
    def make(game: str, edition: str, variants: tuple[str, ...] = ()) -> Path:
        order = BookOrder(game=game, variants=variants, languages=("en", "ru"), edition=edition)
        out = folder / f"{'+'.join((game, *variants))}-{edition}.html"
        books = make_books(order, subject(game, variants), None)
        for file, content in make_files(order, books, out).items():
            file.write_bytes(content)
        return out

    return make
