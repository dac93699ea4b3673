"""References of all bundled games as pages, and one browser for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rulelang.bundled import find_game
from rulelang.reference.files import Order, make_books, make_files
from rulelang.reference.making import subject_of
from rulelang.reference.subject import Subject
from tests.browser.chromium import Browser

GAMES = Path(__file__).parents[2] / "games"
PageOf = Callable[[str, str], Path]


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
    """Return a function from the name of a game and an edition to its page in both languages."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def subject(game: str) -> Subject:
        return subject_of(find_game(game))

    @cache
    def make(game: str, edition: str) -> Path:
        order = Order(game=game, variants=(), languages=("en", "ru"), edition=edition)
        out = folder / f"{game}-{edition}.html"
        for file, content in make_files(order, make_books(order, subject(game), None), out).items():
            file.write_bytes(content)
        return out

    return make
