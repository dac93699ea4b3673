"""The whole picture: boards to the left, what players have to the right, the legend below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from attrs import evolve, frozen

from rulelang.render.artist import Artist, Speaker
from rulelang.render.focus import NOTHING, Focus
from rulelang.render.graph_boards import draw_graph, is_spoken_of
from rulelang.render.grids import draw_grid
from rulelang.render.grown_tiles import draw_grown, draw_loose, draw_zones
from rulelang.render.legend import draw_legend
from rulelang.render.look import Look, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.spots import laid_on, spots_of
from rulelang.render.svg import Point, Sheet, text_width
from rulelang.runtime.layout import LaidTile

GAP = 28.0
PANEL = 330.0
SIZE = 12.5
LINE = 17.0
View = Mapping[str, Any]
WIDE = 1100.0  # boards that are wider have the players below them


@frozen(kw_only=True)
class PlayerPanel:
    """What stands beside the board about one player."""

    seat: int
    name: str
    points: str
    is_active: bool
    lines: Sequence[str]


@frozen(kw_only=True)
class Panel:
    """What stands beside the board."""

    title: str
    notes: Sequence[str]
    players: Sequence[PlayerPanel]


def draw_svg(words: Speaker, look: Look, view: View, panel: Panel) -> str:
    """Return the drawing of a position as somebody sees it, with the panel beside it."""
    sheet = Sheet()
    bottom, right = _draw_boards(sheet, Artist(words, look, view, sheet, {}))
    is_wide = right > max(WIDE, 1.3 * bottom)
    columns = max(1, int((right + GAP) // (PANEL + GAP))) if is_wide else 1
    where = (0.0, bottom) if is_wide else (right + GAP if right else 0.0, 0.0)
    sheet.place(_draw_panel(panel, look, columns), where)
    return sheet.to_svg(title=panel.title)


def draw_boards(words: Speaker, look: Look, view: View, title: str, focus: Focus = NOTHING) -> str:
    """Return the boards of a position with their legend and nothing else; empty without boards."""
    sheet = Sheet()
    _draw_boards(sheet, Artist(words, look, view, sheet, {}, focus))
    return "" if sheet.is_empty else sheet.to_svg(title=title)


def draw_situation(artist: Artist, view: View, focus: Focus) -> Sheet:
    """Return what of a position a text speaks of, with the names it has there.

    What signs mean is added to the legend of the artist, which is drawn once for many pictures.
    """
    sheet = Sheet()
    _stack(sheet, list(_boards(evolve(artist, view=view, focus=focus, taken=[], sights={}))))
    return sheet


def _draw_boards(sheet: Sheet, artist: Artist) -> Point:
    """Draw boards and legend; return how far they reach down and to the right."""
    bottom, right = _stack(sheet, list(_boards(artist)))
    if artist.legend:
        legend = draw_legend(artist.legend, max(right, 400.0))
        bottom, right = _below(sheet, legend, bottom, right)
    return bottom, right


def _boards(artist: Artist) -> Iterator[Sheet]:
    """Yield a sheet for each board that has something to show, and one for tiles beside them."""
    game, focus = artist.game, artist.focus
    for drawing in game.description.drawing:
        spots = spots_of(game, drawing, artist.view)
        if spots and (not focus.is_only or is_spoken_of(artist, spots)):
            grid = drawing.grid
            is_graph = grid == "graph"
            sheets = draw_graph(artist, spots) if is_graph else draw_grid(artist, spots, grid)
            for sheet in sheets:
                if drawing.title:
                    _entitle(sheet, artist.words.label(drawing.title))
                yield sheet
    shown: set[int] = set()
    for slots in game.layout.boards:
        for place in range(slots.first_place, slots.first_place + slots.count):
            laid = laid_on(game, artist.view, place)
            if _is_drawn(artist, place, laid):
                here = evolve(artist, sheet=Sheet(), taken=[])
                draw_grown(here, slots.grid, place, laid)
                if slots.count > 1:
                    _entitle(here.sheet, artist.words.place(place))
                yield here.sheet
            shown |= {tile.tile for tile in laid}
    zones = evolve(artist, sheet=Sheet(), taken=[])
    if focus.is_only:
        grid = game.layout.boards[0].grid if game.layout.boards else ""
        draw_loose(zones, grid, [tile for tile in focus.tiles if tile not in shown])
    else:
        draw_zones(zones)
    if not zones.sheet.is_empty:
        yield zones.sheet


def _is_drawn(artist: Artist, place: int, laid: Sequence[LaidTile]) -> bool:
    """Whether a board that grows has something to show or, in a picture about something, to say."""
    focus = artist.focus
    if not focus.is_only:
        return bool(laid)
    cells = {(column, row) for board, column, row in focus.cells if board == place}
    return bool(cells) or any(tile.tile in focus.tiles for tile in laid)


def _entitle(sheet: Sheet, title: str) -> None:
    left, top, _right, _bottom = sheet.box
    sheet.text((left, top - 16), title, 14, text_anchor="start", fill=INK)


def _stack(sheet: Sheet, boards: Sequence[Sheet]) -> Point:
    """Put boards under each other, narrow ones side by side; return how far down and right they reach."""
    sizes = [(right - left, low - top) for left, top, right, low in (b.box for b in boards)]
    widest = max((width for width, _ in sizes), default=0.0)
    x, y, low = 0.0, 0.0, 0.0
    for board, (width, height) in zip(boards, sizes, strict=True):
        if x and x + width > widest:
            x, y = 0.0, low
        sheet.place(board, (x, y))
        x += width + GAP
        low = max(low, y + height + GAP)
    return low, widest


def _below(sheet: Sheet, part: Sheet, bottom: float, right: float) -> Point:
    """Put a part under the others; return how far all of them reach down and to the right."""
    left, top, wide, low = part.box
    sheet.place(part, (0.0, bottom))
    return bottom + low - top + GAP, max(right, wide - left)


# --- the panel -----------------------------------------------------------------------------------------


def _draw_panel(panel: Panel, look: Look, columns: int) -> Sheet:
    """Draw title and notes, then the players below each other or in columns."""
    sheet = Sheet()
    y = 0.0
    for line in _lines(panel.title, 17, bold=True):
        sheet.text((0, y), line, 17, text_anchor="start", fill=INK, font_weight="bold")
        y += 24
    y = _paragraph(sheet, panel.notes, 0.0, y) + 12
    for first in range(0, len(panel.players), columns):
        lowest = y
        for rank, player in enumerate(panel.players[first : first + columns]):
            card = Sheet()
            height = _draw_player(card, player, look.players[player.seat])
            sheet.place(card, (rank * (PANEL + GAP), y))
            lowest = max(lowest, y + height + 14)
        y = lowest
    return sheet


def _draw_player(sheet: Sheet, player: PlayerPanel, colour: str) -> float:
    height = 26.0
    edge = 3.0 if player.is_active else 1.0
    box = {"fill": colour, "stroke": INK, "stroke_width": edge, "rx": 6}
    sheet.rect((0, 0), (PANEL, height), **box)
    style = {"fill": ink_on(colour), "font_weight": "bold"}
    name = f"▶ {player.name}" if player.is_active else player.name
    sheet.text((10, height / 2), name, 14, text_anchor="start", **style)
    sheet.text((PANEL - 10, height / 2), player.points, 14, text_anchor="end", **style)
    return _paragraph(sheet, player.lines, 10.0, height + 14)


def _paragraph(sheet: Sheet, parts: Sequence[str], x: float, y: float) -> float:
    for part in parts:
        for line in _lines(part, SIZE):
            sheet.text((x, y), line, SIZE, text_anchor="start", fill=INK)
            y += LINE
    return y


def _lines(text: str, size: float, *, bold: bool = False) -> list[str]:
    each = text_width(text, size, bold=bold) / max(1, len(text))
    return wrap(text, max(20, int((PANEL - 10) / max(1.0, each))), subsequent_indent="   ")
