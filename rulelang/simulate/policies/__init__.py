"""Policies: how a bot answers. Each looks at the bare state and returns one of the offered options."""

from __future__ import annotations
