"""What holds in play: random games, small scopes searched as a whole, the shortest game that shows a fault."""

from __future__ import annotations
