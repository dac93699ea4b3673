"""Sentences for people: names in the grammatical form a sentence asks for, numbers with their nouns.

`{x}` is an object, `{x:gen}` one of its forms, `{n points}` a number with a noun. Forms come from
the `words` of the game: first those of the object itself, then those of its kind. Where a form is
missing, the plain label stands in.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, NamedTuple

from rulelang.runtime.description import Description, ValueType, ref_type
from rulelang.runtime.names import Names

PLAIN = ""
FEW, MANY = "few", "many"


class Spoken(NamedTuple):
    """A value that a sentence may name, with its type."""

    type: ValueType
    value: Any  # an id, a number, a bundle or None, as the type says


Fields = Mapping[str, Spoken | str]


def plural_form(language: str, count: int) -> str:
    """Return which form goes with a number.

    >>> [plural_form("ru", n) or "one" for n in (1, 3, 5, 11, 21)]
    ['one', 'few', 'many', 'many', 'one']
    >>> [plural_form("en", n) or "one" for n in (0, 1, 2)]
    ['many', 'one', 'many']
    """
    count = abs(count)
    if language != "ru":
        return PLAIN if count == 1 else MANY
    if count % 10 == 1 and count % 100 != 11:
        return PLAIN
    return FEW if count % 10 in {2, 3, 4} and count % 100 not in {12, 13, 14} else MANY


class Wording:
    """How one game speaks."""

    def __init__(self, names: Names, description: Description) -> None:
        self._names = names
        self._words = description.words
        self._kind_labels = description.kind_labels
        self._kind_of_thing = [thing.kind for thing in description.things]
        self._owner_of_thing = [thing.owner for thing in description.things]

    # --- words ---------------------------------------------------------------------------------------

    def word(self, word: str, language: str, form: str = PLAIN) -> str | None:
        """Return a form of a word; the plain one where it is missing, None for an unknown word."""
        forms = self._words.get(language, {}).get(word)
        if forms is None:
            return None
        if form == FEW and FEW not in forms:
            form = MANY
        return forms.get(form, forms[PLAIN])

    def object(self, type_: ValueType, value: int, language: str, form: str = PLAIN) -> str:
        """Return what an object is called, in a form."""
        name = self._names.name(type_, value)
        if type_.form != "ref" or value < 0:
            return name
        own = self.word(name, language, form) or self._shared(type_, value, language, form)
        if own is not None:
            return own
        label = self._names.label(type_, value)
        shown = label.get(language) or label.get("en") or name
        kind = type_.kind
        if type_.universe == "things":
            kind = self._kind_of_thing[value]
        of_kind = self.word(kind, language, form)
        if of_kind is None or form == PLAIN:
            return shown
        of_label = self._kind_labels.get(kind, {})
        if shown in {of_label.get(language), of_label.get("en")}:
            return of_kind
        # Without a label of its own the kind says what it is and the name which.
        return f"{of_kind} {name}" if shown == name else shown

    def _shared(self, type_: ValueType, value: int, language: str, form: str) -> str | None:
        """A form of what every player has one of: `red_goat` and `blue_goat` are both a `goat`."""
        owner = self._owner_of_thing[value] if type_.universe == "things" else -1
        if owner < 0:
            return None
        prefix = f"{self._names.all('Player')[owner]}_"
        return self.word(self._names.name(type_, value).removeprefix(prefix), language, form)

    def counted(self, type_: ValueType, value: int, count: int, language: str) -> str:
        """Return a number of something: `3 wool`."""
        return f"{count} {self.object(type_, value, language, plural_form(language, count))}"

    # --- sentences -----------------------------------------------------------------------------------

    def fill(self, template: str, fields: Fields, language: str) -> str:
        """Fill in a sentence; what it names and nobody knows stays in braces."""
        text = []
        for literal, field, form, _conversion in Formatter().parse(template):
            text.append(literal)
            if field is not None:
                name, _, noun = field.partition(" ")
                text.append(self._field((name, noun, form or PLAIN), fields, language))
        return "".join(text)

    def _field(self, asked: tuple[str, str, str], fields: Fields, language: str) -> str:
        name, noun, form = asked
        said = fields.get(name)
        if said is None:
            return "{" + f"{name} {noun}".strip() + "}"
        if not noun:
            return said if isinstance(said, str) else self._spoken(said, language, form)
        if isinstance(said, str) or not isinstance(said.value, int):
            return f"{said if isinstance(said, str) else '…'} {noun}"
        wanted = plural_form(language, said.value)
        of = fields.get(noun)
        if isinstance(of, Spoken) and isinstance(of.value, int):
            return f"{said.value} {self._spoken(of, language, wanted)}"
        return f"{said.value} {self.word(noun, language, wanted) or noun.replace('_', ' ')}"

    def _spoken(self, said: Spoken, language: str, form: str) -> str:
        type_, value = said
        match type_.form:
            case _ if value is None:
                return "…"
            case "bundle":
                of = ref_type(type_.enum)
                parts = [self.counted(of, k, n, language) for k, n in enumerate(value) if n]
                return " + ".join(parts) or "0"
            case "set":
                numbers = (n for n in range(value.bit_length()) if value >> n & 1)
                parts = [self._spoken(Spoken(type_.member, n), language, form) for n in numbers]
                return ", ".join(parts) or "—"
            case _:
                return self.object(type_, value, language, form)
