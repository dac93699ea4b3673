"""Edits inside bodies: in goes a tree and what to do with its statements, out comes the tree so changed.

Steps are replaced or taken out of wherever they stand, options out of the choices that offer them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from rulelang.frozen import field_names
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

T = TypeVar("T")
# What becomes of a statement: others, or itself.
Change = Callable[[st.Stmt], tuple[st.Stmt, ...]]

_LEAVES = (*EXPRESSIONS, syn.Test, syn.Label, syn.Table)
_STATEMENTS = (st.Step, st.May, st.Choose, st.Meanwhile)


def map_statements(node: T, change: Change) -> T:
    """Return a tree in which steps and choices are what `change` makes of them."""
    return _mapped(node, change)  # type: ignore[no-any-return]  # a tree of the same sort


def _mapped(node: Any, change: Change) -> Any:  # trees of any sort, by their fields
    if isinstance(node, tuple):
        found: list[Any] = []
        for part in node:
            new = _mapped(part, change)
            found += change(new) if isinstance(new, _STATEMENTS) else (new,)
        same = len(found) == len(node) and all(map(lambda a, b: a is b, found, node))
        return node if same else tuple(found)
    cls = type(node)
    if cls in _LEAVES:
        return node
    names = field_names(cls)
    if "span" not in names:
        return node
    changes = {}
    for name in names:
        old = getattr(node, name)
        new = _mapped(old, change) if name != "span" else old
        if new is not old:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node


def replace_step(items: T, name: str, new: syn.ReplaceStep | None) -> tuple[T, bool]:
    """Return the items with the step of a name replaced, or without it; and whether there is one."""
    is_found = False

    def change(stmt: st.Stmt) -> tuple[st.Stmt, ...]:
        nonlocal is_found
        if not isinstance(stmt, st.Step) or stmt.name.text != name:
            return (stmt,)
        is_found = True
        if new is None:
            return ()
        return (attrs.evolve(stmt, body=new.body, label=new.label or stmt.label),)

    return map_statements(items, change), is_found


def without_option(items: T, option: str, step: str | None) -> tuple[T, bool]:
    """Return the items with a rule out of the choices of a step, or of all choices of several."""
    is_found = False

    def change(stmt: st.Stmt) -> tuple[st.Stmt, ...]:
        nonlocal is_found
        calls = _calls(stmt)
        kept = tuple(call for call in calls if not _is_call(call, option))
        if len(kept) == len(calls):
            return (stmt,)
        if not kept and step is None and isinstance(stmt, st.Choose):
            return (stmt,)  # somebody must choose and could not: that is for the checks to say
        is_found = True
        return _with_calls(stmt, kept) if kept else ()

    def change_step(stmt: st.Stmt) -> tuple[st.Stmt, ...]:
        if isinstance(stmt, st.Step) and stmt.name.text == step:
            return (map_statements(stmt, change),)
        return (stmt,)

    return map_statements(items, change if step is None else change_step), is_found


def step_names(items: object) -> set[str]:
    """Return the names of all steps in a tree."""
    return {step.name.text for step in walk(items, without=_LEAVES) if isinstance(step, st.Step)}


def option_names(items: object, step: str) -> set[str]:
    """Return the names of all rules that the choices of a step offer."""
    return {
        call.callee.name.text
        for found in walk(items, without=_LEAVES)
        if isinstance(found, st.Step) and found.name.text == step
        for stmt in walk(found, without=_LEAVES)
        for call in _calls(stmt)  # type: ignore[arg-type]  # anything else has none
        if call.callee.name is not None
    }


def _calls(stmt: st.Stmt) -> tuple[ex.Call, ...]:
    match stmt:
        case st.May(calls=calls) | st.Meanwhile(calls=calls):
            return calls
        case st.Choose(pick=st.PickCalls(calls=calls)):
            return calls
        case _:
            return ()


def _with_calls(stmt: st.Stmt, calls: tuple[ex.Call, ...]) -> tuple[st.Stmt, ...]:
    match stmt:
        case st.May() | st.Meanwhile():
            return (attrs.evolve(stmt, calls=calls),)
        case st.Choose(pick=st.PickCalls() as pick):
            return (attrs.evolve(stmt, pick=attrs.evolve(pick, calls=calls)),)
        case _:
            return (stmt,)


def _is_call(call: ex.Call, name: str) -> bool:
    return call.callee.name is not None and call.callee.name.text == name
