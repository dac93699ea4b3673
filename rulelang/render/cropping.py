"""The part of a board that matters: in go its places and those a picture is about, out comes a window.

A side on which little would be left out is not cut at all; it lies infinitely far away.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from rulelang.render.spots import DrawnSpot
from rulelang.render.svg import Box, Point, Sheet

MARGIN = 1.0  # of what is around the places, in cells
LEAST = 2.6  # cells across and down
SPARE = 0.6  # cells that are not worth cutting off
SMALL = (520.0, 420.0)  # boards up to this size are not cut
WIDE = 700.0  # pixels between places that are seen in one window
HALF = 0.6  # how far a cell with its rim reaches from its middle, in cells
WHOLE: Box = (-inf, -inf, inf, inf)


def windows_of(boxes: Sequence[Box], among: Sequence[Point], cell: Point) -> list[Box]:
    """Return the windows about some boxes of a board, from left to right; the whole of it without any."""
    spans = [max(at[axis] for at in among) - min(at[axis] for at in among) for axis in (0, 1)]
    is_small = all(span + size <= most for span, size, most in zip(spans, cell, SMALL, strict=True))
    if not boxes or is_small:
        return [WHOLE]
    return [_window(group, among, cell) for group in _groups(sorted(boxes))]


def _groups(boxes: list[Box]) -> list[list[Box]]:
    """Part boxes that lie too far from each other where the gap is widest, of equal gaps in the middle."""
    if len(boxes) < 2 or max(box[2] for box in boxes) - boxes[0][0] <= WIDE:
        return [boxes]
    gaps = [
        (round(boxes[at][0] - boxes[at - 1][2]), -abs(2 * at - len(boxes)), at)
        for at in range(1, len(boxes))
    ]
    *_, at = max(gaps)
    return [*_groups(boxes[:at]), *_groups(boxes[at:])]


def _window(boxes: Sequence[Box], among: Sequence[Point], cell: Point) -> Box:
    xs = [x for left, _, right, _ in boxes for x in (left, right)]
    ys = [y for _, top, _, bottom in boxes for y in (top, bottom)]
    left, right = _side(xs, [x for x, _ in among], cell[0])
    top, bottom = _side(ys, [y for _, y in among], cell[1])
    return left, top, right, bottom


def _side(values: Sequence[float], among: Sequence[float], size: float) -> Point:
    """Where a window begins and ends along an axis."""
    low, high = min(values) - MARGIN * size, max(values) + MARGIN * size
    more = max(0.0, LEAST * size - (high - low)) / 2
    low, high = low - more, high + more
    return (
        low if low - min(among) > SPARE * size else -inf,
        high if max(among) - high > SPARE * size else inf,
    )


def is_near(at: Point, window: Box, reach: Point = (0.0, 0.0)) -> bool:
    """Whether something about a point that reaches so far is seen in a window."""
    left, top, right, bottom = window
    across = left - reach[0] < at[0] < right + reach[0]
    return across and top - reach[1] < at[1] < bottom + reach[1]


def in_window(spots: Sequence[DrawnSpot], window: Box, cell: Point) -> list[DrawnSpot]:
    """Return the places that are seen in a window: cells that reach into it, all around those."""
    reach = (cell[0] * HALF, cell[1] * HALF)
    return [spot for spot in spots if is_near((spot.x * cell[0], spot.y * cell[1]), window, reach)]


def cut(sheet: Sheet, window: Box) -> None:
    """Leave of a sheet what is in a window."""
    if window != WHOLE:
        left, top, right, bottom = sheet.box
        low, high = (
            (max(left, window[0]), max(top, window[1])),
            (min(right, window[2]), min(bottom, window[3])),
        )
        sheet.window = (*low, *high)
