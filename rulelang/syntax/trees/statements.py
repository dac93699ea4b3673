"""Syntax of statements: frozen nodes with spans, grammar section 8."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.syntax.trees.expressions import Call, Expr, Ident
    from rulelang.syntax.trees.items import Cite, Label, Note, Param

Body: TypeAlias = "tuple[Stmt, ...]"


@frozen
class Let:
    span: Span
    name: Ident
    expr: Expr


@frozen
class Do:
    span: Span
    call: Call


@frozen
class DoBody:
    """`do:` with the effects of a rule."""

    span: Span
    body: Body


@frozen
class Stop:
    span: Span
    name: Ident | None


@frozen
class Finish:
    span: Span


@frozen
class Claim:
    span: Span
    amount: Expr
    player: Expr


@frozen
class ScoreNow:
    span: Span
    amount: Expr
    line: Ident
    player: Expr | None


@frozen
class Draw:
    span: Span
    count: Expr
    at_random: bool
    source: Expr
    target: Expr


@frozen
class Shuffle:
    span: Span
    pile: Expr


@frozen
class Reveal:
    span: Span
    what: Expr
    to: Expr | None


@frozen
class Roll:
    """`roll dice = 2d6` or `roll x = S` (one of a set, all equally likely)."""

    span: Span
    name: Ident
    dice: tuple[int, int] | None
    among: Expr | None


@frozen
class BindOne:
    span: Span
    name: Ident
    domain: Expr
    if_any: bool


@frozen
class BindBundle:
    span: Span
    name: Ident
    size: Expr
    domain: Expr
    if_any: bool


Binding: TypeAlias = "BindOne | BindBundle"


@frozen
class PickValues:
    span: Span
    bindings: tuple[Binding, ...]
    condition: Expr | None


@frozen
class PickCalls:
    span: Span
    calls: tuple[Call, ...]
    repeatedly: bool


@frozen
class PickOrder:
    span: Span
    what: Expr


@frozen
class Choose:
    span: Span
    chooser: Ident | None
    pick: PickValues | PickCalls | PickOrder


@frozen
class May:
    span: Span
    chooser: Ident | None
    calls: tuple[Call, ...]
    repeatedly: bool


@frozen
class CaseOption:
    span: Span
    name: Ident
    params: tuple[Param, ...]
    label: Label | None
    condition: Expr | None
    body: Body


@frozen
class ChooseCase:
    span: Span
    chooser: Ident | None
    name: Ident
    label: Label | None
    options: tuple[CaseOption, ...]


@frozen
class How:
    """How a thing is laid: face_up, face_down, turned, on_top, at_bottom."""

    span: Span
    word: str
    turn: Expr | None


@frozen
class Move:
    span: Span
    what: Expr
    everything: bool
    source: Expr | None
    target: Expr
    how: tuple[How, ...]


@frozen
class Swap:
    span: Span
    first: Expr
    first_from: Expr
    second: Expr
    second_from: Expr


@frozen
class Transfer:
    """`pay` and `gain`."""

    span: Span
    verb: str
    amount: Expr
    source: Expr | None
    target: Expr | None


@frozen
class SetTo:
    span: Span
    target: Expr
    value: Expr


@frozen
class Shift:
    span: Span
    verb: str
    target: Expr
    amount: Expr


@frozen
class AddTo:
    """`add x to s` and `drop x from s`."""

    span: Span
    verb: str
    item: Expr
    target: Expr


@frozen
class If:
    span: Span
    condition: Expr
    then: Body
    otherwise: Body


@frozen
class Each:
    span: Span
    variable: Ident
    source: Expr
    condition: Expr | None
    by: Expr | None
    body: Body


@frozen
class Step:
    span: Span
    name: Ident
    label: Label | None
    body: Body


@frozen
class Turn:
    span: Span
    player: Ident
    body: Body


@frozen
class Repeat:
    """`repeat`, `repeat until C`, `repeat each p in S [until C]`."""

    span: Span
    variable: Ident | None
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
class Meanwhile:
    span: Span
    calls: tuple[Call, ...]


@frozen
class Otherwise:
    span: Span
    body: Body


@frozen
class Collect:
    span: Span
    source: Expr
    body: Body
    short: Expr


@frozen
class Together:
    span: Span
    variable: Ident
    source: Expr
    condition: Expr | None
    secretly: bool
    body: Body
    then: Body


@frozen
class Resolve:
    span: Span
    variable: Ident
    source: Expr
    condition: Expr | None
    optional: bool
    body: Body


@frozen
class ResolveEntry:
    span: Span
    name: Ident
    label: Label | None
    times: Expr | None
    condition: Expr | None
    body: Body


@frozen
class ResolveList:
    span: Span
    optional: bool
    entries: tuple[ResolveEntry, ...]


Stmt: TypeAlias = (
    "Let | Do | DoBody | Stop | Finish | Claim | ScoreNow | Draw | Shuffle | Reveal | Roll"
    " | Choose | May | ChooseCase | Move | Swap | Transfer | SetTo | Shift | AddTo | If"
    " | Each | Step | Turn | Repeat | Times | Meanwhile | Otherwise | Collect | Together"
    " | Resolve | ResolveList | Cite | Note"
)
