"""Moving things: taken out of the slots of one place, put into those of another.

A thing is taken from wherever it is, so `take` branches over all places that can hold it; `put`
knows the families its target can belong to. Both are small functions made once per need, except
for the commonest case, an individual into an unordered place.
"""

from __future__ import annotations

from contextlib import nullcontext

from rulelang.backends.python import expressions, grown, marks, places, sets
from rulelang.backends.python.places import face_slot, slot_text
from rulelang.backends.python.unit import Scope, Unit, rank_text
from rulelang.backends.python.writer import Code, add
from rulelang.program import nodes as ir
from rulelang.program.model import PlaceFamily
from rulelang.program.types import IntType, RefType, SeqType, SetType
from rulelang.runtime.layout import HoldingSlots


def move_thing(stmt: ir.MoveThing, scope: Scope, taken: int = 0) -> None:
    """Write the move of one individual; `taken`: from where, as far as everybody can tell (`marks`)."""
    code = scope.code
    ids = places.thing_ids(stmt.thing, scope.unit)
    thing = code.keep(expressions.scalar(stmt.thing, scope), "x")
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    route = marks.Route("-1", target, stmt.face, stmt.end, taken or marks.taken_from(stmt.from_end))
    marks.note_move(ids, thing, route, scope)
    code.line(f"{take_function(ids, scope.unit)}({scope.state}, {thing})")
    put(ids, (thing, target), (stmt.target, stmt.end), scope)
    _lay(ids, thing, stmt.face, scope)


def _lay(ids: tuple[int, ...], thing: str, face: str | None, scope: Scope) -> None:
    """Turn a thing face up or down."""
    slots = scope.unit.layout.things
    if slots.face_base is None or face is None or set(ids).isdisjoint(slots.can_flip):
        return
    line = f"{scope.slot(add(thing, slots.face_base))} = {int(face == 'down')}"
    if not set(slots.can_flip).issuperset(ids):
        line = f"if {sets.among(thing, slots.can_flip, scope)}: {line}"
    scope.code.line(line)


def take_function(ids: tuple[int, ...], unit: Unit) -> str:
    """Return the function that takes an individual out of the place it is in."""
    wanted = {number for number in ids if not unit.program.things[number].is_alike}
    holdings = [h for h in unit.layout.holdings if not wanted.isdisjoint(h.individuals)]

    def make(name: str) -> None:
        code = Code()
        scope = Scope(unit, code, {})
        code.line(f"p = {places.place_slot('x', scope)}")
        by_things(holdings, wanted, scope, _take_out)
        unit.add_function(name, ("s", "x"), code)

    return unit.on_demand(("take", tuple(h.key for h in holdings)), "take", make)


def by_things(holdings: list[HoldingSlots], wanted: set[int], scope: Scope, write: object) -> None:
    """One branch per place family; inside it, where it has several holdings, one per holding."""
    assert callable(write)
    families: dict[str, list[HoldingSlots]] = {}
    for holding in holdings:
        families.setdefault(holding.family, []).append(holding)

    def inside(holding: HoldingSlots) -> None:
        if len(families[holding.family]) == 1:
            write(holding, scope)
            return
        held = tuple(number for number in holding.things if number in wanted)
        with scope.code.block(f"if {sets.among('x', held, scope)}:"):
            write(holding, scope)

    places.by_place(holdings, scope, "p", inside)


def _take_out(holding: HoldingSlots, scope: Scope) -> None:
    code, slot = scope.code, slot_text(holding, "p")
    if holding.looked_up is not None:  # nowhere, lest it stand in its own way where it goes
        code.line(f"{places.place_slot('x', scope)} = -1")
    elif holding.order == "one":
        code.line(f"s[{slot}] = 0")
    elif holding.order == "many":
        code.line(f"s[{slot}] &= ~(1 << x)")
        grown.lift(holding.family, scope)
    else:
        code.line(f"b = {slot}")
        code.line("n = b + s[b]")
        with code.block("if s[n] != x:"):
            code.line("i = s.index(x, b + 1, n)")
            code.line("s[i:n] = s[i + 1:n + 1]")
        code.line("s[n] = 0")
        code.line("s[b] -= 1")


# --- putting -------------------------------------------------------------------------------------


def put(
    ids: tuple[int, ...], names: tuple[str, str], target: tuple[ir.Expr, str], scope: Scope
) -> None:
    """Write the arrival of a thing; `target` is the place and the end of a pile."""
    thing, where = names
    place, end = target
    unit = scope.unit
    families = unit.analysis.families(place)
    holding = places.only(places.holdings_at(place, ids, unit), place)
    individuals = all(not unit.program.things[number].is_alike for number in ids)
    if (
        individuals
        and holding is not None
        and holding.order == "many"
        and families[0].capacity is None
    ):
        if holding.looked_up is None:
            scope.code.line(f"{scope.slot(slot_text(holding, where))} |= 1 << {thing}")
        scope.code.line(f"{places.place_slot(thing, scope)} = {where}")
        return
    function = put_function(ids, families, end, unit)
    scope.code.line(f"{function}({scope.state}, {thing}, {where})")


def put_function(
    ids: tuple[int, ...], families: tuple[PlaceFamily, ...], end: str, unit: Unit
) -> str:
    """Return the function that puts one thing (or one alike piece) into a place."""
    wanted = set(ids)
    holdings = [h for family in families for h in unit.holdings(family.name, ids)]
    individuals = tuple(i for i in ids if not unit.program.things[i].is_alike)

    def make(name: str) -> None:
        code = Code()
        scope = Scope(unit, code, {})
        by_things(
            holdings, wanted, scope, lambda holding, inner: _put_in(holding, wanted, end, inner)
        )
        if individuals:
            line = f"{places.place_slot('x', scope)} = p"
            if len(individuals) < len(ids):
                line = f"if {sets.among('x', individuals, scope)}: {line}"
            code.line(line)
        unit.add_function(name, ("s", "x", "p"), code)

    kinds = "individuals" if len(individuals) == len(ids) else ids
    key = ("put", tuple(h.key for h in holdings), end, kinds)
    return unit.on_demand(key, "put", make)


def _put_in(holding: HoldingSlots, wanted: set[int], end: str, scope: Scope) -> None:
    code, slot = scope.code, slot_text(holding, "p")
    _check_room(holding, scope)
    if holding.looked_up is not None:
        code.line("pass")
    elif holding.order == "one":
        code.line(f"s[{slot}] = x + 1")
        _mark(holding, wanted, scope, "|= 1 << p")
    elif holding.order == "pile":
        code.line(f"b = {slot}")
        code.line("s[b] += 1")
        code.line("n = b + s[b]")
        if end == "bottom":
            code.line("s[b + 2:n + 1] = s[b + 1:n]")
            code.line("s[b + 1] = x")
        else:
            code.line("s[n] = x")
    else:
        faces = tuple(face for face in holding.faces if face in wanted)
        individuals = wanted & set(holding.individuals)
        if faces:
            test = "" if not individuals else f"if {sets.among('x', faces, scope)}: "
            code.line(f"{test}s[{face_slot(holding, 'x', 'p', scope.unit)}] += 1")
        if individuals:
            code.line(f"{'else: ' if faces else ''}s[{slot}] |= 1 << x")


def _mark(holding: HoldingSlots, wanted: set[int], scope: Scope, change: str) -> None:
    """Keep the masks of alike things in step with the contents of their places."""
    faces = tuple(face for face in holding.faces if face in wanted)
    if holding.masks < 0 or not faces:
        return
    code = scope.code
    test = ""
    if wanted & set(holding.individuals):
        test = f"if {sets.among('x', faces, scope)}: "
    code.line(f"{test}s[{holding.masks}] {change}")
    rank = rank_text(scope.unit, holding.faces, "x")
    code.line(f"{test}s[{add(rank, holding.masks + 1)}] {change}")


def _check_room(holding: HoldingSlots, scope: Scope) -> None:
    """A place that is full: R902."""
    unit = scope.unit
    family = next(f for f in unit.program.families if f.name == holding.family)
    if holding.order == "one":
        test = places.held_text(holding, "p", scope)
    elif family.capacity is not None:
        at = ir.Local(
            RefType("places", tuple(range(family.first, family.first + family.count)), ""), "p"
        )
        held = tuple(number for h in family.holdings for number in h.things)
        counted = places.fact(ir.CountAt(at.type, at, held), scope.bind("p", "p"))
        test = f"{counted} >= {family.capacity}"
    else:
        return
    most = 1 if holding.order == "one" else family.capacity or 1
    unit.use("out_of_range")
    names = unit.constant(repr(unit.program.place_names), "N")
    scope.code.line(
        f"if {test}: raise out_of_range({names}[p], {most + 1}, 'at most {most} in it')"
    )


# --- alike things --------------------------------------------------------------------------------


def counted(expr: ir.Expr, scope: Scope) -> str:
    """Return how many things are moved; fewer than none is R902."""
    count = scope.code.keep(expressions.scalar(expr, scope), "n")
    is_sure = isinstance(expr.type, IntType) and expr.type.low >= 0
    if not is_sure:
        fault = scope.unit.use("out_of_range")
        test = f"if {count} < 0: raise {fault}"
        scope.code.line(f"{test}('a number of things', {count}, '0 and more')")
    return count


def move_alike(stmt: ir.MoveAlike, scope: Scope) -> None:
    """Write the move of some alike pieces."""
    code = scope.code
    ids = places.thing_ids(stmt.thing, scope.unit)
    thing = code.keep(expressions.scalar(stmt.thing, scope), "x")
    source = code.keep(expressions.scalar(stmt.source, scope), "p")
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    count = counted(stmt.count, scope)
    route = marks.Route(source, target, None, stmt.end, marks.taken_from(stmt.from_end))
    marks.note_pieces(ids, thing, count, route, scope)
    _take_some(ids, (thing, source, count), (stmt.source, stmt.from_end), scope)
    holding = places.only(places.holdings_at(stmt.target, ids, scope.unit), stmt.target)
    families = scope.unit.analysis.families(stmt.target)
    if holding is not None and holding.order == "many" and families[0].capacity is None:
        slot = face_slot(holding, thing, target, scope.unit)
        code.line(f"{scope.slot(slot)} += {count}")
        return
    if holding is not None and holding.order == "one" and count == "1":
        _fill(holding, ids, (thing, target), scope)
        return
    function = put_function(ids, families, stmt.end, scope.unit)
    line = f"{function}({scope.state}, {thing}, {target})"
    code.line(line if count == "1" else f"for _ in range({count}): {line}")


def _take_some(
    ids: tuple[int, ...], names: tuple[str, str, str], at: tuple[ir.Expr, str], scope: Scope
) -> None:
    """Take pieces out of a place: at once where they are counted there, else by a function."""
    thing, where, count = names
    source, end = at
    unit = scope.unit
    holding = places.only(places.holdings_at(source, ids, unit), source)
    if holding is None or holding.order != "many" or not set(ids) <= set(holding.faces):
        function = _take_alike(ids, source, unit, end)
        scope.code.line(f"{function}({scope.state}, {thing}, {where}, {count})")
        return
    unit.use("overdraw")
    slot = scope.slot(scope.code.keep(face_slot(holding, thing, where, unit), "i"))
    place_names = unit.constant(repr(unit.program.place_names), "N")
    thing_names = unit.constant(repr(tuple(t.name for t in unit.program.things)), "N")
    fault = f"overdraw({place_names}[{where}], {slot}, {thing_names}[{thing}], {count})"
    scope.code.line(f"if {slot} < {count}: raise {fault}")
    scope.code.line(f"{slot} -= {count}")


def _fill(
    holding: HoldingSlots, ids: tuple[int, ...], names: tuple[str, str], scope: Scope
) -> None:
    """Put one alike thing on a place for one thing."""
    thing, where = names
    code, unit = scope.code, scope.unit
    slot = scope.slot(slot_text(holding, where))
    unit.use("out_of_range")
    place_names = unit.constant(repr(unit.program.place_names), "N")
    code.line(f"if {slot}: raise out_of_range({place_names}[{where}], 2, 'at most 1 in it')")
    code.line(f"{slot} = {add(thing, 1)}")
    if holding.masks >= 0 and set(ids) <= set(holding.faces):
        bit = code.keep(f"1 << {where}", "b")
        rank = rank_text(unit, holding.faces, thing)
        code.line(f"{scope.slot(str(holding.masks))} |= {bit}")
        code.line(f"{scope.slot(add(rank, holding.masks + 1))} |= {bit}")


def _take_alike(ids: tuple[int, ...], source: ir.Expr, unit: Unit, end: str = "") -> str:
    holdings = places.holdings_at(source, ids, unit)
    wanted = set(ids)

    def make(name: str) -> None:
        code = Code()
        scope = Scope(unit, code, {})
        by_things(holdings, wanted, scope, lambda holding, inner: _take_pieces(holding, inner, end))
        unit.add_function(name, ("s", "x", "p", "n"), code)

    key = ("take alike", tuple(h.key for h in holdings), ids if len(holdings) > 1 else (), end)
    return unit.on_demand(key, "take_alike", make)


def _take_pieces(holding: HoldingSlots, scope: Scope, end: str) -> None:
    code, unit = scope.code, scope.unit
    unit.use("overdraw")
    where = unit.constant(repr(unit.program.place_names), "N")
    what = unit.constant(repr(tuple(thing.name for thing in unit.program.things)), "N")

    def too_few(held: str) -> str:
        return f"raise overdraw({where}[p], {held}, {what}[x], n)"

    slot = slot_text(holding, "p")
    if holding.order == "many":
        code.line(f"i = {face_slot(holding, 'x', 'p', unit)}")
        code.line(f"if s[i] < n: {too_few('s[i]')}")
        code.line("s[i] -= n")
    elif holding.order == "one":
        code.line(f"i = {slot}")
        code.line(f"if n > (s[i] == x + 1): {too_few('int(s[i] == x + 1)')}")
        with code.block("if n:"):
            code.line("s[i] = 0")
            _mark(holding, set(holding.faces), scope, "&= ~(1 << p)")
    else:
        code.line(f"b = {slot}")
        with code.block("for _ in range(n):"):
            code.line("e = b + s[b]")
            if end == "bottom":
                code.line("i = b + 1")
                code.line("while i <= e and s[i] != x: i += 1")
                code.line(f"if i > e: {too_few('0')}")
            else:
                code.line("i = e")
                code.line("while i > b and s[i] != x: i -= 1")
                code.line(f"if i == b: {too_few('0')}")
            code.line("s[i:e] = s[i + 1:e + 1]")
            code.line("s[e] = 0")
            code.line("s[b] -= 1")


# --- many at once --------------------------------------------------------------------------------


def move_all(stmt: ir.MoveAll, scope: Scope) -> None:
    """Write the move of everything in a set: individuals one by one, alike pieces by place."""
    code, unit = scope.code, scope.unit
    things = unit.program.things
    if not isinstance(stmt.what, ir.ThingsAt | ir.ThingsOn):
        from rulelang.backends.python.sweeps import has_alike, move_chosen

        if has_alike(stmt.what, unit):
            move_chosen(stmt, scope)
        else:
            _move_each(stmt, stmt.what, scope)
        return
    individuals = tuple(i for i in stmt.what.things if not things[i].is_alike)
    alike = tuple(i for i in stmt.what.things if things[i].is_alike)
    if individuals:
        _move_each(stmt, _restricted(stmt.what, individuals), scope)
    if not alike:
        return
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    if isinstance(stmt.what, ir.ThingsAt):
        place: ir.Expr = stmt.what.place
        where = code.keep(expressions.scalar(place, scope), "p")
        _move_pieces(stmt, (place, where), (alike, target), scope)
        return
    where = code.name("p")
    listed = sets.as_list(stmt.what.places, scope)
    with code.block(f"for {where} in {listed}:"):
        of = stmt.what.places.type
        assert isinstance(of, SetType | SeqType)
        place = ir.Local(of.of, where)
        _move_pieces(stmt, (place, where), (alike, target), scope.bind(where, where))


def _restricted(what: ir.ThingsAt | ir.ThingsOn, things: tuple[int, ...]) -> ir.Expr:
    if isinstance(what, ir.ThingsAt):
        return ir.ThingsAt(what.type, what.place, things)
    return ir.ThingsOn(what.type, what.places, things)


def _move_each(stmt: ir.MoveAll, what: ir.Expr, scope: Scope) -> None:
    code = scope.code
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    of = what.type
    assert isinstance(of, SetType | SeqType)
    listed = sets.as_list(what, scope)
    name = code.name("x")
    with code.block(f"for {name} in {listed}:"):
        inner = scope.bind(name, name).bind(target, target)
        thing = ir.Local(of.of, name)
        place = stmt.target if isinstance(stmt.target, ir.Const) else _named(stmt.target, target)
        moved = ir.MoveThing(stmt.span, thing, place, stmt.face, stmt.end)
        move_thing(moved, inner, marks.taken_all(stmt.what, scope))


def _named(expr: ir.Expr, name: str) -> ir.Expr:
    return ir.Local(expr.type, name)


def _move_pieces(
    stmt: ir.MoveAll,
    source: tuple[ir.Expr, str],
    what: tuple[tuple[int, ...], str],
    scope: Scope,
) -> None:
    code, unit = scope.code, scope.unit
    place, where = source
    alike, target = what
    if _pour(stmt, source, what, scope):
        return
    bag = code.name("l")
    name = code.name("x")
    at = ir.ThingsAt(SetType(RefType("things", alike, "")), ir.Local(place.type, where), alike)
    inner = scope.bind(where, where)
    code.line(f"{bag} = []")
    levels = sets.open_walk(at, inner, name)
    code.line(f"{bag}.append({name})")
    sets.close_walk(scope, levels)
    take = _take_alike(alike, place, unit)
    function = put_function(alike, unit.analysis.families(stmt.target), stmt.end, unit)
    route = marks.Route(where, target, None, stmt.end, marks.taken_all(stmt.what, scope))
    with code.block(f"for {name} in {bag}:"):
        marks.note_pieces(alike, name, "1", route, scope)
        code.line(f"{take}({scope.state}, {name}, {where}, 1)")
        code.line(f"{function}({scope.state}, {name}, {target})")


def _pour(
    stmt: ir.MoveAll,
    source: tuple[ir.Expr, str],
    what: tuple[tuple[int, ...], str],
    scope: Scope,
) -> bool:
    """Counts in one place and counts in the other: add them up, face by face."""
    unit, code = scope.unit, scope.code
    place, where = source
    alike, target = what
    first = places.only(places.holdings_at(place, alike, unit), place)
    second = places.only(places.holdings_at(stmt.target, alike, unit), stmt.target)
    if first is None or second is None or {first.order, second.order} != {"many"}:
        return False
    if any(f.capacity is not None for f in unit.analysis.families(stmt.target)):
        return False
    count = code.name("n")
    route = marks.Route(where, target, None, stmt.end, marks.taken_all(stmt.what, scope))
    faces = [face for face in alike if face in first.faces and face in second.faces]
    anything = "True"
    if len(faces) > 2 and faces == list(range(faces[0], faces[-1] + 1)):
        low = code.keep(face_slot(first, str(faces[0]), where, unit), "i")
        anything = places.any_slot(low, len(faces), scope)
    with (
        code.block(f"if {expressions.unwrapped(anything)}:")
        if anything != "True"
        else nullcontext()
    ):
        for face in faces:
            slot = scope.slot(face_slot(first, str(face), where, unit))
            code.line(f"{count} = {slot}")
            with code.block(f"if {count}:"):
                marks.note_pieces((face,), str(face), count, route, scope)
                code.line(f"{slot} = 0")
                code.line(f"{scope.slot(face_slot(second, str(face), target, unit))} += {count}")
    return True
