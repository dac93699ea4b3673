"""Small games written as rules, compiled for the tests of the later stages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.backends.python.compile import compile_graph
from rulelang.diagnostics.reporter import Reporter
from rulelang.graph.from_program import build_graph
from rulelang.graph.validate import validate_graph
from rulelang.loading import load_game
from rulelang.lowering import lower
from rulelang.program.model import Program
from rulelang.runtime.game import Game
from rulelang.source import Sources

DATA = Path(__file__).parents[1] / "data"

ProgramOf = Callable[..., Program]
GameOf = Callable[..., Game]


@pytest.fixture
def program_of(tmp_path: Path) -> ProgramOf:
    """Return a function from the text of a game to its typed program."""

    def make(text: str, players: int = 2) -> Program:
        path = tmp_path / "game.rules"
        path.write_text(text, encoding="utf-8")
        report = Reporter()
        linked = pipeline.link(path, (), Sources(), report)
        program = None
        if linked is not None:
            program = pipeline.type_game(linked, players, {}, report, tests=False)
        if program is None:
            raise AssertionError("\n".join(found.message for found in report.sorted()))
        return program

    return make


@pytest.fixture
def game_of(program_of: ProgramOf) -> GameOf:
    """Return a function from the text of a game to the compiled game."""

    def make(text: str, players: int = 2) -> Game:
        graph = build_graph(lower(program_of(text, players)))
        validate_graph(graph)
        return compile_graph(graph).load()

    return make


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
