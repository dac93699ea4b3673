"""What play shows: in goes a compiled game, out come the places in the rules that did something.

Games are played by random bots while Python tells which generated lines run; each line knows the place in
the rules that it came from. Now and then every action is asked why it is not offered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rulelang.frozen import frozen
from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.game import Game, Place
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
    with _watching(game.file_name, lines):
        play = game.start(seed=seed)
    bots = [make_policy("random", game, seed, seat) for seat in range(game.players)]
    for number in range(PICKS):
        if play.is_over:
            break
        value = bots[play.player].pick(play.state)
        if number % ASKED == 0:
            for action in actions:
                refusals |= {(action, name) for name in _reasons(play.why_not, action)}
        with _watching(game.file_name, lines):
            game.apply(play.state, value)
    with _watching(game.file_name, lines):
        game.function("score_lines")(play.state)
    return Played(frozenset(_places(game, lines)), frozenset(refusals))


def _reasons(why_not: Callable[[str], Any], action: str) -> list[str]:
    try:
        return [found.name for found in why_not(action) if found.kind in FORBIDDING]
    except (Fault, NotOfferedError, KeyError):
        return []  # not an action of this decision


@contextmanager
def _watching(file_name: str, lines: set[int]) -> Iterator[None]:
    """Collect the lines of one file that run."""

    def local(frame: FrameType, event: str, _arg: object) -> Any:  # Python's own signature
        if event == "line":
            lines.add(frame.f_lineno)
        return local

    def begin(frame: FrameType, _event: str, _arg: object) -> Any:
        return local if frame.f_code.co_filename == file_name else None

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        yield
    finally:
        sys.settrace(before)


def _places(game: Game, lines: set[int]) -> Iterator[Place]:
    for number, path, start, end in game.to_data()["lines"]:
        if number in lines:
            yield path, start, end
