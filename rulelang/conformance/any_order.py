"""Answers to a `together` in any order: the same options for each player, the same bytes at the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulelang.conformance.walks import pick_meta, playable_options
from rulelang.runtime.barriers import deciders, turn_to
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED, PC

Answers = list[tuple[list[int], int]]  # what was offered, and what was taken


def any_order_problem(game: Game, state: State, random: Random) -> str:
    """Let those who have to answer do so in another order; return what differs."""
    waiting = deciders(game, state)
    if len(waiting) < 2:
        return ""
    back = state[:]
    try:
        turn_to(game, back, waiting[-1] if state[ASKED] != waiting[-1] else waiting[0])
        turn_to(game, back, state[ASKED])
        if back != state:
            return ""  # half an answer is given already
        answers = {player: _answers(game, state, player, random) for player in waiting}
    except Fault:
        return ""
    shuffled = waiting[:]
    random.shuffle(shuffled)
    ends = [_played(game, state, order, answers) for order in (waiting, shuffled)]
    for end in ends:
        if isinstance(end, str):
            return end
    return "" if ends[0] == ends[1] else f"answers in the order {shuffled} lead to other bytes"


def _answers(game: Game, state: State, player: int, random: Random) -> Answers:
    """Let one player answer at random while all others wait."""
    after = state[:]
    barrier = pick_meta(game, state).barrier
    turn_to(game, after, player)
    found: Answers = []
    while after[PC] and after[ASKED] == player and pick_meta(game, after).barrier == barrier:
        option = random.choice(playable_options(game, after))
        found.append((game.options(after), option))
        game.apply(after, option)
    return found


def _played(
    game: Game, state: State, order: Sequence[int], answers: dict[int, Answers]
) -> State | str:
    after = state[:]
    try:
        for player in order:
            turn_to(game, after, player)
            for offered, option in answers[player]:
                if game.options(after) != offered:
                    return f"the options of {player} depend on who has answered"
                game.apply(after, option)
    except Fault as fault:
        return [ord(letter) for letter in fault.code]  # the same fault must come in any order
    return after
