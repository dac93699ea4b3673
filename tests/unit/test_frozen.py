"""Frozen classes made when they are needed behave as those of attrs."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import attrs
import pytest
from attrs.exceptions import FrozenInstanceError

from rulelang.frozen import field_names, frozen, is_frozen


@frozen
class Point:
    """A point of a plane."""

    x: int
    y: int = 0

    @property
    def sum(self) -> int:
        return self.x + self.y


@frozen(kw_only=True)
class Named:
    name: str
    at: Point | None = None


@frozen
class Nothing:
    pass


@attrs.frozen
class AsAttrs:
    x: int
    y: int = 0


def test_objects_are_made_by_place_and_by_name() -> None:
    assert (Point(1).y, Point(1, 2).y, Point(x=1, y=3).y) == (0, 2, 3)
    assert Point(1, 2).sum == 3
    assert Point.__doc__ == "A point of a plane."


def test_missing_and_unknown_fields_raise() -> None:
    for arguments in ((), (1, 2, 3)):
        with pytest.raises(TypeError):
            Point(*arguments)
    with pytest.raises(TypeError):
        cast(Any, Named)("a")


def test_objects_are_equal_by_class_and_fields() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert Point(1, 2) != Point(2, 1)
    assert cast(object, Point(1)) != AsAttrs(1)
    assert len({Point(1), Point(1, 0), Point(2)}) == 2
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_objects_are_shown_as_those_of_attrs() -> None:
    assert repr(Point(1, 2)) == repr(AsAttrs(1, 2)).replace("AsAttrs", "Point")
    assert repr(Nothing()) == "Nothing()"


def test_objects_are_frozen_and_have_slots() -> None:
    point = cast(Any, Point(1))
    with pytest.raises(FrozenInstanceError):
        point.x = 2
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_objects_are_matched_by_place() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_attrs_knows_the_fields() -> None:
    assert attrs.has(cast(type, Point))
    assert [field.name for field in attrs.fields(Point)] == ["x", "y"]
    assert attrs.fields(Point).y.default == 0
    assert attrs.evolve(Point(1, 2), y=5) == Point(1, 5)
    assert attrs.asdict(Named(name="a", at=Point(1))) == {"name": "a", "at": {"x": 1, "y": 0}}


def test_names_of_fields_are_known_without_attrs() -> None:
    assert field_names(Point) == ("x", "y")
    assert (is_frozen(Point), is_frozen(int), field_names(int)) == (True, False, ())


def test_objects_are_copied_and_pickled() -> None:
    named = Named(name="a", at=Point(1))
    assert copy.copy(named) == named
    assert copy.deepcopy(named) == named
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


def test_what_needs_more_than_values_is_refused() -> None:
    with pytest.raises(TypeError, match=r"use attrs\.frozen"):

        @frozen
        class Wrong:
            names: list[str] = attrs.field(factory=list)
