"""Suggestions: near names are found, far ones are not offered, and the answer never varies."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics.suggest import did_you_mean, distance, nearest

WORDS = st.text(alphabet="abc", max_size=6)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("lumbr", "lumber"),
        ("lubmer", "lumber"),
        ("Lumber", "lumber"),
        ("lumbers", "lumber"),
        ("emptycells", "empty_cells"),
        ("dek", "deck"),
        ("HAND", "hand"),
    ],
)
def test_a_slip_finds_its_neighbour(name: str, near: str) -> None:
    assert nearest(name, ["brick", "deck", "empty_cells", "hand", "lumber"]) == near


@pytest.mark.parametrize("name", ["sheep", "x", "", "br", "meeting_place"])
def test_far_names_are_not_offered(name: str) -> None:
    assert nearest(name, ["brick", "deck", "lumber"]) is None
    assert did_you_mean(name, ["brick", "deck", "lumber"]) == ""


def test_a_name_is_never_suggested_for_itself() -> None:
    assert nearest("wool", ["wool"]) is None


def test_of_equally_near_names_the_first_by_alphabet_wins() -> None:
    assert nearest("bat", ["rat", "cat", "hat"]) == "cat"
    assert nearest("bat", {"hat", "cat", "rat"}) == "cat"


@given(WORDS, WORDS)
def test_distance_agrees_with_its_definition(left: str, right: str) -> None:
    @cache
    def slips(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        ways = [slips(i - 1, j) + 1, slips(i, j - 1) + 1]
        ways.append(slips(i - 1, j - 1) + (left[i - 1] != right[j - 1]))
        if i > 1 and j > 1 and left[i - 2 : i] == right[j - 2 : j][::-1]:
            ways.append(slips(i - 2, j - 2) + 1)
        return min(ways)

    assert distance(left, right) == slips(len(left), len(right)) == distance(right, left)
