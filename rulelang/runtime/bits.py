"""Bit masks: lists of their members, and all that some of them lead to.

Lists are read off ten bits at a time, from tables that are made when first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

WIDTH = 10
_LOW = (1 << WIDTH) - 1
_TABLES: list[tuple[tuple[int, ...], ...]] = []


def _table(number: int) -> tuple[tuple[int, ...], ...]:
    """The members of every ten-bit piece that starts at bit 10 * number."""
    while len(_TABLES) <= number:
        first = len(_TABLES) * WIDTH
        _TABLES.append(
            tuple(
                tuple(first + bit for bit in range(WIDTH) if piece >> bit & 1)
                for piece in range(1 << WIDTH)
            )
        )
    return _TABLES[number]


def members(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, in ascending order.

    >>> members(0b1001 | 1 << 25)
    [0, 3, 25]
    """
    out: list[int] = []
    number = ((mask & -mask).bit_length() - 1) // WIDTH if mask else 0
    mask >>= number * WIDTH
    while mask:
        piece = mask & _LOW
        if piece:
            out += _TABLES[number][piece] if number < len(_TABLES) else _table(number)[piece]
        mask >>= WIDTH
        number += 1
    return out


FEW = 16


def drawn(mask: int, random: Callable[[], float]) -> int:
    """Return one of the members, all equally likely: what `members` would have there; -1 of none.

    >>> drawn(0b1001 | 1 << 25, lambda: 0.5)
    3
    """
    place = int(random() * mask.bit_count())
    if place > FEW:
        return members(mask)[place]
    while place:
        mask &= mask - 1
        place -= 1
    return (mask & -mask).bit_length() - 1


REMEMBERED = 20_000


def image(mask: int, table: Sequence[int], known: dict[int, int]) -> int:
    """Return the union of the rows of all members; `known` remembers it.

    >>> image(0b101, (1, 2, 12), {})
    13
    """
    found = 0
    left = mask
    while left:
        bit = left & -left
        left ^= bit
        found |= table[bit.bit_length() - 1]
    if len(known) >= REMEMBERED:
        known.clear()
    known[mask] = found
    return found
