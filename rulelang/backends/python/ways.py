"""Questions about what hangs together: generated code gathers the steps, the runtime searches."""

from __future__ import annotations

from rulelang.backends.python import expressions, sets
from rulelang.backends.python.unit import Scope
from rulelang.program import nodes as ir
from rulelang.program.types import SetType
from rulelang.program.walk import free_locals


def groups(expr: ir.GroupsOf, scope: Scope) -> str:
    """Return the text of the connected parts of a set: a list of masks."""
    whole = scope.code.keep(sets.mask(expr.source, scope), "m")
    links = _links((expr.left, expr.right), expr.condition, whole, scope)
    return f"{scope.unit.use('parts')}({whole}, {links})"


def distance(expr: ir.Distance, scope: Scope) -> str:
    """Return the text of the steps from one element to another."""
    start = scope.code.keep(expressions.scalar(expr.start, scope))
    goal = scope.code.keep(expressions.scalar(expr.goal, scope))
    within = scope.code.keep(sets.mask(expr.within, scope), "m")
    links = _links((expr.left, expr.right), expr.condition, within, scope)
    return f"{scope.unit.use('distance')}({start}, {goal}, {within}, {links})"


def route(expr: ir.CheapestRoute, scope: Scope) -> str:
    """Return the text of the cheapest way over edges."""
    code, unit = scope.code, scope.unit
    start = code.keep(as_mask(expr.start, scope))
    goal = code.keep(as_mask(expr.goal, scope))
    costs = code.name("l")
    code.line(f"{costs} = {{}}")
    name = sets.element_name(scope, expr.variable)
    levels = sets.open_where(expr.through, expr.variable, expr.condition, scope, name)
    cost = expressions.scalar(expr.cost, scope.bind(expr.variable, name))
    code.line(f"{costs}[{name}] = {cost}")
    sets.close_walk(scope, levels)
    return f"{unit.use('cheapest_route')}({start}, {goal}, {costs}, {unit.table(expr.ends)})"


def as_mask(expr: ir.Expr, scope: Scope) -> str:
    """Return a set, or one place as a set."""
    if isinstance(expr.type, SetType):
        return sets.mask(expr, scope)
    return sets.mask(ir.SetOf(SetType(expr.type), (expr,)), scope)  # type: ignore[arg-type]  # a place


def _links(pair: tuple[str, str], condition: ir.Expr, within: str, scope: Scope) -> str:
    """Return what leads from each element to others: a table, or what is gathered here."""
    left, right = pair
    match condition:
        case ir.Contains(item=ir.Local(name=item), set=reached) if item == right:
            if right in free_locals(reached):
                return _gathered(pair, condition, within, scope)
        case _:
            return _gathered(pair, condition, within, scope)
    match reached:
        case ir.TableGet(table=table, index=ir.Local(name=name), offset=0) if name == left:
            return scope.unit.table(table)
    code = scope.code
    links, here = code.name("l"), sets.element_name(scope, left)
    code.line(f"{links} = {{}}")
    levels = sets.walk_mask(within, scope, here, 0)
    code.line(f"{links}[{here}] = {sets.as_list(reached, scope.bind(left, here))}")
    sets.close_walk(scope, levels)
    return links


def _gathered(pair: tuple[str, str], condition: ir.Expr, within: str, scope: Scope) -> str:
    """Try each pair of elements."""
    code = scope.code
    links, found = code.name("l"), code.name("l")
    here, there = (sets.element_name(scope, name) for name in pair)
    code.line(f"{links} = {{}}")
    outer = sets.walk_mask(within, scope, here, 0)
    code.line(f"{links}[{here}] = {found} = []")
    inner = sets.walk_mask(within, scope, there, 0)
    code.line(f"if {here} == {there}: continue")
    bound = scope.bind_all({pair[0]: here, pair[1]: there})
    expressions.guard(condition, bound, "continue")
    code.line(f"{found}.append({there})")
    sets.close_walk(scope, inner)
    sets.close_walk(scope, outer)
    return links
