"""Pictures of a book: the order of play, galleries, positions of tests."""

from __future__ import annotations
