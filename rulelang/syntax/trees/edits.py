"""Syntax of edits, by which modules and variants change what others declare: grammar section 6."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.syntax.trees.expressions import Call, Expr, Ident
    from rulelang.syntax.trees.items import (
        ByPlayers,
        Case,
        Cite,
        Item,
        Label,
        Member,
        Note,
        RuleLine,
        Table,
    )
    from rulelang.syntax.trees.statements import Body


@frozen
class ChangeValue:
    span: Span
    name: Ident
    names: tuple[Ident, ...]
    word: str
    expr: Expr
    condition: Expr | None
    over: Ident | None


@frozen
class ChangeRule:
    span: Span
    word: str
    name: Ident
    lines: tuple[RuleLine, ...]


@frozen
class ChangeCases:
    span: Span
    name: Ident
    lines: tuple[Case | Cite | Note, ...]


@frozen
class ChangeSetting:
    """`change setting x to 12 in 5..20`; without a range the old one holds."""

    span: Span
    name: Ident
    value: Expr | ByPlayers
    range: Expr | None


@frozen
class ChangePart:
    """`change PART of NAME to VALUE`: a cell of a row, the cost of a rule, how many or how much.

    `kind` says whose row is meant; only a cost has a source and a target.
    """

    span: Span
    part: Ident
    name: Ident
    kind: Ident | None
    value: Expr
    source: Expr | None
    target: Expr | None


@frozen
class ChangeLabel:
    span: Span
    name: Ident
    label: Label


@frozen
class Replace:
    span: Span
    item: Item


@frozen
class ReplaceStep:
    span: Span
    name: Ident
    label: Label | None
    body: Body


@frozen
class Remove:
    """`remove x, y`; `remove end` are all lines that say when the game ends. `also` are further ones, until linking."""

    span: Span
    name: Ident
    also: tuple[Ident, ...] = ()


@frozen
class RemovePart:
    """`remove require x from RULE`: also `allow`, `cost` and `limit`; without a name all of them."""

    span: Span
    part: str
    name: Ident | None
    rule: Ident


@frozen
class RemoveStep:
    span: Span
    name: Ident


@frozen
class RemoveOptions:
    span: Span
    names: tuple[Ident, ...]
    name: Ident


@frozen
class RemoveMembers:
    """`remove a, b from KIND`: cases of an enum, members of a group, rows of a table."""

    span: Span
    members: tuple[Ident, ...]
    kind: Ident


@frozen
class AddRows:
    """`add "more.csv" to Card`: further rows for the table of a kind."""

    span: Span
    table: Table
    kind: Ident


@frozen
class ChangeTable:
    """`change table of Card to "other.csv"`: its rows come from another file, in place of all others."""

    span: Span
    name: Ident
    table: Table


@frozen
class AddedRow:
    """`smith "smith" (count = 2, price = 1 apple)`: a row of a table, written out."""

    span: Span
    ident: Ident
    label: Label | None
    cells: tuple[tuple[Ident, Expr], ...]


@frozen
class AddMembers:
    span: Span
    members: tuple[Member | AddedRow, ...]
    kind: Ident


@frozen
class AddOptions:
    span: Span
    calls: tuple[Call, ...]
    name: Ident


@frozen
class CellChanged:
    """What linking notes at a table: this cell of the rows of this name says something else."""

    span: Span
    row: str
    column: str
    text: str


@frozen
class RowDropped:
    """What linking notes at a table: the rows of this name are gone."""

    span: Span
    row: str


@frozen
class RowAdded:
    """What linking notes at a table: one more row, with its cells by column."""

    span: Span
    row: str
    cells: tuple[tuple[str, str], ...]


RowEdit: TypeAlias = CellChanged | RowDropped | RowAdded

Edit: TypeAlias = (
    ChangeValue
    | ChangeRule
    | ChangeCases
    | ChangeSetting
    | ChangePart
    | ChangeLabel
    | ChangeTable
    | Replace
    | ReplaceStep
    | Remove
    | RemovePart
    | RemoveStep
    | RemoveOptions
    | RemoveMembers
    | AddMembers
    | AddRows
    | AddOptions
)
