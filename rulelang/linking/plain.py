"""Trees without wording: in goes a tree, out comes what of it counts in play.

Labels, sentences, notes and citations are for readers; two rules that differ in nothing else mean the same.
"""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

from rulelang.frozen import field_names
from rulelang.syntax.trees import items as syn

T = TypeVar("T")
_WORDING = ("label", "sentence")


def plain(node: T) -> T:
    """Return a tree without labels, sentences, notes and citations."""
    return _plain(node)  # type: ignore[no-any-return]  # a tree of the same sort


def _plain(node: Any) -> Any:  # trees of any sort, by their fields
    if isinstance(node, tuple):
        return tuple(_plain(part) for part in node if not isinstance(part, syn.Cite | syn.Note))
    names = field_names(type(node))
    if "span" not in names:
        return node
    changes: dict[str, Any] = {}
    for name in names:
        old = getattr(node, name)
        if name in _WORDING and isinstance(old, syn.Label):
            changes[name] = None
        elif name != "span" and (new := _plain(old)) != old:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node
