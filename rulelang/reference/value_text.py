"""What is printed on components, as text: in goes a value of the program with its type, out come words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.program.model import Kind, Program, Thing
from rulelang.program.types import (
    EFFECTS,
    NONE,
    PLACES,
    THINGS,
    BundleType,
    FlagType,
    IntType,
    RefType,
    SetType,
    Type,
)
from rulelang.reference.book_phrases import capital
from rulelang.reference.subject import Desk

YES, NOTHING = "✓", "—"


def member_text(desk: Desk, universe: str, number: int, program: Program | None = None) -> str:
    """What a member of a universe is called, of the usual program if no other is named."""
    if number == NONE:
        return NOTHING
    program = program or desk.program
    if universe == THINGS:
        thing = program.things[number]
        return desk.label(thing.label, thing.name)
    if universe == PLACES:
        return program.place_names[number]
    members = dict(program.enums).get(universe, ())
    if not members:
        return str(number)
    member = members[number]
    return desk.word(member.name) or desk.label(member.label, member.name)


def value_text(desk: Desk, type_: Type, value: object, program: Program | None = None) -> str:
    """A printed value in words; empty for what is not there."""
    match type_:
        case FlagType():
            return YES if value else ""
        case IntType():
            return str(value).replace("-", "−")
        case RefType() if isinstance(value, int):
            return member_text(desk, type_.universe, value, program)
        case SetType() if isinstance(type_.of, RefType):
            universe = type_.of.universe
            return ", ".join(member_text(desk, universe, number, program) for number in _ids(value))
        case SetType():
            return ", ".join(str(number) for number in _ids(value))
        case BundleType() if isinstance(value, tuple | list):
            members = dict(desk.program.enums)[type_.enum]
            parts = [
                desk.prose.counted(count, members[number].name)
                for number, count in enumerate(value)
                if count
            ]
            return ", ".join(parts)
        case _:
            return ""


def _ids(value: object) -> Iterable[int]:
    """The members of a set, which tables keep as ids or as bits."""
    if isinstance(value, int):
        return [number for number in range(value.bit_length()) if value >> number & 1]
    return (
        [number for number in value if isinstance(number, int)] if isinstance(value, tuple) else []
    )


def is_effect(type_: Type) -> bool:
    """Whether a field holds effects."""
    inner = type_.of if isinstance(type_, SetType) else type_
    return isinstance(inner, RefType) and inner.universe == EFFECTS


def is_location(type_: Type) -> bool:
    """Whether a field says where something lies: a picture tells that better than its name."""
    inner = type_.of if isinstance(type_, SetType) else type_
    return isinstance(inner, RefType) and inner.universe == PLACES


def field_title(desk: Desk, name: str, type_: Type) -> str:
    """What people call a printed field: a word of the game, else the kind of what is printed there."""
    told = desk.word(name)
    if told is None and isinstance(type_, RefType) and type_.universe != EFFECTS:
        kind = next((kind for kind in desk.program.kinds if kind.name == type_.kind), None)
        if kind is not None and kind.label and kind.name.casefold() == name.casefold():
            told = desk.label(kind.label, kind.name)
    return capital(told or name.replace("_", " "))


def flag_text(
    desk: Desk, field: str, kind: Kind, values: Sequence[object], number: int
) -> str | None:
    """How a flag is told: what most have is told only of those that lack it. Empty without a form."""
    holding = sum(bool(values[each]) for each in kind.ids)
    is_usual = 2 * holding > len(kind.ids)
    if bool(values[number]) == is_usual:
        return None
    form = desk.word(field, "lacking" if is_usual else "having")
    return None if is_usual and form is None else form or ""


def fields_of(desk: Desk, name: str) -> list[tuple[str, str, Type]]:
    """The printed fields of a kind: name, table, type."""
    kind = kind_of(desk, name)
    if kind is None:
        return []
    return [
        (field, table, type_) for (field, table), type_ in zip(kind.fields, kind.types, strict=True)
    ]


def kind_of(desk: Desk, name: str) -> Kind | None:
    """The kind of this name."""
    return next((kind for kind in desk.program.kinds if kind.name == name), None)


def things_of(program: Program, kind: str) -> list[tuple[int, Thing]]:
    """The things of a kind with their ids; of what players have, only those of the first player."""
    return [
        (number, thing)
        for number, thing in enumerate(program.things)
        if thing.kind == kind and thing.owner <= 0
    ]
