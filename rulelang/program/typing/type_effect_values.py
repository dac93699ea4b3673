"""Effects as values: a table cell may hold a rule with its arguments, `produce(wood, 1)`.

Cells are noted when tables are read (`declare/printed_fields.py`), before any rule is known; here they become
alternatives with constant arguments, in the order of their ids. `this` is what the cell is printed on.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import EffectDraft, Symbols
from rulelang.program.nodes import (
    Alternative,
    Argument,
    BundleOf,
    Const,
    Expr,
    Ids,
    Local,
    Words,
)
from rulelang.program.types import EFFECTS, PLACES, THINGS, RefType
from rulelang.program.typing.alternatives import type_alternative
from rulelang.program.typing.rules import signature
from rulelang.program.typing.scope import Frame, Scope
from rulelang.source import SourceFile
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def type_effects(symbols: Symbols) -> tuple[Alternative, ...]:
    """Type all cells that hold effects; report those that are none."""
    found = []
    known = symbols.enums.get(EFFECTS, [])
    for number, draft in enumerate(symbols.effects):
        made = _typed(draft, symbols)
        if made is None:
            symbols.report.error(
                codes.BAD_CELL,
                draft.span,
                row=draft.row,
                column=draft.column,
                found=draft.text,
                expected="a rule with constants in its brackets, such as `produce(wood, 1)`",
            )
            made = _nothing(draft)
        found.append(made)
        known[number] = attrs.evolve(known[number], label=_label(made, draft, symbols))
    return tuple(found)


def _typed(draft: EffectDraft, symbols: Symbols) -> Alternative | None:
    call = _parsed(draft.text)
    if call is None or call.callee.name is None or call.callee.name.text not in symbols.rules:
        return None
    signature(call.callee.name.text, symbols)  # its own mistakes are reported as its own
    # What is wrong in a cell is reported for the cell, not for a text nobody can see.
    quiet = attrs.evolve(symbols, report=Reporter())
    scope = Scope(quiet, Frame("effect"), me=Local(symbols.player_type, "me"))
    scope = scope.alias("this", Const(draft.this.type, draft.this.value))
    made = type_alternative(call, scope, again=False)
    symbols.used |= quiet.used
    if made is None or quiet.report.has_errors:
        return None
    alternative = made[0]
    if not all(_is_constant(argument) for argument in alternative.args):
        return None
    return attrs.evolve(alternative, span=draft.span)


def _parsed(text: str) -> ex.Call | None:
    """The call that a cell's text is, read like the line `do …` of a rule."""
    quiet = Reporter()
    source = SourceFile("cell", f"effect cell:\n    do {text}\n")
    tree = parse_file(source, quiet)
    match tree.items:
        case (syn.Rule(lines=(st.Do(call=call),)),) if not quiet.has_errors:
            return call
        case _:
            return None


def _is_constant(argument: Argument) -> bool:
    def is_constant(expr: Expr) -> bool:
        if isinstance(expr, BundleOf):
            return all(is_constant(part) for item in expr.items for part in item)
        return isinstance(expr, Const | Ids)

    return argument.value is None or is_constant(argument.value)


def _label(made: Alternative, draft: EffectDraft, symbols: Symbols) -> Words:
    """What players read: the label of the rule and what it is used with, but for the thing itself."""
    said = [
        words_of
        for argument in made.args
        if argument.value is not None and not _is_this(argument.value, draft)
        for words_of in _said(argument.value, symbols)
    ]
    found = []
    for language, text in made.label:
        parts = [each.get(language) or each.get("en", "") for each in said]
        found.append((language, f"{text}: {', '.join(parts)}" if parts else text))
    return tuple(found)


def _is_this(expr: Expr, draft: EffectDraft) -> bool:
    return (
        isinstance(expr, Const)
        and isinstance(expr.type, RefType)
        and isinstance(draft.this.type, RefType)
        and expr.type.universe == draft.this.type.universe
        and expr.value == draft.this.value
    )


def _said(expr: Expr, symbols: Symbols) -> Iterator[dict[str, str]]:
    """A constant in each language; amounts one by one."""
    match expr:
        case BundleOf(items=items):
            for count, kind in items:
                for number, noun in zip(_said(count, symbols), _said(kind, symbols), strict=True):
                    yield {key: f"{number['en']} {text}" for key, text in noun.items()}
        case Const(type=RefType(universe=universe), value=value):
            yield _labels_of(universe, value, symbols)
        case Const(value=value):
            yield {"en": str(value)}
        case _:
            yield {"en": "…"}


def _labels_of(universe: str, value: int, symbols: Symbols) -> dict[str, str]:
    label: Words = ()
    if universe == THINGS:
        label = symbols.things[value].label
    elif universe == PLACES:
        label = symbols.place_labels.get(value, ())
    elif universe in symbols.enums:
        label = symbols.enums[universe][value].label
    return dict(label) or {"en": symbols.member_name(universe, value)}


def _nothing(draft: EffectDraft) -> Alternative:
    return Alternative(
        span=draft.span,
        name=draft.text,
        label=words(None, draft.text),
        rule=None,
        args=(),
        picks=(),
        conditions=(),
        body=(),
        again=False,
    )
