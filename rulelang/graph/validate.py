"""Check an action graph for what every later stage relies on: a broken graph is our own mistake."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph import nodes as g
from rulelang.graph.drawing import edges_of
from rulelang.graph.passes.single_returns import open_around
from rulelang.program import nodes as ir
from rulelang.program.walk import descend_all
from rulelang.runtime.layout import FIRST_FREE, FrameSlots, Layout


class GraphError(AssertionError):
    """The graph contradicts itself."""


def validate_graph(graph: g.Graph) -> None:
    """Raise GraphError, with everything found, if the graph is not sound."""
    found = [
        *_number_problems(graph),
        *_local_problems(graph),
        *_parameter_problems(graph),
        *_layout_problems(graph.layout),
        *_frame_problems(graph),
    ]
    if found:
        raise GraphError("; ".join(found))


def _number_problems(graph: g.Graph) -> Iterator[str]:
    seen: set[int] = set()
    for routine in graph.routines:
        numbers = {node.id for node in routine.nodes}
        if seen & numbers or 0 in numbers or len(numbers) != len(routine.nodes):
            yield f"{routine.name}: a number of a node is used twice"
        seen |= numbers
        if routine.entry is not None and routine.entry not in numbers:
            yield f"{routine.name}: there is no node {routine.entry} to enter at"
        for node in routine.nodes:
            for _label, target in edges_of(node):
                if target not in numbers:
                    yield f"{routine.name}: node {node.id} leads to {target}, which is not there"


def _local_problems(graph: g.Graph) -> Iterator[str]:
    """Locals that outlive a decision need a slot: those of loops and cleared ones."""
    for routine in graph.routines:
        names = {name for name, _width in routine.locals}
        for node in routine.nodes:
            used: set[str] = set()
            if isinstance(node, g.RepeatEnter | g.RepeatNext):
                used = {node.loop.state}
                used |= set() if node.loop.variable is None else {node.loop.variable}
            elif isinstance(node, g.Clear):
                used = set(node.locals)
            for name in sorted(used - names):
                yield f"{routine.name}: {name} has no slot"


def _parameter_problems(graph: g.Graph) -> Iterator[str]:
    program = graph.program
    counts = {rule.name: len(rule.params) for rule in program.rules}
    for rule in program.rules:
        for param in rule.params:
            if param.pick is not None and param.pick.local != param.name:
                yield f"{rule.name}: {param.name} is picked as {param.pick.local}"
    bodies = [program.setup, program.flow, *(rule.body for rule in program.rules)]
    for node in descend_all(stmt for body in bodies for stmt in body):
        if isinstance(node, ir.Alternative) and node.rule is not None:
            if node.rule not in counts:
                yield f"there is no rule {node.rule}"
            elif len(node.args) != counts[node.rule]:
                yield f"{node.rule} has {counts[node.rule]} parameters, not {len(node.args)}"


def _layout_problems(layout: Layout) -> Iterator[str]:
    """Slots of two things must not overlap."""
    owner: dict[int, str] = {}
    for name, first, count in _areas(layout):
        for slot in range(first, first + count):
            if slot in owner or not FIRST_FREE <= slot < layout.size:
                yield f"slot {slot} of {name} belongs to {owner.get(slot, 'nobody')}"
                return
            owner[slot] = name


def _areas(layout: Layout) -> Iterator[tuple[str, int, int]]:
    for stream in layout.streams:
        yield f"chance {stream.name}", stream.slot, 1
    for account in layout.accounts:
        yield account.name, account.first, account.kinds * max(1, len(account.holders))
    for var in (*layout.vars, *layout.scores):
        yield var.name, var.first, var.width * max(1, len(var.owners))
    things = layout.things
    for name, base, ids in (
        ("places", things.place_base, things.individuals),
        ("faces", things.face_base, things.can_flip),
        ("marks", things.known_base, things.individuals),
    ):
        if base is not None:
            yield f"{name} of things", base + ids[0], ids[-1] - ids[0] + 1
    for holding in layout.holdings:
        if holding.looked_up is None:
            yield holding.family, holding.first, holding.stride * holding.count
        if holding.known >= 0:
            count = holding.known_stride * holding.count
            yield f"marks of {holding.family}", holding.known, count
        if holding.masks >= 0:
            yield f"masks of {holding.family}", holding.masks, 1 + len(holding.faces)
    for board in layout.boards:
        yield f"board {board.name}", board.first, board.count
    yield "frames", layout.frames_from, layout.picks_from - layout.frames_from
    yield "picks", layout.picks_from, layout.picks


def _frame_problems(graph: g.Graph) -> Iterator[str]:
    """Frames that can be open together must not share slots."""
    around = open_around(graph.routines)
    slots = {frame.routine: set(_slots(frame)) for frame in graph.layout.frames}
    own = {frame.routine for frame in graph.layout.frames if frame.depth is not None}
    for name, found in slots.items():
        for other in sorted(slots):
            together = other in around[name] or name in own or other in own
            if other != name and together and found & slots[other]:
                yield f"frames of {other} and {name} share slots"
        if any(not graph.layout.frames_from <= slot < graph.layout.picks_from for slot in found):
            yield f"the frame of {name} lies outside the frames"


def _slots(frame: FrameSlots) -> Iterator[int]:
    yield from range(frame.first, frame.first + frame.size * frame.copies)
    if frame.depth is not None:
        yield frame.depth
