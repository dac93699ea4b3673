"""Syntax of the items of a file: frozen nodes with spans, grammar sections 1 to 7 and 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span
from rulelang.syntax.trees.edits import AddedRow as AddedRow
from rulelang.syntax.trees.edits import AddMembers as AddMembers
from rulelang.syntax.trees.edits import AddOptions as AddOptions
from rulelang.syntax.trees.edits import AddRows as AddRows
from rulelang.syntax.trees.edits import ChangeCases as ChangeCases
from rulelang.syntax.trees.edits import ChangeLabel as ChangeLabel
from rulelang.syntax.trees.edits import ChangePart as ChangePart
from rulelang.syntax.trees.edits import ChangeRule as ChangeRule
from rulelang.syntax.trees.edits import ChangeSetting as ChangeSetting
from rulelang.syntax.trees.edits import ChangeTable as ChangeTable
from rulelang.syntax.trees.edits import ChangeValue as ChangeValue
from rulelang.syntax.trees.edits import Edit as Edit
from rulelang.syntax.trees.edits import Remove as Remove
from rulelang.syntax.trees.edits import RemoveMembers as RemoveMembers
from rulelang.syntax.trees.edits import RemoveOptions as RemoveOptions
from rulelang.syntax.trees.edits import RemovePart as RemovePart
from rulelang.syntax.trees.edits import RemoveStep as RemoveStep
from rulelang.syntax.trees.edits import Replace as Replace
from rulelang.syntax.trees.edits import ReplaceStep as ReplaceStep
from rulelang.syntax.trees.edits import RowEdit

if TYPE_CHECKING:
    from rulelang.syntax.trees.expressions import Callee, Expr, Ident, Text
    from rulelang.syntax.trees.statements import Body, How, Stmt


@frozen
class Label:
    """Words per language; the first, without a language, is English."""

    span: Span
    words: tuple[tuple[str, str], ...]

    @property
    def english(self) -> str:
        return self.words[0][1]


@frozen
class Cite:
    span: Span
    clauses: tuple[str, ...]


@frozen
class Note:
    span: Span
    label: Label


Notes: TypeAlias = "tuple[Cite | Note, ...]"


@frozen
class Players:
    span: Span
    range: Expr
    names: tuple[Member, ...]


@frozen
class Needs:
    """`needs a, b` and `excludes a, b because "…"`; the reason is told whoever wants both."""

    span: Span
    word: str
    names: tuple[Ident, ...]
    reason: Label | None = None


@frozen
class Header:
    span: Span
    word: str
    name: Ident
    label: Label | None
    target: Ident | None
    lines: tuple[Players | Needs | Cite | Note | Item, ...]


@frozen
class Use:
    """A further file; with names behind `with` only where all of these are played."""

    span: Span
    path: Text
    beside: tuple[Ident, ...] = ()


@frozen
class ByPlayers:
    span: Span
    entries: tuple[tuple[int, Expr], ...]


@frozen
class Setting:
    span: Span
    name: Ident
    label: Label | None
    value: Expr | ByPlayers
    range: Expr | None
    notes: Notes = ()


@frozen
class ChoiceSetting:
    """A setting with named cases; a `reading` also cites what it interprets."""

    span: Span
    name: Ident
    label: Label | None
    cites: tuple[str, ...]
    cases: tuple[Ident, ...]
    value: Expr | ByPlayers
    is_reading: bool
    notes: Notes = ()


@frozen
class Member:
    """An enum case or group member: a `name`, a `kind`, or `each` member of a kind."""

    span: Span
    word: str
    ident: Ident
    label: Label | None


@frozen
class Table:
    """`from "path" by players where column = value`; `more` are tables that others add.

    `edits` are what others do to single rows; linking puts them there.
    """

    span: Span
    path: Text
    by_players: bool
    column: Ident | None
    equals: Expr | None
    more: tuple[Table, ...] = ()
    edits: tuple[RowEdit, ...] = ()


@frozen
class Type:
    span: Span
    collection: str | None
    domain: Expr | None
    is_effect: bool
    optional: bool


@frozen
class Field:
    span: Span
    name: Ident
    type: Type
    default: Expr | None


@frozen
class Parts:
    span: Span
    kind: Ident
    label: Label | None
    holds: tuple[Hold, ...]
    table: Table
    lines: tuple[FieldLine, ...]


FieldLine: TypeAlias = "Field | Parts | Cite | Note"


@frozen
class Enum:
    span: Span
    kind: Ident
    label: Label | None
    members: tuple[Member, ...]
    table: Table | None
    lines: tuple[FieldLine, ...]
    notes: Notes = ()


@frozen
class Group:
    span: Span
    kind: Ident
    label: Label | None
    members: tuple[Member, ...]
    one_per: Ident | None
    owned_by: Expr | None
    notes: Notes = ()


@frozen
class Component:
    """`how` is alike, copies, each (one of each combination of fields) or single."""

    span: Span
    word: str
    kind: Ident
    label: Label | None
    how: str
    count: Expr | ByPlayers | None
    per: Ident | None
    table: Table | None
    lines: tuple[FieldLine, ...]


@frozen
class Hold:
    """`order` is many, one or pile."""

    span: Span
    order: str
    kinds: tuple[Ident, ...]


@frozen
class BoardPlaces:
    span: Span
    word: str
    kind: Ident
    label: Label | None
    holds: tuple[Hold, ...]
    table: Table | None
    lines: tuple[FieldLine, ...]


@frozen
class Link:
    span: Span
    name: Ident
    kind: Ident
    to: Ident | None
    table: Table
    one_way: bool


@frozen
class Board:
    span: Span
    name: Ident
    label: Label | None
    owner: Ident | None
    grown: bool
    grid: str
    size: tuple[int, int] | None
    table: Table | None
    turned: bool
    stacked: bool
    flat: bool
    lines: tuple[BoardPlaces | Link | Cite | Note, ...]


@frozen
class Prop:
    """seen, size_seen, start_with, capped, unlimited, cleared, stops."""

    span: Span
    word: str
    value: Expr | ByPlayers | None
    name: str | None


@frozen
class Place:
    """A `zone` or an `account`."""

    span: Span
    word: str
    name: Ident
    label: Label | None
    owner: Ident | None
    is_pile: bool
    kinds: tuple[Ident, ...]
    props: tuple[Prop, ...]
    notes: Notes = ()


@frozen
class Var:
    span: Span
    name: Ident
    label: Label | None
    owner: Ident | None
    type: Type
    start: Expr | None
    props: tuple[Prop, ...]
    notes: Notes = ()


@frozen
class Track:
    span: Span
    name: Ident
    label: Label | None
    owner: Ident | None
    values: Expr | Table
    start: Expr | None
    props: tuple[Prop, ...]
    notes: Notes = ()


@frozen
class Asked:
    """`x in S where P`: a parameter that is picked."""

    span: Span
    name: Ident
    domain: Expr
    condition: Expr | None
    if_any: bool


@frozen
class AskedBundle:
    """`x as 1..3 from S`: a bundle or subset that is picked."""

    span: Span
    name: Ident
    size: Expr
    domain: Expr
    if_any: bool


@frozen
class Given:
    """`x: T = default`: a parameter that the caller gives."""

    span: Span
    name: Ident
    type: Type
    default: Expr | None


Param: TypeAlias = "Asked | AskedBundle | Given"


@frozen
class Define:
    span: Span
    name: Ident
    params: tuple[Param, ...]
    label: Label | None
    expr: Expr
    notes: Notes = ()


@frozen
class Value:
    span: Span
    name: Ident
    params: tuple[Param, ...]
    label: Label | None
    expr: Expr
    policy: str
    bound: str | None
    bound_at: Expr | None
    notes: Notes = ()


@frozen
class Region:
    """`region name: x in S where P, joined by r or s`."""

    span: Span
    name: Ident
    label: Label | None
    variable: Ident
    source: Expr
    condition: Expr | None
    joins: tuple[Ident, ...]
    notes: Notes = ()


@frozen
class Award:
    span: Span
    name: Ident
    label: Label | None
    player: Ident
    kind: Ident
    most: Expr | None
    at_least: Expr | None
    holder_keeps: bool
    notes: Notes


@frozen
class Case:
    """One entry of `cases`: an expression or a body."""

    span: Span
    name: Ident
    variable: Ident | None
    expr: Expr | None
    body: Body | None


@frozen
class Cases:
    span: Span
    name: Ident
    params: tuple[Param, ...]
    label: Label | None
    lines: tuple[Case | Cite | Note, ...]


@frozen
class Require:
    span: Span
    name: Ident
    expr: Expr
    sentence: Label | None


@frozen
class Allow:
    span: Span
    name: Ident
    condition: Expr


@frozen
class Cost:
    span: Span
    amount: Expr
    source: Expr | None
    target: Expr | None


@frozen
class Limit:
    span: Span
    count: Expr
    period: Ident
    each: Ident | None


@frozen
class RemoveLine:
    span: Span
    part: str
    name: Ident | None


RuleLine: TypeAlias = "Require | Allow | Cost | Limit | RemoveLine | Stmt"


@frozen
class Rule:
    span: Span
    word: str
    name: Ident
    params: tuple[Param, ...]
    label: Label | None
    nest: int | None
    only_to_pay: bool
    during: Ident | None
    lines: tuple[RuleLine, ...]


@frozen
class Forbid:
    span: Span
    name: Ident
    condition: Expr | None
    sentence: Label | None


@frozen
class Hook:
    span: Span
    word: str
    is_step: bool
    name: Ident
    also: tuple[Ident, ...]
    names: tuple[Ident, ...]
    condition: Expr | None
    over: Ident | None
    body: Body


@frozen
class Power:
    span: Span
    name: Ident
    label: Label | None
    kind: Ident
    reach: str | None
    lines: tuple[Edit | Hook | Forbid | Cite | Note, ...]


@frozen
class Flow:
    """`setup` or `flow`."""

    span: Span
    word: str
    body: Body


@frozen
class Rank:
    span: Span
    by: Expr
    prizes: Expr
    ties: str | None


@frozen
class Score:
    span: Span
    name: Ident
    label: Label | None
    player: Ident
    value: Expr | Rank
    notes: Notes


@frozen
class Win:
    span: Span
    keys: tuple[Expr, ...]
    shared: bool
    notes: Notes


@frozen
class End:
    span: Span
    condition: Expr
    after: Ident | None
    notes: Notes


@frozen
class Invariant:
    span: Span
    name: Ident
    label: Label | None
    expr: Expr
    notes: Notes = ()


@frozen
class Bots:
    span: Span
    name: Ident
    limits: tuple[Expr, ...]


@frozen
class WordForms:
    """Grammatical forms of a word; `base` is None where its label is said elsewhere."""

    span: Span
    name: Ident
    base: Text | None
    forms: tuple[tuple[Ident, Text], ...]


@frozen
class Words:
    span: Span
    language: Ident
    lines: tuple[WordForms, ...]


@frozen
class Assign:
    span: Span
    name: Ident
    value: Expr


@frozen
class TestWith:
    span: Span
    assigns: tuple[Assign, ...]


@frozen
class Put:
    span: Span
    target: Expr
    what: Expr
    at: tuple[Text, ...]
    how: tuple[How, ...]


@frozen
class PutValue:
    span: Span
    target: Expr
    value: Expr


@frozen
class GivenLine:
    span: Span
    placements: tuple[Put | PutValue, ...]


@frozen
class AtStep:
    span: Span
    step: Ident
    player: Ident | None


@frozen
class Plays:
    span: Span
    player: Ident
    callee: Callee
    flags: tuple[Ident, ...]


@frozen
class Answers:
    span: Span
    player: Ident
    values: tuple[Expr, ...]


@frozen
class ChanceIs:
    span: Span
    target: Expr
    value: Expr


@frozen
class WhenLine:
    span: Span
    events: tuple[Plays | Answers | ChanceIs, ...]


@frozen
class Refused:
    span: Span
    player: Ident
    callee: Callee
    by: Ident | None


@frozen
class Allowed:
    span: Span
    player: Ident
    callee: Callee


@frozen
class Offered:
    """Whether an answer to what is asked now is among the options."""

    span: Span
    player: Ident
    values: tuple[Expr, ...]
    is_allowed: bool


@frozen
class HoldsTrue:
    span: Span
    expr: Expr


@frozen
class Has:
    span: Span
    target: Expr
    what: Expr


@frozen
class Wins:
    """The game is over and these have won; with nobody named it is not over."""

    span: Span
    players: tuple[Ident, ...]


@frozen
class ThenLine:
    span: Span
    outcomes: tuple[Refused | Allowed | Offered | HoldsTrue | Has | Wins, ...]


@frozen
class Test:
    span: Span
    title: Label
    cites: tuple[str, ...]
    lines: tuple[TestWith | GivenLine | AtStep | WhenLine | ThenLine | Note, ...]


LineItem: TypeAlias = (
    "Setting | ChoiceSetting | Enum | Group | Place | Var | Track | Define | Value | Region"
    " | Invariant | Score"
)
Item: TypeAlias = (
    "Header | Use | Setting | ChoiceSetting | Enum | Group | Component | Board | Place | Var"
    " | Track | Define | Value | Region | Award | Rule | Cases | Power | Hook | Edit | Flow"
    " | Score | Win | End | Invariant | Bots | Words | Test"
)


@frozen
class Comment:
    span: Span
    text: str
    own_line: bool


@frozen
class File:
    """One parsed file: its items, and its comments for the formatter."""

    path: str
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
