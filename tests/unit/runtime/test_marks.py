"""Who knows a card that lies where they do not see it: put back, revealed, laid face down, stolen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]

GAME = """
game memory:
    players 3 named ann, bob, cid
card Card, 12
zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner
zone table: Card
zone attic: Card, seen by nobody
setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 3 from deck to hand of p
action put_back(c in my hand):
    do: move c to deck on top
action put_under(c in my hand):
    do: move c to deck at bottom
action mix:
    do: shuffle deck
action lay_down(c in my hand):
    do: move c to table face down
action show(c in my hand, q in others):
    do: reveal c to q
action show_all(c in my hand):
    do: reveal c
action steal(q in others where size of hand of q > 0):
    do: draw 1 at random from hand of q to my hand
action store(c in my hand):
    do: move c to attic
action take:
    require there: some deck
    do: draw 1 from deck to my hand
flow:
    repeat 12 times:
        each p in everyone:
            turn p: may put_back or put_under or mix or lay_down or show or show_all or steal or store or take
score cards for p: size of hand of p
win by points, else shared
"""


@pytest.fixture
def play(game_of: GameOf) -> Play:
    """Everybody has three cards."""
    return game_of(GAME, players=3).start(seed=1)


def place(play: Play, name: str, player: int | None) -> Any:
    return play.view(player)["places"][name]


def hand(play: Play, player: int) -> list[str]:
    names = ["ann", "bob", "cid"]
    found: list[str] = place(play, f"hand of {names[player]}", player)
    return found


def test_a_card_put_back_is_known_until_the_pile_is_shuffled(play: Play) -> None:
    mine, theirs = hand(play, 0)[0], hand(play, 1)[0]
    assert place(play, "deck", 0) == {"size": 3}
    play.take("put_back", mine)
    assert place(play, "deck", 0) == {"size": 4, "known": [[1, mine]]}
    assert place(play, "deck", 1) == place(play, "deck", None) == {"size": 4}
    play.take("put_back", theirs)
    assert place(play, "deck", 0) == {"size": 5, "known": [[2, mine]]}
    assert place(play, "deck", 1) == {"size": 5, "known": [[1, theirs]]}
    play.take("mix")
    assert [place(play, "deck", player) for player in range(3)] == [{"size": 5}] * 3


def test_who_draws_a_known_card_is_known_to_have_it(play: Play) -> None:
    mine = hand(play, 0)[0]
    play.take("put_back", mine)
    play.take("take")
    assert mine in hand(play, 1)
    assert place(play, "hand of bob", 0) == {"size": 4, "known": [mine]}
    assert place(play, "hand of bob", 2) == {"size": 4}


def test_reveal_shows_to_one_player_or_to_all(play: Play) -> None:
    mine, other = hand(play, 0)[:2]
    play.take("show", mine, "cid")
    assert place(play, "hand of ann", 2) == {"size": 3, "known": [mine]}
    assert place(play, "hand of ann", 1) == {"size": 3}
    theirs = hand(play, 1)[0]
    play.take("show_all", theirs)
    assert [place(play, "hand of bob", player) for player in (0, 2, None)] == [
        {"size": 3, "known": [theirs]},
        {"size": 3, "known": [theirs]},
        {"size": 3},
    ]
    assert other in hand(play, 0)


def test_who_lays_a_card_face_down_knows_it(play: Play) -> None:
    mine = hand(play, 0)[0]
    play.take("lay_down", mine)
    assert place(play, "table", 0) == [mine]
    assert place(play, "table", 1) == ["hidden"]


def test_a_theft_is_known_to_both_and_forgotten_when_cards_leave_unseen(play: Play) -> None:
    before = set(hand(play, 1))
    play.take("steal", "bob")
    stolen = (before - set(hand(play, 1))).pop()
    assert place(play, "hand of ann", 1) == {"size": 4, "known": [stolen]}
    assert place(play, "hand of ann", 2) == {"size": 4}
    play.choose("done")
    play.choose("done")
    other = next(card for card in hand(play, 0) if card != stolen)
    play.take("store", other)
    assert place(play, "hand of ann", 1) == {"size": 3}, "it may be the stolen one that has gone"


def test_copies_for_bots_keep_what_is_known(play: Play) -> None:
    mine = hand(play, 0)[0]
    play.take("put_under", mine)
    play.choose("done")
    play.choose("done")
    for seed in range(8):
        thought = play.determinise(0, seed)
        assert thought.view(0) == play.view(0)
        assert place(thought, "deck", 0)["known"] == [[4, mine]]
    decks = {str(play.determinise(1, seed).state) for seed in range(8)}
    assert len(decks) == 8


def test_marks_cost_nothing_where_everything_hidden_is_shuffled(game_of: GameOf) -> None:
    plain = """
game plain:
    players 2
card Card, 6
zone deck: pile of Card, seen by nobody
zone hand of Player: Card, seen by owner
zone table: Card
setup:
    move all of Card to deck
    shuffle deck
    each p in everyone: draw 3 from deck to hand of p
action lay(c in my hand):
    do: move c to table
flow:
    each p in everyone:
        turn p: choose lay
win by points, else shared
"""
    game = game_of(plain)
    assert game.layout.things.known_base is None
    assert "moved(" not in game.source


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_marks_has_all_properties(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "memory.rules"
    path.write_text(GAME, "utf-8")
    bundled = build(Configuration(str(path), 3), link(str(path)))
    walk = Walk(seed, [seed * 7 + n for n in range(14)], warm_up=seed)
    for prop in properties.PROPERTIES:
        prop(bundled, walk)
