"""Rebuilding programs: in goes a program and what to put for its expressions and statements, out comes the new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from rulelang.program.model import Program
from rulelang.program.walk import fields_of

# JSON-like edge: any node of the program; None: it stays as it is; a tuple: what stands in its place in a body.
Change: TypeAlias = "Callable[[Any], Any | None]"


def rewritten(node: Any, change: Change) -> Any:
    """Return `node` with everything below it and then itself changed; the same object if nothing is."""
    if node.__class__ is tuple:
        return _rewritten_parts(node, change)
    names = fields_of(node.__class__)
    if names is None:
        return node
    changed = {}
    for name in names:
        old = getattr(node, name)
        if old.__class__ is tuple or fields_of(old.__class__) is not None:
            new = rewritten(old, change)
            if new is not old:
                changed[name] = new
    made = attrs.evolve(node, **changed) if changed else node
    replaced = change(made)
    return made if replaced is None else replaced


def _rewritten_parts(parts: tuple[Any, ...], change: Change) -> tuple[Any, ...]:
    made: list[Any] = []
    is_changed = False
    for part in parts:
        if part.__class__ is tuple or fields_of(part.__class__) is not None:
            new = rewritten(part, change)
            if new is not part:
                is_changed = True
                made += _put(part, new)
                continue
        made.append(part)
    return tuple(made) if is_changed else parts


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
