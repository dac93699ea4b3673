"""The generator: fixed numbers that every back end must repeat, fair shuffles, fixed outcomes."""

from __future__ import annotations

from collections import Counter

import pytest

from rulelang.runtime.rng import Chance, below, stream_number, word


def test_golden_words() -> None:
    assert [word(1, 2, k) for k in (3, 4)] == GOLDEN_WORDS
    assert word(2**64 - 1, stream_number("dice"), 0) == GOLDEN_LAST


GOLDEN_WORDS = [13858895605915922160, 11383987879734763356]
GOLDEN_LAST = 14598041600779909654


def test_streams_do_not_disturb_each_other() -> None:
    state = [0, 0, 0, 77, 0, 0]
    chance = Chance()
    dice = ("dice", stream_number("dice"), 4)
    alone = [chance.roll(state, dice, 2, 6) for _ in range(5)]
    state = [0, 0, 0, 77, 0, 0]
    mixed = []
    for _ in range(5):
        mixed.append(chance.roll(state, dice, 2, 6))
        chance.below(state, 5, stream_number("other"), 9)
    assert alone == mixed


def test_numbers_below_n_are_even() -> None:
    count = 0
    seen: Counter[int] = Counter()
    for _ in range(6000):
        value, count = below(5, 9, count, 6)
        seen[value] += 1
    assert set(seen) == set(range(6))
    assert all(850 < found < 1150 for found in seen.values())


def test_a_shuffle_is_a_permutation_and_can_be_fixed() -> None:
    state = [0, 0, 0, 3, 0, *range(10)]
    chance = Chance()
    event = ("deck", stream_number("deck"), 4)
    chance.shuffle(state, event, 5, 10)
    assert sorted(state[5:]) == list(range(10))
    assert state[5:] != list(range(10))
    wanted = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    with chance.fix({"deck": [wanted]}):
        chance.shuffle(state, event, 5, 10)
    assert state[5:] == wanted
    with chance.fix({"deck": [[1, 2]]}):
        chance.shuffle(state, event, 5, 10)
    assert state[13:] == [1, 2], "what is said lies on top"
    assert sorted(state[5:]) == list(range(10))
    with chance.fix({"deck": [[1, 1]]}), pytest.raises(ValueError, match="no order"):
        chance.shuffle(state, event, 5, 10)
