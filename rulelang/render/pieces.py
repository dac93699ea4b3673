"""Components by themselves: a sign for a kind of piece, rows of tiles."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.render.artist import Artist, Speaker
from rulelang.render.grown_tiles import TILE, draw_tile
from rulelang.render.legend import Legend, draw_legend
from rulelang.render.look import Look, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.svg import Sheet

SIGN = 11.0
PIECE = "piece"
GAP = 12.0
TILES = 8  # in a row


def draw_sign(words: Speaker, look: Look, thing: int, *, as_bar: bool, word: str = PIECE) -> str:
    """Return a small drawing of a component, as it stands on boards (`as_bar`: along edges).

    `word` says of what is flat whether it is a card, a tile or a token.
    """
    sheet = Sheet()
    artist = Artist(words, look, {}, sheet, {})
    is_piece = artist.is_piece(thing) and (word == PIECE or bool(look.shape(thing)))
    if is_piece and as_bar and not look.shape(thing):
        start, end = (-SIGN * 0.8, SIGN * 0.5), (SIGN * 0.8, -SIGN * 0.5)
        sheet.line(start, end, stroke=INK, stroke_width=7.0, stroke_linecap="round")
        sheet.line(start, end, stroke=look.thing(thing), stroke_width=5.0, stroke_linecap="round")
        sheet.rect((-SIGN, -SIGN), (2 * SIGN, 2 * SIGN), fill="none")
    elif is_piece:
        artist.piece(thing, (0, 0), SIGN)
    else:
        _draw_flat(artist, thing, word)
    return sheet.to_svg(margin=2, background="none")


def _draw_flat(artist: Artist, thing: int, word: str) -> None:
    """A token is round and shows its number, a tile is square, a card is higher than wide."""
    colour, numbers = artist.look.thing(thing), artist.numbers(thing)
    style = {"fill": colour, "stroke": INK, "stroke_width": 1.2}
    if word == "token":
        artist.sheet.circle((0, 0), SIGN, **style)
        text = str(numbers[0]) if len(numbers) == 1 else ""
        artist.sheet.text((0, 0), text, SIGN, fill=ink_on(colour), font_weight="bold")
    elif word == "tile":
        artist.sheet.rect((-SIGN, -SIGN), (SIGN * 2, SIGN * 2), rx=2, **style)
    else:
        artist.sheet.rect((-SIGN * 0.75, -SIGN), (SIGN * 1.5, SIGN * 2), rx=3, **style)
        for rank in range(3):
            y = -SIGN * 0.1 + rank * SIGN * 0.35
            line = {"stroke": ink_on(colour), "stroke_width": 1.0, "opacity": 0.6}
            artist.sheet.line((-SIGN * 0.45, y), (SIGN * 0.45, y), **line)


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
        draw_tile(artist, tile, grid, (x, y), 0)
        name = words.short(tile)
        text = name if count == 1 else f"{name} × {count}"
        artist.caption((x, y + TILE * 0.6), text, TILE, 11, fill=INK)
    if legend:
        left, _top, right, bottom = sheet.box
        sheet.place(draw_legend(legend, right - left), (left, bottom + GAP))
    return sheet.to_svg(title=title)
