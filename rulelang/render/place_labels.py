"""Names of places on a board: small plates that keep clear of pieces and numbers, tied to what they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from rulelang.render.artist import Artist
from rulelang.render.piece_shapes import INK
from rulelang.render.svg import Box, Point, text_width

SIZE = 10.0
HIGH = 15.0
PAD = 7.0  # left and right of a name together
LONGEST = 98.0
PLATE = "#fffdf4"
TIED = 8.0  # from a name to what stands on its place: further away a line leads there
SURE = 4.0  # square pixels of an overlap that nobody sees
OUTSIDE = 9.0  # how much worse it is to reach over the rim of the picture
AROUND = (
    (0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8),
)  # fmt: skip


class Goal(NamedTuple):
    """A place that has a name: from where to where it runs, and how far what stands there reaches."""

    ends: tuple[Point, Point]
    reach: float

    @property
    def middle(self) -> Point:
        """The middle of the place."""
        (x1, y1), (x2, y2) = self.ends
        return (x1 + x2) / 2, (y1 + y2) / 2

    def nearest(self, at: Point) -> Point:
        """The point of the middle half of the place that is nearest to another point."""
        (x1, y1), (x2, y2) = self.ends
        points = [(x1 + (x2 - x1) * way, y1 + (y2 - y1) * way) for way in (0.25, 0.5, 0.75)]
        return min(points, key=lambda p: hypot(p[0] - at[0], p[1] - at[1]))


def plate_width(text: str) -> float:
    """Return how wide the plate of a name is; long names are in smaller letters."""
    return min(LONGEST, text_width(text, SIZE, bold=True) + PAD)


def around(goal: Goal, text: str) -> Iterator[Point]:
    """Yield where a name may stand about a place, the nearest first."""
    at, reach, half = goal.middle, goal.reach, plate_width(text) / 2
    for away in (reach, reach + 9, reach + 20, reach + 34):
        for dx, dy in AROUND:
            slack = 0.75 if dx and dy else 1.0
            yield (
                at[0] + dx * (away + half) * slack,
                at[1] + dy * (away + HIGH / 2) * (1.0 if dy else 0.0),
            )


def draw_label(
    artist: Artist,
    text: str,
    ways: Iterable[Point],
    goal: Goal | None = None,
    bounds: Box | None = None,
) -> None:
    """Write a name where it covers the least of what is there; a line ties it to a `goal` far away."""
    half = plate_width(text) / 2
    best, least = (0.0, 0.0), float("inf")
    ways = list(ways)
    xs, ys = [x for x, _ in ways], [y for _, y in ways]
    about = (min(xs) - half, min(ys) - HIGH, max(xs) + half, max(ys) + HIGH)
    near = [each for each in artist.taken if _shared(about, each[0])]
    for rank, at in enumerate(ways):
        box = (at[0] - half, at[1] - HIGH / 2, at[0] + half, at[1] + HIGH / 2)
        cost = rank * SURE + sum(_shared(box, other) * dear for other, dear in near)
        if bounds is not None:
            inside = _shared(box, bounds)
            cost += OUTSIDE * (2 * half * HIGH - inside)
        if cost < least:
            best, least = at, cost
    if goal is not None:
        _tie(artist, best, half, goal)
    corner = (best[0] - half, best[1] - HIGH / 2)
    style = {"fill": PLATE, "stroke": INK, "stroke_width": 0.9, "rx": 4}
    artist.sheet.rect(corner, (2 * half, HIGH), **style)
    size = SIZE * min(1.0, (2 * half - PAD) / text_width(text, SIZE, bold=True))
    artist.sheet.text(best, text, size, fill=INK, font_weight="bold")
    artist.take(best, half, HIGH / 2, cost=2.0)


def _tie(artist: Artist, at: Point, half: float, goal: Goal) -> None:
    """A line from a plate to what it names, unless it stands beside it."""
    (gx, gy), reach = goal.nearest(at), goal.reach
    x = min(max(gx, at[0] - half), at[0] + half)
    y = min(max(gy, at[1] - HIGH / 2), at[1] + HIGH / 2)
    away = hypot(gx - x, gy - y)
    if away > reach + TIED:
        end = (gx + (x - gx) * reach / away, gy + (y - gy) * reach / away)
        for colour, width in ((PLATE, 3.0), (INK, 1.1)):
            artist.sheet.line((x, y), end, stroke=colour, stroke_width=width)


def _shared(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0
