"""What chance can bring: every outcome of an answer with its probability, and outcomes by name.

In goes a state and an option, out come the states that can follow. Rolls and draws at random are
tried one by one, by playing the answer again for each way they can come out. A shuffle has too many
orders to list, unless the caller says how many are few: it takes the one of the generator and is named
in `shuffled`. What lies on top of a pile is no chance but hidden: bots deal it anew
(`rulelang.runtime.blindfold`) and then look here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial
from typing import Any, NamedTuple

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.rng import ChanceEvents

MOST = 10_000  # outcomes of one answer
LONGEST = 40  # chances that follow one answer: rolls that are repeated on a tie may go on for ever

Event = tuple[str, int, int]
Value = int | tuple[int, ...]  # a number, a thing, a kind; the order of a pile
Weights = list[tuple[Value, int]]  # (value, in how many of the equally likely ways)
Act = Callable[[State], None]


class Outcome(NamedTuple):
    """One way chance can come out.

    Attributes:
        probability: exact; over all outcomes of an answer they add up to 1.
        chance: what came up, as (name of the chance, value), in order.
        shuffled: the names of the shuffles that were not tried out.
        state: the state after the answer.
        fault: where the rules break; the state is then half changed.
    """

    probability: Fraction
    chance: tuple[tuple[str, Value], ...]
    shuffled: tuple[str, ...]
    state: State
    fault: Fault | None = None


class TooManyOutcomesError(ValueError):
    """An answer with more outcomes than can be listed."""


def outcomes(
    game: Game, state: State, option: int, *, most: int = MOST, orders: int = 0
) -> list[Outcome]:
    """Return what can follow when an option of the pending pick is taken; `state` stays as it is.

    A shuffle with at most `orders` orders is tried in all of them.

    Raises:
        TooManyOutcomesError: there are more than `most`.
        Fault: the rules break in one of them.
    """

    def act(after: State) -> None:
        game.apply(after, option)

    found: list[Outcome] = []
    for outcome in each_outcome(game, state, act, orders=orders):
        if outcome.fault is not None:
            raise outcome.fault
        found.append(outcome)
        if len(found) > most:
            raise TooManyOutcomesError(f"more than {most} outcomes")
    return found


def each_outcome(game: Game, state: State, act: Act, *, orders: int = 0) -> Iterator[Outcome]:
    """Yield what chance can make of an act on copies of `state`, one after the other.

    Raises:
        TooManyOutcomesError: chance may go on without end.
    """
    waiting: list[tuple[tuple[Value, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, probability = waiting.pop()
        chance = _Scripted(script, orders)
        after = state[:]
        fault = None
        try:
            _act_with(game, chance, act, after)
        except _OpenError as open_:
            if len(script) == LONGEST:
                raise TooManyOutcomesError(f"more than {LONGEST} chances in a row") from None
            total = sum(weight for _value, weight in open_.weights)
            ways = [
                ((*script, value), probability * Fraction(weight, total))
                for value, weight in open_.weights
            ]
            waiting += reversed(ways)
            continue
        except Fault as found:
            fault = found
        yield Outcome(probability, tuple(chance.came_up), tuple(chance.shuffled), after, fault)


def _act_with(game: Game, chance: ChanceEvents, act: Act, state: State) -> None:
    before = game.chance
    game.use_chance(chance)
    try:
        act(state)
    finally:
        game.use_chance(before)


class _OpenError(Exception):
    """The script ends before a chance that can bring these values."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights


class _Scripted(ChanceEvents):
    """Chance that brings what a script says, and stops play where it says nothing more."""

    __slots__ = ("came_up", "orders", "script", "shuffled")

    def __init__(self, script: Sequence[Value], orders: int) -> None:
        super().__init__()
        self.script = script
        self.orders = orders
        self.came_up: list[tuple[str, Value]] = []
        self.shuffled: list[str] = []

    def _next(self, name: str, weights: Callable[[], Weights]) -> Value:
        number = len(self.came_up)
        if number == len(self.script):
            raise _OpenError(weights())
        self.came_up.append((name, self.script[number]))
        return self.script[number]

    def _number(self, name: str, weights: Callable[[], Weights]) -> int:
        value = self._next(name, weights)
        assert isinstance(value, int)
        return value

    def roll(self, s: list[int], event: Event, dice: int, sides: int) -> int:
        """Return the next total of the script."""
        return self._number(event[0], lambda: [*dice_weights(dice, sides)])

    def member(self, s: list[int], event: Event, members: Sequence[int]) -> int:
        """Return the next member of the script; one that is there twice is twice as likely."""
        return self._number(event[0], lambda: list(Counter(members).items()))

    def shuffle(self, s: list[int], event: Event, first: int, count: int) -> None:
        """Take the next order of the script if there are few, else that of the generator."""
        pile = s[first : first + count]
        if order_count(pile) > self.orders:
            self.shuffled.append(event[0])
            super().shuffle(s, event, first, count)
            return
        order = self._next(event[0], lambda: [(order, 1) for order in orders_of(pile)])
        assert isinstance(order, tuple)
        s[first : first + count] = order


def order_count(pile: Sequence[int]) -> int:
    """Return in how many orders things can lie; those with one number cannot be told apart.

    >>> order_count([1, 1, 2]), order_count([])
    (3, 1)
    """
    ways = factorial(len(pile))
    for alike in Counter(pile).values():
        ways //= factorial(alike)
    return ways


def orders_of(pile: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of a pile once.

    >>> list(orders_of([2, 1, 1]))
    [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    """
    if not pile:
        yield ()
    for first in sorted(set(pile)):
        rest = list(pile)
        rest.remove(first)
        for order in orders_of(rest):
            yield (first, *order)


def dice_weights(dice: int, sides: int) -> list[tuple[int, int]]:
    """Return each total of some dice with the number of throws that give it.

    >>> dice_weights(2, 3)
    [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1)]
    """
    ways = {0: 1}
    for _die in range(dice):
        further: dict[int, int] = {}
        for total, count in ways.items():
            for pips in range(1, sides + 1):
                further[total + pips] = further.get(total + pips, 0) + count
        ways = further
    return sorted(ways.items())


# --- outcomes by name ------------------------------------------------------------------------------


def to_words(game: Game, name: str, value: object) -> Any:
    """Return an outcome of the chance `name` for a record: names where it has things or kinds."""
    type_ = game.description.chance[name]
    if isinstance(value, list | tuple):
        return [game.names.to_words(type_, each) for each in value]
    return game.names.to_words(type_, value)


def from_words(game: Game, name: str, value: object) -> Any:
    """Return the outcome that `to_words` has written; KeyError if nothing is called so."""
    type_ = game.description.chance[name]
    if isinstance(value, list | tuple):
        return [game.names.from_words(type_, each) for each in value]
    return game.names.from_words(type_, value)
