"""The way in: a declaration of a linked game in, blocks of text out.

    prose = Prose(linked, "ru")               one game in one language; keep it for all its items
    prose.describe("build_road")              an item by its name, or the item itself
    prose.describe(step)                      a `step` of the flow as a node of syntax
    prose.title("build_road")                 what people call it
    prose.describe_effect(cell)               what a table cell of effects does
    prose.missing()                           labels and forms that the texts would need

Items without text of their own (`use`, `bots`, `words`) give none. Authors' notes come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from rulelang.linking.model import Linked, name_of
from rulelang.prose import (
    called,
    calls,
    cell_names,
    choices,
    clauses,
    declared,
    effects,
    endings,
    examples,
    faq,
    nouns,
    offers,
    points,
    repeats,
    rules,
    used,
    users,
    values,
    verbs,
)
from rulelang.prose.cases import Case, Facts
from rulelang.prose.cells import parse_cell
from rulelang.prose.lexicon import Missing
from rulelang.prose.lines import Line, blocks, paragraphs, steps
from rulelang.prose.model import Block
from rulelang.prose.notes import note_text, notes_of
from rulelang.prose.phrases import capital, plain
from rulelang.prose.scope import Scope, Stops, Teller
from rulelang.prose.world import Shape, World
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Described: TypeAlias = "syn.Item | syn.BoardPlaces | syn.Parts | st.Step"


SETUP = "setup"


class Prose:
    """One game told in one language."""

    def __init__(self, linked: Linked, language: str, moved: frozenset[str] = frozenset()) -> None:
        self._world = World(linked, moved)
        self._teller = Teller(self._world, language)
        self._by_name = {
            name: item
            for item in linked.items
            if (name := name_of(item)) is not None and not isinstance(item, syn.AddOptions)
        }

    def title(self, name: str) -> str:
        """What people call a declared thing: its label, else its name as words."""
        lexicon = self._teller.lexicon
        label = lexicon.form(name, "title") or lexicon.heading(name)
        if label is None:
            label = plain(self._teller.voice.noun(self._teller.lemma(name)).say())
        return capital(calls.text_of(label))

    def each(self, kind: str) -> str:
        """`each round`, for what is done so often."""
        return plain(self._teller.voice.noun(self._teller.lemma(kind), "each").say())

    def many(self, name: str) -> str:
        """What several of a kind are called: `roads`."""
        return plain(self._teller.voice.noun(self._teller.lemma(name), plural=True).say())

    def units(self, kind: str) -> str:
        """What is counted of an enum: `resource cards`; of one with a single case that, `coins`."""
        enum, lexicon = self._world.enums.get(kind), self._teller.lexicon
        lemma = lexicon.unit(kind)
        if enum is not None and len(enum.members) == 1:
            only = lexicon.member(enum.members[0].ident.text)
            if any(letter.isalpha() for letter in only.forms["nom"]):  # and no sign
                lemma = only
            else:
                return lemma.forms["nom"]
        return plain(self._teller.voice.noun(lemma, plural=True).say())

    def is_used(self, kind: str) -> bool:
        """Whether the game is played with a kind of components."""
        return used.is_used(kind, self._world)

    def is_member(self, name: str) -> bool:
        """Whether a case or a component has this name."""
        return name in self._world.members

    def has_label(self, name: str) -> bool:
        """Whether people call it something, by its label or by `words`."""
        return self._teller.lexicon.label(name) is not None

    def has_words(self, name: str) -> bool:
        """Whether a `words` block of this language says what to call it."""
        return self._teller.lexicon.has_words(name)

    def form(self, name: str, form: str) -> str | None:
        """A form that a `words` line gives."""
        return self._teller.lexicon.form(name, form)

    def case(self, setting: str, case: str) -> str:
        """What a case of a setting is called."""
        return self._teller.lexicon.case(setting, case)

    def member(self, name: str) -> str:
        """What a case is called."""
        return plain(self._teller.voice.noun(self._teller.lexicon.member(name)).say())

    def counted(self, count: int, name: str) -> str:
        """A number of a case: `2 roads`, `2 дороги`."""
        teller = self._teller
        return plain(teller.voice.counted(count, teller.lexicon.member(name)).say())

    def called(self, name: str) -> str:
        """What texts call a thing, a place or a part of a tile that has a name, without quotes."""
        said = nouns.noun(ex.Text(self._world.linked.header.span, name), self._teller.scope())
        return plain(said.say()).strip("“”«»")

    def describe(self, what: str | Described) -> tuple[Block, ...]:
        """What a declaration means, in full sentences."""
        item = self._by_name.get(what) if isinstance(what, str) else what
        if item is None:
            step = self._world.steps.get(what) if isinstance(what, str) else None
            return () if step is None else self.describe(step)
        lines = told(item, self._teller.scope())
        if isinstance(item, syn.Flow) and item.word == SETUP:
            return (*steps(lines), *self.notes(item))
        return paragraphs([*lines, *self._notes(item)])

    def usual_settings(self, tests: list[syn.Test]) -> faq.Usual:
        """The settings that most tests have, to be told once for all."""
        return faq.usual(tests, self._teller.scope())

    def describe_settings(self, assigns: faq.Usual) -> tuple[Block, ...]:
        """Settings, each as a sentence."""
        return blocks(faq.settings(assigns, self._teller.scope()))

    def describe_cell_names(self, used: str) -> tuple[Block, ...]:
        """What the names of cells, edges and corners of a grid mean, if the text `used` has such names."""
        return paragraphs([*cell_names.told(used, self._teller.scope())])

    def describe_test(self, item: syn.Test, usual: faq.Usual, stops: Stops) -> tuple[Block, ...]:
        """A test as a question with its answer, without the settings that are `usual`.

        `stops` say what each `done` ends: its step or rule, and what was offered there.
        """
        scope = self._teller.scope()
        scope.teller.stops = stops
        lines = faq.test(item, scope, usual)
        return paragraphs([*lines, *self._notes(item)])

    def explain(self, item: Described) -> tuple[Block, ...]:
        """What a term means: only the notes where the rest would not tell more than its title."""
        if not declared.says_much(item, self._teller.scope()):
            return self.notes(item)
        return self.describe(item)

    def printed_on(self, item: syn.Component) -> tuple[Block, ...]:
        """What is printed on a kind of components, and what its authors say of it."""
        return paragraphs([*declared.printed_on(item, self._teller.scope()), *self._notes(item)])

    def notes(self, item: Described | syn.Header) -> tuple[Block, ...]:
        """What its authors say of an item, or of the whole game."""
        return paragraphs([*self._notes(item)])

    def when(self, rule: syn.Rule, known: offers.Occasion | None = None) -> tuple[Block, ...]:
        """When a rule may be used: in which steps it is offered, which rules lead to it, besides what is known."""
        return paragraphs([*offers.when(rule, self._teller.scope(), known)])

    def occasion(self, rule: syn.Rule) -> offers.Occasion | None:
        """When a rule is offered first of all: those with the same occasion are offered together."""
        return offers.occasion(rule, self._teller.scope())

    def at_occasion(
        self, occasion: offers.Occasion, rules: Sequence[syn.Rule]
    ) -> tuple[Block, ...]:
        """When the rules of an occasion may be used, and how often."""
        said = offers.at_occasion(occasion, rules, self._teller.scope())
        return paragraphs([said] if said else [])

    def describe_doing(self, rule: syn.Rule) -> tuple[Block, ...]:
        """What a rule needs, costs and does: all of `describe` but when."""
        lines = rules.without_when(rule, self._teller.scope())
        return paragraphs([*lines, *self._notes(rule)])

    def at_choice(self, name: str) -> tuple[Block, ...]:
        """What a rule says that only offers actions, above these."""
        return paragraphs([*offers.at_choice(name, self._teller.scope())])

    @cached_property
    def users(self) -> dict[str, tuple[str, ...]]:
        """The items, steps and kinds of components that make use of each rule."""
        return users.users(self._world)

    @cached_property
    def printed(self) -> dict[str, tuple[str, ...]]:
        """The rules that are printed in each field of things and places."""
        return users.printed(self._world)

    def is_told_by_users(self, rule: syn.Rule | syn.Cases) -> bool:
        """Whether those who call a rule tell it; with words of its own only if it is short."""
        name = rule.name.text
        if name in self._world.hooked:
            return False
        has_own = self._teller.lexicon.form(name, verbs.DOES) is not None
        if not has_own or called.is_whole(rule, self._teller.scope()):
            return True
        return isinstance(rule, syn.Rule) and called.is_short(rule)

    def is_empty(self, rule: syn.Rule | syn.Cases) -> bool:
        """Whether a rule does nothing, unless something is added to it."""
        is_said = (isinstance(line, syn.Cite | syn.Note) for line in rule.lines)
        return all(is_said) and rule.name.text not in self._world.hooked

    def only_call(self, rule: syn.Rule | syn.Cases | st.Step) -> str | None:
        """What a rule or step leads to that does nothing else, and to which nothing is added."""
        hooks = (item for item in self._world.linked.items if isinstance(item, syn.Hook))
        if any(hook.name.text == rule.name.text for hook in hooks):
            return None
        return users.only_call(rule, self._teller.scope())

    def choice_of(self, rule: syn.Rule | syn.Cases) -> frozenset[str]:
        """The actions that a rule offers which does nothing else."""
        return users.choice_of(rule, self._teller.scope())

    def describe_holders(self, kind: str) -> tuple[Block, ...]:
        """Who has the powers of a group; nothing where no rule says so."""
        return paragraphs(rules.holders(kind, self._teller.scope()))

    def describe_held(self, power: syn.Power) -> tuple[Block, ...]:
        """A power without who has it: its group says so."""
        lines = rules.power(power, self._teller.scope(), is_held_said=True)
        return paragraphs([*lines, *self._notes(power)])

    def ending(self) -> tuple[Block, ...]:
        """When the flow comes to its end, for games without `end`."""
        found = (item for item in self._world.linked.items if isinstance(item, syn.Flow))
        flows = [item for item in found if item.word == "flow"]
        return paragraphs([*endings.flow(flows[-1], self._teller.scope())] if flows else [])

    def describe_effect(self, cell: str, kind: str = "thing") -> tuple[Block, ...]:
        """What the effects of a table cell (`produce(wood, 1, this); earn(2)`) do; printed on a `kind`."""
        return blocks(list(self._effects(cell, kind)))

    # --- worked examples -----------------------------------------------------------------------------------

    def scored(
        self, item: syn.Score, facts: Facts, seats: Sequence[examples.Seat], seat: examples.Seat
    ) -> examples.Example | None:
        """What a line is worth to one of the players in a position."""
        return examples.scored(item, self._case(facts, seats), seat)

    def ranked(
        self, item: syn.Score, facts: Facts, seats: Sequence[examples.Seat]
    ) -> examples.Example | None:
        """Who takes which place in a position."""
        assert isinstance(item.value, syn.Rank)
        return examples.ranked(item.value, item.player.text, self._case(facts, seats), seats)

    def earned(
        self,
        amount: ex.Expr,
        facts: Facts,
        names: Sequence[examples.Named],
        seats: tuple[Sequence[examples.Seat], Sequence[examples.Seat]],
    ) -> examples.Example | None:
        """What some of all players scored at once."""
        who, everyone = seats
        case = self._case(facts, everyone)
        case = examples.with_names(case, names, examples.phrase_of(who[0], case.you))
        return examples.earned(amount, case, who)

    def given(self, choice: tuple[str, str], seat: examples.Seat) -> examples.Example:
        """What a player scored for what was chosen."""
        return examples.given(choice, seat, self._teller.scope())

    def added(self, amounts: Sequence[int], seat: examples.Seat) -> examples.Example:
        """What a player scored one after the other."""
        return examples.added(amounts, seat, self._teller.scope())

    def told(self, lines: Sequence[str]) -> tuple[Block, ...]:
        """Lines as a paragraph."""
        return paragraphs([*lines])

    def _case(self, facts: Facts, seats: Sequence[examples.Seat]) -> Case:
        return examples.case_of(facts, seats, self._teller.scope())

    def missing(self) -> tuple[Missing, ...]:
        """What the texts that were made so far asked for in vain."""
        return tuple(self._teller.lexicon.missing.values())

    def _effects(self, cell: str, kind: str) -> Iterator[Line]:
        scope = self._teller.scope()
        this = self._teller.voice.noun(self._teller.lemma(kind), "this")
        scope = scope.bind("this", this, Shape("ref", kind))
        for call in parse_cell(cell):
            yield from effects.do_in_full(call, scope)

    def _notes(self, item: Described | syn.Header) -> Iterator[str]:
        return (note_text(note, self._teller.voice.language) for note in notes_of(item))


def told(item: Described, scope: Scope) -> list[Line]:  # one for each sort of item
    """The lines of an item."""
    match item:
        case syn.Rule():
            return rules.rule(item, scope)
        case syn.Cases():
            is_rule = item.name.text in scope.world.rules
            return rules.cases(item, scope) if is_rule else values.define(item, scope)
        case syn.Define() | syn.Value():
            return values.define(item, scope)
        case syn.Power():
            return rules.power(item, scope)
        case syn.ChangeValue():
            return values.changed(item, scope)
        case syn.Hook():
            intro = scope.voice.tell(f"hook_{item.word.replace(' ', '_')}", who="")
            return rules.hook_lines(item, scope, intro)
        case syn.Flow(body=body):
            return effects.body(body, scope)
        case st.Step():
            return repeats.step_body(item, _around(item, scope))
        case syn.Score():
            return points.score(item, scope)
        case syn.Award():
            return points.award(item, scope)
        case syn.End():
            return points.end(item, scope)
        case syn.Win():
            return points.win(item, scope)
        case syn.Invariant(expr=expr):
            return [scope.voice.tell("invariant", c=clauses.clause(expr, scope))]
        case _:
            return _declared(item, scope)


def _around(step: st.Step, scope: Scope) -> Scope:
    """The scope of a step: in a rule its parameters are known."""
    for item in scope.world.rules.values():
        if any(node is step for node in walk(item)):
            for param in item.params:
                _said, scope = choices.parameter(param, scope)
            return scope
    return scope


def _declared(item: Described, scope: Scope) -> list[Line]:
    match item:
        case syn.Setting() | syn.ChoiceSetting():
            return declared.setting(item, scope)
        case syn.Component():
            return declared.component(item, scope)
        case syn.Enum():
            return declared.enum(item, scope)
        case syn.Group():
            return declared.group(item, scope)
        case syn.Board():
            return declared.board(item, scope)
        case syn.BoardPlaces() | syn.Parts():
            return [*declared.holding(item, scope), *declared.fields(item.lines, scope)]
        case syn.Place():
            return declared.place(item, scope)
        case syn.Var() | syn.Track():
            return declared.variable(item, scope)
        case syn.Region():
            return declared.region(item, scope)
        case syn.Test():
            return faq.test(item, scope, ())
        case _:
            return []


def find(linked: Linked, name: str) -> syn.Item | None:
    """The item that declares a name; None if nothing does."""
    return next((item for item in linked.items if name_of(item) == name), None)


def title(linked: Linked, name: str, language: str) -> str:
    """What people call a declared thing. For many of one game, keep a `Prose`."""
    return Prose(linked, language).title(name)


def describe(linked: Linked, what: str | Described, language: str) -> tuple[Block, ...]:
    """What a declaration means. For many of one game, keep a `Prose`."""
    return Prose(linked, language).describe(what)


def describe_effect(linked: Linked, cell: str, language: str) -> tuple[Block, ...]:
    """What the effects of a table cell do. For many of one game, keep a `Prose`."""
    return Prose(linked, language).describe_effect(cell)
