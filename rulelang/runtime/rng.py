"""Chance without hidden state: number k of stream c is a function of (seed, c, k).

A back end in another language repeats these lines to play the same games. With all arithmetic
modulo 2**64:

    start(seed, c) = mix(seed + c * A)                     A, B, C: the odd constants below
    start(seed, c) from seed 2**64 on: the first 8 bytes, highest first, of SHA-256 of "seed:c" in decimals
    mix(z): z ^= z >> 30; z *= M1; z ^= z >> 27; z *= M2; z ^= z >> 31      (SplitMix64)
    word(seed, c, k): x = start(seed, c) + k * B; both halves of the 128 bits of x * (x ^ C),
        one xor the other
    stream_number(name) = FNV-1a (64 bits) of the name in UTF-8

An integer below n takes words until one is below 2**64 - 2**64 % n and gives it modulo n. Dice
are the digits of one integer below sides ** dice. A shuffle is Fisher-Yates from the last position
down: swap i with an integer below i + 1.

A seed of 64 bits can be found from what comes up in one stream, and gives all others away. From 2**64 on no
stream tells anything about another one: such seeds are for play (`new_seed`), smaller ones for what is repeated.

One multiplication for each number is what makes chance cheap here: the two halves of a square
depend on all bits of the counter, and the start of the stream is mixed well before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from secrets import randbits
from typing import Any

from rulelang.runtime.faults import ChanceError

MASK = (1 << 64) - 1
SPAN = 1 << 64
A = 0x9E3779B97F4A7C15
B = 0xA0761D6478BD642F
C = 0xE7037ED1A0B428DB
M1 = 0xBF58476D1CE4E5B9
M2 = 0x94D049BB133111EB
_SEED_BITS = 128


def new_seed() -> int:
    """Return a seed that nobody can guess: 128 bits from the system."""
    return randbits(_SEED_BITS)


def stream_number(name: str) -> int:
    """Return the number of a stream: it depends on its name only.

    >>> hex(stream_number("dice"))
    '0xca0db96757606d76'
    """
    number = 0xCBF29CE484222325
    for byte in name.encode():
        number = ((number ^ byte) * 0x100000001B3) & MASK
    return number


@lru_cache(maxsize=4096)
def _start(seed: int, stream: int) -> int:
    """Where a stream of a game starts: the part of `word` that is the same for all its numbers."""
    if seed >= SPAN:
        return int.from_bytes(sha256(f"{seed}:{stream}".encode()).digest()[:8], "big")
    z = (seed + stream * A) & MASK
    z = ((z ^ (z >> 30)) * M1) & MASK
    z = ((z ^ (z >> 27)) * M2) & MASK
    return z ^ (z >> 31)


def word(seed: int, stream: int, count: int) -> int:
    """Return number `count` of a stream: 64 well mixed bits."""
    x = (_start(seed, stream) + count * B) & MASK
    x *= x ^ C
    return (x ^ x >> 64) & MASK


def below(seed: int, stream: int, count: int, n: int) -> tuple[int, int]:
    """Return an integer in 0 … n - 1 and the count after the words it used.

    Above 2 ** 64 several words make one number, the first of them the highest digit.
    """
    if n >= SPAN:
        return _far_below(seed, stream, count, n)
    start = _start(seed, stream)
    while True:
        # This is `word`, written out: most of the time goes into calls.
        x = (start + count * B) & MASK
        x *= x ^ C
        x = (x ^ x >> 64) & MASK
        count += 1
        if x <= SPAN - n or x < SPAN - SPAN % n:
            return x % n, count


@lru_cache(maxsize=64)
def _throws(dice: int, sides: int) -> tuple[int, ...] | None:
    """The sums of all throws of a few dice, by the number whose digits they are."""
    if sides**dice > 4096:
        return None
    return tuple(_thrown(number, dice, sides) for number in range(sides**dice))


def _thrown(number: int, dice: int, sides: int) -> int:
    total = dice
    while number:
        total += number % sides
        number //= sides
    return total


def _far_below(seed: int, stream: int, count: int, n: int) -> tuple[int, int]:
    span, words = SPAN, 1
    while span < n:
        span, words = span * SPAN, words + 1
    while True:
        number = 0
        for _ in range(words):
            number = number << 64 | word(seed, stream, count)
            count += 1
        if number < span - span % n:
            return number % n, count


def _is_order(value: object, pile: list[int]) -> bool:
    """Is this a list of things that are all in the pile?"""
    return isinstance(value, list | tuple) and not Counter(value) - Counter(pile)


class ChanceEvents:
    """The chance events of one game; the generated module calls it for every roll and shuffle.

    `fix` lets tests say outcomes by name: a roll takes the value, a random draw the thing or kind,
    a shuffle the order from the bottom up (a list of ids; those left out lie below, shuffled).
    `events` counts all chance and reveals: undo stops where it moved. `said` are the fixed outcomes
    that came up, so that a record can repeat them; `names` is the chance that the game has.
    """

    __slots__ = ("events", "fixed", "names", "said")

    def __init__(self) -> None:
        self.fixed: dict[str, list[object]] = {}
        self.events = 0
        self.said: list[tuple[str, object]] = []
        self.names: frozenset[str] | None = None  # None: any

    @contextmanager
    def fix(self, outcomes: Mapping[str, Sequence[object]]) -> Iterator[None]:
        """Take these outcomes, in order, for the named events while the block runs.

        Raises:
            ChanceError: the game has no chance of such a name. What cannot come up is refused when it is its turn.
        """
        for name in outcomes:
            if self.names is not None and name not in self.names:
                known = ", ".join(sorted(self.names)) or "none"
                raise ChanceError(f"no chance is called {name}; there is: {known}")
        before = self.fixed
        self.fixed = {name: list(values) for name, values in outcomes.items()}
        try:
            yield
        finally:
            self.fixed = before

    def _is_fixed(self, name: str) -> bool:
        return bool(self.fixed.get(name))

    def _take_fixed(self, name: str, is_possible: Callable[[Any], bool], why: str) -> Any:
        """Return the next outcome that was said, and record it; one that cannot come up is an error."""
        value = self.fixed[name][0]
        if not is_possible(value):
            raise ChanceError(f"{name} is never {value}: {why}")
        self.fixed[name].pop(0)
        self.said.append((name, value))
        return value

    def below(self, s: list[int], slot: int, stream: int, n: int) -> int:
        """Return an integer below n; the counter is in `slot`, the seed in slot 3."""
        self.events += 1
        value, s[slot] = below(s[3], stream, s[slot], n)
        return value

    def roll(self, s: list[int], event: tuple[str, int, int], dice: int, sides: int) -> int:
        """Return the sum of dice; `event` is (name, stream, slot of the counter)."""
        self.events += 1
        if self.fixed and self._is_fixed(event[0]):
            rolls = range(dice, dice * sides + 1)
            why = f"it is {dice}..{dice * sides}"
            return int(self._take_fixed(event[0], lambda value: value in rolls, why))
        slot = event[2]
        throws = _throws(dice, sides)
        if throws is None:
            number, s[slot] = below(s[3], event[1], s[slot], sides**dice)
            return _thrown(number, dice, sides)
        # This is `below`, written out once more: dice are rolled all the time.
        count = s[slot]
        x = (_start(s[3], event[1]) + count * B) & MASK
        x *= x ^ C
        x = (x ^ x >> 64) & MASK
        n = len(throws)
        if x <= SPAN - n:
            s[slot] = count + 1
            return throws[x % n]
        number, s[slot] = below(s[3], event[1], count, n)
        return throws[number]

    def member(self, s: list[int], event: tuple[str, int, int], members: Sequence[int]) -> int:
        """Return one of `members`, all equally likely."""
        if self.fixed and self._is_fixed(event[0]):
            why = "that cannot come up here"
            value = self._take_fixed(event[0], lambda value: value in members, why)
            self.events += 1
            return int(value)
        return members[self.below(s, event[2], event[1], len(members))]

    def shuffle(self, s: list[int], event: tuple[str, int, int], first: int, count: int) -> None:
        """Shuffle the slots first … first + count - 1."""
        self.events += 1
        if self.fixed and self._is_fixed(event[0]):
            rest = s[first : first + count]
            why = "that is no order of what is shuffled"
            value = self._take_fixed(event[0], lambda value: _is_order(value, rest), why)
            for thing in value:
                rest.remove(thing)
            s[first : first + count] = [*rest, *value]
            count = len(rest)
        stream, slot = event[1], event[2]
        seed, number = s[3], s[slot]
        for i in range(count - 1, 0, -1):
            j, number = below(seed, stream, number, i + 1)
            s[first + i], s[first + j] = s[first + j], s[first + i]
        s[slot] = number
