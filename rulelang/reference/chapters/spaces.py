"""What is printed on the spaces of boards: those that do something are listed, a picture shows the others."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.program.model import Kind
from rulelang.program.types import FlagType, Type
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.components import effect_text, power_text
from rulelang.reference.effect_cells import written_row, written_rows
from rulelang.reference.model import BookTable, Cell, runs
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import (
    NOTHING,
    field_title,
    fields_of,
    flag_text,
    is_effect,
    is_location,
    kind_of,
    value_text,
)
from rulelang.syntax.trees import items as syn

Field = tuple[str, str, Type]


def spaces_tables(desk: Desk, board: syn.Board) -> Iterator[BookTable]:
    """A table for each kind of spaces with effects printed on them: their names, and what they do."""
    for line in board.lines:
        kind = kind_of(desk, line.kind.text) if isinstance(line, syn.BoardPlaces) else None
        if kind is None or not isinstance(line, syn.BoardPlaces):
            continue
        fields = [field for field in fields_of(desk, kind.name) if not is_location(field[2])]
        if any(is_effect(type_) for _name, _table, type_ in fields):
            yield _table(desk, kind, fields, line.table or board.table)


def _table(desk: Desk, kind: Kind, fields: list[Field], source: syn.Table | None) -> BookTable:
    written = written_rows(desk, source)
    labels = desk.game.description.place_labels
    rows: list[tuple[Cell, ...]] = []
    for place in kind.ids:
        name = desk.program.place_names[place]
        label = labels.get(place)
        title = desk.speech.label(label, name) if label is not None else name
        row = written_row(written, name)
        printed = [_cell(desk, kind, field, row, place) for field in fields]
        rows.append((runs(capital(title)), *printed))
    head = (desk.say("name"), *(field_title(desk, name, type_) for name, _, type_ in fields))
    return BookTable(desk.say("all_of", name=desk.prose.many(kind.name)), head, tuple(rows))


def _cell(desk: Desk, kind: Kind, field: Field, row: dict[str, str], place: int) -> Cell:
    name, table, type_ = field
    values = dict(desk.program.tables)[table]
    if is_effect(type_):
        effects = effect_text(desk, row.get(name, ""), kind.name)
        return effects or power_text(desk, desk.program.place_names[place])
    if isinstance(type_, FlagType):
        told = flag_text(desk, name, kind, values, place)
        return () if told is None else runs(told or field_title(desk, name, type_))
    text = value_text(desk, type_, values[place])
    return () if text in {"", NOTHING} else runs(text)
