"""Tools for tests: positions to start from, and the rules that pages of the documentation show."""

from __future__ import annotations
