"""The map of the compiler: text → syntax tree → linked game → typed program → graph → Python.

Every stage is a function from frozen data to frozen data; all report to one Reporter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.loader import load_linked
from rulelang.linking.model import Linked
from rulelang.program.from_linked import player_range, type_program
from rulelang.program.model import Program
from rulelang.source import Sources


def link(path: Path, variants: Sequence[Path], sources: Sources, report: Reporter) -> Linked | None:
    """Text to linked game: parse the file and what it uses, read tables, apply edits."""
    return load_linked(path, variants, sources, report)


def type_game(
    linked: Linked, players: int, settings: Mapping[str, str], report: Reporter, *, tests: bool
) -> Program | None:
    """Linked game to typed program, for one number of players and one choice of settings."""
    return type_program(linked, players, settings, report, with_tests=tests)


def players_of(linked: Linked, report: Reporter) -> range:
    """All numbers of players that a game can be played with."""
    low, high = player_range(linked, report)
    return range(low, high + 1)
