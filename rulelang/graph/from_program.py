"""Lowered program to action graph: bodies that can wait become nodes, all others stay as they are.

Before: the program has no errors. After: every successor exists, locals of waiting routines have a place in
a frame, and a scope that ends clears its locals.
"""

from __future__ import annotations

from rulelang.graph import nodes as g
from rulelang.graph.assign_slots import make_layout, share_slots, width_of
from rulelang.graph.bodies import Builder, Leavable, Numbers, locals_read
from rulelang.graph.lookups import looked_up_holdings
from rulelang.graph.passes.dead_locals import clear_dead_locals
from rulelang.graph.passes.single_returns import RETURN_TO, open_around, say_single_returns
from rulelang.graph.sequence import Points
from rulelang.lowering import Lowered
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.model import Program, Rule
from rulelang.program.types import IntType, SetType
from rulelang.runtime.layout import FrameSlots
from rulelang.source import Span

NO_SPAN = Span("", 0, 0)
ME = "me"


def build_graph(program: Lowered) -> g.Graph:
    """Return the action graph of a program."""
    analysis = Analysis(program)
    points = Points(analysis)
    numbers = Numbers()
    cycles = analysis.cycles()
    routines = [
        _rule_routine(rule, analysis, points, numbers, cycles.get(rule.name, ()))
        for rule in program.rules
    ]
    routines.append(_body_routine("setup", program.setup, analysis, points, numbers))
    routines.append(_body_routine("flow", program.flow, analysis, points, numbers))
    params = {rule.name: [param.name for param in rule.params] for rule in program.rules}
    routines = [clear_dead_locals(r, params.get(r.name, ()), numbers.take) for r in routines]
    routines = say_single_returns(routines)
    frames = [_frame(r) for r in routines if r.entry is not None or r.in_cycle]
    picks = max(
        (
            _picks_width(alternative, analysis)
            for routine in routines
            for node in routine.nodes
            if isinstance(node, g.Decision)
            for alternative in node.decide.alternatives
            if not analysis.is_never_offered(alternative)
        ),
        default=0,
    )
    placed = share_slots(frames, open_around(routines))
    layout = make_layout(program, placed, picks, looked_up_holdings(analysis))
    return g.Graph(program=program, layout=layout, routines=tuple(routines))


def _frame(routine: g.Routine) -> FrameSlots:
    offset = 0
    places = []
    for name, width in routine.locals:
        places.append((name, offset, width))
        offset += width
    depth = 0 if routine.in_cycle else None
    return FrameSlots(routine.name, 0, offset, routine.copies, depth, tuple(places))


def picks_of(alternative: ir.Alternative, analysis: Analysis) -> tuple[ir.Pick, ...]:
    """Return what is picked when an alternative is taken, in order."""
    asked = (param.pick for param in analysis.asked_params(alternative))
    return (*alternative.picks, *(pick for pick in asked if pick is not None))


def pick_width(pick: ir.Pick, program: Program) -> int:
    """Return how many slots a pick needs while it is pending: a bundle also keeps its cursor."""
    width = width_of(program, pick.type)
    return width if pick.source is not None or isinstance(pick.type, SetType) else width + 1


def _picks_width(alternative: ir.Alternative, analysis: Analysis) -> int:
    return sum(pick_width(pick, analysis.program) for pick in picks_of(alternative, analysis))


# --- routines ------------------------------------------------------------------------------------


def _rule_routine(
    rule: Rule, analysis: Analysis, points: Points, numbers: Numbers, cycle: tuple[str, ...]
) -> g.Routine:
    awards, ends = points.after_action(rule.name) if rule.word == "action" else ((), ())
    nests = [analysis.rules[name].nest for name in cycle]
    copies = max((nest for nest in nests if nest is not None), default=1)
    entry = None
    builder = Builder(analysis, points, numbers, locals_read(rule.body))
    if analysis.is_suspending(rule.name):
        builder.declare(RETURN_TO, IntType(0, 0))
        builder.declare(ME, IntType(0, 0))
        for param in rule.params:
            builder.declare(param.name, param.type)
        last = builder.add(lambda number: g.Return(number, rule.span))
        if awards or ends:
            after = last
            last = builder.add(
                lambda number: g.Point(number, rule.span, "action", awards, ends, after)
            )
        names = (*(p.name for p in rule.params), *builder.body_locals(rule.body, ()))
        top = Leavable("rule", rule.name, last, names, None)
        entry = builder.body(rule.body, last, (top,))
    return g.Routine(
        name=rule.name,
        rule=rule.name,
        entry=entry,
        nodes=builder.done(),
        locals=tuple(builder.locals.items()),
        per_player=tuple(builder.per_player.items()),
        copies=copies,
        in_cycle=cycle,
        awards=awards,
        ends=ends,
        around=tuple(builder.around.items()),
    )


def _body_routine(
    name: str, body: ir.Body, analysis: Analysis, points: Points, numbers: Numbers
) -> g.Routine:
    builder = Builder(analysis, points, numbers, locals_read(body))
    entry = None
    if name == "flow" or analysis.suspends_body(body):
        if name == "flow":
            last = builder.add(lambda number: g.End(number, NO_SPAN))
        else:
            builder.declare(RETURN_TO, IntType(0, 0))
            last = builder.add(lambda number: g.Return(number, NO_SPAN))
        names = tuple(builder.body_locals(body, ()))
        entry = builder.body(body, last, (Leavable("rule", name, last, names, None),))
    return g.Routine(
        name=name,
        rule=None,
        entry=entry,
        nodes=builder.done(),
        locals=tuple(builder.locals.items()),
        per_player=tuple(builder.per_player.items()),
        copies=1,
        in_cycle=(),
        awards=(),
        ends=(),
        around=tuple(builder.around.items()),
    )
