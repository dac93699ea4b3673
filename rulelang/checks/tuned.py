"""What hangs on settings: in goes a linked game, out come the names that other settings could bring to life.

A branch that the settings of today rule out is no mistake if other settings open it. So whoever reports that
something never happens asks here first. Careful in one direction: what may hang on a setting is listed.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.frozen import field_names
from rulelang.linking.model import Linked
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

_BRANCHES = (
    st.If,
    st.Each,
    st.Repeat,
    st.Times,
    st.CaseOption,
    st.ResolveEntry,
    st.Resolve,
    syn.Hook,
)


@define
class Tuned:
    """Values, rules, steps and lines of the score that hang on a setting."""

    values: set[str] = field(factory=set)
    rules: set[str] = field(factory=set)
    steps: set[str] = field(factory=set)
    lines: set[str] = field(factory=set)

    def depends(self, *nodes: object) -> bool:
        """Does one of these expressions read a setting, directly or through definitions?"""
        return any(isinstance(n, ex.Ident) and n.text in self.values for n in walk(nodes))


def tuned_by_settings(linked: Linked) -> Tuned:
    """Find everything that can be different with other settings."""
    found = Tuned()
    settings = (syn.Setting, syn.ChoiceSetting)
    found.values |= {item.name.text for item in linked.items if isinstance(item, settings)}
    defines = [i for i in linked.items if isinstance(i, syn.Define | syn.Value | syn.Cases)]
    grown = -1
    while grown != len(found.values):
        grown = len(found.values)
        for made in defines:
            if made.name.text not in found.values and found.depends(made):
                found.values.add(made.name.text)
    for item in linked.items:
        if isinstance(item, syn.Rule) and _is_tuned(item, found):
            found.rules.add(item.name.text)
        if isinstance(item, syn.Score) and found.depends(item.value):
            found.lines.add(item.name.text)
    grown = -1
    while grown != len(found.rules):
        grown = len(found.rules)
        for each in linked.items:
            if isinstance(each, syn.Flow | syn.Rule | syn.Hook | syn.Cases):
                name = getattr(each, "name", None)
                _note(each, found, under=name is not None and name.text in found.rules)
    return found


def _is_tuned(rule: syn.Rule, found: Tuned) -> bool:
    requirements = (line for line in rule.lines if isinstance(line, syn.Require))
    return any(found.depends(line.expr) for line in requirements)


def _note(node: object, found: Tuned, *, under: bool) -> None:
    """Note what stands in branches that hang on a setting."""
    if isinstance(node, tuple):
        for part in node:
            _note(part, found, under=under)
        return
    names = field_names(type(node))
    if "span" not in names:
        return
    if isinstance(node, _BRANCHES):
        conditions = [getattr(node, name) for name in ("condition", "until", "source", "count", "times")
                      if name in names]  # fmt: skip
        under = under or found.depends(*conditions)
    if under:
        match node:
            case st.Step(name=name):
                found.steps.add(name.text)
            case st.ScoreNow(line=line):
                found.lines.add(line.text)
            case ex.Callee(name=ex.Ident(text=text)):
                found.rules.add(text)
            case _:
                pass
    for part in names:
        if part != "span":
            _note(getattr(node, part), found, under=under)
