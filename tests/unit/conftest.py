"""Small games written as rules, compiled for the tests of the later stages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.backends.python.compile import compile_program
from rulelang.diagnostics.reporter import Reporter
from rulelang.program.model import Program
from rulelang.runtime.game import Game
from rulelang.source import Sources

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
        return compile_program(program_of(text, players)).load()

    return make
