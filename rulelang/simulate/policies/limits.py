"""What bots leave alone: the `bots` lines of the rules, which limit tries and are no rules themselves.

`bots offer: 3 offers` lets a bot choose `offer` three times in a turn, `bots offer: 2 cards, 3 offers` also
lets it name at most two things in a bundle of that action. The last number is how often, the first of two how
much. With 0 a bot never tries, and when others do it answers without proposals of its own: alternatives with
a bundle to make up are left alone too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rulelang.runtime.description import Alternative
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ACTIVE, PC


class _Tables(NamedTuple):
    """By pending pick: the limited alternatives and how often; the slots of a bundle and how much."""

    choices: dict[int, dict[int, tuple[str, int]]]
    bundles: dict[int, tuple[int, int]]


@lru_cache(maxsize=8)
def _tables(game: Game) -> _Tables:
    limits = game.description.bot_limits
    tables = _Tables({}, {})
    for number, data in enumerate(game.description.picks, start=1) if limits else ():
        if data.pick < 0:
            found = {
                rank: (name, limits[name][-1])
                for rank, alternative in enumerate(data.alternatives)
                if (name := limited_name(alternative, limits, data.routine))
            }
            if found:
                tables.choices[number] = found
        elif data.form == "bundle":
            alternative = data.chosen
            name = limited_name(alternative, limits)
            if name and len(limits[name]) > 1:
                slot = data.asked.slot
                tables.bundles[number] = (slot, limits[name][0])
    return tables


class BotLimits:
    """The limits of one game with the count of tries of one bot in the running turn."""

    __slots__ = ("_active", "_bundles", "_choices", "_tries")

    def __init__(self, game: Game) -> None:
        self._choices, self._bundles = _tables(game)
        self._active = -1
        self._tries: dict[str, int] = {}

    def copy(self) -> BotLimits:
        """Return limits with the same tries so far, to think ahead with."""
        other = object.__new__(BotLimits)
        other._choices, other._bundles = self._choices, self._bundles
        other._active, other._tries = self._active, dict(self._tries)
        return other

    def allowed(self, state: State, options: list[int]) -> list[int]:
        """Return the options that a bot may try; all of them if none is left otherwise."""
        pending = state[PC]
        if pending in self._choices:
            self._follow_turn(state)
            limited = self._choices[pending]
            kept = [
                option
                for option in options
                if option not in limited
                or self._tries.get(limited[option][0], 0) < limited[option][1]
            ]
            return kept or options
        if pending in self._bundles:
            slot, most = self._bundles[pending]
            left = most - sum(state[slot + 1 : slot + 1 + state[slot]])
            return [option for option in options if option <= left] or options[:1]
        return options

    def note(self, state: State, option: int) -> None:
        """Count a try, before the option is applied."""
        limited = self._choices.get(state[PC])
        if limited is not None and option in limited:
            self._follow_turn(state)
            name = limited[option][0]
            self._tries[name] = self._tries.get(name, 0) + 1

    def _follow_turn(self, state: State) -> None:
        if state[ACTIVE] != self._active:
            self._active = state[ACTIVE]
            self._tries.clear()


def limited_name(
    alternative: Alternative, limits: Mapping[str, tuple[int, ...]], routine: str = ""
) -> str:
    """Return the name under which an alternative is limited, or nothing."""
    for name in (alternative.name, alternative.rule):
        if name in limits:
            return str(name)
    is_proposal = any(pick.form == "bundle" for pick in alternative.picks)
    return routine if is_proposal and limits.get(routine, [1])[-1] == 0 else ""
