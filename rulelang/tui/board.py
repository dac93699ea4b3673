"""Boards as text: in goes what a player sees, out come the lines of a drawing.

Hexes, squares and graphs are drawn from the positions that the compiler gives to their places. Pieces of players
are shown by the player's letter; places that can be chosen now carry the number of their option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from rulelang.render.spots import Spot, spots_of
from rulelang.tui.canvas import Canvas
from rulelang.tui.tiles import draw_grown
from rulelang.tui.words import Words, join_parts

HEX_COLUMNS, HEX_LINES = (
    14,
    16 / 3,
)  # three quarters of a hex, the distance of two rows, are four lines
GRAPH_LINES = 3
SQUARE_LINES = 2
ON_EDGE = 3  # letters for a thing on an edge that is nobody's

_HEX_GLYPHS = {"NE": "\\", "E": "|", "SE": "/"}
_HEX_OUTLINE = ((0.25, -0.375, "\\"), (-0.25, -0.375, "/"), (0.25, 0.375, "/"), (-0.25, 0.375, "\\"),
                (0.5, 0.0, "|"), (-0.5, 0.0, "|"))  # fmt: skip

Marks = Mapping[int | tuple[str, int], str]
Grey = {"fg": 245}


def draw_boards(
    words: Words, view: Mapping[str, Any], marks: Marks, *, width: int = 100
) -> list[str]:
    """Return the drawings of all boards of a game; `marks` are numbers of options by place."""
    lines: list[str] = []
    for drawing in words.game.meta["drawing"]:
        spots = spots_of(words.game, drawing, view)
        if not spots:
            continue
        canvas = Canvas()
        _DRAW[drawing["grid"]](words, canvas, spots, marks)
        lines += [""] if lines else []
        lines += canvas.lines(words.style, width=width)
        legend = join_parts(_legend(words, spots), "", width)
        lines += [words.style(line, dim=True) for line in legend]
    for drawn in draw_grown(words, view, marks, width=width):
        lines += [""] if lines else []
        lines += drawn
    return lines


def _legend(words: Words, spots: Sequence[Spot]) -> list[str]:
    """What the letters on the board stand for."""
    seen = sorted({thing for spot in spots for thing in spot.things if thing >= 0})
    parts = [
        f"{words.letters[seat]} {words.plain_player(seat)}"
        for seat in sorted({words.owner(thing) for thing in seen} - {-1})
    ]
    outline = [spot for spot in spots if spot.role != "cell"]
    for role in ("edge", "corner"):
        pieces = [t for spot in outline if spot.role == role for t in spot.things if t >= 0]
        if _has_kinds(words, spots, role):
            kinds = {words.short(thing) for thing in pieces if words.owner(thing) >= 0}
            parts += [f"{kind[0].lower()} {kind}" for kind in sorted(kinds)]
        others = {thing for thing in pieces if words.owner(thing) < 0}
        texts = {words.short(thing)[:ON_EDGE]: words.thing(thing) for thing in sorted(others)}
        parts += [f"{short} {text}" for short, text in texts.items() if short != text]
    return parts


def _round(number: float) -> int:
    return floor(number + 0.5)


# --- texts ------------------------------------------------------------------------------------------------


def _text(words: Words, thing: int) -> str:
    """A thing in a cell: whose and what it is."""
    if thing < 0:
        return "?"
    owner = words.owner(thing)
    return words.letters[owner] if owner >= 0 else words.short(thing)


def _piece(words: Words, spot: Spot, *, with_kind: bool) -> tuple[str, dict[str, Any]] | None:
    """What stands on an edge or corner, with its style: owner's letter, and the kind if it is not plain."""
    for thing in sorted(spot.things, key=lambda thing: -words.owner(thing) if thing >= 0 else 0):
        owner = words.owner(thing) if thing >= 0 else -1
        if owner >= 0:
            kind = words.short(thing)[0].lower() if with_kind else ""
            return words.letters[owner] + kind, {"fg": words.colours[owner], "bold": True}
        return _text(words, thing)[:ON_EDGE], {"fg": "cyan"}
    return None


def _style(words: Words, spot: Spot) -> dict[str, Any]:
    owners = {words.owner(thing) for thing in spot.things if thing >= 0} - {-1}
    return {"fg": words.colours[owners.pop()], "bold": True} if len(owners) == 1 else {}


def _mark(canvas: Canvas, line: int, column: int, text: str) -> None:
    canvas.put(line, column, text, bold=True, reverse=True)


def _has_kinds(words: Words, spots: Sequence[Spot], role: str) -> bool:
    """Can pieces of several kinds stand on the edges (or corners)?"""
    places = [spot.place for spot in spots if spot.role == role]
    if not places:
        return False
    kinds = {
        words.game.meta["things"][thing][2]
        for holding in words.game.layout.holdings
        if 0 <= places[0] - holding.first_place < holding.count
        for thing in holding.things
        if words.owner(thing) >= 0
    }
    return len(kinds) > 1


# --- grids ------------------------------------------------------------------------------------------------


def _draw_hexes(words: Words, canvas: Canvas, spots: Sequence[Spot], marks: Marks) -> None:
    with_kind = {role: _has_kinds(words, spots, role) for role in ("edge", "corner")}
    for spot in spots:
        line, column = _round(spot.y * HEX_LINES), _round(spot.x * HEX_COLUMNS)
        if spot.role == "cell":
            _hex_cell(words, canvas, spot, marks.get(spot.place))
            continue
        piece = _piece(words, spot, with_kind=with_kind[spot.role])
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        elif piece is not None:
            is_road = spot.role == "edge" and piece[0].isalnum() and len(piece[0]) == 1
            text = piece[0] * 2 if is_road else piece[0]
            canvas.put(line, column, text, **piece[1])
        elif spot.role == "edge":
            canvas.put(line, column, _HEX_GLYPHS.get(spot.letter, "·"), **Grey)
        else:
            canvas.put(line, column, "·", **Grey)


def _hex_cell(words: Words, canvas: Canvas, spot: Spot, mark: str | None) -> None:
    for dx, dy, glyph in _HEX_OUTLINE:
        at = _round((spot.y + dy) * HEX_LINES), _round((spot.x + dx) * HEX_COLUMNS)
        canvas.put_below(*at, glyph, **Grey)
    line, column = _round(spot.y * HEX_LINES), _round(spot.x * HEX_COLUMNS)
    texts = [_text(words, thing) for thing in spot.things]
    rows = [texts[0] if texts else "", " ".join(texts[1:])]
    for offset, text in zip((-1, 0), rows, strict=True):
        canvas.put(line + offset, column, text[: HEX_COLUMNS - 3], **_style(words, spot))
    if mark is not None:
        _mark(canvas, line + 1, column, mark)
    else:
        canvas.put(line + 1, column, spot.name[: HEX_COLUMNS - 4], **Grey)


def _draw_squares(words: Words, canvas: Canvas, spots: Sequence[Spot], marks: Marks) -> None:
    cells = {spot.place: " ".join(_text(words, thing) for thing in spot.things) for spot in spots}
    longest = max(
        [len(text) for text in cells.values()] + [len(mark) for mark in marks.values()] + [1]
    )
    columns = min(longest, 11) + 3 + (longest % 2 == 0)
    with_kind = {role: _has_kinds(words, spots, role) for role in ("edge", "corner")}
    for spot in spots:
        line, column = _round(spot.y * SQUARE_LINES), _round(spot.x * columns)
        if spot.role == "cell":
            _square_outline(canvas, line, column, columns)
    for spot in spots:
        line, column = _round(spot.y * SQUARE_LINES), _round(spot.x * columns)
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        elif spot.role == "cell":
            canvas.put(line, column, cells[spot.place][: columns - 1], **_style(words, spot))
        elif (piece := _piece(words, spot, with_kind=with_kind[spot.role])) is not None:
            canvas.put(line, column, piece[0], **piece[1])


def _square_outline(canvas: Canvas, line: int, column: int, columns: int) -> None:
    left = _round(column - columns / 2)
    for above in (line - 1, line + 1):
        for x in range(left, left + columns + 1):
            canvas.put(above, x, "+" if x in {left, left + columns} else "-", **Grey)
    for side in (left, left + columns):
        canvas.put(line, side, "|", **Grey)


def _draw_graph(words: Words, canvas: Canvas, spots: Sequence[Spot], marks: Marks) -> None:
    texts = {spot.place: " ".join(_text(words, thing) for thing in spot.things) for spot in spots}
    longest = max(max(len(spot.name), len(texts[spot.place])) for spot in spots)
    columns = min(longest, 12) + 2
    for spot in spots:
        line, column = _round(spot.y * GRAPH_LINES), _round(spot.x * columns)
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        else:
            canvas.put(line, column, (texts[spot.place] or "·")[:12], **_style(words, spot))
        canvas.put(line + 1, column, spot.name[:12], **Grey)


# Columns between two columns of flat hexes, and lines of a hex: narrow where the board is wide.
FLAT_COLUMNS, FLAT_NARROW, FLAT_LINES, FLAT_WIDEST = 12, 8, 4, 8


def _draw_flat(words: Words, canvas: Canvas, spots: Sequence[Spot], marks: Marks) -> None:
    cells = [spot for spot in spots if spot.role == "cell"]
    wide = max(spot.x for spot in cells) - min(spot.x for spot in cells) > FLAT_WIDEST * 0.75
    columns = (FLAT_NARROW if wide else FLAT_COLUMNS) / 0.75
    with_kind = {role: _has_kinds(words, spots, role) for role in ("edge", "corner")}
    for spot in spots:
        line, column = _round(spot.y * FLAT_LINES), _round(spot.x * columns)
        if spot.role == "cell":
            _flat_cell(words, canvas, spot, columns, marks.get(spot.place))
            continue
        piece = _piece(words, spot, with_kind=with_kind[spot.role])
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        elif piece is not None:
            canvas.put(line, column, piece[0], **piece[1])
        elif spot.role == "corner":
            canvas.put(line, column, "·", **Grey)


def _flat_cell(words: Words, canvas: Canvas, spot: Spot, columns: float, mark: str | None) -> None:
    line, column = _round(spot.y * FLAT_LINES), _round(spot.x * columns)
    quarter = _round(columns / 4)
    for above in (line - 2, line + 2):
        for x in range(column - quarter + 1, column + quarter):
            canvas.put_below(above, x, "-", **Grey)
    side = _round(columns * 3 / 8)
    for dx, dy, glyph in ((-side, -1, "/"), (side, -1, "\\"), (-side, 1, "\\"), (side, 1, "/")):
        canvas.put_below(line + dy, column + dx, glyph, **Grey)
    texts = [_text(words, thing) for thing in spot.things]
    room = 2 * side - 1
    rows = [texts[0] if texts else "", " ".join(texts[1:])]
    for offset, text in zip((-1, 0), rows, strict=True):
        canvas.put(line + offset, column, text[:room], **_style(words, spot))
    if mark is not None:
        _mark(canvas, line + 1, column, mark)
    else:
        canvas.put(line + 1, column, spot.name[:room], **Grey)


_DRAW = {"flat": _draw_flat, "hexes": _draw_hexes, "squares": _draw_squares, "graph": _draw_graph}
