"""What a compiled game says of itself besides its code: names, labels, kinds, picks, what is printed.

The back end writes a `Description`, the runtime and all that shows a game read it. All parts are named tuples, so
that one is written to JSON as it stands; `description_from_data` reads it back and checks every value once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulelang.runtime.layout import Layout
from rulelang.runtime.plain_data import read_plain

VERSION = 5  # changes with the form of what is described here

Label = Mapping[str, str]  # a text for each language
Place = tuple[str, int, int]  # path, start, end: a span as plain data


class ValueType(NamedTuple):
    """How a value is named: `form` is int, flag, ref, set, bundle or none; the rest goes with it."""

    form: str
    universe: str = ""  # of a ref: whose ids it has
    kind: str = ""  # of a ref: as what the rules know it
    low: int = 0  # of an int
    high: int = 0
    enum: str = ""  # of a bundle: whose cases it counts
    of: ValueType | None = None  # of a set

    @property
    def member(self) -> ValueType:
        """Return the type of the members of a set; any other type is its own."""
        return self if self.of is None else self.of


def ref_type(universe: str, kind: str | None = None) -> ValueType:
    """Return the type of the ids of a universe; an enum is a universe and a kind."""
    return ValueType("ref", universe, universe if kind is None else kind)


class Case(NamedTuple):
    """A case of an enum."""

    name: str
    label: Label


class Thing(NamedTuple):
    """A component or a face of alike ones; `owner` is a player or -1."""

    name: str
    label: Label
    kind: str
    owner: int


class Family(NamedTuple):
    """The places `first` … `first` + `size` - 1: cells of a board, or a zone of each owner."""

    name: str
    label: Label
    board: str | None
    owner_kind: str  # "" if there is just one
    owner_ids: tuple[int, ...]
    first: int
    size: int
    seen: str
    size_seen: str


class Account(NamedTuple):
    """Counts of the cases of an enum; `hidden` ones are the compiler's own."""

    name: str
    label: Label
    owner_kind: str  # "" if there is just one
    seen: str
    size_seen: str
    unlimited: bool
    hidden: bool


class Variable(NamedTuple):
    """A var or a track; `hidden` ones are the compiler's own."""

    name: str
    label: Label
    owner_kind: str  # "" if there is just one
    seen: str
    hidden: bool
    type: ValueType


class PrintedField(NamedTuple):
    """What is printed under one name on all things, places or rows of a kind, by their numbers.

    A field that holds a set has its members in `sets`, any other its value in `values`.
    """

    type: ValueType
    values: Mapping[int, int]
    sets: Mapping[int, tuple[int, ...]] = {}


Printed = Mapping[str, Mapping[str, PrintedField]]  # kind -> field


class Pick(NamedTuple):
    """Something that is picked for an alternative: into the slots from `slot`."""

    local: str
    label: Label
    form: str  # value, subset or bundle
    type: ValueType
    slot: int
    if_any: bool


class Alternative(NamedTuple):
    """One of the things that can be done at a decision; `rule` is None for lines in place."""

    name: str
    label: Label
    rule: str | None
    again: bool
    picks: tuple[Pick, ...]


class PendingPick(NamedTuple):
    """A point where play waits: for which of the alternatives (`pick` is -1), or for one pick of one."""

    decision: str
    label: Label
    span: Place
    node: int
    routine: str
    barrier: int | None
    optional: bool
    asks_which: bool
    alternatives: tuple[Alternative, ...]
    alternative: int
    pick: int
    form: str  # which, value, subset or bundle
    secret: bool

    @property
    def chosen(self) -> Alternative:
        """Return the alternative that is under way."""
        return self.alternatives[self.alternative]

    @property
    def asked(self) -> Pick:
        """Return the pick that is asked."""
        return self.chosen.picks[self.pick]


class Parameter(NamedTuple):
    """A parameter of a rule; asked ones are picked by the player."""

    name: str
    type: ValueType
    asked: bool


class RuleText(NamedTuple):
    """An action, effect or exchange as it is told."""

    word: str
    label: Label
    params: tuple[Parameter, ...]
    cites: tuple[str, ...]
    span: Place


class ScoreLine(NamedTuple):
    """A line of the score."""

    name: str
    label: Label
    cites: tuple[str, ...]
    span: Place


class Drawing(NamedTuple):
    """A board that is drawn: places with column and row, and a title where everybody has one."""

    board: str
    grid: str
    spots: tuple[tuple[int, float, float], ...]
    title: Label


class Printings(NamedTuple):
    """What a drawing needs: printed fields of places and rows, steps of tracks, links, parts of tiles."""

    fields: Printed
    rows: Printed
    steps: Mapping[str, tuple[int, ...]]
    links: tuple[tuple[int, int], ...]
    ends: Mapping[int, tuple[int, int]]  # the cells that an edge of a graph joins
    parts: Mapping[int, tuple[int, ...]]  # of a tile


class Argument(NamedTuple):
    """Something that an offer is given or asks for; `if_any`: it may be skipped."""

    name: str
    type: ValueType
    if_any: bool = False


class Test(NamedTuple):
    """A requirement, limit, cost or domain: which picks it reads and what it says when it fails."""

    name: str
    kind: str
    needs: tuple[int, ...]
    sentence: Label
    cites: tuple[str, ...]
    span: Place
    witness: ValueType | None


class Offer(NamedTuple):
    """An alternative as it can be asked about: what it is given, what it asks for, what it tests."""

    given: tuple[Argument, ...]
    picks: tuple[Argument, ...]
    tests: tuple[Test, ...]
    has_cost: bool


class Questions(NamedTuple):
    """How to find the functions that are loaded on demand; a site is `node/number of alternative`."""

    offers: tuple[Offer, ...]
    sites: Mapping[str, int]
    rules: Mapping[str, int]
    steps: Mapping[str, str]
    defines: Mapping[str, str]


class Description(NamedTuple):
    """Everything that is known about a compiled game besides its code."""

    version: int
    name: str
    title: Label
    players: int
    settings: Mapping[str, int]
    enums: Mapping[str, tuple[Case, ...]]
    kinds: Mapping[str, str]  # kind -> universe
    kind_labels: Mapping[str, Label]
    things: tuple[Thing, ...]
    words: Mapping[str, Mapping[str, Mapping[str, str]]]  # language -> word -> form
    printed: Printed
    places: tuple[str, ...]
    place_labels: Mapping[int, Label]
    families: tuple[Family, ...]
    accounts: tuple[Account, ...]
    vars: tuple[Variable, ...]
    layout: Layout
    chance: Mapping[str, ValueType]
    rolled: tuple[str, ...]  # chance that everybody sees come up
    regions: Mapping[str, str]  # region -> universe whose names its regions go by
    picks: tuple[PendingPick, ...]
    rules: Mapping[str, RuleText]
    scores: tuple[ScoreLine, ...]
    win_shared: bool
    has_invariants: bool
    drawing: tuple[Drawing, ...]
    picture: Printings
    bot_limits: Mapping[str, tuple[int, ...]]
    questions: Questions
    rules_hash: str
    items: Mapping[str, int] = {}  # digests of the items of the rules, for comparing saves
    needed: tuple[
        tuple[str, str], ...
    ] = ()  # modules added because another needs them: name, by whom

    def family(self, name: str) -> Family:
        """Return the places of a zone or board by its name."""
        return next(each for each in self.families if each.name == name)

    def owned_by_things(self, item: Family | Account | Variable) -> bool:
        """Does every thing of some kind have one of these?"""
        return self.kinds.get(item.owner_kind) == "things"


def description_from_data(data: object) -> Description:
    """Return the description that was written as plain data.

    Raises:
        ValueError: it is not one, or was written by another version.
    """
    version = data[0] if isinstance(data, list | tuple) and data else None
    if version != VERSION:
        raise ValueError(f"compiled by another version: {version}, not {VERSION}")
    found = read_plain(Description, data, "description")
    assert isinstance(found, Description)
    return found
