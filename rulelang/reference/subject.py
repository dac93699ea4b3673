"""What a book is about: the linked game, its programs by number of players, and games to draw and play.

Chapters read a `Desk`: the subject in one language. Nothing is read or compiled here; whoever makes a
book (`making.py`) brings everything along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeGuard, TypeVar

from attrs import define

from rulelang.frozen import frozen
from rulelang.linking.model import Linked
from rulelang.program.model import Program
from rulelang.program.nodes import Words
from rulelang.prose.describe import Described, Prose
from rulelang.prose.model import Block as TextBlock
from rulelang.prose.scope import Stops
from rulelang.reference.book_phrases import capital, say
from rulelang.reference.played.test_positions import Scene
from rulelang.reference.played.worked_points import Workings
from rulelang.render import Look, LookRow
from rulelang.runtime.game import Game
from rulelang.runtime.speech import Speech
from rulelang.scenarios.coverage import cited, expand
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Item = TypeVar("Item")


def no_scenes(_linked: Linked, _titles: frozenset[str]) -> Mapping[str, Scene]:
    """No test has a scene: for books without pictures of their questions."""
    return {}


@frozen(kw_only=True)
class Subject:
    """A game to write about. `programs` are by number of players, from the fewest; `usual` is the
    number that pictures and examples show, `game` gives the compiled game for a number, `workings`
    games that bots played, `held` the tests of the game itself that variants leave as they are, `stops` what
    players leave undone in tests, `scenes` what tests begin with, by their titles."""

    linked: Linked
    programs: Mapping[int, Program]
    usual: int
    game: Callable[[int], Game]
    look: Mapping[str, LookRow]
    workings: Callable[[], Workings | None] = lambda: None
    held: Callable[[], tuple[syn.Test, ...]] = tuple
    stops: Callable[[Linked], Stops] = lambda _linked: {}
    scenes: Callable[[Linked, frozenset[str]], Mapping[str, Scene]] = no_scenes

    @property
    def program(self) -> Program:
        """The program for the usual number of players."""
        return self.programs[self.usual]


@define(slots=False)
class Desk:
    """The subject in one language: what every chapter needs. `moved` are rules told where they are used."""

    subject: Subject
    language: str
    moved: frozenset[str] = frozenset()

    @property
    def linked(self) -> Linked:
        return self.subject.linked

    @property
    def program(self) -> Program:
        return self.subject.program

    def items(self, kind: type[Item]) -> Iterator[Item]:
        """All items of this kind, in the order of the rules."""
        return (item for item in self.linked.items if isinstance(item, kind))

    # --- words ---------------------------------------------------------------------------------------

    def say(self, phrase: str, **fields: object) -> str:
        """Words of the book itself."""
        return say(self.language, phrase, **fields)

    def title(self, name: str) -> str:
        """What people call a declared thing, as a heading."""
        return capital(self.prose.title(name))

    def label(self, words: Words, name: str = "") -> str:
        """A label in the language, else in English, else the name as words."""
        told = dict(words)
        return told.get(self.language) or told.get("en") or name.replace("_", " ")

    def module_title(self, name: str) -> str:
        """What people call a module or variant."""
        found = (header for header in self.linked.headers if header.name.text == name)
        label = next((header.label for header in found), None)
        return (
            self.label(label.words, name) if label is not None else capital(name.replace("_", " "))
        )

    def has_label(self, item: syn.Item) -> bool:
        """Whether an item is called something by people."""
        return getattr(item, "label", None) is not None

    def describe(self, what: Described | str) -> tuple[TextBlock, ...]:
        """What an item means, in sentences."""
        return self.prose.describe(what)

    @cached_property
    def prose(self) -> Prose:
        """The game told in the language."""
        return Prose(self.linked, self.language, self.moved)

    @cached_property
    def _words(self) -> dict[str, dict[str, str]]:
        return {
            word: dict(forms)
            for language, word, forms in self.program.words
            if language == self.language
        }

    def word(self, name: str, form: str = "") -> str | None:
        """What `words` of the game say for a name; None if nothing."""
        forms = self._words.get(name)
        if forms is None:
            return None
        return forms.get("", name) if form == "" else forms.get(form)

    # --- pictures ------------------------------------------------------------------------------------

    @cached_property
    def game(self) -> Game:
        """The compiled game for the usual number of players."""
        return self.subject.game(self.subject.usual)

    @cached_property
    def speech(self) -> Speech:
        return Speech(self.game, self.language)

    @cached_property
    def look(self) -> Look:
        return Look(self.game, self.subject.look)

    def clauses_of(self, item: syn.Item) -> tuple[str, ...]:
        """The clauses that an item cites, ranges written out."""
        return tuple(cited(item))

    def own_clauses(self, node: Described) -> tuple[str, ...]:
        """Those that an item cites; of a flow, rule or step without those of the steps in it, which have sections."""
        if not isinstance(node, syn.Flow | syn.Rule | st.Step):
            return tuple(cited(node))
        steps = {id(step): step for step in walk(node) if is_told_step(step) and step is not node}
        within = {id(each) for step in steps.values() for each in walk(step)}
        cites = [
            each for each in walk(node) if isinstance(each, syn.Cite) and id(each) not in within
        ]
        return tuple(dict.fromkeys(expand(clause for cite in cites for clause in cite.clauses)))


def is_told_step(node: object) -> TypeGuard[st.Step]:
    """Whether a node is a step with a section of its own."""
    return isinstance(node, st.Step) and node.label is not None
