"""Tables by number: `entry([0, 4, 8], x)` as numbers with the value that belongs to them."""

from __future__ import annotations

from itertools import groupby

from rulelang.frozen import frozen
from rulelang.prose import nouns
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex


@frozen
class Index:
    """What is looked up, from which number the list counts, and whether less or more counts as its ends."""

    by: ex.Expr
    first: int
    is_open_below: bool = False
    is_open: bool = False


def index_of(expr: ex.Expr) -> Index:
    """`min(5, x) + 1` is x from 0, and more than 5 counts as 5; `max(1, x - 3)` is x from 4."""
    shift, is_low, is_high = 0, False, False
    while True:
        match expr:
            case ex.Binary(op="+", left=left, right=ex.Number(value=number)):
                shift, expr = shift + number, left
            case ex.Binary(op="-", left=left, right=ex.Number(value=number)):
                shift, expr = shift - number, left
            case ex.CallExpr(name=ex.Ident(text="min"), args=(ex.Number(), inner)):
                is_high, expr = True, inner
            case ex.CallExpr(name=ex.Ident(text="max"), args=(ex.Number(value=low), inner)) if (
                low + shift <= 1
            ):
                is_low, expr = True, inner
            case _:
                first = 1 - shift
                return Index(expr, first, is_low and first > 1, is_high)


def looked_up(values: ex.ListLit, index: ex.Expr, scope: Scope) -> list[tuple[str, str]]:
    """Numbers with the value that belongs to them: 0 and 1, 1–2 and 2, 3 or more and 3."""
    voice, known = scope.voice, index_of(index)
    found: list[tuple[str, str]] = []
    at = known.first
    for value, same in groupby(nouns.noun(item, scope).say() for item in values.items):
        last = at + len(list(same)) - 1
        is_last = last == known.first + len(values.items) - 1
        span = str(at) if at == last else f"{at}–{last}"
        if is_last and known.is_open:
            span = voice.tell("and_more", n=at)
        elif at == known.first and known.is_open_below:
            span = voice.tell("and_less", n=last)
        found.append((span, value))
        at = last + 1
    return found
