"""Type rules: actions, effects, exchanges and cases with bodies.

A rule's signature (parameters) is typed on first use, its body at the end, so that rules may call
each other in any order. Limits become hidden counters; powers and hooks are woven in.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.diagnostics import codes
from rulelang.frozen import frozen
from rulelang.program.declare.constants import resolve_type
from rulelang.program.declare.fitting_types import as_given, number
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import Symbols
from rulelang.program.model import CostLine, Param, PieceCost, Rule, Var
from rulelang.program.nodes import (
    Arith,
    Body,
    Compare,
    Const,
    Expr,
    If,
    Local,
    Logic,
    Requirement,
    SetVar,
    Stmt,
    VarGet,
    Words,
)
from rulelang.program.types import ERROR, FLAG, IntType, RefType
from rulelang.program.typing import alternatives, definitions, hooks, type_statement
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.costs import type_cost
from rulelang.program.typing.locals_read import locals_in
from rulelang.program.typing.powers import ChangeSource, lines_about, owner_condition
from rulelang.program.typing.scope import Frame, Scope
from rulelang.program.typing.type_exchanges import check_exchange, check_time
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


@frozen
class Signature:
    """A rule's parameters and the scope in which its lines are typed."""

    name: str
    params: tuple[Param, ...]
    scope: Scope


def signature(name: str, symbols: Symbols) -> Signature:
    """Return the typed parameters of a rule, typing them on first use."""
    found = symbols.signatures.get(name)
    if found is not None:
        return found
    item = symbols.rules[name]
    scope = Scope(
        symbols,
        Frame(name),
        me=Local(symbols.player_type, "me"),
        step=name,
        step_label=words(item.label, name),
        only_to_pay=isinstance(item, syn.Rule) and item.only_to_pay,
        around=frozenset({name}),
    )
    # Stored before its parameters are typed: a domain may ask whether the rule itself is possible.
    symbols.signatures[name] = Signature(name, (), scope)
    params: list[Param] = []
    for param in (
        item.params if alternatives.has_room(len(item.params), item.name.span, symbols) else ()
    ):
        typed, scope = _param(param, scope)
        params.append(typed)
    made = Signature(name, tuple(params), scope)
    symbols.signatures[name] = made
    return made


def _param(param: syn.Param, scope: Scope) -> tuple[Param, Scope]:
    if isinstance(param, syn.Given):
        type_ = as_given(resolve_type(param.type, scope.symbols))
        default = None
        if param.default is not None:
            # Given for whoever does not say: what the other parameters are is not known then.
            alone = attrs.evolve(scope, locals={})
            default = exprs.type_given(param.default, alone, type_)
        scope, local = scope.bind(param.name.text, type_)
        return Param(local, type_, None, default), scope
    pick, scope = alternatives.type_pick(param, scope)
    return Param(pick.local, pick.type, pick, None), scope


def type_rules(symbols: Symbols) -> tuple[Rule, ...]:
    """Type every rule of the game."""
    return tuple(
        _rule(item, symbols) if isinstance(item, syn.Rule) else _cases_rule(item, symbols)
        for item in symbols.rules.values()
    )


def _rule(item: syn.Rule, symbols: Symbols) -> Rule:
    made = signature(item.name.text, symbols)
    lines = _Lines(item, made, symbols)
    for line in item.lines:
        lines.add(line, ChangeSource(None))
    for source, power_line in _power_lines(item.name.text, symbols):
        lines.add(power_line, source)
    body, _ = type_statement.type_body(tuple(lines.stmts), made.scope)
    body = (*body, *lines.added)
    body = (*lines.counters, *hooks.woven(item.name.text, made.scope, body, is_step=False))
    check_time(item, symbols)
    if item.word == "exchange":
        check_exchange(item, body, symbols)
    return Rule(
        span=item.name.span,
        name=item.name.text,
        word=item.word,
        label=words(item.label, item.name.text),
        params=made.params,
        requirements=tuple(lines.finished()),
        costs=tuple(lines.costs),
        body=body,
        nest=item.nest,
        cites=tuple(lines.cites),
        notes=tuple(lines.notes),
        piece_costs=tuple(lines.piece_costs),
        only_to_pay=item.only_to_pay,
        during=item.during.text if item.during is not None else None,
    )


class _Lines:
    """Collects the typed lines of one rule."""

    def __init__(self, item: syn.Rule, made: Signature, symbols: Symbols) -> None:
        self.item = item
        self.scope = made.scope
        self.params = {param.name for param in made.params}
        self.symbols = symbols
        self.requirements: dict[str, Requirement] = {}
        self.allowed: dict[str, list[Expr]] = {}
        self.costs: list[CostLine] = []
        self.piece_costs: list[PieceCost] = []
        self.stmts: list[st.Stmt] = []
        self.added: list[Stmt] = []
        self.counters: list[Stmt] = []
        self.cites: list[str] = []
        self.notes: list[Words] = []

    def add(self, line: syn.RuleLine | syn.Forbid, source: ChangeSource) -> None:
        match line:
            case syn.Require():
                self._require(line.name.text, line.expr, line.sentence, line.name.span, source)
            case syn.Forbid():
                self._forbid(line, source)
            case syn.Allow(name=name, condition=condition):
                when = [*owner_condition(source, None, self.scope)]
                when.append(exprs.type_flag(condition, self.scope))
                whole = when[0] if len(when) == 1 else Logic(FLAG, "and", tuple(when))
                self.allowed.setdefault(name.text, []).append(whole)
            case syn.Cost():
                self._cost(line, source)
            case syn.Limit():
                self._limit(line, source)
            case syn.Cite(clauses=clauses):
                self.cites += clauses
            case syn.Note(label=label):
                self.notes.append(label.words)
            case st.DoBody(body=body):
                self._effects(body, source)
            case syn.RemoveLine():
                pass
            case _:
                self._effects((line,), source)

    def _effects(self, body: st.Body, source: ChangeSource) -> None:
        """What a power adds to a rule happens after it, if the power applies."""
        if source.power is None:
            self.stmts += body
            return
        scope = attrs.evolve(self.scope, owner=source.owner_expr(self.scope))
        typed, _ = type_statement.type_body(body, scope)
        when = owner_condition(source, None, self.scope)[0]
        self.added.append(If(source.power.span, when, typed, ()))

    def _require(
        self, name: str, expr: ex.Expr, sentence: syn.Label | None, span: Span, source: ChangeSource
    ) -> None:
        typed = exprs.type_flag(expr, self.scope)
        condition = owner_condition(source, None, self.scope)
        if condition:
            outside = tuple(Logic(FLAG, "not", (part,)) for part in condition)
            typed = Logic(FLAG, "or", (*outside, typed))
        if name in self.requirements:
            self.symbols.report.error(codes.NAME_TWICE, span, name=name)
        self._keep(name, "require", typed, words(sentence), span)

    def _forbid(self, line: syn.Forbid, source: ChangeSource) -> None:
        condition = owner_condition(source, None, self.scope)
        if line.condition is not None:
            condition.append(exprs.type_flag(line.condition, self.scope))
        banned = condition[0] if len(condition) == 1 else Logic(FLAG, "and", tuple(condition))
        name = source.name or "forbidden"
        self._keep(name, "require", Logic(FLAG, "not", (banned,)), words(line.sentence), line.span)
        # Whoever may never do it need not be able to pay for it.
        self.requirements[name] = attrs.evolve(self.requirements[name], after_cost=False)

    def _keep(self, name: str, kind: str, expr: Expr, sentence: Words, span: Span) -> None:
        reads = tuple(sorted(locals_in(expr) & self.params))
        self.requirements[name] = Requirement(
            span=span,
            name=name,
            kind=kind,
            expr=expr,
            sentence=sentence,
            witness=None,
            reads=reads,
            after_cost=bool(self.costs or self.piece_costs) and kind == "require",
            cites=(),
        )

    def _cost(self, line: syn.Cost, source: ChangeSource) -> None:
        when = owner_condition(source, None, self.scope)
        cost = type_cost(line, when[0] if when else None, self.scope)
        if isinstance(cost, CostLine):
            self.costs.append(cost)
        elif cost is not None:
            self.piece_costs.append(cost)

    def _limit(self, line: syn.Limit, source: ChangeSource) -> None:
        """`limit n per period each x`: a counter that is cleared with the period."""
        count = exprs.type_int(line.count, self.scope)
        rule, period = self.item.name.text, line.period.text
        name = f"{rule}:{period}" + (f":{line.each.text}" if line.each is not None else "")
        owner: Expr | None = None
        owner_ids: tuple[int, ...] = ()
        kind: str | None = None
        if line.each is not None:
            is_me = line.each.text == "me"
            owner = (
                exprs.type_me(line.each.span, self.scope)
                if is_me
                else exprs.type_name(line.each, self.scope, None)
            )
            if isinstance(owner.type, RefType):
                owner_ids, kind = owner.type.ids, owner.type.kind
        high = count.type.high if isinstance(count.type, IntType) else 1
        type_ = IntType(0, max(1, min(high, 1000)))
        self.symbols.vars[name] = Var(
            name=name,
            label=(),
            owner_kind=kind,
            owner_ids=owner_ids,
            type=type_,
            start=number(0),
            cleared=None if period == "game" else period,
            seen="everyone",
            hidden=True,
        )
        used = VarGet(type_, name, owner)
        sentence: Words = ()
        within: Expr = Compare(FLAG, "<", used, count)
        for applies in owner_condition(source, None, self.scope):
            within = Logic(FLAG, "or", (Logic(FLAG, "not", (applies,)), within))
        self._keep(f"limit_{period}", "limit", within, sentence, line.span)
        more = Arith(IntType(0, type_.high + 1), "+", used, number(1))
        self.counters.append(SetVar(line.span, name, owner, more))

    def finished(self) -> Iterator[Requirement]:
        for name in self.allowed.keys() - self.requirements.keys():
            self.symbols.report.error(
                codes.UNKNOWN_TARGET,
                self.item.name.span,
                what="requirement",
                name=name,
                verb="allow",
            )
        cites = tuple(self.cites)
        for requirement in self.requirements.values():
            expr = requirement.expr
            if requirement.name in self.allowed:
                expr = Logic(FLAG, "or", (expr, *self.allowed[requirement.name]))
            reads = tuple(sorted(locals_in(expr) & self.params))
            yield attrs.evolve(requirement, expr=expr, reads=reads, cites=cites)


def _power_lines(
    name: str, symbols: Symbols
) -> Iterator[tuple[ChangeSource, syn.RuleLine | syn.Forbid]]:
    for line, source in lines_about(name, symbols):
        if isinstance(line, syn.ChangeRule):
            for inner in line.lines:
                yield source, inner
        if isinstance(line, syn.Forbid):
            yield source, line


# --- cases with bodies -----------------------------------------------------------------------------


def _cases_rule(item: syn.Cases, symbols: Symbols) -> Rule:
    """`cases f(x: Kind)` with bodies is an effect that branches on its first parameter."""
    made = signature(item.name.text, symbols)
    kind = made.params[0].type if made.params else ERROR
    body: Body = ()
    cites: list[str] = []
    covered: set[int] = set()
    if isinstance(kind, RefType):
        subject = Local(kind, made.params[0].name)
        for case in reversed(item.lines):
            if isinstance(case, syn.Cite):
                cites += case.clauses
            if not isinstance(case, syn.Case) or case.body is None:
                continue
            ids = definitions.case_ids(case, kind, symbols) or ()
            covered.update(ids)
            body = (_case_branch(case, ids, subject, made.scope, body),)
        definitions.missing_cases(item, covered, kind, symbols)
    return Rule(
        span=item.name.span,
        name=item.name.text,
        word="effect",
        label=words(item.label, item.name.text),
        params=made.params,
        requirements=(),
        costs=(),
        body=body,
        nest=None,
        cites=tuple(cites),
        notes=(),
    )


def _case_branch(
    case: syn.Case, ids: tuple[int, ...], subject: Local, scope: Scope, rest: Body
) -> Stmt:
    kind = subject.type
    assert isinstance(kind, RefType)
    assert case.body is not None
    if case.variable is not None:
        scope = scope.alias(case.variable.text, Local(attrs.evolve(kind, ids=ids), subject.name))
    tests = tuple(Compare(FLAG, "==", subject, Const(kind, i)) for i in ids)
    test: Expr = Const(FLAG, 0)
    if tests:
        test = tests[0] if len(tests) == 1 else Logic(FLAG, "or", tests)
    then, _ = type_statement.type_body(case.body, scope)
    return If(case.span, test, then, rest)
