"""One seed played by bots and measured: in goes a game and a number, out come its numbers as plain data.

Besides how it ended: how often the lead changed hands, what everybody gained of each kind, which options were offered
and chosen, and what each player had chosen to be (a variable of the player that names a case and stays, such as a power).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.balance.foreign_measures import check_result as check_result
from rulelang.jobs.job import Data
from rulelang.runtime.description import PendingPick, Variable
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import PC
from rulelang.simulate.action_names import action_table, taken
from rulelang.simulate.goods import owned_slots
from rulelang.simulate.many_games import game_seed
from rulelang.simulate.one_game import OVER, play_game

MOST_CASES = 40  # a variable with more cases is no choice of a few


def play_item(games: Sequence[Game], options: Data, number: int) -> Data:
    """Play one seed with each of the games."""
    seed = game_seed(options["seed"], number)
    return [measure(game, options["bots"], seed) for game in games]


def measure(game: Game, bots: Sequence[str], seed: int) -> dict[str, Any]:
    """Play one game and measure it."""
    watch = _Watch(game)
    result = play_game(game, bots, seed, watch=watch)
    watch.end()
    names = action_table(game).names
    ordered = sorted(result.scores, reverse=True)
    return {
        "is_over": result.status == OVER,
        "status": result.status,
        "said": result.said,
        "seed": seed,
        "turns": result.turns,
        "decisions": result.decisions,
        "scores": result.scores,
        "winners": result.winners,
        "spread": ordered[0] - ordered[-1],
        "margin": ordered[0] - ordered[min(1, len(ordered) - 1)],
        "lead_changes": watch.lead_changes,
        "actions": {name: sum(c) for name, c in zip(names, result.actions, strict=True)},
        "gained": watch.gained,
        "offered": sorted(watch.offered),
        "chosen": sorted(watch.chosen),
        "choices": watch.choices,
    }


class _Watch:
    """Looks on before every answer; the vector is the same object all the time."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._state: State | None = None
        self._score_lines = game.function("score_lines")
        self._turn = -1
        self._leader = -1
        self.lead_changes = 0
        self.offered: set[str] = set()
        self.chosen: set[str] = set()
        self.choices: dict[str, list[Any]] = {}
        self._slots = owned_slots(game)
        self.gained = dict.fromkeys(self._slots, 0)
        self._held: dict[str, int] = {}

    def __call__(self, state: State, option: int, turn: int) -> None:
        self._state = state
        self._count_gains(state)
        if turn != self._turn:
            self._turn = turn
            self._look_at_lead(state)
        data = self._game.description.picks[state[PC] - 1]
        if data.pick < 0:
            names = [taken(self._game, state, o) for o in self._game.options(state)]
            self.offered.update(name for name in names if name is not None)
            chosen = taken(self._game, state, option)
            if chosen is not None:
                self.chosen.add(chosen)
        elif data.form == "value":
            self._note_value(data, state, option)

    def _note_value(self, data: PendingPick, state: State, option: int) -> None:
        """Note the cases of an enum that a pick offers; places and things have their own statistics."""
        alternative = data.alternatives[data.alternative]
        pick = alternative.picks[data.pick]
        type_ = pick.type
        if type_.universe not in self._game.description.enums or type_.universe == "Player":
            return
        row = taken(self._game, state, option)
        is_all = alternative.rule is None and len(alternative.picks) == 1
        head = f"{row} = " if is_all else f"{row}: {pick.local} = "
        names = self._game.names
        self.offered.update(head + names.name(type_, o) for o in self._game.options(state))
        self.chosen.add(head + names.name(type_, option))

    def _count_gains(self, state: State) -> None:
        """Count what came from the supply: what players have among them, with all that is theirs."""
        for name, slots in self._slots.items():
            held = sum(state[slot] for slot in slots)
            self.gained[name] += max(0, held - self._held.get(name, held))
            self._held[name] = held

    def _look_at_lead(self, state: State) -> None:
        lines = self._score_lines(state)
        totals = [sum(line[seat] for line in lines) for seat in range(self._game.players)]
        best = max(totals)
        if totals.count(best) > 1:
            return
        leader = totals.index(best)
        if self._leader not in (-1, leader):
            self.lead_changes += 1
        self._leader = leader

    def end(self) -> None:
        """Look at the last position, which nobody answers."""
        if self._state is None:
            return
        self._count_gains(self._state)
        self._look_at_lead(self._state)
        told = {var.name: var for var in self._game.description.vars if is_choice(self._game, var)}
        for slots in self._game.layout.vars:
            if slots.name in told:
                type_ = told[slots.name].type
                self.choices[slots.name] = [
                    self._game.names.to_words(type_, self._state[slots.first + rank * slots.width])
                    for rank in range(len(slots.owners))
                ]


def is_choice(game: Game, var: Variable) -> bool:
    """Can this variable be what a player has chosen to be: one case of a few for each player?"""
    universe = var.type.universe
    if var.hidden or var.owner_kind != "Player" or var.type.form != "ref":
        return False
    cases = game.description.enums.get(universe, ())
    return universe != "Player" and 1 < len(cases) <= MOST_CASES
