"""Exhaustive search: known numbers of positions, planted faults at their known depth, proofs and their limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.runtime.game import Game
from rulelang.verify.finding import ENDLESS, from_data, play_of, record_of, to_data
from rulelang.verify.search import Bounds, explore

GameOf = Callable[..., Game]
BENCHMARKS = Path(__file__).parents[3] / "benchmarks" / "games"

# Six gold lie in the chest and each turn takes one or two of them, or three with a lucky six.
CHEST = """game chest:
    players 2
enum Coin: gold
account chest: Coin, start 6
account purse of Player: Coin
action take(n in 1..2):
    do: gain n * gold
action gamble:
    do:
        roll luck = 1d6
        if luck = 6: gain 3 gold
flow:
    repeat ROUNDS times:
        each p in everyone:
            turn p: choose take or gamble
score coins for p: gold of purse of p
win by points, else shared
"""

PILES = """game piles:
    players 2 named ann, bob
card Card, 3
zone deck: pile of Card, seen by nobody
zone hand of Player: Card
setup:
    move all of Card to deck
    shuffle deck
action grab:
    do: draw 1 from deck to my hand
flow:
    each p in everyone:
        turn p: may grab
score cards for p: if card_1 in hand of p then 1 else 0
win by points, else shared
invariant RULE
"""


def test_tic_tac_toe_has_the_positions_it_is_known_to_have() -> None:
    explored = explore(load_game(BENCHMARKS / "tic_tac_toe.rules"))
    assert (explored.positions, explored.ends, explored.depth) == (5478, 958, 9)
    assert explored.is_proof
    assert explored.findings == ()


def test_planted_faults_are_found_at_their_known_depth(game_of: GameOf) -> None:
    explored = explore(game_of(CHEST.replace("ROUNDS", "2")))
    # Two sixes empty the chest: then a third one is too much, or (how many is an answer too) one coin.
    lucky, plain = explored.findings
    assert {finding.code for finding in explored.findings} == {"R905"}
    assert [step.chance for step in lucky.steps] == [(("luck", 6),)] * 3
    assert [step.chance for step in plain.steps] == [(("luck", 6),)] * 2 + [()] * 2
    assert lucky.is_shortest
    assert plain.is_shortest
    assert explored.is_proof


def test_without_enough_turns_the_same_rules_are_proven_good(game_of: GameOf) -> None:
    explored = explore(game_of(CHEST.replace("ROUNDS", "1")))
    assert explored.is_proof
    assert explored.findings == ()
    assert set(explored.actions) == {"take", "gamble"}


def test_a_bound_on_depth_or_positions_is_no_proof(game_of: GameOf) -> None:
    game = game_of(CHEST.replace("ROUNDS", "2"))
    shallow = explore(game, 0, Bounds(depth=2))
    assert (shallow.depth, shallow.is_whole, shallow.findings) == (2, False, ())
    assert explore(game, 0, Bounds(depth=3)).findings
    few = explore(game, 0, Bounds(positions=5))
    assert (few.positions, few.is_whole, few.depth) == (5, False, 1)


def test_the_game_of_a_finding_can_be_played_and_saved(game_of: GameOf) -> None:
    game = game_of(CHEST.replace("ROUNDS", "2"))
    finding = explore(game).findings[0]
    play = play_of(game, finding)
    assert play is not None
    assert play.totals() == [3, 3]
    record = record_of(game, finding)
    assert record["answers"] == [[p, "gamble", [["luck", 6]]] for p in ("p1", "p2", "p1")]
    assert record["fault"].startswith("R905")
    assert from_data(to_data(finding)) == finding


def test_every_order_of_a_small_pile_is_tried(game_of: GameOf) -> None:
    # Just one order of the three cards breaks it, with both drawing.
    rule = "unlucky: card_3 not in hand of ann or card_2 not in hand of bob"
    [finding] = explore(game_of(PILES.replace("RULE", rule))).findings
    assert (finding.code, len(finding.steps), finding.is_shortest) == ("R906", 2, True)
    assert finding.start == (("shuffle_deck", (0, 1, 2)),)


def test_a_position_without_a_way_to_the_end_is_found(game_of: GameOf) -> None:
    explored = explore(
        game_of("""game swamp:
    players 1..2
var mud: 0..2 = 0
action go:
    do:
        if mud = 0: finish
action sink:
    do:
        if mud < 2: raise mud by 1
flow:
    repeat:
        each p in everyone:
            turn p: choose go or sink
score dry for p: 2 - mud
win by points, else shared
""")
    )
    [finding] = explored.findings
    assert (finding.code, len(finding.steps)) == (ENDLESS, 1)
    assert explored.is_proof


@pytest.mark.parametrize("orders", [0, 6])
def test_shuffles_that_were_not_tried_are_named(game_of: GameOf, orders: int) -> None:
    game = game_of(PILES.replace("RULE", "true_enough: true"))
    explored = explore(game, 0, Bounds(orders=orders))
    assert explored.is_whole
    assert explored.shuffled == (() if orders else ("shuffle_deck",))
    assert explored.is_proof == bool(orders)
    # Orders: 6. After nobody, one or both have drawn, 6 positions each of 4 ways, and the first decision.
    assert explored.positions == (6 if orders else 1) * (1 + 2 + 4)


def test_dice_that_may_be_thrown_for_ever_are_thrown_once(game_of: GameOf) -> None:
    explored = explore(
        game_of("""game ties:
    players 2
var high: 0..12 = 0
action throw:
    do:
        repeat until high > 6:
            roll luck = 1d12
            set high to luck
flow:
    each p in everyone:
        turn p: may throw
score luck for p: high
win by points, else shared
""")
    )
    assert explored.is_whole
    assert explored.shuffled == ("long chains of chance",)
    assert not explored.is_proof
