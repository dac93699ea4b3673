"""Who makes use of rules: in go the declarations of a game, out come the items, steps and kinds that call each rule.

A rule that all of them tell in full needs no text of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.linking.model import name_of
from rulelang.prose import kept
from rulelang.prose.cells import parse_cell
from rulelang.prose.declarations import Declarations
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

_SILENT = (syn.Test, syn.Words, syn.Bots)


def users(world: Declarations) -> dict[str, tuple[str, ...]]:
    """The names of those that call each rule: the innermost step with a label, else the item, else the kind of
    components or the board that it is printed on. Order of play and set-up are called `flow` and `setup`."""
    found: dict[str, list[str]] = {}
    for item in world.linked.items:
        if not isinstance(item, _SILENT):
            for called, user in _calls(item, _name(item)):
                found.setdefault(called, []).append(user)
    for called, _field, kind in _printed(world):
        found.setdefault(called, []).append(world.board_of.get(kind, kind))
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


def printed(world: Declarations) -> dict[str, tuple[str, ...]]:
    """The rules that are printed in each field of things and places."""
    found: dict[str, list[str]] = {}
    for called, field, _kind in _printed(world):
        found.setdefault(field, []).append(called)
    return {field: tuple(dict.fromkeys(names)) for field, names in found.items()}


def _printed(world: Declarations) -> Iterator[tuple[str, str, str]]:
    """Rules with the field in which they are printed, and the kind that has it."""
    for kind, fields in world.fields.items():
        names = [name for name, type_ in fields.items() if type_.is_effect]
        for row in world.rows.get(kind, ()) if names else ():
            for name in names:
                for call in parse_cell(row.get(name, "")):
                    if call.callee.name is not None:
                        yield call.callee.name.text, name, kind


def _name(item: syn.Item) -> str:
    if isinstance(item, syn.Flow):
        return item.word
    return name_of(item) or ""


def _calls(root: object, user: str) -> Iterator[tuple[str, str]]:
    """What is called at and below a node; a step with a label is a user of its own."""
    steps: list[st.Step] = []
    inner: set[int] = set()
    for node in walk(root, without=(ex.Possible,)):  # to ask is not to do
        if id(node) in inner:
            continue
        if isinstance(node, st.Step) and node.label is not None and node is not root:
            steps.append(node)
            inner |= {id(each) for each in walk(node)}
        elif isinstance(node, ex.Callee) and node.name is not None:
            yield node.name.text, user
    for step in steps:
        yield from _calls(step, step.name.text)


def only_call(item: syn.Rule | syn.Cases | st.Step, scope: Scope) -> str | None:
    """The rule or step that is all a rule or step tells to do, if it can be done; None if there is more to it."""
    match _told(item, scope):
        case [syn.Case(body=body)] if body is not None:
            return _only([*body])
        case lines:
            return _only(lines)


def _told(item: syn.Rule | syn.Cases | st.Step, scope: Scope) -> list[object]:
    """The lines of a rule without those that say nothing to a reader."""
    lines: tuple[object, ...] = item.body if isinstance(item, st.Step) else item.lines
    return [line for line in lines if not _is_silent(line, scope)]


def _is_silent(line: object, scope: Scope) -> bool:
    match line:
        case syn.Cite() | syn.Note() | st.Let():
            return True
        case st.Otherwise(body=body):
            return all(isinstance(stmt, st.Stop) for stmt in body)
        case st.SetTo() | st.Shift() | st.AddTo():
            return not kept.told(line, scope)
        case st.Each(body=body):
            return all(_is_silent(stmt, scope) for stmt in body)
        case _:
            return False


def _only(lines: list[object]) -> str | None:
    match lines:
        case [st.DoBody(body=body)]:
            return _only([*body])
        case [st.Do(call=call) | st.Choose(pick=st.PickCalls(calls=(call,)))]:
            return _called(call)
        case [st.If(condition=ex.Possible(call=asked), then=then, otherwise=())]:
            name = _only([*then])
            return name if name == _called(asked) else None
        case [st.Step(label=label, name=name)] if label is not None:
            return name.text
        case _:
            return None


def _called(call: ex.Call) -> str | None:
    return call.callee.name.text if call.callee.name is not None else None


def choice_of(item: syn.Rule | syn.Cases, scope: Scope) -> frozenset[str]:
    """The actions between which a rule lets one choose, if it does nothing else; else none."""
    match _told(item, scope):
        case [st.Choose(pick=st.PickCalls(calls=calls))]:
            return frozenset(name for call in calls if (name := _called(call)) is not None)
        case _:
            return frozenset()
