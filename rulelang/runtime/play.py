"""A game in progress: who is asked what, answers, undo, saving.

A `Play` wraps the bare vector with names. One *pick* is answered at a time; `take` plays a whole
decision. A fault leaves the state as it was before the pick.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.game import Game, State, with_place
from rulelang.runtime.layout import ACTIVE, ASKED, PC

DONE = "done"


class Option(NamedTuple):
    """Something that can be picked: its number for `apply`, its name and its labels."""

    value: int
    name: str
    label: dict[str, str]


class PendingDecision(NamedTuple):
    """Who is asked what. `pick` is the name of the pick, "which" for the first."""

    player: int
    name: str
    label: dict[str, str]
    alternative: str | None
    pick: str
    pick_label: dict[str, str]
    form: str


class Play:
    """A game in progress."""

    __slots__ = ("_history", "game", "seed", "state")

    def __init__(self, game: Game, state: State, seed: int) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self._history: list[tuple[State, int, bool]] = []

    # --- who is asked ------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.state[PC] == 0

    @property
    def player(self) -> int:
        """Who is asked; -1 when the game is over."""
        return self.state[ASKED]

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state[ACTIVE]

    def _meta(self) -> dict[str, Any]:
        found: dict[str, Any] = self.game.meta["picks"][self.state[PC] - 1]
        return found

    @property
    def decision(self) -> PendingDecision | None:
        """Who is asked what; None when the game is over."""
        if self.is_over:
            return None
        meta = self._meta()
        alternative, pick, pick_label = None, "which", meta["label"]
        if meta["pick"] >= 0:
            chosen = meta["alternatives"][meta["alternative"]]
            alternative = chosen["name"]
            pick = chosen["picks"][meta["pick"]]["local"]
            pick_label = chosen["picks"][meta["pick"]]["label"]
        return PendingDecision(
            self.player,
            meta["decision"],
            meta["label"],
            alternative,
            pick,
            pick_label,
            meta["form"],
        )

    def options(self) -> list[Option]:
        """Return what can be picked now, in canonical order."""
        if self.is_over:
            return []
        return [self.option(value) for value in self.game.options(self.state)]

    def option(self, value: int) -> Option:
        """Return the pending pick's option with this number."""
        meta = self._meta()
        if meta["form"] == "which":
            alternatives = meta["alternatives"]
            if value == len(alternatives):
                return Option(value, DONE, {"en": DONE})
            chosen = alternatives[value]
            return Option(value, chosen["name"], chosen["label"] or {"en": chosen["name"]})
        pick = meta["alternatives"][meta["alternative"]]["picks"][meta["pick"]]
        if meta["form"] == "bundle":
            return Option(value, str(value), {"en": str(value)})
        type_ = pick["type"]
        if meta["form"] == "subset":
            if value < 0:
                return Option(value, DONE, {"en": DONE})
            type_ = type_["of"]
        return Option(
            value, self.game.member_name(type_, value), self.game.member_label(type_, value)
        )

    # --- answering ---------------------------------------------------------------------------------

    def choose(self, option: Option | int | str) -> None:
        """Answer the pending pick by option, number or name."""
        value = self._value_of(option)
        before = self.state[:]
        events = self.game.chance.events
        asked = self.state[ASKED]
        try:
            with_place(self.game, self.game.apply, self.state, value)
            if self.game.meta["has_invariants"]:
                with_place(self.game, self.game.function("check_invariants"), self.state)
        except Fault:
            self.state[:] = before
            raise
        is_barrier = self.game.chance.events != events or self.state[ASKED] != asked
        self._history.append((before, value, is_barrier))

    def _value_of(self, option: Option | int | str) -> int:
        offered = self.game.options(self.state)
        if isinstance(option, Option):
            value = option.value
        elif isinstance(option, str):
            named = [number for number in offered if self.option(number).name == option]
            if not named:
                raise NotOfferedError(f"{option!r} is not offered; {self._offered(offered)}")
            value = named[0]
        else:
            value = option
        if value not in offered:
            raise NotOfferedError(f"{option!r} is not offered; {self._offered(offered)}")
        return value

    def _offered(self, offered: list[int]) -> str:
        names = ", ".join(self.option(number).name for number in offered)
        return f"the options are: {names}" if names else "there is no option"

    def undo(self) -> bool:
        """Take back the last answer; False if chance, a reveal or another player came after it."""
        if not self._history:
            return False
        before, _value, is_barrier = self._history[-1]
        if is_barrier:
            return False
        self._history.pop()
        self.state[:] = before
        return True

    def copy(self) -> Play:
        """Return an independent play at the same point, with the same past."""
        other = Play(self.game, self.state[:], self.seed)
        other._history = self._history[:]
        return other

    def key(self) -> bytes:
        """Return the vector as bytes: equal positions have equal keys."""
        return state_key(self.state)

    # --- whole decisions -----------------------------------------------------------------------------

    def flat_options(self) -> list[tuple[int, ...]]:
        """Return every full decision as the tuple of its answers, by depth-first search."""
        return list(_answers(self.game, self.state))


def state_key(state: State) -> bytes:
    """Return a vector as bytes; numbers beyond 64 bits are written out."""
    try:
        return array("q", state).tobytes()
    except OverflowError:
        return ",".join(map(str, state)).encode()


def _answers(game: Game, state: State) -> Iterator[tuple[int, ...]]:
    if state[PC] == 0:
        return
    node = game.meta["picks"][state[PC] - 1]
    for value in game.options(state):
        after = state[:]
        if is_last_pick(game, node, value, state):
            yield (value,)
            continue
        game.apply(after, value)
        for rest in _answers(game, after):
            yield (value, *rest)


def is_last_pick(game: Game, meta: dict[str, Any], value: int, state: State) -> bool:
    """Does this answer complete the decision?"""
    after = state[:]
    game.apply(after, value)
    if after[PC] == 0:
        return True
    following = game.meta["picks"][after[PC] - 1]
    return following["node"] != meta["node"] or following["pick"] < 0
