"""Rebuild a program with some of its expressions and statements replaced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import attrs

from rulelang.frozen import field_names, is_frozen
from rulelang.program.model import Program

# JSON-like edge: any node of the program; None: it stays as it is; a tuple: what stands in its place in a body.
Change: TypeAlias = "Callable[[Any], Any | None]"


@cache
def _names(cls: Any) -> tuple[str, ...]:
    skipped = {"type", "span", "label", "sentence"}
    return tuple(name for name in field_names(cls) if name not in skipped)


def _names_of(node: Any) -> tuple[str, ...]:
    return _names(type(node))  # type: ignore[arg-type]  # every class can be hashed


def rewritten(node: Any, change: Change) -> Any:
    """Return `node` with everything below it and then itself changed; the same object if nothing is."""
    if isinstance(node, tuple):
        parts = tuple(rewritten(part, change) for part in node)
        if all(a is b for a, b in zip(parts, node, strict=True)):
            return node
        return tuple(each for old, new in zip(node, parts, strict=True) for each in _put(old, new))
    if not is_frozen(type(node)):
        return node
    found = {name: rewritten(getattr(node, name), change) for name in _names_of(node)}
    changed = {name: value for name, value in found.items() if value is not getattr(node, name)}
    made = attrs.evolve(node, **changed) if changed else node
    replaced = change(made)
    return made if replaced is None else replaced


def _put(old: Any, new: Any) -> tuple[Any, ...]:
    return new if isinstance(new, tuple) and not isinstance(old, tuple) else (new,)


_PARTS = (
    "defines",
    "rules",
    "setup",
    "flow",
    "scores",
    "awards",
    "ends",
    "win",
    "invariants",
    "regions",
)


def rewritten_program(program: Program, change: Change) -> Program:
    """Return the program with all its expressions and statements changed."""
    found = {name: rewritten(getattr(program, name), change) for name in _PARTS}
    return attrs.evolve(program, **found)
