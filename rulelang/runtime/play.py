"""A game in progress: who is asked what, answers, undo, scores.

A `Play` wraps the bare vector with names. One *pick* is answered at a time (`choose`); `take` plays a
whole decision. A fault leaves the state as it was before the pick.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from rulelang.runtime import barriers, decisions, reasons
from rulelang.runtime.blindfold import determinise
from rulelang.runtime.decisions import DONE, WHICH, Option, PendingDecision
from rulelang.runtime.description import Alternative, Label, PendingPick, Pick
from rulelang.runtime.faults import ChanceError, Fault, NotOfferedError
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ACTIVE, ASKED, PC, SEED
from rulelang.runtime.outcomes import Outcome, outcomes
from rulelang.runtime.reasons import Refusal
from rulelang.runtime.subset_answers import answer_subset
from rulelang.runtime.views import View, view_of

Said = tuple[tuple[str, object], ...]


class Answer(NamedTuple):
    """One answered pick: the vector before it, the option and whether undo must stop here.

    `said` are the outcomes of chance that somebody had fixed, as (name, value).
    """

    before: State
    value: int
    is_barrier: bool
    said: Said = ()


class ScoreItem(NamedTuple):
    """One line of a player's score."""

    line: str
    label: Label
    points: int
    cites: tuple[str, ...]


class Play:
    """A game in progress.

    Attributes:
        answers: every pick that was answered, from the start.
        said: the fixed outcomes of chance that came up before the first answer.
        start: the vector a play began with that did not begin with set-up; None: it did.
    """

    __slots__ = ("answers", "game", "held", "said", "seed", "start", "state")

    def __init__(self, game: Game, state: State, seed: int, *, said: Said = ()) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.said = said
        self.start: State | None = None
        self.answers: list[Answer] = []
        self.held: dict[int, list[str]] = {}  # what was answered before somebody else was asked

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
    def deciders(self) -> list[int]:
        """Everyone who may answer now, in turn order: several inside a `together`.

        They may answer in any order, which makes no difference to the state. `player` is the one
        whose options are shown; `turn_to` asks another one.
        """
        return barriers.deciders(self.game, self.state)

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state[ACTIVE]

    @property
    def decision(self) -> PendingDecision | None:
        """Who is asked what; None when the game is over."""
        return decisions.pending_decision(self.game, self.state)

    def options(self) -> list[Option]:
        """Return what can be picked now, in canonical order."""
        return [self.option(value) for value in self.game.options(self.state)]

    def option(self, value: int) -> Option:
        """Return the pending pick's option with this number."""
        return decisions.named_option(self.game, self.state, value)

    def flat_options(self) -> list[tuple[int, ...]]:
        """Return every full decision as the tuple of its answers, by depth-first search."""
        return list(_flat(self.game, self.state))

    def outcomes(self, option: Option | int | str) -> list[Outcome]:
        """Return everything chance can make of an answer, with exact probabilities."""
        return outcomes(self.game, self.state, self._value_of(option))

    # --- answering ---------------------------------------------------------------------------------

    def turn_to(self, player: int) -> None:
        """Ask another of the `deciders` first; half an answer of the one who was asked is kept.

        Raises:
            NotOfferedError: this player has nothing to answer now.
        """
        if player == self.player:
            return
        before = self.state[:]
        asked, waiting = self.player, set(self.deciders)
        part: list[Answer] = []
        while self.answers and self._is_part(self.answers[-1], asked, waiting):
            part.insert(0, self.answers.pop())
        try:
            if part:
                self.state[:] = part[0].before
            barriers.turn_to(self.game, self.state, player)
        except (NotOfferedError, Fault):
            self.state[:] = before
            self.answers += part
            raise
        if part:
            self.held[asked] = [
                decisions.named_option(self.game, answer.before, answer.value).name
                for answer in part
            ]
        self._go_on_with_held()

    def _is_part(self, answer: Answer, asked: int, waiting: set[int]) -> bool:
        """Is this answer one of several that the player who is asked gives to a `together`?"""
        if answer.before[ASKED] != asked:
            return False
        return set(barriers.deciders(self.game, answer.before)) == waiting

    def _go_on_with_held(self) -> None:
        for name in self.held.pop(self.player, ()):
            self._choose(name)

    def choose(self, option: Option | int | str, *, player: int | None = None) -> None:
        """Answer the pending pick by option, number or name; `player` is one of the `deciders`."""
        if player is not None:
            self.turn_to(player)
        self._choose(option)
        if self.held:
            self._go_on_with_held()

    def _choose(self, option: Option | int | str) -> None:
        value = self._value_of(option)
        before = self.state[:]
        chance = self.game.chance
        events, said = chance.events, len(chance.said)
        try:
            call_with_place(self.game, self.game.apply, self.state, value)
            if self.game.description.has_invariants:
                call_with_place(self.game, self.game.function("check_invariants"), self.state)
            # A forced choice without an option shows its fault here, so that nothing has happened.
            call_with_place(self.game, self.game.options, self.state)
        except (Fault, ChanceError):
            self.state[:] = before
            raise
        is_barrier = chance.events != events or self.state[ASKED] != before[ASKED]
        self.answers.append(Answer(before, value, is_barrier, tuple(chance.said[said:])))

    def _value_of(self, option: Option | int | str) -> int:
        offered = self.game.options(self.state)
        if isinstance(option, Option):
            value = option.value
        elif isinstance(option, str):
            value = next((n for n in offered if self.option(n).name == option), -2)
        else:
            value = option
        if value not in offered:
            names = ", ".join(self.option(number).name for number in offered)
            raise NotOfferedError(f"{option!r} is not offered; the options are: {names or 'none'}")
        return value

    def take(self, action: str, *values: object) -> None:
        """Play a whole decision: an alternative by name, then its picks by name or value.

        A bundle is {kind: count}, a subset a list; None stands for a pick that was skipped. With the
        name of a rule that is under way, its decisions are answered one after the other.

        Raises:
            NotOfferedError: something is not offered, or values are missing or left over; the play
                is then as it was before.
        """
        mark = len(self.answers)
        before, held = self.state[:], dict(self.held)
        try:
            self._take(action, list(values))
        except (NotOfferedError, Fault, ChanceError):
            self.state[:] = before
            self.held = held
            del self.answers[mark:]
            raise

    def _take(self, action: str, values: list[object]) -> None:
        if self.is_over:
            raise NotOfferedError("the game is over")
        data = decisions.pick_data(self.game, self.state)
        names = [_names_of(alternative) for alternative in data.alternatives]
        found = next((i for i, known in enumerate(names) if action in known), None)
        if data.form == WHICH:
            self.choose(action if found is None else found)
        elif found != data.alternative and action != data.routine:
            raise NotOfferedError(f"{action!r} is not offered")
        if found is not None or action == DONE:
            self._answer_picks(data, found, values)
            return
        while values:
            if self.is_over or decisions.pick_data(self.game, self.state).routine != action:
                raise NotOfferedError(f"{action!r} asks for less than {len(values)} more values")
            data = decisions.pick_data(self.game, self.state)
            self._answer_picks(data, data.alternative, values, is_part=True)

    def _answer_picks(
        self,
        data: PendingPick,
        alternative: int | None,
        values: list[object],
        *,
        is_part: bool = False,
    ) -> None:
        picks = data.alternatives[alternative].picks if alternative is not None else []
        for number, pick in enumerate(picks):
            if not values:
                raise NotOfferedError(f"no value for {pick.local}")
            value = values.pop(0)
            pending = None if self.is_over else decisions.pick_data(self.game, self.state)
            if pending is None or pending.node != data.node or pending.pick != number:
                if value is not None:
                    raise NotOfferedError(f"{pick.local} is not asked")
                continue
            self._answer(pick, value)
        if values and not is_part:
            raise NotOfferedError(f"too many values: {values}")

    def _answer(self, pick: Pick, value: object) -> None:
        try:
            meant = self.game.names.from_words(pick.type, value)
        except (KeyError, ValueError):
            raise NotOfferedError(f"there is no {value!r} for {pick.local}") from None
        if pick.form == "bundle":
            for amount in meant:
                self.choose(amount)
        elif pick.form == "subset":
            answer_subset(self, pick, meant)
        else:
            self.choose(meant)

    def undo(self) -> bool:
        """Take back the last answer; False if chance, a reveal or another player came after it."""
        if not self.answers or self.answers[-1].is_barrier:
            return False
        self.state[:] = self.answers.pop().before
        return True

    def why_not(self, action: str, *, player: int | None = None, **values: object) -> list[Refusal]:
        """Return why an action cannot be taken with these values; [] if it can."""
        return reasons.why_not(self.game, self.state, action, values, player)

    def view(self, player: int | None) -> View:
        """Return what a player may know, as plain data; None: somebody at no seat."""
        return view_of(self.game, self.state, player)

    def determinise(self, player: int, seed: int) -> Play:
        """Return a play that `player` cannot tell from this one, to think on: it has no past.

        What that player does not see is dealt out anew, and the generator is another one.
        """
        state = determinise(self.game, self.state, player, seed)
        play = Play(self.game, state, state[SEED])
        play.start = state[:]
        return play

    def enter_step(self, step: str, player: int, **values: int) -> None:
        """Go to a step with a player's turn, as tests do; `values` are loop variables and locals."""
        self.game.function("enter")(self.state, step, player, values)
        self.answers.clear()
        self.held.clear()
        self.start = self.state[:]

    def evaluate(self, define: str, *args: int) -> Any:
        """Return the value of a definition now."""
        return self.game.define(define)(self.state, *args)

    # --- looking -----------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """Return the play as plain data: rules hash, seed, answers by name, and the vector."""
        from rulelang.runtime.records import save

        return save(self)

    def copy(self) -> Play:
        """Return an independent play at the same point, with the same past."""
        other = Play(self.game, self.state[:], self.seed, said=self.said)
        other.start = self.start
        other.answers = self.answers[:]
        other.held = dict(self.held)
        return other

    def key(self) -> bytes:
        """Return the vector as bytes: equal positions have equal keys."""
        return state_key(self.state)

    def scores(self) -> list[list[ScoreItem]]:
        """Return, for each player, the points of each scoring line."""
        lines = self.game.function("score_lines")(self.state)
        told = self.game.description.scores
        return [
            [
                ScoreItem(line.name, line.label, points[player], tuple(line.cites))
                for line, points in zip(told, lines, strict=True)
            ]
            for player in range(self.game.players)
        ]

    def totals(self) -> list[int]:
        """Return the points of each player."""
        return [sum(item.points for item in items) for items in self.scores()]

    def winners(self) -> list[int]:
        """Return who has won, by the keys of `win`; everybody who shares it."""
        keys = self.game.function("win_keys")(self.state, self.totals())
        best = max(keys)
        return [player for player, key in enumerate(keys) if key == best]


def _names_of(alternative: Alternative) -> set[str | None]:
    return {alternative.name, alternative.rule} - {None}


def state_key(state: State) -> bytes:
    """Return a vector as bytes; one with numbers beyond 64 bits is written out."""
    try:
        return array("q", state).tobytes()
    except OverflowError:
        return ",".join(map(str, state)).encode()


def _flat(game: Game, state: State) -> Iterator[tuple[int, ...]]:
    for value in game.options(state):
        after = state[:]
        game.apply(after, value)
        if decisions.goes_on(game, state, after):
            for rest in _flat(game, after):
                yield (value, *rest)
        else:
            yield (value,)
