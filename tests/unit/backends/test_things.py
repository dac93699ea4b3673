"""Things: piles, shuffles, draws, faces, alike pieces, places that are full; nothing is ever lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.runtime.contents import place_of_thing, things_at
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.runtime.totals import problems, totals

GameOf = Callable[..., Game]

CARDS = """
game cards "Cards":
    players 2

enum Colour: red, blue
card Card, one of each:
    colour: Colour
    rank: 1..3
piece Stone, alike 3 per Player

board track: squares 1 by 4:
    cells Spot holds one Card, Stone

zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner, size seen by everyone
zone heap: pile of Card + Stone

setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 2 from deck to hand of p

action draw_one:
    require left: some deck
    do: draw 1 from deck to my hand
action draw_three:
    do: draw 3 from deck to my hand
action lay(v in my hand, c in Spot where no Card on c):
    do: move v to c face down
action squeeze(v in my hand, c in Spot):
    do: move v to c face up
action drop_card(v in my hand):
    do: move v to heap at bottom
action stone(c in Spot):
    require stock: some Stone on my supply
    do: move 1 Stone from my supply to c
action pile_up:
    require stock: some Stone on my supply
    do: move 1 Stone from my supply to heap
action sweep(c in Spot):
    do:
        move all of (Card on c) to heap
        move all of (Stone on c) to heap
action steal:
    require some_there: some hand of p2
    do: draw 1 at random from hand of p2 to my hand
action reshuffle:
    do:
        move all of (Card on heap) to deck
        shuffle deck

flow:
    repeat each p in clockwise from p1:
        turn p: may draw_one or draw_three or lay or squeeze or drop_card or stone or pile_up or sweep or steal or reshuffle, repeatedly
"""


def place(play: Play, name: str) -> int:
    """Return the number of a place."""
    return play.game.names.all("places").index(name)


def held(play: Play, name: str) -> list[str]:
    """Return the names of what lies in a place."""
    things = things_at(play.game.layout, place(play, name), play.state)
    return [play.game.names.all("things")[thing] for thing in things]


@pytest.fixture
def play(game_of: GameOf) -> Play:
    """A game that has just begun."""
    return game_of(CARDS).start(seed=1)


def test_set_up_deals_from_the_top(play: Play) -> None:
    assert [len(held(play, name)) for name in ("deck", "hand of p1", "hand of p2")] == [2, 2, 2]
    top = held(play, "deck")[-1]
    play.take("draw_one")
    assert top in held(play, "hand of p1")


def test_too_few_to_draw_is_a_fault(play: Play) -> None:
    before = play.key()
    with pytest.raises(Fault, match="R905: deck holds 2 things, too few to take 3"):
        play.take("draw_three")
    assert play.key() == before


def test_a_place_for_one_takes_no_second(play: Play) -> None:
    first, second = held(play, "hand of p1")
    cell = play.game.names.all("places")[place(play, "deck") - 5 : place(play, "deck")]
    spot = next(name for name in cell if held(play, name) == [])
    play.take("squeeze", first, spot)
    with pytest.raises(Fault, match="R902"):
        play.take("squeeze", second, spot)


def test_piles_have_ends_and_hold_alike_pieces_too(play: Play) -> None:
    first, second = held(play, "hand of p1")
    play.take("drop_card", first)
    play.take("pile_up")
    play.take("drop_card", second)
    assert held(play, "heap") == [second, first, "p1_stone"]
    play.take("reshuffle")
    assert held(play, "heap") == ["p1_stone"]
    assert sorted([first, second]) == sorted(set(held(play, "deck")) & {first, second})


def test_a_random_draw_can_be_fixed_by_name(play: Play) -> None:
    wanted = held(play, "hand of p2")[1]
    thing = play.game.names.all("things").index(wanted)
    stream = next(s.name for s in play.game.layout.streams if "hand" in s.name)
    with play.game.chance.fix({stream: [thing]}):
        play.take("steal")
    assert wanted in held(play, "hand of p1")
    assert place_of_thing(play.game.layout, thing, play.state) == place(play, "hand of p1")


def test_sweeping_moves_everything_in_a_place(play: Play) -> None:
    card = held(play, "hand of p1")[0]
    spot = play.game.names.all("places")[place(play, "deck") - 1]
    play.take("lay", card, spot)
    play.take("stone", spot)
    play.take("stone", spot)
    assert sorted(held(play, spot)) == sorted([card, "p1_stone", "p1_stone"])
    assert play.view(1)["places"][spot].count("hidden") == 1
    play.take("sweep", spot)
    assert held(play, spot) == []
    assert sorted(held(play, "heap")) == sorted([card, "p1_stone", "p1_stone"])


def test_nothing_is_lost_in_random_play(play: Play) -> None:
    game = play.game

    @settings(max_examples=25, deadline=None)
    @given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 999), max_size=40))
    def check(seed: int, choices: list[int]) -> None:
        current = game.start(seed=seed)
        before = totals(game.layout, current.state)
        for choice in choices:
            options = game.options(current.state)
            try:
                current.choose(options[choice % len(options)])
            except Fault:
                continue
            assert totals(game.layout, current.state) == before
            assert problems(game.layout, current.state) == []

    check()
