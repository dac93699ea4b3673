"""Where a tile fits: whether all its parts would get along with those they would meet.

The condition is about two parts that meet and reads nothing but what is printed on them, so it is
judged once for each pair of sides that look alike, and once for each tile and each way to be surrounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from rulelang.runtime.grown import Edge, Grid, Laid

KNOWN_AT_MOST = 50_000  # answers about single tiles

Looks = Mapping[int, Hashable]


class Matcher:
    """One condition on one board.

    `own` and `other` are what the condition reads of the part of the new tile and of the part it
    meets: parts that look alike are judged alike.
    """

    def __init__(
        self, grid: Grid, condition: Callable[[int, int], object], own: Looks, other: Looks
    ) -> None:
        self._grid = grid
        self._condition = condition
        self._own = own
        self._other = other
        self._numbers: dict[Hashable, int] = {}
        self._examples: list[Edge] = [()]
        self._kinds: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._sides: dict[tuple[int, int], bool] = {}
        self._alike: dict[tuple[Hashable, tuple[int, ...]], int] = {}
        self._turns: dict[tuple[int, tuple[int, ...]], int] = {}

    def fits(self, laid: Laid, tile: int, cell: int, turn: int) -> int:
        """Does a tile that does not lie here fit into an empty cell?"""
        rims = laid.rims.get(self)
        if rims is None:
            rims = laid.rims[self] = {}
        rim = rims.get(cell)
        if rim is None:
            rim = rims[cell] = self._rim(laid, cell)
        turns = self._turns.get((tile, rim))
        if turns is None:
            if len(self._turns) > KNOWN_AT_MOST:
                self._turns.clear()
            turns = self._turns[tile, rim] = self._fitting(tile, rim)
        return turns >> turn & 1

    def _fitting(self, tile: int, rim: tuple[int, ...]) -> int:
        """By how many turns a tile fits into such a gap, as bits; tiles that look alike are alike."""
        kind = self._kinds.get(tile)
        if kind is None:
            kind = self._kinds[tile] = self._kind(tile)
        found = self._alike.get((kind, rim))
        if found is None:
            found = self._alike[kind, rim] = sum(
                1 << turn for turn, edges in enumerate(kind) if self._fits(edges, rim)
            )
        return found

    def _fits(self, edges: tuple[int, ...], rim: tuple[int, ...]) -> bool:
        return all(
            not there or self._meets(here, there) for here, there in zip(edges, rim, strict=True)
        )

    def _meets(self, here: int, there: int) -> bool:
        found = self._sides.get((here, there))
        if found is None:
            pairs = zip(self._examples[here], self._examples[there], strict=True)
            found = self._sides[here, there] = all(
                self._condition(own, other)
                for ours, theirs in pairs
                for own in ours
                for other in theirs
            )
        return found

    def _kind(self, tile: int) -> tuple[tuple[int, ...], ...]:
        """The sides of a tile for each turn, as numbers of what they look like."""
        edges = (self._grid.edges(tile, turn) for turn in range(self._grid.slots.turns))
        return tuple(tuple(self._number(edge, self._own) for edge in sides) for sides in edges)

    def _rim(self, laid: Laid, cell: int) -> tuple[int, ...]:
        """What faces a cell from each side; 0 where no tile lies."""
        rim = []
        for side, near in enumerate(self._grid.across[cell]):
            tile = laid.tops.get(near)
            if tile is None:
                rim.append(0)
            else:
                edge = self._grid.facing(tile, laid.turns[tile], side)
                rim.append(self._number(edge, self._other))
        return tuple(rim)

    def _number(self, edge: Edge, looks: Looks) -> int:
        look = (looks is self._own, tuple(tuple(looks[part] for part in here) for here in edge))
        found = self._numbers.get(look)
        if found is None:
            found = self._numbers[look] = len(self._examples)
            self._examples.append(edge)
        return found
