"""Questions about graphs: the generated part gathers the places, the runtime searches."""

from __future__ import annotations

from rulelang.backends.python import expressions, folds, masks, sets, ways
from rulelang.backends.python.unit import Scope
from rulelang.program import nodes as ir
from rulelang.program.walk import free_locals

Question = ir.LongestTrail | ir.PathExists | ir.CheapestPath | ir.CheapestRoute | ir.Distance


def path(expr: Question, scope: Scope) -> str:
    """Return the text of a graph question."""
    match expr:
        case ir.CheapestRoute():
            return ways.route(expr, scope)
        case ir.Distance():
            return ways.distance(expr, scope)
        case ir.LongestTrail():
            return _trail(expr, scope)
        case ir.PathExists():
            return _exists(expr, scope)
        case ir.CheapestPath():
            return _cheapest(expr, scope)


def at_most(expr: ir.Expr, scope: Scope) -> str | None:
    """Return something quickly known that a measure cannot exceed, or None."""
    if isinstance(expr, ir.CallDefine):
        define = scope.unit.analysis.defines[expr.define]
        if not isinstance(define.expr, ir.LongestTrail) or len(define.params) != 1:
            return None
        player = scope.code.keep(expressions.scalar(expr.args[0], scope))
        inner = Scope(scope.unit, scope.code, {define.params[0][0]: player}, scope.state)
        return at_most(define.expr, inner)
    if not isinstance(expr, ir.LongestTrail):
        return None
    with scope.code.capture() as before:
        edges = sets.mask(expr.edges, scope)
    return None if before else folds.size_of_mask(edges)


def _trail(expr: ir.LongestTrail, scope: Scope) -> str:
    """Gather the steps from edge to edge that are allowed, then search."""
    code, unit = scope.code, scope.unit
    simple = _corner_trail(expr, scope)
    if simple is not None:
        return simple
    ends = unit.table(expr.ends)
    edges_at = unit.constant(_edges_at(unit.tables[expr.ends]), "E")
    edges = code.keep(sets.mask(expr.edges, scope))
    steps = code.name("l")
    code.line(f"{steps} = {{}}")
    edge, at = sets.element_name(scope, expr.edge), sets.element_name(scope, expr.at)
    following = sets.element_name(scope, expr.next_edge)
    found = code.name("l")
    levels = sets.walk_mask(edges, scope, edge, 0)
    with code.block(f"for {at} in {ends}[{edge}]:"):
        code.line(f"{found} = []")
        with code.block(f"for {following} in {edges_at}[{at}]:"):
            code.line(f"if {following} == {edge} or not {edges} >> {following} & 1: continue")
            if expr.condition is not None:
                names = {expr.edge: edge, expr.at: at, expr.next_edge: following}
                expressions.guard(expr.condition, scope.bind_all(names), "continue")
            code.line(f"{found}.append({following})")
        code.line(f"{steps}[{edge}, {at}] = {found}")
    sets.close_walk(scope, levels)
    return f"{unit.use('longest_trail')}({steps}, {ends})"


def _corner_trail(expr: ir.LongestTrail, scope: Scope) -> str | None:
    """Where only the corner decides whether a trail may pass, corners are a mask."""
    if expr.condition is None:
        passable: str | None = "-1"
    elif {expr.edge, expr.next_edge} & free_locals(expr.condition):
        return None
    else:
        with scope.code.capture() as before:
            passable = masks.mask(expr.condition, expr.at, scope)
        if passable is None:
            return None
        scope.code.put(before)
    unit = scope.unit
    edges = scope.code.keep(sets.mask(expr.edges, scope))
    at: dict[int, list[tuple[int, int]]] = {}
    for edge, corners in enumerate(unit.tables[expr.ends]):
        if isinstance(corners, tuple) and len(corners) == 2:
            for near, far in (corners, corners[::-1]):
                at.setdefault(near, []).append((1 << edge, far))
    edges_at = unit.constant(repr({corner: tuple(at[corner]) for corner in sorted(at)}), "E")
    memo = unit.constant(
        "({}, {}, [])  # corners by edges, answers by edges and stops, the latest", "K"
    )
    args = f"{edges}, {passable}, {unit.table(expr.ends)}, {edges_at}, {memo}"
    return f"{unit.use('trail_length')}({args})"


def _edges_at(ends: tuple[object, ...]) -> str:
    at: dict[int, list[int]] = {}
    for edge, corners in enumerate(ends):
        if isinstance(corners, tuple):
            for corner in corners:
                at.setdefault(corner, []).append(edge)
    return repr({corner: tuple(at[corner]) for corner in sorted(at)})


def _exists(expr: ir.PathExists, scope: Scope) -> str:
    unit = scope.unit
    start = scope.code.keep(ways.as_mask(expr.start, scope))
    goal = scope.code.keep(ways.as_mask(expr.goal, scope))
    args = f"{start}, {goal}, {_passing(expr, scope)}"
    return f"{unit.use('path_exists')}({args})"


def _passing(expr: ir.PathExists, scope: Scope) -> str:
    """Return what a path may pass, over which links, and how many places of it."""
    inside = expr.through
    if expr.condition is not None:
        inside = ir.Filter(expr.through.type, expr.variable, expr.through, expr.condition)
    through = scope.code.keep(sets.mask(inside, scope))
    low = "0" if expr.low is None else expressions.scalar(expr.low, scope)
    high = "None" if expr.high is None else expressions.scalar(expr.high, scope)
    return f"{through}, {scope.unit.mask_table(expr.links)}, {low}, {high}"


def goals(expr: ir.PathExists, vector: str, scope: Scope) -> str | None:
    """Return the mask of all places to which a path leads, if the goal is the local `vector`."""
    low, goal = expr.low, expr.goal
    if isinstance(goal, ir.SetOf) and len(goal.items) == 1:
        goal = goal.items[0]
    if goal != ir.Local(goal.type, vector) or expressions.is_optional(goal.type):
        return None
    if low is not None and not (isinstance(low, ir.Const) and low.value <= 1):
        return None
    rest = (expr.start, expr.through, expr.condition, expr.high)
    if any(part is not None and vector in free_locals(part) for part in rest):
        return None
    start = scope.code.keep(ways.as_mask(expr.start, scope))
    return f"{scope.unit.use('reached')}({start}, {_passing(expr, scope)})"


def _cheapest(expr: ir.CheapestPath, scope: Scope) -> str:
    code, unit = scope.code, scope.unit
    start = code.keep(ways.as_mask(expr.start, scope))
    goal = code.keep(ways.as_mask(expr.goal, scope))
    costs = code.name("l")
    code.line(f"{costs} = {{}}")
    name = sets.element_name(scope, expr.variable)
    levels = sets.open_walk(expr.through, scope, name)
    inner = scope.bind(expr.variable, name)
    if expr.condition is not None:
        expressions.guard(expr.condition, inner, "continue")
    code.line(f"{costs}[{name}] = {expressions.scalar(expr.cost, inner)}")
    sets.close_walk(scope, levels)
    return f"{unit.use('cheapest_path')}({start}, {goal}, {costs}, {unit.table(expr.links)})"
