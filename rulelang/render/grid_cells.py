"""One cell of a grid: its ground in one colour or several, its signs and shading, and what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from rulelang.render.artist import Artist
from rulelang.render.look import ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.sights import Sight
from rulelang.render.spots import UNKNOWN, DrawnSpot
from rulelang.render.svg import Point

PIECE = 11.0
NEAR = 2.0  # pixels within which two corners are the same


def draw_cell(artist: Artist, spot: DrawnSpot, at: Point, outline: Sequence[Point]) -> None:
    """Draw a cell about a point with everything on it."""
    sight = artist.sight(spot.place)
    grounds = tuple((ground.colour, ground.sign) for ground in sight.grounds)
    key = (spot.place, tuple(spot.things), grounds, sight.signs, sight.shade)
    artist.group(key, lambda: _draw_cell(artist, spot, at, outline))


def _draw_cell(artist: Artist, spot: DrawnSpot, at: Point, outline: Sequence[Point]) -> None:
    x, y = at
    cover, tokens, pieces = artist.split(spot)
    if cover == UNKNOWN:  # what is printed on the cell is known
        cover, tokens = None, [UNKNOWN, *tokens]
    sight = artist.sight(spot.place)
    colours = artist.grounds(spot, cover)
    fill = colours[0]
    artist.sheet.polygon(outline, fill=fill, stroke="#5f5844", stroke_width=1.2)
    for colour, sector in list(zip(colours, sectors(at, outline, len(colours)), strict=True))[1:]:
        artist.sheet.polygon(sector, fill=colour)
    if sight.shade[0]:
        artist.sheet.polygon(outline, fill=sight.shade[1] or INK, opacity=0.55)
        artist.explain(sight.shade[0], artist.look.entry(sight.shade[0]).sign, sight.shade[1])
    width = max(px for px, _ in outline) - min(px for px, _ in outline)
    if cover is None:
        _signs(artist, sight, at, width)
    else:
        text = artist.words.short(cover) if cover >= 0 else "?"
        artist.caption((x, y - width * 0.25), text, width * 0.8, width * 0.12, fill=ink_on(fill))
    for rank, token in enumerate(tokens):
        away = (rank - (len(tokens) - 1) / 2) * width * 0.36
        artist.token(token, (x + away, y + width * 0.04), width * 0.16)
    artist.pieces(pieces, (x + (width * 0.27 if tokens else 0), y + width * 0.02), PIECE * 1.1)
    if artist.focus.is_only:
        return
    foot = (x, y + width * 0.34)
    artist.caption(foot, spot.name, width * 0.7, width * 0.1, fill=ink_on(fill), opacity=0.75)


def sectors(at: Point, outline: Sequence[Point], count: int) -> list[list[Point]]:
    """Return a cell in equal parts about its middle, the first to the left."""
    if count == 1:
        return [list(outline)]
    found = []
    for rank in range(count):
        first = pi + (2 * rank - 1) * pi / count
        steps = [first + step * 2 * pi / count / 24 for step in range(25)]
        found.append([at, *(_on_outline(at, outline, angle) for angle in steps)])
    return found


def _on_outline(at: Point, outline: Sequence[Point], angle: float) -> Point:
    """Where a ray from the middle meets the outline."""
    dx, dy = cos(angle), sin(angle)
    best = 0.0
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        ex, ey = x2 - x1, y2 - y1
        across = dx * ey - dy * ex
        if abs(across) < 1e-9:
            continue
        away = ((x1 - at[0]) * ey - (y1 - at[1]) * ex) / across
        along = ((x1 - at[0]) * dy - (y1 - at[1]) * dx) / across
        if away > 0 and -1e-9 <= along <= 1 + 1e-9:
            best = max(best, away)
    return at[0] + dx * best, at[1] + dy * best


def _signs(artist: Artist, sight: Sight, at: Point, width: float) -> None:
    """Signs of the ground in its parts, what is written about the cell above its middle."""
    x, y = at
    grounds = sight.grounds
    for rank, ground in enumerate(grounds):
        artist.explain_ground(ground)
        angle = pi + 2 * pi * rank / len(grounds)
        spot = (x + cos(angle) * width * 0.34, y + sin(angle) * width * 0.28)
        artist.sheet.text(spot, ground.sign, width * 0.1, fill=ink_on(ground.colour), opacity=0.7)
    text = " ".join(sign for _name, sign in sight.signs)
    ink = ink_on(grounds[0].colour) if grounds else INK
    head = (x, y - width * 0.31)
    artist.caption(head, text, width * 0.5, width * 0.12, fill=ink, font_weight="bold")
    for name, _sign in sight.signs:
        artist.explain(name, artist.look.entry(name).sign, "#ffffff")


def draw_bars(
    artist: Artist, spots: Sequence[DrawnSpot], outlines: Sequence[tuple[int, Sequence[Point]]]
) -> None:
    """Draw what joins or parts two cells as a bar on the border that they share, once for each pair."""
    shapes = dict(outlines)
    for spot in spots:
        for name, other, colour in artist.sight(spot.place).bars:
            is_told = (name, spot.place, colour) in artist.sight(other).bars and other < spot.place
            if is_told or other not in shapes or spot.place not in shapes:
                continue
            shared = [
                a for a in shapes[spot.place]
                if any(hypot(a[0] - b[0], a[1] - b[1]) < NEAR for b in shapes[other])
            ]  # fmt: skip
            if len(shared) == 2:
                style = {"stroke": colour or INK, "stroke_width": 7.0, "stroke_linecap": "round"}
                artist.sheet.line(shared[0], shared[1], **style)
                artist.explain(name, artist.look.entry(name).sign, colour or INK)
