"""Components by themselves: a sign for a kind of piece, rows of tiles, rows of cards."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from attrs import frozen

from rulelang.render.artist import Artist, Speaker
from rulelang.render.legend import Legend, draw_legend
from rulelang.render.look import PLAIN, Look, ink_on
from rulelang.render.rims import rim_of
from rulelang.render.shapes import INK
from rulelang.render.svg import LETTER, Point, Sheet
from rulelang.render.tiles import TILE, draw_tile

SIGN = 11.0
CARD: Point = (132.0, 96.0)
GAP = 12.0
TITLE, SMALL = 13.0, 9.5
CARDS, TILES = 5, 8  # in a row


@frozen(kw_only=True)
class CardFace:
    """What is seen on a card: its name, lines below it, its colour, how many there are."""

    title: str
    lines: Sequence[str]
    colour: str
    count: int


def draw_sign(words: Speaker, look: Look, thing: int, *, as_bar: bool) -> str:
    """Return a small drawing of a component, as it stands on boards (`as_bar`: along edges)."""
    sheet = Sheet()
    artist = Artist(words, look, {}, sheet, {})
    if artist.is_piece(thing) and as_bar:
        start, end = (-SIGN * 0.8, SIGN * 0.5), (SIGN * 0.8, -SIGN * 0.5)
        sheet.line(start, end, stroke=INK, stroke_width=7.0, stroke_linecap="round")
        sheet.line(start, end, stroke=look.thing(thing), stroke_width=5.0, stroke_linecap="round")
        sheet.rect((-SIGN, -SIGN), (2 * SIGN, 2 * SIGN), fill="none")
    elif artist.is_piece(thing):
        artist.piece(thing, (0, 0), SIGN)
    else:
        colour = look.thing(thing)
        style = {"fill": colour, "stroke": INK, "stroke_width": 1.2, "rx": 3}
        sheet.rect((-SIGN * 0.75, -SIGN), (SIGN * 1.5, SIGN * 2), **style)
    return sheet.to_svg(margin=2, background="none")


def draw_tiles(words: Speaker, look: Look, tiles: Sequence[tuple[int, int]], title: str) -> str:
    """Return tiles with their parts in rows, each (tile, how many of it); empty without parts."""
    sheet = Sheet()
    legend: Legend = {}
    artist = Artist(words, look, {"places": {}}, sheet, legend)
    boards = words.game.layout.boards
    grid = boards[0].grid if boards else "squares"
    for rank, (tile, count) in enumerate(tiles):
        row, column = divmod(rank, TILES)
        x, y = column * TILE * 1.15, row * TILE * 1.3
        draw_tile(artist, tile, rim_of(grid, (x, y), TILE), 0)
        name = words.short(tile)
        text = name if count == 1 else f"{name} × {count}"
        artist.caption((x, y + TILE * 0.6), text, TILE, 11, fill=INK)
    if legend:
        left, _top, right, bottom = sheet.box
        sheet.place(draw_legend(legend, right - left), (left, bottom + GAP))
    return sheet.to_svg(title=title)


def draw_cards(faces: Sequence[CardFace], title: str) -> str:
    """Return cards in rows."""
    sheet = Sheet()
    width, height = CARD
    for rank, face in enumerate(faces):
        row, column = divmod(rank, CARDS)
        corner = (column * (width + GAP), row * (height + GAP))
        _draw_card(sheet, face, corner)
    return sheet.to_svg(title=title)


def _draw_card(sheet: Sheet, face: CardFace, corner: Point) -> None:
    (x, y), (width, height) = corner, CARD
    colour = face.colour or PLAIN
    style = {"fill": "#ffffff", "stroke": INK, "stroke_width": 1.2, "rx": 8}
    sheet.rect(corner, CARD, **style)
    titles = wrap(face.title, int((width - 12) / (TITLE * LETTER)))[:2] or [""]
    band = 10.0 + 15 * len(titles)
    sheet.path(
        f"M{x} {y + 8} a8 8 0 0 1 8 -8 h{width - 16} a8 8 0 0 1 8 8 v{band - 8} h{-width} z",
        (corner,), fill=colour, stroke=INK, stroke_width=0.8,
    )  # fmt: skip
    for number, text in enumerate(titles):
        at = (x + width / 2, y + 13 + 15 * number)
        sheet.text(at, text, TITLE, fill=ink_on(colour), font_weight="bold")
    lines = [
        part for line in face.lines for part in wrap(line, int((width - 14) / (SMALL * LETTER)))
    ]
    room = int((height - band - 8) / 12)
    for number, line in enumerate(lines[:room]):
        at = (x + 8, y + band + 11 + 12 * number)
        sheet.text(at, line, SMALL, text_anchor="start", fill=INK)
    if face.count > 1:
        sheet.circle(
            (x + width - 4, y + height - 4), 12, fill="#ffffff", stroke=INK, stroke_width=1.2
        )
        sheet.text((x + width - 4, y + height - 4), f"{face.count}", 11, fill=INK)
