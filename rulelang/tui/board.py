"""Boards as text: in goes what a player sees, out come the lines of a drawing.

Hexes, squares and graphs are drawn from the positions that the compiler gives to their places. Pieces of players
are shown by the player's letter; places that can be chosen now carry the number of their option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from rulelang.render.sights import sights_of
from rulelang.render.spots import DrawnSpot, spots_of
from rulelang.tui.canvas import Canvas
from rulelang.tui.cell_letters import Grey, Marks, Sketch
from rulelang.tui.short_names import TerminalWords, join_parts
from rulelang.tui.text_tiles import draw_grown

HEX_COLUMNS, HEX_LINES = (
    14,
    16 / 3,
)  # three quarters of a hex, the distance of two rows, are four lines
GRAPH_LINES, GRAPH_ROOM = 3, 12
WAY = 5  # letters between what lies on two cells, for the edge that joins them
SQUARE_LINES, SQUARE_ROOM = 2, 11
BORDER = 3  # letters of a bar on a border between a cell and the one below it
ON_EDGE = 3  # letters for a thing on an edge that is nobody's

_HEX_GLYPHS = {"NE": "\\", "E": "|", "SE": "/"}
_HEX_OUTLINE = ((0.25, -0.375, "\\"), (-0.25, -0.375, "/"), (0.25, 0.375, "/"), (-0.25, 0.375, "\\"),
                (0.5, 0.0, "|"), (-0.5, 0.0, "|"))  # fmt: skip


def draw_boards(
    words: TerminalWords, view: Mapping[str, Any], marks: Marks, *, width: int = 100
) -> list[str]:
    """Return the drawings of all boards of a game; `marks` are numbers of options by place."""
    lines: list[str] = []
    sights = sights_of(words.game, words.look, view)
    for drawing in words.game.description.drawing:
        spots = spots_of(words.game, drawing, view)
        if not spots:
            continue
        sketch = Sketch(words, Canvas(), marks, sights, {}, width)
        _DRAW[drawing.grid](sketch, spots)
        lines += [""] if lines else []
        lines += [words.label(drawing.title)] if drawing.title else []
        lines += sketch.canvas.lines(words.style, width=width)
        told = [
            text if text.startswith(f"{sign}:") else f"{sign} {text}"
            for text, sign in sketch.legend.items()
        ]
        legend = join_parts([*_legend(words, spots), *told], "", width)
        lines += [words.style(line, dim=True) for line in legend]
    for drawn in draw_grown(words, view, marks, width=width):
        lines += [""] if lines else []
        lines += drawn
    return lines


def _legend(words: TerminalWords, spots: Sequence[DrawnSpot]) -> list[str]:
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


def _piece(
    words: TerminalWords, spot: DrawnSpot, *, with_kind: bool
) -> tuple[str, dict[str, Any]] | None:
    """What stands on an edge or corner, with its style: owner's letter, and the kind if it is not plain."""
    for thing in sorted(spot.things, key=lambda thing: -words.owner(thing) if thing >= 0 else 0):
        owner = words.owner(thing) if thing >= 0 else -1
        if owner >= 0:
            kind = words.short(thing)[0].lower() if with_kind else ""
            return words.letters[owner] + kind, {"fg": words.colours[owner], "bold": True}
        text = "?" if thing < 0 else words.short(thing)
        return text[:ON_EDGE], {"fg": "cyan"}
    return None


def _style(words: TerminalWords, spot: DrawnSpot) -> dict[str, Any]:
    owners = {words.owner(thing) for thing in spot.things if thing >= 0} - {-1}
    return {"fg": words.colours[owners.pop()], "bold": True} if len(owners) == 1 else {}


def _mark(canvas: Canvas, line: int, column: int, text: str) -> None:
    canvas.put(line, column, text, bold=True, reverse=True)


def _has_kinds(words: TerminalWords, spots: Sequence[DrawnSpot], role: str) -> bool:
    """Can pieces of several kinds stand on the edges (or corners)?"""
    places = [spot.place for spot in spots if spot.role == role]
    if not places:
        return False
    kinds = {
        words.game.description.things[thing][2]
        for holding in words.game.layout.holdings
        if 0 <= places[0] - holding.first_place < holding.count
        for thing in holding.things
        if words.owner(thing) >= 0
    }
    return len(kinds) > 1


# --- grids ------------------------------------------------------------------------------------------------


def _draw_hexes(sketch: Sketch, spots: Sequence[DrawnSpot]) -> None:
    words, canvas, marks = sketch.words, sketch.canvas, sketch.marks
    with_kind = {role: _has_kinds(words, spots, role) for role in ("edge", "corner")}
    for spot in spots:
        line, column = _round(spot.y * HEX_LINES), _round(spot.x * HEX_COLUMNS)
        if spot.role == "cell":
            _hex_cell(sketch, spot)
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
    _bars(sketch, spots, (HEX_LINES, HEX_COLUMNS))


def _hex_cell(sketch: Sketch, spot: DrawnSpot) -> None:
    for dx, dy, glyph in _HEX_OUTLINE:
        at = _round((spot.y + dy) * HEX_LINES), _round((spot.x + dx) * HEX_COLUMNS)
        sketch.canvas.put_below(*at, glyph, **Grey)
    at = _round(spot.y * HEX_LINES), _round(spot.x * HEX_COLUMNS)
    _inside(sketch, spot, at, HEX_COLUMNS - 3)


def _inside(sketch: Sketch, spot: DrawnSpot, at: tuple[int, int], room: int) -> None:
    """Three lines of a cell: things, what holds of it or more things, its name or the option it is."""
    line, column = at
    texts = sketch.tags(spot, room)
    ground = sketch.ground(spot.place, room)
    rows = [" ".join(texts)] if ground else [*texts[:1], " ".join(texts[1:])]
    for offset, text in enumerate(rows, start=-1):
        sketch.canvas.put(line + offset, column, text[:room], **_style(sketch.words, spot))
    first = column - sum(len(text) for text, _ in ground) // 2
    for text, style in ground:
        sketch.canvas.put(line, first + len(text) // 2, text, **style)
        first += len(text)
    if spot.place in sketch.marks:
        _mark(sketch.canvas, line + 1, column, sketch.marks[spot.place])
    else:
        sketch.canvas.put(line + 1, column, spot.name[:room], **Grey)


def _bars(sketch: Sketch, spots: Sequence[DrawnSpot], scale: tuple[float, float]) -> None:
    cells = [spot for spot in spots if spot.role == "cell"]
    at = {spot.place: (_round(spot.y * scale[0]), _round(spot.x * scale[1])) for spot in cells}
    sketch.bars(cells, at, BORDER)


def _draw_squares(sketch: Sketch, spots: Sequence[DrawnSpot]) -> None:
    words, canvas, marks = sketch.words, sketch.canvas, sketch.marks
    cells = {spot.place: _square_text(sketch, spot) for spot in spots}
    longest = max(
        [len(text) for text in cells.values()] + [len(mark) for mark in marks.values()] + [1]
    )
    columns = min(longest, SQUARE_ROOM) + 3 + (longest % 2 == 0)
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
    _bars(sketch, spots, (SQUARE_LINES, columns))


def _square_text(sketch: Sketch, spot: DrawnSpot) -> str:
    ground = "".join(text for text, _style in sketch.ground(spot.place, 3))
    return " ".join([*sketch.tags(spot, SQUARE_ROOM), *([ground] if ground else [])])


def _square_outline(canvas: Canvas, line: int, column: int, columns: int) -> None:
    left = _round(column - columns / 2)
    for above in (line - 1, line + 1):
        for x in range(left, left + columns + 1):
            canvas.put(above, x, "+" if x in {left, left + columns} else "-", **Grey)
    for side in (left, left + columns):
        canvas.put(line, side, "|", **Grey)


def _draw_graph(sketch: Sketch, spots: Sequence[DrawnSpot]) -> None:
    words, canvas, marks = sketch.words, sketch.canvas, sketch.marks
    # Who stands there comes before what lies there, which may be cut.
    ordered = [spot._replace(things=_owned_first(words, spot.things)) for spot in spots]
    texts = {spot.place: " ".join(sketch.tags(spot, GRAPH_ROOM)) for spot in ordered}
    names = {spot.place: words.place(spot.place) for spot in spots}
    longest = max(max(len(names[place]), len(texts[place])) for place in names)
    columns = min(longest, GRAPH_ROOM) + 2
    if words.game.description.picture.ends:
        widest = max(len(text) for text in texts.values())
        columns = max(columns, min(widest, GRAPH_ROOM) + WAY)
    for spot in spots:
        line, column = _round(spot.y * GRAPH_LINES), _round(spot.x * columns)
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        else:
            shown = (texts[spot.place] or "·")[:GRAPH_ROOM]
            canvas.put(line, column, shown, **_style(words, spot))
        canvas.put(line + 1, column, names[spot.place][:GRAPH_ROOM], **Grey)
    at = {s.place: (_round(s.y * GRAPH_LINES), _round(s.x * columns)) for s in spots}
    _ways(sketch, at)


def _ways(sketch: Sketch, at: Mapping[int, tuple[int, int]]) -> None:
    """Edges between the cells of a graph, with what is written about them, where there is room."""
    for edge, ends in sketch.words.game.description.picture.ends.items():
        if any(end not in at for end in ends):
            continue
        (line, column), (line_2, column_2) = sorted(at[end] for end in ends)
        text = sketch.written(int(edge))
        if line == line_2:
            shown = f"-{text or '-'}-"
        else:
            shown = text or ("|" if column == column_2 else "/" if column_2 < column else "\\")
        middle = (line + line_2 + 1) // 2, (column + column_2) // 2
        sketch.canvas.put_below(*middle, shown, **Grey)


def _owned_first(words: TerminalWords, things: Sequence[int]) -> list[int]:
    return sorted(things, key=lambda thing: thing < 0 or words.owner(thing) < 0)


# Columns between two columns of flat hexes, as wide as the board can be shown; and lines of a hex.
FLAT_COLUMNS, FLAT_LINES = (12, 8, 6), 4


def _draw_flat(sketch: Sketch, spots: Sequence[DrawnSpot]) -> None:
    words, canvas, marks = sketch.words, sketch.canvas, sketch.marks
    cells = [spot.x for spot in spots if spot.role == "cell"]
    steps = (max(cells) - min(cells)) / 0.75 + 4 / 3  # the last one is as wide as a whole hex
    fitting = [columns for columns in FLAT_COLUMNS if steps * columns <= sketch.width]
    columns = (fitting or FLAT_COLUMNS[-1:])[0] / 0.75
    with_kind = {role: _has_kinds(words, spots, role) for role in ("edge", "corner")}
    for spot in spots:
        line, column = _round(spot.y * FLAT_LINES), _round(spot.x * columns)
        if spot.role == "cell":
            _flat_cell(sketch, spot, columns)
            continue
        piece = _piece(words, spot, with_kind=with_kind[spot.role])
        if spot.place in marks:
            _mark(canvas, line, column, marks[spot.place])
        elif piece is not None:
            canvas.put(line, column, piece[0], **piece[1])
        elif spot.role == "corner":
            canvas.put(line, column, "·", **Grey)
    _bars(sketch, spots, (FLAT_LINES, columns))


def _flat_cell(sketch: Sketch, spot: DrawnSpot, columns: float) -> None:
    line, column = _round(spot.y * FLAT_LINES), _round(spot.x * columns)
    quarter = _round(columns / 4)
    for above in (line - 2, line + 2):
        for x in range(column - quarter + 1, column + quarter):
            sketch.canvas.put_below(above, x, "-", **Grey)
    side = _round(columns * 3 / 8)
    for dx, dy, glyph in ((-side, -1, "/"), (side, -1, "\\"), (-side, 1, "\\"), (side, 1, "/")):
        sketch.canvas.put_below(line + dy, column + dx, glyph, **Grey)
    _inside(sketch, spot, (line, column), 2 * side - 1)


_DRAW = {"flat": _draw_flat, "hexes": _draw_hexes, "squares": _draw_squares, "graph": _draw_graph}
