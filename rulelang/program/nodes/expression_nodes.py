"""Nodes of expressions: values, questions about things and places, sets, amounts.

All are part of the union `Expr` at the end, with those of `board_nodes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.program.nodes.board_nodes import (
    CellAt,
    CellCoord,
    CellOf,
    CellsNear,
    CheapestRoute,
    Distance,
    Frontier,
    GroupsOf,
    OpenSides,
    PartsMeeting,
    PileOf,
    RegionMembers,
    RegionOf,
    Regions,
    RegionsOn,
    TilesIn,
    TopTiles,
)

if TYPE_CHECKING:
    from rulelang.program.nodes.statement_nodes import Alternative, Stmt
    from rulelang.program.types import Type


# --- scalars ---------------------------------------------------------------------------------


@frozen
class Const:
    type: Type
    value: int


@frozen
class Local:
    type: Type
    name: str


@frozen
class VarGet:
    """A `var` (or a track's position); `index` is the owner's id where the var has an owner."""

    type: Type
    var: str
    index: Expr | None


@frozen
class AccountGet:
    """How many of `kind` lie in an account."""

    type: Type
    account: str
    holder: Expr | None
    kind: Expr


@frozen
class TableGet:
    """Constant table lookup: Program.tables[table][index]; `index` is a universe id or an int.

    A table of scalars gives a scalar, a table of rows (tuples of ids) a set that can be walked.
    `offset` is subtracted from the index first.
    """

    type: Type
    table: str
    index: Expr
    offset: int = 0


@frozen
class Arith:
    """op: + - * // (floor) ceil (division rounded up) min max neg (unary: right is None)."""

    type: Type
    op: str
    left: Expr
    right: Expr | None


@frozen
class Compare:
    """op: == != < <= > >= over scalars (flags, references, integers); bundles: == only."""

    type: Type
    op: str
    left: Expr
    right: Expr


@frozen
class Logic:
    """op: and, or (short-circuit), not (one operand)."""

    type: Type
    op: str
    operands: tuple[Expr, ...]


@frozen
class Cond:
    type: Type
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class PlaceOf:
    """Where an individual thing is."""

    type: Type
    thing: Expr


@frozen
class IsFaceUp:
    type: Type
    thing: Expr


@frozen
class PileHeight:
    """Position of a thing in its pile, 0 = bottom."""

    type: Type
    thing: Expr


@frozen
class CountAt:
    """How many things of `things` (ids) lie in the place `place`."""

    type: Type
    place: Expr
    things: tuple[int, ...]


@frozen
class Contains:
    """`item in set`; both scalars for integers ranges too."""

    type: Type
    item: Expr
    set: Expr


@frozen
class Covers:
    """Is the bundle `amount` contained in `whole` (both bundles)?"""

    type: Type
    amount: Expr
    whole: Expr


@frozen
class Fold:
    """word: count, total, most, least (value over elements); some, every (Flag);
    first, last, one (reference; `one` is the only element, NONE if there is none).

    `variable` is a local of the fold. `value` is for total, most, least. `most`/`least` over
    nothing is 0. Elements come in the order of `source`.
    """

    type: Type
    word: str
    variable: str
    source: Expr
    condition: Expr | None
    value: Expr | None


@frozen
class CallDefine:
    """A pure definition, value or cases-expression. `me` is passed along where it is read."""

    type: Type
    define: str
    args: tuple[Expr, ...]


@frozen
class Possible:
    """Could this alternative be taken now by `player`? (look-ahead over its picks)"""

    type: Type
    player: Expr
    alternative: Alternative


@frozen
class Supposing:
    """Evaluate `expr` with `changes` made (no hooks, no decisions), then take them back."""

    type: Type
    changes: tuple[Stmt, ...]
    expr: Expr


@frozen
class LongestTrail:
    """Longest trail over `edges` (set of places): each edge once.

    `ends` is the table edge → its corners; locals `edge`, `next_edge`, `at` are bound for
    `condition`, judged for each step from `edge` over the corner `at` to `next_edge`.
    """

    type: Type
    edges: Expr
    ends: str
    edge: str
    next_edge: str
    at: str
    condition: Expr | None


@frozen
class PathExists:
    """Is there a path from a place of `start` to a place of `goal` whose places in between all
    lie in `through` (and meet `condition` on local `variable`), with low..high of them between?

    `links` is the table place → neighbouring places.
    """

    type: Type
    start: Expr
    goal: Expr
    through: Expr
    variable: str
    condition: Expr | None
    links: str
    low: Expr | None
    high: Expr | None


@frozen
class CheapestPath:
    """Least total of `cost` (over local `variable`, an edge or place passed) from `start` to
    `goal`; -1 if there is none."""

    type: Type
    start: Expr
    goal: Expr
    through: Expr
    variable: str
    cost: Expr
    condition: Expr | None
    links: str


@frozen
class PerPlayer:
    """Reads a local that a Together set, for one player: `reply of q`."""

    type: Type
    local: str
    player: Expr


# --- sets and sequences ----------------------------------------------------------------------


@frozen
class Ids:
    """A constant set, in canonical order."""

    type: Type
    ids: tuple[int, ...]


@frozen
class IntRange:
    """low..high as a set of integers (both ends included)."""

    type: Type
    low: Expr
    high: Expr


@frozen
class ThingsAt:
    """What lies in one place, restricted to `things` (ids).

    Alike things come once for each piece (a bag). A pile comes from the bottom to the top.
    """

    type: Type
    place: Expr
    things: tuple[int, ...]


@frozen
class ThingsOn:
    """What lies on any of a set of places (`places` is set-valued), restricted to `things`."""

    type: Type
    places: Expr
    things: tuple[int, ...]


@frozen
class Filter:
    """Elements of `source` for which `condition` holds (local `variable`).

    With `best` ("most" or "least"): only those where `best_by` is greatest or smallest among
    the elements that meet the condition.
    """

    type: Type
    variable: str
    source: Expr
    condition: Expr | None
    best: str | None = None
    best_by: Expr | None = None


@frozen
class SetOp:
    """op: union, except, intersect."""

    type: Type
    op: str
    left: Expr
    right: Expr


@frozen
class SetOf:
    """A set written out: scalar members; NONE is left out."""

    type: Type
    items: tuple[Expr, ...]


@frozen
class PlayersFrom:
    """All players clockwise (direction 1) or counter-clockwise (-1) from `start`."""

    type: Type
    start: Expr
    direction: int


@frozen
class Groups:
    """The connected part of `element` within the set `within` under the table `links`."""

    type: Type
    element: Expr
    within: Expr
    links: str


# --- bundles ---------------------------------------------------------------------------------


@frozen
class BundleOf:
    """The sum of count * kind over the items; a kind may be computed."""

    type: Type
    items: tuple[tuple[Expr, Expr], ...]


@frozen
class BundleIn:
    """Everything that lies in an account."""

    type: Type
    account: str
    holder: Expr | None


@frozen
class BundleOp:
    """op: + (right a bundle), - (right a bundle, never below 0), * (right an integer)."""

    type: Type
    op: str
    left: Expr
    right: Expr


@frozen
class BundleSize:
    type: Type
    bundle: Expr


@frozen
class BundleCount:
    """How many of `kind` are in a bundle."""

    type: Type
    bundle: Expr
    kind: Expr


@frozen
class BundleAcross:
    """Everything that lies in the accounts of a set of holders, together."""

    type: Type
    account: str
    holders: Expr


Expr: TypeAlias = (
    Const
    | Local
    | VarGet
    | AccountGet
    | TableGet
    | Arith
    | Compare
    | Logic
    | Cond
    | PlaceOf
    | IsFaceUp
    | PileHeight
    | CountAt
    | Contains
    | Covers
    | Fold
    | CallDefine
    | Possible
    | Supposing
    | LongestTrail
    | PathExists
    | CheapestPath
    | PerPlayer
    | Ids
    | IntRange
    | ThingsAt
    | ThingsOn
    | Filter
    | SetOp
    | SetOf
    | PlayersFrom
    | Groups
    | BundleOf
    | BundleIn
    | BundleOp
    | BundleSize
    | BundleCount
    | CellAt
    | CellOf
    | CellCoord
    | CellsNear
    | Frontier
    | TilesIn
    | TopTiles
    | PileOf
    | PartsMeeting
    | OpenSides
    | Regions
    | RegionOf
    | RegionsOn
    | RegionMembers
    | GroupsOf
    | Distance
    | CheapestRoute
    | BundleAcross
)
