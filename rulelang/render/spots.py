"""Fixed boards as one player sees them: where the places are and what lies on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulelang.runtime.description import Drawing, ref_type
from rulelang.runtime.game import Game
from rulelang.runtime.layout import LaidTile

THINGS = ref_type("things", "")
FACE_DOWN, UNKNOWN = -1, -2  # what is not shown, and what may be anything
UNSEEN = {"hidden": FACE_DOWN, "unknown": UNKNOWN}


class DrawnSpot(NamedTuple):
    """A place with a position: its role (cell, edge, corner), its name and the things seen on it."""

    place: int
    role: str
    name: str
    x: float
    y: float
    things: list[int]  # below 0: unseen

    @property
    def letter(self) -> str:
        """The side or corner after which an edge or corner is named."""
        return self.name.rsplit(":", 1)[-1]


def spots_of(game: Game, drawing: Drawing, view: Mapping[str, Any]) -> list[DrawnSpot]:
    """Return the places of one board."""
    roles: dict[int, str] = {}
    drawn = {place for place, _x, _y in drawing.spots}
    families = [
        f
        for f in game.description.families
        if not drawn.isdisjoint(range(f.first, f.first + f.size))
    ]
    for rank, family in enumerate(families):
        places = range(family.first, family.first + family.size)
        names = [game.names.all("places")[place] for place in places]
        role = "cell" if rank == 0 else _outline_role(drawing.grid, names)
        roles |= dict.fromkeys(places, role)
    return [
        DrawnSpot(
            place, roles[place], game.names.all("places")[place], x, y, seen_at(game, view, place)
        )
        for place, x, y in drawing.spots
    ]


def seen_at(game: Game, view: Mapping[str, Any], place: int) -> list[int]:
    """Return the things that a viewer sees in a place."""
    seen = view["places"].get(game.names.all("places")[place], [])
    return [
        UNSEEN[thing] if thing in UNSEEN else game.names.number(THINGS, thing)
        for thing in (seen if isinstance(seen, list) else ())
    ]


def laid_on(game: Game, view: Mapping[str, Any], place: int) -> list[LaidTile]:
    """Return the tiles that a viewer sees on a board that grows, in one cell from the bottom up."""
    return [
        LaidTile(FACE_DOWN if tile == "hidden" else game.names.number(THINGS, tile), *where)
        for tile, *where in view["boards"].get(game.names.all("places")[place], ())
    ]


def _outline_role(grid: str, names: Sequence[str]) -> str:
    """Edges are named after a side, corners after a corner (rulelang.program.declare.boards)."""
    sides = {"hexes": {"NE", "E", "SE"}, "flat": {"NE", "SE", "S"}, "squares": {"N", "W"}}.get(
        grid, set()
    )
    return "edge" if names and names[0].rsplit(":", 1)[-1] in sides else "corner"
