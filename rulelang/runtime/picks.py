"""Small things that generated code calls: bundles and subsets in order, packed lists, prizes.

Bundles are tuples of counts, subsets bit masks. Both come in canonical order: bundles by the count
of the first kind, then the second, and so on; subsets by their members from the lowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

first_of = itemgetter(0)

_DIGIT = 16
_DIGIT_MASK = (1 << _DIGIT) - 1


def each_bundle(most: Sequence[int], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield every bundle within `most` whose size is low … high.

    >>> list(each_bundle((1, 2), 2, 2))
    [(0, 2), (1, 1)]
    """
    return each_bundle_from((), most, low, high)


def each_bundle_from(
    chosen: tuple[int, ...], most: Sequence[int], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """Yield every bundle that starts with the amounts `chosen`."""
    kind = len(chosen)
    size = sum(chosen)
    if size > high:
        return
    if kind == len(most):
        if size >= low:
            yield chosen
        return
    least = max(0, low - size - sum(most[kind + 1 :]))
    for amount in range(least, min(most[kind], high - size) + 1):
        yield from each_bundle_from((*chosen, amount), most, low, high)


def each_subset(members: int, low: int, high: int) -> Iterator[int]:
    """Yield every subset of a set with low … high members.

    >>> list(each_subset(0b101, 1, 2))
    [5, 1, 4]
    """
    return each_subset_from(0, members, low, high)


def each_subset_from(chosen: int, later: int, low: int, high: int) -> Iterator[int]:
    """Yield every set of `chosen` and some of `later` with low … high members."""
    size = chosen.bit_count()
    if size > high or size + later.bit_count() < low:
        return
    if not later:
        yield chosen
        return
    bit = later & -later
    yield from each_subset_from(chosen | bit, later ^ bit, low, high)
    yield from each_subset_from(chosen, later ^ bit, low, high)


def pack(values: Sequence[int]) -> int:
    """Return a list as one number: 16 bits each, the first lowest, a 1 above the last; [] is 0.

    >>> unpack(pack([3, 0, 7]))
    [3, 0, 7]
    """
    packed = 1 if values else 0
    for value in reversed(values):
        packed = packed << _DIGIT | value
    return packed


def unpack(packed: int) -> list[int]:
    """Return the list in a packed number."""
    values = []
    while packed > 1:
        values.append(packed & _DIGIT_MASK)
        packed >>= _DIGIT
    return values


def ranked_prizes(keys: Sequence[int], prizes: Sequence[int], ties: str) -> list[int]:
    """Return what each player wins: equal ones share their places, or all take the best of them.

    >>> ranked_prizes([5, 9, 5], (12, 7), "share_down"), ranked_prizes([5, 9, 5], (12, 7), "all")
    ([3, 12, 3], [7, 12, 7])
    """
    won = [0] * len(keys)
    place = 0
    for key in sorted(set(keys), reverse=True):
        group = [player for player, other in enumerate(keys) if other == key]
        places = prizes[place : place + len(group)]
        if ties == "all":
            each = places[0] if places else 0
        elif ties == "share_up":
            each = -(-sum(places) // len(group))
        else:
            each = sum(places) // len(group)
        for player in group:
            won[player] = each
        place += len(group)
    return won


def all_amounts(most: Sequence[int], high: int) -> list[int]:
    """Return, for each kind, the mask of the amounts 0 … most; none of them above `high`.

    >>> all_amounts((2, 9), 3)
    [7, 15]
    """
    return [(1 << max(0, min(count, high) + 1)) - 1 for count in most]


def sums_of(amounts: Sequence[int]) -> int:
    """Return the mask of the sizes that bundles with these amounts can have.

    >>> bin(sums_of([0b11, 0b101]))
    '0b1111'
    """
    sums = 1
    for allowed in amounts:
        reached = 0
        shift = 0
        while allowed:
            if allowed & 1:
                reached |= sums << shift
            allowed >>= 1
            shift += 1
        sums = reached
    return sums


def can_sum(amounts: Sequence[int], low: int, high: int) -> bool:
    """Is there a bundle with these amounts whose size is low … high?"""
    low = max(0, low)
    return low <= high and bool(sums_of(amounts) >> low & (2 << high - low) - 1)


def amounts_of(chosen: Sequence[int], amounts: Sequence[int], low: int, high: int) -> list[int]:
    """Return the amounts of the next kind after `chosen` that can be completed.

    >>> amounts_of((1,), [0b11, 0b110, 0b1], 0, 3)
    [1, 2]
    """
    kind = len(chosen)
    size = sum(chosen)
    rest = sums_of(amounts[kind + 1 :])
    found = []
    for amount in range(amounts[kind].bit_length()):
        least, greatest = max(0, low - size - amount), high - size - amount
        is_allowed = amounts[kind] >> amount & 1 and greatest >= least
        if is_allowed and rest >> least & (2 << greatest - least) - 1:
            found.append(amount)
    return found


def each_of_amounts(
    chosen: tuple[int, ...], amounts: Sequence[int], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """Yield every bundle with these amounts that starts with `chosen`, in canonical order."""
    if len(chosen) == len(amounts):
        if low <= sum(chosen) <= high:
            yield chosen
        return
    for amount in amounts_of(chosen, amounts, low, high):
        yield from each_of_amounts((*chosen, amount), amounts, low, high)
