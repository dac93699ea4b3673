"""Syntax tree to text that is read as the same tree."""

from __future__ import annotations
