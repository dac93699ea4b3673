"""Books of small games and of a bundled one, made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.bundled import find_game
from rulelang.reference.making import subject_of
from rulelang.reference.model import Book
from rulelang.reference.outline import full_book
from rulelang.reference.subject import Subject

DATA = Path(__file__).parents[2] / "data"


@cache
def _subject(name: str) -> Subject:
    path = DATA / f"{name}.rules"
    return subject_of(path if path.is_file() else find_game(name))


@cache
def _book(name: str, language: str) -> Book:
    return full_book(_subject(name), language)


@pytest.fixture
def orchard_book() -> Book:
    return _book("orchard", "en")


@pytest.fixture
def orchard_subject() -> Subject:
    return _subject("orchard")


@pytest.fixture(params=["catan", "clans_glory"])
def books(request: pytest.FixtureRequest) -> tuple[Book, Book]:
    return _book(request.param, "en"), _book(request.param, "ru")
