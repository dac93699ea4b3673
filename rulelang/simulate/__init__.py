"""Bots and many games: policies that pick options, a runner over processes, statistics and tables."""

from __future__ import annotations
