"""Numbered work over processes or a cluster: the same results wherever it runs, and none lost."""

from __future__ import annotations
