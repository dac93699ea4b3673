"""Components as they look: in go the faces of a kind with what is printed on them, out come drawings.

Of a kind whose components have neither names nor anything printed on them there is nothing to draw.
"""

from __future__ import annotations

from attrs import evolve, frozen

from rulelang.program.types import FlagType, IntType, RefType, Type
from rulelang.prose.model import Run
from rulelang.prose.phrases import uncapital
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import Figure, cell_text
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import (
    NOTHING,
    field_title,
    fields_of,
    flag_text,
    is_effect,
    kind_of,
    things_of,
    value_text,
)
from rulelang.render import CardFace, draw_gallery
from rulelang.syntax.trees import items as syn

DRAWN = ("card", "tile", "token")
BRIEF = 26  # letters that fit on a cell of a board
LETTERS = 2  # of a value that needs the name of its field
SENTENCE = 4  # words from which on a name is a text

Field = tuple[str, str, Type]


@frozen
class Face:
    """Components that look the same: one of them, how many, what is printed on them."""

    thing: int
    title: str
    count: int
    printed: tuple[tuple[Run, ...], ...]


def gallery(
    desk: Desk, item: syn.Component, faces: list[Face], fields: list[Field]
) -> list[Figure]:
    """Drawings of all faces that can be told from each other."""
    if item.word not in DRAWN:
        return []
    has_names = len({face.title for face in faces}) > 1
    drawn = [_face(desk, face, fields, has_names=has_names) for face in faces]
    if not any(face.lines or face.form != "card" for face in drawn):
        words = sum(len(face.title.split()) for face in faces)
        if words >= SENTENCE * len(faces):
            drawn = [_as_text(desk, face) for face in faces]
    if _lies_on_hexes(desk, item.kind.text) and _are_brief(drawn):
        drawn = [evolve(face, form="hex") for face in drawn]
    if not has_names:
        drawn = [face for face in drawn if face.lines or face.form != "card"]
        drawn.sort(key=lambda face: int(face.title) if face.title.isdigit() else 0)
    return _figures(desk, item, drawn)


def combined(desk: Desk, item: syn.Component) -> list[Figure]:
    """Drawings of components with one for each combination: the number large, the rest below it."""
    fields = fields_of(desk, item.kind.text)
    tables = dict(desk.program.tables)
    drawn = []
    for number, _thing in things_of(desk.program, item.kind.text):
        told = [
            (type_, value_text(desk, type_, tables[table][number])) for _, table, type_ in fields
        ]
        title = next((text for type_, text in told if isinstance(type_, IntType)), "")
        lines = [text for type_, text in told if text != title]
        drawn.append(
            CardFace(form="small", title=title, lines=lines, colour=desk.look.thing(number))
        )
    numbers = len({face.title for face in drawn})
    return _figures(desk, item, drawn, numbers) if all(face.title for face in drawn) else []


def _figures(
    desk: Desk, item: syn.Component, drawn: list[CardFace], group: int = 1
) -> list[Figure]:
    """One caption below all drawings of a kind."""
    title = capital(desk.prose.many(item.kind.text))
    drawings = draw_gallery(drawn, title, group)
    last = len(drawings) - 1
    return [Figure(svg, title, title if n == last else "") for n, svg in enumerate(drawings)]


def _face(desk: Desk, face: Face, fields: list[Field], *, has_names: bool) -> CardFace:
    name, _, said = face.title.partition(": ")
    colour = _colour(desk, face.thing)
    if not has_names and len(fields) == 1:
        text = cell_text(face.printed[0])
        form = "token" if isinstance(fields[0][2], IntType) else "small"
        title = desk.title(desk.program.things[face.thing].kind) if text == NOTHING else text
        return CardFace(form=form, title=capital(title), colour=colour, count=face.count)
    lines = said.replace(" → ", "\n→ ").split("\n") if said else _lines(desk, face, fields)
    bands = [desk.look.entry(field).colour for field in _bands(desk, face, fields)]
    return CardFace(title=name, lines=lines, colour=colour, count=face.count, bands=bands)


def _as_text(desk: Desk, face: Face) -> CardFace:
    """Of what is called by what it says: that as its text."""
    colour = _colour(desk, face.thing)
    return CardFace(title="", lines=[face.title], colour=colour, count=face.count)


def _colour(desk: Desk, thing: int) -> str:
    """The colour of a thing; of what all players have one of, that of what is printed on it."""
    kind = desk.program.things[thing].kind
    if desk.program.things[thing].owner < 0:
        return desk.look.thing(thing)
    return desk.look.fields(desk.game.description.printed.get(kind, {}), thing)


def _lines(desk: Desk, face: Face, fields: list[Field]) -> list[str]:
    """What is printed, with the names of fields where a value does not speak for itself."""
    effects = sum(is_effect(type_) for _, _, type_ in fields)
    cases: list[str] = []
    told: list[str] = []
    for (field, table, type_), printed in zip(fields, face.printed, strict=True):
        text = cell_text(printed)
        if isinstance(type_, FlagType):
            told += [] if _is_band(desk, field) else flag_words(desk, face, field, table)
        elif text in {"", "0", NOTHING} or text.casefold() == face.title.casefold():
            continue
        elif isinstance(type_, RefType) and not is_effect(type_):
            title = field_title(desk, field, type_)
            cases.append(f"{title} {text}" if len(text) <= LETTERS else text)
        else:
            is_named = not is_effect(type_) or effects > 1
            title = field_title(desk, field, type_)
            told.append(f"{title}: {uncapital(text)}" if is_named else text)
    return [capital(text) for text in (" · ".join(cases), *told) if text]


def flag_words(desk: Desk, face: Face, field: str, table: str) -> list[str]:
    """A flag in a row, unless most have it: by how it follows a noun."""
    kind = kind_of(desk, desk.program.things[face.thing].kind)
    if kind is None:
        return []
    told = flag_text(desk, field, kind, dict(desk.program.tables)[table], face.thing)
    return [] if told is None else [told or field_title(desk, field, FlagType())]


def _bands(desk: Desk, face: Face, fields: list[Field]) -> list[str]:
    """The flags of a face that run across it."""
    tables = dict(desk.program.tables)
    return [
        field
        for field, table, type_ in fields
        if isinstance(type_, FlagType) and _is_band(desk, field) and tables[table][face.thing]
    ]


def _is_band(desk: Desk, field: str) -> bool:
    entry = desk.look.entry(field)
    return entry.shape == "line" and bool(entry.colour)


def _lies_on_hexes(desk: Desk, kind: str) -> bool:
    """Whether components cover cells with six sides."""
    return any(
        kind in {each.text for hold in places.holds for each in hold.kinds if hold.order == "one"}
        for board in desk.items(syn.Board)
        if board.grid == "hexes"
        for places in board.lines
        if isinstance(places, syn.BoardPlaces) and places.word == "cells"
    )


def _are_brief(drawn: list[CardFace]) -> bool:
    return all(len(text) <= BRIEF for face in drawn for text in (face.title, *face.lines)) and all(
        face.form == "card" for face in drawn
    )
