"""Boards as pictures: in goes a position of a game as somebody sees it, out comes an SVG drawing."""

from __future__ import annotations

from rulelang.render.gallery import CardFace, draw_gallery
from rulelang.render.look import Entry, Look, read_look
from rulelang.render.picture import Panel, PlayerPanel, Seen, draw_boards, draw_svg
from rulelang.render.pieces import draw_sign, draw_tiles

__all__ = [
    "CardFace",
    "Entry",
    "Look",
    "Panel",
    "PlayerPanel",
    "Seen",
    "draw_boards",
    "draw_gallery",
    "draw_sign",
    "draw_svg",
    "draw_tiles",
    "read_look",
]
