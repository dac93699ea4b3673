"""The Python back end: an action graph becomes one Python module as text."""

from __future__ import annotations
