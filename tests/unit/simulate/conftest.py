"""Small games for the tests of bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.runtime.game import Game

DATA = Path(__file__).parents[2] / "data"


@cache
def _game(name: str, players: int) -> Game:
    return load_game(DATA / f"{name}.rules", players=players)


@pytest.fixture
def orchard() -> Game:
    """A game of points without secrets, with an action that bots leave alone."""
    return _game("orchard", 2)


@pytest.fixture
def auction() -> Game:
    """A game of hidden hands, a hidden pile, dice and cards that lie face down."""
    return _game("auction", 3)
