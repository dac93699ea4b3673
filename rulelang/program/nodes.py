"""Expressions and statements of the typed program: the core that all sugar reduces to.

Comes from the linked game (`from_linked.py`); the action graph is made from it. Locals are named
and unique within a rule (or definition, score line, flow); the graph decides where they live.
Every expression carries its type; set-valued expressions say how they can be walked, so that a
back end need not build a set to iterate over it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
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
class TurnOf:
    """By how many quarter turns (or sixths) an individual thing is turned."""

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


# --- grown boards: tiles, cells, parts -----------------------------------------------------------


@frozen
class CellAt:
    """The cell of a grown board at column `x` and row `y`, counted from the first cell (0, 0).

    `board` is a place: the board itself (of its owner). A cell beyond the board's extent is R902.
    """

    type: Type
    board: Expr
    x: Expr
    y: Expr


@frozen
class CellOf:
    """The cell in which a tile lies; NONE if it lies on no grown board."""

    type: Type
    tile: Expr


@frozen
class CellCoord:
    """axis: x (the column, to the right) or y (the row, downwards) of a cell."""

    type: Type
    axis: str
    cell: Expr


@frozen
class CellsNear:
    """relation: beside (cells that share a side) or around (or a corner; the same on hexes).

    `cells` is a cell or a set of cells; cells come in the order of their numbers.
    """

    type: Type
    relation: str
    cells: Expr


@frozen
class Frontier:
    """The empty cells beside a tile of the board; the cell (0, 0) if no tile lies there."""

    type: Type
    board: Expr


@frozen
class TilesIn:
    """The tiles of `things` that lie in a cell or a set of cells; on stacked boards the top ones."""

    type: Type
    cells: Expr
    things: tuple[int, ...]


@frozen
class TopTiles:
    """The tiles of `things` on a stacked board (a place) that no other tile covers."""

    type: Type
    board: Expr
    things: tuple[int, ...]


@frozen
class PileOf:
    """All tiles in the cell of `tile`, from the bottom to the top, itself included."""

    type: Type
    tile: Expr


@frozen
class PartsMeeting:
    """The parts that a part (or any of a set of parts) touches across the sides of laid tiles.

    Two parts meet where their tiles lie beside each other and a port of the one faces a port of the
    other (GrownBoard says which). Parts of tiles that do not lie on a grown board meet nothing.
    """

    type: Type
    parts: Expr


@frozen
class OpenSides:
    """How many ports of a set of parts face a cell without a tile."""

    type: Type
    parts: Expr


# --- regions and groups ------------------------------------------------------------------------------


@frozen
class Regions:
    """All regions of this name as they are now, in the order of their ids."""

    type: Type
    region: str


@frozen
class RegionOf:
    """The region in which an element lies; NONE if it lies in none."""

    type: Type
    region: str
    element: Expr


@frozen
class RegionsOn:
    """The regions that have an element among `elements` (a set)."""

    type: Type
    region: str
    elements: Expr


@frozen
class RegionMembers:
    """The elements of a region, in canonical order; nothing if `value` is NONE."""

    type: Type
    region: str
    value: Expr


@frozen
class GroupsOf:
    """The connected parts of the set `source`: two elements are joined where `condition` holds for
    them as locals `left` and `right`, in either order. Parts come by their least element."""

    type: Type
    left: str
    right: str
    source: Expr
    condition: Expr


@frozen
class Distance:
    """The least number of steps from `start` to `goal` over elements of `within`, each step from
    local `left` to local `right` where `condition` holds; 0 if they are the same, -1 without a way."""

    type: Type
    start: Expr
    goal: Expr
    within: Expr
    left: str
    right: str
    condition: Expr


@frozen
class CheapestRoute:
    """Least total of `cost` over the edges passed (local `variable`, of the set `through`, where
    `condition` holds) from a place of `start` to `goal`; 0 if it is among them, -1 without a way.

    `ends` is the table edge → the places it joins.
    """

    type: Type
    start: Expr
    goal: Expr
    through: Expr
    variable: str
    cost: Expr
    condition: Expr | None
    ends: str


# --- accounts of several holders ---------------------------------------------------------------------


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
    | TurnOf
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

# --- statements --------------------------------------------------------------------------------

Words: TypeAlias = tuple[tuple[str, str], ...]
# A word of a language with its forms: (language, word, ((form, text), …)); the plain form is "".
WordForms: TypeAlias = tuple[str, str, Words]


@frozen
class Let:
    span: Span
    local: str
    expr: Expr


@frozen
class SetVar:
    """Also for tracks (positions). A value out of range is the fault R902."""

    span: Span
    var: str
    index: Expr | None
    value: Expr


@frozen
class Transfer:
    """Move a bundle between two accounts. Overdraw is the fault R905.

    A None account is not possible here: every amount comes from and goes to an account. A capped
    target that says `else lost` sends what does not fit to the enum's home account.
    """

    span: Span
    amount: Expr
    source: str
    source_holder: Expr | None
    target: str
    target_holder: Expr | None


@frozen
class MoveThing:
    """Move one individual. `face`: up, down or None (unchanged); `end`: top, bottom."""

    span: Span
    thing: Expr
    target: Expr
    face: str | None
    turn: Expr | None
    end: str


@frozen
class MoveAlike:
    """Move `count` alike things of face `thing` from one place to another (R905 if too few)."""

    span: Span
    count: Expr
    thing: Expr
    source: Expr
    target: Expr
    end: str


@frozen
class MoveAll:
    """Move every thing of `what` (a set of individuals, or ThingsAt/ThingsOn of any) to a place.

    The set is fixed before the first move.
    """

    span: Span
    what: Expr
    target: Expr
    face: str | None
    end: str


@frozen
class Draw:
    """Move `count` from a pile's top (or, `at_random`, from a zone or account) to a place.

    From a zone of alike things or an account each piece is equally likely. `source` and `target`
    are place expressions, or account names with holders. Too few is the fault R905.
    `chance` names the random stream; None when not at random.
    """

    span: Span
    count: Expr
    chance: str | None
    source: Expr | None
    target: Expr | None
    source_account: str | None
    source_holder: Expr | None
    target_account: str | None
    target_holder: Expr | None


@frozen
class Shuffle:
    span: Span
    place: Expr
    chance: str


@frozen
class Roll:
    """Bind a local to the sum of dice, or to a uniformly chosen member of a set."""

    span: Span
    local: str
    chance: str
    dice: int
    sides: int
    among: Expr | None


@frozen
class Reveal:
    span: Span
    what: Expr
    to: Expr | None


@frozen
class If:
    span: Span
    condition: Expr
    then: Body
    otherwise: Body


@frozen
class Each:
    """For each element: the source is fixed before the first pass; `by` sorts it (stably)."""

    span: Span
    variable: str
    source: Expr
    condition: Expr | None
    by: Expr | None
    body: Body


@frozen
class Loop:
    """Repeat until `until` holds (tested before each pass; None = for ever).

    With `variable`: passes take the players (or elements) of `source` in turn, round and round;
    elements that do not meet `condition` are passed over; `until` is tested before each pass.
    """

    span: Span
    variable: str | None
    source: Expr | None
    condition: Expr | None
    until: Expr | None
    body: Body


@frozen
class Times:
    span: Span
    count: Expr
    body: Body


@frozen
class Step:
    """A named step: hooks and `cleared each` were woven in; its end is a sequence point."""

    span: Span
    name: str
    label: Words
    body: Body


@frozen
class Turn:
    """`player` becomes `active`; its start is a sequence point."""

    span: Span
    player: Expr
    body: Body


@frozen
class CallRule:
    """Run a rule's effects; asked parameters without an argument are asked of `player` (`me`)."""

    span: Span
    player: Expr
    alternative: Alternative


@frozen
class Stop:
    """Leave the named rule or step; with name None the innermost loop."""

    span: Span
    name: str | None


@frozen
class Finish:
    span: Span


@frozen
class ScoreAdd:
    span: Span
    line: str
    player: Expr
    amount: Expr


@frozen
class Pick:
    """One value a player picks. Exactly one of: `source` (one element) or `size_low` (a bundle
    or subset: between size_low and size_high in all, taken from `bundle_from`).

    A bundle over an enum: `bundle_from` is a BundleType expression giving the most of each kind
    (or None: no bound but the size). A subset: `bundle_from` is a set; the local is a set.
    `if_any`: skipped (NONE, empty) when nothing can be picked.
    """

    span: Span
    local: str
    type: Type
    label: Words
    source: Expr | None
    condition: Expr | None
    size_low: Expr | None
    size_high: Expr | None
    bundle_from: Expr | None
    if_any: bool


@frozen
class Requirement:
    """kind: require, limit, cost, domain. `reads` are the picks it depends on (local names).

    `after_cost`: judged as if the rule's cost were already paid.
    """

    span: Span
    name: str
    kind: str
    expr: Expr
    sentence: Words
    witness: str | None
    reads: tuple[str, ...]
    after_cost: bool
    cites: tuple[str, ...]


@frozen
class Argument:
    """For one parameter of a rule: a given value, or None for a pick; `bind` is the caller's
    local that receives what was picked."""

    value: Expr | None
    bind: str | None


@frozen
class Alternative:
    """Something that can be taken: a rule with arguments, or picks with conditions and a body, or
    an effect value: whatever rule of Program.effects `effect` is, with the arguments it has there.

    `again`: after its effects the same decision is asked again (`meanwhile`, `repeatedly`).
    """

    span: Span
    name: str
    label: Words
    rule: str | None
    args: tuple[Argument, ...]
    picks: tuple[Pick, ...]
    conditions: tuple[Requirement, ...]
    body: Body
    again: bool
    effect: Expr | None = None


@frozen
class Decide:
    """Ask `player`. `optional` adds "done". `result` receives the alternative's index.

    No option and not optional: `otherwise` runs if there is one, else fault R904. `forced`: where
    there is just one thing to do, it is done without asking.
    """

    span: Span
    name: str
    label: Words
    player: Expr
    alternatives: tuple[Alternative, ...]
    optional: bool
    result: str | None
    otherwise: Body | None
    forced: bool = False


@frozen
class Together:
    """A barrier: everyone of `source` answers `body` (Decides only); then `then` runs for each
    in turn order. Locals set by the decisions in `body` exist once per player (id-indexed)."""

    span: Span
    variable: str
    source: Expr
    condition: Expr | None
    secretly: bool
    body: Body
    then: Body


@frozen
class Collect:
    """Gather claims in `body` (Claim statements), then settle kind by kind, players in seat
    order. Short: the claimant gets `short`, from locals claimed, claimants, left; at most left."""

    span: Span
    account: str
    holder: Expr | None
    target: str
    body: Body
    short: Expr


@frozen
class Claim:
    span: Span
    amount: Expr
    player: Expr


@frozen
class LayTile:
    """Move one tile to a cell of a grown board, on top of what lies there; `turn` is by how many
    steps clockwise it is turned (None: not at all). A cell that is taken is R902 unless stacked."""

    span: Span
    tile: Expr
    cell: Expr
    turn: Expr | None


Stmt: TypeAlias = (
    Let
    | SetVar
    | Transfer
    | MoveThing
    | MoveAlike
    | MoveAll
    | Draw
    | Shuffle
    | Roll
    | Reveal
    | If
    | Each
    | Loop
    | Times
    | Step
    | Turn
    | CallRule
    | Stop
    | Finish
    | ScoreAdd
    | Decide
    | Together
    | Collect
    | Claim
    | LayTile
)

Body: TypeAlias = tuple[Stmt, ...]
