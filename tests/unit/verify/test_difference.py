"""Where two sets of rules part: planted differences at their known depth, by search and by random games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.game import Game
from rulelang.runtime.records import replay
from rulelang.verify.difference import Effort, describe, record_of, shortest_difference

GameOf = Callable[..., Game]

COINS = """game coins:
    players 2 named ann, bob
enum Coin: gold
account chest: Coin, start 40
account purse of Player: Coin
action take "Take a coin":
    require modest: true else "you have enough"
    do: gain 1 gold
action wait "Wait":
    do: gain 0 gold
flow:
    repeat 4 times:
        each p in everyone:
            turn p: choose take or wait
score coins "Coins" for p: gold of purse of p
win by points, else shared
"""
SEARCHED, RANDOM = Effort(), Effort(positions=5, seeds=1, games=40)


@pytest.mark.parametrize(
    ("old", "new", "kind", "answers"),
    [
        # Ann is refused her third coin: two of her turns and two of Bob's later.
        ("modest: true", "modest: gold of my purse < 2", "offers", 4),
        ("for p: gold of purse of p", "for p: max(0, gold of purse of p - 1)", "scores", 1),
        ("repeat 4 times", "repeat 3 times", "ends", 6),
        ("each p in everyone", "each p in clockwise from bob", "asks", 0),
        ("chest: Coin, start 40", "chest: Coin, start 2", "breaks", 3),
        ("turn p: choose take or wait", "turn p: choose wait or take", "", 0),
    ],
)
def test_the_shortest_difference_is_found(
    game_of: GameOf, old: str, new: str, kind: str, answers: int
) -> None:
    first, second = game_of(COINS), game_of(COINS.replace(old, new))
    for effort in (SEARCHED, RANDOM):
        compared = shortest_difference(first, second, effort)
        if not kind:
            assert compared.difference is None
            assert compared.is_whole == (effort is SEARCHED)
            continue
        assert compared.difference is not None
        found = compared.difference
        assert (found.parting.kind, len(found.answers)) == (kind, answers)
        assert found.is_shortest or effort is RANDOM
        for game in (first, second)[: 1 if kind == "breaks" else 2]:
            assert len(replay(game, record_of(game, found)).answers) == answers


def test_a_difference_is_told_with_both_sides(game_of: GameOf) -> None:
    first = game_of(COINS)
    second = game_of(COINS.replace("modest: true", "modest: gold of my purse < 2"))
    names = ("before", "after")
    assert describe(shortest_difference(first, second), names) == [
        "the shortest game that shows a difference: seed 0, 4 answers",
        "before take (offered only here)",
    ]
    same = describe(shortest_difference(first, first), names)
    assert len(same) == 1
    assert same[0].startswith("tried 285 positions and 30 random games: no difference")
