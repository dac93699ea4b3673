"""Drawings of the action graph: Mermaid and DOT text, one part per routine."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph import nodes as g
from rulelang.graph.dump import title

LONGEST = 60

_SHAPES = {
    g.Decision: ('{{"', '"}}'),
    g.Chance: ('(["', '"])'),
    g.Branch: ('{"', '"}'),
    g.End: ('(("', '"))'),
}


def edges_of(node: g.Node) -> list[tuple[str, int]]:
    """Return (label, target) for each way out of a node."""
    match node:
        case g.Branch(then=then, otherwise=otherwise):
            return [("yes", then), ("no", otherwise)]
        case g.RepeatNext(body=body, after=after):
            return [("next", body), ("done", after)]
        case g.Decision(decide=decide, taken=taken, after=after, otherwise=otherwise):
            pairs = zip(decide.alternatives, taken, strict=True)
            found = [(alternative.name, target) for alternative, target in pairs]
            if decide.optional:
                found.append(("done", after))
            if otherwise is not None:
                found.append(("otherwise", otherwise))
            return found
        case g.Return() | g.End():
            return []
        case _:
            return [("", node.next)]


def _label(node: g.Node) -> str:
    text = title(node).replace('"', "'")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def draw_mermaid(graph: g.Graph) -> str:
    """Return the graph as a Mermaid flowchart."""
    lines = ["flowchart TD"]
    for routine in graph.routines:
        if routine.entry is None:
            continue
        lines.append(f'    subgraph r_{routine.name}["{routine.name}"]')
        lines += [f"        {line}" for line in _mermaid_nodes(routine)]
        lines.append("    end")
    return "\n".join(lines) + "\n"


def _mermaid_nodes(routine: g.Routine) -> Iterator[str]:
    for node in routine.nodes:
        left, right = _SHAPES.get(type(node), ('["', '"]'))
        yield f"n{node.id}{left}{_label(node)}{right}"
    for node in routine.nodes:
        for label, target in edges_of(node):
            arrow = f'-->|"{label}"|' if label else "-->"
            yield f"n{node.id} {arrow} n{target}"


def draw_dot(graph: g.Graph) -> str:
    """Return the graph as DOT text."""
    lines = ["digraph rules {", "    node [shape=box, fontsize=10];"]
    for routine in graph.routines:
        if routine.entry is None:
            continue
        lines.append(f'    subgraph "cluster_{routine.name}" {{')
        lines.append(f'        label="{routine.name}";')
        lines += [f"        {line}" for line in _dot_nodes(routine)]
        lines.append("    }")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _dot_nodes(routine: g.Routine) -> Iterator[str]:
    shapes = {g.Decision: "hexagon", g.Chance: "ellipse", g.Branch: "diamond", g.End: "circle"}
    for node in routine.nodes:
        shape = shapes.get(type(node), "box")
        text = _label(node).replace("\\", "\\\\")
        yield f'n{node.id} [label="{text}", shape={shape}];'
    for node in routine.nodes:
        for label, target in edges_of(node):
            told = f' [label="{label}"]' if label else ""
            yield f"n{node.id} -> n{target}{told};"
