"""Flow: steps, turns, loops, stops, sequence points, awards, ends, the step budget."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play

GameOf = Callable[..., Game]


def var(play: Play, name: str, owner: int = -1) -> int:
    """Return a variable."""
    slots = next(v for v in play.game.layout.vars if v.name == name)
    return play.state[slots.slot(owner)]


GRID = """
game noughts "Noughts":
    players 2 named x, o

board grid: squares 3 by 3:
    cells Cell holds one Mark
piece Mark, alike 5 per Player

define mine(p: Player, c: Cell) = some m in Mark on c where owner_of(m) = p
define row(p: Player, c: Cell, d: Cell, e: Cell) = mine(p, c) and mine(p, d) and mine(p, e)
define won(p: Player) = some c in Cell where mine(p, c) and some d in beside(c) where mine(p, d) and some e in beside(d) where e != c and mine(p, e)

action mark(c in Cell where no Mark on c):
    do: move 1 Mark from my supply to c

flow:
    repeat each p in clockwise from x until every c in Cell where some Mark on c:
        turn p: choose mark

end when won(active), checked after each action
score line for p: if won(p) then 1 else 0
win by points, else shared
"""


def test_a_grid_game_is_played_to_its_end(game_of: GameOf) -> None:
    play = game_of(GRID).start(seed=0)
    assert len(play.options()) == 9
    for cell in (0, 6, 1, 7):
        play.choose(_cell(play, cell))
    play.choose(_cell(play, 2))
    assert play.is_over
    assert play.winners() == [0]
    assert play.totals() == [1, 0]
    assert play.player == -1


def _cell(play: Play, number: int) -> int:
    family = next(f for f in play.game.description.families if f.name == "Cell")
    return int(family.first) + number


STEPS = """
game steps "Steps":
    players 2

var log: 0..999999
var tally: 0..99
var fresh: 0..9, cleared each turn
var brief: 0..9, cleared each inner

effect note(n: 0..9):
    set log to log * 10 + n

effect leave_early(n: 0..9):
    do note(1)
    if n > 3: stop leave_early
    do note(2)

effect search:
    each a in 1..3:
        each b in 1..3:
            if a * b = 4: stop search
            raise tally by 1

effect walk_on:
    repeat until tally > 6:
        raise tally by 1
        if tally = 5: stop

flow:
    turn p1:
        do leave_early(5)
        do leave_early(2)
        do search
        do walk_on
        set fresh to 3
        step inner:
            set brief to 2
            choose k in 1..3
            if k = 1: stop inner
            do note(k)
            if k = 3: finish
        choose m in 1..2
    turn p2:
        step inner:
            choose k in 4..5
"""


def test_stop_leaves_a_rule_a_loop_or_a_step(game_of: GameOf) -> None:
    play = game_of(STEPS).start(seed=0)
    assert var(play, "log") == 112
    assert var(play, "tally") == 5, "search counted 4, walking stopped at 5"
    assert (var(play, "fresh"), var(play, "brief")) == (3, 2)
    other = play.copy()
    play.choose(1)
    assert var(play, "log") == 112
    play.choose(2)
    assert (play.player, var(play, "fresh"), var(play, "brief")) == (1, 0, 0)
    other.choose(2)
    assert var(other, "log") == 1122
    other = game_of(STEPS).start(seed=0)
    other.choose(3)
    assert other.is_over


AWARDS = """
game awards "Awards":
    players 3

var built of Player: 0..9
var looks: 0..99
var passed: 0..99

award most_built for p in Player:
    most built of p, at least 2
    tied: holder keeps, else nobody

action build(n in 1..3):
    do:
        raise built of me by n
        do inner

effect inner:
    raise looks by 1

action pass_on:
    do: raise passed by 1

action wreck(q in everyone):
    do: set built of q to 0

flow:
    repeat each p in clockwise from p1:
        turn p: choose build or pass_on or wreck
        step tidy:
            if passed = 9: set built of p2 to 9

end when built of p1 >= 6, checked after each action
end when passed >= 3, checked after each turn
end when built of p2 = 9, checked after each tidy
score award "Award" for p: if most_built = p then 2 else 0
"""


def test_an_award_changes_hands_only_when_somebody_leads(game_of: GameOf) -> None:
    play = game_of(AWARDS, players=3).start(seed=0)
    holders = []
    for n in (1, 2, 2, 1, 1, 1):
        play.take("build", n)
        holders.append(var(play, "most_built"))
    assert holders == [-1, 1, 1, 1, 1, 1], "two share the lead, so the holder keeps it"
    play.take("wreck", "p2")
    assert var(play, "most_built") == 2
    play.take("wreck", "p3")
    assert var(play, "most_built") == 0
    assert play.totals() == [2, 0, 0]


def test_ends_are_judged_at_the_close_of_their_period(game_of: GameOf) -> None:
    play = game_of(AWARDS, players=3).start(seed=0)
    is_over = []
    for _ in range(3):
        play.take("pass_on")
        is_over.append(play.is_over)
    assert is_over == [False, False, True]
    play = game_of(AWARDS, players=3).start(seed=0)
    play.take("build", 3)
    play.take("pass_on")
    play.take("pass_on")
    play.take("build", 3)
    assert play.is_over
    assert play.active == 0


def test_an_award_is_not_computed_after_actions_that_cannot_change_it(game_of: GameOf) -> None:
    source = game_of(AWARDS, players=3).source
    body = source.split("def r_pass_on(")[1].split("\ndef ")[0]
    assert "award_" not in body
    body = source.split("def r_build(")[1].split("\ndef ")[0]
    assert "award_most_built(s)" in body


SPIN = """
game spin "Spin":
    players 2
var n: 0..9
flow:
    turn p1: choose k in 1..2
    repeat until n = 5:
        set n to (if n = 1 then 0 else 1)
"""


def test_a_flow_that_asks_nobody_runs_out_of_steps(game_of: GameOf) -> None:
    play = game_of(SPIN).start(seed=0)
    before = play.key()
    with pytest.raises(Fault, match="R901: play went on for 100000 steps"):
        play.choose(1)
    assert play.key() == before


LOOPS = """
game loops "Loops":
    players 3

card Gem, 4
zone row: pile of Gem
zone bin: Gem
var log: 0..9999999

setup:
    move all of Gem to row

effect note(n: 0..9):
    set log to log * 10 + n

flow:
    each g in Gem on row:
        turn p1:
            choose a in 1..2
            do note(a)
    each p in counterclockwise from p2:
        turn p: choose b in 3..4
    repeat 2 times:
        turn p3:
            choose c in 5..6
            do note(c)
    each g in Gem where g != gem_2 by (if g = gem_3 then 0 else 1):
        turn p2:
            choose d in 7..8
            if g = gem_3: do note(d)
    finish
"""


def test_loops_that_wait_keep_their_place_and_clear_it(game_of: GameOf) -> None:
    play = game_of(LOOPS, players=3).start(seed=0)
    for a in (1, 2, 1, 2):
        play.choose(a)
    asked = []
    for _ in range(3):
        asked.append(play.player)
        play.choose(3)
    assert asked == [1, 0, 2]
    play.choose(5)
    play.choose(6)
    for _ in range(3):
        assert not play.is_over
        play.choose(8)
    assert play.is_over
    assert var(play, "log") == 1212568
    assert not any(play.state[play.game.layout.frames_from :])


FILL = """
game filling:
    players 2

enum Good: coin
account bank: Good, start 9
account purse of Player: Good

action take(n in 1..2):
    do: gain n * coin
effect fill:
    repeat until 3 coin in my purse:
        if not (1 coin in bank): stop fill
        gain 1 coin
    choose take(n)

flow:
    each p in everyone:
        turn p: do fill
score coins for p: coin of purse of p
win by points, else shared
"""


def test_a_rule_may_begin_with_a_loop(game_of: GameOf) -> None:
    """Its condition is where the rule is entered and what the loop leads back to."""
    play = game_of(FILL).start(seed=0)
    while not play.is_over:
        play.choose(play.options()[0])
    assert play.totals() == [4, 4]
