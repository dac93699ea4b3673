"""Games that random bots played to their end, for examples: final positions, and when points were scored on the way."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import SupportsIndex

from attrs import define, evolve, field

from rulelang.frozen import frozen
from rulelang.program.typing.scope import written_name
from rulelang.runtime.decisions import named_option, pending_decision
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED
from rulelang.runtime.play import Play
from rulelang.simulate.policies.choice import make_policy

SEEDS = 12  # games of which the one to show is taken
PATIENCE = 4  # games that bring nothing new, after which lines with a test are left to it
SCORE = "score "  # begins the name of what is kept of a line that is scored during play
LONGEST = 20_000  # picks of all of them
# Names of generated code: those of a rule’s parameters, and those that loops and `let` made.
_PARAM, _LOCAL = re.compile(r"v_(\w+)"), re.compile(r"(\w+)_\d+")


@frozen
class Scored:
    """Points that a player got at once: for which line, in which position, and what names stood for there."""

    line: str
    player: int
    points: int
    state: tuple[int, ...]
    names: Mapping[str, tuple[int, ...]]
    choice: tuple[str, str] = ("", "")  # the rule that was chosen last, and for what


@define(slots=False)
class Finished:
    """A game at its end; `before` are the positions and picks that changed what is kept of points."""

    play: Play
    slots: Mapping[int, tuple[str, int]]
    before: list[tuple[State, int]] = field(factory=list)

    @cached_property
    def points(self) -> dict[str, list[int]]:
        """The points of each line, player by player."""
        scores = self.play.scores()
        return {
            line.line: [scores[seat][rank].points for seat in range(len(scores))]
            for rank, line in enumerate(scores[0])
        }

    @cached_property
    def scored(self) -> list[Scored]:
        """What was scored during play, from the first on."""
        found: list[Scored] = []
        for state, pick in self.before:
            seen: list[Scored] = []
            self.play.game.apply(_Watched(state, self.slots, seen), pick)
            chooser, choice = state[ASKED], _chosen(self.play.game, state, pick)
            found += (evolve(e, choice=choice) if e.player == chooser else e for e in seen)
        return found

    @property
    def counting(self) -> int:
        """How many lines count for anybody."""
        return sum(any(points) for points in self.points.values())


class _Watched(list[int]):
    """A state that notes when points are added, with the names of the rule that adds them."""

    def __init__(
        self, state: Sequence[int], slots: Mapping[int, tuple[str, int]], found: list[Scored]
    ) -> None:
        super().__init__(state)
        self._slots, self._found = slots, found

    def __setitem__(self, at: SupportsIndex | slice, value: object) -> None:
        known = self._slots.get(at) if isinstance(at, int) else None
        if known is not None and isinstance(at, int) and isinstance(value, int) and value != self[at]:  # fmt: skip
            names = _names(sys._getframe(1).f_locals)
            self._found.append(Scored(*known, value - self[at], tuple(self), names))
        super().__setitem__(at, value)  # type: ignore[call-overload]  # as it was given


def _chosen(game: Game, state: State, pick: int) -> tuple[str, str]:
    """The rule that a pick is for, and what is picked; nothing for what belongs to no rule."""
    asked = pending_decision(game, state)
    if asked is None or asked.alternative is None:
        return "", ""
    return asked.alternative, named_option(game, state, pick).name


def _names(found: Mapping[str, object]) -> dict[str, tuple[int, ...]]:
    """What names of the rules stood for, by the names that generated code gives them."""
    names: dict[str, tuple[int, ...]] = {}
    for name, value in found.items():
        match = _PARAM.fullmatch(name) or _LOCAL.fullmatch(name)
        if match is not None and isinstance(value, int):
            written = written_name(match[1])
            names[written] = (*names.get(written, ()), value)
    return names


def earned_slots(game: Game) -> dict[int, tuple[str, int]]:
    """Where a state keeps what players scored during play: the line and the player of each number."""
    lines = [var for var in game.layout.vars if var.name.startswith(SCORE)]
    return {
        var.slot(owner): (var.name.removeprefix(SCORE), owner)
        for var in lines
        for owner in var.owners
    }


def sample_games(game: Game, tested: Collection[str] = ()) -> list[Finished]:
    """Games in which as many lines count as can be, the one to show first; none if they do not end.

    The first game in which every line counts is enough; lines that are `tested` have other examples.
    """
    slots = earned_slots(game)
    found: list[Finished] = []
    counting: set[str] = set()
    picks = idle = 0
    for seed in range(1, SEEDS + 1):
        finished, many = _finished(game, seed, slots)
        picks += many
        if finished is not None:
            found.append(finished)
            new = {line for line, points in finished.points.items() if any(points)} - counting
            counting |= new
            idle = 0 if new else idle + 1
            if finished.counting == len(finished.points):
                break
        is_rest_tested = bool(found) and set(found[0].points) - counting <= set(tested)
        if picks > LONGEST or (idle >= PATIENCE and is_rest_tested):
            break
    return sorted(found, key=lambda each: -each.counting)


def _finished(
    game: Game, seed: int, slots: Mapping[int, tuple[str, int]]
) -> tuple[Finished | None, int]:
    """A game of random bots, and how many picks it took; None if it does not end."""
    play = game.start(seed=seed)
    found = Finished(play, slots)
    bots = [make_policy("random", game, seed, seat) for seat in range(game.players)]
    state = play.state
    for number in range(LONGEST):
        if play.is_over:
            return found, number
        pick = bots[play.player].pick(state)
        if not slots:
            game.apply(state, pick)
            continue
        before = state[:]
        game.apply(state, pick)
        if any(before[at] != state[at] for at in slots):
            found.before.append((before, pick))
    return None, LONGEST
