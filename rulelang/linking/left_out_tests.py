"""Tests that a combination of modules and variants leaves out.

In go the items and who says how many play, out come the items without the tests of a module or variant
that cannot be played with the others: they ask for a number of players which another one rules out, or name
what another one removes. Such a test is about its module on its own. What a test asks against its own header
stays, and is reported later. What is left out is told, never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulelang.frozen import frozen
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.items import Item, Players, Test, TestWith
from rulelang.syntax.trees.tree_walk import walk


@frozen
class LeftOut:
    """A test that is not played, the module or variant it belongs to, and why."""

    title: str
    of: str
    why: str


def left_out(
    items: Sequence[Item], players: Players | None, home_of: Callable[[Span], str]
) -> tuple[tuple[Item, ...], tuple[LeftOut, ...]]:
    """Return the items that stay, and the tests that do not."""
    removed = list(_removed(items, home_of))
    kept: list[Item] = []
    out: list[LeftOut] = []
    for item in items:
        why = None
        if isinstance(item, Test):
            home = home_of(item.span)
            why = _without_seat(item, players, home, home_of) or _without(item, removed, home)
            if why is not None:
                out.append(LeftOut(item.title.english, home, why))
        if why is None:
            kept.append(item)
    return tuple(kept), tuple(out)


def _without_seat(
    test: Test, players: Players | None, home: str, home_of: Callable[[Span], str]
) -> str | None:
    allowed = _range(players.range) if players is not None else None
    if players is None or allowed is None or home_of(players.span) == home:
        return None
    asked = [number for number in _asked(test) if number not in allowed]
    if not asked:
        return None
    return f"it is for {asked[0]} players, {home_of(players.span)} for {_shown(allowed)}"


def _without(test: Test, removed: Iterable[tuple[str, str]], home: str) -> str | None:
    named = {node.text for node in walk(test) if isinstance(node, ex.Ident)}
    for by, name in removed:
        if by != home and name in named:
            return f"{by} removes `{name}`"
    return None


def _removed(items: Iterable[Item], home_of: Callable[[Span], str]) -> Iterator[tuple[str, str]]:
    """What is gone altogether, each with who removes it."""
    for item in items:
        match item:
            case syn.Remove(name=name) | syn.RemoveStep(name=name):
                yield home_of(item.span), name.text
            case syn.RemoveMembers(members=members):
                yield from ((home_of(item.span), member.text) for member in members)
            case _:
                pass


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


def _shown(allowed: range) -> str:
    return str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
