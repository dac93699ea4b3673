"""Two samples of the same seeds compared: in go pairs of numbers, out comes the difference with its interval.

Means are compared by the paired t interval of their differences and measured by Cohen's d (difference over the
standard deviation of one game). Shares, such as wins, have Wilson intervals of their own; their difference is
bootstrapped over the pairs (percentiles of 2,000 samples, always the same ones) and measured by Cohen's h.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, copysign, inf, isfinite, sqrt
from random import Random
from typing import NamedTuple

from rulelang.simulate.statistics import (
    CONFIDENCE,
    Interval,
    mean,
    mean_margin,
    quantile,
    stdev,
    wilson,
)

SAMPLES = 2_000
MEAN, SHARE = "mean", "share"
SMALL, MEDIUM, LARGE = 0.2, 0.5, 0.8  # Cohen's words for d and h


class Side(NamedTuple):
    """A mean or share of one set of rules with its interval."""

    value: float
    interval: Interval


class PairedDifference(NamedTuple):
    """A difference, second less first: its interval, its size, whether it is told apart.

    The size is in standard deviations; infinite where all games differ by the same.
    """

    difference: float
    interval: Interval
    size: float
    is_told: bool


def one_side(kind: str, sample: Sequence[float]) -> Side:
    """Return the mean or share of a sample with its interval."""
    middle = mean(sample)
    if kind == SHARE:
        return Side(middle, wilson(sum(sample), len(sample)))
    margin = mean_margin(stdev(sample), len(sample))
    return Side(middle, Interval(middle - margin, middle + margin))


def compare(kind: str, first: Sequence[float], second: Sequence[float]) -> PairedDifference:
    """Return how the second sample differs from the first; both have one value for each seed."""
    differences = [b - a for a, b in zip(first, second, strict=True)]
    middle = mean(differences)
    if kind == SHARE:
        interval = bootstrap(differences)
        size = 2 * (asin(sqrt(_within(mean(second)))) - asin(sqrt(_within(mean(first)))))
    else:
        margin = mean_margin(stdev(differences), len(differences))
        interval = Interval(middle - margin, middle + margin)
        spread = sqrt((stdev(first) ** 2 + stdev(second) ** 2) / 2)
        size = middle / spread if spread else copysign(inf, middle) if middle else 0.0
    is_known = isfinite(interval.low) and len(differences) > 1
    is_told = is_known and not interval.low <= 0 <= interval.high
    return PairedDifference(middle, interval, size, is_told)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def bootstrap(sample: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the percentile interval of the mean of a sample, by drawing it again and again.

    >>> bootstrap([1, 1, 1, 1])
    Interval(low=1.0, high=1.0)
    """
    rng = Random(len(sample))
    size = len(sample)
    means = sorted(sum(rng.choices(sample, k=size)) / size for _sample in range(SAMPLES))
    rest = (1 - confidence) / 2
    return Interval(quantile(means, rest), quantile(means, 1 - rest))


def size_word(size: float) -> str:
    """Return how large an effect is, in Cohen's words.

    >>> size_word(-0.6), size_word(0.1)
    ('medium', 'slight')
    """
    for least, word in ((LARGE, "large"), (MEDIUM, "medium"), (SMALL, "small")):
        if abs(size) >= least:
            return word
    return "slight"
