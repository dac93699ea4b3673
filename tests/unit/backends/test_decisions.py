"""Decisions: factored picks against brute force, binding, otherwise, again, bundles and subsets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from rulelang.runtime.faults import Fault, NotOfferedError
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]


def names(play: Play) -> list[str]:
    """Return the names of the options."""
    return [option.name for option in play.options()]


PICKS = """
game picks "Picks":
    players 2

var got: 0..999

action three(a in 0..6, b in 0..6 where b != a, c in 0..6):
    require sum_up: a + b + c = 9 else "not nine"
    require rising: a < b else "{a} is not below {b}"
    require odd: (a * c) / 2 rounded down > 2 else "too little"
    do: set got to a * 100 + b * 10 + c

flow:
    turn p1: choose three
    finish
"""


def test_every_pick_offers_exactly_what_can_be_completed(game_of: GameOf) -> None:
    play = game_of(PICKS).start(seed=0)
    wanted = [
        (a, b, c)
        for a, b, c in product(range(7), repeat=3)
        if b != a and a + b + c == 9 and a < b and a * c // 2 > 2
    ]
    assert play.flat_options() == wanted
    play.choose(1)
    assert {int(name) for name in names(play)} == {b for a, b, _c in wanted if a == 1}


def test_picks_can_be_taken_back_and_change_nothing(game_of: GameOf) -> None:
    play = game_of(PICKS).start(seed=0)
    before = play.key()
    play.choose(1)
    assert play.decision is not None
    assert play.decision.picked == {"a": 1}
    assert play.undo()
    assert play.key() == before


def test_refusals_name_what_fails_with_the_values(game_of: GameOf) -> None:
    play = game_of(PICKS).start(seed=0)
    found = play.why_not("three", a=4, b=3, c=2)
    assert [(r.name, r.sentence["en"]) for r in found] == [("rising", "4 is not below 3")]
    assert [r.name for r in play.why_not("three", a=0)] == ["odd"]
    assert play.why_not("three", a=9)[0].name == "in_a"
    assert play.why_not("three") == []
    assert play.why_not("three", a=1, b=2, c=6) == []


def test_take_needs_values_that_are_offered(game_of: GameOf) -> None:
    play = game_of(PICKS).start(seed=0)
    before = play.key()
    with pytest.raises(NotOfferedError, match="the options are"):
        play.take("three", 1, 2, 0)
    assert play.key() == before
    with pytest.raises(NotOfferedError, match="'four' is not offered"):
        play.take("four")
    play.take("three", 1, 2, 6)
    assert play.is_over


BIND = """
game bind "Bind":
    players 2

var log: 0..99999

action first(x in 1..3, y in 1..3 where y != x):
    do: set log to log * 10 + x

action second(x in 4..6):
    do:
        choose z in 1..x
        set log to log * 10 + z

effect note(n: 0..9):
    set log to log * 10 + n

flow:
    turn p1:
        choose first(x, y) or second(x)
        do note(x)
        may second, repeatedly
        choose z in 1..2 where z > 5
        otherwise: do note(9)
        choose v in 7..8 if any, w in 1..9 where w > v
    finish
"""


def log_of(play: Play) -> int:
    """Return the variable `log`."""
    slot = next(v for v in play.game.layout.vars if v.name == "log").first
    return play.state[slot]


def test_names_in_a_chosen_call_are_bound_for_what_follows(game_of: GameOf) -> None:
    play = game_of(BIND).start(seed=0)
    play.take("first", 2, 3)
    assert log_of(play) == 22


def test_a_rule_that_asks_inside_returns_to_where_it_was_called(game_of: GameOf) -> None:
    play = game_of(BIND).start(seed=0)
    play.take("second", 5)
    assert names(play) == ["1", "2", "3", "4", "5"]
    play.choose(3)
    assert log_of(play) == 35
    play.take("second", 4)
    play.choose(1)
    play.take("second", 4)
    play.choose(2)
    assert log_of(play) == 3512
    play.choose("done")
    assert log_of(play) == 35129, "nothing above 5 could be chosen, so otherwise ran"
    assert names(play) == ["7", "8"]
    play.choose(8)
    assert names(play) == ["9"]
    play.choose(9)
    assert play.is_over
    assert not any(play.state[play.game.layout.frames_from :])


FORCED = """
game forced "Forced":
    players 2
var n: 0..3
flow:
    turn p1:
        choose k in 1..3
        set n to k
        choose j in 1..n where j > 2
    finish
"""


def test_a_forced_choice_without_option_is_a_fault(game_of: GameOf) -> None:
    play = game_of(FORCED).start(seed=0)
    before = play.key()
    with pytest.raises(Fault, match="R904: p1 has to choose here"):
        play.choose(2)
    assert play.key() == before
    play.choose(3)
    assert names(play) == ["3"]


BUNDLES = """
game bundles "Bundles":
    players 2

enum Good: a, b, c

account bank: Good, start 9
account hand of Player: Good, start 2

card Gem, 5
zone bag: Gem
zone box_of of Player: Gem

setup: move all of Gem to bag

action give(x as 1..3 from my hand, y as 1..2 from Good):
    require apart: no r in Good where r in x and r in y else "{it} is on both sides"
    require fair: size of y <= size of x else "too much"
    do:
        pay x from my hand to bank
        pay y from bank to my hand

action take_some(g as 2..3 from bag):
    require first_one: gem_1 in g or gem_5 in g else "one or five"
    do: move all of g to my box_of

action any_three(g as 3 from bag):
    do: move all of g to my box_of

flow:
    turn p1: choose give or take_some or any_three
    finish
"""


def bundles_by_hand() -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All gifts, by brute force."""
    found = set()
    for x in product(range(3), repeat=3):
        for y in product(range(3), repeat=3):
            if not (1 <= sum(x) <= 3 and 1 <= sum(y) <= 2 and sum(y) <= sum(x)):
                continue
            if all(not (x[kind] and y[kind]) for kind in range(3)):
                found.add((x, y))
    return found


def test_bundles_are_picked_kind_by_kind_and_complete(game_of: GameOf) -> None:
    game = game_of(BUNDLES)
    play = game.start(seed=0)
    play.choose("give")
    flat = play.flat_options()
    assert len(set(flat)) == len(flat)
    assert {(answers[:3], answers[3:]) for answers in flat} == bundles_by_hand()
    assert all(len(answers) == 6 for answers in flat)


def test_subsets_are_picked_member_by_member_and_complete(game_of: GameOf) -> None:
    game = game_of(BUNDLES)
    play = game.start(seed=0)
    play.choose("take_some")
    found = {frozenset(answers) - {-1} for answers in play.flat_options()}
    wanted = {
        frozenset(i for i in range(5) if bits >> i & 1)
        for bits in range(32)
        if 2 <= bits.bit_count() <= 3 and (bits & 1 or bits & 16)
    }
    assert found == wanted
    play = game.start(seed=0)
    play.choose("any_three")
    assert len(play.flat_options()) == 10
    play.undo()
    play.take("take_some", ["gem_1", "gem_3"])
    assert play.is_over


def test_a_witness_is_named(game_of: GameOf) -> None:
    play = game_of(BUNDLES).start(seed=0)
    found = play.why_not("give", x={"a": 1, "c": 1}, y={"b": 1, "c": 1})
    assert [(r.name, r.sentence["en"], r.witness) for r in found] == [
        ("apart", "c is on both sides", "c")
    ]


TOGETHER = """
game bids "Bids":
    players 3

enum Good: a, b
account bank: Good, start 9
account hand of Player: Good, start 3
var order: 0..999

effect round_of_bids:
    together each p in everyone where a of hand of p > 1, secretly:
        p chooses gone as 1..2 from hand of p
        p chooses reply:
            yes
            no_thanks
    then:
        pay gone from hand of p to bank
        set order to order * 10 + (if p = p1 then 1 else (if p = p2 then 2 else 3))
    each q in everyone where reply of q = yes: gain 1 b to hand of q

flow:
    turn p2: do round_of_bids
    turn p1: do round_of_bids
    finish
"""


def test_a_barrier_asks_everyone_before_anything_happens(game_of: GameOf) -> None:
    play = game_of(TOGETHER, players=3).start(seed=0)
    asked = []
    public = play.state[: play.game.layout.frames_from]
    for _ in range(3):
        asked.append(play.player)
        assert play.state[4 : len(public)] == public[4:], "nothing has changed yet"
        play.take("round_of_bids", {"a": 2})
        play.take("no_thanks" if play.player == 2 else "yes")
    assert asked == [1, 2, 0], "in seat order from the active player"
    slot = next(v for v in play.game.layout.vars if v.name == "order").first
    assert play.state[slot] == 231
    assert play.is_over, "nobody has two a left, so the second barrier asks nobody"
    hand = next(a for a in play.game.layout.accounts if a.name == "hand")
    assert play.state[hand.first : hand.first + 6] == [1, 4, 1, 4, 1, 3]
    assert not any(play.state[play.game.layout.frames_from :])


NEST = """
game nest "Nest":
    players 2

var depth_seen: 0..9

effect dig(n: 0..9), nest at most 3:
    set depth_seen to n
    choose deeper:
        go_on if n < 9: do dig(n + 1)
        stop_here
    choose m in 0..n
    set depth_seen to m

flow:
    turn p1: do dig(1)
    turn p2: choose k in 1..2
    finish
"""


def test_rules_nest_to_the_stated_depth_and_keep_their_locals(game_of: GameOf) -> None:
    play = game_of(NEST).start(seed=0)
    play.take("go_on")
    play.take("go_on")
    before = play.key()
    with pytest.raises(Fault, match="R903: `dig` would nest more than 3 deep"):
        play.take("go_on")
    assert play.key() == before
    play.take("stop_here")
    assert names(play) == ["0", "1", "2", "3"]
    play.choose(0)
    assert names(play) == ["0", "1", "2"]
    play.choose(0)
    assert names(play) == ["0", "1"]
    play.choose(1)
    assert play.player == 1
    frame = next(f for f in play.game.layout.frames if f.routine == "dig")
    assert not any(play.state[frame.first : frame.first + frame.size * frame.copies])
