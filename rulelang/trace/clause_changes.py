"""Changes of the rules of a clause: in goes a linked game, out come, for each clause that it cites, its mutants.

A change belongs to the clauses that the nearest part of the rules around it cites: what is changed in a step belongs to the
clauses of that step, not to those of the whole flow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.frozen import field_names
from rulelang.linking.model import Linked
from rulelang.mutation.mutants import Mutant, mutants
from rulelang.mutation.tree_places import Way
from rulelang.scenarios.coverage import cited, expand
from rulelang.syntax.trees import items as syn


def changes_by_clause(linked: Linked) -> Mapping[str, Sequence[Mutant]]:
    """Return the mutants of each clause that rules cite; none where its rules have nothing that can be changed."""
    nearest: dict[str, list[Mutant]] = {}
    around: dict[str, list[Mutant]] = {}
    for item in linked.items:
        if not isinstance(item, syn.Test):
            around |= {clause: around.get(clause, []) for clause in cited(item)}
    for mutant in mutants(linked):
        levels = _levels(linked.items[mutant.item], mutant.way)
        for clause in levels[-1] if levels else ():
            nearest.setdefault(clause, []).append(mutant)
        for clause in {clause for level in levels for clause in level}:
            around[clause].append(mutant)
    # A clause of which only parts with clauses of their own can be changed is carried out by these.
    return {clause: nearest.get(clause, found) for clause, found in around.items()}


def _levels(item: object, way: Way) -> list[list[str]]:
    """The clauses cited by each part around a place that cites some, from outside to inside."""
    found: list[list[str]] = []
    node = item
    for step in (*way, None):
        if clauses := _own_clauses(node):
            found.append(clauses)
        if isinstance(node, tuple):
            assert isinstance(step, int)
            node = node[step]
        elif step is not None:
            node = getattr(node, str(step))
    return found


def _own_clauses(node: object) -> list[str]:
    """What a node cites itself: in its lines, or in its head."""
    if isinstance(node, tuple):
        return []
    parts = [getattr(node, name) for name in field_names(type(node)) if name != "span"]
    lines = [line for part in parts if isinstance(part, tuple) for line in part]
    clauses = [clause for line in lines if isinstance(line, syn.Cite) for clause in line.clauses]
    return expand([*clauses, *getattr(node, "cites", ())])
