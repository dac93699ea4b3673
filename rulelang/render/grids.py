"""Fixed boards: hexes and squares with their edges and corners, and graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import hypot, sqrt

from rulelang.render.artist import BACK, FAINT, LEADING, SMALLEST, Artist
from rulelang.render.cells import PIECE, draw_bars, draw_cell
from rulelang.render.gallery import fold
from rulelang.render.look import PLAIN, ink_on
from rulelang.render.shapes import INK
from rulelang.render.spots import FACE_DOWN, Spot, seen_at
from rulelang.render.svg import Point, text_width

HEX_WIDTH = 96.0
HEX_HEIGHT = HEX_WIDTH * 2 / sqrt(3)
SQUARE = 60.0
CARD: Point = (66.0, 84.0)
WIDE_CARD: Point = (128.0, 96.0)  # where names are long
LONG_NAME = 24
CARD_TEXT = 10.5
CARD_GAP: Point = (16.0, 20.0)
RIM = 1.16  # how far the sea reaches, in sizes of a cell
SQUARE_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
AREA_FOOT = 40.0
SEA = "#bcd9e6"
# Corners of a cell and its size in pixels, for hexes that stand on a corner and on a side.
HEXES = {
    "hexes": (
        ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25)),
        (HEX_WIDTH, HEX_HEIGHT),
    ),
    "flat": (
        ((-0.25, -0.5), (0.25, -0.5), (0.5, 0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0)),
        (HEX_HEIGHT, HEX_WIDTH),
    ),
}
# Half of an edge, as a way from its middle.
HALVES = {
    "hexes": {"NE": (0.25, 0.125), "E": (0.0, 0.25), "SE": (-0.25, 0.125)},
    "flat": {"NE": (0.125, 0.25), "SE": (-0.125, 0.25), "S": (0.25, 0.0)},
    "squares": {"N": (0.5, 0.0), "W": (0.0, 0.5)},
}


def _at(spot: Spot, scale: Point) -> Point:
    return spot.x * scale[0], spot.y * scale[1]


# --- hexes and squares -------------------------------------------------------------------------------


def draw_hexes(artist: Artist, spots: Sequence[Spot], grid: str = "hexes") -> None:
    """Draw cells of six sides with what lies on them, their edges and their corners."""
    corners, scale = HEXES[grid]
    cells = [spot for spot in spots if spot.role == "cell"]
    for spot in cells:
        x, y = _at(spot, scale)
        around = [(x + dx * RIM * scale[0], y + dy * RIM * scale[1]) for dx, dy in corners]
        artist.sheet.polygon(around, fill=SEA)
    _cells(artist, cells, corners, scale)
    _outline(artist, grid, spots, scale)


def draw_squares(artist: Artist, spots: Sequence[Spot]) -> None:
    """Draw square cells with what lies on them, their edges and their corners."""
    cells = [spot for spot in spots if spot.role == "cell"]
    _cells(artist, cells, SQUARE_CORNERS, (SQUARE, SQUARE))
    _outline(artist, "squares", spots, (SQUARE, SQUARE))


def _cells(artist: Artist, cells: Sequence[Spot], corners: Sequence[Point], scale: Point) -> None:
    """All cells, then what lies between two of them."""
    outlines = []
    for spot in cells:
        x, y = _at(spot, scale)
        outline = [(x + dx * scale[0], y + dy * scale[1]) for dx, dy in corners]
        draw_cell(artist, spot, (x, y), outline)
        outlines.append((spot.place, outline))
    draw_bars(artist, cells, outlines)


def _outline(artist: Artist, grid: str, spots: Sequence[Spot], scale: Point) -> None:
    """Edges below corners; what is nobody's stands beside the edge, outside the board."""
    cells = [_at(spot, scale) for spot in spots if spot.role == "cell"]
    for spot in spots:
        if spot.role != "edge":
            continue
        x, y = _at(spot, scale)
        dx, dy = HALVES[grid].get(spot.letter, (0.0, 0.0))
        ends = ((x - dx * scale[0], y - dy * scale[1]), (x + dx * scale[0], y + dy * scale[1]))
        for thing in spot.things:
            if thing != FACE_DOWN and artist.words.owner(thing) >= 0:
                _bar(artist, ends, artist.look.thing(thing))
            else:
                _badge(artist, thing, ends, cells)
    for spot in spots:
        if spot.role == "corner" and spot.things:
            artist.pieces([t for t in spot.things if t != FACE_DOWN], _at(spot, scale), PIECE)


def _bar(artist: Artist, ends: tuple[Point, Point], colour: str) -> None:
    """A piece along an edge, a little shorter than the edge."""
    (x1, y1), (x2, y2) = ends
    start = (x1 + (x2 - x1) * 0.17, y1 + (y2 - y1) * 0.17)
    end = (x2 - (x2 - x1) * 0.17, y2 - (y2 - y1) * 0.17)
    artist.sheet.line(start, end, stroke=INK, stroke_width=9.0, stroke_linecap="round")
    artist.sheet.line(start, end, stroke=colour, stroke_width=6.5, stroke_linecap="round")


def _badge(artist: Artist, thing: int, ends: tuple[Point, Point], cells: Sequence[Point]) -> None:
    """Something that is nobody's on an edge: a label outside the only cell there, tied to the edge."""
    (x1, y1), (x2, y2) = ends
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    near = sorted(cells, key=lambda cell: hypot(cell[0] - middle[0], cell[1] - middle[1]))[:2]
    gaps = [hypot(cell[0] - middle[0], cell[1] - middle[1]) for cell in near]
    is_rim = len(near) < 2 or gaps[1] > gaps[0] * 1.1
    out = 0.5 if is_rim else 0.0
    at = (middle[0] + (middle[0] - near[0][0]) * out, middle[1] + (middle[1] - near[0][1]) * out)
    for end in ends if is_rim else ():
        artist.sheet.line(at, end, stroke="#8b6a3e", stroke_width=3.0, stroke_dasharray="4 2")
    artist.token(thing, at, 11)
    if thing != FACE_DOWN:
        short, full = artist.words.short(thing), artist.words.thing(thing)
        if short != full:
            artist.legend.setdefault(full, ("label", short, artist.look.thing(thing)))


# --- graphs --------------------------------------------------------------------------------------------


def draw_graph(artist: Artist, spots: Sequence[Spot]) -> None:
    """Draw cells as boxes with lines between them; places made of several cells lie behind."""
    names = [artist.words.short(thing) for spot in spots for thing in spot.things if thing >= 0]
    card = WIDE_CARD if any(len(name) > LONG_NAME for name in names) else CARD
    step = (card[0] + CARD_GAP[0], card[1] + CARD_GAP[1])
    at = {spot.place: _at(spot, step) for spot in spots}
    _areas(artist, at, step)
    for a, b in artist.game.meta["picture"]["links"]:
        if a in at and b in at:
            artist.sheet.line(at[a], at[b], stroke="#a89f88", stroke_width=2.5)
    for edge, (a, b) in artist.game.meta["picture"]["ends"].items():
        if a in at and b in at:
            _toll(artist, int(edge), at[a], at[b])
    for spot in spots:
        _box(artist, spot, at[spot.place], card)


def _toll(artist: Artist, edge: int, start: Point, end: Point) -> None:
    """What is written about an edge, on its middle."""
    signs = artist.sight(edge).signs
    if signs:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        artist.sheet.circle(middle, 8.5, fill="#ffffff", stroke=FAINT, stroke_width=1.0)
        artist.sheet.text(middle, " ".join(sign for _name, sign in signs), 9, fill=INK)
        for name, sign in signs:
            artist.explain(name, sign, "#ffffff")


def _box(artist: Artist, spot: Spot, at: Point, card: Point) -> None:
    (x, y), (width, height) = at, card
    cover, tokens, pieces = artist.split(spot)
    fill = artist.grounds(spot, cover)[0]
    corner = (x - width / 2, y - height / 2)
    edge = {"stroke": INK if cover is not None else FAINT, "rx": 7}
    artist.sheet.rect(corner, card, fill=fill, stroke_width=1.4, **edge)
    if cover is not None:
        _face(artist, cover, at, card)
    for rank, token in enumerate(tokens):
        artist.token(token, (x, y + 4 + 18 * rank), 9)
    artist.pieces(pieces, (x, y + (2 if cover is None else height * 0.22)), PIECE)
    foot = (x, y + height / 2 - 8)
    name = artist.words.place(spot.place)
    artist.caption(foot, name, width - 6, 8.5, fill=ink_on(fill), opacity=0.6)


def _face(artist: Artist, cover: int, at: Point, card: Point) -> None:
    """What a card shows: its only number and what else names it, else its name in as many lines as it takes."""
    (x, y), (width, height) = at, card
    ink = ink_on(BACK if cover == FACE_DOWN else artist.look.thing(cover))
    numbers = [] if cover == FACE_DOWN else artist.numbers(cover)
    name = "?" if cover == FACE_DOWN else artist.words.short(cover)
    if len(numbers) == 1:  # of several none stands for the whole
        artist.caption((x, y - 8), str(numbers[0]), width - 8, 30, fill=ink, font_weight="bold")
        rest = name.removesuffix(str(numbers[0])).strip()
        artist.caption((x, y + 18), rest, width - 8, 10, fill=ink)
    elif ": " in name:
        _title_and_text(artist, name, at, card, ink)
    else:
        room = (width - 6, height - 24)
        artist.paragraph((x, y - 8), name, room, 30, fill=ink, font_weight="bold")


def _title_and_text(artist: Artist, name: str, at: Point, card: Point, ink: str) -> None:
    """A name that says behind a colon what is printed: that below it, in letters of one size."""
    (x, y), (width, height) = at, card
    title, _, text = name.partition(": ")
    top = y - height / 2 + 13
    artist.caption((x, top), title, width - 10, 11, fill=ink, font_weight="bold")
    size = CARD_TEXT
    while True:
        lines = _with_arrows(text, size, width - 12)
        if size <= SMALLEST or len(lines) * size * LEADING <= height - 40:
            break
        size -= 0.5
    artist.sheet.lines((x, top + 15), lines, size, LEADING, fill=ink)


def _with_arrows(text: str, size: float, width: float) -> list[str]:
    """Lines of a text; what comes of something begins a line of its own."""
    first, *rest = text.split(" → ")
    parts = [first, *(f"→ {part}" for part in rest)]
    return [line for part in parts for line in fold(part, size, width)]


def _areas(artist: Artist, at: dict[int, Point], step: Point) -> None:
    """Places that cells belong to by a printed field, with what lies on them."""
    members: dict[int, list[Point]] = {}
    for fields in artist.game.meta["picture"]["fields"].values():
        for type_, values in fields.values():
            if type_["form"] == "ref" and type_["universe"] == "places":
                for cell, area in values.items():
                    if int(cell) in at and area not in at and area >= 0:
                        members.setdefault(area, []).append(at[int(cell)])
    for area, cells in members.items():
        left = min(x for x, _ in cells) - step[0] / 2 + 3
        right = max(x for x, _ in cells) + step[0] / 2 - 3
        top = min(y for _, y in cells) - step[1] / 2 + 2
        bottom = max(y for _, y in cells) + step[1] / 2 - 2
        size = (right - left, bottom - top + AREA_FOOT)
        artist.sheet.rect((left, top), size, fill=PLAIN, stroke=FAINT, rx=12)
        name = artist.game.names.all("places")[area]
        foot = bottom + AREA_FOOT / 2 - 4
        artist.sheet.text(
            (left + 12, foot), name, 13, text_anchor="start", fill=INK, font_weight="bold"
        )
        room = left + 24 + text_width(name, 13)
        for rank, thing in enumerate(seen_at(artist.game, artist.view, area)):
            spot = (room + 12 + rank * 25, foot)
            if artist.is_piece(thing):
                artist.piece(thing, spot, PIECE)
            else:
                artist.token(thing, spot, PIECE)


DRAW: dict[str, Callable[[Artist, Sequence[Spot]], None]] = {
    "hexes": draw_hexes,
    "flat": partial(draw_hexes, grid="flat"),
    "squares": draw_squares,
    "graph": draw_graph,
}
