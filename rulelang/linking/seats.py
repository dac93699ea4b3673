"""Tests that a combination of modules and variants leaves nobody to play.

In go the items and who says how many play, out come the items without the tests of a module or variant
that ask for a number of players which another one rules out: they are about that module on its own. What
a test asks against its own header stays, and is reported later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.source import Span
from rulelang.syntax import expressions as ex
from rulelang.syntax.items import Item, Players, Test, TestWith


def with_seats(
    items: Sequence[Item], players: Players | None, home_of: Callable[[Span], str]
) -> tuple[Item, ...]:
    """Return the items without tests that another header's `players` line rules out."""
    allowed = _range(players.range) if players is not None else None
    if players is None or allowed is None:
        return tuple(items)
    decides = home_of(players.span)
    return tuple(
        item
        for item in items
        if not isinstance(item, Test)
        or home_of(item.span) == decides
        or all(number in allowed for number in _asked(item))
    )


def _asked(test: Test) -> list[int]:
    """The numbers of players that a test is to be played with, where they are written out."""
    return [
        assign.value.value
        for line in test.lines
        if isinstance(line, TestWith)
        for assign in line.assigns
        if assign.name.text == "players" and isinstance(assign.value, ex.Number)
    ]


def _range(node: ex.Expr) -> range | None:
    match node:
        case ex.Number(value=only):
            return range(only, only + 1)
        case ex.Binary(op="..", left=ex.Number(value=low), right=ex.Number(value=high)):
            return range(low, high + 1)
        case _:
            return None
