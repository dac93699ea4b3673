"""Exchanges are ways to pay: their bodies move amounts and do nothing else.

So whether a cost can be paid is a search over amounts alone, and it ends.
"""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import Body, Each, If, Let, SetVar, Stmt, Transfer
from rulelang.syntax.trees import items as syn


def check_exchange(item: syn.Rule, body: Body, symbols: Symbols) -> None:
    """Report what an exchange does besides moving amounts, and one that says not when it is used."""
    for stmt in body:
        _check(stmt, symbols)
    if not item.only_to_pay and item.during is None:
        symbols.report.error(
            codes.WRONG_TYPE,
            item.name.span,
            found="an exchange that does not say when it is used",
            expected="one that is `only to pay`, or `during turn` too,",
        )


def check_time(item: syn.Rule, symbols: Symbols) -> None:
    """Report a rule `during` something else than the turn, and an effect, which nobody is offered."""
    if item.during is None:
        return
    if item.during.text != "turn":
        symbols.report.error(
            codes.UNKNOWN_NAME, item.during.span, what="time of a rule", name=item.during.text
        )
    elif item.word == "effect":
        symbols.report.error(
            codes.WRONG_TYPE,
            item.during.span,
            found="an effect that is offered `during turn`",
            expected="an action or an exchange",
        )


def _check(stmt: Stmt, symbols: Symbols) -> None:
    match stmt:
        case Transfer() | Let():
            return
        case SetVar(var=var) if var in symbols.vars and symbols.vars[var].hidden:
            return  # the counter of a limit
        case If(then=then, otherwise=otherwise):
            for inner in (*then, *otherwise):
                _check(inner, symbols)
        case Each(body=body):
            for inner in body:
                _check(inner, symbols)
        case _:
            symbols.report.error(codes.EXCHANGE_DOES_MORE, stmt.span, what="this line")
