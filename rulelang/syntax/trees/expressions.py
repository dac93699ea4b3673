"""Syntax of expressions: frozen nodes with spans, one class per form of grammar section 9.

Nothing here knows what a name means; that is decided in `rulelang.program`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.syntax.trees.statements import Stmt


@frozen
class Ident:
    """A name or kind as written."""

    span: Span
    text: str


@frozen
class Number:
    span: Span
    value: int


@frozen
class Text:
    """A string: a label, or the name of a thing that is no plain word."""

    span: Span
    value: str


@frozen
class Name:
    span: Span
    ident: Ident


@frozen
class Kind:
    span: Span
    ident: Ident


@frozen
class Constant:
    """`me`, `none`, `true`, `false`, `others`, `everyone`, `active`, `owner`."""

    span: Span
    word: str


@frozen
class Amount:
    """`3 ore`: a number of a kind."""

    span: Span
    count: Number
    kind: Expr


@frozen
class Unary:
    """`not x` and `-x`."""

    span: Span
    op: str
    operand: Expr


@frozen
class Binary:
    """Operators: or and = != < <= > >= in + - except * on ..

    `not in` is Unary("not", Binary("in")).
    """

    span: Span
    op: str
    left: Expr
    right: Expr


@frozen
class Divide:
    span: Span
    left: Expr
    right: Expr
    rounding: str


@frozen
class IsKind:
    span: Span
    operand: Expr
    kind: Ident


@frozen
class Filled:
    """`some S` (wanted) or `no S`: has the set, zone or optional value anything in it?"""

    span: Span
    operand: Expr
    wanted: bool


@frozen
class Quantified:
    """`some x in S where P`, `no …`, `every …`."""

    span: Span
    word: str
    variable: Ident
    source: Expr
    condition: Expr


@frozen
class IfElse:
    span: Span
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Possible:
    span: Span
    call: Call


@frozen
class Supposing:
    span: Span
    changes: tuple[Stmt, ...]
    expr: Expr


@frozen
class Of:
    """`f of x`: what is so now. `my f` is `f of me`; only `my f of x` has a `part`, which is x."""

    span: Span
    name: Ident
    owner: Expr
    part: Expr | None = None


@frozen
class KindOf:
    """`Road of p`: the things of a kind that belong to somebody."""

    span: Span
    kind: Ident
    owner: Expr


@frozen
class SizeOf:
    span: Span
    operand: Expr


@frozen
class Printed:
    """`x.f`: what is printed on a thing and never changes."""

    span: Span
    operand: Expr
    field: Ident


@frozen
class CallExpr:
    """`f(x)`: what is computed."""

    span: Span
    name: Ident
    args: tuple[Expr, ...]


@frozen
class SetLit:
    span: Span
    items: tuple[Expr, ...]


@frozen
class ListLit:
    span: Span
    items: tuple[Expr, ...]


@frozen
class Clockwise:
    span: Span
    direction: str
    start: Expr


@frozen
class Comprehension:
    """`count(x in S where P)`, `all(… with least k …)`, `first`, `last`, `one`."""

    span: Span
    word: str
    variable: Ident
    source: Expr
    best: str | None
    best_by: Expr | None
    condition: Expr | None


@frozen
class Fold:
    """`total(e for x in S where P)`, `most`, `least`."""

    span: Span
    word: str
    expr: Expr
    variable: Ident
    source: Expr
    condition: Expr | None


@frozen
class Path:
    span: Span
    start: Expr
    goal: Expr
    variable: Ident
    through: Expr
    condition: Expr | None
    length: Expr | None


@frozen
class Cheapest:
    span: Span
    start: Expr
    goal: Expr
    variable: Ident
    through: Expr
    cost: Expr
    condition: Expr | None


@frozen
class Longest:
    span: Span
    edge: Ident
    next_edge: Ident
    at: Ident
    edges: Expr
    condition: Expr | None


@frozen
class Groups:
    """`groups(a, b in S where C)`: the parts of S that hang together."""

    span: Span
    left: Ident
    right: Ident
    source: Expr
    condition: Expr


@frozen
class Callee:
    """A rule's name with its arguments, or an effect value (`q.use`)."""

    span: Span
    name: Ident | None
    value: Expr | None
    args: tuple[Expr, ...] | None


@frozen
class Call:
    span: Span
    callee: Callee
    flags: tuple[Ident, ...]


Expr: TypeAlias = (
    Number
    | Text
    | Name
    | Kind
    | Constant
    | Amount
    | Unary
    | Binary
    | Divide
    | IsKind
    | Filled
    | Quantified
    | IfElse
    | Possible
    | Supposing
    | Of
    | KindOf
    | SizeOf
    | Printed
    | CallExpr
    | SetLit
    | ListLit
    | Clockwise
    | Comprehension
    | Fold
    | Path
    | Cheapest
    | Groups
    | Longest
)
