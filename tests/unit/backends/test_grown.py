"""Games with boards that grow, compiled: what generated code says against the independent oracle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.conformance.configurations import Bundled, Configuration, load
from rulelang.conformance.recount import derived_problem
from rulelang.interpreter.oracle import oracle_of
from rulelang.program import nodes as ir
from rulelang.program.types import FLAG, RefType
from rulelang.runtime.description import ref_type

VALLEY = Path(__file__).parents[2] / "data" / "grown" / "valley.rules"


@pytest.fixture(scope="module")
def valley() -> Bundled:
    return load(Configuration(str(VALLEY), 2))


def positions(bundled: Bundled, seed: int, picks: int = 60) -> list[list[int]]:
    """The states of a random game."""
    game, random = bundled.game, Random(seed)
    state = game.new_state(seed)
    game.begin(state)
    found = [state[:]]
    while state[0] and len(found) < picks:
        game.apply(state, random.choice(game.options(state)))
        found.append(state[:])
    return found


def test_a_tile_fits_where_laying_it_shows_that_it_does(valley: Bundled) -> None:
    """Also into a taken cell (a fault) and for a tile that lies already: both are looked at too."""
    fits = valley.game.define("fits")
    define = valley.shape.defines["fits"]
    for state in positions(valley, 3)[::6]:
        oracle = oracle_of(valley.shape, state)
        cells = valley.game.function("frontiers_of")(state)["map"][0]
        for tile in valley.program.grown[0].tiles[::3]:
            for cell in cells[::2]:
                for turn in range(4):
                    values = dict(
                        zip((name for name, _ in define.params), (tile, cell, turn), strict=True)
                    )
                    expected = oracle.number(define.expr, values)
                    assert bool(fits(state, tile, cell, turn)) == bool(expected)


def test_derived_state_follows_a_state_that_is_copied_changed_and_put_back(valley: Bundled) -> None:
    states = positions(valley, 5)
    for state in (*states[::7], *states[::-9], *states[::5]):
        assert derived_problem(valley, state[:]) == ""


def test_the_state_has_one_number_for_the_whole_board(valley: Bundled) -> None:
    (board,) = valley.game.layout.boards
    state = positions(valley, 1)[-1]
    laid = board.laid(board.first_place, state)
    assert board.packed(laid) == state[board.first]


def test_cells_have_names_for_records(valley: Bundled) -> None:
    names = valley.game.names
    type_ = ref_type("cells map", "")
    (board,) = valley.game.layout.boards
    for x, y in ((0, 0), (-3, 2), (12, -12)):
        cell = board.cell_at(board.first_place, x, y)
        assert names.name(type_, cell) == f"{x},{y}"
        assert names.number(type_, f"{x},{y}") == cell


def test_a_region_that_was_merged_means_the_whole(valley: Bundled) -> None:
    region = RefType("region rivers", (), "rivers")
    state = next(
        s for s in positions(valley, 2) if len(valley.game.function("regions_of")(s)["rivers"]) > 1
    )
    oracle = oracle_of(valley.shape, state)
    for mask in valley.game.function("regions_of")(state)["rivers"]:
        for element in range(mask.bit_length()):
            if mask >> element & 1:
                found = oracle.walk(ir.RegionMembers(FLAG, "rivers", ir.Const(region, element)), {})
                assert sum(1 << x for x in found) == mask


def test_why_not_speaks_of_cells_that_are_taken_and_of_picks_that_are_open(valley: Bundled) -> None:
    """A taken cell cannot be judged further than that it is none of those to choose from."""
    play = valley.game.start(seed=1)
    tile = play.options()[0].name
    refusals = play.why_not("lay", t=tile, c="0,0", r=0)
    assert [refusal.name for refusal in refusals] == ["in_c"]
    while play.decision is not None and play.decision.name == "laying":
        play.choose(play.options()[0])
    (refusal,) = play.why_not("push_up")
    assert (refusal.name, refusal.witness) == ("more", None)
