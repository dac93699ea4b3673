"""Boards as pictures: in goes a position of a game as somebody sees it, out comes an SVG drawing."""

from __future__ import annotations

from rulelang.render.look import Entry, Look, read_look
from rulelang.render.picture import Panel, PlayerPanel, Seen, draw_svg

__all__ = ["Entry", "Look", "Panel", "PlayerPanel", "Seen", "draw_svg", "read_look"]
