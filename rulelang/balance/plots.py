"""Plots as SVG text: in go numbers, out come pictures that need no script and no network.

Colours are CSS variables of the page, so that they follow light and dark. The two sets of rules also differ in
shape (disc and diamond, full and outlined bars): colour is never the only signal.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, isfinite
from typing import NamedTuple

WIDTH, LEFT, RIGHT, ROW = 640, 190, 30, 30
TOP, FOOT = 10, 30
LETTERS = 27  # that have room before the plot; longer names are squeezed
COLOURS = ("var(--first)", "var(--second)")


class Dot(NamedTuple):
    """A value with its interval."""

    value: float
    low: float
    high: float


class Axis(NamedTuple):
    """Where numbers lie between two ends."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Return the place of a number, kept within the plot."""
        span = (self.high - self.low) or 1.0
        part = min(1.0, max(0.0, (value - self.low) / span))
        return LEFT + part * (WIDTH - LEFT - RIGHT)


def dots(rows: Sequence[tuple[str, Sequence[Dot]]], *, mark: float | None, title: str) -> str:
    """Return a plot with a line for each row: values with whiskers, and a mark to compare with."""
    values = [v for _name, found in rows for dot in found for v in dot if isfinite(v)]
    if mark is not None:
        values.append(mark)
    axis = _axis(values)
    height = TOP + ROW * len(rows) + FOOT
    parts = [_frame(axis, height)]
    if mark is not None:
        parts.append(_line(axis.at(mark), TOP, axis.at(mark), height - FOOT, "mark"))
    for number, (name, found) in enumerate(rows):
        middle = TOP + ROW * number + ROW / 2
        parts.append(_text(LEFT - 10, middle + 4, name, "end"))
        for side, dot in enumerate(found):
            y = middle + (side - (len(found) - 1) / 2) * 11
            parts.append(_whisker(axis, dot, y, side))
    return _svg(height, parts, title)


def _whisker(axis: Axis, dot: Dot, y: float, side: int) -> str:
    colour = COLOURS[side % 2]
    x = axis.at(dot.value)
    low, high = (axis.at(v) if isfinite(v) else x for v in (dot.low, dot.high))
    line = (
        f'<line x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}" '
        f'stroke="{colour}" stroke-width="2"/>'
    )
    if side % 2 == 0:
        return line + f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
    points = f"{x:.1f},{y - 6:.1f} {x + 6:.1f},{y:.1f} {x:.1f},{y + 6:.1f} {x - 6:.1f},{y:.1f}"
    return (
        line + f'<polygon points="{points}" fill="var(--page)" stroke="{colour}" stroke-width="2"/>'
    )


def histogram(samples: Sequence[Sequence[float]], *, title: str, bins: int = 20) -> str:
    """Return how often values come up, one set of bars for each sample."""
    values = [value for sample in samples for value in sample]
    low, high = min(values), max(values)
    step = max(1, floor((high - low) / bins) + 1)
    count = int((high - low) // step) + 1
    axis = Axis(low, low + step * count)
    shares = [_shares(sample, low, step, count) for sample in samples]
    most = max(max(each) for each in shares) or 1.0
    height = 190
    parts = [_frame(axis, height, is_whole=all(value == int(value) for value in values))]
    for side, each in enumerate(shares):
        for number, share in enumerate(each):
            left, right = axis.at(low + step * number), axis.at(low + step * (number + 1))
            tall = share / most * (height - TOP - FOOT - 6)
            look = (
                f'fill="{COLOURS[0]}" fill-opacity="0.55"'
                if side % 2 == 0
                else f'fill="none" stroke="{COLOURS[1]}" stroke-width="2"'
            )
            parts.append(
                f'<rect x="{left + 1:.1f}" y="{height - FOOT - tall:.1f}" '
                f'width="{max(1.0, right - left - 2):.1f}" height="{tall:.1f}" {look}/>'
            )
    return _svg(height, parts, title)


def _shares(sample: Sequence[float], low: float, step: int, count: int) -> list[float]:
    found = [0] * count
    for value in sample:
        found[min(count - 1, int((value - low) // step))] += 1
    return [number / (len(sample) or 1) for number in found]


# --- parts ----------------------------------------------------------------------------------------------


def _axis(values: Sequence[float]) -> Axis:
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low) * 0.05 or 0.5
    return Axis(low - room, high + room)


def _frame(axis: Axis, height: int, *, is_whole: bool = False) -> str:
    bottom = height - FOOT
    parts = [_line(LEFT, bottom, WIDTH - RIGHT, bottom, "axis")]
    for value in _ticks(axis):
        if is_whole and value != int(value):
            continue
        x = axis.at(value)
        parts.append(_line(x, TOP, x, bottom, "grid"))
        parts.append(_text(x, bottom + 18, f"{value:,.10g}", "middle"))
    return "".join(parts)


def _ticks(axis: Axis) -> list[float]:
    """Return four to nine round numbers between the ends.

    >>> _ticks(Axis(0, 10))
    [0, 2, 4, 6, 8, 10]
    """
    span = axis.high - axis.low
    size = 1.0
    while size > span / 4:
        size /= 10
    while size * 10 <= span / 4:
        size *= 10
    step = next(size * n for n in (10, 5, 2, 1) if span / (size * n) >= 4)
    first = floor(axis.low / step)
    numbers = [round(step * n, 10) for n in range(first, floor(axis.high / step) + 1)]
    found = [n for n in numbers if axis.low <= n <= axis.high]
    return [int(n) if n == int(n) else n for n in found]


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    is_long = anchor == "end" and len(text) > LETTERS
    room = f' textLength="{LEFT - 15}" lengthAdjust="spacingAndGlyphs"' if is_long else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{room}>{escape(text)}</text>'


def _svg(height: int, parts: Sequence[str], title: str) -> str:
    head = (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">'
    )
    return f"{head}<title>{escape(title)}</title>{''.join(parts)}</svg>"
