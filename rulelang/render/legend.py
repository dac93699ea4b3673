"""The legend of a drawing: what its pieces, colours, signs and emblems mean."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.render.emblems import draw_emblem
from rulelang.render.look import ink_on
from rulelang.render.piece_shapes import INK, draw_piece
from rulelang.render.svg import Sheet, text_width

SIZE = 12.5
SIGN = 11.0
# Text -> (way to draw it: piece, emblem or label; its shape or sign; its colour).
Legend = dict[str, tuple[str, str, str]]


def draw_legend(legend: Mapping[str, tuple[str, str, str]], width: float) -> Sheet:
    """Return what things mean, in lines of this width."""
    sheet = Sheet()
    x, y = 0.0, 0.0
    for text, (way, sign, colour) in legend.items():
        mark = 26.0 if way != "label" else max(26.0, text_width(sign, SIGN) + 12)
        needed = mark + text_width(text, SIZE) + 22
        if x and x + needed > width:
            x, y = 0.0, y + 24
        if way == "piece":
            draw_piece(sheet, sign, (x + 11, y), 9, colour)
        elif way == "emblem":
            draw_emblem(sheet, sign, (x + 11, y), 10, colour)
        else:
            style = {"fill": colour, "stroke": INK, "stroke_width": 0.8, "rx": 4}
            sheet.rect((x, y - 9), (mark - 4, 18), **style)
            sheet.text((x + mark / 2 - 2, y), sign, SIGN, fill=ink_on(colour))
        sheet.text((x + mark + 2, y), text, SIZE, text_anchor="start", fill=INK)
        x += needed
    return sheet
