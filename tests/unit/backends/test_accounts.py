"""Accounts: costs, requirements below a cost, limits, caps, shortages, overdraw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.runtime.totals import totals

GameOf = Callable[..., Game]

SHOP = """
game shop "Shop":
    players 2..4

enum Good: coin, wood, stone

account bank: Good, start 20
account purse of Player: Good, start 4
account store of Player: Good, at most 2 else lost
var houses of Player: 0..9

action build "Build":
    require space: houses of me < 3 else "no space left"
    cost 2 coin + 1 wood from my purse
    require spare: coin in my purse else "keep a coin"
    limit 1 per turn
    do: raise houses of me by 1

action swap_one(g in Good, w in Good where w != g):
    cost 2 * g from my purse
    do: gain 1 * w to my purse

action keep(g in Good where g in my purse):
    do: pay 1 * g from my purse to my store

action waste:
    do: pay 9 coin from my purse to bank

flow:
    repeat each p in clockwise from p1:
        turn p: may build or swap_one or keep or waste, repeatedly

score built "Houses" for p: houses of p
"""


def amounts(play: Play, account: str, player: int) -> list[int]:
    """Return the counts of one holder."""
    slots = next(a for a in play.game.layout.accounts if a.name == account)
    first = slots.slot(player, 0)
    return play.state[first : first + slots.kinds]


def names(play: Play) -> list[str]:
    """Return the names of the options."""
    return [option.name for option in play.options()]


def test_a_cost_is_paid_before_the_body_runs(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    play.take("build")
    assert amounts(play, "purse", 0) == [2, 3, 4]
    assert play.evaluate("points", 0) == 1


def test_a_limit_hides_the_action_until_the_next_turn(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    play.take("build")
    assert "build" not in names(play)
    assert [refusal.name for refusal in play.why_not("build")] == ["spare", "limit_turn"]
    play.choose("done")
    play.choose("done")
    assert play.player == 0
    assert [refusal.name for refusal in play.why_not("build")] == ["spare"]


def test_a_requirement_below_the_cost_is_judged_as_if_it_were_paid(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    play.take("build")
    for _ in range(2):
        play.choose("done")
    assert amounts(play, "purse", 0)[0] == 2
    assert "build" not in names(play), "two coins would leave none"
    play.take("swap_one", "stone", "coin")
    assert "build" in names(play)


def test_picks_are_offered_only_if_they_can_be_paid(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    play.take("swap_one", "coin", "wood")
    play.take("swap_one", "coin", "wood")
    play.choose("swap_one")
    assert names(play) == ["wood", "stone"], "no coins are left"
    play.choose("wood")
    assert names(play) == ["coin", "stone"]


def test_what_does_not_fit_goes_home(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    before = totals(play.game.layout, play.state)
    for _ in range(3):
        play.take("keep", "wood")
    assert amounts(play, "store", 0) == [0, 2, 0]
    assert totals(play.game.layout, play.state) == before


def test_overdraw_is_a_fault_that_changes_nothing(game_of: GameOf) -> None:
    play = game_of(SHOP).start(seed=0)
    before = play.key()
    with pytest.raises(Fault, match="R905: purse holds 4 coin, too few to take 9") as raised:
        play.take("waste")
    assert play.key() == before
    assert raised.value.code == "R905"
    assert raised.value.span is not None
    path, start, end = raised.value.span
    assert Path(path).read_text(encoding="utf-8")[start:end] == "pay 9 coin from my purse to bank"


def test_orders_of_independent_decisions_end_in_equal_vectors(game_of: GameOf) -> None:
    game = game_of(SHOP)
    first, second = game.start(seed=0), game.start(seed=0)
    first.take("keep", "wood")
    first.take("keep", "stone")
    second.take("keep", "stone")
    second.take("keep", "wood")
    assert first.key() == second.key()


COLLECT = """
game mine "Mine":
    players 3

enum Ore: tin, gold

account bank: Ore, start 3
account cart of Player: Ore
var want of Player: 0..5
var want_gold of Player: 0..5

action ask(n in 0..5, m in 0..5):
    do:
        set want of me to n
        set want_gold of me to m

effect settle:
    collect from bank:
        each p in everyone:
            claim want of p * tin + want_gold of p * gold for p
    short: RULE

flow:
    each p in everyone:
        turn p: choose ask
    do settle
    finish
"""


@pytest.mark.parametrize(
    ("rule", "wanted", "carts"),
    [
        ("(if claimants = 1 then left else 0)", [(2, 0), (2, 1), (0, 1)], [(0, 0), (0, 1), (0, 1)]),
        ("(if claimants = 1 then left else 0)", [(0, 0), (5, 0), (0, 1)], [(0, 0), (3, 0), (0, 1)]),
        ("min(claimed, left)", [(2, 1), (2, 1), (2, 1)], [(1, 1), (0, 1), (2, 1)]),
        ("left", [(1, 0), (1, 0), (1, 0)], [(1, 0), (1, 0), (1, 0)]),
        ("5", [(2, 0), (2, 0), (0, 0)], [(3, 0), (0, 0), (0, 0)]),
    ],
)
def test_claims_are_settled_kind_by_kind_in_turn_order(
    game_of: GameOf, rule: str, wanted: list[tuple[int, int]], carts: list[tuple[int, int]]
) -> None:
    # The third player is active when claims are settled, so turn order starts there.
    play = game_of(COLLECT.replace("RULE", rule), players=3).start(seed=0)
    before = totals(play.game.layout, play.state)
    for tin, gold in wanted:
        play.take("ask", tin, gold)
    assert play.is_over
    assert [tuple(amounts(play, "cart", player)) for player in range(3)] == carts
    assert totals(play.game.layout, play.state) == before


def test_anything_can_be_picked_from_what_has_no_end(game_of: GameOf) -> None:
    game = game_of(
        """
game endless:
    players 2
enum Good: wood, ore
account bank: Good, unlimited
account hand of Player: Good
action take(some_of as 1..2 from bank):
    do: gain some_of
flow:
    repeat each p in everyone:
        turn p: may take
win by points, else shared
"""
    )
    play = game.start(seed=0)
    for _ in range(3):  # the bank gets below zero, and has enough all the same
        play.choose("take")
        assert [option.value for option in play.options()] == [0, 1, 2]
        play.choose(play.options()[0].value)
        assert [option.value for option in play.options()] == [1, 2]
        play.choose(play.options()[1].value)
