"""Plain data to named data: in go nested lists and mappings, as JSON has them, out come checked named tuples.

What a type says is what is accepted: numbers, texts, flags, tuples, mappings by text or number, named tuples, each
of these `or None`. The reader of a type is made once. Anything else is a ValueError that names the place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Reader = Callable[[object], Any]


def read_plain(hint: Any, data: object, where: str) -> Any:
    """Return `data` as the type `hint` has it; `where` is what a message calls it.

    >>> read_plain(tuple[int, ...], [1, 2], "sizes")
    (1, 2)
    """
    try:
        return _reader(hint)(data)
    except ValueError as fault:
        raise ValueError(f"{where}: {fault}") from None


@cache
def _reader(hint: Any) -> Reader:
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _named(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _run(args[0]) if args[1:] == (...,) else _fixed(args)
    if origin is Mapping:
        return _mapping(*args)
    if origin in {Union, UnionType}:
        return _either(args)
    return _plain(hint)


def _refuse(expected: str, found: object) -> ValueError:
    return ValueError(f"{expected} expected, not {type(found).__name__}")


def _plain(hint: type) -> Reader:
    accepted = (int, float) if hint is float else (hint,)

    def read(data: object) -> Any:
        if type(data) not in accepted:  # a flag is no number
            raise _refuse(hint.__name__, data)
        return data

    return read


def _either(args: tuple[Any, ...]) -> Reader:
    """One of several types that JSON tells apart: nothing, a list, anything else."""
    rows = [each for each in args if get_origin(each) is tuple or hasattr(each, "_fields")]
    rest = [each for each in args if each is not NoneType and each not in rows]
    assert len(rows) <= 1
    assert len(rest) <= 1
    of_row = _reader(rows[0]) if rows else None
    of_rest = _reader(rest[0]) if rest else None

    def read(data: object) -> Any:
        if data is None and NoneType in args:
            return None
        reader = of_row if isinstance(data, list | tuple) else of_rest
        if reader is None:
            raise _refuse("something else", data)
        return reader(data)

    return read


def _run(of: Any) -> Reader:
    reader = _reader(of)

    def read(data: object) -> Any:
        if not isinstance(data, list | tuple):
            raise _refuse("a list", data)
        return tuple([reader(each) for each in data])

    return read


def _fixed(of: tuple[Any, ...]) -> Reader:
    readers = [_reader(each) for each in of]

    def read(data: object) -> Any:
        if not isinstance(data, list | tuple) or len(data) != len(readers):
            raise _refuse(f"a list of {len(readers)}", data)
        return tuple([reader(each) for reader, each in zip(readers, data, strict=True)])

    return read


def _mapping(key: Any, value: Any) -> Reader:
    reader = _reader(value)

    def read(data: object) -> Any:
        if not isinstance(data, Mapping):
            raise _refuse("a mapping", data)
        found = {}
        for name, each in data.items():
            try:
                found[key(name)] = reader(each)
            except (TypeError, ValueError) as fault:
                raise ValueError(f"{name}: {fault}") from None
        return found

    return read


def _named(cls: Any) -> Reader:
    parts: list[tuple[str, Reader]] | None = None

    def read(data: object) -> Any:
        nonlocal parts
        if parts is None:  # not before: a class may speak of itself
            hints = get_type_hints(cls)
            parts = [(name, _reader(hints[name])) for name in cls._fields]
        least = len(parts) - len(cls._field_defaults)
        if not isinstance(data, list | tuple) or not least <= len(data) <= len(parts):
            raise _refuse(f"a list of {len(parts)}", data)
        values = []
        for (name, reader), each in zip(parts, data, strict=False):
            try:
                values.append(reader(each))
            except ValueError as fault:
                raise ValueError(f"{name}: {fault}") from None
        return cls(*values)

    return read
