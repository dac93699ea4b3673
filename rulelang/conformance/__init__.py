"""What must hold for every game, whatever its rules: properties, walks, random programs."""

from __future__ import annotations
