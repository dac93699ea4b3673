"""All that is known of one name: in goes a word of the players, out comes what is printed there and what the rules say.

A topic is whatever has a name: a component, a place, a case, a kind, a rule, a step, a power. What shares its name is
one topic: a card and the power that it gives. Topics say nothing of a position, so everybody may ask for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from attrs import evolve

from rulelang.frozen import frozen
from rulelang.linking.model import name_of, what_of
from rulelang.program.model import Kind
from rulelang.program.types import EFFECTS, PLACES, THINGS, FlagType, Type
from rulelang.prose.model import Block, as_text
from rulelang.reference.book_phrases import has_phrase
from rulelang.reference.effect_cells import (
    effect_names,
    effect_rules,
    written_row,
    written_rows,
)
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import (
    NOTHING,
    field_title,
    flag_text,
    is_effect,
    value_text,
)
from rulelang.scenarios.coverage import cited
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Printed = tuple[str, str]  # what it is, and what is printed there; a flag has no more than its name
WORD = re.compile(r"\w+")
UNTOLD = ("Port", EFFECTS)  # cases that people have no word for


@frozen
class Topic:
    """What people call it, what it is, what is printed on it, what the rules say of it, and where."""

    title: str
    what: str
    printed: tuple[Printed, ...]
    texts: tuple[Block, ...]
    clauses: tuple[str, ...]


class _Member(NamedTuple):
    """A component, place or case: the kind it is of, its number there, and what people call it."""

    kind: Kind
    number: int
    title: str


class Topics:
    """The topics of one game in one language."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @cached_property
    def titles(self) -> dict[str, list[str]]:
        """What people call each name of the rules; more than one word if it means several things."""
        found: dict[str, list[str]] = {}
        for name, member in self._members.items():
            found[name] = [member.title]
        for name in self._items:
            title = self._desk.title(name)
            if title not in found.setdefault(name, []):
                found[name].append(title)
        return found

    def find(self, said: str) -> list[str]:
        """Return the names that are meant: called just so, else beginning so, else with this in them."""
        wanted = _plain(said)
        for matches in (str.__eq__, str.startswith, str.__contains__):
            found = [
                name
                for name, titles in self.titles.items()
                if any(matches(_plain(text), wanted) for text in (name, *titles))
            ]
            if found:
                return found
        return []

    def topic(self, name: str) -> Topic:
        """Return what is known of a name."""
        member, item = self._members.get(name), self._items.get(name)
        printed = self._printed(name, member) if member is not None else ()
        texts = self._desk.describe(item) if item is not None else ()
        sources = [item, *(self._items.get(rule) for rule in self._rules_on(name, member))]
        clauses = dict.fromkeys(clause for source in sources for clause in cited(source))
        what = self._kind_title(member.kind) if member is not None else self._what(item)
        told = (*printed, *self._cases(name))
        return Topic(self.titles[name][0], what, told, texts, tuple(clauses))

    def mentioned(self, name: str) -> list[str]:
        """Return the components and places that effects printed on something speak of."""
        member = self._members.get(name)
        if member is None:
            return []
        row = written_row(self._rows(member.kind), name)
        cells = " ".join(row.get(f, "") for f, _, type_ in self._fields(member) if is_effect(type_))
        known = {n for n, m in self._members.items() if m.kind.universe in (THINGS, PLACES)}
        return [word for word in dict.fromkeys(WORD.findall(cells)) if word in known - {name}]

    # --- what has a name ------------------------------------------------------------------------------------

    @cached_property
    def _items(self) -> dict[str, syn.Item | syn.BoardPlaces | st.Step]:
        found: dict[str, syn.Item | syn.BoardPlaces | st.Step] = {}
        for item in self._desk.linked.items:
            if isinstance(item, syn.Flow | syn.Test | syn.Bots | syn.Hook | syn.ChangeValue):
                continue
            name = name_of(item)
            if name is not None:
                found.setdefault(name, item)
        for item in self._desk.linked.items:
            for node in walk(item, without=(syn.Test,)):
                if isinstance(node, st.Step):
                    found.setdefault(node.name.text, node)
                elif isinstance(node, syn.BoardPlaces):
                    found.setdefault(node.kind.text, node)
        return found

    @cached_property
    def _members(self) -> dict[str, _Member]:
        """Components, one of each that are alike; cases; places that people have a word for."""
        desk, program = self._desk, self._desk.program
        kinds = {kind.name: kind for kind in program.kinds}
        tiles = desk.game.description.picture.parts
        found: dict[str, _Member] = {}
        alike: set[tuple[str, str]] = set()
        for number, thing in enumerate(program.things):
            title = desk.label(thing.label, thing.name)
            is_plain = title == desk.label(kinds[thing.kind].label, thing.kind)
            key = (thing.kind, desk.speech.thing(number) if is_plain else title)
            is_blank = not kinds[thing.kind].fields and number not in tiles
            if key not in alike and not (is_plain and is_blank):
                alike.add(key)
                found.setdefault(thing.name, _Member(kinds[thing.kind], number, key[1]))
        for universe, members in program.enums:
            if universe in UNTOLD or universe not in kinds:
                continue
            for number, case in enumerate(members):
                title = desk.label(case.label, case.name)
                found.setdefault(case.name, _Member(kinds[universe], number, title))
        for place, label in desk.game.description.place_labels.items():
            kind = self._kind_of_place(place)
            if kind is not None:
                name = program.place_names[place]
                title = desk.speech.label(label, name)
                found.setdefault(name, _Member(kind, place, title))
        return found

    def _kind_of_place(self, place: int) -> Kind | None:
        kinds = self._desk.program.kinds
        return next((k for k in kinds if k.universe == PLACES and place in k.ids), None)

    # --- what is printed -------------------------------------------------------------------------------------

    def _fields(self, member: _Member) -> Iterator[tuple[str, str, Type]]:
        for (field, table), type_ in zip(member.kind.fields, member.kind.types, strict=True):
            yield field, table, type_

    def _printed(self, name: str, member: _Member) -> Iterator[Printed]:
        tables = dict(self._desk.program.tables)
        row = written_row(self._rows(member.kind), name)
        for field, table, type_ in self._fields(member):
            title = field_title(self._desk, field, type_)
            if is_effect(type_):
                if row.get(field):
                    yield title, self._effect(row[field], member.kind.name)
                continue
            if isinstance(type_, FlagType):
                told = flag_text(self._desk, field, member.kind, tables[table], member.number)
                if told is not None:
                    yield told or title, ""
                continue
            text = value_text(self._desk, type_, tables[table][member.number])
            if text not in ("", "0", NOTHING):
                yield title, text

    def _cases(self, name: str) -> Iterator[Printed]:
        """What definitions and rules that list cases say of this one."""
        for item in self._desk.items(syn.Cases):
            for line in item.lines:
                if isinstance(line, syn.Case) and line.name.text == name:
                    said = as_text(self._desk.describe(evolve(item, lines=(line,))))
                    if said:
                        yield self._desk.title(item.name.text), f"\n{said}"

    def _effect(self, cell: str, kind: str) -> str:
        """The names of the rules, then what they do."""
        names = "".join(run.text for run in effect_names(self._desk, cell))
        return f"{names}\n{as_text(self._desk.prose.describe_effect(cell, kind))}"

    def _rules_on(self, name: str, member: _Member | None) -> Iterator[str]:
        """The rules that what is printed calls."""
        if member is None:
            return
        row = written_row(self._rows(member.kind), name)
        for field, _table, type_ in self._fields(member):
            if is_effect(type_):
                yield from effect_rules(row.get(field, ""))

    def _rows(self, kind: Kind) -> dict[str, dict[str, str]]:
        item = self._items.get(kind.name)
        table = getattr(item, "table", None)
        if isinstance(item, syn.BoardPlaces) and table is None:
            boards = [b for b in self._desk.items(syn.Board) if item in b.lines]
            table = boards[0].table if boards else None
        return written_rows(self._desk, table)

    # --- what it is --------------------------------------------------------------------------------------------

    def _kind_title(self, kind: Kind) -> str:
        if kind.universe in (THINGS, PLACES) or kind.label:
            return self._desk.label(kind.label, kind.name)
        return self._desk.title(kind.name).lower()

    def _what(self, item: syn.Item | syn.BoardPlaces | st.Step | None) -> str:
        word = "step" if isinstance(item, st.Step) else ""
        if item is not None and not isinstance(item, st.Step | syn.BoardPlaces):
            word = what_of(item)
        key = f"is_{word}"
        return self._desk.say(key) if has_phrase(key) else ""


def _plain(text: str) -> str:
    return text.casefold().replace("_", " ").strip()
