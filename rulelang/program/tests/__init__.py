"""The `test` items of a game to typed tests: positions, answers, what is to hold."""

from __future__ import annotations
