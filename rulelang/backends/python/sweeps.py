"""Moving the pieces of a place that meet a condition: alike things have no place of their own.

So the pieces are gathered as pairs (place, thing) before the first of them moves.
"""

from __future__ import annotations

from rulelang.backends.python import chance, expressions, marks, places, sets
from rulelang.backends.python.moves import put_function
from rulelang.backends.python.unit import Scope, Unit
from rulelang.program import nodes as ir
from rulelang.program.types import SeqType, SetType


def _element(what: ir.Expr) -> ir.Expr:
    of = what.type
    assert isinstance(of, SetType | SeqType)
    return ir.Local(of.of, "")


def has_alike(what: ir.Expr, unit: Unit) -> bool:
    """Can a set have alike things in it?"""
    ids = places.thing_ids(_element(what), unit)
    return any(unit.program.things[number].is_alike for number in ids)


def move_chosen(stmt: ir.MoveAll, scope: Scope) -> None:
    """Alike pieces that meet a condition: all are found, with their places, before any moves."""
    code, unit = scope.code, scope.unit
    target = code.keep(expressions.scalar(stmt.target, scope), "p")
    found, place = with_places(stmt.what, scope)
    ids = places.thing_ids(_element(stmt.what), unit)
    function = put_function(ids, unit.analysis.families(stmt.target), stmt.end, unit)
    where, name = code.name("p"), code.name("x")
    with code.block(f"for {where}, {name} in {found}:"):
        marks.note_move(ids, name, marks.Route(where, target, stmt.face, stmt.end), scope)
        chance.take_any(ids, place, (name, where), scope)
        code.line(f"{function}({scope.state}, {name}, {target})")


def with_places(what: ir.Expr, scope: Scope) -> tuple[str, ir.Expr]:
    """Write a list of (place, thing); return its name and an expression for such a place."""
    code = scope.code
    found, where, name = code.name("l"), code.name("p"), code.name("x")
    code.line(f"{found} = []")
    if isinstance(what, ir.Filter):
        source, place = with_places(what.source, scope)
        inner = scope.bind(what.variable, name)
        with code.block(f"for {where}, {name} in {source}:"):
            if what.condition is not None:
                expressions.guard(what.condition, inner, "continue")
            code.line(f"{found}.append(({where}, {name}))")
        if what.best is not None and what.best_by is not None:
            _keep_best(found, (where, name), what, inner)
        return found, place
    assert isinstance(what, ir.ThingsAt | ir.ThingsOn)
    if isinstance(what, ir.ThingsAt):
        place = ir.Local(what.place.type, where)
        listed = f"({expressions.scalar(what.place, scope)},)"
    else:
        place = ir.Local(_element(what.places).type, where)
        listed = sets.as_list(what.places, scope)
    with code.block(f"for {where} in {listed}:"):
        at = ir.ThingsAt(what.type, place, what.things)
        levels = sets.open_walk(at, scope.bind(where, where), name)
        code.line(f"{found}.append(({where}, {name}))")
        sets.close_walk(scope, levels)
    return found, place


def _keep_best(found: str, names: tuple[str, str], what: ir.Filter, scope: Scope) -> None:
    assert what.best_by is not None
    code = scope.code
    where, name = names
    measures, best = code.name("l"), code.name()
    code.line(f"{measures} = []")
    with code.block(f"for {where}, {name} in {found}:"):
        code.line(f"{measures}.append({expressions.scalar(what.best_by, scope)})")
    word = "max" if what.best == "most" else "min"
    code.line(f"{best} = {word}({measures}, default=0)")
    code.line(f"{found} = [pair for pair, n in zip({found}, {measures}) if n == {best}]")
