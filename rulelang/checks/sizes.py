"""How many there are: in goes a set or amounts, out come bounds that hold in every position."""

from __future__ import annotations

from rulelang.checks.known import known_value
from rulelang.program import nodes as ir
from rulelang.program.types import CELLS, REGION, IntType, RefType, SeqType, SetType
from rulelang.program.walk import free_locals

UNKNOWN = 10**9


def most_elements(source: ir.Expr) -> tuple[int, int]:
    """Return the fewest and the most elements that a set can have."""
    match source:
        case ir.Ids(ids=ids):
            return len(ids), len(ids)
        case ir.IntRange(low=low, high=high):
            first, last = known_value(low), known_value(high)
            if first is not None and last is not None:
                count = max(0, last - first + 1)
                return count, count
            return 0, UNKNOWN
        case ir.PlayersFrom(type=SeqType(of=RefType(ids=ids))):
            return len(ids), len(ids)
        case ir.Frontier():
            return 1, UNKNOWN
        case ir.Filter(source=inner):
            return _filtered(source, inner)
        case ir.SetOp(op="union", left=left, right=right):
            (least, most), (other_least, other_most) = most_elements(left), most_elements(right)
            return max(least, other_least), most + other_most
        case _:
            return 0, _domain(source)


def _filtered(source: ir.Filter, inner: ir.Expr) -> tuple[int, int]:
    least, most = most_elements(inner)
    match source.condition:
        case None:
            # The best of some are some.
            return (min(1, least) if source.best else least), most
        case ir.Compare(op="!=", left=ir.Local(name=name), right=right) if (
            name == source.variable and name not in free_locals(right)
        ):
            return (max(0, least - 1) if source.best is None else min(1, max(0, least - 1))), most
        case _:
            return 0, 0 if known_value(source.condition) == 0 else most


def _domain(source: ir.Expr) -> int:
    type_ = source.type
    of = type_.of if isinstance(type_, SetType | SeqType) else None
    if not isinstance(of, RefType) or of.universe.startswith((CELLS, REGION)):
        return UNKNOWN  # such types list no ids
    return UNKNOWN if of.ids else 0


def surely_holds(whole: ir.Expr, size: ir.Expr | None) -> bool:
    """Whether there are at least `size` in `whole`, amounts or a set, in every position."""
    value = known_value(size)
    if value is not None:
        fewest = most_elements(whole)[0] if isinstance(whole.type, SetType | SeqType) else 0
        return value <= fewest
    match size:
        case ir.BundleSize(bundle=bundle):
            return bundle == whole
        case ir.Fold(word="count", source=source, condition=None):
            return source == whole
        case ir.CountAt(place=place, things=things):
            return isinstance(whole, ir.ThingsAt) and (whole.place, whole.things) == (place, things)
        case ir.Arith(op="//" | "ceil", left=left, right=right) if right is not None:
            divisor = right.type.low if isinstance(right.type, IntType) else 0
            return divisor >= 1 and surely_holds(whole, left)
        case ir.Arith(op="min", left=left, right=right):
            return surely_holds(whole, left) or surely_holds(whole, right)
        case _:
            return False
