"""Boards that grow: numbers in the state, what is derived from them, tile by tile and from scratch."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rulelang.runtime import grown
from rulelang.runtime.faults import Fault
from rulelang.runtime.grown import Board, Grid, Laid
from rulelang.runtime.joined import Kept

TILES = tuple(range(10, 22))
WIDTH = 2 * (len(TILES) + 1) + 1

# Each tile has a road from N to E (part a) and land along S and W (part b), one port on each side.
PARTS = {tile: (2 * tile, 2 * tile + 1) for tile in TILES}
PORTS = {part: (0, 1) if part % 2 == 0 else (2, 3) for row in PARTS.values() for part in row}
ROADS = Kept({tile: (row[0],) for tile, row in PARTS.items()}, "parts", "sides", {})
ALL = Kept(PARTS, "parts", "sides", {row[0]: (row[1],) for row in PARTS.values()})
BLOCKS = Kept({tile: (tile,) for tile in TILES}, "tiles", "around", {})


def made(*, stacked: bool = False) -> Board:
    bits = (12 * 4 * WIDTH * WIDTH).bit_length()
    slots = ("map", 3, 1, 7, bits, 4, WIDTH, TILES, stacked, "squares")
    return Board(Grid(slots, PARTS, PORTS, 1), 0, (ROADS, ALL, BLOCKS))


def facts(laid: Laid) -> object:
    joined = [laid.joined(number) for number in range(3)]
    return (
        laid.frontier(),
        dict(laid.tops),
        dict(laid.spots),
        dict(laid.turns),
        dict(laid.below),
        [(each.of, each.masks, each.open) for each in joined],
    )


def grow(board: Board, random: Random, count: int) -> list[int]:
    """Lay tiles at random; return the numbers of all positions on the way."""
    keys = [0]
    for tile in random.sample(TILES, count):
        cells = list(board[keys[-1]].frontier())
        if board.grid.slots.is_stacked:
            cells += board[keys[-1]].tops
        keys.append(board.lay(keys[-1], tile, random.choice(cells), random.randrange(4)))
        facts(board[keys[-1]])
    return keys


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("stacked", [False, True])
def test_growing_gives_what_the_number_alone_gives(seed: int, *, stacked: bool) -> None:
    board, fresh = made(stacked=stacked), made(stacked=stacked)
    for key in grow(board, Random(seed), len(TILES)):
        assert facts(board[key]) == facts(fresh[key])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("stacked", [False, True])
def test_lifting_a_tile_undoes_laying_it(seed: int, *, stacked: bool) -> None:
    board = made(stacked=stacked)
    keys = grow(board, Random(seed), 8)
    for before, after in pairwise(keys):
        (tile,) = board[after].spots.keys() - board[before].spots.keys()
        assert board.lift(after, tile) == before


def test_what_lay_on_a_lifted_tile_comes_down() -> None:
    board = made(stacked=True)
    key = board.lay(0, 10, board.first, 1)
    key = board.lay(key, 11, board.first, 2)
    key = board.lay(key, 12, board.first, 3)
    assert board[key].pile_of(11) == (10, 11, 12)
    assert board[board.lift(key, 10)].pile_of(12) == (11, 12)
    other = board.lay(board.lay(0, 11, board.first, 2), 12, board.first, 3)
    assert board.lift(key, 10) == other


def test_the_order_of_laying_leaves_no_trace() -> None:
    board = made()
    east = board.grid.across[board.first][1]
    one = board.lay(board.lay(0, 10, board.first, 1), 11, east, 2)
    other = board.lay(board.lay(0, 11, east, 2), 10, board.first, 1)
    assert one == other


def test_a_taken_cell_is_a_fault_unless_stacked() -> None:
    board = made()
    key = board.lay(0, 10, board.first, 0)
    with pytest.raises(Fault, match="R902: map 0,0"):
        board.lay(key, 11, board.first, 0)


def test_old_positions_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grown, "KNOWN_AT_MOST", 3)
    board, fresh = made(), made()
    keys = grow(board, Random(1), 9)
    assert len(board) == 3
    for key in keys:
        assert facts(board[key]) == facts(fresh[key])


def test_parts_meet_across_a_side_and_their_other_ports_are_open() -> None:
    board = made()
    north = board.grid.across[board.first][0]
    key = board.lay(0, 10, board.first, 0)  # road N E
    key = board.lay(key, 11, north, 2)  # turned by two: road S W
    laid = board[key]
    assert laid.meeting(20) == 1 << 22
    assert laid.meeting(21) == 0
    assert laid.open_sides([20]) == 1
    assert laid.joined(0).open_sides(20) == laid.open_sides([20, 22]) == 2
    assert laid.joined(0).elements(22) == 1 << 20 | 1 << 22
    assert laid.joined(1).regions() == [20]


def test_cells_at_the_edge_of_reach_have_fewer_neighbours() -> None:
    grid = made().grid
    far = WIDTH // 2
    corner = grid.cell(0, -far, -far)
    assert grid.across[corner] == (-1, corner + 1, corner + WIDTH, -1)
    assert grid.beside[corner] == (corner + 1, corner + WIDTH)
    assert len(grid.around[corner]) == 3
    with pytest.raises(Fault, match="R902"):
        grid.cell(0, far + 1, 0)
