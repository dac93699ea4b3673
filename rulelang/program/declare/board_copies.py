"""Boards that everybody has one of: in goes a fixed board `of` a kind, out comes a copy for each owner.

The places of all copies are one family, owner by owner, and are called after their owner: `"red 1,1"`. Tables of the board speak
of its places by their plain names; what a row says holds in each copy, about the places of the same owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from rulelang.frozen import frozen
from rulelang.program.declare.constants import resolve_kind
from rulelang.program.declare.symbols import OWNERS_OF_PLACES, Symbols, own_places
from rulelang.program.declare.table_records import Record
from rulelang.program.nodes import Words
from rulelang.program.types import NONE
from rulelang.syntax.trees import items as syn


@frozen
class Copy:
    """One board: whose it is, how the names of its places begin, and the places by their plain names."""

    owner: int
    prefix: str
    number: dict[str, int]


def copies_of(symbols: Symbols, item: syn.Board) -> list[Copy]:
    """Return the copies of a board in the making: one, or one for each owner."""
    kind = None if item.owner is None else resolve_kind(item.owner, symbols)
    if kind is None:
        return [Copy(NONE, "", {})]
    found = symbols.kinds[kind]
    return [
        Copy(owner, f"{symbols.member_name(found.universe, owner)} ", {}) for owner in found.ids
    ]


def number_places(
    symbols: Symbols, kind: str, copies: Sequence[Copy], names: Sequence[str], ids: range
) -> None:
    """Note which place of each copy goes by which plain name, and whose it is."""
    rows: dict[int, tuple[int, ...]] = {}
    for rank, copy in enumerate(copies):
        own = ids[rank * len(names) : (rank + 1) * len(names)]
        copy.number.update(zip(names, own, strict=True))
        rows[copy.owner] = tuple(own)
    if copies[0].owner == NONE:
        return
    symbols.tables[own_places(kind)] = [rows.get(i, ()) for i in range(max(rows) + 1)]
    owners = symbols.tables.setdefault(OWNERS_OF_PLACES, [])
    owners += [NONE] * (ids.stop - len(owners))
    for owner, places in rows.items():
        for place in places:
            owners[place] = owner


def copied(records: Iterable[Record], copies: Sequence[Copy]) -> list[Record]:
    """Return the rows for the places of all copies, owner by owner."""
    rows = list(records)
    return [attrs.evolve(record, prefix=copy.prefix) for copy in copies for record in rows]


def copied_label(symbols: Symbols, item: syn.Board, copy: Copy, label: Words) -> Words:
    """How a place with a label is called on the board of one owner."""
    if copy.owner == NONE or item.owner is None:
        return label
    universe = symbols.kinds[item.owner.text].universe
    owner = dict(symbols.enums[universe][copy.owner].label) if universe in symbols.enums else {}
    plain = owner.get("en", copy.prefix.strip())
    return tuple((language, f"{owner.get(language, plain)}: {text}") for language, text in label)


@contextmanager
def speaking_of(symbols: Symbols, prefix: str) -> Iterator[None]:
    """Inside, the names of places in tables mean those of one owner first."""
    before, symbols.prefix = symbols.prefix, prefix
    try:
        yield
    finally:
        symbols.prefix = before
