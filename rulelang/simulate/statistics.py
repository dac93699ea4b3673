"""Numbers about many games: in go samples, out come means, spreads and confidence intervals.

Means get intervals from Student's t distribution, shares (of wins) Wilson's score intervals, which stay within
0 and 1 and are honest for few games. Everything is exact enough to print and needs no library.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
_TINY = 1e-300
_PRECISE = 1e-14


class Interval(NamedTuple):
    """From `low` to `high`."""

    low: float
    high: float


class Summary(NamedTuple):
    """A sample in a few numbers; `margin` is half the width of the interval of the mean."""

    size: int
    mean: float
    stdev: float
    margin: float
    least: float
    quartiles: tuple[float, float, float]
    most: float


def summarise(sample: Sequence[float], confidence: float = CONFIDENCE) -> Summary:
    """Return mean, spread, quartiles and the margin of the mean of a sample that is not empty."""
    ordered = sorted(sample)
    spread = stdev(sample)
    return Summary(
        size=len(ordered),
        mean=mean(sample),
        stdev=spread,
        margin=mean_margin(spread, len(ordered), confidence),
        least=ordered[0],
        quartiles=(quantile(ordered, 0.25), quantile(ordered, 0.5), quantile(ordered, 0.75)),
        most=ordered[-1],
    )


def mean(sample: Sequence[float]) -> float:
    """Return the mean.

    >>> mean([1, 2, 6])
    3.0
    """
    return fsum(sample) / len(sample)


def stdev(sample: Sequence[float]) -> float:
    """Return the standard deviation of the population a sample was drawn from; 0 for one value.

    >>> stdev([2, 4, 4, 4, 5, 5, 7, 9])
    2.138089935299395
    """
    if len(sample) < 2:
        return 0.0
    middle = mean(sample)
    return sqrt(fsum((value - middle) ** 2 for value in sample) / (len(sample) - 1))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which `share` of an ordered sample lies, between neighbours if need be.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def mean_margin(spread: float, count: int, confidence: float = CONFIDENCE) -> float:
    """Return how far the true mean may lie from the mean of a sample; infinite for one value."""
    if count < 2:
        return inf
    return t_quantile((1 + confidence) / 2, count - 1) * spread / sqrt(count)


def wilson(successes: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for a share; `successes` need not be whole, as shared wins are not.

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if count == 0:
        return Interval(0.0, 1.0)
    z = normal_quantile((1 + confidence) / 2)
    share = successes / count
    middle = share + z * z / (2 * count)
    margin = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return Interval(max(0.0, (middle - margin) / scale), min(1.0, (middle + margin) / scale))


# --- distributions ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def normal_quantile(share: float) -> float:
    """Return the value below which `share` of the standard normal distribution lies.

    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return NormalDist().inv_cdf(share)


@lru_cache(maxsize=1024)
def t_quantile(share: float, freedom: int) -> float:
    """Return the value below which `share` of Student's t distribution lies, for shares above a half.

    >>> round(t_quantile(0.975, 10), 4)
    2.2281
    """
    low, high = 0.0, 1.0
    while t_share_below(high, freedom) < share:
        low, high = high, high * 2
    for _ in range(100):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        if t_share_below(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_share_below(value: float, freedom: int) -> float:
    """Return the share of Student's t distribution below a value that is not negative."""
    tail = _beta_share(freedom / (freedom + value * value), freedom / 2, 0.5) / 2
    return 1 - tail


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(x, a, b) / a
    return 1 - front * _beta_fraction(1 - x, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction, by Lentz's method."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or _TINY)
    found = d
    for m in range(1, 1000):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + top * d or _TINY)
            c = 1 + top / c or _TINY
            found *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return found
