"""The action graph as stable text: one line per node, then the layout."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph import nodes as g
from rulelang.program.short_text import show, show_alternative
from rulelang.runtime.layout import Layout


def dump_graph(graph: g.Graph) -> str:
    """Return the graph as text; equal graphs give equal bytes."""
    lines = [f"graph of {graph.program.name} for {graph.program.players} players"]
    for routine in graph.routines:
        lines += ["", *_routine(routine)]
    lines += ["", *_layout(graph.layout)]
    return "\n".join(lines) + "\n"


def _routine(routine: g.Routine) -> Iterator[str]:
    points = _point(routine.awards, routine.ends)
    if routine.entry is None:
        yield f"{routine.name}: never waits{points}"
        return
    frames = f", {routine.copies} frames" if routine.in_cycle else ""
    yield f"{routine.name}: enters at {routine.entry}{frames}{points}"
    names = ", ".join(name if width == 1 else f"{name}[{width}]" for name, width in routine.locals)
    yield f"    locals {names or 'none'}"
    for node in routine.nodes:
        yield f"  {node.id:>4} {title(node)}{ways(node)}"
        if isinstance(node, g.Decision):
            for number, alternative in enumerate(node.decide.alternatives):
                again = ", again" if alternative.again else ""
                to = node.taken[number]
                yield f"         {number}: {show_alternative(alternative)}{again} → {to}"


def _point(awards: tuple[int, ...], ends: tuple[int, ...]) -> str:
    parts = [f"award {number}" for number in awards] + [f"end {number}" for number in ends]
    return f", judges {', '.join(parts)}" if parts else ""


def title(node: g.Node) -> str:
    """Return what a node does, in one line."""
    match node:
        case g.Effect(stmts=stmts):
            return "effect " + "; ".join(map(show, stmts))
        case g.Chance(stmt=stmt):
            return f"chance {show(stmt)}"
        case g.Branch(condition=condition):
            return f"if {show(condition)}"
        case g.RepeatEnter(loop=loop):
            return f"loop {loop.state} {loop.style} over {show(loop.source)}"
        case g.RepeatNext(loop=loop):
            return f"next {loop.state}" + ("" if loop.variable is None else f" as {loop.variable}")
        case g.Clear(locals=names):
            return f"clear {', '.join(names)}"
        case g.Call(player=player, alternative=alternative):
            return f"call {show(alternative)} as {show(player)}"
        case g.Decision(decide=decide):
            forced = ", asked only if there is a choice" if decide.forced else ""
            return f"decision {decide.name} of {show(decide.player)}{forced}"
        case g.TurnEnter() | g.TurnLeave() | g.StepEnter() | g.StepLeave():
            return _period(node)
        case g.Point(closes=closes, awards=awards, ends=ends):
            return f"point after {closes}{_point(awards, ends)}"
        case g.BarrierEnter(answers=answers):
            return f"barrier begins, waits for {', '.join(answers)}"
        case g.Barrier(secretly=secretly):
            return "barrier" + (", secretly" if secretly else "")
        case g.Return(to=to):
            return "return" if to is None else f"return to {to}"
        case g.End():
            return "end"


def _period(node: g.TurnEnter | g.TurnLeave | g.StepEnter | g.StepLeave) -> str:
    match node:
        case g.TurnEnter(player=player):
            return f"turn of {show(player)}"
        case g.TurnLeave():
            return "turn ends"
        case g.StepEnter(name=name):
            return f"step {name}"
        case g.StepLeave(name=name):
            return f"step {name} ends"


def ways(node: g.Node) -> str:
    """Return where a node leads to."""
    match node:
        case g.Branch(then=then, otherwise=otherwise):
            return f" → {then} else {otherwise}"
        case g.RepeatNext(body=body, after=after):
            return f" → {body}, after the last {after}"
        case g.Decision(decide=decide, after=after, otherwise=otherwise):
            done = f", done → {after}" if decide.optional else ""
            return done + ("" if otherwise is None else f", otherwise → {otherwise}")
        case g.Return() | g.End():
            return ""
        case _:
            return f" → {node.next}"


def _layout(layout: Layout) -> Iterator[str]:
    yield f"layout: {layout.size} slots"
    yield "     0 pending pick, asked, active, seed"
    for stream in layout.streams:
        yield f"  {stream.slot:>4} chance {stream.name}"
    for account in layout.accounts:
        yield f"  {account.first:>4} account {account.name}, {account.kinds} kinds{_owners(account.holders)}"
    for var in (*layout.vars, *layout.scores):
        yield f"  {var.first:>4} var {var.name}{_owners(var.owners)}"
    things = layout.things
    for name, base in (
        ("place", things.place_base),
        ("face", things.face_base),
        ("mark", things.known_base),
    ):
        if base is not None:
            yield f"  {base:>4} {name} of thing 0, and so on"
    for holding in layout.holdings:
        if holding.looked_up is not None:
            yield f"       {holding.family} holds {holding.order} (looked up)"
            continue
        size = f"{holding.count} * {holding.stride}"
        yield f"  {holding.first:>4} {holding.family} holds {holding.order} ({size})"
    for holding in layout.holdings:
        if holding.known >= 0:
            yield f"  {holding.known:>4} marks in {holding.family} ({holding.count} * {holding.known_stride})"
    for board in layout.boards:
        size = f"{board.count} * {len(board.tiles)} tiles of {board.bits} bits"
        yield f"  {board.first:>4} board {board.name} ({size})"
    for frame in layout.frames:
        yield f"  {frame.first:>4} frame {frame.routine} ({frame.copies} * {frame.size})"
    yield f"  {layout.picks_from:>4} picks ({layout.picks})"


def _owners(owners: tuple[int, ...]) -> str:
    return f" * {len(owners)} owners" if owners else ""
