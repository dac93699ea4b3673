"""Chance and reveals: rolls, shuffles, draws from piles and at random."""

from __future__ import annotations

from rulelang.backends.python import bundles, expressions, marks, places, sets
from rulelang.backends.python.moves import counted, put_function, take_function
from rulelang.backends.python.places import slot_text
from rulelang.backends.python.unit import Scope
from rulelang.backends.python.writer import add
from rulelang.program import nodes as ir
from rulelang.program.types import RefType, SetType
from rulelang.runtime.marks import END


def event(name: str, scope: Scope) -> str:
    """Return the constant that describes a chance event: (name, stream, slot of its counter)."""
    stream = next(s for s in scope.unit.layout.streams if s.name == name)
    return scope.unit.constant(repr((stream.name, stream.number, stream.slot)), "EV")


def roll(stmt: ir.Roll, scope: Scope) -> str:
    """Return the text of a roll."""
    what = event(stmt.chance, scope)
    if stmt.among is not None:
        return f"chance.member({scope.state}, {what}, {sets.as_list(stmt.among, scope)})"
    return f"chance.roll({scope.state}, {what}, {stmt.dice}, {stmt.sides})"


def shuffle(stmt: ir.Shuffle, scope: Scope) -> None:
    """Write the shuffle of a pile."""
    unit = scope.unit
    everything = range(len(unit.program.things))
    piles = [h for h in places.holdings_at(stmt.place, everything, unit) if h.order == "pile"]
    place = scope.code.keep(expressions.scalar(stmt.place, scope), "p")
    what = event(stmt.chance, scope)
    state = scope.state

    def write(holding: object) -> None:
        base = scope.code.keep(slot_text(holding, place))  # type: ignore[arg-type]  # see by_place
        scope.code.line(f"chance.shuffle({state}, {what}, {add(base, 1)}, {state}[{base}])")
        marks.note_shuffle(place, scope)

    if len(piles) == 1:
        write(piles[0])
    else:
        places.by_place(piles, scope, place, write)


def draw(stmt: ir.Draw, scope: Scope) -> None:
    """Write a draw: from the top of a pile, or at random from a zone or an account."""
    if stmt.source_account is not None:
        _draw_kinds(stmt, scope)
        return
    assert stmt.source is not None
    assert stmt.target is not None
    code, unit = scope.code, scope.unit
    source = code.keep(expressions.scalar(stmt.source, scope), "p")
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    count = counted(stmt.count, scope)
    accepted = _accepted(stmt.target, scope)
    holdings = places.holdings_at(stmt.source, accepted, unit)
    ids = tuple(i for i in accepted if any(i in h.things for h in holdings))
    function = put_function(ids, unit.analysis.families(stmt.target), "top", unit)
    if stmt.chance is not None:
        _draw_at_random(stmt, (source, target, count), ids, function, scope)
        return
    code.line("chance.events += 1")

    def write(holding: object) -> None:
        _draw_from_top(holding, (source, target, count), (ids, function), scope)

    piles = [h for h in holdings if h.order == "pile"]
    if len(piles) == 1:
        write(piles[0])
    else:
        places.by_place(piles, scope, source, write)


def _accepted(place: ir.Expr, scope: Scope) -> tuple[int, ...]:
    families = scope.unit.analysis.families(place)
    found = {number for f in families for h in f.holdings for number in h.things}
    return tuple(sorted(found))


def _draw_from_top(
    holding: object,
    names: tuple[str, str, str],
    put_: tuple[tuple[int, ...], str],
    scope: Scope,
) -> None:
    ids, function = put_
    code, unit, state = scope.code, scope.unit, scope.state
    source, target, count = names
    base = code.keep(slot_text(holding, source), "b")  # type: ignore[arg-type]  # see by_place
    wanted = code.keep(count)
    where = unit.constant(repr(unit.program.place_names), "N")
    unit.use("overdraw")
    code.line(
        f"if {state}[{base}] < {wanted}: "
        f"raise overdraw({where}[{source}], {state}[{base}], 'things', {wanted})"
    )
    top, thing = code.name("i"), code.name("x")

    def one() -> None:
        code.line(f"{top} = {add(base, f'{state}[{base}]')}")
        code.line(f"{thing} = {state}[{top}]")
        route = marks.Route(source, target, None, "top", END)
        marks.note_move(ids, thing, route, scope)
        code.line(f"{state}[{top}] = 0")
        code.line(f"{state}[{base}] -= 1")
        code.line(f"{function}({state}, {thing}, {target})")

    if wanted == "1":
        one()
    else:
        with code.block(f"for _ in range({wanted}):"):
            one()


def _draw_at_random(
    stmt: ir.Draw,
    names: tuple[str, str, str],
    ids: tuple[int, ...],
    function: str,
    scope: Scope,
) -> None:
    assert stmt.source is not None
    assert stmt.chance is not None
    code, unit, state = scope.code, scope.unit, scope.state
    source, target, count = names
    bag, thing = code.name("l"), code.name("x")
    at = ir.ThingsAt(SetType(RefType("things", ids, "")), ir.Local(stmt.source.type, source), ids)
    code.line(f"{bag} = []")
    levels = sets.open_walk(at, scope.bind(source, source), thing)
    code.line(f"{bag}.append({thing})")
    sets.close_walk(scope, levels)
    wanted = code.keep(count)
    unit.use("overdraw")
    where = unit.constant(repr(unit.program.place_names), "N")
    code.line(
        f"if len({bag}) < {wanted}: "
        f"raise overdraw({where}[{source}], len({bag}), 'things', {wanted})"
    )
    with code.block(f"for _ in range({wanted}):"):
        code.line(f"{thing} = chance.member({state}, {event(stmt.chance, scope)}, {bag})")
        code.line(f"{bag}.remove({thing})")
        marks.note_move(ids, thing, marks.Route(source, target), scope)
        take_any(ids, stmt.source, (thing, source), scope)
        code.line(f"{function}({state}, {thing}, {target})")


def take_any(ids: tuple[int, ...], place: ir.Expr, names: tuple[str, str], scope: Scope) -> None:
    """Take one thing, alike or not, out of a place."""
    from rulelang.backends.python.moves import _take_alike

    thing, where = names
    unit = scope.unit
    alike = tuple(i for i in ids if unit.program.things[i].is_alike)
    individuals = tuple(i for i in ids if not unit.program.things[i].is_alike)
    if not alike:
        scope.code.line(f"{take_function(ids, unit)}({scope.state}, {thing})")
        return
    pieces = f"{_take_alike(alike, place, unit)}({scope.state}, {thing}, {where}, 1)"
    if not individuals:
        scope.code.line(pieces)
        return
    scope.code.line(f"if {sets.among(thing, alike, scope)}: {pieces}")
    scope.code.line(f"else: {take_function(individuals, unit)}({scope.state}, {thing})")


def _draw_kinds(stmt: ir.Draw, scope: Scope) -> None:
    """Each piece in an account is equally likely."""
    assert stmt.source_account is not None
    assert stmt.target_account is not None
    assert stmt.chance is not None
    code, unit, state = scope.code, scope.unit, scope.state
    source = bundles.account_base(stmt.source_account, stmt.source_holder, scope)
    target = bundles.account_base(stmt.target_account, stmt.target_holder, scope)
    kinds = unit.accounts[stmt.source_account].kinds
    wanted = counted(stmt.count, scope)
    bag, kind = code.name("l"), code.name("k")
    with code.block(f"for _ in range({wanted}):"):
        code.line(f"{bag} = []")
        code.line(
            f"for {kind} in range({kinds}): {bag} += ({kind},) * {state}[{add(source, kind)}]"
        )
        unit.use("overdraw")
        code.line(f"if not {bag}: raise overdraw({stmt.source_account!r}, 0, 'pieces', {wanted})")
        code.line(f"{kind} = chance.member({state}, {event(stmt.chance, scope)}, {bag})")
        code.line(f"{state}[{add(source, kind)}] -= 1")
        account = next(a for a in unit.program.accounts if a.name == stmt.target_account)
        bundles.arrive(account, (target, kind, "1"), scope)
