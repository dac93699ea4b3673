"""What an example of points is told from: what a position says (`Facts`), names around an expression (`Case`), and a number told (`Told`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from rulelang.frozen import frozen
from rulelang.program.typing.typed_value import Names, TypedValue
from rulelang.prose import calls
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

ATOM, PRODUCT, SUM, STEP = range(4)  # how a calculation ends: a step has its result in it


class Facts(Protocol):
    """What can be asked about a position; values are known to whoever answers."""

    def number(self, expr: ex.Expr, names: Names) -> int | None:
        """The number that an expression is, yes as 1."""

    def value(self, expr: ex.Expr, names: Names) -> TypedValue | None:
        """The value of any expression."""

    def members(self, expr: ex.Expr, names: Names) -> Sequence[TypedValue] | None:
        """The elements of a set."""

    def name_of(self, value: TypedValue) -> str:
        """What the rules call a value; nothing if it has no name."""


@frozen
class Told:
    """A number: `text` calculates it, `rank` says how, `terms` how many it has."""

    value: int
    text: str
    rank: int = ATOM
    things: tuple[Phrase, ...] = ()  # what the player has
    apart: tuple[Phrase, ...] = ()  # what is counted elsewhere
    facts: tuple[str, ...] = ()
    compared: tuple[tuple[str, int], ...] = ()  # in words what each player has, and the number
    terms: int = 1

    @property
    def equation(self) -> str:
        """The calculation with what it comes to."""
        if self.rank == STEP or self.text == shown(self.value):
            return self.text
        return f"{self.text} = {shown(self.value)}"

    def inside(self, rank: int) -> str:
        """The calculation as a part of another one, with brackets where it needs them."""
        if self.rank == STEP:
            return shown(self.value)
        return f"({self.text})" if self.rank > rank or self.text[:1] == "−" else self.text


@frozen
class Case:
    """Names around an expression: their values, and what they are called.

    There are three ways to speak of the player whom it is about: `they`, by name, and to the reader.
    """

    facts: Facts
    names: Names
    they: Scope
    named: Scope
    you: Scope
    players: tuple[tuple[TypedValue, Phrase], ...]
    given: Mapping[str, tuple[ex.Expr, Case]]
    depth: int = 0

    def bind(self, name: str, value: TypedValue, phrase: Phrase, shape: Shape) -> Case:
        """The case in which one more name is known."""
        return attrs.evolve(
            self,
            names={**self.names, name: value},
            they=self.they.bind(name, phrase, shape),
            named=self.named.bind(name, phrase, shape),
            you=self.you.bind(name, phrase, shape),
        )

    def about(self, name: str, value: TypedValue, phrase: Phrase) -> Case:
        """The case in which a name is the player whom it is about."""
        player = Shape(REF, "Player")
        voice = self.you.voice
        their = voice.pronoun(voice.noun(self.you.lemma("Player")))
        return attrs.evolve(
            self,
            names={**self.names, name: value, "me": value},
            they=self.they.bind(name, their, player).bind("me", their, player),
            named=self.named.bind(name, phrase, player).bind("me", phrase, player),
            you=self.you.bind(name, voice.you(), player),
        )

    def enter(self, item: syn.Define | syn.Value | syn.Cases, args: Sequence[ex.Expr]) -> Case | None:  # fmt: skip
        """The case inside a definition; None if an argument has no value."""
        names = {"me": self.names["me"]} if "me" in self.names else {}
        given: dict[str, tuple[ex.Expr, Case]] = {}
        for param, arg in zip(item.params, args, strict=False):
            value = self.facts.value(arg, self.names)
            if value is None:
                return None
            names[param.name.text] = value
            given[param.name.text] = (arg, self)
        name, exprs = item.name.text, tuple(args)
        return attrs.evolve(
            self,
            names=names,
            they=calls.enter(name, exprs, self.they),
            named=calls.enter(name, exprs, self.named),
            you=calls.enter(name, exprs, self.you),
            given=given,
            depth=self.depth + 1,
        )


def shown(value: int) -> str:
    """A number with a sign that is long enough."""
    return str(value).replace("-", "−")
