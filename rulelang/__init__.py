"""A language for the rules of board games, and the engine that plays them.

    game = rulelang.load("my_game.rules", players=4)
    play = game.start(seed=7)
    play.choose(play.options()[0])

Names are imported when they are first used, so that `rulelang --version` answers at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.checking import check
    from rulelang.diagnostics.model import Diagnostic
    from rulelang.loading import RulesError, load
    from rulelang.runtime.game import Game
    from rulelang.runtime.play import Play

__version__ = "0.1.0"

__all__ = ["Diagnostic", "Game", "Play", "RulesError", "__version__", "check", "load"]

_HOMES = {
    "Diagnostic": "rulelang.diagnostics.model",
    "Game": "rulelang.runtime.game",
    "Play": "rulelang.runtime.play",
    "RulesError": "rulelang.loading",
    "check": "rulelang.checking",
    "load": "rulelang.loading",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
