"""The action graph as JSON and back, with a version number.

Every object is written with the name of its class under "is", so that the closed unions of the
program and the graph need no guessing when they are read; tuples are lists. Classes and types are
those of the stages: a new node needs nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.errors import ClassValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn
from cattrs.v import format_exception

from rulelang.frozen import is_frozen
from rulelang.graph import nodes as graph_nodes
from rulelang.program import derived, model, types
from rulelang.program.nodes import board_nodes, expression_nodes, statement_nodes
from rulelang.runtime.layout import Layout, layout_from_data
from rulelang.source import Span

VERSION = 1
TAG = "is"

_MODULES: tuple[ModuleType, ...] = (
    types,
    board_nodes,
    expression_nodes,
    statement_nodes,
    derived,
    model,
    graph_nodes,
)
_PLAIN = (int, float, str, bool, NoneType)

Data = Any  # JSON edge: plain data of any shape


class GraphFormatError(ValueError):
    """Text that is no action graph, or one of another version."""


def graph_to_json(graph: graph_nodes.Graph) -> str:
    """Return the graph as JSON text; equal graphs give equal bytes."""
    data = {"version": VERSION, "graph": _converter().unstructure(graph)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def graph_from_json(text: str) -> graph_nodes.Graph:
    """Return the graph that was written as JSON.

    Raises:
        GraphFormatError: the text is something else.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise GraphFormatError(f"this is no action graph: {error}") from None
    if not isinstance(data, dict) or "version" not in data or "graph" not in data:
        raise GraphFormatError("this is no action graph: it has no version or no graph")
    if data["version"] != VERSION:
        raise GraphFormatError(
            f"this is an action graph of version {data['version']}; version {VERSION} can be read"
        )
    try:
        return _converter().structure(data["graph"], graph_nodes.Graph)
    except ClassValidationError as error:
        first = transform_error(error, format_exception=_in_words)[0]
        raise GraphFormatError(f"this is no action graph: {first}") from None
    except (ValueError, TypeError) as error:
        raise GraphFormatError(f"this is no action graph: {error}") from None


def _in_words(error: BaseException, type_: type | None) -> str:
    return str(error) if isinstance(error, ValueError) else format_exception(error, type_)


# --- classes and types -----------------------------------------------------------------------


@cache
def _classes() -> dict[str, type]:
    """All classes that a graph is made of, by tag; their types are resolved."""
    known = {name: value for module in _MODULES for name, value in vars(module).items()}
    found: dict[str, type] = {}
    for module in _MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and is_frozen(value) and value.__module__ == module.__name__:
                # What stages import for their types only is known here, too.
                attrs.resolve_types(value, globalns={**known, **vars(module)})
                found[_tag(value)] = value
    return {**found, Span.__name__: Span}


def _tag(cls: type) -> str:
    # `Return` and others are names of one module only; `End` is in two.
    return f"graph.{cls.__name__}" if cls.__module__ == graph_nodes.__name__ else cls.__name__


@cache
def _converter() -> Converter:
    converter = Converter()
    _classes()

    @converter.register_unstructure_hook_factory(is_frozen)
    def writer(cls: type) -> Callable[[object], Data]:
        tag = _tag(cls)
        fields: Callable[[object], Data] = make_dict_unstructure_fn(cls, converter)
        return lambda value: {TAG: tag, **fields(value)}

    @converter.register_structure_hook_factory(is_frozen)
    def reader(cls: type) -> Callable[[Data, object], Data]:
        tag = _tag(cls)
        fields: Callable[[Data, object], Data] = make_dict_structure_fn(cls, converter)

        def read(data: Data, _: object) -> Data:
            _expect(isinstance(data, dict) and data.get(TAG) == tag, tag, data)
            return fields(data, cls)

        return read

    @converter.register_structure_hook_factory(_is_union)
    def union_reader(union: object) -> Callable[[Data, object], Data]:
        return _union_reader(union, converter)

    converter.register_unstructure_hook(Layout, lambda layout: layout)
    converter.register_structure_hook(Layout, lambda data, _: layout_from_data(data))
    for plain in _PLAIN:
        converter.register_structure_hook(plain, _read_plain)
    converter.register_structure_hook_func(lambda type_: type_ is object, _read_cell)
    return converter


def _is_union(type_: object) -> bool:
    return get_origin(type_) in {Union, UnionType}


def _union_reader(union: object, converter: Converter) -> Callable[[Data, object], Data]:
    members = get_args(union)
    tagged = {_tag(member): member for member in members if is_frozen(member)}
    plain = {member for member in members if member in _PLAIN}
    tuples = [member for member in members if get_origin(member) is tuple]

    def read(data: Data, _: object) -> Data:
        if type(data) in plain:
            return data
        if isinstance(data, list) and tuples:
            return converter.structure(data, tuples[0])
        tag = data.get(TAG, "") if isinstance(data, dict) else ""
        _expect(tag in tagged, "some other part", data)
        return converter.structure(data, tagged[tag])

    return read


def _read_plain(data: Data, type_: type) -> Data:
    _expect(type(data) is type_, type_.__name__, data)
    return data


def _expect(is_so: bool, wanted: str, data: Data) -> None:  # noqa: FBT001  # reads as an assertion
    if not is_so:
        found = data.get(TAG, "an object") if isinstance(data, dict) else repr(data)
        raise ValueError(f"{found} where {wanted} should stand")


def _read_cell(data: Data, type_: type) -> Data:
    """Cells of tables: numbers, or rows of numbers."""
    if isinstance(data, list):
        return tuple(_read_cell(part, type_) for part in data)
    return _read_plain(data, int)
