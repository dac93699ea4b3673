"""What play shows: in goes a compiled game, out come the places in the rules that did something.

Games are played by random bots. Now and then every action is asked why it is not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.frozen import frozen
from rulelang.runtime.description import Place
from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.game import Game
from rulelang.scenarios.places_run import places_of, watching
from rulelang.simulate.policies.choice import make_policy

PICKS = 1500  # of a game: what has not come up by then hardly will
ASKED = 40  # picks from one question why something is not offered to the next
FORBIDDING = ("require", "limit", "cost")


@frozen
class Played:
    """What one game showed: places that ran, and (rule, requirement) that forbade something."""

    places: frozenset[Place]
    refusals: frozenset[tuple[str, str]]


def play_games(game: Game, games: int, actions: list[str], seed: int) -> list[Played]:
    """Play some games; each begins with another seed."""
    return [_play(game, actions, seed + number) for number in range(games)]


def _play(game: Game, actions: list[str], seed: int) -> Played:
    lines: set[int] = set()
    refusals: set[tuple[str, str]] = set()
    with watching(game, lines):
        play = game.start(seed=seed)
    bots = [make_policy("random", game, seed, seat) for seat in range(game.players)]
    for number in range(PICKS):
        if play.is_over:
            break
        value = bots[play.player].pick(play.state)
        if number % ASKED == 0:
            for action in actions:
                refusals |= {(action, name) for name in _reasons(play.why_not, action)}
        with watching(game, lines):
            game.apply(play.state, value)
    with watching(game, lines):
        game.function("score_lines")(play.state)
    return Played(frozenset(places_of(game, lines)), frozenset(refusals))


def _reasons(why_not: Callable[[str], Any], action: str) -> list[str]:
    try:
        return [found.name for found in why_not(action) if found.kind in FORBIDDING]
    except (Fault, NotOfferedError, KeyError):
        return []  # not an action of this decision
