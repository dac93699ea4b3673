"""Expressions, statements and rules of a linked game to nodes, in a scope of names."""

from __future__ import annotations
