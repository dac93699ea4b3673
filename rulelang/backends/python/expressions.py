"""Expressions: a program expression becomes Python text, with statements before it where needed.

`scalar` gives integers, references and flags (a flag may be any truth value), `value` anything as
one object: sets as bit masks, bundles as tuples. `guard` writes the test of a condition as a jump,
which is shorter and faster than computing a truth value.
"""

from __future__ import annotations

import re
from typing import assert_never

from rulelang.backends.python import bundles, folds, grown, paths, places, regions, sets
from rulelang.backends.python.unit import (
    Bundle,
    CannotCompile,
    Scope,
    Unit,
    identifier,
    index_text,
    number_text,
)
from rulelang.backends.python.writer import add, is_number, times
from rulelang.graph.assign_slots import width_of
from rulelang.program import nodes as ir
from rulelang.program.types import (
    BundleType,
    FlagType,
    GroupsType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.walk import descend

_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
MOST_BETWEEN = 20  # a computed number with more values than this is worth no comparison with bounds


def value(expr: ir.Expr, scope: Scope) -> str:
    """Return the text of any expression as one run-time object."""
    match expr.type:
        case BundleType():
            if isinstance(expr, ir.TableGet | ir.CallDefine | ir.Supposing):
                return scalar(expr, scope)
            return bundles.tuple_text(bundles.bundle(expr, scope))
        case SetType():
            return sets.mask(expr, scope)
        case SeqType() | GroupsType():
            return sets.as_list(expr, scope)
        case FlagType():
            return stored_flag(scalar(expr, scope))
        case _:
            return scalar(expr, scope)


def stored_flag(text: str) -> str:
    """Return a flag as 0 or 1, for a slot."""
    if text in {"0", "1"} or (text.endswith("]") and " " not in text and "(" not in text):
        return text
    if text in {"True", "False"}:
        return "1" if text == "True" else "0"
    return f"(1 if {text} else 0)"


def scalar(expr: ir.Expr, scope: Scope) -> str:
    """Return the text of an integer, reference or flag."""
    match expr:
        case ir.Const(value=number):
            return number_text(number)
        case ir.Local(name=name):
            return scope.scalar(name)
        case ir.VarGet():
            return _var(expr, scope)
        case ir.AccountGet(account=account, holder=holder, kind=kind):
            slots = scope.unit.accounts[account]
            owner = "0" if holder is None else scalar(holder, scope)
            base = index_text(scope.unit, slots.holders, owner, slots.kinds, slots.first)
            return scope.slot(add(base, scalar(kind, scope)))
        case ir.TableGet():
            return _table(expr, scope)
        case ir.Arith():
            return _arith(expr, scope)
        case ir.Compare() | ir.Logic() | ir.Contains() | ir.Covers():
            return _truth(expr, scope)
        case ir.Cond():
            return _cond(expr, scope)
        case ir.Fold():
            return folds.fold(expr, scope)
        case ir.CallDefine():
            return _call(expr, scope)
        case ir.Possible():
            from rulelang.backends.python.lookahead import possible

            return possible(expr, scope)
        case ir.Supposing():
            return _supposing(expr, scope)
        case ir.PerPlayer(local=local, player=player):
            return scope.slot(add(scope.scalar(f"@{local}"), scalar(player, scope)))
        case ir.PlaceOf() | ir.IsFaceUp() | ir.PileHeight() | ir.CountAt():
            return places.fact(expr, scope)
        case (
            ir.LongestTrail()
            | ir.PathExists()
            | ir.CheapestPath()
            | ir.CheapestRoute()
            | ir.Distance()
        ):
            return paths.path(expr, scope)
        case _:
            return _collection(expr, scope)


def _collection(expr: ir.Expr, scope: Scope) -> str:
    match expr:
        case ir.BundleSize(bundle=inner):
            return bundles.size(inner, scope)
        case ir.BundleCount():
            return bundles.count_of(expr, scope)
        case ir.BundleOf() | ir.BundleIn() | ir.BundleOp() | ir.BundleAcross():
            return value(expr, scope)
        case (
            ir.Ids()
            | ir.IntRange()
            | ir.ThingsAt()
            | ir.ThingsOn()
            | ir.Filter()
            | ir.SetOp()
            | ir.SetOf()
            | ir.PlayersFrom()
            | ir.Groups()
            | ir.CellsNear()
            | ir.Frontier()
            | ir.TilesIn()
            | ir.TopTiles()
            | ir.PileOf()
            | ir.PartsMeeting()
            | ir.Regions()
            | ir.RegionsOn()
            | ir.RegionMembers()
        ):
            return sets.mask(expr, scope)
        case ir.CellAt() | ir.CellOf() | ir.CellCoord() | ir.OpenSides():
            return grown.scalar(expr, scope)
        case ir.RegionOf():
            return regions.region_of(expr, scope)
        case _:
            raise CannotCompile(expr, scope.code.span)


def per_player_bundle(local: str, player: ir.Expr, kinds: int, scope: Scope) -> Bundle:
    """Return a bundle that each player of a `together` has."""
    first = add(times(scalar(player, scope), kinds), scope.scalar(f"@{local}"))
    first = scope.code.keep(first, "a")
    return tuple(scope.slot(add(first, kind)) for kind in range(kinds))


def _var(expr: ir.VarGet, scope: Scope) -> str:
    if expr.var == "active":
        return scope.slot("2")
    slots = scope.unit.vars[expr.var]
    owner = "0" if expr.index is None else scalar(expr.index, scope)
    return scope.slot(index_text(scope.unit, slots.owners, owner, slots.width, slots.first))


def _table(expr: ir.TableGet, scope: Scope) -> str:
    index = add(scalar(expr.index, scope), -expr.offset)
    if isinstance(expr.type, SetType | SeqType):
        return sets.mask(expr, scope)
    if is_number(index):
        found = scope.unit.tables[expr.table][int(index)]
        if isinstance(found, int):
            return number_text(int(found))
    return f"{scope.unit.table(expr.table)}[{index}]"


def _arith(expr: ir.Arith, scope: Scope) -> str:
    left = scalar(expr.left, scope)
    if expr.right is None:
        return str(-int(left)) if is_number(left) else f"(-{left})"
    right = scalar(expr.right, scope)
    if is_number(left) and is_number(right):
        return str(_folded(expr.op, int(left), int(right)))
    match expr.op:
        case "+":
            text = add(left, right)
            return text if is_number(text) or text in {left, right} else f"({text})"
        case "-" | "*" | "//":
            return f"({left} {expr.op} {right})"
        case "ceil":
            return f"(-(-{left} // {right}))"
        case "min" | "max":
            sign = "<" if expr.op == "min" else ">"
            left = scope.code.keep(left)
            right = scope.code.keep(right)
            return f"({left} if {left} {sign} {right} else {right})"
        case _:
            raise ValueError(f"unknown operator {expr.op}")


def _folded(op: str, left: int, right: int) -> int:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "ceil":
            return -(-left // right)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
        case _:
            raise ValueError(f"unknown operator {op}")


# --- truth -------------------------------------------------------------------------------------


def _truth(expr: ir.Compare | ir.Logic | ir.Contains | ir.Covers, scope: Scope) -> str:
    match expr:
        case ir.Compare():
            return _compare(expr, scope)
        case ir.Logic():
            return _logic(expr, scope)
        case ir.Contains(item=item, set=whole):
            return sets.contains(item, whole, scope)
        case ir.Covers():
            return bundles.covers(expr, scope)
        case _:
            assert_never(expr)


def _compare(expr: ir.Compare, scope: Scope) -> str:
    if expr.op not in _COMPARISONS:
        raise ValueError(f"unknown comparison {expr.op}")
    if isinstance(expr.left.type, BundleType | SetType):
        return f"({value(expr.left, scope)} {expr.op} {value(expr.right, scope)})"
    left, right = scalar(expr.left, scope), scalar(expr.right, scope)
    if isinstance(expr.left.type, FlagType):
        left, right = stored_flag(left), stored_flag(right)
    return compared(expr.op, left, right, expr.right.type)


def compared(op: str, left: str, right: str, type_: Type) -> str:
    """Return a comparison; a call on the right is spared where its bounds decide.

    >>> compared(">=", "n", "f(s)", IntType(2, 4))
    '(n >= 4 or n >= 2 and n >= f(s))'
    """
    is_cheap = left.isidentifier() or (left.count("[") == 1 and "(" not in left)
    if not (is_cheap and isinstance(type_, IntType) and re.search(r"\w\(", right)):
        return f"({left} {op} {right})"
    if type_.high - type_.low > MOST_BETWEEN:
        return f"({left} {op} {right})"
    match op:
        case ">=" | ">":
            sure, hopeless = type_.high, type_.low
        case "<=" | "<":
            sure, hopeless = type_.low, type_.high
        case _:
            return f"({left} {op} {right})"
    return f"({left} {op} {sure} or {left} {op} {hopeless} and {left} {op} {right})"


def _logic(expr: ir.Logic, scope: Scope) -> str:
    if expr.op == "not":
        return _negated(scalar(expr.operands[0], scope))
    parts = []
    for operand in expr.operands:
        with scope.code.capture() as before:
            text = scalar(operand, scope)
        parts.append((before, text))
    absorbing, neutral = ("False", "True") if expr.op == "and" else ("True", "False")
    if not any(before for before, _text in parts[1:]):
        scope.code.put(parts[0][0])
        texts = [_truth_constant(text) for _before, text in parts]
        texts = [text for text in texts if text != neutral]
        if absorbing in texts:
            texts = texts[: texts.index(absorbing) + 1]
        if len(texts) < 2:
            return texts[0] if texts else neutral
        return f"({f' {expr.op} '.join(texts)})"
    name = scope.code.name()
    scope.code.put(parts[0][0])
    scope.code.line(f"{name} = {parts[0][1]}")
    test = name if expr.op == "and" else f"not {name}"
    for before, text in parts[1:]:
        with scope.code.block(f"if {test}:"):
            scope.code.put(before, 1)
            scope.code.line(f"{name} = {text}")
    return name


def _truth_constant(text: str) -> str:
    return {"1": "True", "0": "False"}.get(text, text)


def _negated(text: str) -> str:
    constant = {"True": "False", "False": "True", "1": "False", "0": "True"}.get(text)
    return constant if constant is not None else f"(not {text})"


def _cond(expr: ir.Cond, scope: Scope) -> str:
    condition = scalar(expr.condition, scope)
    if condition in {"True", "1"}:
        return value(expr.then, scope)
    if condition in {"False", "0"}:
        return value(expr.otherwise, scope)
    with scope.code.capture() as before_then:
        then = value(expr.then, scope)
    with scope.code.capture() as before_otherwise:
        otherwise = value(expr.otherwise, scope)
    if not before_then and not before_otherwise:
        return f"({then} if {condition} else {otherwise})"
    name = scope.code.name()
    with scope.code.block(f"if {condition}:"):
        scope.code.put(before_then, 1)
        scope.code.line(f"{name} = {then}")
    with scope.code.block("else:"):
        scope.code.put(before_otherwise, 1)
        scope.code.line(f"{name} = {otherwise}")
    return name


def guard(expr: ir.Expr, scope: Scope, fail: str) -> None:
    """Write lines that run `fail` (continue, break or return …) unless `expr` holds."""
    match expr:
        case ir.Logic(op="and", operands=operands):
            for operand in operands:
                guard(operand, scope, fail)
        case ir.Logic(op="not", operands=(ir.Logic(op="or", operands=operands),)):
            for operand in operands:
                guard_not(operand, scope, fail)
        case ir.Logic(op="not", operands=(ir.Fold(word="some") as fold,)):
            guard_not(fold, scope, fail)
        case ir.Logic(op="not", operands=(ir.Logic(op="not", operands=(inner,)),)):
            guard(inner, scope, fail)
        case ir.Fold(word="some"):
            folds.guard_some(expr, scope, fail)
        case ir.Fold(word="every") if fail.startswith("return"):
            folds.guard_every(expr, scope, fail)
        case _:
            text = scalar(expr, scope)
            if text not in {"True", "1"}:
                scope.code.line(f"if {unwrapped(_negated(text))}: {fail}")


def guard_not(expr: ir.Expr, scope: Scope, fail: str) -> None:
    """Write lines that run `fail` if `expr` holds."""
    match expr:
        case ir.Logic(op="or", operands=operands):
            for operand in operands:
                guard_not(operand, scope, fail)
        case ir.Logic(op="not", operands=(inner,)):
            guard(inner, scope, fail)
        case ir.Fold(word="some") if fail.startswith("return"):
            folds.guard_none(expr, scope, fail)
        case _:
            text = scalar(expr, scope)
            if text not in {"False", "0"}:
                scope.code.line(f"if {unwrapped(text)}: {fail}")


def unwrapped(text: str) -> str:
    """Drop brackets around the whole text."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and position < len(text) - 1:
            return text
    return text[1:-1]


# --- calls -------------------------------------------------------------------------------------


INLINE_AT_MOST = 90  # characters of a definition that stands in place of its call
TRY_AT_MOST = 200  # parts of one that is tried, with all that it calls: definitions can double


def _in_place(expr: ir.CallDefine, scope: Scope) -> str | None:
    """Return a short definition written out with its arguments; None if it is better called."""
    unit, define = scope.unit, scope.unit.analysis.defines[expr.define]
    if define.uses_me or define.is_search or unit.written_out.get(expr.define) is False:
        return None
    if _weight(expr.define, unit) > TRY_AT_MOST:
        return None
    names: dict[str, str | Bundle] = {}
    with scope.code.capture() as before:
        for (name, type_), arg in zip(define.params, expr.args, strict=True):
            if isinstance(type_, BundleType):
                return None
            names[name] = scope.code.keep(value(arg, scope))
        given = len(before)
        inner = Scope(unit, scope.code, names, scope.state)
        is_flag = isinstance(define.type, FlagType)
        text = scalar(define.expr, inner) if is_flag else value(define.expr, inner)
    fits = len(before) == given and len(text) <= INLINE_AT_MOST
    unit.written_out[expr.define] = fits
    if not fits:
        return None
    scope.code.put(before)
    return text


def _weight(name: str, unit: Unit) -> int:
    """Count the parts of a definition with all definitions in it written out."""
    if name not in unit.weights:
        parts = list(descend(unit.analysis.defines[name].expr))
        called = [part.define for part in parts if isinstance(part, ir.CallDefine)]
        unit.weights[name] = len(parts) + sum(_weight(other, unit) for other in called)
    return unit.weights[name]


def _call(expr: ir.CallDefine, scope: Scope) -> str:
    text = _in_place(expr, scope)
    if text is not None:
        return text
    args = [scope.state]
    if scope.unit.analysis.defines[expr.define].uses_me:
        args.append(scope.scalar("me"))
    args += [value(arg, scope) for arg in expr.args]
    return f"{define_name(expr.define, scope)}({', '.join(args)})"


def reached(held: str, expr: ir.Expr, scope: Scope) -> str | None:
    """Return that `held` is at least a definition with cases: no more of them than needed are judged."""
    from rulelang.backends.python.definitions import emit_reached

    if not isinstance(expr, ir.CallDefine) or not isinstance(expr.type, IntType):
        return None
    unit = scope.unit
    define = unit.analysis.defines[expr.define]
    if not isinstance(define.expr, ir.Cond) or define.uses_me or define.is_search:
        return None
    name = unit.on_demand(
        ("reached", expr.define),
        f"d_{identifier(expr.define)}_reached",
        lambda chosen: emit_reached(unit, define, chosen),
    )
    args = ", ".join([scope.state, *(value(arg, scope) for arg in expr.args), held])
    test = compared(">=", held, f"{name}({args})", expr.type)
    test = test.replace(f"{held} >= {name}(", f"{name}(")
    if held.isidentifier() or is_number(held):
        return test
    # What is held is read once, where it is first asked about.
    once = scope.code.name("n")
    test = re.sub(rf"(?<!\w){re.escape(held)}", once, test)
    return test.replace(once, f"({once} := {held})", 1)


def define_name(name: str, scope: Scope) -> str:
    """Return the function of a definition; it is made when first asked for."""
    from rulelang.backends.python.definitions import emit_define

    unit = scope.unit
    define = unit.analysis.defines[name]
    return unit.on_demand(
        ("define", name), f"d_{identifier(name)}", lambda chosen: emit_define(unit, define, chosen)
    )


def param_names(params: tuple[tuple[str, Type], ...], scope: Scope) -> dict[str, str | Bundle]:
    """Return where the parameters of a function are found: tuples are spread."""
    names: dict[str, str | Bundle] = {}
    for name, type_ in params:
        text = f"v_{identifier(name)}"
        if isinstance(type_, BundleType):
            names[name] = bundles.spread(text, width_of(scope.unit.program, type_))
        else:
            names[name] = text
    return names


def _supposing(expr: ir.Supposing, scope: Scope) -> str:
    """Make the changes on a copy and look there, unless the answer is known without."""
    from rulelang.backends.python.matching import fits

    code = scope.code
    known = fits(expr, scope)
    if known is None:
        return _laid_out(expr, scope)
    result = code.name()
    with code.block(f"if {known[0]}:"):
        code.line(f"{result} = {known[1]}")
    with code.block("else:"):
        code.line(f"{result} = {_laid_out(expr, scope)}")
    return result


def _laid_out(expr: ir.Supposing, scope: Scope) -> str:
    from rulelang.backends.python.effects import statements

    state = scope.code.name("z")
    scope.code.line(f"{state} = {scope.state}[:]")
    inner = statements(expr.changes, scope.on(state))
    return value(expr.expr, inner)


def is_optional(type_: Type) -> bool:
    """Can a value of this type be none?"""
    return isinstance(type_, RefType) and type_.optional
