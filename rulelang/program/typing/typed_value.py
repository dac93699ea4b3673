"""A value of the rules with its type: what a name stands for in a position."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.frozen import frozen
from rulelang.program.types import Type


@frozen
class TypedValue:
    """A number, flag or reference as an integer, a set of them, or a bundle as a tuple of counts."""

    type: Type
    value: int | frozenset[int] | tuple[int, ...]


Names = Mapping[str, TypedValue]
