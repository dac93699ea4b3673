"""Which account an amount comes from or goes to: as written, or the only one it can be."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.symbols import PLAYER
from rulelang.program.model import Account
from rulelang.program.nodes import BundleAcross, BundleIn, Expr
from rulelang.program.types import ErrorType
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex

AccountRef = tuple[str, "Expr | None"]


def account_written(
    node: ex.Expr, enum: str | None, scope: Scope, *, spread: bool = False
) -> AccountRef | None:
    """The account that an expression names (`bank`, `hand of p`, `my hand`).

    `spread`: also the accounts of several holders (`goods of my_tiles`), of which the payer picks.
    """
    typed = exprs.type_expr(node, scope)
    if isinstance(typed, BundleAcross) and not spread:
        scope.symbols.report.error(
            codes.AMBIGUOUS_ACCOUNT,
            node.span,
            what="this amount",
            places=f"`{typed.account}` of several",
            help="name one of them; only a `cost` lets the payer pick",
        )
        return None
    if isinstance(typed, BundleIn | BundleAcross):
        account = scope.symbols.accounts[typed.account]
        if enum is None or account.enum == enum:
            holder = typed.holder if isinstance(typed, BundleIn) else typed.holders
            return typed.account, holder
        scope.symbols.report.error(
            codes.NOT_HELD_HERE, node.span, place=f"`{typed.account}`", what=f"{enum}"
        )
        return None
    if not isinstance(typed.type, ErrorType):
        scope.symbols.report.error(
            codes.TRANSFER_FROM_NOWHERE, node.span, what="this amount", help="name an account"
        )
    return None


def account_or_mine(
    node: ex.Expr | None, enum: str, span: Span, scope: Scope, *, spread: bool = False
) -> AccountRef | None:
    """The stated account, else my only account for such amounts."""
    if node is not None:
        return account_written(node, enum, scope, spread=spread)
    found = [
        account
        for account in scope.symbols.accounts.values()
        if account.enum == enum and account.owner_kind == PLAYER and not account.hidden
    ]
    name = _only([account.name for account in found], enum, span, scope, "from")
    return None if name is None else (name, exprs.type_me(span, scope))


def account_or_home(node: ex.Expr | None, enum: str, span: Span, scope: Scope) -> AccountRef | None:
    """The stated account, else the home of such amounts: the one of nobody where they start.

    Where none starts with any, it is the only one. So an empty account that a module adds does
    not make the rules of the game ambiguous.
    """
    if node is not None:
        return account_written(node, enum, scope)
    found = [
        account
        for account in scope.symbols.accounts.values()
        if account.enum == enum and account.owner_kind is None
    ]
    homes = [account for account in found if account.unlimited or any(account.start)]
    name = _only([account.name for account in homes or found], enum, span, scope, "to")
    return None if name is None else (name, None)


def payment_account(enum: str, scope: Scope) -> str:
    """The account of what an exchange gives `only to pay`: whatever is due may be taken from it."""
    name = f"payment of {enum}"
    symbols = scope.symbols
    symbols.accounts.setdefault(
        name,
        Account(
            name=name,
            label=(),
            owner_kind=PLAYER,
            owner_ids=tuple(range(symbols.players)),
            enum=enum,
            start=tuple(0 for _ in symbols.enums[enum]),
            capacity=None,
            overflow_lost=False,
            unlimited=False,
            seen="everyone",
            size_seen="everyone",
            hidden=True,
        ),
    )
    return name


def _only(names: list[str], enum: str, span: Span, scope: Scope, word: str) -> str | None:
    if len(names) == 1:
        scope.symbols.used.add(names[0])
        return names[0]
    if not names:
        scope.symbols.report.error(
            codes.TRANSFER_FROM_NOWHERE,
            span,
            what=f"amounts of {enum}",
            help=f"declare an account of {enum} for them",
        )
        return None
    scope.symbols.report.error(
        codes.AMBIGUOUS_ACCOUNT,
        span,
        what=f"amounts of {enum}",
        places=" or ".join(f"`{name}`" for name in names),
        help=f"say which: `{word} {names[0]}`",
    )
    return None
