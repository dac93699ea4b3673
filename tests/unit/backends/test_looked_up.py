"""Where nobody asks what a place holds, the places of things are all that is kept."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.runtime.contents import things_at
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]
Conforms = Callable[..., None]

GAME = """
game camp:
    players 2
piece Tent, 1 per Player
piece Guard
board field: squares 3 by 3:
    cells Cell holds one Tent, Guard
var moves: 0..9
action pitch(c in Cell where no t in Tent where place_of(t) = c):
    do:
        each t in Tent where owner_of(t) = me: move t to c
        raise moves by 1
action watch(c in Cell where c != place_of(guard)):
    do:
        move guard to c
        raise moves by 1
flow:
    repeat each p in clockwise from p1 until moves >= 8:
        turn p: choose pitch or watch
score near for p: count(t in Tent where place_of(t) = place_of(guard))
win by points, else shared
"""


def test_places_that_nobody_looks_into_have_no_slots(game_of: GameOf) -> None:
    asking = "all(c in Cell where some Guard on c)"
    kept = game_of(GAME.replace("score near for p: ", f"score near for p: size of {asking} + "))
    looked_up = game_of(GAME)
    of_cells = [h for h in looked_up.layout.holdings if h.family == "Cell"]
    assert [(h.order, h.stride) for h in of_cells] == [("one", 0), ("many", 0)]
    assert looked_up.layout.size == kept.layout.size - 9
    state = looked_up.new_state(1)
    looked_up.begin(state)
    looked_up.apply(state, 1)
    cell = looked_up.options(state)[4]
    looked_up.apply(state, cell)
    assert [
        looked_up.description.things[x][0] for x in things_at(looked_up.layout, cell, state)
    ] == ["guard"]


def test_a_place_for_one_thing_is_still_full_with_one(game_of: GameOf) -> None:
    game = game_of(GAME.replace(" where no t in Tent where place_of(t) = c", ""))
    play = game.start(seed=0)
    faults = []
    for _ in range(2):
        try:
            play.choose(next(o for o in play.options() if o.name == "pitch"))
            play.choose(play.options()[0])
        except Fault as fault:
            faults.append(fault.code)
    assert faults == ["R902"]


def test_such_games_play_as_written(conforms: Conforms) -> None:
    conforms(GAME)


def test_a_thing_may_move_to_where_it_lies(conforms: Conforms) -> None:
    of_others = "no t in Tent where owner_of(t) != me and place_of(t) = c"
    conforms(GAME.replace("no t in Tent where place_of(t) = c", of_others))
