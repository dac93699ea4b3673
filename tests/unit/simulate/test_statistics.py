"""Statistics against values from printed tables and from R (qt, qnorm, prop.test without correction)."""

from __future__ import annotations

import random
from math import inf, isclose

import pytest

from rulelang.simulate.statistics import (
    mean_margin,
    normal_quantile,
    quantile,
    stdev,
    summarise,
    t_quantile,
    wilson,
)


@pytest.mark.parametrize(
    ("share", "freedom", "value"),
    [
        (0.975, 1, 12.7062047364),
        (0.975, 2, 4.3026527297),
        (0.975, 9, 2.2621571628),
        (0.995, 5, 4.0321429836),
        (0.95, 30, 1.6972608943),
        (0.975, 99, 1.9842169516),
        (0.975, 9999, 1.9602012636),
    ],
)
def test_quantiles_of_t_are_those_of_the_tables(share: float, freedom: int, value: float) -> None:
    assert t_quantile(share, freedom) == pytest.approx(value, abs=1e-8)


def test_t_tends_to_the_normal_distribution() -> None:
    assert t_quantile(0.975, 10_000_000) == pytest.approx(normal_quantile(0.975), abs=1e-5)


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        (8, 10, 0.4901625, 0.9433178),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (50, 100, 0.4038315, 0.5961685),
        (1, 1000, 0.0001765, 0.0056426),
    ],
)
def test_wilson_intervals_are_those_of_prop_test(
    successes: int, count: int, low: float, high: float
) -> None:
    found = wilson(successes, count)
    assert found.low == pytest.approx(low, abs=1e-6)
    assert found.high == pytest.approx(high, abs=1e-6)


def test_without_games_nothing_is_known_about_a_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_sample_is_summarised() -> None:
    found = summarise([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean == 5.0
    assert found.stdev == pytest.approx(2.1380899353)
    assert found.margin == pytest.approx(2.3646242516 * 2.1380899353 / 8**0.5)
    assert (found.least, found.quartiles, found.most) == (2, (4.0, 4.5, 5.5), 9)


def test_one_value_has_no_spread_and_no_known_margin() -> None:
    found = summarise([3])
    assert (found.mean, found.stdev, found.margin) == (3.0, 0.0, inf)


def test_equal_values_have_no_margin() -> None:
    assert mean_margin(stdev([4] * 20), 20) == 0.0


def test_quantiles_lie_between_neighbours() -> None:
    assert [quantile([10, 20, 30], share) for share in (0, 0.25, 0.5, 1)] == [10, 15, 20, 30]


def test_intervals_of_the_mean_hold_the_mean_as_often_as_they_say() -> None:
    rng = random.Random(7)
    held = 0
    for _sample in range(400):
        found = summarise([rng.gauss(3, 2) for _value in range(8)])
        held += abs(found.mean - 3) <= found.margin
    assert 0.91 < held / 400 < 0.99


def test_large_numbers_keep_their_last_digits() -> None:
    assert isclose(stdev([10**9 + 1, 10**9 + 2, 10**9 + 3]), 1.0)
