"""Places: what lies where, read from the slots that hold it.

Where a place can belong to one family with one holding only, the slots are used directly; else a
small function with a branch for each holding is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang.backends.python import expressions, sets
from rulelang.backends.python.unit import Scope, Unit, ids_text, mask_of, number_text, rank_text
from rulelang.backends.python.writer import Code, add, is_number, times
from rulelang.graph.own_pieces import group_starts
from rulelang.program import nodes as ir
from rulelang.program.types import PLACES, THINGS, RefType
from rulelang.runtime.layout import HoldingSlots

FEW_SLOTS = 6

_SetExpr = ir.ThingsAt | ir.ThingsOn


def holdings_at(place: ir.Expr, things: Iterable[int], unit: Unit) -> list[HoldingSlots]:
    """Return all holdings that such things can lie in at such a place."""
    wanted = tuple(things)
    return [
        slots
        for family in unit.analysis.families(place)
        for slots in unit.holdings(family.name, wanted)
    ]


def slot_text(holding: HoldingSlots, place: str, offset: int = 0) -> str:
    """Return the index of a place's slot."""
    first = holding.first - holding.first_place * holding.stride + offset
    return add(times(place, holding.stride), first)


def held_text(holding: HoldingSlots, place: str, scope: Scope) -> str:
    """Return what a place holds as its slot has it: 1 + thing id, or a mask of individuals."""
    if holding.looked_up is None:
        return scope.slot(slot_text(holding, place))
    base, ids, unit = holding.looked_up, holding.individuals, scope.unit

    def make(name: str) -> None:
        code = Code()
        code.line("m = 0")
        with code.block(f"for x in {ids_text(unit, ids)}:"):
            found = "return x + 1" if holding.order == "one" else "m |= 1 << x"
            code.line(f"if s[{add('x', base)}] == p: {found}")
        code.line("return m")
        unit.add_function(name, ("s", "p"), code)

    name = unit.on_demand(("held", holding.order, ids), "held_at", make)
    return f"{name}({scope.state}, {place})"


def only(holdings: list[HoldingSlots], place: ir.Expr) -> HoldingSlots | None:
    """Return the one holding there is, if code can use its slots directly."""
    if len(holdings) == 1 and not expressions.is_optional(place.type):
        return holdings[0]
    return None


def thing_ids(expr: ir.Expr, unit: Unit) -> tuple[int, ...]:
    """Return the things that an expression can be."""
    if isinstance(expr, ir.Const):
        return (expr.value,)
    if isinstance(expr.type, RefType) and expr.type.universe == THINGS:
        return expr.type.ids
    return tuple(range(len(unit.program.things)))


def place_slot(thing: str, scope: Scope) -> str:
    """Return the slot with the place of an individual."""
    base = scope.unit.layout.things.place_base
    assert base is not None
    return scope.slot(add(thing, base))


def by_place(
    holdings: list[HoldingSlots],
    scope: Scope,
    place: str,
    write: Callable[[HoldingSlots], None],
) -> None:
    """Write one branch for each family that `place` can belong to."""
    ranges: dict[tuple[int, int], list[HoldingSlots]] = {}
    for holding in holdings:
        last = holding.first_place + holding.count - 1
        ranges.setdefault((holding.first_place, last), []).append(holding)
    word = "if"
    for (first, last), inside in ranges.items():
        test = f"{place} == {first}" if first == last else f"{first} <= {place} <= {last}"
        with scope.code.block(f"{word} {test}:"):
            for holding in inside:
                write(holding)
        word = "elif"


# --- walking -------------------------------------------------------------------------------------


def walk_place(
    place: ir.Expr, things: tuple[int, ...], scope: Scope, name: str, levels: int
) -> int:
    """Loop over what lies in a place; see `sets.open_walk`."""
    holdings = holdings_at(place, things, scope.unit)
    holding = only(holdings, place)
    where = scope.code.keep(expressions.scalar(place, scope))
    wanted = set(things)
    if holding is not None and holding.order == "one":
        content = f"{held_text(holding, where, scope)} - 1"
        if levels:
            scope.code.line(f"{name} = {content}")
        else:
            levels = _for(scope, name, f"({content},)", levels)
        _skip_others(holding, wanted, scope, name, can_be_empty=True)
        return levels
    if holding is not None and holding.order == "pile":
        base = scope.code.keep(slot_text(holding, where))
        state = scope.state
        levels = _for(
            scope, name, f"{state}[{add(base, 1)}:{add(f'{base} + {state}[{base}]', 1)}]", levels
        )
        _skip_others(holding, wanted, scope, name, can_be_empty=False)
        return levels
    if holding is not None and wanted.isdisjoint(holding.faces):
        return sets.walk_mask(_bits(holding, wanted, where, scope), scope, name, levels)
    if holding is not None and wanted.isdisjoint(holding.individuals):
        return _walk_faces(holding, wanted, scope, (name, where), levels)
    listed = _list_function(holdings, things, scope.unit)
    return _for(scope, name, f"{listed}({scope.state}, {where})", levels)


def content_of(place: ir.Expr, things: tuple[int, ...], scope: Scope) -> str:
    """Return the thing on a place that is known to hold one of these."""
    holding = only(holdings_at(place, things, scope.unit), place)
    assert holding is not None
    assert holding.order == "one"
    return f"{held_text(holding, expressions.scalar(place, scope), scope)} - 1"


def _for(scope: Scope, name: str, source: str, levels: int) -> int:
    scope.code.line(f"for {name} in {source}:")
    scope.code.indent += 1
    return levels + 1


def _skip_others(
    holding: HoldingSlots, wanted: set[int], scope: Scope, name: str, *, can_be_empty: bool
) -> None:
    if not wanted.issuperset(holding.things):
        kept = tuple(number for number in holding.things if number in wanted)
        scope.code.line(f"if not {sets.among(name, kept, scope)}: continue")
    elif can_be_empty:
        scope.code.line(f"if {name} < 0: continue")


def _bits(holding: HoldingSlots, wanted: set[int], place: str, scope: Scope) -> str:
    text = held_text(holding, place, scope)
    if wanted.issuperset(holding.individuals):
        return text
    kept = mask_of(number for number in holding.individuals if number in wanted)
    return f"({text} & {number_text(kept)})"


def _walk_faces(
    holding: HoldingSlots,
    wanted: set[int],
    scope: Scope,
    names: tuple[str, str],
    levels: int,
) -> int:
    name, place = names
    faces = tuple(face for face in holding.faces if face in wanted)
    pieces = scope.code.name("n")
    if len(faces) == 1:
        count = scope.slot(face_slot(holding, str(faces[0]), place, scope.unit))
        levels = _for(scope, pieces, f"range({count})", levels)
        scope.code.line(f"{name} = {faces[0]}")
        return levels
    levels = _for(scope, name, ids_text(scope.unit, faces), levels)
    count = scope.slot(face_slot(holding, name, place, scope.unit))
    return _for(scope, pieces, f"range({count})", levels)


def has_faces(source: ir.Expr, unit: Unit) -> bool:
    """Is this a place with counts of alike things, so that each face can be offered once?"""
    if not isinstance(source, ir.ThingsAt):
        return False
    holding = only(holdings_at(source.place, source.things, unit), source.place)
    if holding is None or holding.order != "many":
        return False
    return set(source.things).isdisjoint(holding.individuals)


def any_face(source: ir.Expr, scope: Scope) -> str | None:
    """Return the test that a place with counts of alike things holds any of them."""
    if not isinstance(source, ir.ThingsAt) or not has_faces(source, scope.unit):
        return None
    holding = holdings_at(source.place, source.things, scope.unit)[0]
    ranks = [rank for rank, face in enumerate(holding.faces) if face in source.things]
    if len(ranks) < 3 or ranks != list(range(ranks[0], ranks[-1] + 1)):
        return None
    where = scope.code.keep(expressions.scalar(source.place, scope))
    low = scope.code.keep(slot_text(holding, where, holding.faces_offset + ranks[0]))
    return any_slot(low, len(ranks), scope)


def any_slot(low: str, count: int, scope: Scope) -> str:
    """Return the test that one of some slots in a row is not 0; of a few each is looked at."""
    if count > FEW_SLOTS:
        return f"any({scope.state}[{low}:{add(low, count)}])"
    return f"({' or '.join(scope.slot(add(low, number)) for number in range(count))})"


def walk_faces_once(source: ir.Expr, scope: Scope, name: str) -> int:
    """Loop over the faces that lie in a place, each once; 0 if this is no such place."""
    if not isinstance(source, ir.ThingsAt) or not has_faces(source, scope.unit):
        return 0
    holding = holdings_at(source.place, source.things, scope.unit)[0]
    where = scope.code.keep(expressions.scalar(source.place, scope))
    faces = tuple(face for face in holding.faces if face in source.things)
    base = None
    if holding.faces == tuple(range(holding.faces[0], holding.faces[-1] + 1)):
        first = slot_text(holding, where, holding.faces_offset - holding.faces[0])
        base = scope.code.keep(first, "b")
    levels = _for(scope, name, ids_text(scope.unit, faces), 0)
    index = face_slot(holding, name, where, scope.unit) if base is None else add(base, name)
    scope.code.line(f"if not {scope.slot(index)}: continue")
    return levels


def face_slot(holding: HoldingSlots, face: str, place: str, unit: Unit) -> str:
    """Return the index of the count of one face of alike things (order `many`)."""
    rank = rank_text(unit, holding.faces, face)
    base = slot_text(holding, place, holding.faces_offset)
    if is_number(rank) and not is_number(base) and " + " in base:
        head, _plus, number = base.rpartition(" + ")
        return f"{head} + {int(number) + int(rank)}" if is_number(number) else add(base, rank)
    return add(base, rank)


def _list_function(holdings: list[HoldingSlots], things: tuple[int, ...], unit: Unit) -> str:
    key = ("list", tuple(h.key for h in holdings), things)
    wanted = set(things)

    def make(name: str) -> None:
        code = Code()
        scope = Scope(unit, code, {})
        code.line("out = []")
        by_place(holdings, scope, "p", lambda holding: _append_all(holding, wanted, scope))
        code.line("return out")
        unit.add_function(name, ("s", "p"), code)

    return unit.on_demand(key, "things_at", make)


def _append_all(holding: HoldingSlots, wanted: set[int], scope: Scope) -> None:
    code = scope.code
    name = code.name("x")
    individuals = {number for number in holding.individuals if number in wanted}
    faces = {number for number in holding.faces if number in wanted}
    if holding.order == "one":
        with code.block(f"if {held_text(holding, 'p', scope)}:"):
            code.line(f"{name} = {held_text(holding, 'p', scope)} - 1")
            test = sets.among(name, tuple(sorted(individuals | faces)), scope)
            code.line(f"if {test}: out.append({name})")
        return
    if holding.order == "pile":
        base = code.keep(slot_text(holding, "p"))
        with code.block(f"for {name} in s[{base} + 1:{base} + s[{base}] + 1]:"):
            test = sets.among(name, tuple(sorted(individuals | faces)), scope)
            code.line(f"if {test}: out.append({name})")
        return
    if individuals:
        levels = sets.walk_mask(_bits(holding, individuals, "p", scope), scope, name, 0)
        code.line(f"out.append({name})")
        sets.close_walk(scope, levels)
    for face in sorted(faces):
        count = scope.slot(face_slot(holding, str(face), "p", scope.unit))
        code.line(f"out += ({face},) * {count}")


# --- membership and masks ------------------------------------------------------------------------


def mask_at(place: ir.Expr, things: tuple[int, ...], scope: Scope) -> str | None:
    """Return the mask slot of a place with individuals, if it has one."""
    holding = only(holdings_at(place, things, scope.unit), place)
    if holding is None or holding.order != "many" or not set(things).isdisjoint(holding.faces):
        return None
    return _bits(holding, set(things), expressions.scalar(place, scope), scope)


def lies_in(text: str, item: ir.Expr, whole: _SetExpr, scope: Scope) -> str | None:
    """Return the test that a thing lies in a place or on a set of places; None: walk instead."""
    unit = scope.unit
    candidates = thing_ids(item, unit)
    if any(unit.program.things[number].is_alike for number in candidates):
        if isinstance(whole, ir.ThingsAt) and len(candidates) == 1:
            count = fact(ir.CountAt(item.type, whole.place, candidates), scope)
            return f"({count} > 0)"
        return None
    where = place_slot(text, scope)
    if isinstance(whole, ir.ThingsAt):
        test = f"{where} == {expressions.scalar(whole.place, scope)}"
    else:
        homes = RefType(PLACES, tuple(range(len(unit.program.place_names))), "Place")
        test = sets.contains_text(where, ir.Local(homes, "?"), whole.places, scope.bind("?", where))
    tests = [test]
    if not set(whole.things).issuperset(candidates):
        tests.insert(0, sets.among(text, whole.things, scope))
    elif expressions.is_optional(item.type):
        tests.insert(0, f"{text} >= 0")
    return f"({' and '.join(tests)})"


# --- facts ---------------------------------------------------------------------------------------


def fact(expr: ir.PlaceOf | ir.IsFaceUp | ir.PileHeight | ir.CountAt, scope: Scope) -> str:
    """Return the text of a fact about a thing or a place."""
    if isinstance(expr, ir.CountAt):
        return _count_at(expr, scope)
    thing = expressions.scalar(expr.thing, scope)
    slots = scope.unit.layout.things
    match expr:
        case ir.PlaceOf():
            if expressions.is_optional(expr.thing.type):
                thing = scope.code.keep(thing)
                return f"({place_slot(thing, scope)} if {thing} >= 0 else -1)"
            return place_slot(thing, scope)
        case ir.IsFaceUp():
            text = _thing_slot(expr.thing, thing, (slots.face_base, slots.can_flip), scope)
            return "True" if text is None else f"(not {text})"
        case ir.PileHeight():
            return _height(expr, thing, scope)


def _thing_slot(
    expr: ir.Expr, text: str, slots: tuple[int | None, tuple[int, ...]], scope: Scope
) -> str | None:
    base, able = slots
    if base is None:
        return None
    candidates = thing_ids(expr, scope.unit)
    if set(candidates).isdisjoint(able):
        return None
    slot = scope.slot(add(text, base))
    if all(able[0] <= number <= able[-1] for number in candidates):
        return slot
    text = scope.code.keep(text)
    return f"({slot} if {sets.among(text, able, scope)} else 0)"


def _height(expr: ir.PileHeight, thing: str, scope: Scope) -> str:
    unit = scope.unit
    candidates = thing_ids(expr.thing, unit)
    piles = [h for h in unit.layout.holdings if h.order == "pile"]
    piles = [h for h in piles if not set(candidates).isdisjoint(h.individuals)]
    if not piles:
        return "0"  # alike things have no height of their own: walks keep the order of the pile

    def make(name: str) -> None:
        code = Code()
        inner = Scope(unit, code, {})
        code.line(f"p = {place_slot('x', inner)}")

        def found(holding: HoldingSlots) -> None:
            base = code.keep(slot_text(holding, "p"))
            code.line(f"return s.index(x, {base} + 1, {base} + s[{base}] + 1) - {base} - 1")

        by_place(piles, inner, "p", found)
        code.line("return 0")
        unit.add_function(name, ("s", "x"), code)

    name = unit.on_demand(("height", tuple(h.key for h in piles)), "height_of", make)
    return f"{name}({scope.state}, {thing})"


def _count_at(expr: ir.CountAt, scope: Scope) -> str:
    unit = scope.unit
    holdings = holdings_at(expr.place, expr.things, unit)
    where = expressions.scalar(expr.place, scope)
    families = unit.analysis.families(expr.place)
    if len(families) == 1 and not expressions.is_optional(expr.place.type):
        where = where if len(holdings) == 1 else scope.code.keep(where)
        parts = [_count(holding, expr.things, where, scope) for holding in holdings]
        return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})" if parts else "0"
    things = expr.things

    def make(name: str) -> None:
        code = Code()
        inner = Scope(unit, code, {})
        code.line("n = 0")
        by_place(
            holdings,
            inner,
            "p",
            lambda holding: code.line(f"n += {_count(holding, things, 'p', inner)}"),
        )
        code.line("return n")
        unit.add_function(name, ("s", "p"), code)

    key = ("count", tuple(h.key for h in holdings), things)
    return f"{unit.on_demand(key, 'count_at', make)}({scope.state}, {where})"


def _count(holding: HoldingSlots, things: tuple[int, ...], place: str, scope: Scope) -> str:
    wanted = tuple(number for number in holding.things if number in set(things))
    is_all = len(wanted) == len(holding.things)
    slot = held_text(holding, place, scope)
    if holding.order == "one":
        if is_all:
            return f"(1 if {slot} else 0)"
        if len(wanted) == 1:
            return f"(1 if {slot} == {wanted[0] + 1} else 0)"
        return f"(1 if {sets.among(f'{slot} - 1', wanted, scope)} else 0)"
    if holding.order == "pile":
        if is_all:
            return slot
        base = scope.code.keep(slot_text(holding, place))
        state = scope.state
        content = f"{state}[{base} + 1:{base} + {state}[{base}] + 1]"
        counts = [f"{content}.count({number})" for number in wanted]
        return counts[0] if len(counts) == 1 else _sum_over(content, wanted, scope)
    parts = []
    if not set(wanted).isdisjoint(holding.individuals):
        parts.append(f"{_bits(holding, set(wanted), place, scope)}.bit_count()")
    parts += _own_counts(holding, wanted, place, scope) or [
        scope.slot(face_slot(holding, str(face), place, scope.unit))
        for face in holding.faces
        if face in wanted
    ]
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"


def _own_counts(
    holding: HoldingSlots, wanted: tuple[int, ...], place: str, scope: Scope
) -> list[str] | None:
    """Where only pieces of its player lie in a place: one count for each kind."""
    unit = scope.unit
    if holding.family not in unit.places_of_own or is_number(place):
        return None
    starts = group_starts(wanted, unit.program)
    if starts is None:
        return None
    # The count of a player's own face comes one slot later from player to player.
    step = holding.stride + 1
    base = holding.first + holding.faces_offset - holding.first_place * step
    ranks = (holding.faces.index(face) for face in starts)
    return [scope.slot(add(times(place, step), base + rank)) for rank in ranks]


def _sum_over(content: str, wanted: tuple[int, ...], scope: Scope) -> str:
    total, name = scope.code.name(), scope.code.name("x")
    scope.code.line(f"{total} = 0")
    with scope.code.block(f"for {name} in {content}:"):
        scope.code.line(f"if {sets.among(name, wanted, scope)}: {total} += 1")
    return total
