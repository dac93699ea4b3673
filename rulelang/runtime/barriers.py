"""Answers in any order: who may answer now, and the turn from one player of a `together` to another.

The players of a `together` see the position before it and nothing of each other, so whoever answers
first, the state after all answers is the same. The vector keeps one of them as the one who is asked;
`turn_to` asks another one instead. Elsewhere just one player may answer.
"""

from __future__ import annotations

from random import Random

from rulelang.runtime.bits import members
from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ACTIVE, ASKED, PC


def barrier_of(game: Game, state: State) -> int | None:
    """Return the number of the `together` that play waits in; None elsewhere."""
    if state[PC] == 0:
        return None
    found: int | None = game.description.picks[state[PC] - 1].barrier
    return found


def deciders(game: Game, state: State) -> list[int]:
    """Return everyone who may answer now, in turn order; nobody when the game is over."""
    if state[PC] == 0:
        return []
    barrier = barrier_of(game, state)
    if barrier is None:
        return [state[ASKED]]
    waiting = game.function(f"to_answer_{barrier}")(state)
    first = max(0, state[ACTIVE])
    order = sorted(members(waiting), key=lambda player: (player - first) % game.players)
    return [player for player in order if _is_asked(game, state, player)]


def _is_asked(game: Game, state: State, player: int) -> bool:
    """Is there a question for this player? A pick that can be skipped has none."""
    if player == state[ASKED]:
        return True
    after = state[:]
    try:
        turn_to(game, after, player)
    except Fault:  # shows when this player is asked
        return True
    return after[ASKED] == player and after[PC] != 0


def turn_to(game: Game, state: State, player: int) -> None:
    """Ask `player` next, in place; what the one who is asked has picked so far is taken back.

    Raises:
        NotOfferedError: this player has nothing to answer now.
        Fault: there is no option for this player; the vector is then half changed.
    """
    if state[PC] == 0:
        raise NotOfferedError("the game is over")
    if player == state[ASKED]:
        return
    barrier = barrier_of(game, state)
    waiting = 0 if barrier is None else game.function(f"to_answer_{barrier}")(state)
    if not waiting >> player & 1:
        raise NotOfferedError(f"{game.player_names[player]} is not asked now")
    call_with_place(game, game.function("turn_to"), state, barrier, player)


def answer_anew(game: Game, state: State, player: int, rng: Random) -> None:
    """Put random answers, in place, where others than `player` have answered the `together`.

    Nobody may know those yet, so a bot that thinks for `player` must not either.
    """
    barrier = barrier_of(game, state)
    if barrier is None:
        return
    waiting = game.function(f"to_answer_{barrier}")(state)
    answered = game.function(f"takes_part_{barrier}")(state) & ~waiting & ~(1 << player)
    slots: list[tuple[int, int]] = game.function(f"answers_{barrier}")(state)
    for other in members(answered):
        scratch = state[:]
        game.function(f"reopen_{barrier}")(scratch, other)
        try:
            turn_to(game, scratch, other)
            while scratch[ASKED] == other and barrier_of(game, scratch) == barrier:
                offered = game.options(scratch)
                game.apply(scratch, offered[int(rng.random() * len(offered))])
        except Fault:  # where hidden things lie elsewhere there may be nothing to answer
            continue
        for first, width in slots:
            own = slice(first + other * width, first + (other + 1) * width)
            state[own] = scratch[own]
