"""A language for the rules of board games, and the engine that plays them."""

from __future__ import annotations

__version__ = "0.1.0"
