"""What books take from games that were really played: points that came up, positions of tests, tests that hold."""

from __future__ import annotations
