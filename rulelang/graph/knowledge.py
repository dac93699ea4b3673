"""Does a game need marks of who knows what? In goes a program, out comes yes or no.

A mark says that a player knows a thing that lies where that player does not see it: it was revealed,
or it went there from a place that the player sees. Most games shuffle whatever becomes hidden and need
none; then nothing is stored and nothing is written down during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.program import nodes as ir
from rulelang.program.model import PlaceFamily, Program
from rulelang.program.types import PLACES, THINGS, RefType, SeqType, SetType
from rulelang.program.walk import descend_all

EVERYONE, OWNER = "everyone", "owner"


def needs_marks(program: Program) -> bool:
    """Can a player come to know a thing that then lies hidden from that player?"""
    families = _Families(program)
    bodies = (program.setup, program.flow, *(rule.body for rule in program.rules))
    return any(_loses_sight(body, families) for body in bodies)


def _loses_sight(body: ir.Body, families: _Families) -> bool:
    """What becomes hidden is forgotten if the same body shuffles it."""
    nodes = list(descend_all(body))
    if any(isinstance(node, ir.Reveal) and _shows_things(node) for node in nodes):
        return True
    shuffled = {
        family.name
        for node in nodes
        if isinstance(node, ir.Shuffle)
        for family in families.at(node.place)
    }
    return any(family.name not in shuffled for node in nodes for family in families.hides(node))


def _shows_things(node: ir.Reveal) -> bool:
    type_ = node.what.type
    of = type_.of if isinstance(type_, SetType) else type_
    return isinstance(of, RefType) and of.universe == THINGS


class _Families:
    """Who sees what lies where."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._of_place = [f for family in program.families for f in [family] * family.count]

    def at(self, place: ir.Expr) -> list[PlaceFamily]:
        """Return the families that a place can belong to."""
        type_ = place.type
        of = type_.of if isinstance(type_, SetType | SeqType) else type_
        ids: Iterable[int] = ()
        if isinstance(place, ir.Const):
            ids = (place.value,)
        elif isinstance(of, RefType) and of.universe == PLACES:
            ids = of.ids
        return list(
            {self._of_place[number].name: self._of_place[number] for number in ids}.values()
        )

    def hides(self, node: object) -> list[PlaceFamily]:
        """Return where a statement hides something from a player who knows it."""
        match node:
            case ir.MoveThing(thing=thing, target=target, face=face):
                return self._hidden((thing, thing.type), target, face)
            case ir.MoveAll(what=what, target=target, face=face):
                return self._hidden((what, getattr(what.type, "of", what.type)), target, face)
            case ir.MoveAlike(source=source, target=target):
                return list(self._lossy((source, self.at(source)), target))
            case ir.Draw(source=source, target=target) if source is not None and target is not None:
                return list(self._lossy((source, self.at(source)), target))
            case _:
                return []

    def _hidden(
        self, moved: tuple[ir.Expr, object], target: ir.Expr, face: str | None
    ) -> list[PlaceFamily]:
        what, type_ = moved
        ids = list(getattr(type_, "ids", ()))
        if not ids:
            return []
        if face == "down" and any(self._program.things[n].can_flip for n in ids):
            return self.at(target)
        if isinstance(what, ir.ThingsAt):
            return list(self._lossy((what.place, self.at(what.place)), target))
        wanted = set(ids)
        sources = [
            family
            for family in self._program.families
            if any(not wanted.isdisjoint(holding.things) for holding in family.holdings)
        ]
        return list(self._lossy((None, sources), target))

    def _lossy(
        self, source: tuple[ir.Expr | None, list[PlaceFamily]], target: ir.Expr
    ) -> Iterator[PlaceFamily]:
        """Yield the families of `target` that somebody sees less of than of the source."""
        place, families = source
        for there in self.at(target):
            if there.seen == EVERYONE:
                continue
            for here in families:
                is_open = here.seen == EVERYONE
                is_own = here.seen == OWNER
                stays = (
                    there.seen == OWNER and place is not None and _holder(place) == _holder(target)
                )
                if is_open or (is_own and not stays):
                    yield there


def _holder(place: ir.Expr) -> object:
    """Whose place this is, as an expression: its number counted from the first of its family."""
    return getattr(place, "index", place)
