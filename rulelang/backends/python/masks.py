"""Whole sets at once: a condition over all places of a kind becomes arithmetic on bit masks.

`{x in D where C(x)}` is computed without looking at each x where C is built from what lies on x
(the layout keeps a mask of places for each face), printed relations (turned round), printed fields,
membership, and `and`, `or`, `not` over these. `where` gives the mask of what can be said so and the
conditions that are left to be judged one by one.
"""

from __future__ import annotations

from rulelang.backends.python import expressions, paths, sets, unions
from rulelang.backends.python.printed import by_value, conjuncts, inverse_masks, shift
from rulelang.backends.python.unit import Scope, Unit, mask_of, number_text
from rulelang.backends.python.writer import add, is_number
from rulelang.program import nodes as ir
from rulelang.program.types import PLACES, IntType, RefType, SetType
from rulelang.program.walk import free_locals, rename_local
from rulelang.runtime.layout import HoldingSlots

SMALLEST = 6  # below this many elements one by one is as fast
_ONLY_ONE = {"the", "one", "first", "last"}


def where(
    source: ir.Expr, variable: str, condition: ir.Expr | None, scope: Scope
) -> tuple[str, list[ir.Expr]] | None:
    """Return the mask of the elements and what is left to test; None: better one by one."""
    conditions = conjuncts(condition)
    while isinstance(source, ir.Filter) and source.best is None:
        renamed = conjuncts(source.condition)
        if source.variable != variable:
            renamed = [rename_local(part, source.variable, variable) for part in renamed]
        conditions = renamed + conditions
        source = source.source
    domain = _domain(source, scope)
    if domain is None:
        return None
    parts: list[str] = []
    rest: list[ir.Expr] = []
    for part in conditions:
        # A test without the variable decides for all; it stays a plain test, judged first.
        if variable not in free_locals(part):
            rest.append(part)
            continue
        with scope.code.capture() as before:
            text = mask(part, variable, scope)
        if text is None:
            rest.append(part)
            continue
        scope.code.put(before)
        parts.append(text)
    if not parts:
        return None
    whole = " & ".join([*(bracketed(part) for part in parts), domain])
    return f"({whole})", rest


def _domain(source: ir.Expr, scope: Scope) -> str | None:
    """Return all places of a kind, or a set that is kept as a mask; None: better one by one."""
    match source:
        case ir.Ids(ids=ids) if len(ids) >= SMALLEST:
            return number_text(mask_of(ids))
        case ir.VarGet(type=SetType(of=RefType(ids=ids))) if len(ids) >= SMALLEST:
            return sets.mask(source, scope)
        case ir.Local(type=SetType(of=RefType(ids=ids))) if len(ids) >= SMALLEST:
            return sets.mask(source, scope)
        case _:
            return None


def bracketed(text: str) -> str:
    """Return a mask that can stand next to an operator."""
    return text if is_term(text) else f"({text})"


def is_term(text: str) -> bool:
    """Can a mask stand next to an operator as it is?"""
    return text.isidentifier() or text.startswith(("(", "0x")) or is_number(text)


def mask(expr: ir.Expr, vector: str, scope: Scope) -> str | None:
    """Return the mask of all values of the local `vector` for which `expr` holds, or None.

    Bits outside the domain mean nothing.
    """
    if vector not in free_locals(expr):
        return f"(-1 if {expressions.scalar(expr, scope)} else 0)"
    match expr:
        case ir.Logic(op="not", operands=(inner,)):
            text = mask(inner, vector, scope)
            return None if text is None else f"~{bracketed(text)}"
        case ir.Logic(op=op, operands=operands):
            if op == "and" and vector not in free_locals(operands[0]):
                return unions.guarded(expr, vector, scope)
            texts = [mask(operand, vector, scope) for operand in operands]
            if any(text is None for text in texts):
                return None
            sign = " & " if op == "and" else " | "
            return "(" + sign.join(bracketed(text) for text in texts if text is not None) + ")"
        case ir.CallDefine():
            return _inlined(expr, vector, scope)
        case ir.Fold(word="some"):
            found = _some(expr, vector, scope)
            return unions.over(expr, vector, scope) if found is None else found
        case ir.PathExists():
            return paths.goals(expr, vector, scope)
        case ir.Compare():
            return _compare(expr, vector, scope)
        case ir.Contains(item=ir.Local(name=name), set=whole) if name == vector:
            return None if vector in free_locals(whole) else sets.mask(whole, scope)
        case ir.Contains(item=item, set=ir.TableGet(index=ir.Local(name=name), offset=0) as row):
            if name != vector or vector in free_locals(item) or expressions.is_optional(item.type):
                return None
            return f"{inverse_masks(row.table, scope.unit)}[{expressions.scalar(item, scope)}]"
        case ir.TableGet(index=ir.Local(name=name), offset=0) if name == vector:
            return number_text(by_value(expr.table, scope.unit).get(1, 0))
    return None


def _inlined(expr: ir.CallDefine, vector: str, scope: Scope) -> str | None:
    define = scope.unit.analysis.defines[expr.define]
    names: dict[str, str | tuple[str, ...]] = {}
    inner: str | None = None
    for (name, type_), arg in zip(define.params, expr.args, strict=True):
        if arg == ir.Local(arg.type, vector):
            if inner is not None:
                return None
            inner = name
        elif vector in free_locals(arg) or not isinstance(type_, RefType | IntType | SetType):
            return None
        else:
            names[name] = scope.code.keep(expressions.value(arg, scope))
    if inner is None:
        return None
    if define.uses_me:
        names["me"] = scope.code.keep(scope.scalar("me"))
    return mask(define.expr, inner, Scope(scope.unit, scope.code, names, scope.state))


# --- what lies on the places -----------------------------------------------------------------------


def _some(expr: ir.Fold, vector: str, scope: Scope) -> str | None:
    """Some element of what lies on x, or of the places related to x, meets a condition."""
    source, conditions, variable = expr.source, conjuncts(expr.condition), expr.variable
    while isinstance(source, ir.Filter) and source.best is None:
        parts = conjuncts(source.condition)
        conditions = [rename_local(part, source.variable, variable) for part in parts] + conditions
        source = source.source
    if any(vector in free_locals(part) for part in conditions):
        return None
    match source:
        case ir.ThingsAt(place=ir.Local(name=name) as place, things=things) if name == vector:
            return _content(place, things, variable, conditions, scope)
        case ir.ThingsAt(place=ir.TableGet(index=ir.Local(name=name), offset=0) as place) if (
            name == vector
        ):
            there = _content(place, source.things, variable, conditions, scope)
            return None if there is None else _image(there, place.table, place, scope)
        case ir.TableGet(index=ir.Local(name=name), offset=0) if name == vector:
            return _related(source, variable, conditions, scope)
    return None


def _related(
    row: ir.TableGet, variable: str, conditions: list[ir.Expr], scope: Scope
) -> str | None:
    texts = []
    for condition in conditions:
        text = mask(condition, variable, scope)
        if text is None:
            return None
        texts.append(bracketed(text))
    of = row.type.of if isinstance(row.type, SetType) else row.type
    if not isinstance(of, RefType):
        return None
    texts.append(number_text(mask_of(of.ids)))
    return _image(" & ".join(texts), row.table, row, scope)


def _image(text: str, table: str, expr: ir.Expr, scope: Scope) -> str:
    """All x whose row has a place of the mask: the relation walked backwards."""
    shifted = shift(table, scope.unit)
    if shifted is not None:
        distance, valid = shifted
        sign = "<<" if distance > 0 else ">>"
        return f"(({text}) {sign} {abs(distance)} & {number_text(valid)})"
    code, unit = scope.code, scope.unit
    found, places = code.name("m"), code.name("m")
    backwards = inverse_masks(table, unit)
    # A set of places is asked about again and again before it changes.
    known = unit.constant(f"{{}}  # by places: {backwards}", "K")
    code.line(f"{places} = {text}")
    code.line(f"{found} = {known}.get({places})")
    image = f"{unit.use('image')}({places}, {backwards}, {known})"
    code.line(f"if {found} is None: {found} = {image}")
    return found


def _holding(place: ir.Expr, things: tuple[int, ...], unit: Unit) -> HoldingSlots | None:
    """The holding whose masks tell where such things lie."""
    from rulelang.backends.python.places import holdings_at

    if not isinstance(place.type, RefType) or place.type.universe != PLACES:
        return None
    found = holdings_at(place, things, unit)
    if len(unit.analysis.families(place)) != 1 or len(found) != 1 or found[0].masks < 0:
        return None
    wanted = [i for i in things if i in found[0].things]
    return found[0] if set(wanted) <= set(found[0].faces) else None


def lying(on: ir.ThingsOn, variable: str, condition: ir.Expr | None, scope: Scope) -> str | None:
    """Return the mask of those places of a printed row where a thing meets a condition."""
    if not isinstance(on.places, ir.TableGet) or not isinstance(on.places.type, SetType):
        return None
    place = ir.Local(on.places.type.of, "")
    there = _content(place, on.things, variable, conjuncts(condition), scope)
    if there is None:
        return None
    row = add(expressions.scalar(on.places.index, scope), -on.places.offset)
    return f"{scope.unit.mask_table(on.places.table)}[{row}] & {there}"


def taken(places: ir.Expr, things: tuple[int, ...], scope: Scope) -> str | None:
    """Return the mask of those places of a printed row that hold such things."""
    if not isinstance(places.type, SetType) or not _is_quick(places):
        return None
    holding = _holding(ir.Local(places.type.of, ""), things, scope.unit)
    if holding is None:
        return None
    faces = tuple(face for face in holding.faces if face in things)
    if not isinstance(places, ir.TableGet):
        return f"{sets.mask(places, scope)} & {_faces(holding, faces, scope)}"
    row = add(expressions.scalar(places.index, scope), -places.offset)
    return f"{scope.unit.mask_table(places.table)}[{row}] & {_faces(holding, faces, scope)}"


def _is_quick(places: ir.Expr) -> bool:
    """Is a set of places a mask without much ado?"""
    match places:
        case ir.SetOp(left=left, right=right):
            return _is_quick(left) and _is_quick(right)
        case ir.TableGet() | ir.RegionMembers():
            return True
        case ir.Local():
            return isinstance(places.type, SetType)
        case _:
            return False


def _content(
    place: ir.Expr,
    things: tuple[int, ...],
    variable: str,
    conditions: list[ir.Expr],
    scope: Scope,
) -> str | None:
    holding = _holding(place, things, scope.unit)
    if holding is None:
        return None
    wanted = tuple(face for face in holding.faces if face in things)
    parts = [_faces(holding, wanted, scope)]
    for condition in conditions:
        text = _selected(holding, wanted, variable, condition, scope)
        if text is None:
            return None
        parts.append(text)
    if len(parts) == 2 and not parts[1].startswith("~"):
        return parts[1]
    return "(" + " & ".join(parts) + ")"


def _faces(holding: HoldingSlots, faces: tuple[int, ...], scope: Scope) -> str:
    if len(faces) == len(holding.faces):
        return scope.slot(str(holding.masks))
    slots = [scope.slot(str(holding.mask_slot(face))) for face in faces]
    return _united(slots, scope)


def _united(slots: list[str], scope: Scope) -> str:
    if len(slots) < 2:
        return slots[0] if slots else "0"
    return scope.code.once(f"({' | '.join(slots)})")


def _selected(
    holding: HoldingSlots,
    faces: tuple[int, ...],
    variable: str,
    condition: ir.Expr,
    scope: Scope,
) -> str | None:
    """The places of those faces whose printed value is (or is not) something."""
    match condition:
        case ir.Compare(
            op="==" | "!=" as op,
            left=ir.TableGet(index=ir.Local(name=name), offset=0) as field,
            right=right,
        ) if name == variable and variable not in free_locals(right):
            pass
        case ir.Compare(
            op="==" | "!=" as op, left=ir.Local(name=name), right=ir.Const(value=thing)
        ) if name == variable:
            text = _faces(holding, tuple(face for face in faces if face == thing), scope)
            return text if op == "==" else f"~{text}"
        case _:
            return None
    values = scope.unit.tables[field.table]
    value = expressions.scalar(right, scope)
    if is_number(value):
        same = tuple(face for face in faces if values[face] == int(value))
        text = _faces(holding, same, scope)
        return text if op == "==" else f"~{text}"
    if expressions.is_optional(right.type):
        return None
    runs = _runs(holding, faces, values)
    if runs is None:
        return None
    text = _united([scope.slot(add(value, start)) for start in runs], scope)
    return text if op == "==" else f"~{text}"


def _runs(
    holding: HoldingSlots, faces: tuple[int, ...], values: tuple[object, ...]
) -> list[int] | None:
    """Where faces come in rows with the values 0, 1, 2 … : the slot of value 0 of each row."""
    starts: list[int] = []
    expected = 0
    for face in faces:
        if values[face] == 0:
            starts.append(holding.mask_slot(face))
            expected = 1
        elif values[face] == expected and starts:
            expected += 1
        else:
            return None
    count = max((int(str(values[face])) for face in faces), default=0) + 1
    return starts if len(starts) * count == len(faces) else None


# --- comparing -----------------------------------------------------------------------------------------


def _compare(expr: ir.Compare, vector: str, scope: Scope) -> str | None:
    left, right, op = expr.left, expr.right, expr.op
    if vector in free_locals(right) and vector not in free_locals(left) and op in ("==", "!="):
        left, right = right, left
    if vector in free_locals(right):
        return None
    match left:
        case ir.CountAt(place=ir.Local(name=name) as place, things=things) if name == vector:
            if op == ">" and right == ir.Const(right.type, 0):
                return _content(place, things, "", [], scope)
            return None
    if op not in ("==", "!="):
        return None
    text = _equal(left, right, vector, scope)
    if text is None:
        return None
    return text if op == "==" else f"~{bracketed(text)}"


def _equal(left: ir.Expr, right: ir.Expr, vector: str, scope: Scope) -> str | None:
    match left:
        case ir.Local(name=name) if name == vector:
            value = expressions.scalar(right, scope)
            if expressions.is_optional(right.type):
                value = scope.code.keep(value)
                return f"(1 << {value} if {value} >= 0 else 0)"
            return (
                f"(1 << {value})"
                if value.isidentifier() or is_number(value)
                else f"(1 << ({value}))"
            )
        case ir.TableGet(index=ir.Local(name=name), offset=0) if name == vector:
            groups = by_value(left.table, scope.unit)
            value = expressions.scalar(right, scope)
            if is_number(value):
                return number_text(groups.get(int(value), 0))
            table = scope.unit.constant(repr(groups), "M")
            return f"{table}.get({value}, 0)"
        case ir.CallDefine():
            define = scope.unit.analysis.defines[left.define]
            if left.args != (ir.Local(left.args[0].type, vector),) if left.args else True:
                return None
            return _equal(
                rename_local(define.expr, define.params[0][0], vector), right, vector, scope
            )
        case ir.Fold(source=ir.ThingsAt(place=ir.Local(name=name) as place, things=things)) if (
            name == vector and left.condition is None
        ):
            return _equal_content(left, place, things, right, scope)
    return None


def _equal_content(
    fold: ir.Fold, place: ir.Expr, things: tuple[int, ...], right: ir.Expr, scope: Scope
) -> str | None:
    """The one thing there is this one, or the value printed on it is this."""
    unit = scope.unit
    if fold.word in _ONLY_ONE and isinstance(right, ir.Const) and right.value in things:
        return _content(place, (right.value,), "", [], scope)
    table = _things_by_value(fold, place, things, right, unit)
    if table is None:
        return None
    from rulelang.backends.python.places import place_slot

    code = scope.code
    made, thing_name = code.name("m"), code.name("x")
    code.line(f"{made} = 0")
    with code.block(f"for {thing_name} in {table}.get({expressions.scalar(right, scope)}, ()):"):
        code.line(f"{made} |= 1 << {place_slot(thing_name, scope)}")
    return made


def _things_by_value(
    fold: ir.Fold, place: ir.Expr, things: tuple[int, ...], right: ir.Expr, unit: Unit
) -> str | None:
    """What is printed on the one thing there: a table of the things with each value, or None."""
    if fold.word != "total" or not isinstance(right.type, IntType) or right.type.low <= 0:
        return None
    match fold.value:
        case ir.TableGet(index=ir.Local(name=name), offset=0) as field if name == fold.variable:
            pass
        case _:
            return None
    from rulelang.backends.python.places import holdings_at

    found = holdings_at(place, things, unit)
    individuals = all(not unit.program.things[i].is_alike for i in things)
    if len(found) != 1 or found[0].order != "one" or not individuals:
        return None
    listed: dict[int, list[int]] = {}
    for thing in things:
        listed.setdefault(int(str(unit.tables[field.table][thing])), []).append(thing)
    return unit.constant(repr({value: tuple(ids) for value, ids in sorted(listed.items())}), "L")


def open_unordered(
    source: ir.Expr, variable: str, condition: ir.Expr | None, scope: Scope, name: str
) -> int:
    """Walk the places of the things with a printed value, in no order; 0 if that is not asked."""
    from rulelang.backends.python.places import place_slot

    conditions = conjuncts(condition)
    for number, part in enumerate(conditions):
        found = _printed_there(part, variable, scope)
        if found is None or not isinstance(source, ir.Ids):
            continue
        code = scope.code
        thing = code.name("x")
        code.line(f"for {thing} in {found}:")
        code.indent += 1
        code.line(f"{name} = {place_slot(thing, scope)}")
        code.line(f"if not {sets.among(name, source.ids, scope)}: continue")
        for other in conditions[:number] + conditions[number + 1 :]:
            expressions.guard(other, scope.bind(variable, name), "continue")
        return 1
    return 0


def _printed_there(part: ir.Expr, variable: str, scope: Scope) -> str | None:
    """The things with the value that a condition wants on the place `variable`."""
    if not isinstance(part, ir.Compare) or part.op != "==" or variable in free_locals(part.right):
        return None
    left = part.left
    if isinstance(left, ir.CallDefine):
        define = scope.unit.analysis.defines[left.define]
        if len(left.args) != 1 or left.args[0] != ir.Local(left.args[0].type, variable):
            return None
        left = rename_local(define.expr, define.params[0][0], variable)
    match left:
        case ir.Fold(source=ir.ThingsAt(place=ir.Local(name=name) as place, things=things)) if (
            name == variable and left.condition is None
        ):
            table = _things_by_value(left, place, things, part.right, scope.unit)
            value = expressions.scalar(part.right, scope)
            return None if table is None else f"{table}.get({value}, ())"
        case _:
            return None
