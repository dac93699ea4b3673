"""Regions of a board that grows, kept up to date tile by tile.

A region is known by the least of its elements. Elements are parts of tiles, or tiles; a tile that is
laid brings its own and joins them, and what they touch, to what hung together before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulelang.runtime.bits import members

if TYPE_CHECKING:
    from rulelang.runtime.grown import Laid


class Kept(NamedTuple):
    """What makes a region: its elements by tile, and what joins them.

    `of`: elements are "tiles", or "parts"; `by`: "sides" where they meet; "beside" or "around" for
    tiles that share a side, or also a corner; "" where none of these joins them.
    `inner`: for an element others that are joined to it by what is printed on its tile.
    """

    elements: Mapping[int, Sequence[int]]
    of: str
    by: str
    inner: Mapping[int, Sequence[int]]


class Joined:
    """What hangs together in one position.

    Attributes:
        of: for an element its region; `masks`: for a region its elements as bits.
        open: for a region how many ports of its elements face no tile.
    """

    __slots__ = ("masks", "of", "open")

    def __init__(self, of: dict[int, int], masks: dict[int, int], open_: dict[int, int]) -> None:
        self.of = of
        self.masks = masks
        self.open = open_

    @staticmethod
    def of_board(kept: Kept, laid: Laid) -> Joined:
        """Return what hangs together, worked out tile by tile."""
        made = Joined({}, {}, {})
        tops: dict[int, int] = {}
        for cell, tile in laid.tops.items():
            tops[cell] = tile
            made._add(kept, (laid, tops), tile)
        return made

    def with_tile(self, kept: Kept, laid: Laid, tile: int) -> Joined:
        """Return what hangs together with one more tile, which lies in `laid` already."""
        made = Joined(self.of.copy(), self.masks.copy(), self.open.copy())
        made._add(kept, (laid, laid.tops), tile)
        return made

    def regions(self) -> list[int]:
        """Return all regions, ascending."""
        return sorted(self.masks)

    def mask(self) -> int:
        """Return all regions as bits."""
        mask = 0
        for region in self.masks:
            mask |= 1 << region
        return mask

    def all_elements(self) -> list[int]:
        """Return the elements of each region as bits, by their least element."""
        return [self.masks[region] for region in self.regions()]

    def elements(self, region: int) -> int:
        """Return the elements of a region as bits; of one that was merged, those of the whole."""
        return self.masks.get(self.of.get(region, -1), 0)

    def open_sides(self, region: int) -> int:
        """Return how many ports of a region face no tile."""
        return self.open.get(self.of.get(region, -1), 0)

    def regions_of(self, elements: Sequence[int]) -> list[int]:
        """Return the regions that have one of some elements, ascending."""
        of = self.of
        return sorted({of[element] for element in elements if element in of})

    def _alone(self, element: int) -> None:
        self.of[element] = element
        self.masks[element] = 1 << element
        self.open[element] = 0

    def _add(self, kept: Kept, here: tuple[Laid, Mapping[int, int]], tile: int) -> None:
        laid, tops = here
        of = self.of
        for element in kept.elements.get(tile, ()):
            self._alone(element)
        if kept.of == "parts":
            self._meet(kept, here, tile)
        for element in kept.elements.get(tile, ()):
            for other in kept.inner.get(element, ()):
                if other in of:
                    self._join(element, other)
        if kept.of == "tiles" and kept.by and tile in of:
            cell = laid.spots[tile]
            for near in getattr(laid.board.grid, kept.by)[cell]:
                other = tops.get(near, -1)
                if other in of:
                    self._join(tile, other)

    def _meet(self, kept: Kept, here: tuple[Laid, Mapping[int, int]], tile: int) -> None:
        laid, tops = here
        of, open_, grid, turns = self.of, self.open, laid.board.grid, laid.turns
        edges = grid.edges(tile, turns[tile])
        for side, cell in enumerate(grid.across[laid.spots[tile]]):
            other = tops.get(cell)
            if other is None:
                for ours in edges[side]:
                    for part in ours:
                        if part in of:
                            open_[of[part]] += 1
                continue
            facing = grid.facing(other, turns[other], side)
            for ours, theirs in zip(edges[side], facing, strict=True):
                for part in theirs:
                    if part in of:
                        open_[of[part]] -= 1
                        if kept.by:
                            for own in ours:
                                if own in of:
                                    self._join(own, part)

    def _join(self, one: int, other: int) -> None:
        of = self.of
        low, high = of[one], of[other]
        if low == high:
            return
        if low > high:
            low, high = high, low
        mask = self.masks.pop(high)
        for element in members(mask):
            of[element] = low
        self.masks[low] |= mask
        self.open[low] += self.open.pop(high)


def join_all(elements: Iterable[int], pairs: Iterable[tuple[int, int]]) -> Joined:
    """Return how some elements hang together by pairs; a pair with anything else says nothing.

    >>> join_all([1, 2, 3, 5], [(3, 1), (5, 9)]).regions()
    [1, 2, 5]
    """
    made = Joined({}, {}, {})
    for element in elements:
        made._alone(element)
    for one, other in pairs:
        if one in made.of and other in made.of:
            made._join(one, other)
    return made


def together(apart: Iterable[Joined]) -> Joined:
    """Return what hangs together on several boards."""
    made = Joined({}, {}, {})
    for one in apart:
        made.of.update(one.of)
        made.masks.update(one.masks)
        made.open.update(one.open)
    return made
