"""Sets and bundles of the typed program, written out: the other half of `evaluate.py`.

Sets come as lists in the order in which the rules go through them, alike things once for each
piece; bundles as tuples of counts.
"""

from __future__ import annotations

from rulelang.interpreter import brute_graphs
from rulelang.interpreter.evaluate import Env, PositionReader
from rulelang.interpreter.position import NOBODY
from rulelang.program import nodes as ir
from rulelang.program.types import NONE, BundleType


def walk(reader: PositionReader, expr: ir.Expr, env: Env) -> list[int]:
    """Return the elements of a set."""
    match expr:
        case ir.Ids(ids=ids):
            return list(ids)
        case ir.IntRange(low=low, high=high):
            return list(range(reader.number(low, env), reader.number(high, env) + 1))
        case ir.ThingsAt(place=place, things=things):
            return reader.lying(reader.number(place, env), things)
        case ir.ThingsOn(places=places, things=things):
            return [x for place in reader.walk(places, env) for x in reader.lying(place, things)]
        case ir.Filter():
            return _filtered(reader, expr, env)
        case ir.SetOp(op="union", left=left, right=right):
            return sorted({*reader.walk(left, env), *reader.walk(right, env)})
        case ir.SetOp(op=op, left=left, right=right):
            others = set(reader.walk(right, env))
            return [x for x in reader.walk(left, env) if (x in others) == (op == "intersect")]
        case ir.SetOf(items=items):
            return sorted({reader.number(item, env) for item in items} - {NONE})
        case ir.PlayersFrom(start=start, direction=direction):
            first, count = reader.number(start, env), reader.shape.program.players
            return [(first + direction * step) % count for step in range(count)]
        case ir.Groups(element=element, within=within, links=links):
            inside = frozenset(reader.walk(within, env))
            first = reader.number(element, env)
            return sorted(brute_graphs.connected(first, inside, reader.rows(links)))
        case ir.GroupsOf(source=source):
            # Sets, which only folds and filters look at.
            return brute_graphs.parts(reader.walk(source, env), reader.pairs(expr, env))  # type: ignore[return-value]
        case _:
            return _read_set(reader, expr, env)


def _read_set(reader: PositionReader, expr: ir.Expr, env: Env) -> list[int]:
    match expr:
        case ir.Cond():
            branch = expr.then if reader.holds(expr.condition, env) else expr.otherwise
            return reader.walk(branch, env)
        case ir.CallDefine():
            return reader.walk_called(expr, env)
        case ir.Supposing():
            other, inner = reader.supposed(expr, env)
            return other.walk(expr.expr, inner)
        case _:
            from rulelang.interpreter.laid_tiles import cells_and_tiles, region_set

            laid = cells_and_tiles(reader, expr, env)
            if laid is None:
                laid = region_set(reader, expr, env)
            if laid is not None:
                return laid
            found = _read(reader, expr, env)
            return sorted(found) if isinstance(found, frozenset) else list(found)


def _read(reader: PositionReader, expr: ir.Expr, env: Env) -> frozenset[int] | tuple[int, ...]:
    match expr:
        case ir.Local():
            found: object = reader.local(expr, env)
        case ir.VarGet():
            found = reader.var(expr, env)
        case ir.TableGet():
            found = reader.table(expr, env)
        case ir.PerPlayer():
            found = reader.per_player(expr, env)
        case _:
            raise TypeError(f"no set and no bundle: {type(expr).__name__}")
    assert isinstance(found, frozenset | tuple)
    return found


def _filtered(reader: PositionReader, expr: ir.Filter, env: Env) -> list[int]:
    elements = reader.passing(expr, env)
    if expr.best is None or expr.best_by is None or not elements:
        return elements
    measures = [reader.number(expr.best_by, {**env, expr.variable: x}) for x in elements]
    best = max(measures) if expr.best == "most" else min(measures)
    return [x for x, measure in zip(elements, measures, strict=True) if measure == best]


def bundle(reader: PositionReader, expr: ir.Expr, env: Env) -> tuple[int, ...]:
    """Return the counts of a bundle."""
    match expr:
        case ir.BundleOf():
            return _written_out(reader, expr, env)
        case ir.BundleIn(account=account, holder=holder):
            owner = NOBODY if holder is None else reader.number(holder, env)
            return tuple(reader.in_account(account, owner))
        case ir.BundleAcross(account=account, holders=holders, type=BundleType(enum=enum)):
            counts = [0] * reader.shape.enums[enum]
            for each in reader.walk(holders, env):
                held = reader.in_account(account, each)
                counts = [a + b for a, b in zip(counts, held, strict=True)]
            return tuple(counts)
        case ir.BundleOp(op="*", left=left, right=right):
            factor = reader.number(right, env)
            return tuple(count * factor for count in reader.bundle(left, env))
        case ir.BundleOp(op=op, left=left, right=right):
            pairs = list(zip(reader.bundle(left, env), reader.bundle(right, env), strict=True))
            return tuple(a + b if op == "+" else max(0, a - b) for a, b in pairs)
        case ir.Cond():
            branch = expr.then if reader.holds(expr.condition, env) else expr.otherwise
            return reader.bundle(branch, env)
        case ir.CallDefine():
            return reader.bundle(*reader.called(expr, env))
        case ir.Supposing():
            other, inner = reader.supposed(expr, env)
            return other.bundle(expr.expr, inner)
        case _:
            found = _read(reader, expr, env)
            assert isinstance(found, tuple)
            return found


def _written_out(reader: PositionReader, expr: ir.BundleOf, env: Env) -> tuple[int, ...]:
    assert isinstance(expr.type, BundleType)
    counts = [0] * reader.shape.enums[expr.type.enum]
    for count, kind in expr.items:
        which, amount = reader.number(kind, env), reader.number(count, env)
        if which != NONE:  # an amount of none is nothing
            counts[which] += amount
    return tuple(counts)
