"""A tile without parts: its name, bands and signs of what is printed on it, and what it carries.

Pieces in the zones of the tile stand on it, amounts in its accounts lie below as tokens with their number. A flag
whose look is a `line` runs across the tile as a band, one with a sign is written in the corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulelang.render.artist import Artist
from rulelang.render.look import PLAIN, ink_on
from rulelang.render.piece_shapes import INK
from rulelang.render.rims import Rim
from rulelang.render.spots import seen_at

FIGURE = 11.0
TOKEN = 9.0
BAND = 0.17  # of the height of the tile


def draw_bands(artist: Artist, tile: int, rim: Rim, size: float) -> None:
    """Draw what runs across the tile, below everything else."""
    x, y = rim.middle
    for name in _flags(artist, tile):
        entry = artist.look.entry(name)
        if entry.shape == "line":
            corner = (x - size / 2, y - size * BAND / 2)
            artist.sheet.rect(corner, (size, size * BAND), fill=entry.colour or PLAIN)
            artist.explain(name, entry.sign, entry.colour or PLAIN)


def draw_load(artist: Artist, tile: int, rim: Rim, size: float, ink: str) -> None:
    """Write the name, and draw what lies on the tile."""
    x, y = rim.middle
    name = artist.words.short(tile)
    artist.paragraph((x, y - size * 0.3), name, (size * 0.92, size * 0.3), 12, fill=ink)
    signs = [
        artist.look.entry(flag).sign
        for flag in _flags(artist, tile)
        if artist.look.entry(flag).sign and artist.look.entry(flag).shape != "line"
    ]
    if signs:
        at = (x - size * 0.46, y + size * 0.43)
        artist.sheet.text(at, "".join(signs), 10, fill=ink, text_anchor="start")
    artist.pieces(list(_pieces(artist, tile)), (x, y + size * 0.02), FIGURE)
    amounts = list(_amounts(artist, tile))
    step = TOKEN * 2.3
    for rank, (enum, kind, count) in enumerate(amounts):
        left = x + (rank - (len(amounts) - 1) / 2) * step
        _token(artist, enum, kind, count, (left, y + size * 0.3))


def _token(artist: Artist, enum: str, kind: int, count: int, at: tuple[float, float]) -> None:
    case = artist.game.names.all(enum)[kind]
    entry = artist.look.entry(case)
    colour = artist.look.case(enum, kind)
    artist.sheet.circle(at, TOKEN, fill=colour, stroke=INK, stroke_width=1.0)
    artist.sheet.text(at, f"{count}{entry.sign}", TOKEN * 1.1, fill=ink_on(colour))
    label = artist.words.label(artist.game.description.enums[enum][kind].label, case)
    artist.legend.setdefault(label, ("label", entry.sign, colour))


def _flags(artist: Artist, tile: int) -> list[str]:
    """The flags printed on a tile that hold."""
    kind = artist.game.description.things[tile].kind
    printed = artist.game.description.printed.get(kind, {})
    return [
        name for name, field in printed.items() if field.type.form == "flag" and field.values[tile]
    ]


def _pieces(artist: Artist, tile: int) -> Iterator[int]:
    description = artist.game.description
    for family in description.families:
        if (
            description.owned_by_things(family)
            and family.board is None
            and tile in family.owner_ids
        ):
            place = family.first + family.owner_ids.index(tile)
            yield from (t for t in seen_at(artist.game, artist.view, place) if t >= 0)


def _amounts(artist: Artist, tile: int) -> Iterator[tuple[str, int, int]]:
    """What the accounts of a tile hold: enum, kind and number."""
    name = artist.game.description.things[tile].name
    for account in artist.game.description.accounts:
        seen = artist.view["accounts"].get(account.name)
        is_of_things = artist.game.description.owned_by_things(account)
        if account.hidden or not is_of_things or name not in seen:
            continue
        slots = next(a for a in artist.game.layout.accounts if a.name == account.name)
        held = seen[name]
        for kind, case in enumerate(artist.game.names.all(slots.enum)):
            if isinstance(held, Mapping) and held.get(case):
                yield slots.enum, kind, held[case]
