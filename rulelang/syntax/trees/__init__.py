"""The syntax tree: frozen nodes with spans, how to walk over them, and their dump."""

from __future__ import annotations
