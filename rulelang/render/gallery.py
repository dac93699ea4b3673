"""Cards, tiles and tokens side by side, each with all that is printed on it.

A face grows with its text, so that nothing is cut; long galleries come as several drawings that each fit a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulelang.render.look import PLAIN, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.rims import rim_of
from rulelang.render.svg import Point, Sheet, shown, text_width

WIDE, HIGH = 900.0, 640.0  # of a drawing that can be read in print and leaves no page half empty
GAP = 12.0
TITLE, SMALLEST, TEXT, BIG = 12.5, 8.5, 9.5, 26.0
LEADING = 1.25
PAD = 8.0
NARROW, BROAD = 116.0, 150.0  # cards with little and with much text
MUCH = 56  # letters
TOKEN, SMALL, HEX = 44.0, (60.0, 70.0), 96.0
_NUMBER = re.compile(r"(?<!\S)(\d+|→) ")
BAND = 9.0
COUNT = 18.0  # below what is there several times


@frozen(kw_only=True)
class CardFace:
    """What is seen on a component: its name, lines below it, its colour, how many there are.

    form: card, hex, token (round) or small (a number or word in the middle). `bands` run across it.
    """

    title: str
    lines: Sequence[str] = ()
    colour: str = ""
    count: int = 1
    form: str = "card"
    bands: Sequence[str] = ()


def draw_gallery(faces: Sequence[CardFace], title: str, group: int = 1) -> list[str]:
    """Return the faces in rows, as many drawings as it takes; no row parts a group of so many."""
    width = _width(faces)
    found: list[str] = []
    sheet, y = Sheet(), 0.0
    for row in _rows(faces, width, group):
        height = max(_size(_draw(face, width))[1] for face in row)
        tall = max((_card_height(face, width) for face in row), default=0.0)
        if y and y + height > HIGH:
            found.append(sheet.to_svg(title=title))
            sheet, y = Sheet(), 0.0
        x = 0.0
        for face in row:
            drawn = _draw(face, width, tall)
            sheet.place(drawn, (x, y))
            x += _size(drawn)[0] + GAP
        y += height + GAP
    return [*found, sheet.to_svg(title=title)] if faces else []


def _rows(faces: Sequence[CardFace], width: float, group: int) -> Iterator[Sequence[CardFace]]:
    """Rows of as many faces as have room, all of the same width."""
    widest = max((_size(_draw(face, width))[0] for face in faces), default=1.0)
    count = max(1, int((WIDE + GAP) // (widest + GAP)))
    count -= count % group if count > group else 0
    return (faces[first : first + count] for first in range(0, len(faces), count))


def _size(sheet: Sheet) -> Point:
    left, top, right, bottom = sheet.box
    return right - left, bottom - top


def _width(faces: Sequence[CardFace]) -> float:
    longest = max((sum(map(len, face.lines)) for face in faces), default=0)
    return BROAD if longest > MUCH else NARROW


# --- one face --------------------------------------------------------------------------------------------


def _draw(face: CardFace, width: float, height: float = 0.0) -> Sheet:
    """Draw a face; a card is at least so high."""
    sheet = Sheet()
    match face.form:
        case "token":
            _token(sheet, face)
        case "small":
            _small(sheet, face)
        case "hex":
            _hex(sheet, face)
        case _:
            _card(sheet, face, width, height)
    if face.count > 1:
        left, _top, right, bottom = sheet.box
        at = ((left + right) / 2, bottom + COUNT * 0.5)
        sheet.text(at, f"× {face.count}", 11, fill=INK)
    return sheet


def _token(sheet: Sheet, face: CardFace) -> None:
    colour, middle = face.colour or PLAIN, (TOKEN / 2, TOKEN / 2)
    sheet.circle(middle, TOKEN / 2, fill=colour, stroke=INK, stroke_width=1.2)
    size = _fitting(face.title, TOKEN * 0.45, TOKEN * 0.8)
    sheet.text(middle, face.title, size, fill=ink_on(colour), font_weight="bold")


def _small(sheet: Sheet, face: CardFace) -> None:
    """A card with one big word or number and little below it."""
    (width, height), colour = SMALL, face.colour or PLAIN
    sheet.rect((0, 0), SMALL, fill=colour, stroke=INK, stroke_width=1.2, rx=7)
    style = {"fill": ink_on(colour), "font_weight": "bold"}
    large = BIG if face.title.isdigit() else TITLE
    middle = height * (0.4 if face.lines else 0.5)
    sheet.text((width / 2, middle), face.title, _fitting(face.title, large, width - 8), **style)
    for rank, line in enumerate(face.lines):
        at = (width / 2, height * 0.78 + rank * 11)
        sheet.text(at, line, _fitting(line, 10, width - 8, bold=False), fill=ink_on(colour))


def _hex(sheet: Sheet, face: CardFace) -> None:
    colour = face.colour or PLAIN
    rim = rim_of("hexes", (0.0, 0.0), HEX)
    sheet.polygon(rim.corners, fill=colour, stroke=INK, stroke_width=1.2)
    lines = [(face.title, TITLE, "bold"), *((line, TEXT, None) for line in face.lines)]
    for rank, (text, size, weight) in enumerate(lines):
        at = (0.0, (rank - (len(lines) - 1) / 2) * TITLE * 1.3)
        style = {"fill": ink_on(colour), "font_weight": weight}
        sheet.text(at, text, _fitting(text, size, HEX - 10), **style)


@frozen
class _Text:
    """How the texts of a card are set: lines of its name and their size, lines below, heights."""

    titles: list[str]
    size: float
    lines: list[str]
    head: float
    height: float


def _set(face: CardFace, width: float) -> _Text:
    room = width - 2 * PAD
    size = TITLE
    while size > SMALLEST and len(fold(face.title, size, room, bold=True)) > 2:
        size -= 0.5
    titles = fold(face.title, size, room, bold=True)
    lines = [part for line in face.lines for part in fold(line, TEXT, room)]
    head = 9.0 + size * LEADING * len(titles) if titles else 10.0
    text = PAD * 1.4 + TEXT * LEADING * len(lines) if lines else 0.0
    height = max(head + BAND * len(face.bands) + text, width * 0.5)
    return _Text(titles, size, lines, head, height)


def _card_height(face: CardFace, width: float) -> float:
    return _set(face, width).height if face.form == "card" else 0.0


def _card(sheet: Sheet, face: CardFace, width: float, height: float) -> None:
    """A coloured head with the name, bands below it, then the text; without those the name alone."""
    colour, text = face.colour or PLAIN, _set(face, width)
    head, size = text.head, text.size
    whole = (width, max(height, text.height))
    written = {"fill": ink_on(colour), "font_weight": "bold"}
    if not face.lines and not face.bands:
        sheet.rect((0, 0), whole, fill=colour, stroke=INK, stroke_width=1.2, rx=8)
        top = (whole[1] - size * LEADING * (len(text.titles) - 1)) / 2
        sheet.lines((width / 2, top), text.titles, size, LEADING, **written)
        return
    sheet.rect((0, 0), whole, fill="#ffffff", stroke=INK, stroke_width=1.2, rx=8)
    rest = f"a8 8 0 0 1 8 -8h{shown(width - 16)}a8 8 0 0 1 8 8v{shown(head - 8)}h{shown(-width)}z"
    style = {"stroke": INK, "stroke_width": 0.8}
    sheet.path(f"M0 8{rest}", (), fill=colour, **style)
    for rank, band in enumerate(face.bands):
        sheet.rect((0, head + BAND * rank), (width, BAND), fill=band, **style)
    sheet.lines((width / 2, 4.5 + size * LEADING / 2), text.titles, size, LEADING, **written)
    top = head + BAND * len(face.bands) + PAD * 0.7 + TEXT * LEADING / 2
    sheet.lines((PAD, top), text.lines, TEXT, LEADING, fill=INK, text_anchor="start")


def _fitting(text: str, size: float, width: float, *, bold: bool = True) -> float:
    """Return a size of letters in which a text is not too wide."""
    return min(size, size * width / max(1.0, text_width(text, size, bold=bold)))


def fold(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text in lines of this width; a number stays with what it counts.

    >>> fold("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    if not text:
        return lines
    for word in _NUMBER.sub("\\1\u00a0", text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
