"""What searches and watched games found, from a file: in goes plain data, out comes an error if it cannot be so.

A finding brings the game that shows it. Whether it shows anything is seen when it is played; here it is only seen that it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from attrs import frozen

from rulelang.files import BadInputError
from rulelang.foreign_data import Count, Data, Plain, Seed, read_as
from rulelang.runtime.game import Game
from rulelang.verify.finding import from_data, record_of


class FoundChance(NamedTuple):
    """An outcome of chance."""

    name: str
    value: Plain


class FoundStep(NamedTuple):
    """An answer and what chance brought after it."""

    option: Count
    chance: list[FoundChance]


class FoundFault(NamedTuple):
    """A finding, see `finding.to_data`."""

    code: str
    said: str
    place: tuple[str, int, int] | None
    seed: Seed
    start: list[FoundChance]
    steps: list[FoundStep]
    is_shortest: bool


@frozen(kw_only=True)
class WatchedGame:
    """What a watched game has shown."""

    finding: FoundFault | None
    picks: Count
    is_over: bool
    actions: list[str]
    lines: list[str]
    kinds: list[str]


@frozen(kw_only=True)
class SearchedScope:
    """What a search has seen, see `search.Explored`."""

    positions: Count
    ends: Count
    depth: Count
    is_whole: bool
    is_to_depth: bool
    shuffled: list[str]
    actions: list[str]
    findings: list[FoundFault]


def check_result(games: Sequence[Game], options: Data, number: int, result: Data) -> None:
    """Raise BadInputError if this is no result of `do_item`."""
    if number < len(options["scopes"]):
        read_as(result, SearchedScope)
        for finding in result["findings"]:
            _check_game(games[1 + number], finding)
        return
    if read_as(result, WatchedGame).finding is not None:
        _check_game(games[0], result["finding"])


def _check_game(game: Game, finding: Data) -> None:
    """Play what a finding shows: answers that were never offered are no game."""
    try:
        record_of(game, from_data(finding))
    except (LookupError, TypeError, ValueError) as fault:
        raise BadInputError(f"no game goes so: {fault}") from None
