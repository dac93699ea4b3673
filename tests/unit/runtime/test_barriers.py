"""A `together` can be answered in any order, pick by pick, and comes to the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from rulelang.runtime.faults import NotOfferedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]

VOTE = """
game vote:
    players 3 named ann, bob, cid
enum Good: wool, milk, stone
enum Answer_kind: a, b
account bank: Good, start 30
account hand of Player: Good, start 2, seen by owner
var order_seen: set of Player
flow:
    repeat 3 times:
        together each q in everyone, secretly:
            q chooses gone as 2 from hand of q
            q chooses reply:
                keep
                give(g in Good, n in 1..2)
        then:
            pay gone from hand of q to bank
            if reply = give: gain n * g from bank to hand of q
        each q in everyone: gain 2 milk from bank to hand of q
score goods for p: size of hand of p
win by points, else shared
"""

ANSWERS = [["0", "0", "2", "keep"], ["1", "0", "1", "give", "milk", "2"], ["2", "0", "0", "keep"]]


@pytest.fixture
def play(game_of: GameOf) -> Play:
    """A game in which all three have to answer."""
    return game_of(VOTE, players=3).start(seed=1)


def test_everyone_who_has_to_answer_is_known(play: Play) -> None:
    assert play.deciders == [0, 1, 2]
    play.choose("1", player=1)
    assert (play.player, play.deciders) == (1, [0, 1, 2])
    for name in ANSWERS[1][1:]:
        play.choose(name)
    assert (play.player, play.deciders) == (0, [0, 2])
    with pytest.raises(NotOfferedError, match="bob is not asked"):
        play.turn_to(1)


def test_any_order_of_players_leads_to_the_same_bytes(play: Play) -> None:
    keys = set()
    for order in permutations(range(3)):
        copy = play.copy()
        for player in order:
            copy.turn_to(player)
            for name in ANSWERS[player]:
                copy.choose(name)
        keys.add(copy.key())
    assert len(keys) == 1


def test_answers_may_be_mixed_pick_by_pick(play: Play) -> None:
    straight = play.copy()
    for player in range(3):
        for name in ANSWERS[player]:
            straight.choose(name)
    left = [answers[:] for answers in ANSWERS]
    player = 2
    while any(left):
        player = (player + 1) % 3
        if left[player]:
            play.choose(left[player].pop(0), player=player)
    assert play.key() == straight.key()


def test_half_an_answer_is_kept_saved_and_undone(play: Play) -> None:
    start = play.key()
    play.choose("0", player=2)
    play.choose("1", player=0)
    play.choose("0", player=2)
    loaded = play.game.load(play.save())
    assert loaded.key() == play.key()
    assert loaded.held == play.held == {0: ["1"]}
    for each in (play, loaded):
        each.turn_to(0)
        assert each.decision is not None
        assert each.decision.kind == "milk"
        assert each.undo()
    play.turn_to(2)
    assert play.decision is not None
    assert play.decision.kind == "stone"
    assert play.undo()
    assert play.undo()
    play.turn_to(0)
    assert play.key() == start


def test_a_view_shows_everyone_their_own_question(play: Play) -> None:
    for name in ANSWERS[0][:2]:
        play.choose(name)
    views = [play.view(player)["decision"] for player in (0, 1, 2, None)]
    assert [view["players"] for view in views] == [["ann", "bob", "cid"]] * 4
    assert [view.get("kind") for view in views] == ["stone", "wool", "wool", None]
    assert [view["player"] for view in views] == ["ann", "bob", "cid", "ann"]


def test_who_has_nothing_to_choose_is_not_among_them(game_of: GameOf) -> None:
    play = game_of(
        """
game few:
    players 3
card Card, 4
zone hand of Player: Card, seen by everyone
setup:
    move card_1 to hand of p1
    move card_2 to hand of p3
flow:
    together each q in everyone:
        q chooses c in hand of q if any
    then:
        if some c: move c to box
win by points, else shared
""",
        players=3,
    ).start(seed=0)
    assert play.deciders == [0, 2]
    play.choose("card_2", player=2)
    assert play.deciders == [0]
    play.choose("card_1")
    assert play.is_over
    assert play.deciders == []


def test_a_bot_does_not_know_what_others_have_answered(play: Play) -> None:
    for name in ANSWERS[0]:
        play.choose(name)
    assert play.player == 1
    thoughts = [play.determinise(1, seed) for seed in range(12)]
    for thought in thoughts:
        assert thought.view(1) == play.view(1)
        assert thought.options() == play.options()
        for player in (1, 2):
            for name in ANSWERS[player]:
                if name in [option.name for option in thought.options()]:
                    thought.choose(name)
    hands = {str(thought.view(0)["accounts"]["hand"]["ann"]) for thought in thoughts}
    assert len(hands) > 3
