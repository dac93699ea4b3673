"""The action graph: what a game can do from decision to decision, and where its state lives."""

from __future__ import annotations
