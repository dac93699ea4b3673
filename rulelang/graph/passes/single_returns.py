"""A routine that is entered from one place only returns there: it need not remember where to.

In go all routines, out come the same with `to` at their returns and without the slot for it. Also
here: which routines can be open while another one is, because two that never are may share slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulelang.graph import nodes as g

RETURN_TO = "#return"


def entered_rules(node: g.Node) -> Iterator[tuple[str, int]]:
    """Yield the rules that a node can enter, each with the node to go on with."""
    match node:
        case g.Call(alternative=alternative, next=after):
            if alternative.rule is not None:
                yield alternative.rule, after
        case g.Decision(decide=decide, taken=taken):
            for alternative, after in zip(decide.alternatives, taken, strict=True):
                if alternative.rule is not None:
                    yield alternative.rule, after
        case _:
            return


def say_single_returns(routines: Iterable[g.Routine]) -> list[g.Routine]:
    """Return the routines; those with one way in know their way out."""
    routines = list(routines)
    sites: dict[str, list[int]] = {}
    for routine in routines:
        for node in routine.nodes:
            for rule, after in entered_rules(node):
                sites.setdefault(rule, []).append(after)
    return [_with_return(routine, sites.get(routine.name, [])) for routine in routines]


def _with_return(routine: g.Routine, sites: list[int]) -> g.Routine:
    if routine.entry is None or routine.rule is None or routine.in_cycle or len(sites) != 1:
        return routine
    nodes = tuple(
        attrs.evolve(node, to=sites[0]) if isinstance(node, g.Return) else node
        for node in routine.nodes
    )
    kept = tuple((name, width) for name, width in routine.locals if name != RETURN_TO)
    return attrs.evolve(routine, nodes=nodes, locals=kept)


def open_around(routines: Iterable[g.Routine]) -> dict[str, frozenset[str]]:
    """Return for each routine those that can be open, waiting for it, while it runs."""
    callers: dict[str, set[str]] = {}
    for routine in routines:
        callers.setdefault(routine.name, set())
        for node in routine.nodes:
            for rule, _after in entered_rules(node):
                callers.setdefault(rule, set()).add(routine.name)
    found = {}
    for name in callers:
        above: set[str] = set()
        waiting = [name]
        while waiting:
            for caller in callers[waiting.pop()]:
                if caller not in above:
                    above.add(caller)
                    waiting.append(caller)
        found[name] = frozenset(above)
    return found
