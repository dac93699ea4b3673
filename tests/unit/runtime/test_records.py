"""Records by name: what is offered twice is told apart."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rulelang.runtime.faults import RulesChangedError
from rulelang.runtime.game import Game
from rulelang.runtime.records import has_same_rules, replay

GameOf = Callable[..., Game]


def test_one_rule_offered_with_different_arguments_is_replayed_as_it_was(game_of: GameOf) -> None:
    game = game_of("""
game steps:
    players 2
var place: 0..20
action go(far: 1..9):
    do: raise place by far
flow:
    repeat each p in everyone until place > 6:
        turn p: choose go(1) or go(3)
win by points, else shared
""")
    play = game.start(seed=0)
    assert [option.name for option in play.options()] == ["go", "go#2"]
    for number in (1, 0, 1):
        play.choose(number)
    assert play.is_over
    assert replay(game, play.save()).key() == play.key()


def test_a_play_with_a_seed_of_the_system_is_kept_whole(auction: Game) -> None:
    first, second = auction.start(), auction.start()
    assert first.seed != second.seed
    assert min(first.seed, second.seed) >= 2**64
    while not first.is_over:
        first.choose(first.options()[-1])
    again = auction.load(json.loads(json.dumps(first.save())))
    assert again.key() == first.key()
    assert [again.seed, again.scores()] == [first.seed, first.scores()]


COUNTING = """
game counting:
    players 2
var height: 0..20
action go(far in 1..3):
    do: raise height by far
flow:
    repeat each p in everyone until height > 6:
        step count:
            turn p: choose go
win by points, else shared
"""


def test_records_of_before_are_judged_by_what_they_lead_to(game_of: GameOf) -> None:
    game = game_of(COUNTING)
    play = game.start(seed=0)
    play.take("go", 2)
    old = {**play.save(), "version": 2, "rules_hash": "of generated code"}
    assert has_same_rules(game, old)
    assert game.load(old).key() == play.key()
    changed = game_of(COUNTING.replace("by far", "by far + 1"))
    assert not has_same_rules(changed, old)
    assert not has_same_rules(changed, play.save())
    assert changed.load(old).evaluate is not None  # the names still mean something
    assert not has_same_rules(game_of(COUNTING.replace("1..3", "5..6")), old)
    with pytest.raises(RulesChangedError, match="version 1, not 3"):
        game.load({**old, "version": 1})


def test_records_of_before_that_began_in_the_middle(game_of: GameOf) -> None:
    game = game_of(COUNTING)
    play = game.start(seed=0)
    play.enter_step("count", 1)
    play.take("go", 3)
    old = {**play.save(), "version": 2, "rules_hash": "of generated code"}
    assert game.load(old).key() == play.key()
    with pytest.raises(RulesChangedError, match="began in the middle"):
        game.load({**old, "start": old["start"][:-1]})
    with pytest.raises(RulesChangedError, match="began in the middle"):
        game.load({**old, "version": 3})
