"""What a place shows besides the things on it: in goes a view, out come colours, signs, shading and bars.

The facts about a place are the fields printed on it, the variables of its kind, and sets of places that it
is in; a value that is a row of a table brings what is printed on that row. `look.csv` says which of them
are seen, and how: a case by its colour and sign, a number by its sign or (shape `number`) as it stands, a flag
by any of these where it holds, or as shading (shape `shade`), other places by a `bar` on the shared border.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulelang.frozen import frozen
from rulelang.render.look import COLOURLESS, Look
from rulelang.runtime.description import PrintedField, ValueType, Variable, ref_type
from rulelang.runtime.game import Game

View = Mapping[str, Any]
FLAG = ValueType("flag")
NUMBER, SHADE, BAR = "number", "shade", "bar"


class Fact(NamedTuple):
    """Something that holds of a place: the field or variable that says it, and its value."""

    name: str
    type: ValueType
    value: int
    members: tuple[int, ...] = ()


class Ground(NamedTuple):
    """A case or flag that colours a place."""

    name: str
    type: ValueType
    value: int
    colour: str
    sign: str


@frozen
class Sight:
    """What is seen of a place."""

    grounds: tuple[Ground, ...] = ()
    signs: tuple[tuple[str, str], ...] = ()  # the fact, and what is written
    shade: tuple[str, str] = ("", "")  # the fact, and its colour
    bars: tuple[tuple[str, int, str], ...] = ()  # the fact, the place beyond, the colour


def sights_of(game: Game, look: Look, view: View) -> dict[int, Sight]:
    """Return what is seen of each place that has something to see."""
    return {place: sight_of(game, look, facts) for place, facts in facts_of(game, view).items()}


def facts_of(game: Game, view: View) -> dict[int, list[Fact]]:
    """Return what holds of each place."""
    found: dict[int, list[Fact]] = {}
    for place, fact in _facts(game, view):
        found.setdefault(place, []).append(fact)
    return found


def drawn_vars(game: Game, look: Look) -> set[str]:
    """Return the variables without an owner that are seen on a board: sets of places with a look."""
    names = {var.name for var in _sets_of_places(game)}
    return {name for name in names if look.knows(name)}


# --- facts -------------------------------------------------------------------------------------------------


def _facts(game: Game, view: View) -> Iterator[tuple[int, Fact]]:
    for fields in game.description.picture.fields.values():
        for name, field in fields.items():
            for place in (*field.values, *field.sets):
                yield place, _printed_fact(name, field, place)
    for var in game.description.vars:
        if not var.hidden and game.description.kinds.get(var.owner_kind) == "places":
            yield from _of_var(game, var, view["vars"][var.name])
    for var in _sets_of_places(game):
        seen = view["vars"][var.name]
        for name in seen if isinstance(seen, list) else ():
            yield game.names.number(var.type.member, name), Fact(var.name, FLAG, 1)


def _sets_of_places(game: Game) -> list[Variable]:
    return [
        var
        for var in game.description.vars
        if not var.hidden
        and not var.owner_kind
        and var.type.form == "set"
        and var.type.member.universe == "places"
    ]


def _printed_fact(name: str, field: PrintedField, number: int) -> Fact:
    return Fact(name, field.type, field.values.get(number, 0), field.sets.get(number, ()))


def _of_var(game: Game, var: Variable, seen: Mapping[str, Any]) -> Iterator[tuple[int, Fact]]:
    type_ = var.type
    places = ref_type("places", "")
    for name, said in seen.items():
        place = game.names.number(places, name)
        if said == "hidden" or type_.form == "bundle":
            continue
        if type_.form == "set":
            numbers = tuple(game.names.number(type_.member, str(each)) for each in said)
            yield place, Fact(var.name, type_, 0, numbers)
            continue
        value = game.names.number(type_, str(said))
        rows = game.description.picture.rows.get(type_.universe)
        if rows is None:
            yield place, Fact(var.name, type_, value)
        elif value >= 0:
            for field, printed in rows.items():
                yield place, _printed_fact(field, printed, value)


# --- how they look -------------------------------------------------------------------------------------------


def sight_of(game: Game, look: Look, facts: list[Fact]) -> Sight:
    """Return what is seen of a place of which this holds."""
    shade = ("", "")
    signs: list[tuple[str, str]] = []
    bars: list[tuple[str, int, str]] = []
    for fact in facts:
        entry = look.entry(fact.name)
        form, value = fact.type.form, fact.value
        if form == "set":
            if entry.shape == BAR and fact.type.member.universe == "places":
                bars += [(fact.name, other, entry.colour) for other in fact.members]
        elif form not in ("int", "flag") or value <= 0:
            continue
        elif entry.shape == SHADE:
            shade = (fact.name, entry.colour)
        elif entry.shape == NUMBER:
            signs.append((fact.name, f"{value}{entry.sign}"))
        elif entry.sign and not (form == "flag" and entry.colour):
            signs.append((fact.name, entry.sign * value))
    return Sight(tuple(_grounds(game, look, facts)), tuple(signs), shade, tuple(bars))


def _grounds(game: Game, look: Look, facts: list[Fact]) -> list[Ground]:
    """A flag that has a colour, else the first cases that have one, else, if no places have, the first case."""
    cases: list[list[Ground]] = []
    for fact in facts:
        entry = look.entry(fact.name)
        if fact.type.form == "flag":
            if fact.value and entry.colour and not entry.shape:
                return [Ground(fact.name, FLAG, 1, entry.colour, entry.sign)]
            continue
        of = fact.type.member
        if of.universe in game.description.enums and of.universe not in COLOURLESS:
            values = fact.members if fact.type.form == "set" else (fact.value,)
            found = [_case(game, look, of, value) for value in values if value >= 0]
            cases += [found] if found else []
    told = [found for found in cases if any(look.entry(ground.name).colour for ground in found)]
    made_up = [] if look.colours_places else cases
    return (told or made_up or [[]])[0]


def _case(game: Game, look: Look, type_: ValueType, value: int) -> Ground:
    name = game.names.all(type_.universe)[value]
    return Ground(name, type_, value, look.case(type_.universe, value), look.entry(name).sign)
