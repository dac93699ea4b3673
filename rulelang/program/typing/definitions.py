"""Type definitions on first use: `define`, `value` with all its changes, `cases` of expressions."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label as SpanLabel
from rulelang.program.declare.constants import describe, resolve_type
from rulelang.program.declare.fitting_types import (
    FAR,
    arith_range,
    as_given,
    join,
    keeps_number,
    number,
)
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.model import Define, Layer
from rulelang.program.nodes import (
    Arith,
    Compare,
    Cond,
    Const,
    Expr,
    Ids,
    Local,
    Logic,
    SetOp,
    TableGet,
)
from rulelang.program.types import (
    ERROR,
    FLAG,
    ErrorType,
    IntType,
    RefType,
    SetType,
    Type,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.powers import (
    ChangeSource,
    home_of,
    in_order,
    is_over,
    lines_about,
    owner_condition,
)
from rulelang.program.typing.scope import Frame, Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

ALWAYS = Const(FLAG, 1)
MAX_CHAIN = 50  # definitions that use each other; each level is a call in play


def typed_define(name: ex.Ident, scope: Scope) -> Define | None:
    """Return the typed definition called `name`; None if it leads back to itself or is broken."""
    symbols = scope.symbols
    if name.text in symbols.typed_defines:
        made = symbols.typed_defines[name.text]
        _note_depth(symbols, symbols.define_depths.get(name.text, 1))
        return None if isinstance(made.type, ErrorType) else made
    if name.text in symbols.typing_now:
        chain = [*symbols.typing_now[symbols.typing_now.index(name.text) :], name.text]
        symbols.report.error(
            codes.CIRCULAR_DEFINITION, name.span, name=name.text, chain=" → ".join(chain)
        )
        return None
    if len(symbols.typing_now) >= MAX_CHAIN:
        symbols.report.error(codes.NESTED_TOO_DEEP, name.span, limit=MAX_CHAIN)
        return None
    symbols.typing_now.append(name.text)
    symbols.define_depths[name.text] = 1
    made = _type_define(symbols.defines[name.text], symbols)
    symbols.typing_now.pop()
    depth = symbols.define_depths[name.text]
    if depth > MAX_CHAIN and not isinstance(made.type, ErrorType):
        symbols.report.error(codes.NESTED_TOO_DEEP, name.span, limit=MAX_CHAIN)
        made = attrs.evolve(made, type=ERROR)
    symbols.typed_defines[name.text] = made
    _note_depth(symbols, depth)
    return None if isinstance(made.type, ErrorType) else made


def _note_depth(symbols: Symbols, depth: int) -> None:
    """Whoever uses a definition is one level deeper than it."""
    if symbols.typing_now:
        user = symbols.typing_now[-1]
        symbols.define_depths[user] = max(symbols.define_depths[user], depth + 1)


def _type_define(item: syn.Define | syn.Value | syn.Cases, symbols: Symbols) -> Define:
    frame = Frame(item.name.text)
    scope = Scope(symbols, frame, me=Local(symbols.player_type, "me"))
    params: list[tuple[str, Type]] = []
    for param in item.params:
        type_: Type = ERROR
        if isinstance(param, syn.Given):
            type_ = as_given(resolve_type(param.type, symbols))
        else:
            symbols.report.error(
                codes.WRONG_TYPE,
                param.span,
                found="a parameter that is picked",
                expected="one that is given: `x: Kind`",
            )
        scope, local = scope.bind(param.name.text, type_)
        params.append((local, type_))
    match item:
        case syn.Define(expr=expr):
            body = exprs.contents(exprs.type_expr(expr, scope), scope)
        case syn.Value():
            body = _value(item, scope)
        case syn.Cases():
            body = _cases(item, scope, params)
    if frame.reads_me:
        params.insert(0, ("me", symbols.player_type))
    return Define(
        span=item.span,
        name=item.name.text,
        label=words(item.label, item.name.text),
        params=tuple(params),
        type=body.type,
        expr=body,
        uses_me=frame.reads_me,
    )


# --- cases ---------------------------------------------------------------------------------------


def case_ids(case: syn.Case, kind: RefType, symbols: Symbols) -> tuple[int, ...] | None:
    """The members a case is for: one by name, or with a variable all of an inner kind."""
    if case.variable is not None:
        for other in symbols.kinds.values():
            if other.name.lower() == case.name.text and other.universe in (kind.universe, PLAYER):
                return tuple(i for i in other.ids if i in kind.ids)
    for constant in symbols.texts.get(case.name.text, []):
        type_ = constant.type
        same = isinstance(type_, RefType) and type_.universe == kind.universe
        if same and constant.value in kind.ids:
            return (constant.value,)
    symbols.report.error(codes.NO_SUCH_CASE, case.name.span, owner=kind.kind, name=case.name.text)
    return None


def missing_cases(item: syn.Cases, covered: set[int], kind: RefType, symbols: Symbols) -> None:
    """Report the members that no case is for."""
    missing = [i for i in kind.ids if i not in covered]
    if missing:
        names = ", ".join(f"`{symbols.member_name(kind.universe, i)}`" for i in missing[:5])
        symbols.report.error(
            codes.MISSING_CASE, item.name.span, owner=item.name.text, missing=names
        )


def _cases(item: syn.Cases, scope: Scope, params: list[tuple[str, Type]]) -> Expr:
    symbols = scope.symbols
    kind = params[0][1] if params else ERROR
    if not isinstance(kind, RefType):
        symbols.report.error(
            codes.WRONG_TYPE, item.name.span, found=describe(kind), expected="cases of a kind"
        )
        return exprs.BAD
    chosen: dict[int, Expr] = {}
    joined: Type = ERROR
    for case in item.lines:
        if not isinstance(case, syn.Case) or case.expr is None:
            continue
        ids = case_ids(case, kind, symbols)
        inner = scope
        if case.variable is not None and ids:
            type_ = attrs.evolve(kind, ids=ids)
            inner = scope.alias(case.variable.text, Local(type_, params[0][0]))
        expr = _as_value(case.expr, inner, None)
        together = join(joined, expr.type)
        if together is None:
            symbols.report.error(
                codes.WRONG_TYPE,
                case.expr.span,
                found=describe(expr.type),
                expected=describe(joined),
            )
            continue
        joined = together
        for number_ in ids or ():
            chosen[number_] = expr
    missing_cases(item, set(chosen), kind, symbols)
    if not chosen or isinstance(joined, ErrorType):
        return exprs.BAD
    subject = Local(kind, params[0][0])
    if all(isinstance(expr, Const) for expr in chosen.values()):
        size = symbols.size(kind.universe)
        values = [0] * size
        for number_, expr in chosen.items():
            assert isinstance(expr, Const)
            values[number_] = expr.value
        return TableGet(joined, symbols.list_table(tuple(values)), subject)
    result: Expr | None = None
    for number_, expr in reversed(chosen.items()):
        test = Compare(FLAG, "==", subject, Const(kind, number_))
        result = expr if result is None else Cond(joined, test, expr, result)
    assert result is not None
    return result


# --- values that others change -------------------------------------------------------------------------


def changes_of(name: str, symbols: Symbols) -> Iterator[tuple[syn.ChangeValue, ChangeSource]]:
    """All changes of a value in the order they act, with where they come from."""
    lines = lines_about(name, symbols)
    found = [(line, source) for line, source in lines if isinstance(line, syn.ChangeValue)]
    yield from in_order(found, symbols)


def _as_value(node: ex.Expr, scope: Scope, want: Type | None) -> Expr:
    """Type one of several expressions that a definition can stand for: a set, not what lies somewhere."""
    expr = exprs.contents(exprs.type_expr(node, scope, want), scope)
    return expr if keeps_number(expr, node.span, scope.symbols) else exprs.BAD


def _value(item: syn.Value, scope: Scope) -> Expr:
    symbols = scope.symbols
    result = _as_value(item.expr, scope, None)
    layers = [Layer(item.span, "", ALWAYS, result)]
    tos: list[tuple[Expr, Expr, syn.ChangeValue, ChangeSource]] = []
    others: list[tuple[Expr, Expr, syn.ChangeValue]] = []
    for change, source in changes_of(item.name.text, symbols):
        inner = _renamed(item, change, scope)
        condition = owner_condition(source, _acting_player(item, inner), inner)
        inner = attrs.evolve(inner, owner=source.owner_expr(inner))
        if change.condition is not None:
            condition.append(exprs.type_flag(change.condition, inner))
        expr = _as_value(change.expr, inner, result.type)
        when: Expr = ALWAYS
        if condition:
            when = condition[0] if len(condition) == 1 else Logic(FLAG, "and", tuple(condition))
        if join(result.type, expr.type) is None:
            symbols.report.error(
                codes.WRONG_TYPE,
                change.expr.span,
                found=describe(expr.type),
                expected=describe(result.type),
            )
            continue
        layers.append(Layer(change.span, change.word, when, expr, *source.said))
        if change.word == "to":
            tos.append((when, expr, change, source))
        else:
            others.append((when, expr, change))
    if item.policy not in ("any", "every", "least", "most"):
        _check_overlap(item, tos, symbols)
    for when, expr, _, _ in tos:
        result = _combine(item.policy, result, when, expr)
    result = _added(result, [Cond(_wide(e.type), when, e, number(0)) for when, e, _ in others])
    if item.bound_at is not None:
        bound = exprs.type_int(item.bound_at, scope)
        op = "max" if item.bound == "least" else "min"
        if isinstance(result.type, IntType) and isinstance(bound.type, IntType):
            result = Arith(arith_range(op, result.type, bound.type), op, result, bound)
            layers.append(Layer(item.bound_at.span, op, ALWAYS, bound))
    symbols.layers[item.name.text] = tuple(layers)
    return result


def _added(base: Expr, added: list[Expr]) -> Expr:
    """The base and all that is added, in pairs, so that many changes do not nest deeply."""
    while len(added) > 1:
        odd = added[-1:] if len(added) % 2 else []
        added = [*map(_plus, added[::2], added[1::2]), *odd]
    return _plus(base, added[0]) if added else base


def _wide(type_: Type) -> Type:
    return IntType(min(0, type_.low), max(0, type_.high)) if isinstance(type_, IntType) else type_


def _plus(left: Expr, right: Expr) -> Expr:
    if isinstance(left.type, IntType) and isinstance(right.type, IntType):
        return Arith(arith_range("+", left.type, right.type), "+", left, right)
    return left


def _combine(policy: str, base: Expr, when: Expr, expr: Expr) -> Expr:
    joined = join(base.type, expr.type) or base.type
    match policy:
        case "any" if base.type == FLAG:
            return Logic(FLAG, "or", (base, Logic(FLAG, "and", (when, expr))))
        case "every" if base.type == FLAG:
            kept = Logic(FLAG, "or", (Logic(FLAG, "not", (when,)), expr))
            return Logic(FLAG, "and", (base, kept))
        case "any" | "every" if isinstance(joined, SetType):
            # The base stands once, so that many changes stay as short as they are written.
            whole = joined.of.ids if isinstance(joined.of, RefType) else ()
            op, idle = ("union", ()) if policy == "any" else ("intersect", whole)
            return SetOp(joined, op, base, Cond(joined, when, expr, Ids(joined, idle)))
        case "least" | "most":
            op, idle_at = ("min", FAR) if policy == "least" else ("max", -FAR)
            return Arith(joined, op, base, Cond(joined, when, expr, Const(joined, idle_at)))
        case _:
            return Cond(joined, when, expr, base)


def _check_overlap(
    item: syn.Value, tos: list[tuple[Expr, Expr, syn.ChangeValue, ChangeSource]], symbols: Symbols
) -> None:
    """Two `to` on one value clash, unless they cannot apply together or one is `over` the other."""
    for index, (_, _, first, source) in enumerate(tos):
        for _, _, second, other in tos[index + 1 :]:
            if is_over((second, other), (first, source), symbols):
                continue
            if source.excludes(other, symbols):
                continue
            symbols.report.error(
                codes.CHANGED_TWICE,
                second.span,
                first=home_of(first, source, symbols),
                second=home_of(second, other, symbols),
                name=item.name.text,
                secondary=[SpanLabel(first.span, "first changed here")],
            )


def _renamed(item: syn.Value, change: syn.ChangeValue, scope: Scope) -> Scope:
    """The scope of a change: its own names for the value's parameters."""
    names = change.names
    if len(names) != len(item.params):
        scope.symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            change.span,
            name=item.name.text,
            expected=f"{len(item.params)} names",
            found=str(len(names)),
        )
        return scope
    for own, param in zip(names, item.params, strict=True):
        found = scope.lookup(param.name.text)
        if found is not None:
            scope = scope.alias(own.text, found)
    return scope


def _acting_player(item: syn.Value, scope: Scope) -> Expr | None:
    """Whom a power's change is about: the value's first Player argument, else `me`."""
    for param in item.params:
        found = scope.lookup(param.name.text)
        type_ = None if found is None else found.type
        if isinstance(type_, RefType) and type_.universe == PLAYER:
            return found
    return None
