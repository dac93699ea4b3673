"""Drawing fixed boards: hexes and squares with their edges and corners."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from attrs import evolve

from rulelang.render.artist import Artist
from rulelang.render.cropping import cut, in_window, is_near, windows_of
from rulelang.render.grid_cells import PIECE, draw_bars, draw_cell
from rulelang.render.piece_shapes import INK
from rulelang.render.place_labels import PLATE, Goal, around, draw_label
from rulelang.render.spots import DrawnSpot
from rulelang.render.svg import Box, Point, Sheet

HEX_WIDTH = 96.0
HEX_HEIGHT = HEX_WIDTH * 2 / sqrt(3)
SQUARE = 60.0
RIM = 1.16  # how far the sea reaches, in sizes of a cell
MARK = 5.0  # half the size of the mark of a corner
SEA = "#bcd9e6"
# Corners of a cell and its size in pixels; hexes stand on a corner or, flat ones, on a side.
GRIDS: dict[str, tuple[tuple[Point, ...], Point]] = {
    "hexes": (
        ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25)),
        (HEX_WIDTH, HEX_HEIGHT),
    ),
    "flat": (
        ((-0.25, -0.5), (0.25, -0.5), (0.5, 0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0)),
        (HEX_HEIGHT, HEX_WIDTH),
    ),
    "squares": (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)), (SQUARE, SQUARE)),
}
# Half of an edge, as a way from its middle.
HALVES = {
    "hexes": {"NE": (0.25, 0.125), "E": (0.0, 0.25), "SE": (-0.25, 0.125)},
    "flat": {"NE": (0.125, 0.25), "SE": (-0.125, 0.25), "S": (0.25, 0.0)},
    "squares": {"N": (0.5, 0.0), "W": (0.0, 0.5)},
}


def _at(spot: DrawnSpot, scale: Point) -> Point:
    return spot.x * scale[0], spot.y * scale[1]


def draw_grid(artist: Artist, spots: Sequence[DrawnSpot], grid: str) -> list[Sheet]:
    """Draw cells with what lies on them, their edges and their corners: all, or the windows that matter."""
    scale = GRIDS[grid][1]
    cells = [_at(spot, scale) for spot in spots if spot.role == "cell"]
    found = []
    for window in _windows(artist, spots, scale):
        here = evolve(artist, sheet=Sheet(), taken=[])
        seen = in_window(spots, window, scale)
        _cells(here, grid, [spot for spot in seen if spot.role == "cell"])
        _outline(here, grid, seen, cells)
        _name(here, grid, [spot for spot in seen if is_near(_at(spot, scale), window)], window)
        cut(here.sheet, window)
        found.append(here.sheet)
    return found


def _windows(artist: Artist, spots: Sequence[DrawnSpot], scale: Point) -> list[Box]:
    """What is drawn of a board: all, or what a picture is about."""
    points = [_at(spot, scale) for spot in spots if spot.place in artist.focus.places]
    named = [(*at, *at) for at in points]
    among = [_at(spot, scale) for spot in spots]
    return windows_of(named if artist.focus.is_only else (), among, scale)


def _cells(artist: Artist, grid: str, cells: Sequence[DrawnSpot]) -> None:
    """All cells, about hexes the sea, then what lies between two of them."""
    corners, scale = GRIDS[grid]
    outlines = []
    for spot in cells if grid != "squares" else ():
        x, y = _at(spot, scale)
        rim = [(x + dx * RIM * scale[0], y + dy * RIM * scale[1]) for dx, dy in corners]
        artist.sheet.polygon(rim, fill=SEA)
    for spot in cells:
        x, y = _at(spot, scale)
        outline = [(x + dx * scale[0], y + dy * scale[1]) for dx, dy in corners]
        draw_cell(artist, spot, (x, y), outline)
        outlines.append((spot.place, outline))
    draw_bars(artist, cells, outlines)


def _outline(artist: Artist, grid: str, spots: Sequence[DrawnSpot], cells: Sequence[Point]) -> None:
    """Edges below corners; what is nobody's stands beside the edge, outside the board."""
    scale = GRIDS[grid][1]
    for spot in spots:
        if spot.role != "edge":
            continue
        ends = _ends(spot, grid, scale)
        for thing in spot.things:
            if thing >= 0 and artist.words.owner(thing) >= 0:
                _bar(artist, ends, artist.look.thing(thing), is_thin=bool(artist.look.shape(thing)))
                if artist.look.shape(thing):
                    middle = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
                    artist.pieces([thing], middle, PIECE)
            else:
                is_alone = all(t < 0 or artist.words.owner(t) < 0 for t in spot.things)
                _badge(artist, thing, ends, cells, is_alone=is_alone)
    for spot in spots:
        if spot.role == "corner" and spot.things:
            artist.pieces([t for t in spot.things if t >= 0], _at(spot, scale), PIECE)


def _ends(spot: DrawnSpot, grid: str, scale: Point) -> tuple[Point, Point]:
    """Where an edge begins and ends."""
    x, y = _at(spot, scale)
    dx, dy = HALVES[grid].get(spot.letter, (0.0, 0.0))
    return (x - dx * scale[0], y - dy * scale[1]), (x + dx * scale[0], y + dy * scale[1])


def _name(artist: Artist, grid: str, spots: Sequence[DrawnSpot], window: Box) -> None:
    """Mark the places that the picture is about where nothing stands there, and write their names."""
    scale = GRIDS[grid][1]
    named = [spot for spot in spots if spot.place in artist.focus.places]
    outline = [spot for spot in named if spot.role != "cell"]
    for spot in outline:
        if spot.role == "corner" and not spot.things:
            style = {"fill": PLATE, "stroke": INK, "stroke_width": 1.6}
            artist.sheet.circle(_at(spot, scale), MARK, **style)
            artist.take(_at(spot, scale), MARK, MARK)
        elif spot.role == "edge" and not spot.things:
            _dashes(artist, _ends(spot, grid, scale))
    for spot in named if artist.focus.is_only else outline:
        (x, y), text = _at(spot, scale), artist.focus.places[spot.place]
        if spot.role == "cell":
            high = scale[1]
            ways = [(x, y + high * part) for part in (0.33, -0.36, 0.2, -0.2)]
            draw_label(artist, text, ways, bounds=window)
        else:
            is_full = spot.role == "corner" and spot.things
            ends = _ends(spot, grid, scale) if spot.role == "edge" else ((x, y), (x, y))
            goal = Goal(ends, PIECE * 1.2 if is_full else MARK + 2)
            draw_label(artist, text, around(goal, text), goal, window)


def _dashes(artist: Artist, ends: tuple[Point, Point]) -> None:
    """An edge that is spoken of and has nothing on it."""
    start, end = _shortened(artist, ends)
    artist.sheet.line(start, end, stroke=PLATE, stroke_width=6.0, stroke_linecap="round")
    artist.sheet.line(start, end, stroke=INK, stroke_width=2.4, stroke_dasharray="5 3.5")


def _shortened(artist: Artist, ends: tuple[Point, Point]) -> tuple[Point, Point]:
    """A line a little shorter than an edge; names keep clear of it."""
    (x1, y1), (x2, y2) = ends
    for way in (0.2, 0.35, 0.5, 0.65, 0.8):
        artist.take((x1 + (x2 - x1) * way, y1 + (y2 - y1) * way), 5, 5)
    return (
        (x1 + (x2 - x1) * 0.17, y1 + (y2 - y1) * 0.17),
        (x2 - (x2 - x1) * 0.17, y2 - (y2 - y1) * 0.17),
    )


def _bar(artist: Artist, ends: tuple[Point, Point], colour: str, *, is_thin: bool) -> None:
    """A piece along an edge; below one that has a shape of its own the edge is only marked."""
    start, end = _shortened(artist, ends)
    wide = 3.5 if is_thin else 6.5
    artist.sheet.line(start, end, stroke=INK, stroke_width=wide + 2.5, stroke_linecap="round")
    artist.sheet.line(start, end, stroke=colour, stroke_width=wide, stroke_linecap="round")


def _badge(
    artist: Artist,
    thing: int,
    ends: tuple[Point, Point],
    cells: Sequence[Point],
    *,
    is_alone: bool,
) -> None:
    """Something that is nobody's on an edge: a label outside the only cell there, tied to the edge.

    Between two cells it lies on the edge, or beside it if a piece stands there.
    """
    (x1, y1), (x2, y2) = ends
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    near = sorted(cells, key=lambda cell: hypot(cell[0] - middle[0], cell[1] - middle[1]))[:2]
    gaps = [hypot(cell[0] - middle[0], cell[1] - middle[1]) for cell in near]
    is_rim = len(near) < 2 or gaps[1] > gaps[0] * 1.1
    out = 0.5 if is_rim else 0.0 if is_alone else 0.45
    at = (middle[0] + (middle[0] - near[0][0]) * out, middle[1] + (middle[1] - near[0][1]) * out)
    for end in ends if is_rim else ():
        artist.sheet.line(at, end, stroke="#8b6a3e", stroke_width=3.0, stroke_dasharray="4 2")
    artist.token(thing, at, 11)
    if thing >= 0:
        short, full = artist.words.short(thing), artist.words.thing(thing)
        if short != full:
            artist.legend.setdefault(full, ("label", short, artist.look.thing(thing)))
