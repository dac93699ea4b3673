"""What a text is about while it is told: the game, its words, and what each variable is called here."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.frozen import frozen
from rulelang.prose.lexicon import Lemma, Lexicon
from rulelang.prose.phrases import Phrase, Voice
from rulelang.prose.world import Shape, World
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex

# By the place of a `done` in a test: the step or rule that it ends, and the rules that were offered there.
Stops = Mapping[Span, tuple[str, tuple[str, ...]]]
ME = "me"
OWNER = "owner"


class Teller:
    """One game told in one language."""

    def __init__(self, world: World, language: str) -> None:
        self.world = world
        self.lexicon = Lexicon(world.linked, language)
        self.voice = Voice(language)
        self.named_by: dict[str, frozenset[str]] = {}  # fields that name things, by their kind
        self.stops: Stops = {}

    def lemma(self, name: str) -> Lemma:
        return self.lexicon.lemma(name)

    def scope(self) -> Scope:
        """A scope in which only `you` is known."""
        return Scope(self, {ME: Bound(self.voice.you(), Shape("ref", "Player"))})


@frozen
class Bound:
    """What a variable is called and what it stands for; `number` where its value is known.

    `given` is the argument of a parameter and the scope it stands in, where a rule is told in place, or the
    value that a `let` names. `sure` are the conditions under which it was chosen: the text has said them.
    """

    phrase: Phrase
    shape: Shape
    number: int | None = None
    given: tuple[ex.Expr, Scope] | None = None
    sure: tuple[ex.Expr, ...] = ()


@frozen
class Scope:
    """Names that are bound here. `inlined` are the definitions that are being told right now."""

    teller: Teller
    bound: Mapping[str, Bound]
    inlined: tuple[str, ...] = ()

    @property
    def voice(self) -> Voice:
        return self.teller.voice

    @property
    def world(self) -> World:
        return self.teller.world

    @property
    def shapes(self) -> dict[str, Shape]:
        return {name: bound.shape for name, bound in self.bound.items()}

    def bind(self, name: str, phrase: Phrase, shape: Shape, number: int | None = None) -> Scope:
        return Scope(self.teller, {**self.bound, name: Bound(phrase, shape, number)}, self.inlined)

    def rebind(self, name: str, bound: Bound) -> Scope:
        return Scope(self.teller, {**self.bound, name: bound}, self.inlined)

    def only(self, bound: Mapping[str, Bound], inlining: str) -> Scope:
        """The scope of a definition's expression: its parameters, and who is `me`."""
        kept = {name: self.bound[name] for name in (ME, OWNER) if name in self.bound}
        return Scope(self.teller, {**kept, **bound}, (*self.inlined, inlining))

    def given(self, arg: ex.Expr) -> tuple[ex.Expr, Scope] | None:
        """An argument with the scope it stands in; of a parameter, what that was given."""
        if isinstance(arg, ex.Name) and arg.ident.text in self.bound:
            return self.bound[arg.ident.text].given
        return arg, self

    def telling(self, name: str) -> Scope:
        """The scope of the text about a rule: whoever calls it again does the same once more."""
        return Scope(self.teller, self.bound, (*self.inlined, name))

    def lemma(self, name: str) -> Lemma:
        return self.teller.lexicon.lemma(name)

    def member(self, name: str) -> Lemma:
        return self.teller.lexicon.member(name)

    def field(self, name: str) -> Lemma:
        return self.teller.lexicon.field(name)

    def tells_of(self, kind: str) -> bool:
        """Whether some variable of this kind has a name here already."""
        word = self.lemma(kind).forms["nom"]
        return any(
            _is_called(bound.phrase, word)
            for name, bound in self.bound.items()
            if name not in (ME, OWNER)
        )

    def introduce(
        self, name: str, shape: Shape, *, plural: bool = False, in_loop: bool = False
    ) -> tuple[str, Scope]:
        """Bind a variable to `this K` (`the other K` if there is one); return how to bring it up first.

        What a loop goes through is `that K` beside `this` one: one of all, not another one.
        """
        is_field = any(name in fields for fields in self.world.fields.values())
        if self.teller.lexicon.has_words(name) and not is_field:
            return "own", self.bind(name, self.voice.noun(self.lemma(name), "the"), shape)
        kind = shape.kind
        that = self.voice.noun(self.lemma(kind), "that")
        is_free = all(bound.phrase != that for bound in self.bound.values())
        if in_loop and is_free and self.tells_of(kind):
            return "other", self.bind(name, that, shape)
        if self.tells_of(kind):
            other = self.voice.noun(self.lemma(kind), "other", plural=plural)
            if not self.voice.is_russian:
                text = other.say().replace("another ", "the other ", 1)
                other = Phrase((text,), other.gender, lemma=other.lemma)
            if any(bound.phrase == other for bound in self.bound.values()):
                # A third one: `that K` is neither `this` nor `the other`.
                return "other", self.bind(name, that, shape)
            return "other", self.bind(name, other, shape)
        return "a", self.bind(name, self.voice.noun(self.lemma(kind), "this", plural=plural), shape)


def _is_called(phrase: Phrase, word: str) -> bool:
    return phrase.lemma is not None and not phrase.is_plural and phrase.lemma.forms["nom"] == word
