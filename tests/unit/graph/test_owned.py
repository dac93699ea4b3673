"""Places that hold only what belongs to their player: found where all rules say so."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.graph.own_pieces import places_of_own
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program
from rulelang.runtime.game import Game

ProgramOf = Callable[..., Program]
GameOf = Callable[..., Game]

GAME = """
game camps "Camps":
    players 3
piece Hut "hut", alike 3 per Player
piece Tower "tower", alike 2 per Player
board field: squares 3 by 1:
    cells Spot holds one Hut or Tower
define huts(p: Player) = count(h in Hut on supply of p)
define pieces(p: Player) = count(h in Hut on supply of p) + count(t in Tower on supply of p)
action build(c in Spot where no Hut on c):
    do: move 1 Hut from my supply to c
action clear(c in Spot where some Hut on c):
    do: {clear}
flow:
    repeat each p in everyone:
        turn p: may build or clear
"""
OWN = GAME.format(clear="move 1 Hut from c to my supply")
CAPTURED = GAME.format(clear="move all of (Hut on c) to my supply")


def found(program: Program) -> frozenset[str]:
    return places_of_own(program, Analysis(program))


def test_who_puts_only_own_pieces_there_is_believed(program_of: ProgramOf) -> None:
    assert found(program_of(OWN, 3)) == {"supply"}


def test_captured_pieces_are_counted(program_of: ProgramOf, game_of: GameOf) -> None:
    assert found(program_of(CAPTURED, 3)) == frozenset()
    game = game_of(CAPTURED, 3)
    play = game.start(seed=0)
    play.take("build", "1,1")
    play.take("clear", "1,1")
    assert [game.define("huts")(play.state, player) for player in range(3)] == [2, 4, 3]


def test_own_pieces_are_counted(game_of: GameOf) -> None:
    game = game_of(OWN, 3)
    play = game.start(seed=0)
    play.take("build", "1,1")
    play.take("build", "2,1")
    assert [game.define("pieces")(play.state, player) for player in range(3)] == [4, 4, 5]
