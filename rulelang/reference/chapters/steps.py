"""Steps with a label, each where a reader looks for it: in goes a game, out come those of the order of play and of rules.

Those to which the flow comes without anybody's choice make up the order of play. What an action leads to belongs to
the rule that has it. A step within another one stands below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.reference.book_phrases import capital
from rulelang.reference.model import Clauses, Section
from rulelang.reference.subject import Desk, is_told_step
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def steps_of_play(desk: Desk) -> list[Section]:
    """The steps of the flow, in the order of play."""
    return [_section(desk, step) for step in _Steps(desk).of_play]


def steps_by_rule(desk: Desk) -> dict[str, tuple[Section, ...]]:
    """The steps that belong to rules, by the names of these."""
    within = _Steps(desk).within
    return {name: tuple(_section(desk, step) for step in steps) for name, steps in within.items()}


def _section(desk: Desk, step: st.Step) -> Section:
    name = step.name.text
    clauses = desk.own_clauses(step)
    blocks = (*desk.describe(step), *([Clauses(clauses)] if clauses else []))
    label = step.label
    title = capital(desk.label(label.words, name)) if label is not None else desk.title(name)
    below = tuple(_section(desk, inner) for inner in _outermost(step))
    return Section(f"step-{name}", title, blocks, below, name=name)


def _outermost(root: object) -> Iterator[st.Step]:
    """The steps in a node that are in no other step of it."""
    inner: set[int] = set()
    for node in walk(root):
        if node is not root and id(node) not in inner and is_told_step(node):
            inner |= {id(each) for each in walk(node)}
            yield node


class _Steps:
    """All steps with a label: those of the order of play, and those of rules by their names."""

    def __init__(self, desk: Desk) -> None:
        self.of_play: list[st.Step] = []
        self.within: dict[str, list[st.Step]] = {}
        self._desk = desk
        self._rules = {item.name.text: item for item in desk.items(syn.Rule)}
        self._entered: set[str] = set()
        self._seen: set[str] = set()
        for flow in desk.items(syn.Flow):
            self._enter(flow)
        for name, rule in self._rules.items():
            if name not in self._entered:
                self._keep(rule, name if self._is_told(rule) else None)

    def _is_told(self, rule: syn.Rule) -> bool:
        """Whether a rule has a section that says more than to carry out the step."""
        name = rule.name.text
        names = {step.name.text for step in _outermost(rule)}
        return self._desk.prose.has_label(name) and self._desk.prose.only_call(rule) not in names

    def _enter(self, root: object) -> None:
        """Go on to the effects that a flow, step or effect carries out; actions are chosen."""
        outermost = {id(step): step for step in _outermost(root)}
        inner = {id(each) for step in outermost.values() for each in walk(step)} - set(outermost)
        for node in walk(root):
            if id(node) in inner:
                continue
            if id(node) in outermost:
                self._keep(outermost[id(node)], None)
                self._enter(tuple(outermost[id(node)].body))
            elif isinstance(node, ex.Callee) and node.name is not None:
                rule = self._rules.get(node.name.text)
                if (
                    rule is not None
                    and rule.word == "effect"
                    and node.name.text not in self._entered
                ):
                    self._entered.add(node.name.text)
                    self._enter(rule)

    def _keep(self, root: syn.Rule | st.Step, owner: str | None) -> None:
        steps = [root] if isinstance(root, st.Step) else [*_outermost(root)]
        for step in steps:
            if step.name.text in self._seen:
                continue
            self._seen |= {each.name.text for each in walk(step) if is_told_step(each)}
            if owner is None:
                self.of_play.append(step)
            else:
                self.within.setdefault(owner, []).append(step)
