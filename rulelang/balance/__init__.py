"""What a change does to a game: the same seeds with and without it, measured and compared."""

from __future__ import annotations
