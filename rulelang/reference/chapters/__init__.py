"""Chapters of a rules reference, one file for each, and what only they need."""

from __future__ import annotations
