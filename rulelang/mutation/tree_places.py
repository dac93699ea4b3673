"""Places in syntax trees: in goes a tree, out come its nodes with the way to each; or the tree with one of them replaced.

A way is a run of field names and numbers in tuples. Texts for people, citations and names that are declared are no rules: no way
leads to them.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.frozen import field_names
from rulelang.syntax.trees import items as syn

Way = tuple[str | int, ...]

_NO_RULES = (syn.Label, syn.Cite, syn.Note, syn.Table)


def nodes_with_ways(root: object) -> Iterator[tuple[Way, object]]:
    """Yield every node at and below `root` with the way to it, as they are written."""
    stack: list[tuple[Way, object]] = [((), root)]
    while stack:
        way, node = stack.pop()
        if isinstance(node, tuple):
            stack += [((*way, number), node[number]) for number in reversed(range(len(node)))]
        elif "span" in field_names(type(node)) and not isinstance(node, _NO_RULES):
            yield way, node
            names = reversed(field_names(type(node)))
            stack += [((*way, name), getattr(node, name)) for name in names if name != "span"]


def replaced(root: object, way: Way, new: object) -> object:
    """Return the tree with another node at the end of a way; None takes an element out of a tuple."""
    if not way:
        return new
    step, rest = way[0], way[1:]
    if isinstance(root, tuple):
        assert isinstance(step, int)
        if not rest and new is None:
            return root[:step] + root[step + 1 :]
        return (*root[:step], replaced(root[step], rest, new), *root[step + 1 :])
    assert isinstance(step, str)
    return evolved(root, **{step: replaced(getattr(root, step), rest, new)})


def evolved(node: object, **changes: object) -> object:
    """Return a node with other fields; every node of a tree is an attrs class."""
    return attrs.evolve(node, **changes)  # type: ignore[misc]  # which one is not known here
