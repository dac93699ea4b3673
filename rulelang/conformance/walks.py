"""Play driven by a list of numbers: in goes a seed and choices, out come states and decisions.

Choice k takes option `k modulo the number of options`, so every list of numbers is a game and a
shorter list is a shorter game. Alternatives that the rules' bot limits set to 0 are left out unless
there is nothing else. `complete_choices` lists what the engine offers as whole decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from attrs import define, field, frozen

from rulelang.interpreter.oracle import Choice, SearchBudget
from rulelang.interpreter.position import Value, bits
from rulelang.program.types import NONE
from rulelang.runtime.description import PendingPick, Pick
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import PC


def pick_meta(game: Game, state: State) -> PendingPick:
    """Return what is known about the pending pick."""
    return game.description.picks[state[PC] - 1]


def playable_options(game: Game, state: State) -> list[int]:
    """Return the options without what bots leave alone."""
    offered = game.options(state)
    meta = pick_meta(game, state)
    if meta.form != "which":
        return offered
    limits = game.description.bot_limits
    idle = {name for name, numbers in limits.items() if 0 in numbers}
    names = [alternative.name for alternative in meta.alternatives]
    kept = [o for o in offered if o >= len(names) or names[o] not in idle]
    return kept or offered


@frozen
class Walk:
    """How a game is played: `warm_up` random steps, then the choices, one by one.

    With `to_the_end` random steps follow until the game is over. With `may_fault` a fault of the
    rules ends the walk at the state before it. With `takes_all` the choices also take what bots leave
    alone; the random steps before and after them never do.
    """

    seed: int
    choices: Sequence[int]
    warm_up: int = 0
    to_the_end: bool = False
    may_fault: bool = False
    takes_all: bool = False

    def numbers(self) -> Iterator[int]:
        """Yield one number for each step."""
        random = Random(self.seed)
        for _ in range(self.warm_up):
            yield random.randrange(1 << 16)
        yield from self.choices
        while self.to_the_end:
            yield random.randrange(1 << 16)


@define
class WalkedGame:
    """A game in progress: the answers so far and the state after them."""

    game: Game
    seed: int
    state: State
    answers: list[int] = field(factory=list)
    choice: Choice | None = None  # the whole decision that was taken last

    def option(self, number: int, walk: Walk) -> int:
        """Return the option that a number of the walk means here."""
        is_chosen = walk.warm_up <= len(self.answers) < walk.warm_up + len(walk.choices)
        if walk.takes_all and is_chosen:
            offered = self.game.options(self.state)
        else:
            offered = playable_options(self.game, self.state)
        return offered[number % len(offered)]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.state[PC] == 0

    def answer(self, option: int) -> None:
        """Answer the pending pick."""
        self.answers.append(option)
        self.game.apply(self.state, option)

    def look(self) -> None:
        """Ask for the options: a decision without any shows its fault (R904) only then."""
        if not self.is_over:
            self.game.options(self.state)


def begin(game: Game, seed: int) -> WalkedGame:
    """Return a game at its first decision."""
    state = game.new_state(seed)
    game.begin(state)
    trace = WalkedGame(game, seed, state)
    trace.look()
    return trace


def steps(game: Game, walk: Walk) -> Iterator[WalkedGame]:
    """Yield the same trace before each step and once after the last."""
    trace = begin(game, walk.seed)
    for number in walk.numbers():
        yield trace
        if trace.is_over:
            return
        before = trace.state[:]
        try:
            trace.answer(trace.option(number, walk))
            if walk.may_fault:
                trace.look()
        except Fault:
            if not walk.may_fault:
                raise
            trace.answers.pop()
            trace.state[:] = before
            break
    yield trace


def decided(trace: WalkedGame, walk: Walk, numbers: Iterator[int]) -> Choice | None:
    """Play on until a decision is complete; return it, or None when the numbers end before."""
    game = trace.game
    trace.choice = None
    while True:
        number = next(numbers, None)
        if number is None:
            return None
        before = trace.state[:]
        option = trace.option(number, walk)
        trace.choice = whole_choice(game, before, option)
        trace.answer(option)
        trace.look()
        if not goes_on(game, before, option, trace.state):
            return trace.choice


# --- whole decisions -----------------------------------------------------------------------------


def is_first_pick(game: Game, state: State) -> bool:
    """Does a decision begin here: has nothing of it been picked?"""
    meta = pick_meta(game, state)
    if meta.form == "which":
        return True
    if meta.asks_which:
        return False
    picks = meta.alternatives[meta.alternative].picks
    nothing = {"value": NONE, "bundle": 0, "subset": 0}
    return state[picks[meta.pick].slot] == 0 and all(
        pick.if_any and state[pick.slot] == nothing[pick.form] for pick in picks[: meta.pick]
    )


def goes_on(game: Game, before: State, option: int, after: State) -> bool:
    """Is the same decision still pending after this answer, with another pick or another part?"""
    if after[PC] == 0:
        return False
    then, now = pick_meta(game, before), pick_meta(game, after)
    if then.node != now.node or now.form == "which":
        return False
    if then.form == "which":
        return bool(now.alternative == option)
    if then.alternative != now.alternative or now.pick < then.pick:
        return False
    pick = then.alternatives[then.alternative].picks[then.pick]
    slot = pick.slot
    if now.pick > then.pick:
        # The same decision asked anew may skip its first picks, but it has nothing chosen.
        return then.form != "value" or bool(after[slot] == option)
    if then.form == "bundle":
        return bool(after[slot] == before[slot] + 1)
    return then.form == "subset" and option >= 0 and bool(after[slot] >> option & 1)


def complete_choices(
    game: Game, state: State, budget: SearchBudget, only: int | None = None
) -> set[Choice]:
    """Return everything that the engine offers, as whole decisions."""
    return set(_choices(game, state, only, budget))


def whole_choice(game: Game, state: State, option: int) -> Choice:
    """Return the decision that this answer completes, if it does."""
    meta = pick_meta(game, state)
    alternative = option if meta.form == "which" else meta.alternative
    if alternative == len(meta.alternatives):
        return (alternative, ())
    return (alternative, _values(game, state, option, meta.alternatives[alternative].picks))


def choice_of(game: Game, state: State, answers: Sequence[int]) -> Choice:
    """Return the decision that these answers make."""
    after = state[:]
    for answer in answers[:-1]:
        game.apply(after, answer)
    return whole_choice(game, after, answers[-1])


def _choices(game: Game, state: State, only: int | None, budget: SearchBudget) -> Iterator[Choice]:
    meta = pick_meta(game, state)
    for option in game.options(state):
        if meta.form == "which" and only is not None and option != only:
            continue
        budget.spend()
        if not _is_last(game, state, option):
            after = state[:]
            with suppress(Fault):  # of the rules: the decision was complete
                game.apply(after, option)
                if goes_on(game, state, option, after):
                    yield from _choices(game, after, None, budget)
                    continue
        yield whole_choice(game, state, option)


def _is_last(game: Game, state: State, option: int) -> bool:
    """Does this answer complete the decision for sure? Then it need not be tried."""
    meta = pick_meta(game, state)
    alternatives = meta.alternatives
    if meta.form == "which":
        return option == len(alternatives) or not alternatives[option].picks
    picks = alternatives[meta.alternative].picks
    if meta.pick < len(picks) - 1:
        return False
    pick = picks[-1]
    if meta.form == "bundle":
        return bool(state[pick.slot] == _kinds(game, pick) - 1)
    return meta.form == "value" or option < 0


def _kinds(game: Game, pick: Pick) -> int:
    return len(game.description.enums[pick.type.enum])


def _values(game: Game, state: State, option: int, picks: Sequence[Pick]) -> tuple[Value, ...]:
    """Return the value of each pick: made ones from their slots, this one with the answer."""
    meta = pick_meta(game, state)
    values: list[Value] = []
    for number, pick in enumerate(picks):
        values.append(_value(game, state, pick, option if number == meta.pick else None))
        if number > meta.pick:
            values[-1] = _nothing(game, pick)
    return tuple(values)


def _value(game: Game, state: State, pick: Pick, option: int | None) -> Value:
    slot = pick.slot
    if pick.form == "bundle":
        counts = state[slot + 1 : slot + 1 + _kinds(game, pick)]
        if option is not None:
            counts[state[slot]] = option
        return tuple(counts)
    if pick.form == "subset":
        chosen = state[slot]
        if option is not None and option >= 0:
            chosen |= 1 << option
        return bits(chosen)
    return state[slot] if option is None else option


def _nothing(game: Game, pick: Pick) -> Value:
    if pick.form == "bundle":
        return (0,) * _kinds(game, pick)
    return frozenset() if pick.form == "subset" else NONE
