"""Marks of who knows what: calls to the runtime wherever things move, are shuffled or shown."""

from __future__ import annotations

from rulelang.backends.python import expressions, sets
from rulelang.backends.python.unit import Scope, Unit, mask_of, number_text
from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.types import RefType
from rulelang.runtime.marks import ALL, BOTTOM, END, KEPT, MANY, ONE, PILE, SOMEWHERE, MarkedPlace

_ORDERS = {"many": MANY, "one": ONE, "pile": PILE}
_FACES = {"down": 1, "up": 0}


@frozen
class Route:
    """How things go: the names of both places, side up, end of a pile, from where they are taken."""

    source: str
    target: str
    face: str | None = None
    end: str = "top"
    taken: int = SOMEWHERE

    @property
    def how(self) -> tuple[int, int, int]:
        """As the runtime takes it."""
        down = KEPT if self.face is None else _FACES[self.face]
        return down, int(self.end == "bottom"), self.taken


def note_move(ids: tuple[int, ...], thing: str, route: Route, scope: Scope) -> None:
    """Write the note that a thing is about to go to a place; an individual says itself where it is."""
    kept = _kept(ids, scope)
    if not kept:
        return
    function, marks = scope.unit.use("moved"), _marks(scope.unit)
    where = f"({route.source}, {route.target})"
    line = f"{function}({scope.state}, {marks}, {thing}, {where}, {route.how})"
    if len(kept) < len(ids):
        line = f"if {sets.among(thing, kept, scope)}: {line}"
    scope.code.line(line)


def note_pieces(ids: tuple[int, ...], thing: str, count: str, route: Route, scope: Scope) -> None:
    """Write the note that some alike pieces are about to go from one place to another."""
    if not _kept(ids, scope):
        return
    function, marks = scope.unit.use("moved_alike"), _marks(scope.unit)
    where = f"({route.source}, {route.target})"
    scope.code.line(f"{function}({scope.state}, {marks}, {thing}, {where}, {count}, {route.how})")


def taken_from(end: str) -> int:
    """From where a thing is taken, as far as the rules say it."""
    return {"top": END, "bottom": BOTTOM}.get(end, SOMEWHERE)


def taken_all(what: ir.Expr, scope: Scope) -> int:
    """Whether everything that can lie in a place goes: then nobody wonders what has stayed."""
    if not isinstance(what, ir.ThingsAt):
        return SOMEWHERE
    families = scope.unit.analysis.families(what.place)
    held = {thing for family in families for h in family.holdings for thing in h.things}
    return ALL if held <= set(what.things) else SOMEWHERE


def note_shuffle(place: str, scope: Scope) -> None:
    """Write the note that a pile is shuffled."""
    if _keeps(scope):
        function, marks = scope.unit.use("shuffled"), _marks(scope.unit)
        scope.code.line(f"{function}({scope.state}, {marks}, {place})")


# --- showing ---------------------------------------------------------------------------------------------


def reveal(stmt: ir.Reveal, scope: Scope) -> None:
    """Write the showing of things; chance, too, for undo must not go back behind it."""
    scope.code.line("chance.events += 1")
    type_ = getattr(stmt.what.type, "of", stmt.what.type)
    if not isinstance(type_, RefType) or type_.universe != "things" or not _keeps(scope):
        return
    players = number_text((1 << scope.unit.program.players) - 1)
    if stmt.to is not None:
        players = f"1 << {expressions.scalar(stmt.to, scope)}"
    state, marks = scope.state, _marks(scope.unit)
    if not any(scope.unit.program.things[i].is_alike for i in type_.ids):
        if isinstance(stmt.what.type, RefType):
            listed = f"[{expressions.scalar(stmt.what, scope)}]"
        else:
            listed = sets.as_list(stmt.what, scope)
        scope.code.line(f"{scope.unit.use('revealed')}({state}, {marks}, {listed}, {players})")
        return
    if isinstance(stmt.what.type, RefType):
        assert stmt.place is not None  # the typing of `reveal` finds it
        place = scope.code.keep(expressions.scalar(stmt.place, scope), "p")
        found, end = (
            f"[({place}, {expressions.scalar(stmt.what, scope)})]",
            int(stmt.end == "bottom"),
        )
    else:
        from rulelang.backends.python.sweeps import with_places

        found, end = with_places(stmt.what, scope)[0], ALL
    function = scope.unit.use("revealed_at")
    scope.code.line(f"{function}({state}, {marks}, {found}, {players}, {end})")


def _keeps(scope: Scope) -> bool:
    """Does the game keep marks, and is this the state and not only a supposition about it?"""
    return scope.unit.keeps_marks and scope.state == "s"


def _kept(ids: tuple[int, ...], scope: Scope) -> tuple[int, ...]:
    """Which things can be known, or hidden among others that are."""
    if not _keeps(scope):
        return ()
    things, program = scope.unit.layout.things, scope.unit.program
    hidden = {
        thing
        for family in program.families
        if family.seen != "everyone"
        for holding in family.holdings
        for thing in holding.things
    }
    return tuple(i for i in ids if i in hidden or (i in things.can_flip))


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
            holds.append(_holds(family.first + rank, unit))
    things = layout.things
    parts = (
        -1 if things.place_base is None else things.place_base,
        -1 if things.known_base is None else things.known_base,
        -1 if things.face_base is None else things.face_base,
        mask_of(things.can_flip),
        mask_of(things.individuals),
        tuple(seen),
        tuple(own),
        tuple(holds),
        program.players,
    )
    unit.use("Marks")
    unit.use("MarkedPlace")
    return unit.constant(f"Marks(*{parts!r})", "K")


def _holds(place: int, unit: Unit) -> tuple[MarkedPlace, ...]:
    return tuple(
        MarkedPlace(
            order=_ORDERS[h.order],
            slot=h.slot(place),
            individuals=mask_of(h.individuals),
            faces=h.faces,
            counts=h.slot(place) + h.faces_offset,
            known=-1 if h.known < 0 else h.known + (place - h.first_place) * h.known_stride,
        )
        for h in unit.layout.holdings
        if 0 <= place - h.first_place < h.count
    )
