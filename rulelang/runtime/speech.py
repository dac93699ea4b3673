"""Names of a game for pictures and texts: in go ids of players, things and values, out come short texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from rulelang.runtime.description import ValueType
from rulelang.runtime.game import Game

NOTHING = "—"  # printed on what has nothing printed on it


class Speech:
    """How one game is spoken about in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language

    def label(self, label: Mapping[str, str], name: str = "") -> str:
        """Return a label in the language, else in English, else the name."""
        return label.get(self.language) or label.get("en") or name.replace("_", " ")

    def word(self, name: str, label: Mapping[str, str]) -> str:
        """Return what a field, parameter or variable is called: the game's word for it, else its label."""
        return self.game.wording.word(name, self.language) or self.label(label, name)

    def plain_player(self, seat: int) -> str:
        """Return the name of a player."""
        name, label = self.game.description.enums["Player"][seat]
        return self.label(label, name)

    def place(self, place: int) -> str:
        """Return what a place is called: its label, or what it is and whose, or its name."""
        name: str = self.game.names.all("places")[place]
        label = self.game.description.place_labels.get(place)
        if label:
            return self.label(label)
        for family in self.game.description.families:
            rank = place - family.first
            if 0 <= rank < family.size and family.owner_kind == "Player":
                who = self.plain_player(family.owner_ids[rank])
                return f"{self.label(family.label, family.name)} ({who})"
        return name.replace("_", " ")

    # --- things and values -------------------------------------------------------------------------------

    @cached_property
    def _shared_labels(self) -> Counter[str]:
        return Counter(
            self._thing_label(thing) for thing in range(len(self.game.description.things))
        )

    def _thing_label(self, thing: int) -> str:
        name, label, _kind, owner = self.game.description.things[thing]
        shown = self.label(label, name)
        return shown if owner < 0 else f"{self.plain_player(owner)} {shown}"

    def owner(self, thing: int) -> int:
        """Return the seat whose piece a thing is, or -1."""
        return self.game.description.things[thing].owner

    def short(self, thing: int) -> str:
        """Return a thing in few letters: its label, else what is printed on it, its number or its name."""
        name, label, kind, owner = self.game.description.things[thing]
        if owner >= 0 or self._shared_labels[self._thing_label(thing)] == 1:
            return self.label(label, name)
        told = self._printed(thing)
        if len(told) == 1 or (told and self._told_apart[kind]):
            return " ".join(told)
        start, _, number = name.rpartition("_")
        return str(number if start == kind.lower() and number.isdigit() else name)

    def _printed(self, thing: int) -> list[str]:
        """The numbers and cases printed on a thing, in words."""
        kind = self.game.description.things[thing].kind
        return [
            self.value(type_, values[thing])
            for type_, values, _sets in self.game.description.printed.get(kind, {}).values()
            if type_.form == "int" or type_.universe in self.game.description.enums
        ]

    @cached_property
    def _told_apart(self) -> dict[str, bool]:
        """Of each kind, whether what is printed on its things tells them from each other."""
        found: dict[str, list[str]] = {}
        for thing, (_name, _label, kind, owner) in enumerate(self.game.description.things):
            if owner < 0:
                found.setdefault(kind, []).append(" ".join(self._printed(thing)))
        return {kind: len(set(told)) == len(told) for kind, told in found.items()}

    def thing(self, thing: int) -> str:
        """Return a thing in full: its label, and what tells it from others of the same label."""
        label = self.label(self.game.description.things[thing].label)
        short = self.short(thing)
        is_plain = short in {label, NOTHING} or self.owner(thing) >= 0
        return label if is_plain else f"{label} {short}".strip()

    def value(self, type_: ValueType, value: int) -> str:
        """Return a value of any simple type."""
        if type_.form == "ref" and value >= 0 and type_.universe == "things":
            return self.thing(value)
        if type_.form == "ref" and value < 0:
            return NOTHING
        name = self.game.names.name(type_, value)
        is_case = type_.form == "ref" and type_.universe in self.game.description.enums
        word = self.game.wording.word(name, self.language) if is_case else None
        return word or self.label(self.game.names.label(type_, value))
