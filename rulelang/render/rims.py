"""The rim of a tile in pixels: where its ports are, and what lies between them."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from attrs import define

from rulelang.render.svg import Point, shown


@define
class Rim:
    """The outline of one tile. Sides run clockwise, side i from corner i to the next; so do ports."""

    middle: Point
    corners: list[Point]
    per_side: int = 1

    @property
    def sides(self) -> int:
        """How many sides the tile has."""
        return len(self.corners)

    def _along(self, way: float) -> Point:
        """Return a point of the rim; one unit is the stretch of one port."""
        side, rest = divmod(way / self.per_side, 1.0)
        (x1, y1), (x2, y2) = (self.corners[(int(side) + i) % self.sides] for i in (0, 1))
        return x1 + (x2 - x1) * rest, y1 + (y2 - y1) * rest

    def port(self, port: int) -> Point:
        """Return the middle of a port."""
        return self._along(port + 0.5)

    def inside(self, ports: tuple[int, ...], near: float) -> Point:
        """Return a point between the middle of the tile and that of some ports."""
        if not ports:
            return self.middle
        points = [self.port(port) for port in ports]
        x = sum(x for x, _ in points) / len(points)
        y = sum(y for _, y in points) / len(points)
        return self._towards((x, y), near)

    def _towards(self, at: Point, near: float) -> Point:
        (cx, cy), (x, y) = self.middle, at
        return cx + (x - cx) * near, cy + (y - cy) * near

    def bend(self, start: Point, end: Point, way: float) -> Point:
        """Return a point on the curve between two points of the rim, 0 at its start and 1 at its end."""
        (x1, y1), (x2, y2), (cx, cy) = start, end, self._control(start, end)
        a, b, c = (1 - way) ** 2, 2 * way * (1 - way), way**2
        return a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2

    def _control(self, start: Point, end: Point) -> Point:
        """A curve is drawn to the middle of the tile, but not quite up to it."""
        return self._towards(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), 0.25)

    def curve(self, start: Point, end: Point) -> str:
        """Return the path of a line between two points of the rim."""
        (x1, y1), (x2, y2), (cx, cy) = start, end, self._control(start, end)
        return f"M{_pair(x1, y1)} Q{_pair(cx, cy)} {_pair(x2, y2)}"

    def runs(self, ports: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the unbroken stretches of ports as (first, how many), clockwise.

        >>> Rim((0, 0), [(0, 0)] * 4, 3).runs((0, 1, 5, 11))
        [(5, 1), (11, 3)]
        """
        count = self.per_side * self.sides
        there = set(ports)
        if len(there) == count:
            return [(0, count)]
        starts = sorted(port for port in there if (port - 1) % count not in there)
        found = []
        for start in starts:
            length = 1
            while (start + length) % count in there:
                length += 1
            found.append((start, length))
        return found

    def area(self, ports: tuple[int, ...]) -> str:
        """Return the path round an area: along the rim where it reaches it, else through the inside."""
        runs = self.runs(ports)
        if len(runs) == 1 and runs[0][1] == self.per_side * self.sides:
            return "M" + " L".join(_pair(*corner) for corner in self.corners) + " Z"
        steps = []
        for number, (first, length) in enumerate(runs):
            start = self._along(first)
            steps.append(f"{'L' if number else 'M'}{_pair(*start)}")
            for way in range(first + 1, first + length):
                if way % self.per_side == 0:
                    steps.append(f"L{_pair(*self._along(way))}")
            end = self._along(first + length)
            steps.append(f"L{_pair(*end)}")
            after = self._along(runs[(number + 1) % len(runs)][0])
            steps.append(f"Q{_pair(*self._hollow(end, after, length, len(runs)))} {_pair(*after)}")
        return " ".join(steps) + " Z"

    def _hollow(self, end: Point, after: Point, length: int, runs: int) -> Point:
        """How deep an area reaches into the tile between two points of the rim."""
        between = ((end[0] + after[0]) / 2, (end[1] + after[1]) / 2)
        if runs > 1:
            return self._towards(between, 0.35)
        share = length / (self.per_side * self.sides)
        # A short stretch bulges in by about a third of the tile, a long one goes round the middle.
        (cx, cy), (x, y) = self.middle, between
        return (cx + (x - cx) * (1 - 2.4 * share) * 0.45, cy + (y - cy) * (1 - 2.4 * share) * 0.45)


def rim_of(grid: str, middle: Point, size: float) -> Rim:
    """Return the rim of a square or of a hex that stands on a corner."""
    x, y = middle
    half = size / 2
    if grid != "hexes":
        return Rim(
            middle,
            [
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ],
        )
    radius = size / sqrt(3)
    angles = [-pi / 2 + number * pi / 3 for number in range(6)]
    return Rim(middle, [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles])


def _pair(x: float, y: float) -> str:
    return f"{shown(x)} {shown(y)}"
