"""Copies that a player cannot tell from the real state."""

from __future__ import annotations

from random import Random

from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.contents import place_of_thing, things_at
from rulelang.runtime.description import ref_type
from rulelang.runtime.game import Game, State
from rulelang.runtime.views import view_of


def _states(game: Game) -> list[State]:
    """Every state of one random game."""
    rng = Random(3)
    state = game.new_state(11)
    game.begin(state)
    found = []
    while state[0]:
        found.append(state[:])
        game.apply(state, rng.choice(game.options(state)))
    return found


def test_a_copy_looks_the_same_to_its_player(auction: Game) -> None:
    for state in _states(auction):
        for player in range(3):
            copy = Blindfold(auction, player).determinise(state, Random(5))
            assert view_of(auction, copy, player) == view_of(auction, state, player)
            if state[1] == player:
                assert auction.options(copy) == auction.options(state)


def test_what_others_hold_is_dealt_anew(auction: Game) -> None:
    state = _states(auction)[0]
    copies = [Blindfold(auction, 0).determinise(state, Random(seed)) for seed in range(20)]
    hand = auction.names.number(ref_type("places", ""), "hand of bob")
    hands = {tuple(sorted(things_at(auction.layout, hand, copy))) for copy in copies}
    assert len(hands) > 10


def test_nothing_is_lost_and_nothing_doubled(auction: Game) -> None:
    places = range(len(auction.names.all("places")))
    for state in _states(auction):
        copy = Blindfold(auction, 1).determinise(state, Random(2))
        there = sorted(
            thing for place in places for thing in things_at(auction.layout, place, copy)
        )
        assert there == list(range(len(auction.names.all("things"))))
        for place in places:
            for thing in things_at(auction.layout, place, copy):
                assert place_of_thing(auction.layout, thing, copy) == place


def test_amounts_stay_as_they_are_in_sum(auction: Game) -> None:
    state = _states(auction)[-1]
    slots = next(slots for slots in auction.layout.accounts if slots.name == "purse")
    end = slots.first + 3 * slots.kinds

    def totals(vector: State) -> list[int]:
        return [sum(vector[slots.first + kind : end : slots.kinds]) for kind in range(slots.kinds)]

    for seed in range(10):
        copy = Blindfold(auction, 2).determinise(state, Random(seed))
        assert totals(copy) == totals(state)


def test_states_that_cannot_be_told_apart_give_the_same_copy(auction: Game) -> None:
    for state in _states(auction):
        blindfold = Blindfold(auction, 0)
        other = blindfold.determinise(state, Random(9))
        assert other[3] != state[3]
        first = blindfold.determinise(state, Random(1))
        assert blindfold.determinise(other, Random(1)) == first


def test_a_game_without_secrets_only_gets_a_new_generator(orchard: Game) -> None:
    state = _states(orchard)[3]
    copy = Blindfold(orchard, 0).determinise(state, Random(1))
    assert copy[3] != state[3]
    copy[3] = state[3]
    assert copy == state
