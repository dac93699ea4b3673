"""Boards that grow: each tile drawn from its parts, turned as it lies, with figures and signs on them.

What is printed on a tile is known only by its ports, so shapes are made up from those: a part that reaches the rim
over whole stretches is an area, one that meets single middle ports is a line, one that reaches nothing is a disc.
`look.csv` may say otherwise (shape `ground`, `area`, `line` or `disc` of a case); the ground lies under everything. Texts and figures are never turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulelang.render.artist import ANYTHING, BACK, FAINT, Artist
from rulelang.render.emblems import EMBLEMS, draw_emblem
from rulelang.render.load import draw_bands, draw_load
from rulelang.render.look import PLAIN, LookRow, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.place_labels import HIGH, Goal, around, draw_label, plate_width
from rulelang.render.rims import Rim, rim_of
from rulelang.render.spots import FACE_DOWN, seen_at
from rulelang.render.svg import Point, shown
from rulelang.runtime.description import PrintedField
from rulelang.runtime.layout import LaidTile

TILE = 104.0
LOOSE = 5  # tiles in a row
FIGURE = 11.5
SIGN, EMBLEM = 14.5, 9.0
WAYS = ("ground", "area", "line", "disc")
# How far the middle of an area lies from the middle of the tile, of the way to its ports; and of a small one.
NEAR, NEAR_RIM = 0.62, 0.77


@frozen
class TilePart:
    """A part of a tile as it is drawn: its ports after turning, its middle, its colour."""

    place: int
    ports: tuple[int, ...]
    shape: str
    colour: str
    end: int  # another part that this one runs into, or -1


def draw_grown(artist: Artist, grid: str, place: int, laid: Sequence[LaidTile]) -> None:
    """Draw the tiles of one board where they lie, the uppermost of each cell, and cells that are named."""
    tops = {(tile.x, tile.y): tile for tile in laid}  # by level: the last one lies on top
    for tile in tops.values():
        draw_tile(artist, tile.tile, grid, cell_middle(grid, tile.x, tile.y), tile.turn)
    for tile in tops.values():
        at = cell_middle(grid, tile.x, tile.y)
        if artist.focus.is_only:
            name_tile(artist, tile.tile, rim_of(grid, at, TILE), tile.turn)
        elif tile.tile != FACE_DOWN:
            has_parts = bool(_parts_of(artist, tile.tile))
            name = artist.words.short(tile.tile) if has_parts else ""
            _mark(artist, at, f"{tile.x},{tile.y}", name)
    for (board, column, row), name in artist.focus.cells.items():
        if board == place:
            at = cell_middle(grid, column, row)
            _name_cell(artist, rim_of(grid, at, TILE), name, is_free=(column, row) not in tops)


def _name_cell(artist: Artist, rim: Rim, name: str, *, is_free: bool) -> None:
    """Write the name of a cell into the corner of the tile there, or into an outline where none lies."""
    x, y = rim.middle
    if is_free:
        style = {"fill": "none", "stroke": FAINT, "stroke_width": 1.6, "stroke_dasharray": "6 4"}
        artist.sheet.polygon(rim.corners, **style)
        draw_label(artist, name, [rim.middle])
        return
    right = x + TILE / 2 - plate_width(name) / 2 - 3
    low = y + TILE / 2 - HIGH / 2 - 3
    draw_label(artist, name, [(right, low), (2 * x - right, low), (right, 2 * y - low)])


def name_tile(artist: Artist, tile: int, rim: Rim, turn: int) -> None:
    """Write the names of a tile and of its parts that are spoken of; others are told by their looks."""
    x, y = rim.middle
    parts = [_part(artist, place, rim, turn) for place in _parts_of(artist, tile)]
    middles = _middles(parts, rim)
    if parts and tile in artist.focus.tiles:
        name = artist.focus.tiles[tile]
        left = x - TILE / 2 + plate_width(name) / 2 + 3
        top = y - TILE / 2 + HIGH / 2 + 3
        low = 2 * y - top
        draw_label(
            artist, name, [(left, top), (2 * x - left, top), (left, low), (2 * x - left, low)]
        )
    for part in parts:
        if part.place in artist.focus.places:
            name, at = artist.focus.places[part.place], middles[part.place]
            goal = Goal((at, at), FIGURE)
            out = [(at[0] + (at[0] - x) * far, at[1] + (at[1] - y) * far) for far in (0, 0.4, -0.4)]
            bounds = (x - TILE / 2, y - TILE / 2, x + TILE / 2, y + TILE / 2)
            draw_label(artist, name, [*out, *around(goal, name)], goal, bounds)


def cell_middle(grid: str, x: float, y: float) -> Point:
    """Return the middle of a cell in pixels."""
    if grid == "hexes":
        return (x + y / 2) * TILE, y * TILE * 0.866
    return x * TILE, y * TILE


def _mark(artist: Artist, middle: Point, cell: str, name: str) -> None:
    """Say in a corner which tile this is, and in the opposite one where it lies."""
    x, y = middle
    for dx, dy, text, anchor in ((-0.47, -0.44, name, "start"), (0.47, 0.45, cell, "end")):
        at = (x + dx * TILE, y + dy * TILE)
        halo = {"stroke": "#ffffff", "stroke_width": 2.0, "paint_order": "stroke"}
        style = {"fill": INK, "opacity": 0.75, "text_anchor": anchor}
        artist.sheet.text(at, text, 7.5, **style, **halo)


# --- one tile --------------------------------------------------------------------------------------------


def draw_tile(artist: Artist, tile: int, grid: str, at: Point, turn: int) -> None:
    """Draw a tile about a point."""
    rim = rim_of(grid, (0.0, 0.0), TILE)
    here = [tuple(seen_at(artist.game, artist.view, part)) for part in _parts_of(artist, tile)]
    # What a tile without parts carries is not known here: each is drawn anew.
    key = (tile, turn, *here) if here else (tile, turn, at, id(artist.view))
    artist.group(key, lambda: _draw_tile(artist, tile, rim, turn), at)


def _draw_tile(artist: Artist, tile: int, rim: Rim, turn: int) -> None:
    """Areas below lines, lines below discs, then signs and figures."""
    if tile == FACE_DOWN:
        artist.sheet.polygon(rim.corners, fill=BACK, stroke="#5f5844", stroke_width=1.2)
        artist.sheet.text((0, 0), ANYTHING, 30, fill=ink_on(BACK), font_weight="bold")
        return
    parts = [_part(artist, place, rim, turn) for place in _parts_of(artist, tile)]
    ground = _ground(parts) if parts else artist.look.thing(tile)
    artist.sheet.polygon(rim.corners, fill=ground)
    if not parts:
        draw_bands(artist, tile, rim, TILE)
    middles = _middles(parts, rim)
    for part in parts:
        if part.shape == "area" and part.colour != ground:
            artist.sheet.path(
                rim.area(part.ports), rim.corners, fill=part.colour, stroke=INK, stroke_width=0.9
            )
    for part in parts:
        if part.shape == "line":
            _line(artist, part, rim, middles)
    for part in parts:
        if part.shape == "disc":
            at, size = middles[part.place], TILE * 0.13
            artist.sheet.circle(at, size, fill=part.colour, stroke=INK, stroke_width=0.9)
    outline = {"fill": "none", "stroke": "#5f5844", "stroke_width": 1.2}
    artist.sheet.polygon(rim.corners, **outline)
    for part in parts:
        _on_part(artist, part, middles[part.place])
    if not parts:
        draw_load(artist, tile, rim, TILE, ink_on(ground))


def _parts_of(artist: Artist, tile: int) -> tuple[int, ...]:
    return artist.game.description.picture.parts.get(tile, ())


def _fields(artist: Artist, place: int) -> Mapping[str, PrintedField]:
    """The printed fields of a part, by name."""
    tables = artist.game.description.picture.fields.values()
    mine = (fields for fields in tables if any(_has(field, place) for field in fields.values()))
    return next(mine, {})


def _has(field: PrintedField, place: int) -> bool:
    return place in field.values or place in field.sets


def _part(artist: Artist, place: int, rim: Rim, turn: int) -> TilePart:
    fields = _fields(artist, place)
    all_ports: tuple[int, ...] = ()
    end, shape = -1, ""
    for type_, values, sets in fields.values():
        value = values.get(place, -1)
        if type_.form == "set" and type_.member.universe == "Port":
            all_ports = sets[place]
        elif type_.form == "ref" and type_.universe == "places" and value >= 0:
            end = value
        elif type_.form == "ref" and type_.universe in artist.game.description.enums and value >= 0:
            name = artist.game.names.all(type_.universe)[value]
            told = artist.look.entry(name).shape
            shape = shape or (told if told in WAYS else "")
    per_side = len(artist.game.description.enums.get("Port", ())) // rim.sides
    ports = tuple(sorted((port + turn * per_side) % (per_side * rim.sides) for port in all_ports))
    if not shape:
        is_thin = per_side > 1 and all(port % per_side == per_side // 2 for port in ports)
        shape = "disc" if not ports else "line" if is_thin and per_side % 2 else "area"
    rim.per_side = max(1, per_side)
    return TilePart(place, ports, shape, artist.printed_colour(place) or PLAIN, end)


def _ground(parts: Sequence[TilePart]) -> str:
    """What is said to be the ground lies under everything, else what reaches the most of the rim."""
    reach: dict[str, int] = {}
    told = [part.colour for part in parts if part.shape == "ground"]
    if told:
        return told[0]
    for part in parts:
        if part.shape == "area":
            reach[part.colour] = reach.get(part.colour, 0) + len(part.ports)
    widest = max(reach.values(), default=0)
    # Of equal colours the one in more parts: it runs between the others.
    pieces = {colour: sum(part.colour == colour for part in parts) for colour in reach}
    best = [colour for colour in reach if reach[colour] == widest]
    return max(best, key=lambda colour: pieces[colour]) if best else PLAIN


def _middles(parts: Sequence[TilePart], rim: Rim) -> dict[int, Point]:
    """Where figures stand and signs are: in areas and discs about the middle, halfway along lines."""
    found = {}
    for part in parts:
        ports = part.ports
        if not ports:
            ports = tuple(
                port for other in parts if other.end == part.place for port in other.ports
            )
        is_short = len(part.ports) <= rim.per_side
        near = 0.45 if not part.ports else NEAR_RIM if is_short else NEAR
        found[part.place] = rim.inside(ports, near)
    for part in parts:
        if part.shape == "line":
            found[part.place] = _halfway(part, rim, found)
    return found


def _halfway(part: TilePart, rim: Rim, middles: Mapping[int, Point]) -> Point:
    ends = [rim.port(port) for port in part.ports]
    if len(ends) == 2:
        return rim.bend(ends[0], ends[1], 0.5)
    goal = middles[part.end] if part.end in middles else rim.inside(part.ports, 0.35)
    return ((ends[0][0] + goal[0]) / 2, (ends[0][1] + goal[1]) / 2) if ends else goal


def _line(artist: Artist, part: TilePart, rim: Rim, middles: Mapping[int, Point]) -> None:
    ends = [rim.port(port) for port in part.ports]
    if len(ends) == 2:
        way = rim.curve(ends[0], ends[1])
        ways = [way]
    else:
        goal = middles[part.end] if part.end in middles else rim.inside(part.ports, 0.35)
        ways = [f"M{shown(x)} {shown(y)} L{shown(goal[0])} {shown(goal[1])}" for x, y in ends]
        if part.end < 0:
            artist.sheet.circle(goal, 6, fill=part.colour, stroke=INK, stroke_width=0.9)
    for width, colour in ((11.0, INK), (9.4, part.colour)):
        for way in ways:
            style = {
                "stroke": colour,
                "stroke_width": width,
                "stroke_linecap": "butt",
                "fill": "none",
            }
            artist.sheet.path(way, ends, **style)
    if part.end < 0 and len(ends) == 1:
        artist.sheet.circle(rim.inside(part.ports, 0.35), 5.2, fill=part.colour)


def _on_part(artist: Artist, part: TilePart, at: Point) -> None:
    """What is printed on a part, and the figures that stand there."""
    marks = _marks(artist, part.place)
    figures = seen_at(artist.game, artist.view, part.place)
    x, y = at
    below = y + (FIGURE + 6 if figures else 0)
    # Side by side; in a disc, which is small, below each other.
    dx, dy = (0.0, SIGN * 0.66) if part.shape == "disc" else (SIGN * 1.2, 0.0)
    for rank, entry in enumerate(marks):
        away = rank - (len(marks) - 1) / 2
        spot = (x + dx * away, below + dy * away)
        artist.take(spot, EMBLEM, EMBLEM, cost=0.7)
        if entry.shape in EMBLEMS:
            draw_emblem(artist.sheet, entry.shape, spot, EMBLEM, entry.colour)
        else:
            artist.sheet.text(spot, entry.sign, SIGN, fill=ink_on(part.colour))
    if figures:
        artist.pieces(figures, at, FIGURE)


def _marks(artist: Artist, place: int) -> list[LookRow]:
    """Return how each printed number, flag or case looks that is shown by an emblem or a sign."""
    found: list[LookRow] = []
    for name, (type_, values, _sets) in _fields(artist, place).items():
        value = values.get(place, -1)
        entry, times = artist.look.entry(name), value
        label = artist.words.word(name, {})
        if type_.form == "ref":
            if type_.universe not in artist.game.description.enums or value < 0:
                continue
            case = artist.game.names.all(type_.universe)[value]
            entry, times = artist.look.entry(case), 1
            label = artist.words.label(artist.game.names.label(type_, value), case)
        elif type_.form not in ("int", "flag"):
            continue
        if times > 0 and entry.shape in EMBLEMS:
            found += [entry] * times
            artist.legend.setdefault(label, ("emblem", entry.shape, entry.colour))
        elif times > 0 and entry.sign:
            found += [entry] * times
            artist.legend.setdefault(label, ("label", entry.sign, "#ffffff"))
    return found


# --- tiles beside the board ------------------------------------------------------------------------------


def draw_zones(artist: Artist) -> None:
    """Draw the tiles with parts that lie open in zones, a row for all of them."""
    x = 0.0
    grid = artist.game.layout.boards[0].grid if artist.game.layout.boards else "squares"
    for family in artist.game.description.families:
        if family.board is not None or family.name == "box":
            continue
        for place in range(family.first, family.first + family.size):
            for tile in seen_at(artist.game, artist.view, place):
                if _parts_of(artist, tile):
                    draw_tile(artist, tile, grid, (x, 0.0), 0)
                    label = artist.words.label(family.label, family.name)
                    text = f"{label}: {artist.words.short(tile)}"
                    artist.caption((x, TILE * 0.62), text, TILE, 11, fill=INK)
                    x += TILE * 1.2


def draw_loose(artist: Artist, grid: str, tiles: Sequence[int]) -> None:
    """Draw tiles that are named and lie on no board, in rows, if they have parts."""
    for rank, tile in enumerate(tile for tile in tiles if _parts_of(artist, tile)):
        row, column = divmod(rank, LOOSE)
        at = (column * TILE * 1.2, row * TILE * 1.2)
        draw_tile(artist, tile, grid, at, 0)
        name_tile(artist, tile, rim_of(grid, at, TILE), 0)
