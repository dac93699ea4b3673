"""The ways to read: `f of x` is so now, `x.f` is printed. (`f(x)`, what is computed, is in `calls.py`.)"""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import describe, find_member
from rulelang.program.declare.fitting_types import amount_range, expect, fits, join, number
from rulelang.program.declare.symbols import own_places
from rulelang.program.model import PlaceFamily, Var
from rulelang.program.nodes import (
    Arith,
    BundleAcross,
    BundleCount,
    BundleIn,
    Const,
    Contains,
    Expr,
    Filter,
    Ids,
    Local,
    PerPlayer,
    TableGet,
    VarGet,
)
from rulelang.program.types import (
    EFFECTS,
    FLAG,
    NONE,
    PLACES,
    BundleType,
    ErrorType,
    IntType,
    RefType,
    SetType,
    Type,
)
from rulelang.program.typing import sets
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import expressions as ex


def type_of(node: ex.Of, scope: Scope) -> Expr:
    """`f of x`: a var, track, zone or account of somebody; what they chose; an amount in a bundle."""
    name, symbols = node.name.text, scope.symbols
    symbols.used.add(name)
    if node.part is not None:
        meant = f"… of my {name}"
        symbols.report.error(codes.WRONG_READING, node.span, found=f"my {name} of …", meant=meant)
        return exprs.BAD
    binding = scope.locals.get(name)
    if binding is not None and binding.per_player:
        return PerPlayer(binding.type, binding.local, exprs.type_player(node.owner, scope))
    if name in symbols.vars and symbols.vars[name].owner_kind is not None:
        var = symbols.vars[name]
        assert var.owner_kind is not None
        owner = exprs.type_ref(node.owner, scope, symbols.ref(var.owner_kind))
        return track_value(name, owner, scope)
    family = symbols.families.get(name)
    if family is not None and family.owner_kind is not None:
        owner = _one_or_all(node.owner, symbols.ref(family.owner_kind), scope)
        if isinstance(owner.type, SetType):
            return _places_of_owners(family, owner, scope)
        return place_of_owner(family, owner, scope)
    if name in symbols.own_boards:
        own = own_places_of(symbols.own_boards[name][1], node.owner, scope)
        return exprs.BAD if own is None else own
    account = symbols.accounts.get(name)
    if account is not None and account.owner_kind is not None:
        owner = _one_or_all(node.owner, symbols.ref(account.owner_kind), scope)
        if isinstance(owner.type, SetType):
            return BundleAcross(BundleType(account.enum, account.unlimited), name, owner)
        return BundleIn(BundleType(account.enum, account.unlimited), name, owner)
    return _amount_of(node, scope)


def own_places_of(kind: str, owner: ex.Expr, scope: Scope) -> Expr | None:
    """`Kind of p`, `board of p`: the places that p has of a kind; None if nobody has any of their own."""
    symbols = scope.symbols
    if own_places(kind) not in symbols.tables or kind not in symbols.kinds:
        return None
    board = symbols.family_of(symbols.kinds[kind].ids[0]).board
    whose = symbols.ref(symbols.own_boards[board][0]) if board in symbols.own_boards else None
    if whose is None:
        return None
    return TableGet(
        SetType(symbols.ref(kind)), own_places(kind), exprs.type_ref(owner, scope, whose)
    )


def _one_or_all(node: ex.Expr, owner: RefType, scope: Scope) -> Expr:
    """An owner, or a set of owners: `goods of t`, `goods of my_tiles`."""
    expr = exprs.type_expr(node, scope, owner)
    if scope.symbols.is_zone(expr.type) and not fits(expr.type, owner):
        expr = exprs.contents(expr, scope)
    wanted = SetType(owner) if isinstance(expr.type, SetType) else owner
    expect(expr, wanted, node.span, scope.symbols)
    return expr


def _amount_of(node: ex.Of, scope: Scope) -> Expr:
    """`ore of hand of p`: how many of one kind a bundle has; else explain what was meant."""
    symbols, name = scope.symbols, node.name.text
    known = {**symbols.vars, **symbols.families, **symbols.accounts}
    if name in known or (not scope.locals.get(name) and name not in symbols.constants):
        meant = name if name in known else None
        if meant is None and (name in symbols.defines or name in symbols.relations):
            meant = f"{name}(…)"
        if meant is None and any(field == name for _, field in symbols.field_types):
            meant = f"….{name}"
        if meant is not None:
            found = f"{name} of …"
            symbols.report.error(codes.WRONG_READING, node.name.span, found=found, meant=meant)
        else:
            symbols.report.error(
                codes.UNKNOWN_NAME,
                node.name.span,
                what="state",
                name=name,
                help=did_you_mean(name, known),
            )
        return exprs.BAD
    bundle = exprs.type_expr(node.owner, scope)
    if not isinstance(bundle.type, BundleType):
        if not isinstance(bundle.type, ErrorType):
            symbols.report.error(
                codes.WRONG_TYPE,
                node.owner.span,
                found=describe(bundle.type),
                expected="an account or amounts",
            )
        return exprs.BAD
    kind = exprs.type_name(node.name, scope, symbols.ref(bundle.type.enum))
    expect(kind, symbols.ref(bundle.type.enum), node.name.span, symbols)
    return BundleCount(amount_range(bundle.type), bundle, kind)


def track_value(name: str, owner: Expr | None, scope: Scope) -> Expr:
    """Read a var; a track gives the value printed at its position."""
    var = scope.symbols.vars[name]
    read = VarGet(var.type, name, owner)
    if name in scope.symbols.tracks:
        table, type_, width = scope.symbols.tracks[name]
        return TableGet(type_, table, _step_of(read, owner, width, var))
    return read


def _step_of(position: Expr, owner: Expr | None, width: int, var: Var) -> Expr:
    """Where a position stands in the table of a track that has a row for each owner."""
    if width == 0 or owner is None:
        return position
    far = IntType(0, width * len(var.owner_ids))
    row = owner
    if var.owner_ids[0] != 0:
        row = Arith(far, "-", owner, number(var.owner_ids[0]))
    return Arith(far, "+", Arith(far, "*", row, number(width)), position)


def _place_type(family: PlaceFamily) -> RefType:
    ids = tuple(range(family.first, family.first + family.count))
    return RefType(PLACES, ids, family.name)


def place_of_owner(family: PlaceFamily, owner: Expr, scope: Scope) -> Expr:
    """The place of an owner: ids of a family follow the order of its owners."""
    type_ = _place_type(family)
    if not family.owner_ids:
        return Const(type_, NONE)  # nobody owns one, so nobody ever asks
    if isinstance(owner, Const):
        if owner.value not in family.owner_ids:
            return exprs.BAD  # reported as no owner of such a place
        place = family.first + family.owner_ids.index(owner.value)
        return Const(attrs.evolve(type_, ids=(place,)), place)
    first, last = family.owner_ids[0], family.owner_ids[-1]
    if last - first + 1 == len(family.owner_ids):
        return Arith(type_, "+", owner, number(family.first - first))
    # Members of a group need not follow each other.
    places = [NONE] * (last + 1)
    for place, member in zip(type_.ids, family.owner_ids, strict=True):
        places[member] = place
    return TableGet(type_, scope.symbols.list_table(tuple(places)), owner)


def _places_of_owners(family: PlaceFamily, owners: Expr, scope: Scope) -> Expr:
    """The places of a set of owners: those whose owner is among them."""
    assert isinstance(owners.type, SetType)
    type_ = _place_type(family)
    table = f"owner:{family.name}"
    back = [NONE] * family.first + list(family.owner_ids)
    scope.symbols.tables.setdefault(table, list[object](back))
    _, variable = scope.bind("place", type_)
    whose = TableGet(owners.type.of, table, Local(type_, variable))
    condition = Contains(FLAG, whose, owners)
    return Filter(SetType(type_), variable, Ids(SetType(type_), type_.ids), condition)


def type_printed(node: ex.Printed, scope: Scope) -> Expr:
    """`x.f`, or `Kind.case`."""
    symbols, name = scope.symbols, node.field.text
    if isinstance(node.operand, ex.Kind):
        return _case_of(node.operand, node.field, scope)
    operand = exprs.type_expr(node.operand, scope)
    if isinstance(operand.type, ErrorType):
        return exprs.BAD
    if not isinstance(operand.type, RefType):
        symbols.report.error(
            codes.WRONG_TYPE, node.operand.span, found=describe(operand.type), expected="a thing"
        )
        return exprs.BAD
    if operand.type.optional:
        expect(operand, attrs.evolve(operand.type, optional=False), node.operand.span, symbols)
        return exprs.BAD
    types = symbols.field_types.get((operand.type.universe, name), {})
    missing = [i for i in operand.type.ids if i not in types]
    if missing or not types:
        _no_field(node, operand.type, scope)
        return exprs.BAD
    # A kind without members has nothing printed on it, and is never asked.
    result: Type = types[operand.type.ids[0]] if operand.type.ids else next(iter(types.values()))
    for number_ in operand.type.ids:
        joined = join(result, types[number_])
        result = joined if joined is not None else result
    table = f"{operand.type.universe}.{name}"
    return TableGet(_only_printed(result, table, operand.type.ids, scope), table, operand)


def _only_printed(type_: Type, table: str, ids: tuple[int, ...], scope: Scope) -> Type:
    """The type of effects printed on these: exactly those, so that it is known what can be called."""
    of = type_.of if isinstance(type_, SetType) else type_
    if not isinstance(of, RefType) or of.universe != EFFECTS:
        return type_
    found: set[int] = set()
    for number_ in ids:
        cell = scope.symbols.tables[table][number_]
        found.update(cell if isinstance(cell, tuple) else {cell} if isinstance(cell, int) else ())
    of = attrs.evolve(of, ids=tuple(sorted(found - {NONE})))
    return SetType(of) if isinstance(type_, SetType) else of


def _no_field(node: ex.Printed, type_: RefType, scope: Scope) -> None:
    symbols, name = scope.symbols, node.field.text
    if name in symbols.vars or name in symbols.families or name in symbols.accounts:
        symbols.report.error(
            codes.WRONG_READING, node.field.span, found=f"….{name}", meant=f"{name} of …"
        )
        return
    if name in symbols.defines or name in symbols.relations:
        symbols.report.error(
            codes.WRONG_READING, node.field.span, found=f"….{name}", meant=f"{name}(…)"
        )
        return
    fields = [field for universe, field in symbols.field_types if universe == type_.universe]
    symbols.report.error(
        codes.UNKNOWN_NAME,
        node.field.span,
        what=f"field of {type_.kind}",
        name=name,
        help=did_you_mean(name, fields),
    )


def _case_of(kind: ex.Kind, field: ex.Ident, scope: Scope) -> Expr:
    whole = sets.all_of_kind(kind.ident, scope)
    if not isinstance(whole.type, SetType) or not isinstance(whole.type.of, RefType):
        return exprs.BAD
    found = find_member(field.text, whole.type.of, scope.symbols)
    if found is None:
        scope.symbols.report.error(
            codes.NO_SUCH_CASE, field.span, owner=kind.ident.text, name=field.text
        )
        return exprs.BAD
    return Const(whole.type.of, found)
