"""Boards that are graphs: cells as boxes with lines between them, and areas of several cells behind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from rulelang.render.artist import FAINT, LEADING, SMALLEST, Artist
from rulelang.render.cropping import cut, is_near, windows_of
from rulelang.render.gallery import fold
from rulelang.render.grid_cells import PIECE
from rulelang.render.look import PLAIN, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.place_labels import draw_label
from rulelang.render.spots import DrawnSpot, seen_at
from rulelang.render.svg import Box, Point, Sheet, text_width

CARD: Point = (66.0, 84.0)
WIDE_CARD: Point = (128.0, 96.0)  # where names are long
LONG_NAME = 24
CARD_TEXT = 10.5
CARD_GAP: Point = (16.0, 20.0)
AREA_FOOT = 40.0
APART = 22.0  # the middles of edges between the same two cells


def draw_graph(artist: Artist, spots: Sequence[DrawnSpot]) -> list[Sheet]:
    """Draw cells as boxes with lines between them; places made of several cells lie behind."""
    names = [artist.words.short(thing) for spot in spots for thing in spot.things if thing >= 0]
    card = WIDE_CARD if any(len(name) > LONG_NAME for name in names) else CARD
    step = (card[0] + CARD_GAP[0], card[1] + CARD_GAP[1])
    at = {spot.place: (spot.x * step[0], spot.y * step[1]) for spot in spots}
    areas = _areas_of(artist, at, step)
    found = []
    for window in _windows(artist, at, areas, step):
        here = evolve(artist, sheet=Sheet(), taken=[])
        for area, box in areas.items():
            if is_near((box[0], box[1]), window, (box[2] - box[0], box[3] - box[1])):
                _area(here, area, box)
        _links(here, {place: p for place, p in at.items() if is_near(p, window, step)})
        for spot in spots:
            if is_near(at[spot.place], window, step):
                key = (spot.place, tuple(spot.things), here.focus.places.get(spot.place), card)
                here.group(key, partial(_box, here, spot, at[spot.place], card))
        cut(here.sheet, window)
        found.append(here.sheet)
    return found


def _links(artist: Artist, at: dict[int, Point]) -> None:
    """Lines between cells, with what is written about them; several between two cells side by side."""
    ends: dict[tuple[int, int], list[int]] = {}
    for edge, (a, b) in artist.game.description.picture.ends.items():
        ends.setdefault((min(a, b), max(a, b)), []).append(edge)
    for a, b in artist.game.description.picture.links:
        if a in at and b in at:
            for middle in _middles(at[a], at[b], max(1, len(ends.get((a, b), ())))):
                for end in (at[a], at[b]):
                    artist.sheet.line(end, middle, stroke="#a89f88", stroke_width=2.5)
    for (a, b), edges in ends.items():
        if a in at and b in at:
            for edge, middle in zip(edges, _middles(at[a], at[b], len(edges)), strict=True):
                _toll(artist, edge, middle)


def _middles(start: Point, end: Point, count: int) -> list[Point]:
    """Return where the middles of so many lines between two cells lie: beside one another."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    aside = [(rank - (count - 1) / 2) * APART / length for rank in range(count)]
    return [(x + dx / 2 - dy * far, y + dy / 2 + dx * far) for far in aside]


def _windows(artist: Artist, at: dict[int, Point], areas: dict[int, Box], step: Point) -> list[Box]:
    """What is drawn of a graph: all, or what is about the areas, else the cells, that are named."""
    places = artist.focus.places
    cells = {place: (*p, *p) for place, p in at.items() if place in places}
    dx, dy = step[0] * 0.9, step[1] * 0.9  # a little less than the margin that is added to all
    boxes = [
        (left + dx, top + dy, right - dx, bottom - dy)
        for area, (left, top, right, bottom) in areas.items()
        if area in places
        or any(left < x < right and top < y < bottom for x, y, *_ in cells.values())
    ]
    named = boxes or list(cells.values())
    return windows_of(named if artist.focus.is_only else (), list(at.values()), step)


def is_spoken_of(artist: Artist, spots: Sequence[DrawnSpot]) -> bool:
    """Whether a picture is about places of a board, or about areas that these make up."""
    at = {spot.place: (spot.x, spot.y) for spot in spots}
    found = {*at, *_areas_of(artist, at, (1.0, 1.0))}
    return any(place in found for place in artist.focus.places)


def _toll(artist: Artist, edge: int, middle: Point) -> None:
    """What is written about an edge, on its middle, and what lies on it."""
    signs = artist.sight(edge).signs
    if signs:
        artist.sheet.circle(middle, 8.5, fill="#ffffff", stroke=FAINT, stroke_width=1.0)
        artist.sheet.text(middle, " ".join(sign for _name, sign in signs), 9, fill=INK)
        for name, sign in signs:
            artist.explain(name, sign, "#ffffff")
    for rank, thing in enumerate(seen_at(artist.game, artist.view, edge)):
        artist.lying(thing, (middle[0] + rank * PIECE, middle[1]), PIECE * 0.7)


def _box(artist: Artist, spot: DrawnSpot, at: Point, card: Point) -> None:
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
    if spot.place in artist.focus.places:
        draw_label(artist, artist.focus.places[spot.place], [foot])
    elif not artist.focus.is_only:
        name = artist.words.place(spot.place)
        artist.caption(foot, name, width - 6, 8.5, fill=ink_on(fill), opacity=0.6)


def _face(artist: Artist, cover: int, at: Point, card: Point) -> None:
    """What a card shows: its only number and what else names it, else its name in as many lines as it takes."""
    (x, y), (width, height) = at, card
    ink = ink_on(artist.colour(cover))
    numbers = artist.numbers(cover) if cover >= 0 else []
    name = artist.words.short(cover) if cover >= 0 else "?"
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


def _areas_of(artist: Artist, at: dict[int, Point], step: Point) -> dict[int, Box]:
    """Places that cells belong to by a printed field, each with the box around its cells."""
    members: dict[int, list[Point]] = {}
    for fields in artist.game.description.picture.fields.values():
        for type_, values, _sets in fields.values():
            if type_.form == "ref" and type_.universe == "places":
                for cell, area in values.items():
                    if cell in at and area not in at and area >= 0:
                        members.setdefault(area, []).append(at[cell])
    return {
        area: (
            min(x for x, _ in cells) - step[0] / 2 + 3,
            min(y for _, y in cells) - step[1] / 2 + 2,
            max(x for x, _ in cells) + step[0] / 2 - 3,
            max(y for _, y in cells) + step[1] / 2 - 2 + AREA_FOOT,
        )
        for area, cells in members.items()
    }


def _area(artist: Artist, area: int, box: Box) -> None:
    """An area with its name and with what lies on it."""
    left, top, right, bottom = box
    artist.sheet.rect((left, top), (right - left, bottom - top), fill=PLAIN, stroke=FAINT, rx=12)
    name = artist.game.names.all("places")[area]
    foot = bottom - AREA_FOOT / 2 - 4
    artist.sheet.text(
        (left + 12, foot), name, 13, text_anchor="start", fill=INK, font_weight="bold"
    )
    room = left + 24 + text_width(name, 13)
    for rank, thing in enumerate(seen_at(artist.game, artist.view, area)):
        artist.lying(thing, (room + 12 + rank * 25, foot), PIECE)
