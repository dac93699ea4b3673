"""The typed program as a whole: universes, storage, rules, flow, scoring, tests.

A program is made for one number of players and one choice of settings; both are constants in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.program.derived import GrownBoard, Region
    from rulelang.program.nodes import (
        Alternative,
        Body,
        Expr,
        Pick,
        Requirement,
        Stmt,
        WordForms,
        Words,
    )
    from rulelang.program.types import Type


@frozen
class Kind:
    """A named set of ids of one universe (enum, component kind, place kind or group).

    `fields` are what is printed on its members: field name → table name in Program.tables
    (tables are indexed by universe id); `types` are their types, in the same order.
    """

    name: str
    universe: str
    ids: tuple[int, ...]
    label: Words
    fields: tuple[tuple[str, str], ...]
    types: tuple[Type, ...] = ()


@frozen
class Member:
    """One id of an enum universe."""

    name: str
    label: Words


@frozen
class Thing:
    """One id of the universe `things`: an individual, or a face of alike components."""

    name: str
    label: Words
    kind: str
    is_alike: bool
    owner: int  # player id or NONE
    copies: int  # 1 for individuals, how many in the box or supply for alike
    start: int  # place id where it (or all copies) starts
    can_flip: bool  # face up/down matters for it


@frozen
class Holding:
    """What a place can hold. order: many, one, pile. `things` are the ids it accepts."""

    order: str
    things: tuple[int, ...]


@frozen
class PlaceFamily:
    """Consecutive place ids: a zone (one, or one per owner) or a kind of board places.

    `seen`, `size_seen`: owner, nobody or everyone. For owners the holder of places[i] is
    owner_ids[i] (player ids when owner_kind is Player).
    """

    name: str
    label: Words
    board: str | None
    owner_kind: str | None
    owner_ids: tuple[int, ...]
    first: int
    count: int
    holdings: tuple[Holding, ...]
    seen: str
    size_seen: str
    capacity: int | None


@frozen
class Account:
    """Counts of the members of an enum, per holder. `start` is per kind (same for each holder)."""

    name: str
    label: Words
    owner_kind: str | None
    owner_ids: tuple[int, ...]
    enum: str
    start: tuple[int, ...]
    capacity: int | None
    overflow_lost: bool
    unlimited: bool
    seen: str
    size_seen: str
    # Made by the compiler: what an exchange `only to pay` gives lies here until the cost takes it.
    hidden: bool = False


@frozen
class Var:
    """A variable, per owner where owner_ids is not empty. `cleared` names a period or None.

    Tracks are vars whose value is a position; `hidden` marks counters made by the compiler.
    """

    name: str
    label: Words
    owner_kind: str | None
    owner_ids: tuple[int, ...]
    type: Type
    start: Expr
    cleared: str | None
    seen: str
    hidden: bool
    # Where each owner starts, in the order of `owner_ids`, if not all start alike.
    starts: tuple[int, ...] = ()


@frozen
class Layer:
    """A part of a value: its base (word ""), a change `to` or `by` something, or its bound.

    `source` is the label of the power that changes it, empty for the rules themselves. The names are those
    of the parameters of the definition.
    """

    span: Span
    word: str
    when: Expr
    expr: Expr
    source: Words = ()
    cites: tuple[str, ...] = ()


@frozen
class Param:
    """A parameter: given by the caller, or asked (`pick`)."""

    name: str
    type: Type
    pick: Pick | None
    default: Expr | None


@frozen
class CostLine:
    """Amounts due. If `source_holder` is a set of holders, whoever pays picks from which of them."""

    span: Span
    amount: Expr  # a bundle
    source: str
    source_holder: Expr | None
    target: str
    target_holder: Expr | None


@frozen
class PieceCost:
    """Alike components due: `count` of the face `thing` from a place, or from a set of places of
    which whoever pays picks."""

    span: Span
    count: Expr
    thing: Expr
    source: Expr
    target: Expr


@frozen
class Rule:
    """An action (offered), effect (called) or exchange. Local `me` is who acts.

    An exchange is a way to pay: `only_to_pay`, or also offered `during` the named period. Its body
    moves amounts and nothing else.
    """

    span: Span
    name: str
    word: str
    label: Words
    params: tuple[Param, ...]
    requirements: tuple[Requirement, ...]
    costs: tuple[CostLine, ...]
    body: Body
    nest: int | None
    cites: tuple[str, ...]
    notes: tuple[Words, ...]
    piece_costs: tuple[PieceCost, ...] = ()
    only_to_pay: bool = False
    during: str | None = None
    # What a cost says that was lowered to a requirement and a part of the body: for messages.
    dues: tuple[CostLine | PieceCost, ...] = ()


@frozen
class Define:
    """A pure definition; `uses_me`: it reads `me` (passed as first argument).

    `is_search`: it asks itself about positions that it supposes; made by the compiler.
    """

    span: Span
    name: str
    label: Words
    params: tuple[tuple[str, Type], ...]
    type: Type
    expr: Expr
    uses_me: bool
    is_search: bool = False


@frozen
class ScoreLine:
    """Points for local `player`; `earned` is what `score … as` adds during play.

    With `prizes`: players are ranked by `expr`, and equal ones share (share_down, share_up) or
    all score the prize of the best place they hold (all).
    """

    span: Span
    name: str
    label: Words
    player: str
    expr: Expr | None
    prizes: tuple[Expr, ...] | None
    ties: str
    earned: bool
    cites: tuple[str, ...]


@frozen
class Award:
    """The holder is kept in the var of the same name (player id or NONE)."""

    span: Span
    name: str
    label: Words
    player: str
    most: Expr
    at_least: Expr
    holder_keeps: bool
    cites: tuple[str, ...]


@frozen
class End:
    """`after`: action, turn or the name of a step. Judged at sequence points of that kind."""

    span: Span
    condition: Expr
    after: str
    cites: tuple[str, ...]


@frozen
class Invariant:
    span: Span
    name: str
    label: Words
    expr: Expr


@frozen
class Placement:
    """What `given` puts somewhere. word:

    amounts: `account` of `holder` has exactly `counts`; empty: `things` leave `place` for where they
    start, so that it can have `counts` of them in the end; thing: `count` of `thing` go to `place`; tile: `thing` goes to the cell `value` of the grown
    board `place`, turned by `turn`;
    value: `var` of `holder` is `value`; local: the loop variable `var` is `value`.
    """

    span: Span
    word: str
    account: str = ""
    holder: int = -1
    counts: tuple[int, ...] = ()
    things: tuple[int, ...] = ()
    thing: int = -1
    count: int = 0
    place: int = -1
    face: str | None = None
    end: str = ""
    var: str = ""
    value: int = 0
    turn: int = 0


# A value that a test names: of an amount the counts, of a set the members, both by name or number.
TestValue: TypeAlias = "int | str | tuple[TestValue, ...] | None"


@frozen
class TestEvent:
    """What happens in a test. word:

    play: `player` takes `action` with `values` (an id, number, bundle, name, or None if open);
    answer: `player` answers what is asked with `values`; chance: `action` comes out as values[0].
    """

    __test__ = False

    span: Span
    word: str
    player: int
    action: str
    values: tuple[TestValue, ...]


@frozen
class TestOutcome:
    """What must be so in a test. word:

    refused, allowed: what `player` may do (`action` with `values`, refused `by` a requirement);
    offered, not offered: whether `player` may answer what is asked with `values`;
    that: `define` is true (if `is_compared`, `define`.found is `define`.wanted; `shown` is of
    what); wins: `values` are the winners, nobody as long as play goes on.
    """

    __test__ = False

    span: Span
    word: str
    player: int = -1
    action: str = ""
    values: tuple[TestValue, ...] = ()
    by: str | None = None
    define: str = ""
    is_compared: bool = False
    shown: str = ""


@frozen
class Test:
    """`given` changes the state after set-up; play is then entered at step `at` of `player`
    (None: it goes on from the first decision). `lines` are events and outcomes in order."""

    __test__ = False

    span: Span
    title: str
    cites: tuple[str, ...]
    given: tuple[Placement, ...]
    at: str | None
    player: int
    lines: tuple[TestEvent | TestOutcome, ...]


@frozen
class Meeting:
    """Two hooks on one rule or step by different modules, neither of them `over` the other."""

    name: str
    first_home: str
    first: Stmt
    second_home: str
    second: Stmt


@frozen
class Program:
    name: str
    title: Words
    players: int
    settings: tuple[tuple[str, int], ...]
    enums: tuple[tuple[str, tuple[Member, ...]], ...]
    kinds: tuple[Kind, ...]
    things: tuple[Thing, ...]
    place_names: tuple[str, ...]
    place_labels: tuple[tuple[int, Words], ...]  # of places that have any
    families: tuple[PlaceFamily, ...]
    accounts: tuple[Account, ...]
    home_accounts: tuple[tuple[str, str], ...]
    vars: tuple[Var, ...]
    tables: tuple[tuple[str, tuple[object, ...]], ...]
    defines: tuple[Define, ...]
    rules: tuple[Rule, ...]
    setup: Body
    flow: Body
    scores: tuple[ScoreLine, ...]
    awards: tuple[Award, ...]
    ends: tuple[End, ...]
    win: tuple[Expr, ...]
    win_player: str
    win_shared: bool
    invariants: tuple[Invariant, ...]
    bot_limits: tuple[tuple[str, tuple[int, ...]], ...]
    # Boards that are drawn: name, grid, where the places are, and a title if everybody has one.
    drawing: tuple[tuple[str, str, tuple[tuple[int, float, float], ...], Words], ...]
    tests: tuple[Test, ...]
    grown: tuple[GrownBoard, ...] = ()
    regions: tuple[Region, ...] = ()
    # What each `value` is made of, for saying how it came about; nothing else reads it.
    layers: tuple[tuple[str, tuple[Layer, ...]], ...] = ()
    # What values of effects stand for: a rule with constant arguments; open ones are picked.
    effects: tuple[Alternative, ...] = ()
    words: tuple[WordForms, ...] = ()
    # Declarations that nothing reads: what it is, its name, its place.
    unused: tuple[tuple[str, str, Span], ...] = ()
    # Files of modules and variants, where they have files of their own.
    added_files: tuple[str, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    # Players and settings of tests that may not type; only `check` asks for them.
    doubtful: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = ()
