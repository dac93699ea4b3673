"""What things are called: in goes a linked game and a language, out come lemmas by name.

A lemma has all grammatical forms: those that a `words` block lists, else those of regular declension.
What is missing is kept for the lint: a label in this language, or a form that cannot be guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.frozen import frozen
from rulelang.linking.model import Linked
from rulelang.prose import english, russian
from rulelang.prose.cells import key_column
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

RUSSIAN = "ru"
# Forms of a `words` line by their names there, to those of declension.
LISTED = {"plural": "plural_nom", "many": "plural_gen", "few": "few"}
SHORT = 2  # letters of a name that is no word
GENDERS = ("m", "f", "n", "pl")
# Words that every game has, with Russian gender.
BUILT_IN = {
    "Player": ({"en": "player", "ru": "игрок"}, True),
    "supply": ({"en": "supply", "ru": "запас"}, False),
    "box": ({"en": "box", "ru": "коробка"}, False),
    "Turn": ({"en": "number of turns", "ru": "число поворотов"}, False),
    "number": ({"en": "number", "ru": "число"}, False),
    "thing": ({"en": "thing", "ru": "предмет"}, False),
    "place": ({"en": "place", "ru": "место"}, False),
    "point": ({"en": "point", "ru": "очко"}, False),
    "effect": ({"en": "effect", "ru": "эффект"}, False),
    "answer": ({"en": "answer", "ru": "ответ"}, False),
    "occasion": ({"en": "time", "ru": "раз"}, False),
    "setup": ({"en": "set-up", "ru": "подготовка"}, False),
    "flow": ({"en": "course of play", "ru": "ход игры"}, False),
    "connected_group": ({"en": "connected group", "ru": "связная группа"}, False),
    "group": ({"en": "group", "ru": "группа"}, False),
}
# Words of ours that a field of the game may be called too.
OURS = {"number", "thing", "place", "point", "effect", "answer", "occasion", "group"}
UNCOUNTED = "uncounted"  # of a kind: its cases are not counted in pieces
BUILT_IN_FORMS = {
    "number": {"plural_gen": "чисел"},
    "occasion": {"plural_gen": "раз"},
    "point": {"plural_nom": "очки", "plural_acc": "очки", "plural_gen": "очков"},
}


@frozen
class Lemma:
    """A word with its forms: `nom`, `gen`, … `plural_nom`, …; English has `nom` and `plural_nom`."""

    name: str
    forms: dict[str, str]
    gender: str = "m"
    animate: bool = False
    is_mass: bool = False
    is_sign: bool = False  # stands before its number: £10
    one: str = ""  # of a plural: one of it

    @property
    def is_plural(self) -> bool:
        return self.gender == "pl"


@frozen
class Missing:
    """What a game should say for its texts: a label of `name`, or forms of its word."""

    name: str
    what: tuple[str, ...]


class Lexicon:
    """Names of one game in one language. Lemmas are made when they are first asked for."""

    def __init__(self, linked: Linked, language: str) -> None:
        self.language = language
        self._labels: dict[str, dict[str, str]] = {}
        self._members: dict[str, dict[str, str]] = {}
        self._options: dict[str, dict[str, str]] = {}
        self._words: dict[str, dict[str, str]] = {}
        self._forms: dict[str, dict[str, str]] = {}  # of lines that leave the label as it is
        self._made: dict[str, Lemma] = {}
        self._animate: set[str] = {name for name, (_words, alive) in BUILT_IN.items() if alive}
        self._uncounted: set[str] = set()
        self.missing: dict[str, Missing] = {}
        for name, (words, _alive) in BUILT_IN.items():
            self._labels[name] = words
        for name, label in _labels(linked):
            said = {code: text for code, text in label.items() if text}
            self._labels.setdefault(name, {}).update(said)
        for name, label in _labels(linked, of_options=True):
            self._options[name] = label
            self._labels.setdefault(name, label)
        for name, label in _all_member_labels(linked):
            said = {code: text for code, text in label.items() if text}
            self._members.setdefault(name, {}).update(said)
        for item in linked.items:
            if isinstance(item, syn.Words) and item.language.text == language:
                for line in item.lines:
                    forms = {form.text: text.value for form, text in line.forms}
                    if line.base is None:
                        self._forms.setdefault(line.name.text, {}).update(forms)
                    else:
                        self._words[line.name.text] = {"": line.base.value, **forms}
        for item in linked.items:
            if isinstance(item, syn.Enum) and self.form(item.kind.text, UNCOUNTED) == "yes":
                self._uncounted |= {member.ident.text for member in item.members}

    def label(self, name: str) -> str | None:
        """The label of a name in this language, else in English; None without any."""
        words = self._labels.get(name) or self._members.get(name, {})
        return self._words.get(name, {}).get("") or words.get(self.language) or words.get("en")

    def heading(self, name: str) -> str | None:
        """The label of a rule, step or line of the score, whatever else has its name."""
        words = self._labels.get(name, {})
        said = self._words.get(name, {}).get("", "")
        own = said if "{" not in said else ""
        return words.get(self.language) or own or words.get("en") or self.label(name)

    def option(self, name: str) -> str | None:
        """The label of an option that a choice offers, whatever else has its name."""
        words = self._options.get(name, {})
        return words.get(self.language) or words.get("en")

    def has_own(self, name: str) -> bool:
        """Whether the game says what to call this, by a label or a `words` line."""
        return name in self._words or (self.label(name) is not None and name not in BUILT_IN)

    def has_words(self, name: str) -> bool:
        return name in self._words

    def form(self, name: str, form: str) -> str | None:
        """A form that a `words` line lists, for whatever it is."""
        forms = self._forms.get(name, {})
        return forms[form] if form in forms else self._words.get(name, {}).get(form)

    def lemma(self, name: str) -> Lemma:
        """The word for a name; its own words with spaces if nobody says what to call it."""
        if name not in self._made:
            self._made[name] = self._lemma(name)
        return self._made[name]

    def member(self, name: str) -> Lemma:
        """The word for a case, card or place, even if a rule has the same name."""
        if name not in self._members or name not in self._labels or name in self._words:
            return self.lemma(name)
        key = f"member {name}"
        if key not in self._made:
            label = self._members[name]
            text = label.get(self.language) or label.get("en") or name
            self._made[key] = self._declined(name, text, {})
        return self._made[key]

    def field(self, name: str) -> Lemma:
        """The word for what is printed on things; labels of rules with that name do not count."""
        if name in self._words and name in OURS:
            return self._declined("", self._words[name][""], self._words[name])
        is_other = "{" in self._words.get(name, {}).get("", "")
        if not is_other and (name in self._words or name not in {*self._labels, *self._members}):
            return self.lemma(name)
        key = f"field {name}"
        if key not in self._made and is_other:
            bare = re.sub(r"(\s+of)?\s*\{[^}]*\}", "", self._words[name][""])
            self._made[key] = self._declined("", bare, {})
        if key not in self._made:
            if self.language != "en":
                self.missing.setdefault(name, Missing(name, ("label",)))
            self._made[key] = self._declined("", name.replace("_", " "), {})
        return self._made[key]

    def of_text(self, text: str, *, animate: bool = False) -> Lemma:
        """A word that is given as text, with regular forms."""
        key = f"“{text}”"
        if key not in self._made:
            self._made[key] = self._declined("", text, {"animate": "yes"} if animate else {})
        return self._made[key]

    def qualified(self, lemma: Lemma, adjective: str) -> Lemma:
        """A word with an adjective before it, in all its forms."""
        if self.language != RUSSIAN:
            forms = {form: f"{adjective} {text}" for form, text in lemma.forms.items()}
        else:
            forms = russian.qualified(lemma.forms, adjective, lemma.gender, animate=lemma.animate)
        return attrs.evolve(lemma, forms=forms)

    def unit(self, name: str) -> Lemma:
        """What one counts: the `unit` that a `words` line names, else the thing itself."""
        text = self.form(name, "unit")
        return self.lemma(name) if text is None else self.of_text(text)

    def case(self, setting: str, case: str) -> str:
        """A case of a setting: by `words` of `SETTING_CASE` or of the case, else its own name."""
        for name in (f"{setting}_{case}", case):
            if name in self._words:
                return self._words[name][""]
        if self.language != "en":
            self.missing.setdefault(f"{setting}_{case}", Missing(f"{setting}_{case}", ("label",)))
        return case.replace("_", " ")

    def text(self, name: str) -> str:
        """What a name is called, for quotes: no other form is asked for."""
        return self.label(name) or self.lemma(name).forms["nom"]

    def _lemma(self, name: str) -> Lemma:
        words = {} if name in OURS else self._words.get(name, {})
        label = self._labels.get(name) or self._members.get(name, {})
        text = words.get("") or label.get(self.language)
        if text is None:
            text = label.get("en") or name.replace("_", " ").lower()
            if self.language != "en" or len(name) <= SHORT or not name.replace("_", "").isalpha():
                self.missing[name] = Missing(name, ("label",))
        return self._declined(name, text, words)

    def _declined(self, name: str, text: str, words: dict[str, str]) -> Lemma:
        if self.language != RUSSIAN:
            is_plural = words.get("gender") == "pl" or (
                "gender" not in words and english.is_plural(text)
            )
            plural = text if name in self._uncounted else english.plural(text)
            many = words.get("many") or words.get("plural") or plural
            forms = {"nom": text, "plural_nom": many}
            return Lemma(
                name,
                forms,
                "pl" if is_plural else "m",
                is_mass=_is_mass(text, many) and not is_plural,
                is_sign=words.get("sign") == "before",
                one=words.get("one", ""),
            )
        animate = words.get("animate", "") == "yes" or name in self._animate
        gender = words.get("gender")
        made = russian.decline(text, gender, animate=animate)
        forms = dict(made.forms)
        if words.get("fixed") == "yes":
            forms = dict.fromkeys(forms, text)
        elif (
            "{" not in text
            and "is_so" not in words
            and made.unsure
            and not set(made.unsure) & set(words)
            and name
            and name not in BUILT_IN
        ):
            self.missing.setdefault(name, Missing(name, made.unsure))
        listed = {LISTED.get(form, form): text for form, text in words.items() if form}
        listed |= BUILT_IN_FORMS.get(name, {})
        forms |= {form: text for form, text in listed.items() if form in forms}
        if "gen" in listed and "few" not in listed:
            forms["few"] = listed["gen"]
        if animate and (gender or made.gender) == "m" and "gen" in listed and "acc" not in listed:
            forms["acc"] = listed["gen"]
        if "plural_acc" not in listed:
            forms["plural_acc"] = forms["plural_gen" if animate else "plural_nom"]
        if made.gender == "pl" and "gen" in listed:
            forms["plural_gen"] = listed["gen"]
        return Lemma(name, forms, gender or made.gender, animate, one=words.get("one", ""))


def _is_mass(one: str, many: str) -> bool:
    """Whether a word is not counted in pieces: its plural is the same, and it is no animal of which this is so."""
    return one == many and one.rpartition(" ")[2] not in english.SAME


def _labels(linked: Linked, *, of_options: bool = False) -> Iterator[tuple[str, dict[str, str]]]:
    """Every name with its label: of items, kinds of places and steps; or of options."""
    if linked.players is not None and not of_options:
        yield from _member_labels(linked.players.names)
    for item in linked.items:
        for node in walk(item, without=(syn.Test,)):
            label = getattr(node, "label", None)
            ident = getattr(node, "name", None) or getattr(node, "kind", None)
            is_option = isinstance(node, st.CaseOption | st.ResolveEntry)
            if isinstance(label, syn.Label) and ident is not None and is_option == of_options:
                yield ident.text, dict(label.words)


def _all_member_labels(linked: Linked) -> Iterator[tuple[str, dict[str, str]]]:
    """Cases, cards and places, which may be called as a rule is."""
    for item in linked.items:
        for node in walk(item, without=(syn.Test,)):
            if isinstance(node, syn.Member) and node.label is not None:
                yield node.ident.text, dict(node.label.words)
            elif isinstance(node, syn.Table):
                yield from _row_labels(node, linked)


def _member_labels(members: tuple[syn.Member, ...]) -> Iterator[tuple[str, dict[str, str]]]:
    for member in members:
        if member.label is not None:
            yield member.ident.text, dict(member.label.words)


def _row_labels(table: syn.Table, linked: Linked) -> Iterator[tuple[str, dict[str, str]]]:
    data = linked.table(table)
    if data is None:
        return
    columns = {name.removeprefix("name_"): at for at, name in enumerate(data.columns)}
    named = {code: at for code, at in columns.items() if f"name_{code}" in data.columns}
    key = key_column(data)
    for row in data.rows:
        if named:
            yield row[key], {code: row[at] for code, at in named.items()}
