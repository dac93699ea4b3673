"""Data of strangers: in goes JSON text and what it should be, out comes data of that shape, or a message with the place.

Saved games, journals and what the cache keeps are read through here and nowhere else. Nothing is guessed or
converted: a number is a number, a text has no control characters, and nothing is larger than it may be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import attrs
from cattrs import Converter

from rulelang.files import BadInputError

MOST_DIGITS = 4_000  # a position packs a whole board into one number
MOST_LETTERS = 20_000
MOST_DEPTH = 5  # of values whose shape only the rules know
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

Data = Any  # JSON edge: plain data of any shape
Shape = TypeVar("Shape")
Hook = Callable[[Data, Any], Any]  # what cattrs calls for a value and the type it should have


class Plain:
    """A value whose shape only the rules know: a number, a text, a flag, nothing, or a list of such."""


def parse(text: str | bytes, most_digits: int = MOST_DIGITS) -> Data:
    """Return the plain data of a JSON text; no number in it has more digits than `most_digits`.

    Raises:
        BadInputError: it is no JSON, or a number in it is too long; the message has the line.
    """

    def short(digits: str) -> str:
        if len(digits) > most_digits:
            raise BadInputError(f"a number has {len(digits)} digits; it may have {most_digits}")
        return digits

    try:
        return json.loads(
            text,
            parse_int=lambda digits: int(short(digits)),
            parse_float=lambda digits: float(short(digits)),
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as fault:
        raise BadInputError(f"line {fault.lineno}, column {fault.colno}: it is no JSON") from None
    except UnicodeDecodeError as fault:
        raise BadInputError(f"byte {fault.start}: it is not UTF-8 text") from None
    except RecursionError:
        raise BadInputError("it is nested too deep") from None


def read_as(data: Data, shape: type[Shape]) -> Shape:
    """Return plain data as what it should be.

    Objects are attrs classes, lists of fixed places are named tuples; the last ones may be left out if they have a default.

    Raises:
        BadInputError: it is something else; the message says where and what was expected.
    """
    try:
        return _converter().structure(data, shape)
    except _MisfitError as fault:
        where = "".join(fault.path).removeprefix(".")
        raise BadInputError(f"{where}: {fault.reason}" if where else fault.reason) from None
    except RecursionError:
        raise BadInputError("it is nested too deep") from None


class _MisfitError(Exception):
    """The first thing that is not what it should be, and the way to it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path: list[str] = []


class Range(NamedTuple):
    """The numbers that a field may have, for `Annotated[int, Range(1, 9)]`."""

    low: int
    high: int


Count = Annotated[int, Range(0, 1_000_000_000)]
Seed = Annotated[int, Range(0, (1 << 128) - 1)]


def _no_number(text: str) -> float:
    raise BadInputError(f"`{text}` is no number")


# --- the converter: it stops at the first misfit, however many a stranger has put there -----------------------


@cache
def _converter() -> Converter:
    made = Converter(detailed_validation=False)
    made.register_structure_hook(int, lambda value, _: _exactly(value, int, "a number"))
    made.register_structure_hook(bool, lambda value, _: _exactly(value, bool, "true or false"))
    made.register_structure_hook(float, lambda value, _: _fractional(value))
    made.register_structure_hook(str, lambda value, _: _text(value))
    made.register_structure_hook(Plain, lambda value, _: _plain(value, MOST_DEPTH))
    made.register_structure_hook_func(lambda kind: _range_of(kind) is not None, _in_range)
    made.register_structure_hook_factory(_is_list, lambda kind: _list_hook(made, kind))
    made.register_structure_hook_factory(_is_table, lambda kind: _table_hook(made, kind))
    made.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_hook(made, kind))
    made.register_structure_hook_factory(_is_row, lambda kind: _row_hook(made, kind))
    made.register_structure_hook_factory(attrs.has, lambda kind: _object_hook(made, kind))
    return made


def _exactly(value: Data, kind: type[Shape], words: str) -> Shape:
    if type(value) is not kind:
        raise _MisfitError(f"{words} should stand here")
    return value


def _fractional(value: Data) -> float:
    if type(value) not in (int, float):
        raise _MisfitError("a number should stand here")
    return float(value)


def _text(value: Data) -> str:
    text = _exactly(value, str, "a text")
    if len(text) > MOST_LETTERS:
        raise _MisfitError(f"a text has {len(text)} letters; it may have {MOST_LETTERS}")
    if (found := _CONTROL.search(text)) is not None:
        raise _MisfitError(f"a text has the control character U+{ord(found[0]):04X}")
    return text


def _plain(value: Data, depth: int) -> Data:
    if value is None or type(value) in (bool, int, float):
        return value
    if type(value) is str:
        return _text(value)
    if type(value) is list and depth:
        return [_plain(each, depth - 1) for each in value]
    raise _MisfitError("a number or a text should stand here")


def _range_of(kind: object) -> Range | None:
    notes = getattr(kind, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Range)), None)


def _in_range(value: Data, kind: object) -> int:
    number, allowed = _exactly(value, int, "a number"), _range_of(kind)
    if allowed is not None and not allowed.low <= number <= allowed.high:
        raise _MisfitError(f"a number from {allowed.low} to {allowed.high} should stand here")
    return number


def _is_list(kind: object) -> bool:
    return get_origin(kind) is list


def _list_hook(converter: Converter, kind: Any) -> Hook:
    [of] = get_args(kind)
    inner = converter.get_structure_hook(of)

    def structure(value: Data, _: object) -> list[Any]:
        items = _exactly(value, list, "a list")
        return [_inside(f"[{number}]", inner, each, of) for number, each in enumerate(items)]

    return structure


def _is_table(kind: object) -> bool:
    return get_origin(kind) is dict


def _table_hook(converter: Converter, kind: Any) -> Hook:
    _key, of = get_args(kind)
    inner = converter.get_structure_hook(of)

    def structure(value: Data, _: object) -> dict[str, Any]:
        table = _exactly(value, dict, "an object")
        return {_text(name): _inside(f".{name}", inner, each, of) for name, each in table.items()}

    return structure


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _tuple_hook(converter: Converter, kind: Any) -> Hook:
    """A tuple is a list: of any length and one type, or with a type for each place."""
    types = get_args(kind)
    is_any = types[-1] is Ellipsis
    hooks = [(converter.get_structure_hook(of), of) for of in (types[:1] if is_any else types)]

    def structure(value: Data, _: object) -> tuple[Any, ...]:
        row = _exactly(value, list, "a list")
        each = hooks * len(row) if is_any else hooks
        if len(row) != len(each):
            raise _MisfitError(f"a list of {len(each)} should stand here")
        found = zip(row, each, strict=True)
        return tuple(_inside(f"[{n}]", *_said(hook, v)) for n, (v, hook) in enumerate(found))

    return structure


def _is_row(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _row_hook(converter: Converter, kind: Any) -> Hook:
    """A named tuple is a list with a place for each field."""
    fields = _fields(converter, kind, kind._fields)
    least = len(fields) - len(kind._field_defaults)

    def structure(value: Data, _: object) -> Any:
        row = _exactly(value, list, "a list")
        if not least <= len(row) <= len(fields):
            raise _MisfitError(f"a list of {', '.join(kind._fields)} should stand here")
        found = zip(row, fields, strict=False)
        return kind(*(_inside(f"[{n}]", *_said(hook, v)) for n, (v, hook) in enumerate(found)))

    return structure


def _object_hook(converter: Converter, kind: Any) -> Hook:
    """An attrs class is an object with its fields, those with a default if they are there."""
    parts = attrs.fields(kind)
    fields = dict(
        zip([p.name for p in parts], _fields(converter, kind, [p.name for p in parts]), strict=True)
    )
    needed = [part.name for part in parts if part.default is attrs.NOTHING]

    def structure(value: Data, _: object) -> Any:
        found = _exactly(value, dict, "an object")
        for name in found:
            if name not in fields:
                raise _MisfitError(f"there is no `{_text(name)[:40]}` here")
        for name in needed:
            if name not in found:
                raise _MisfitError(f"`{name}` is missing")
        return kind(**{n: _inside(f".{n}", *_said(fields[n], v)) for n, v in found.items()})

    return structure


def _fields(converter: Converter, kind: Any, names: Sequence[str]) -> list[tuple[Hook, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return [(converter.get_structure_hook(hints[name]), hints[name]) for name in names]


def _said(field: tuple[Hook, Any], value: Data) -> tuple[Hook, Data, Any]:
    return field[0], value, field[1]


def _inside(part: str, hook: Hook, value: Data, kind: Any) -> Any:
    try:
        return hook(value, kind)
    except _MisfitError as fault:
        fault.path.insert(0, part)
        raise
