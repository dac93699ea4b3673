"""Sets: walked directly where they come from, built as bit masks only where a value is needed.

`open_walk` writes the heads of the loops over a set and `close_walk` ends them; `contains` tests
without walking; `mask` builds the value. Conditions on the way are jumps (`continue`), so the body
of a walk always stands at the innermost indentation.
"""

from __future__ import annotations

from rulelang.backends.python import expressions, masks, places, printed, regions, ways
from rulelang.backends.python.unit import (
    CannotCompile,
    Scope,
    identifier,
    ids_text,
    mask_of,
    number_text,
)
from rulelang.backends.python.writer import add, is_number
from rulelang.program import nodes as ir
from rulelang.program.types import GroupsType, IntType, RefType, SeqType, SetType, Type


def element_name(scope: Scope, variable: str) -> str:
    """Return a fresh Python name for a loop variable."""
    return scope.code.name(f"{identifier(variable)}_")


# --- walking -------------------------------------------------------------------------------------


def open_walk(expr: ir.Expr, scope: Scope, name: str, levels: int = 0) -> int:
    """Write loop heads so that `name` takes each element; return how many loops are open.

    `levels` loops of the same walk are open already.
    """
    code = scope.code
    match expr:
        case ir.Ids(ids=ids):
            return _for(scope, name, ids_text(scope.unit, ids), levels)
        case ir.IntRange(low=low, high=high):
            first = expressions.scalar(low, scope)
            last = add(expressions.scalar(high, scope), 1)
            span = f"range({last})" if first == "0" else f"range({first}, {last})"
            return _for(scope, name, span, levels)
        case ir.TableGet(table=table, index=index, offset=offset):
            row = add(expressions.scalar(index, scope), -offset)
            return _for(scope, name, f"{scope.unit.table(table)}[{row}]", levels)
        case ir.ThingsAt(place=place, things=things):
            return places.walk_place(place, things, scope, name, levels)
        case ir.ThingsOn():
            return _walk_places(expr, scope, name, levels)
        case ir.Filter(best=None):
            return open_where(expr.source, expr.variable, expr.condition, scope, name, levels)
        case ir.Filter():
            return _for(scope, name, _best(expr, scope), levels)
        case ir.SetOp(op="except" | "intersect" as op, left=left, right=right):
            levels = open_walk(left, scope, name, levels)
            item = ir.Local(_element_type(left), name)
            test = ir.Contains(item.type, item, right)
            narrow = expressions.guard_not if op == "except" else expressions.guard
            narrow(test, scope.bind(name, name), "continue")
            return levels
        case ir.SetOf(items=(item,)):
            levels = _for(scope, name, f"({expressions.scalar(item, scope)},)", levels)
            if expressions.is_optional(item.type):
                code.line(f"if {name} < 0: continue")
            return levels
        case ir.PlayersFrom() | ir.GroupsOf():
            return _for(scope, name, as_list(expr, scope), levels)
        case ir.CallDefine():
            inlined = _inlined(expr, scope)
            if inlined is not None:
                return open_walk(inlined[0], inlined[1], name, levels)
            if isinstance(expr.type, SeqType | GroupsType):
                return _for(scope, name, expressions.scalar(expr, scope), levels)
            return walk_mask(mask(expr, scope), scope, name, levels)
        case _:
            return _walk_value(expr, scope, name, levels)


def _walk_value(expr: ir.Expr, scope: Scope, name: str, levels: int) -> int:
    listed = regions.derived_list(expr, scope)
    if isinstance(expr, ir.Local | ir.Cond) and isinstance(expr.type, SeqType | GroupsType):
        listed = expressions.value(expr, scope)
    if listed is not None:
        return _for(scope, name, listed, levels)
    return walk_mask(mask(expr, scope), scope, name, levels)


def _walk_places(expr: ir.ThingsOn, scope: Scope, name: str, levels: int) -> int:
    """What lies on places: of a printed row only those that masks say are taken."""
    place = scope.code.name("p")
    taken = masks.taken(expr.places, expr.things, scope)
    if taken is not None:
        levels = walk_mask(taken, scope, place, levels)
    else:
        levels = open_walk(expr.places, scope, place, levels)
    at = ir.Local(_element_type(expr.places), place)
    inner = scope.bind(place, place)
    if taken is not None:
        scope.code.line(f"{name} = {places.content_of(at, expr.things, inner)}")
        return levels
    return places.walk_place(at, expr.things, inner, name, levels)


def open_where(
    source: ir.Expr,
    variable: str,
    condition: ir.Expr | None,
    scope: Scope,
    name: str,
    levels: int = 0,
) -> int:
    """Like `open_walk`, for the elements that meet a condition: by masks where that is faster."""
    inner = scope.bind(variable, name)
    listed = printed.listed(source, variable, condition, scope)
    if listed is not None:
        levels = _for(scope, name, listed[0], levels)
        for part in listed[1]:
            expressions.guard(part, inner, "continue")
        return levels
    by_mask = masks.where(source, variable, condition, scope)
    if by_mask is not None:
        text, rest = by_mask
        levels = walk_mask(text, scope, name, levels)
        for part in rest:
            expressions.guard(part, inner, "continue")
        return levels
    levels = open_walk(source, scope, name, levels)
    if condition is not None:
        expressions.guard(condition, inner, "continue")
    return levels


def close_walk(scope: Scope, levels: int, *, broken: bool = False) -> None:
    """End the loops; `broken`: the body has a `break` that leaves them all."""
    for level in range(levels, 0, -1):
        scope.code.indent -= 1
        if broken and level > 1:
            scope.code.line("else: continue")
            scope.code.line("break")


def _for(scope: Scope, name: str, source: str, levels: int) -> int:
    scope.code.line(f"for {name} in {source}:")
    scope.code.indent += 1
    return levels + 1


def walk_mask(text: str, scope: Scope, name: str, levels: int) -> int:
    """Loop over the bits of a mask, from the lowest."""
    code = scope.code
    left, bit = code.name("m"), code.name("m")
    code.line(f"{left} = {text}")
    code.line(f"while {left}:")
    code.indent += 1
    code.line(f"{bit} = {left} & -{left}")
    code.line(f"{left} ^= {bit}")
    code.line(f"{name} = {bit}.bit_length() - 1")
    return levels + 1


def _element_type(expr: ir.Expr) -> RefType | IntType:
    if isinstance(expr.type, SetType | SeqType):
        return expr.type.of
    raise TypeError(f"no set: {expr.type}")


def _inlined(expr: ir.CallDefine, scope: Scope) -> tuple[ir.Expr, Scope] | None:
    """The body of a definition with its arguments bound: sets are walked where they come from."""
    define = scope.unit.analysis.defines[expr.define]
    if isinstance(define.expr, ir.Cond | ir.SetOf):
        return None
    names: dict[str, str | tuple[str, ...]] = {}
    for (name, _type), arg in zip(define.params, expr.args, strict=True):
        names[name] = scope.code.keep(expressions.value(arg, scope))
    if define.uses_me:
        names["me"] = scope.code.keep(scope.scalar("me"))
    return define.expr, Scope(scope.unit, scope.code, names, scope.state)


def _best(expr: ir.Filter, scope: Scope) -> str:
    """Collect the elements where the measure is greatest (or smallest) into a list."""
    assert expr.best_by is not None
    code = scope.code
    found, best = code.name("l"), code.name()
    code.line(f"{found} = []")
    code.line(f"{best} = None")
    name = element_name(scope, expr.variable)
    levels = open_where(expr.source, expr.variable, expr.condition, scope, name)
    inner = scope.bind(expr.variable, name)
    measure = code.keep(expressions.scalar(expr.best_by, inner))
    sign = ">" if expr.best == "most" else "<"
    with code.block(f"if {best} is None or {measure} {sign} {best}:"):
        code.line(f"{best} = {measure}")
        code.line(f"{found} = [{name}]")
    code.line(f"elif {measure} == {best}: {found}.append({name})")
    close_walk(scope, levels)
    return found


def as_list(expr: ir.Expr, scope: Scope) -> str:
    """Return a list (or tuple) of the elements, fixed now."""
    match expr:
        case ir.Ids(ids=ids):
            return ids_text(scope.unit, ids)
        case ir.TableGet(table=table, index=index, offset=offset):
            row = add(expressions.scalar(index, scope), -offset)
            return f"{scope.unit.table(table)}[{row}]"
        case ir.PlayersFrom():
            return rotation(expr, scope)
        case ir.Local(name=name) if isinstance(expr.type, SeqType | GroupsType):
            return scope.scalar(name)
        case ir.CallDefine() if isinstance(expr.type, SeqType | GroupsType):
            return expressions.scalar(expr, scope)
        case ir.GroupsOf():
            return ways.groups(expr, scope)
        case _:
            pass
    listed = regions.derived_list(expr, scope)
    if listed is not None:
        return listed
    found = scope.code.name("l")
    scope.code.line(f"{found} = []")
    name = scope.code.name("x")
    levels = open_walk(expr, scope, name)
    scope.code.line(f"{found}.append({name})")
    close_walk(scope, levels)
    return found


def rotation(expr: ir.PlayersFrom, scope: Scope) -> str:
    """Return the players from `start` on, as a row of a constant table."""
    count = scope.unit.program.players
    rows = tuple(
        tuple((start + expr.direction * step) % count for step in range(count))
        for start in range(count)
    )
    table = scope.unit.constant(repr(rows), "R")
    return f"{table}[{expressions.scalar(expr.start, scope)}]"


# --- membership ----------------------------------------------------------------------------------


def contains(item: ir.Expr, whole: ir.Expr, scope: Scope) -> str:
    """Return the test that `item` is an element."""
    text = expressions.scalar(item, scope)
    if not (text.isidentifier() or is_number(text) or _is_plain_slot(text)):
        text = scope.code.keep(text)
    return contains_text(text, item, whole, scope)


def _is_plain_slot(text: str) -> bool:
    return text.endswith("]") and text.count("[") == 1 and " " not in text


def contains_text(text: str, item: ir.Expr, whole: ir.Expr, scope: Scope) -> str:
    """Like `contains`; `text` is the item, cheap enough to be repeated."""
    match whole:
        case ir.Ids(ids=ids):
            return "True" if _is_always_in(item.type, ids) else among(text, ids, scope)
        case ir.IntRange(low=low, high=high):
            return (
                f"({expressions.scalar(low, scope)} <= {text} <= {expressions.scalar(high, scope)})"
            )
        case ir.TableGet(table=table, index=index, offset=offset):
            row = add(expressions.scalar(index, scope), -offset)
            return f"({text} in {scope.unit.table(table)}[{row}])"
        case ir.ThingsAt() | ir.ThingsOn():
            found = places.lies_in(text, item, whole, scope)
            if found is not None:
                return found
        case ir.Filter(best=None):
            return _passes(text, item, whole, scope)
        case ir.SetOp(op=op, left=left, right=right):
            first = ir.Contains(item.type, item, left)
            second: ir.Expr = ir.Contains(item.type, item, right)
            if op == "except":
                second = ir.Logic(item.type, "not", (second,))
            word = "or" if op == "union" else "and"
            return expressions.scalar(ir.Logic(item.type, word, (first, second)), scope)
        case ir.SetOf(items=items):
            texts = [expressions.scalar(other, scope) for other in items]
            test = f"{text} in ({', '.join(texts)},)" if len(texts) > 1 else f"{text} == {texts[0]}"
            if expressions.is_optional(item.type):
                return f"({text} >= 0 and {test})"
            return f"({test})"
        case ir.PlayersFrom():
            return f"({text} >= 0)"
        case ir.Frontier() | ir.CellsNear() | ir.TilesIn() | ir.PileOf():
            return f"({text} in {regions.derived_list(whole, scope)})"
        case ir.CallDefine():
            inlined = _inlined(whole, scope)
            if inlined is not None:
                inner = inlined[1].bind("@item", text)
                return contains_text(text, ir.Local(item.type, "@item"), inlined[0], inner)
        case _:
            pass
    bits = mask(whole, scope)
    test = f"{bits} >> {text} & 1"
    if expressions.is_optional(item.type):
        return f"({text} >= 0 and {test})"
    return f"({test})"


def _is_always_in(type_: Type, ids: tuple[int, ...]) -> bool:
    return isinstance(type_, RefType) and not type_.optional and set(type_.ids) <= set(ids)


def among(text: str, ids: tuple[int, ...], scope: Scope) -> str:
    """Return the test that an id is one of these."""
    if is_number(text):
        return str(int(text) in ids)
    if not ids:
        return "False"
    if len(ids) == 1:
        return f"({text} == {ids[0]})"
    ordered = sorted(ids)
    if ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"({ordered[0]} <= {text} <= {ordered[-1]})"
    if len(ids) <= 4:
        return f"({text} in {ids})"
    return f"({text} in {scope.unit.constant(f'frozenset({ids})', 'F')})"


def _passes(text: str, item: ir.Expr, whole: ir.Filter, scope: Scope) -> str:
    inside = ir.Contains(item.type, item, whole.source)
    if whole.condition is None:
        return expressions.scalar(inside, scope)
    inner = scope.bind(whole.variable, text).bind("@item", text)
    renamed = ir.Contains(item.type, ir.Local(item.type, "@item"), whole.source)
    return expressions.scalar(ir.Logic(item.type, "and", (renamed, whole.condition)), inner)


# --- values --------------------------------------------------------------------------------------


def mask(expr: ir.Expr, scope: Scope) -> str:
    """Return the set as a bit mask."""
    match expr:
        case ir.Ids(ids=ids):
            return number_text(mask_of(ids))
        case ir.Local(name=name) if isinstance(expr.type, SetType):
            return scope.scalar(name)
        case ir.VarGet() | ir.Cond() | ir.CallDefine() | ir.PerPlayer() | ir.Supposing():
            if isinstance(expr.type, SetType):
                return expressions.scalar(expr, scope)
        case ir.IntRange(low=low, high=high):
            first, last = expressions.scalar(low, scope), expressions.scalar(high, scope)
            if is_number(first) and is_number(last):
                return number_text(mask_of(range(int(first), int(last) + 1)))
        case ir.TableGet(table=table, index=index, offset=offset):
            row = add(expressions.scalar(index, scope), -offset)
            return f"{scope.unit.mask_table(table)}[{row}]"
        case ir.SetOp(op=op, left=left, right=right):
            sign = {"union": "|", "except": "& ~", "intersect": "&"}[op]
            return f"({mask(left, scope)} {sign}{mask(right, scope)})"
        case ir.SetOf(items=items):
            bits = [_bit(item, scope) for item in items]
            return f"({' | '.join(bits)})" if bits else "0"
        case ir.PlayersFrom():
            return number_text((1 << scope.unit.program.players) - 1)
        case ir.ThingsAt(place=place, things=things):
            found = places.mask_at(place, things, scope)
            if found is not None:
                return found
        case ir.Groups(element=element, within=within, links=links):
            start = expressions.scalar(element, scope)
            inside = mask(within, scope)
            return f"{scope.unit.use('connected')}({start}, {inside}, {scope.unit.table(links)})"
        case ir.PartsMeeting() | ir.TopTiles() | ir.RegionMembers():
            return regions.derived_mask(expr, scope)
        case _:
            pass
    if isinstance(expr, _WALKED):
        return _gathered(expr, scope)
    raise CannotCompile(expr, scope.code.span)


# Sets and sequences that are walked where they come from; of all others the mask comes first.
_LISTED = ir.Frontier | ir.CellsNear | ir.TilesIn | ir.PileOf | ir.Regions | ir.RegionsOn
_SOURCES = ir.IntRange | ir.ThingsAt | ir.ThingsOn | ir.Filter | ir.Local | ir.Cond | ir.CallDefine
_WALKED = _SOURCES | _LISTED


def _bit(item: ir.Expr, scope: Scope) -> str:
    text = expressions.scalar(item, scope)
    if is_number(text):
        return number_text(1 << int(text)) if int(text) >= 0 else "0"
    if expressions.is_optional(item.type):
        text = scope.code.keep(text)
        return f"(1 << {text} if {text} >= 0 else 0)"
    return f"1 << ({text})" if " " in text else f"1 << {text}"


def _gathered(expr: ir.Expr, scope: Scope) -> str:
    if isinstance(expr, ir.Filter) and expr.best is None:
        by_mask = masks.where(expr.source, expr.variable, expr.condition, scope)
        if by_mask is not None and not by_mask[1]:
            return by_mask[0]
    found = scope.code.name("m")
    scope.code.line(f"{found} = 0")
    name = scope.code.name("x")
    levels = open_walk(expr, scope, name)
    scope.code.line(f"{found} |= 1 << {name}")
    close_walk(scope, levels)
    return found
