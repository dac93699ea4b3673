"""Folds over sets: some, every, count, total, first, most … as loops, or as masks where those can tell.

`fold` returns the text of a value, with loops written before it; `guard_…` write lines that leave where a
question over a set is not answered as hoped.
"""

from __future__ import annotations

from rulelang.backends.python import expressions, masks, places, printed, sets
from rulelang.backends.python.unit import Scope
from rulelang.backends.python.writer import add, is_number
from rulelang.program import nodes as ir
from rulelang.program.types import SetType


def fold(expr: ir.Fold, scope: Scope) -> str:
    """Return the text of a fold; loops are written before it."""
    code = scope.code
    if expr.word == "count" and expr.condition is None:
        found = count_all(expr.source, scope)
        if found is not None:
            return found
    if expr.word in {"some", "every"}:
        return _quantified(expr, scope)
    alone = _single_content(expr, scope)
    if alone is not None:
        return alone
    if expr.word == "count":
        by_mask = masks.where(expr.source, expr.variable, expr.condition, scope)
        if by_mask is not None and not by_mask[1]:
            return f"{by_mask[0]}.bit_count()"
    result = code.name()
    start = {"count": "0", "total": "0", "most": "None", "least": "None"}.get(expr.word, "-1")
    code.line(f"{result} = {start}")
    name = sets.element_name(scope, expr.variable)
    levels = sets.open_where(expr.source, expr.variable, expr.condition, scope, name)
    inner = scope.bind(expr.variable, name)
    match expr.word:
        case "count":
            code.line(f"{result} += 1")
        case "total":
            assert expr.value is not None
            code.line(f"{result} += {expressions.scalar(expr.value, inner)}")
        case "most" | "least":
            assert expr.value is not None
            sign = ">" if expr.word == "most" else "<"
            text = code.keep(expressions.scalar(expr.value, inner))
            code.line(f"if {result} is None or {text} {sign} {result}: {result} = {text}")
        case _:
            code.line(f"{result} = {name}")
    broken = expr.word in {"first", "one"}
    if broken:
        code.line("break")
    sets.close_walk(scope, levels, broken=broken)
    if start == "None":
        code.line(f"if {result} is None: {result} = 0")
    return result


UNROLLED_AT_MOST = 5


def _unrolled(expr: ir.Fold, scope: Scope) -> str | None:
    """A few constant elements with a short condition need no loop."""
    if not isinstance(expr.source, ir.Ids) or expr.condition is None:
        return None
    found = printed.constant_elements(expr.source, expr.variable, expr.condition, scope)
    if found is None or not 0 < len(found[0]) <= UNROLLED_AT_MOST or expr.word != "some":
        return None
    ids, rest = found
    texts = []
    with scope.code.capture() as before:
        for number in ids:
            inner = scope.bind(expr.variable, str(number))
            parts = [expressions.scalar(part, inner) for part in rest]
            texts.append(" and ".join(parts) if parts else "True")
    if before or sum(map(len, texts)) > 400:
        return None
    return "(" + " or ".join(f"({text})" if len(rest) > 1 else text for text in texts) + ")"


def _single_content(expr: ir.Fold, scope: Scope) -> str | None:
    """What lies on a place for one thing needs no loop: the thing, or what is printed on it."""
    source = expr.source
    if expr.condition is not None or not isinstance(source, ir.ThingsAt):
        return None
    holding = places.only(places.holdings_at(source.place, source.things, scope.unit), source.place)
    if holding is None or holding.order != "one" or not set(holding.things) <= set(source.things):
        return None
    slot = places.held_text(holding, expressions.scalar(source.place, scope), scope)
    if expr.word in {"the", "one", "first", "last"}:
        return f"({slot} - 1)"
    match expr.value:
        case ir.TableGet(index=ir.Local(name=name), offset=0, table=table) if name == expr.variable:
            if expr.word == "total":
                return f"{scope.unit.shifted_table(table)}[{slot}]"
    return None


def truth(count: str) -> str:
    """A count as a truth value: what is 1 or 0 by a test is the test.

    >>> truth("(1 if s[3] else 0)")
    's[3]'
    """
    if count.startswith("(1 if ") and count.endswith(" else 0)"):
        return count[len("(1 if ") : -len(" else 0)")]
    return count


def _row_test(expr: ir.Fold, scope: Scope) -> str | None:
    """The places of a printed row that meet (for `every`: fail) a condition, if masks can tell."""
    if isinstance(expr.source, ir.ThingsOn) and expr.word == "some":
        with scope.code.capture() as before:
            lying = masks.lying(expr.source, expr.variable, expr.condition, scope)
        return None if lying is None or before else f"({lying})"
    if not isinstance(expr.source, ir.TableGet) or expr.condition is None:
        return None
    if not isinstance(expr.source.type, SetType):
        return None
    with scope.code.capture() as before:
        text = masks.mask(expr.condition, expr.variable, scope)
    if text is None or before:
        return None
    row = add(expressions.scalar(expr.source.index, scope), -expr.source.offset)
    table = f"{scope.unit.mask_table(expr.source.table)}[{row}]"
    if expr.word == "some":
        return f"({table} & {scope.code.before(text)})"
    return f"({table} & {scope.code.before(f'~{text}' if masks.is_term(text) else f'~({text})')})"


def size_of_mask(text: str) -> str:
    """Return how many elements a set has; a number knows that already."""
    return str(int(text, 0).bit_count()) if is_number(text) else f"{text}.bit_count()"


def count_all(source: ir.Expr, scope: Scope) -> str | None:
    """Return how many elements a set has, if that is known without walking it."""
    match source:
        case ir.Ids(ids=ids):
            return str(len(ids))
        case ir.TableGet() | ir.Frontier() | ir.CellsNear() | ir.TilesIn() | ir.PileOf():
            return f"len({sets.as_list(source, scope)})"
        case ir.Regions() | ir.RegionsOn():
            return f"len({sets.as_list(source, scope)})"
        case ir.PartsMeeting() | ir.TopTiles() | ir.RegionMembers():
            return size_of_mask(sets.mask(source, scope))
        case ir.ThingsAt(place=place, things=things):
            return places.fact(ir.CountAt(source.type, place, things), scope)
        case ir.Local() | ir.VarGet() if isinstance(source.type, SetType):
            return size_of_mask(sets.mask(source, scope))
        case _:
            return None


def _quantified(expr: ir.Fold, scope: Scope) -> str:
    code = scope.code
    if expr.condition is None and expr.word == "some":
        count = count_all(expr.source, scope)
        if count is not None:
            test = truth(count)
            return f"({test} > 0)" if test == count else f"(not not {test})"
    row = _row_test(expr, scope)
    if row is not None:
        return row if expr.word == "some" else f"(not {row})"
    wanted = expr.condition
    if expr.word == "every" and wanted is not None:
        wanted = ir.Logic(wanted.type, "not", (wanted,))
    unrolled = _unrolled(expr, scope)
    if unrolled is not None:
        return unrolled
    by_mask = None
    if printed.listed(expr.source, expr.variable, wanted, scope) is None:
        by_mask = masks.where(expr.source, expr.variable, wanted, scope)
    if by_mask is not None and not by_mask[1]:
        return by_mask[0] if expr.word == "some" else f"(not {by_mask[0]})"
    result = code.name()
    found, other = ("True", "False") if expr.word == "some" else ("False", "True")
    code.line(f"{result} = {other}")
    with code.looking():
        name = sets.element_name(scope, expr.variable)
        levels = sets.open_where(expr.source, expr.variable, wanted, scope, name)
    code.line(f"{result} = {found}")
    code.line("break")
    sets.close_walk(scope, levels, broken=True)
    return result


def guard_some(expr: ir.Fold, scope: Scope, fail: str) -> None:
    """Run `fail` unless some element meets the condition."""
    code = scope.code
    if expr.condition is None:
        count = count_all(expr.source, scope)
        if count is not None:
            code.line(f"if not {truth(count)}: {fail}")
            return
    row = _row_test(expr, scope)
    if row is not None:
        code.line(f"if not {row}: {fail}")
        return
    by_mask = masks.where(expr.source, expr.variable, expr.condition, scope)
    if by_mask is not None and not by_mask[1]:
        code.line(f"if not {by_mask[0]}: {fail}")
        return
    with code.looking():
        name = sets.element_name(scope, expr.variable)
        levels = sets.open_where(expr.source, expr.variable, expr.condition, scope, name)
    code.line("break")
    sets.close_walk(scope, levels, broken=True)
    code.line(f"else: {fail}")


def guard_none(expr: ir.Fold, scope: Scope, fail: str) -> None:
    """Run `fail` (which leaves the function) if some element meets the condition."""
    row = _row_test(expr, scope)
    if row is None and expr.condition is None:
        row = count_all(expr.source, scope)
    row = row or _unrolled(expr, scope)
    if row is not None:
        scope.code.line(f"if {expressions.unwrapped(truth(row))}: {fail}")
        return
    with scope.code.looking():
        name = sets.element_name(scope, expr.variable)
        levels = sets.open_where(expr.source, expr.variable, expr.condition, scope, name)
    scope.code.line(fail)
    sets.close_walk(scope, levels)


def guard_every(expr: ir.Fold, scope: Scope, fail: str) -> None:
    """Run `fail` (which leaves the function) unless every element meets the condition."""
    name = sets.element_name(scope, expr.variable)
    levels = sets.open_walk(expr.source, scope, name)
    assert expr.condition is not None
    expressions.guard_not(expr.condition, scope.bind(expr.variable, name), "continue")
    scope.code.line(fail)
    sets.close_walk(scope, levels)
