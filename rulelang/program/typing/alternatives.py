"""Type what can be chosen: picks, and rules offered with their arguments."""

from __future__ import annotations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.constants import MAX_ELEMENT, describe, values_text
from rulelang.program.declare.fitting_types import expect, join
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import Symbols
from rulelang.program.model import Param
from rulelang.program.nodes import (
    Alternative,
    Argument,
    BundleIn,
    BundleOf,
    Cond,
    Const,
    Contains,
    Expr,
    Ids,
    IntRange,
    Pick,
)
from rulelang.program.types import (
    EFFECTS,
    ERROR,
    FLAG,
    THINGS,
    BundleType,
    ErrorType,
    FlagType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing import sets
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

Asked = syn.Asked | syn.AskedBundle | st.BindOne | st.BindBundle


MAX_PICKS = 30  # of one decision; each is looked ahead from all before it


def has_room(count: int, span: Span, symbols: Symbols) -> bool:
    """Report a rule or choice with more values than anybody could name."""
    if count > MAX_PICKS:
        expected = f"the {MAX_PICKS} that a rule or a choice may have"
        symbols.report.error(
            codes.OUT_OF_RANGE, span, found=f"a list of {count} values", expected=expected
        )
    return count <= MAX_PICKS


def type_pick(param: Asked, scope: Scope) -> tuple[Pick, Scope]:
    """Type one value that is picked; return the scope in which it is bound."""
    if isinstance(param, syn.AskedBundle | st.BindBundle):
        return _bundle_pick(param, scope)
    source = sets.type_source(param.domain, scope)
    of: Type = source.type.of if isinstance(source.type, SetType | SeqType) else ERROR
    if isinstance(of, IntType) and of.high - of.low > MAX_ELEMENT:
        scope.symbols.report.error(
            codes.OUT_OF_RANGE,
            param.domain.span,
            found=f"a choice of {of.high - of.low + 1} numbers",
            expected=f"the {MAX_ELEMENT} a player can choose from",
        )
    if param.if_any and isinstance(of, RefType):
        of = attrs.evolve(of, optional=True)
    inner, local = scope.bind(param.name.text, of)
    scope.frame.origins[local] = source
    condition = None
    if isinstance(param, syn.Asked) and param.condition is not None:
        condition = exprs.type_flag(param.condition, inner.narrow([param.name.text]))
    pick = Pick(
        span=param.span,
        local=local,
        type=of,
        label=words(None, param.name.text),
        source=source,
        condition=condition,
        size_low=None,
        size_high=None,
        bundle_from=None,
        if_any=param.if_any,
    )
    return pick, inner


def _bundle_pick(param: syn.AskedBundle | st.BindBundle, scope: Scope) -> tuple[Pick, Scope]:
    size = exprs.type_expr(param.size, scope)
    low, high = (size.low, size.high) if isinstance(size, IntRange) else (size, size)
    domain = exprs.contents(exprs.type_expr(param.domain, scope), scope)
    type_: Type = ERROR
    bundle_from: Expr | None = None
    match domain.type:
        case BundleType():
            type_ = domain.type
            bundle_from = None if _is_unlimited(domain, scope) else domain
        case SetType(of=RefType(universe=universe) as of) if universe not in scope.symbols.enums:
            if universe == THINGS and any(scope.symbols.things[i].is_alike for i in of.ids):
                scope.symbols.report.error(
                    codes.ALIKE_HAS_NO_IDENTITY, param.domain.span, kind=of.kind
                )
            type_, bundle_from = domain.type, domain
        case SetType(of=RefType(universe=universe) as of):
            type_ = BundleType(universe)
            if not isinstance(domain, Ids) or len(domain.ids) < len(scope.symbols.enums[universe]):
                bundle_from = _only_of(domain, of, type_, high)
        case ErrorType():
            pass
        case _:
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                param.domain.span,
                found=describe(domain.type),
                expected="an account, a kind or a set to take from",
            )
    inner, local = scope.bind(param.name.text, type_)
    pick = Pick(
        span=param.span,
        local=local,
        type=type_,
        label=words(None, param.name.text),
        source=None,
        condition=None,
        size_low=low,
        size_high=high,
        bundle_from=bundle_from,
        if_any=param.if_any,
    )
    return pick, inner


def _is_unlimited(amounts: Expr, scope: Scope) -> bool:
    """Is there always enough? What such an account holds says nothing: it can be below zero."""
    return isinstance(amounts, BundleIn) and scope.symbols.accounts[amounts.account].unlimited


def _only_of(kinds: Expr, of: RefType, type_: BundleType, most: Expr) -> Expr:
    """As much as may be picked of the kinds in a set, and nothing of the others."""

    def count(number_: int) -> Expr:
        kind = Const(of, number_)
        return Cond(most.type, Contains(FLAG, kind, kinds), most, Const(IntType(0, 0), 0))

    if isinstance(kinds, Ids):
        return BundleOf(type_, tuple((most, Const(of, i)) for i in kinds.ids))
    return BundleOf(type_, tuple((count(i), Const(of, i)) for i in of.ids))


def type_alternative(
    call: ex.Call, scope: Scope, *, again: bool, bound: dict[str, tuple[str, Type]] | None = None
) -> tuple[Alternative, dict[str, Type]] | None:
    """Type a rule with its arguments.

    A bare unknown name in the place of an asked parameter names what was picked for what follows:
    it goes to the local in `bound`, and its type comes back in the second result.
    """
    from rulelang.program.typing.rules import signature

    symbols = scope.symbols
    name = call.callee.name
    if name is None or (name.text not in symbols.rules and scope.lookup(name.text) is not None):
        made_effect = _effect(call, scope, again=again)
        return None if made_effect is None else (made_effect, {})
    symbols.used.add(name.text)
    if name.text not in symbols.rules:
        what = "rule"
        symbols.report.error(
            codes.UNKNOWN_NAME,
            name.span,
            what=what,
            name=name.text,
            help=did_you_mean(name.text, symbols.rules),
        )
        return None
    made = signature(name.text, symbols)
    args = call.callee.args or ()
    if len(args) > len(made.params):
        symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            call.span,
            name=name.text,
            expected=f"at most {values_text(len(made.params))}",
            found=values_text(len(args)),
        )
        return None
    flags = {flag.text for flag in call.flags}
    _check_flags(call, made.params, scope)
    names: dict[str, Type] = {}
    arguments: list[Argument] = []
    for index, param in enumerate(made.params):
        arg = args[index] if index < len(args) else None
        if arg is not None and param.pick is not None and _is_new_name(arg, scope):
            assert isinstance(arg, ex.Name)
            names[arg.ident.text] = param.type
            local = bound[arg.ident.text][0] if bound and arg.ident.text in bound else None
            arguments.append(Argument(None, local))
        elif arg is not None:
            arguments.append(Argument(exprs.type_given(arg, scope, param.type), None))
        elif param.pick is not None:
            arguments.append(Argument(None, None))
        else:
            written = symbols.rules[name.text].params[index]
            arguments.append(Argument(_default(param, written, (call, flags), scope), None))
    rule = symbols.rules[name.text]
    alternative = Alternative(
        span=call.span,
        name=name.text,
        label=words(rule.label, name.text),
        rule=name.text,
        args=tuple(arguments),
        picks=(),
        conditions=(),
        body=(),
        again=again,
    )
    return alternative, names


def _effect(call: ex.Call, scope: Scope, *, again: bool) -> Alternative | None:
    """Type an effect value: whatever rule it stands for, with the arguments it has."""
    callee = call.callee
    node = callee.value if callee.name is None else ex.Name(callee.span, callee.name)
    assert node is not None
    value = exprs.type_expr(node, scope)
    if not isinstance(value.type, RefType) or value.type.universe != EFFECTS:
        if not isinstance(value.type, ErrorType):
            scope.symbols.report.error(
                codes.WRONG_TYPE,
                call.span,
                found=describe(value.type),
                expected="a rule, or an effect from a table",
            )
        return None
    if callee.args is not None or call.flags:
        scope.symbols.report.error(
            codes.WRONG_COUNT_OF_ARGUMENTS,
            call.span,
            name="an effect",
            expected="nothing",
            found="values",
            help="what comes from a table has its own values",
        )
        return None
    bare = attrs.evolve(value.type, optional=False)
    if not expect(value, bare, node.span, scope.symbols):
        return None
    return Alternative(
        span=call.span,
        name="effect",
        label=words(None, "effect"),
        rule=None,
        args=(),
        picks=(),
        conditions=(),
        body=(),
        again=again,
        effect=value,
    )


def _check_flags(call: ex.Call, params: tuple[Param, ...], scope: Scope) -> None:
    """`with haste` needs a parameter `haste: Flag`."""
    known = [param.name for param in params if isinstance(param.type, FlagType)]
    for flag in call.flags:
        if flag.text not in known:
            scope.symbols.report.error(
                codes.UNKNOWN_NAME,
                flag.span,
                what="flag of this rule",
                name=flag.text,
                help=did_you_mean(flag.text, known),
            )


def _is_new_name(arg: ex.Expr, scope: Scope) -> bool:
    """A bare name that means nothing yet: it will name what is picked."""
    if not isinstance(arg, ex.Name):
        return False
    name, symbols = arg.ident.text, scope.symbols
    known = (
        symbols.settings,
        symbols.defines,
        symbols.vars,
        symbols.constants,
        symbols.families,
        symbols.accounts,
        symbols.regions,
    )
    return name not in scope.locals and not any(name in table for table in known)


def _default(
    param: Param, written: syn.Param, asked: tuple[ex.Call, set[str]], scope: Scope
) -> Expr:
    call, flags = asked
    if param.name in flags:
        return Const(FLAG, 1)
    if isinstance(written, syn.Given) and written.default is not None:
        # Typed again where it is used: the rule's `me` is whoever takes it here.
        return exprs.type_given(written.default, attrs.evolve(scope, locals={}), param.type)
    scope.symbols.report.error(
        codes.WRONG_COUNT_OF_ARGUMENTS,
        call.span,
        name=call.callee.name.text if call.callee.name else "",
        expected=f"a value for `{param.name}`",
        found="none",
    )
    return exprs.BAD


def join_types(left: Type | None, right: Type) -> Type:
    if left is None:
        return right
    joined = join(left, right)
    return joined if joined is not None else left
