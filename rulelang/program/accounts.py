"""Which account an amount comes from or goes to: as written, or the only one it can be."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program import expressions as exprs
from rulelang.program.nodes import BundleIn, Expr
from rulelang.program.scope import Scope
from rulelang.program.symbols import PLAYER
from rulelang.program.types import ErrorType
from rulelang.source import Span
from rulelang.syntax import expressions as ex

AccountRef = tuple[str, "Expr | None"]


def account_written(node: ex.Expr, enum: str | None, scope: Scope) -> AccountRef | None:
    """The account that an expression names (`bank`, `hand of p`, `my hand`)."""
    typed = exprs.type_expr(node, scope)
    if isinstance(typed, BundleIn):
        account = scope.symbols.accounts[typed.account]
        if enum is None or account.enum == enum:
            return typed.account, typed.holder
        scope.symbols.report.error(
            codes.NOT_HELD_HERE, node.span, place=f"`{typed.account}`", what=f"{enum}"
        )
        return None
    if not isinstance(typed.type, ErrorType):
        scope.symbols.report.error(
            codes.TRANSFER_FROM_NOWHERE, node.span, what="this amount", help="name an account"
        )
    return None


def account_or_mine(node: ex.Expr | None, enum: str, span: Span, scope: Scope) -> AccountRef | None:
    """The stated account, else my only account for such amounts."""
    if node is not None:
        return account_written(node, enum, scope)
    found = [
        account
        for account in scope.symbols.accounts.values()
        if account.enum == enum and account.owner_kind == PLAYER
    ]
    name = _only([account.name for account in found], enum, span, scope, "from")
    return None if name is None else (name, exprs.type_me(span, scope))


def account_or_home(node: ex.Expr | None, enum: str, span: Span, scope: Scope) -> AccountRef | None:
    """The stated account, else the only one that belongs to nobody."""
    if node is not None:
        return account_written(node, enum, scope)
    found = [
        account.name
        for account in scope.symbols.accounts.values()
        if account.enum == enum and account.owner_kind is None
    ]
    name = _only(found, enum, span, scope, "to")
    return None if name is None else (name, None)


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
