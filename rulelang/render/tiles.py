"""Boards that grow: each tile drawn from its parts, turned as it lies, with figures and signs on them.

What is printed on a tile is known only by its ports, so shapes are made up from those: a part that reaches the rim
over whole stretches is an area, one that meets single middle ports is a line, one that reaches nothing is a disc.
`look.csv` may say otherwise (shape `ground`, `area`, `line` or `disc` of a case); the ground lies under everything. Texts and figures are never turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulelang.render.artist import Artist
from rulelang.render.emblems import EMBLEMS, draw_emblem
from rulelang.render.load import draw_bands, draw_load
from rulelang.render.look import PLAIN, Entry, ink_on
from rulelang.render.rims import Rim, rim_of
from rulelang.render.shapes import INK
from rulelang.render.spots import seen_at
from rulelang.render.svg import Point, shown
from rulelang.runtime.layout import BoardSlots, LaidTile

TILE = 104.0
FIGURE = 11.5
SIGN, EMBLEM = 14.5, 9.0
WAYS = ("ground", "area", "line", "disc")
# How far the middle of an area lies from the middle of the tile, of the way to its ports; and of a small one.
NEAR, NEAR_RIM = 0.62, 0.77


@frozen
class Part:
    """A part of a tile as it is drawn: its ports after turning, its middle, its colour."""

    place: int
    ports: tuple[int, ...]
    shape: str
    colour: str
    end: int  # another part that this one runs into, or -1


def draw_grown(artist: Artist, slots: BoardSlots, laid: Sequence[LaidTile]) -> None:
    """Draw the tiles of one board where they lie, the uppermost of each cell."""
    tops = {(tile.x, tile.y): tile for tile in laid}  # by level: the last one lies on top
    for tile in tops.values():
        rim = rim_of(slots.grid, cell_middle(slots.grid, tile.x, tile.y), TILE)
        draw_tile(artist, tile.tile, rim, tile.turn)
        has_parts = bool(_parts_of(artist, tile.tile))
        _mark(artist, rim, f"{tile.x},{tile.y}", artist.words.short(tile.tile) if has_parts else "")


def cell_middle(grid: str, x: float, y: float) -> Point:
    """Return the middle of a cell in pixels."""
    if grid == "hexes":
        return (x + y / 2) * TILE, y * TILE * 0.866
    return x * TILE, y * TILE


def _mark(artist: Artist, rim: Rim, cell: str, name: str) -> None:
    """Say in a corner which tile this is, and in the opposite one where it lies."""
    x, y = rim.middle
    for dx, dy, text, anchor in ((-0.47, -0.44, name, "start"), (0.47, 0.45, cell, "end")):
        at = (x + dx * TILE, y + dy * TILE)
        halo = {"stroke": "#ffffff", "stroke_width": 2.0, "paint_order": "stroke"}
        style = {"fill": INK, "opacity": 0.75, "text_anchor": anchor}
        artist.sheet.text(at, text, 7.5, **style, **halo)


# --- one tile --------------------------------------------------------------------------------------------


def draw_tile(artist: Artist, tile: int, rim: Rim, turn: int) -> None:
    """Draw a tile on its rim: areas below lines, lines below discs, then signs and figures."""
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


def _parts_of(artist: Artist, tile: int) -> list[int]:
    found: list[int] = artist.game.meta["picture"]["parts"].get(str(tile), [])
    return found


def _fields(artist: Artist, place: int) -> Mapping[str, Any]:
    """The printed fields of a part: name -> how it is named, and its value."""
    for fields in artist.game.meta["picture"]["fields"].values():
        mine = {
            name: (type_, values[str(place)])
            for name, (type_, values) in fields.items()
            if str(place) in values
        }
        if mine:
            return mine
    return {}


def _part(artist: Artist, place: int, rim: Rim, turn: int) -> Part:
    fields = _fields(artist, place)
    all_ports: list[int] = []
    end, shape = -1, ""
    for type_, value in fields.values():
        if type_["form"] == "set" and type_["of"].get("universe") == "Port":
            all_ports = value
        elif type_["form"] == "ref" and type_["universe"] == "places" and value >= 0:
            end = value
        elif (
            type_["form"] == "ref" and type_["universe"] in artist.game.meta["enums"] and value >= 0
        ):
            name = artist.game.names.all(type_["universe"])[value]
            told = artist.look.entry(name).shape
            shape = shape or (told if told in WAYS else "")
    per_side = len(artist.game.meta["enums"].get("Port", ())) // rim.sides
    ports = tuple(sorted((port + turn * per_side) % (per_side * rim.sides) for port in all_ports))
    if not shape:
        is_thin = per_side > 1 and all(port % per_side == per_side // 2 for port in ports)
        shape = "disc" if not ports else "line" if is_thin and per_side % 2 else "area"
    rim.per_side = max(1, per_side)
    return Part(place, ports, shape, artist.printed_colour(place) or PLAIN, end)


def _ground(parts: Sequence[Part]) -> str:
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


def _middles(parts: Sequence[Part], rim: Rim) -> dict[int, Point]:
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


def _halfway(part: Part, rim: Rim, middles: Mapping[int, Point]) -> Point:
    ends = [rim.port(port) for port in part.ports]
    if len(ends) == 2:
        return rim.bend(ends[0], ends[1], 0.5)
    goal = middles[part.end] if part.end in middles else rim.inside(part.ports, 0.35)
    return ((ends[0][0] + goal[0]) / 2, (ends[0][1] + goal[1]) / 2) if ends else goal


def _line(artist: Artist, part: Part, rim: Rim, middles: Mapping[int, Point]) -> None:
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


def _on_part(artist: Artist, part: Part, at: Point) -> None:
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
        if entry.shape in EMBLEMS:
            draw_emblem(artist.sheet, entry.shape, spot, EMBLEM, entry.colour)
        else:
            artist.sheet.text(spot, entry.sign, SIGN, fill=ink_on(part.colour))
    if figures:
        artist.pieces(figures, at, FIGURE)


def _marks(artist: Artist, place: int) -> list[Entry]:
    """Return how each printed number, flag or case looks that is shown by an emblem or a sign."""
    found: list[Entry] = []
    for name, (type_, value) in _fields(artist, place).items():
        entry, times = artist.look.entry(name), value
        label = artist.words.word(name, {})
        if type_["form"] == "ref":
            if type_["universe"] not in artist.game.meta["enums"] or value < 0:
                continue
            case = artist.game.names.all(type_["universe"])[value]
            entry, times = artist.look.entry(case), 1
            label = artist.words.label(artist.game.names.label(type_, value), case)
        elif type_["form"] not in ("int", "flag"):
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
    for family in artist.game.meta["families"]:
        if family["board"] is not None or family["name"] == "box":
            continue
        for place in range(family["first"], family["first"] + family["count"]):
            for tile in seen_at(artist.game, artist.view, place):
                if _parts_of(artist, tile):
                    rim = rim_of(grid, (x, 0.0), TILE)
                    draw_tile(artist, tile, rim, 0)
                    label = artist.words.label(family["label"], family["name"])
                    text = f"{label}: {artist.words.short(tile)}"
                    artist.caption((x, TILE * 0.62), text, TILE, 11, fill=INK)
                    x += TILE * 1.2
