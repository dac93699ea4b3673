"""Pieces by their shape: each is an outline about the point where it stands."""

from __future__ import annotations

from rulelang.render.svg import Point, Sheet, shown

INK = "#222222"
# Outlines as points, one unit is half the size of the piece.
_OUTLINES: dict[str, tuple[Point, ...]] = {
    "house": ((-0.8, 0.8), (-0.8, -0.15), (0, -0.95), (0.8, -0.15), (0.8, 0.8)),
    "castle": (
        (-1.15, 0.9), (-1.15, -0.1), (-0.1, -0.1), (-0.1, -0.7), (0.5, -1.25), (1.15, -0.7), (1.15, 0.9),
    ),
    "hut": ((-1.05, 0.85), (0, -1.05), (1.05, 0.85), (0.38, 0.85), (0, 0.15), (-0.38, 0.85)),
    "cube": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "diamond": ((0, -1.1), (0.85, 0), (0, 1.1), (-0.85, 0)),
    "triangle": ((0, -1), (0.95, 0.75), (-0.95, 0.75)),
    "shield": ((-0.85, -0.9), (0.85, -0.9), (0.85, 0.1), (0, 1.1), (-0.85, 0.1)),
    "person": (
        (-0.28, -0.42), (-1.05, 0.0), (-1.05, 0.3), (-0.42, 0.28), (-0.75, 1.0), (-0.18, 1.0), (0, 0.6),
        (0.18, 1.0), (0.75, 1.0), (0.42, 0.28), (1.05, 0.3), (1.05, 0.0), (0.28, -0.42),
    ),
    "ship": (
        (-1.15, 0.3), (-0.14, 0.3), (-0.14, -1.15), (0.85, 0.06), (0.1, 0.06), (0.1, 0.3), (1.15, 0.3),
        (0.7, 0.95), (-0.7, 0.95),
    ),
    "pawn": ((-0.65, 1.0), (-0.22, -0.35), (0.22, -0.35), (0.65, 1.0)),
}  # fmt: skip
_HEADS = {"person": (0, -0.68, 0.4), "pawn": (0, -0.6, 0.45)}
SHAPES = ("disc", *_OUTLINES)


def draw_piece(sheet: Sheet, shape: str, at: Point, radius: float, fill: str) -> None:
    """Draw a piece that stands at a point; an unknown shape is a disc."""
    x, y = at
    style = {"fill": fill, "stroke": INK, "stroke_width": max(1.0, radius / 8)}
    if shape not in _OUTLINES:
        sheet.circle(at, radius * 0.85, **style)
        return
    points = [(x + radius * dx, y + radius * dy) for dx, dy in _OUTLINES[shape]]
    if shape in _HEADS:
        dx, dy, size = _HEADS[shape]
        head = (x + radius * dx, y + radius * dy)
        # The outline of the head is hidden where it meets the body.
        sheet.circle(head, radius * size, **style)
        sheet.path(_outline(points), points, stroke_linejoin="round", **style)
        sheet.circle(head, radius * size - max(0.5, radius / 16), fill=fill)
        return
    sheet.path(_outline(points), points, stroke_linejoin="round", **style)


def _outline(points: list[Point]) -> str:
    steps = " L".join(f"{shown(x)} {shown(y)}" for x, y in points)
    return f"M{steps} Z"
