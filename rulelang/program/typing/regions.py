"""Regions: what hangs together now. Declared with the type of their elements, typed at the end.

A region by its bare name is all of them, `forests(s)` the one that has `s`, `forests on t` those with an
element there; a single region used as a set means its elements.
"""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import describe
from rulelang.program.declare.fitting_types import expect, fits, lying_type
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import RegionDraft, Symbols
from rulelang.program.derived import Join, Region
from rulelang.program.nodes import (
    Expr,
    RegionMembers,
    RegionOf,
    Regions,
    RegionsOn,
    SetOf,
)
from rulelang.program.types import (
    REGION,
    THINGS,
    ErrorType,
    FlagType,
    RefType,
    SetType,
    Type,
)
from rulelang.program.typing import sets, tile_questions
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.rule_arguments import count_args
from rulelang.program.typing.scope import Frame, Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn


def declare_regions(symbols: Symbols) -> None:
    """Note every region with the type of its elements, so that rules may name it."""
    for item in symbols.linked.items:
        if not isinstance(item, syn.Region):
            continue
        source = sets.type_source(item.source, Scope(symbols, Frame(item.name.text)))
        of = source.type.of if isinstance(source.type, SetType) else None
        if isinstance(of, RefType) and of.universe == THINGS and lying_type(of, symbols).counted:
            # Its elements would be faces, each of them once, however many pieces there are.
            symbols.report.error(codes.ALIKE_HAS_NO_IDENTITY, item.source.span, kind=of.kind)
        if isinstance(of, RefType):
            symbols.regions[item.name.text] = RegionDraft(item, of)


def region_type(name: str, symbols: Symbols, *, optional: bool = False) -> RefType:
    """The type of one region of this name."""
    return RefType(REGION + name, symbols.regions[name].element.ids, name, optional)


def is_region(type_: Type) -> bool:
    return isinstance(type_, RefType) and type_.universe.startswith(REGION)


def members(value: Expr, symbols: Symbols) -> Expr:
    """The elements of a region."""
    assert isinstance(value.type, RefType)
    name = value.type.universe.removeprefix(REGION)
    return RegionMembers(SetType(symbols.regions[name].element), name, value)


def all_regions(name: str, symbols: Symbols) -> Expr:
    return Regions(SetType(region_type(name, symbols)), name)


def region_of(node: ex.CallExpr, scope: Scope) -> Expr:
    """`forests(s)`: the region that has `s`, or none."""
    if not count_args(node, scope, 1):
        return exprs.BAD
    name, symbols = node.name.text, scope.symbols
    element = symbols.regions[name].element
    expr = exprs.type_expr(node.args[0], scope, element)
    if not expect(expr, element, node.args[0].span, symbols):
        return exprs.BAD
    return RegionOf(region_type(name, symbols, optional=True), name, expr)


def regions_on(name: str, node: ex.Expr, scope: Scope) -> Expr:
    """`forests on t`: the regions with an element on a tile, or among a set of elements."""
    symbols = scope.symbols
    element = symbols.regions[name].element
    expr = exprs.contents(exprs.type_expr(node, scope), scope)
    if isinstance(expr.type, RefType) and fits(expr.type, element):
        expr = SetOf(SetType(expr.type), (expr,))
    elif isinstance(expr.type, RefType):
        expr = tile_questions.parts_of(expr, symbols) or expr
    if not fits(expr.type, SetType(element)):
        symbols.report.error(
            codes.WRONG_TYPE,
            node.span,
            found=describe(expr.type),
            expected=f"a {element.kind}, or a tile that has one",
        )
        return exprs.BAD
    return RegionsOn(SetType(region_type(name, symbols)), name, expr)


# --- typed at the end ----------------------------------------------------------------------------------


def type_regions(symbols: Symbols) -> tuple[Region, ...]:
    """Type the conditions and joins of all regions."""
    return tuple(_region(draft, symbols) for draft in symbols.regions.values())


def _region(draft: RegionDraft, symbols: Symbols) -> Region:
    item = draft.item
    scope = Scope(symbols, Frame(f"region {item.name.text}"))
    source = sets.type_source(item.source, scope)
    inner, variable = sets.bind_element(item.variable, source, scope)
    condition = None if item.condition is None else exprs.type_flag(item.condition, inner)
    joins = [_join(ident, draft.element, symbols) for ident in item.joins]
    return Region(
        span=item.name.span,
        name=item.name.text,
        label=words(item.label, item.name.text),
        kind=draft.element.kind,
        variable=variable,
        source=source,
        condition=condition,
        joins=tuple(join for join in joins if join is not None),
    )


def _join(ident: ex.Ident, element: RefType, symbols: Symbols) -> Join | None:
    name = ident.text
    symbols.used.add(name)
    scope = Scope(symbols, Frame(""))
    if name in symbols.defines:
        return _define_join(ident, element, scope)
    of = attrs.evolve(element, optional=False)
    table = sets.relation_table(name, of, scope)
    if table is not None:
        return Join("table", table)
    if name == "sides" and tile_questions.has_parts(of, symbols):
        return Join("sides", "")
    if name in ("beside", "around") and tile_questions.board_for(of, symbols) is not None:
        return Join("near", name)
    types = symbols.field_types.get((element.universe, name), {})
    if types and all(i in types and fits_element(types[i], element) for i in element.ids):
        return Join("field", f"{element.universe}.{name}")
    known = [*symbols.relations, *symbols.defines, "sides"]
    symbols.report.error(
        codes.UNKNOWN_NAME,
        ident.span,
        what=f"relation of {element.kind}",
        name=name,
        help=did_you_mean(name, known),
    )
    return None


def fits_element(type_: Type, element: RefType) -> bool:
    return isinstance(type_, RefType) and fits(attrs.evolve(type_, optional=False), element)


def _define_join(ident: ex.Ident, element: RefType, scope: Scope) -> Join | None:
    """A definition joins elements: of one, giving a set of others, or of two, saying yes or no."""
    from rulelang.program.typing.definitions import typed_define

    made = typed_define(ident, scope)
    if made is None or isinstance(made.type, ErrorType):
        return None
    takes = [type_ for _, type_ in made.params]
    right = not made.uses_me and all(fits(element, type_) for type_ in takes)
    if right and len(takes) == 1 and fits(made.type, SetType(element)):
        return Join("define", ident.text)
    if right and len(takes) == 2 and isinstance(made.type, FlagType):
        return Join("pairs", ident.text)
    kind = element.kind
    scope.symbols.report.error(
        codes.WRONG_TYPE,
        ident.span,
        found="a definition of something else",
        expected=f"one of a {kind} that gives a set of {kind}, or of two that says yes or no",
    )
    return None
