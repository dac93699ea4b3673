"""The action graph: nodes of the routines that can wait, and the routines that cannot.

Made from the typed program by `from_program.py`; back ends turn it into code. A node names its
successors by number; number 0 is the end of the game. A routine is a rule, the set-up or the flow.
A *plain* routine never waits, so it has no nodes: back ends run its body as a function. Expressions
and plain statements are those of the program.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.frozen import frozen
from rulelang.program import nodes as ir
from rulelang.program.model import Program
from rulelang.runtime.layout import Layout
from rulelang.source import Span


@frozen
class Effect:
    """Statements that never wait, run one after the other."""

    id: int
    span: Span
    stmts: ir.Body
    next: int


@frozen
class Chance:
    """A roll, a shuffle or a random draw: a named event that tests can fix."""

    id: int
    span: Span
    stmt: ir.Stmt
    next: int


@frozen
class Branch:
    id: int
    span: Span
    condition: ir.Expr
    then: int
    otherwise: int


@frozen(kw_only=True)
class Repeat:
    """How a loop that can wait keeps its place. style:

    mask: what is left of a set, as bits of `state`; list: what is left of a list, packed into
    `state`; times: `state` counts down; round: the players of `source` for ever, `state` is
    1 + the next one; barrier: `source` is fixed in `state` as bits, `variable` goes round the
    table from the active player.
    """

    style: str
    state: str
    variable: str | None
    source: ir.Expr
    condition: ir.Expr | None
    by: ir.Expr | None


@frozen
class RepeatEnter:
    """Fix what the loop goes over."""

    id: int
    span: Span
    loop: Repeat
    next: int


@frozen
class RepeatNext:
    """Take the next element and go to `body`, or clear the loop's locals and go to `after`."""

    id: int
    span: Span
    loop: Repeat
    body: int
    after: int


@frozen
class Clear:
    """Locals whose scope ends: back to 0, so that equal positions are equal vectors."""

    id: int
    span: Span
    locals: tuple[str, ...]
    next: int


@frozen
class Call:
    """Run a routine that can wait, with all arguments given; it returns to `next`."""

    id: int
    span: Span
    player: ir.Expr
    alternative: ir.Alternative
    next: int


@frozen
class Decision:
    """Ask a player. `taken` are the nodes after each alternative's rule, `after` follows "done".

    `otherwise` runs when there is no option; None is the fault R904. `barrier` is the `RepeatNext`
    of the `together` in which this is answered: there the players may answer in any order.
    """

    id: int
    span: Span
    decide: ir.Decide
    taken: tuple[int, ...]
    after: int
    otherwise: int | None
    barrier: int | None = None


@frozen
class TurnEnter:
    """`player` becomes active; `saved` keeps who was, where turns nest."""

    id: int
    span: Span
    player: ir.Expr
    saved: str | None
    next: int


@frozen
class TurnLeave:
    id: int
    span: Span
    saved: str | None
    next: int


@frozen
class StepEnter:
    id: int
    span: Span
    name: str
    label: ir.Words
    next: int


@frozen
class StepLeave:
    id: int
    span: Span
    name: str
    next: int


@frozen
class Point:
    """A sequence point: these awards, then these ends (indexes into the program's)."""

    id: int
    span: Span
    closes: str
    awards: tuple[int, ...]
    ends: tuple[int, ...]
    next: int


@frozen
class BarrierEnter:
    """A `together` begins: these locals of its players are none until they answer."""

    id: int
    span: Span
    answers: tuple[str, ...]
    next: int


@frozen
class Barrier:
    """All of a `together` have answered."""

    id: int
    span: Span
    secretly: bool
    next: int


@frozen
class Return:
    """Back to who called: to the node `to`, or where None to the one that the frame remembers."""

    id: int
    span: Span
    to: int | None = None


@frozen
class End:
    """The game is over."""

    id: int
    span: Span


Node: TypeAlias = (
    Effect
    | Chance
    | Branch
    | RepeatEnter
    | RepeatNext
    | Clear
    | Call
    | Decision
    | TurnEnter
    | TurnLeave
    | StepEnter
    | StepLeave
    | Point
    | BarrierEnter
    | Barrier
    | Return
    | End
)


@frozen
class Around:
    """What a step or a call stands in: loops from the outermost, and turns (player, saved)."""

    loops: tuple[Repeat, ...]
    turns: tuple[tuple[ir.Expr, str | None], ...]


@frozen(kw_only=True)
class Routine:
    """A rule (`rule` is its name), "setup" or "flow" (`rule` is None).

    `entry` is None for a plain routine. `point` are the awards and ends judged when an action
    closes. `per_player` are (local, owner): it exists once for each player, and code of a
    `together` means the one of the player in the local `owner`. `around` has an entry for each
    turn, step and call: tests enter play there.
    """

    name: str
    rule: str | None
    entry: int | None
    nodes: tuple[Node, ...]
    locals: tuple[tuple[str, int], ...]
    per_player: tuple[tuple[str, str], ...]
    copies: int
    in_cycle: tuple[str, ...]
    awards: tuple[int, ...]
    ends: tuple[int, ...]
    around: tuple[tuple[int, Around], ...]


@frozen(kw_only=True)
class Graph:
    """Everything a back end needs."""

    program: Program
    layout: Layout
    routines: tuple[Routine, ...]
