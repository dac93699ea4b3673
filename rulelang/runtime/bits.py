"""Bit masks to lists: ten bits at a time, from tables that are made when first needed."""

from __future__ import annotations

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
    number = 0
    while mask:
        piece = mask & _LOW
        if piece:
            out += _TABLES[number][piece] if number < len(_TABLES) else _table(number)[piece]
        mask >>= WIDTH
        number += 1
    return out
