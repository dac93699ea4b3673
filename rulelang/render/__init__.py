"""Boards as pictures: in goes a position of a game as somebody sees it, out comes an SVG drawing."""

from __future__ import annotations

from rulelang.render.artist import ANYTHING, Artist
from rulelang.render.focus import Focus
from rulelang.render.gallery import CardFace, draw_gallery
from rulelang.render.legend import Legend, draw_legend
from rulelang.render.look import Look, LookRow, read_look
from rulelang.render.picture import Panel, PlayerPanel, draw_boards, draw_situation, draw_svg
from rulelang.render.pieces import draw_sign, draw_tiles
from rulelang.render.svg import Sheet

__all__ = [
    "ANYTHING",
    "Artist",
    "CardFace",
    "Focus",
    "Legend",
    "Look",
    "LookRow",
    "Panel",
    "PlayerPanel",
    "Sheet",
    "draw_boards",
    "draw_gallery",
    "draw_legend",
    "draw_sign",
    "draw_situation",
    "draw_svg",
    "draw_tiles",
    "read_look",
]
