"""A game in which a secret decides what is offered: in goes a game, out comes the shortest one that was found.

Before each answer everything that the player does not see is dealt out anew. That player cannot tell the two
positions apart; if the options differ, they tell.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from rulelang.runtime.blindfold import determinise
from rulelang.runtime.decisions import named_option
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ASKED, PC
from rulelang.simulate.many_games import game_seed
from rulelang.simulate.policies.uniform import RandomPolicy
from rulelang.verify.finding import AnswerStep, settle
from rulelang.verify.shorten import leave_out

DEALS = 3  # other positions that look the same
MOST_PICKS = 200
SHORTER = 4_000  # answers given while looking for a shorter game


class Leak(NamedTuple):
    """Where it happens: the answers before, who is asked, and what is offered in one of two positions only."""

    seed: int
    steps: tuple[AnswerStep, ...]
    player: int
    offered: tuple[str, ...]


def find_leak(game: Game, games: int, seed: int = 0) -> Leak | None:
    """Look in some random games; return the shortest that shows a leak, cut down."""
    found = [leak for n in range(games) if (leak := _in_game(game, game_seed(seed, n))) is not None]
    if not found:
        return None
    best = min(found, key=lambda leak: len(leak.steps))

    def shown(steps: tuple[AnswerStep, ...]) -> tuple[tuple[AnswerStep, ...] | None, int]:
        done, leak = _after(game, best.seed, steps)
        return (done if leak is not None else None), len(done) + 1

    steps = leave_out(best.steps, shown, SHORTER)
    return _after(game, best.seed, steps)[1] or best


def _in_game(game: Game, seed: int) -> Leak | None:
    bots = [RandomPolicy(game, Random(seed + seat)) for seat in range(game.players)]
    state = game.new_state(seed)
    steps: list[AnswerStep] = []
    try:
        call_with_place(game, game.begin, state)
        while state[PC] and len(steps) < MOST_PICKS:
            leak = _here(game, state, seed, tuple(steps))
            if leak is not None:
                return leak
            option = bots[state[ASKED]].pick(state)
            steps.append(AnswerStep(option))
            call_with_place(game, game.apply, state, option)
    except Fault:
        return None
    return None


def _after(
    game: Game, seed: int, steps: tuple[AnswerStep, ...]
) -> tuple[tuple[AnswerStep, ...], Leak | None]:
    """Play answers where they are offered, skip the others; say whether there is a leak then."""
    state = game.new_state(seed)
    done: list[AnswerStep] = []
    try:
        call_with_place(game, game.begin, state)
        for step in steps:
            if state[PC] and step.option in game.options(state):
                done.append(step)
                call_with_place(game, game.apply, state, step.option)
                settle(game, state)
    except Fault:
        return tuple(done), None
    return tuple(done), _here(game, state, seed, tuple(done)) if state[PC] else None


def _here(game: Game, state: State, seed: int, steps: tuple[AnswerStep, ...]) -> Leak | None:
    player = state[ASKED]
    options = set(game.options(state))
    for deal in range(DEALS):
        other = determinise(game, state, player, seed + deal)
        differing = options ^ set(game.options(other))
        if differing:
            sides = [(state, value) if value in options else (other, value) for value in differing]
            names = sorted(named_option(game, side, value).name for side, value in sides)
            return Leak(seed, steps, player, tuple(names))
    return None
