"""What settings decide is worked out before play, and still explained."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.graph.from_program import build_graph
from rulelang.lowering import lower
from rulelang.program.model import Program
from rulelang.runtime.game import Game

GameOf = Callable[..., Game]
ProgramOf = Callable[..., Program]
Conforms = Callable[..., None]

GAME = """
game market:
    players 2
setting trading = false
setting stalls: few or many = few
enum Good: wood, ore
account bank: Good, start 9
account hand of Player: Good, start 2
define is_large = stalls = many and trading
define is_open = is_large or trading
action offer(give as 1..2 from my hand):
    require open: is_open else "nobody trades here"
    do: do agree(give)
effect agree(give: Bundle of Good):
    choose g in Good
    pay give
    gain 1 * g
action dig(g in Good where g in bank):
    do:
        if is_large:
            choose h in Good where h in bank
            gain 1 * h
        else: gain 1 * g
        each q in everyone where is_large: gain 1 * g to hand of q
        each q in everyone:
            if is_large: gain 1 * g to hand of q
        repeat 2 times:
            if is_large: gain 1 * g
flow:
    repeat each p in clockwise from p1 until no bank:
        turn p: choose offer or dig
win by points, else shared
"""


def test_rules_ruled_out_by_settings_need_no_place_in_the_state(program_of: ProgramOf) -> None:
    closed = build_graph(lower(program_of(GAME))).layout
    opened = build_graph(
        lower(program_of(GAME.replace("trading = false", "trading = true")))
    ).layout
    assert [frame.routine for frame in closed.frames] == ["flow"]
    assert {"offer", "agree"} <= {frame.routine for frame in opened.frames}
    assert closed.picks < opened.picks


def test_branches_never_taken_are_not_written(program_of: ProgramOf) -> None:
    dig = next(r for r in build_graph(lower(program_of(GAME))).program.rules if r.name == "dig")
    assert [type(stmt).__name__ for stmt in dig.body] == ["Transfer"]


def test_what_settings_rule_out_is_still_refused_by_name(game_of: GameOf) -> None:
    play = game_of(GAME).start(seed=0)
    assert [refusal.name for refusal in play.why_not("offer")] == ["open"]
    assert {option.name for option in play.options()} == {"dig"}


def test_settled_games_play_as_written(conforms: Conforms) -> None:
    conforms(GAME)
    conforms(GAME.replace("stalls: few or many = few", "stalls: few or many = many"))
