"""Who knows a card that lies where they do not see it: put back, revealed, laid face down, stolen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulelang.conformance import properties
from rulelang.conformance.configurations import Configuration, build, link
from rulelang.conformance.walks import Walk
from rulelang.runtime.contents import things_at
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


ALIKE = """
game alike:
    players 3 named ann, bob, cid
card Estate, alike 5
card Gold, alike 4
card Card, 1
zone deck: pile of Estate + Gold + Card, seen by nobody
zone hand of Player: Estate + Gold + Card, seen by owner
zone table: Estate + Gold + Card
zone attic: Estate + Gold + Card, seen by nobody
setup:
    move 3 Estate from box to hand of ann
    move 1 Gold from box to hand of ann
    move 2 Gold from box to hand of bob
    move 2 Estate from box to deck
    move card to deck
    move 1 Gold from box to deck
    shuffle deck
    each p in everyone: do hush(p)
effect hush(p: Player):
    move all of hand of p to attic
    if p = ann: do deal(p)
effect deal(p: Player):
    draw 4 at random from attic to hand of p
action show(q in others):
    do: reveal my hand to q
action show_one(c in my hand):
    do: reveal c
action peek:
    do: reveal top(deck) to me
action peek_low:
    do: reveal bottom(deck) to me
action lay(c in my hand):
    do: move c to table
action put_back(c in table):
    do: move c to deck at bottom
action store(c in my hand):
    do: move c to attic
action take:
    require there: some deck
    do: draw 1 from deck to my hand
action mix:
    do: shuffle deck
flow:
    repeat 12 times:
        each p in everyone:
            turn p: may show or show_one or peek or peek_low or lay or put_back or store or take or mix
win by points, else shared
"""


@pytest.fixture
def alike(game_of: GameOf) -> Play:
    """Ann has three estates and a gold, as nobody else knows."""
    play = game_of(ALIKE, players=3).start(seed=1)
    assert hand(play, 0) == ["estate"] * 3 + ["gold"]
    return play


def test_alike_cards_are_shown_to_one_player(alike: Play) -> None:
    alike.take("show", "bob")
    assert place(alike, "hand of ann", 1) == {"size": 4, "known": ["estate"] * 3 + ["gold"]}
    assert place(alike, "hand of ann", 2) == {"size": 4}


def test_one_of_the_alike_cards_is_shown_to_all(alike: Play) -> None:
    alike.take("show_one", "estate")
    assert place(alike, "hand of ann", 1) == {"size": 4, "known": ["estate"]}
    assert place(alike, "hand of ann", 2) == {"size": 4, "known": ["estate"]}


def test_an_alike_card_that_leaves_in_sight_is_known_no_more(alike: Play) -> None:
    alike.take("show", "bob")
    alike.choose("done")
    alike.choose("done")
    alike.take("lay", "estate")
    assert place(alike, "hand of ann", 1) == {"size": 3, "known": ["estate", "estate", "gold"]}
    assert place(alike, "hand of ann", 2) == {"size": 3}


def test_an_alike_card_that_leaves_unseen_may_be_any_of_them(alike: Play) -> None:
    alike.take("show", "bob")
    alike.choose("done")
    alike.choose("done")
    alike.take("store", "estate")
    assert place(alike, "hand of ann", 1) == {"size": 3, "known": ["estate", "estate"]}
    assert place(alike, "attic", 0) == {"size": 3, "known": ["estate", "gold", "gold"]}
    assert place(alike, "attic", 1) == {"size": 3, "known": ["gold", "gold"]}


def test_alike_cards_of_a_pile_are_known_by_their_height(alike: Play) -> None:
    game = alike.game
    deck = things_at(game.layout, game.names.all("places").index("deck"), alike.state)
    low, _, _, top = (game.names.all("things")[thing] for thing in deck)
    alike.take("peek")
    assert place(alike, "deck", 0) == {"size": 4, "known": [[1, top]]}
    alike.take("peek_low")
    assert place(alike, "deck", 1) == {"size": 4, "known": [[4, low]]}
    alike.take("take")
    assert place(alike, "hand of cid", 0)["known"] == [top]
    assert place(alike, "deck", 1) == {"size": 3, "known": [[3, low]]}
    alike.take("lay", "gold")
    alike.take("put_back", "gold")
    for player in range(3):
        known = [[4, "gold"]] if player != 1 else [[3, low], [4, "gold"]]
        assert place(alike, "deck", player) == {"size": 4, "known": known}
    alike.take("mix")
    assert [place(alike, "deck", player) for player in range(3)] == [{"size": 4}] * 3


def test_nothing_is_shown_of_an_empty_pile(alike: Play) -> None:
    for _ in range(4):
        alike.take("take")
    before = alike.state[:]
    alike.take("peek")
    kept = [slot for slot, (a, b) in enumerate(zip(before, alike.state, strict=True)) if a != b]
    assert place(alike, "deck", 1) == {"size": 0}
    assert all(slot < 4 or slot >= alike.game.layout.frames_from for slot in kept)


def test_copies_for_bots_keep_what_is_known_of_alike_cards(alike: Play) -> None:
    alike.take("show_one", "estate")
    alike.take("peek")
    for player in range(3):
        for seed in range(6):
            thought = alike.determinise(player, seed)
            assert thought.view(player) == alike.view(player)
            for other in range(3):
                known = place(thought, "hand of ann", other)
                if isinstance(known, dict):
                    assert len(known["known"]) == 1, "the others know one card each, whatever it is"


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_alike_cards_has_all_properties(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "alike.rules"
    path.write_text(ALIKE, "utf-8")
    bundled = build(Configuration(str(path), 3), link(str(path)))
    walk = Walk(seed, [seed * 7 + n for n in range(14)], warm_up=seed)
    for prop in properties.PROPERTIES:
        prop(bundled, walk)
