"""Back ends: an action graph becomes something that can be run."""

from __future__ import annotations
