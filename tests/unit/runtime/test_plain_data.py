"""Plain data is read as its type says, and what does not fit is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from rulelang.loading import load
from rulelang.runtime.description import description_from_data
from rulelang.runtime.plain_data import read_plain


class Leaf(NamedTuple):
    name: str
    weight: int | None = None
    parts: tuple[int, ...] = ()


class Tree(NamedTuple):
    leaves: Mapping[int, Leaf]
    pair: tuple[str, float]
    inner: Tree | None = None


def test_named_tuples_come_back_from_json() -> None:
    tree = Tree({3: Leaf("oak", 2, (1, 2))}, ("a", 1.5), Tree({}, ("b", 2)))
    assert read_plain(Tree, json.loads(json.dumps(tree)), "tree") == tree


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([{"3": ["oak", "2"]}, ["a", 1.5]], "tree: leaves: 3: weight: int expected, not str"),
        ([{"3": ["oak", True]}, ["a", 1.5]], "tree: leaves: 3: weight: int expected, not bool"),
        ([{"x": ["oak"]}, ["a", 1.5]], "tree: leaves: x: "),
        ([[], ["a", 1.5]], "tree: leaves: a mapping expected, not list"),
        ([{}, ["a"]], "tree: pair: a list of 2 expected, not list"),
        ([{}, ["a", 1.5], [{}, 7]], "tree: inner: pair: a list of 2 expected, not int"),
        ([{}], "tree: a list of 3 expected, not list"),
        ([{}, ["a", 1.5], None, 1], "tree: a list of 3 expected, not list"),
        ("leaves", "tree: a list of 3 expected, not str"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(data: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        read_plain(Tree, data, "tree")


def test_a_description_is_checked_when_a_game_is_loaded() -> None:
    game = load("clans_glory", players=2)
    data = json.loads(json.dumps(game.description))
    assert description_from_data(data) == game.description
    data[3] = "two"
    with pytest.raises(ValueError, match=r"^description: players: int expected, not str"):
        description_from_data(data)
