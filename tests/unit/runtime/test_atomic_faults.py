"""A step that ends in a fault has not happened; a refusal never faults itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]


def test_a_forced_choice_without_an_option_undoes_the_step(game_of: GameOf) -> None:
    play = game_of("""
game stuck:
    players 2
enum Good: wood, ore
var done: 0..9
action act:
    do:
        raise done by 1
        choose n in 1..3 where n > 5
        set done to n
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
""").start(seed=0)
    before = play.key()
    with pytest.raises(Fault, match="R904"):
        play.choose("act")
    assert play.key() == before
    assert play.answers == []


@pytest.mark.parametrize("first", ["s as 1..2 from Cell", "b as 1..2 from Good"])
def test_a_later_pick_without_an_option_is_seen_at_once(game_of: GameOf, first: str) -> None:
    play = game_of(f"""
game stuck_later:
    players 2
enum Good: wood, ore
board grid: squares 2 by 1:
    cells Cell
var done: 0..9
effect eff({first}, n in 1..3 where n > 5):
    do: raise done by 1
action act:
    do:
        raise done by 1
        do eff
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
""").start(seed=0)
    with pytest.raises(Fault, match="R904"):
        play.choose("act")


def test_a_cost_that_rests_on_an_open_pick_can_be_refused(game_of: GameOf) -> None:
    play = game_of("""
game two_costs:
    players 2
enum Good: wood, ore
account bank: Good
account hand of Player: Good, start 2
action act(give as 1..2 from Good):
    cost give from bank to bank
    cost 3 wood
    do: gain give
flow:
    repeat each p in everyone:
        turn p: may act
win by points, else shared
""").start(seed=0)
    assert "cost" in {refusal.kind for refusal in play.why_not("act")}
