"""Declarations of a linked game to symbols: kinds, components, places, boards, names, constants."""

from __future__ import annotations
