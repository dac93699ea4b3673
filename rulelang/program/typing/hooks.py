"""Hooks: what modules and powers put before, after or in place of a rule or a step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.program.declare.symbols import Symbols
from rulelang.program.model import Meeting
from rulelang.program.nodes import Body, Const, Expr, If, Logic, Stmt
from rulelang.program.types import FLAG
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing import type_statement
from rulelang.program.typing.operators import known_present
from rulelang.program.typing.powers import (
    ChangeSource,
    home_of,
    in_order,
    is_over,
    lines_about,
    owner_condition,
)
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import items as syn


def hooks_on(
    name: str, symbols: Symbols, *, is_step: bool
) -> Iterator[tuple[syn.Hook, ChangeSource]]:
    """Hooks on a rule or step, as they are written; those of powers with their owner."""
    for line, source in lines_about(name, symbols):
        if isinstance(line, syn.Hook) and line.is_step == is_step:
            yield line, source


def woven(name: str, scope: Scope, body: Body, *, is_step: bool) -> Body:
    """Put the hooks on a rule or step around its body."""
    before: list[tuple[syn.Hook, ChangeSource, Stmt]] = []
    after: list[tuple[syn.Hook, ChangeSource, Stmt]] = []
    symbols = scope.symbols
    instead: tuple[syn.Hook, ChangeSource] | None = None
    for hook, source in in_order(hooks_on(name, symbols, is_step=is_step), symbols):
        if hook.word == "instead of":
            if instead is not None and not _go_together((hook, source), instead, symbols):
                symbols.report.error(
                    codes.CHANGED_TWICE,
                    hook.span,
                    first=home_of(*instead, symbols),
                    second=home_of(hook, source, symbols),
                    name=name,
                    secondary=[Label(instead[0].span, "and here")],
                )
            instead = (hook, source)
            inner = attrs.evolve(scope, original=(name, body))
            body = (_hook_body(hook, source, inner, name, body),)
        elif hook.word == "before":
            before.append((hook, source, _hook_body(hook, source, scope, name, ())))
        else:
            after.append((hook, source, _hook_body(hook, source, scope, name, ())))
    for hooks in (before, after):
        symbols.meetings += _meetings(name, hooks, symbols)
    return (*(stmt for _, _, stmt in before), *body, *(stmt for _, _, stmt in after))


def _meetings(
    name: str, hooks: list[tuple[syn.Hook, ChangeSource, Stmt]], symbols: Symbols
) -> Iterator[Meeting]:
    """Pairs of hooks by different modules of which none comes first."""
    for (hook, source, stmt), (later, other, then) in combinations(hooks, 2):
        homes = home_of(hook, source, symbols), home_of(later, other, symbols)
        is_of_power = source.power is not None or other.power is not None
        if homes[0] == homes[1] or is_of_power or is_over((later, other), (hook, source), symbols):
            continue
        yield Meeting(name, homes[0], stmt, homes[1], then)


def _go_together(
    one: tuple[syn.Hook, ChangeSource], other: tuple[syn.Hook, ChangeSource], symbols: Symbols
) -> bool:
    return one[1].excludes(other[1], symbols) or is_over(one, other, symbols)


def _hook_body(
    hook: syn.Hook, source: ChangeSource, scope: Scope, name: str, otherwise: Body
) -> Stmt:
    rule = scope.symbols.rules.get(name) if not hook.is_step else None
    params = rule.params if rule is not None else ()
    for own, param in zip(hook.names, params, strict=False):
        found = scope.lookup(param.name.text)
        if found is not None:
            scope = scope.alias(own.text, found)
    condition = owner_condition(source, None, scope)
    scope = attrs.evolve(scope, owner=source.owner_expr(scope))
    if hook.condition is not None:
        condition.append(exprs.type_flag(hook.condition, scope))
        scope = scope.narrow(known_present(hook.condition))
    when: Expr = Const(FLAG, 1)
    if condition:
        when = condition[0] if len(condition) == 1 else Logic(FLAG, "and", tuple(condition))
    typed, _ = type_statement.type_body(hook.body, scope)
    return If(hook.span, when, typed, otherwise)
