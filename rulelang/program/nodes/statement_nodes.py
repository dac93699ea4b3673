"""Nodes of statements, decisions and what can be chosen; all are part of the union `Stmt`.

Locals are named and unique within a rule (or definition, score line, flow); the graph decides where they live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.program.nodes.expression_nodes import Expr
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.program.types import Type

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
    """Move one individual. `face`: up, down or None (unchanged); `end`: top, bottom.

    `from_end`: top or bottom, if the rules say that it is taken there from a pile.
    """

    span: Span
    thing: Expr
    target: Expr
    face: str | None
    end: str
    from_end: str = ""


@frozen
class MoveAlike:
    """Move `count` alike things of face `thing` from one place to another (R905 if too few).

    `from_end` as of `MoveThing`; in a pile the top ones of the face leave, with bottom the lowest.
    """

    span: Span
    count: Expr
    thing: Expr
    source: Expr
    target: Expr
    end: str
    from_end: str = ""


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
    """Show things, what is in an account, or a variable to a player (None: to all).

    One alike thing lies in `place`; in a pile the top one of its face is meant, with `end` bottom the lowest.
    """

    span: Span
    what: Expr
    to: Expr | None
    place: Expr | None = None
    end: str = ""


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
