"""What a compiled game needs to be played: state, chance, play, views. Imports no compiler."""

from __future__ import annotations
