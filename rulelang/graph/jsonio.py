"""The action graph as JSON and back, with a version number.

Every object is written with the name of its class under "is", so that the closed unions of the
program and the graph need no guessing when they are read; tuples are lists.
"""

from __future__ import annotations

import json
from types import ModuleType

import attrs

from rulelang.graph import nodes as graph_nodes
from rulelang.program import model, nodes, types
from rulelang.runtime.layout import Layout, layout_from_data
from rulelang.source import Span

VERSION = 1

_MODULES: tuple[ModuleType, ...] = (types, nodes, model, graph_nodes)


class GraphFormatError(ValueError):
    """Text that is no action graph, or one of another version."""


def graph_to_json(graph: graph_nodes.Graph) -> str:
    """Return the graph as JSON text; equal graphs give equal bytes."""
    return json.dumps(
        {"version": VERSION, "graph": _plain(graph)}, ensure_ascii=False, separators=(",", ":")
    )


def graph_from_json(text: str) -> graph_nodes.Graph:
    """Return the graph that was written as JSON.

    Raises:
        GraphFormatError: the text is something else.
    """
    try:
        data = json.loads(text)
        version = data["version"]
    except (ValueError, KeyError, TypeError) as error:
        raise GraphFormatError(f"no action graph: {error}") from None
    if version != VERSION:
        raise GraphFormatError(f"a graph of version {version}, not {VERSION}")
    found = _rebuilt(data["graph"], _classes())
    if not isinstance(found, graph_nodes.Graph):
        raise GraphFormatError("no action graph")
    return found


def _classes() -> dict[str, type]:
    found: dict[str, type] = {"Span": Span}
    for module in _MODULES:
        for name, value in vars(module).items():
            if isinstance(value, type) and attrs.has(value) and value.__module__ == module.__name__:
                # `Return` and others are names of one module only; `End` is in two.
                found[_tag(value)] = value
                del name
    return found


def _tag(cls: type) -> str:
    return f"graph.{cls.__name__}" if cls.__module__ == graph_nodes.__name__ else cls.__name__


def _plain(value: object) -> object:
    if isinstance(value, Layout):
        return {"is": "Layout", "slots": value}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    cls = type(value)
    if attrs.has(cls):
        names = [field.name for field in attrs.fields(cls)]
        return {"is": _tag(cls), **{name: _plain(getattr(value, name)) for name in names}}
    return value


def _rebuilt(value: object, classes: dict[str, type]) -> object:
    if isinstance(value, list):
        return tuple(_rebuilt(item, classes) for item in value)
    if not isinstance(value, dict):
        return value
    if value["is"] == "Layout":
        return layout_from_data(value["slots"])
    cls = classes.get(value["is"])
    if cls is None:
        raise GraphFormatError(f"unknown part {value['is']}")
    fields = {field.alias: _rebuilt(value[field.name], classes) for field in attrs.fields(cls)}
    return cls(**fields)
