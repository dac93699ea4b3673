"""Passes over the action graph: one per file, listed in `from_program.build_graph`."""

from __future__ import annotations
