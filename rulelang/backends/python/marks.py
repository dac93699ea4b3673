"""Marks of who knows what: calls to the runtime wherever an individual moves, is shuffled or shown."""

from __future__ import annotations

from rulelang.backends.python import expressions, sets
from rulelang.backends.python.unit import Scope, Unit, mask_of, number_text
from rulelang.program import nodes as ir
from rulelang.program.types import RefType
from rulelang.runtime.marks import KEPT, MANY, ONE, PILE

_ORDERS = {"many": MANY, "one": ONE, "pile": PILE}
_FACES = {"down": 1, "up": 0}


def note_move(ids: tuple[int, ...], names: tuple[str, str], face: str | None, scope: Scope) -> None:
    """Write the note that a thing is about to go to a place; `names` are both of them."""
    individuals = _individuals(ids, scope)
    if not individuals:
        return
    thing, target = names
    function, marks = scope.unit.use("moved"), _marks(scope.unit)
    down = KEPT if face is None else _FACES[face]
    line = f"{function}({scope.state}, {marks}, {thing}, {target}, {down})"
    if len(individuals) < len(ids):
        line = f"if {sets.among(thing, individuals, scope)}: {line}"
    scope.code.line(line)


def note_shuffle(place: str, scope: Scope) -> None:
    """Write the note that a pile is shuffled."""
    if _keeps(scope):
        function, marks = scope.unit.use("shuffled"), _marks(scope.unit)
        scope.code.line(f"{function}({scope.state}, {marks}, {place})")


def reveal(stmt: ir.Reveal, scope: Scope) -> None:
    """Write the showing of things; chance, too, for undo must not go back behind it."""
    scope.code.line("chance.events += 1")
    type_ = getattr(stmt.what.type, "of", stmt.what.type)
    if not isinstance(type_, RefType) or type_.universe != "things":
        return
    if not _individuals(type_.ids, scope):
        return
    players = number_text((1 << scope.unit.program.players) - 1)
    if stmt.to is not None:
        players = f"1 << {expressions.scalar(stmt.to, scope)}"
    if isinstance(stmt.what.type, RefType):
        listed = f"[{expressions.scalar(stmt.what, scope)}]"
    else:
        listed = sets.as_list(stmt.what, scope)
    alike = tuple(i for i in type_.ids if scope.unit.program.things[i].is_alike)
    if alike:
        listed = f"[x for x in {listed} if not ({sets.among('x', alike, scope)})]"
    function, marks = scope.unit.use("revealed"), _marks(scope.unit)
    scope.code.line(f"{function}({scope.state}, {marks}, {listed}, {players})")


def _keeps(scope: Scope) -> bool:
    """Does the game keep marks, and is this the state and not only a supposition about it?"""
    return scope.unit.layout.things.known_base is not None and scope.state == "s"


def _individuals(ids: tuple[int, ...], scope: Scope) -> tuple[int, ...]:
    if not _keeps(scope):
        return ()
    return tuple(i for i in ids if not scope.unit.program.things[i].is_alike)


def _marks(unit: Unit) -> str:
    """Return the constant with everything the runtime has to know."""
    program, layout = unit.program, unit.layout
    everyone = (1 << program.players) - 1
    seen, own, holds = [], [], []
    for family in sorted(program.families, key=lambda family: family.first):
        for rank in range(family.count):
            is_own = family.seen == "owner" and family.owner_kind == "Player"
            mask = everyone if family.seen == "everyone" else 0
            seen.append(1 << family.owner_ids[rank] if is_own else mask)
            own.append(int(family.seen == "owner"))
            place = family.first + rank
            holds.append(
                tuple(
                    (_ORDERS[h.order], h.slot(place), mask_of(h.individuals))
                    for h in layout.holdings
                    if 0 <= place - h.first_place < h.count and h.individuals
                )
            )
    things = layout.things
    parts = (
        things.place_base,
        things.known_base,
        -1 if things.face_base is None else things.face_base,
        mask_of(things.can_flip),
        tuple(seen),
        tuple(own),
        tuple(holds),
        everyone,
    )
    unit.use("Marks")
    return unit.constant(f"Marks(*{parts!r})", "K")
