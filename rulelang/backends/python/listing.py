"""Lists of what is offered for a pick: values, amounts of a bundle kind by kind, members of a set.

Functions `pick_<i>(s, me, given…, picks before i)`; a bundle also gets the kind it is at and the amounts
so far, a set the members so far. Everything in a list can be completed (see `lookahead`).
"""

from __future__ import annotations

from rulelang.backends.python import amounts, expressions, places, sets
from rulelang.backends.python.lookahead import (
    SUBSET_DONE,
    is_judged_whole,
    is_read_later,
    ok_function,
    open_pick,
    pick_bounds,
    pick_scope,
    stage_tests,
    unchanged,
    whole_mask,
)
from rulelang.backends.python.offers import RULE, Offer
from rulelang.backends.python.unit import Scope, Unit
from rulelang.backends.python.writer import Code
from rulelang.graph.loop_states import is_canonical
from rulelang.program import nodes as ir
from rulelang.program.types import BundleType, SetType


def emit_list(offer: Offer, number: int, name: str) -> None:
    code = Code(span=offer.picks[number].span, params=unchanged(offer, number))
    scopes = offer.scopes(code)
    pick = offer.picks[number]
    params = offer.params(number)
    code.line("out = []")
    if pick.source is not None:
        _list_values(offer, number, scopes)
    elif isinstance(pick.type, SetType):
        params.append("chosen")
        _list_members(offer, number, scopes)
    else:
        params += ["k", "chosen"]
        _list_amounts(offer, number, scopes)
    code.line("return out")
    offer.unit.add_function(name, params, code)


def _completes(offer: Offer, number: int) -> str | None:
    """Return the call that asks whether the picks after this one can be completed."""
    following = number + 1
    if following == len(offer.picks):
        return None
    args = ", ".join(offer.params(following))
    return f"{ok_function(offer, following)}({args})"


def _list_values(offer: Offer, number: int, scopes: dict[str, Scope]) -> None:
    pick = offer.picks[number]
    assert pick.source is not None
    code = scopes[RULE].code
    if _list_mask(offer, number, scopes):
        return
    levels = open_pick(offer, number, scopes)
    local = offer.local(pick)
    is_set = is_sorted(pick.source, offer.unit) or places.has_faces(pick.source, offer.unit)
    if not is_set:
        code.line(f"if {local} in out: continue")
    stage_tests(offer, number, scopes, "continue", frozenset())
    completes = _completes(offer, number)
    code.line(f"{'' if completes is None else f'if {completes}: '}out.append({local})")
    sets.close_walk(scopes[RULE], levels)
    if not is_set:
        code.line("out.sort()")


def _list_mask(offer: Offer, number: int, scopes: dict[str, Scope]) -> bool:
    """Where a mask says it all, the list is read off it."""
    code = scopes[RULE].code
    with code.capture() as before:
        found = whole_mask(offer, number, scopes)
    if found is None:
        return False
    code.lines[-1:] = []  # the empty list is not needed
    code.put(before)
    code.line(f"out = {offer.unit.use('members')}({found})")
    return True


def is_sorted(source: ir.Expr, unit: Unit) -> bool:
    """Does a walk give each element once, in ascending order?"""
    match source:
        case ir.TableGet(table=table):
            rows = unit.tables[table]
            return all(list(row) == sorted(set(row)) for row in rows if isinstance(row, tuple))
        case ir.Filter(source=inner) | ir.SetOp(op="except" | "intersect", left=inner):
            return is_sorted(inner, unit)
        case ir.IntRange():
            return True
        case ir.CallDefine(define=name):
            return is_sorted(unit.analysis.defines[name].expr, unit)
        case ir.ThingsAt(things=things):
            everything_apart = not any(unit.program.things[i].is_alike for i in things)
            families = unit.analysis.families(source.place)
            orders = {h.order for f in families for h in f.holdings}
            return everything_apart and len(families) == 1 and orders == {"many"}
        case _:
            return is_canonical(source)


def _list_amounts(offer: Offer, number: int, scopes: dict[str, Scope]) -> None:
    """Amounts of kind `k`; `chosen` has the amounts of the kinds before it."""
    pick = offer.picks[number]
    scope = pick_scope(offer, number, scopes)
    code = scope.code
    if is_free(offer, number):
        write_free_amounts(pick, scope, "k", "sum(chosen[:k])")
        return
    low, high, left = amounts.write_bounds(offer, number, scopes, frozenset())
    offered = f"{offer.unit.use('amounts_of')}(chosen[:k], {left}, {low}, {high})"
    completes = _completes(offer, number)
    if not is_judged_whole(offer, number):
        code.line(f"out = {offered}")
        return  # a later pick does not depend on it, so it was completable before this pick
    local = offer.local(pick)
    with code.block(f"for n in {offered}:"):
        head = f"{offer.unit.use('each_of_amounts')}(chosen[:k] + (n,), {left}, {low}, {high})"
        with code.block(f"for {local} in {head}:"):
            if pick.condition is not None:
                expressions.guard(pick.condition, scope, "continue")
            stage_tests(offer, number, scopes, "continue", frozenset())
            if completes is not None:
                code.line(f"if not {completes}: continue")
            code.line("out.append(n)")
            code.line("break")


def is_free(offer: Offer, number: int) -> bool:
    """Is this a bundle that nothing but its size bounds?"""
    pick = offer.picks[number]
    is_bundle = pick.source is None and isinstance(pick.type, BundleType)
    return is_bundle and pick.condition is None and not is_read_later(offer, number)


def write_free_amounts(pick: ir.Pick, scope: Scope, kind: str, done: str) -> None:
    """Write the return of the amounts of a kind; `done` is how much of the kinds before was taken.

    What is left must be able to make up the least size.
    """
    code = scope.code
    low, high, most = pick_bounds(pick, scope)
    code.line(f"k = {kind}")
    code.line(f"done = {done}")
    code.line(f"least = {low} - done - sum({most}[k + 1:])")
    code.line(f"greatest = {high} - done")
    code.line(f"if greatest > {most}[k]: greatest = {most}[k]")
    code.line("return list(range(least if least > 0 else 0, greatest + 1))")


def _list_members(offer: Offer, number: int, scopes: dict[str, Scope]) -> None:
    """Members above the last chosen one, and "done" when there are enough."""
    pick = offer.picks[number]
    scope = pick_scope(offer, number, scopes)
    code = scope.code
    low, high, most = pick_bounds(pick, scope)
    local = offer.local(pick)
    subsets = offer.unit.use("each_subset_from")
    code.line("size = chosen.bit_count()")
    code.line(f"above = {most} >> chosen.bit_length() << chosen.bit_length()")
    read = is_read_later(offer, number) or pick.condition is not None
    completes = _completes(offer, number)

    def judged() -> None:
        if pick.condition is not None:
            expressions.guard(pick.condition, scope, "continue")
        stage_tests(offer, number, scopes, "continue", frozenset())
        if completes is not None:
            code.line(f"if not {completes}: continue")

    levels = sets.walk_mask("above", scope, "x", 0)
    code.line("later = above >> x + 1 << x + 1")
    code.line(f"if size + 1 > {high} or size + 1 + later.bit_count() < {low}: continue")
    if read:
        with code.block(f"for {local} in {subsets}(chosen | 1 << x, later, {low}, {high}):"):
            judged()
            code.line("out.append(x)")
            code.line("break")
    else:
        code.line("out.append(x)")
    sets.close_walk(scope, levels)
    with code.block(f"if {low} <= size <= {high}:"):
        if read:
            with code.block(f"for {local} in (chosen,):"):
                judged()
                code.line(f"out.append({SUBSET_DONE})")
        else:
            code.line(f"out.append({SUBSET_DONE})")
