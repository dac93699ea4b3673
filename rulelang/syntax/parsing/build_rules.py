"""Builders of rules, powers, edits, flow, scoring and tests: parts in, node out.

See `build_expressions.py`; the productions are those of grammar.lark, sections 5 to 7 and 10.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from rulelang.frozen import frozen
from rulelang.source import Span
from rulelang.syntax.parsing.build_expressions import Builder, all_of, as_written, word_or_name
from rulelang.syntax.trees import items as it
from rulelang.syntax.trees.expressions import Callee, Expr, Ident, Number, Text
from rulelang.syntax.trees.items import Cite, Label, Note, Param
from rulelang.syntax.trees.statements import Body, How

Params = tuple[Param, ...] | None
Idents = tuple[Ident, ...] | None


@frozen
class _Nest:
    depth: int


@frozen
class _OnlyToPay:
    """`only to pay`."""


@frozen
class _During:
    name: Ident


@frozen
class _ScoreBlock:
    notes: tuple[Cite | Note, ...]
    value: Expr | it.Rank


# --- 5. Rules ------------------------------------------------------------------------------------


def _rule(
    span: Span,
    word: str,
    name: Ident,
    params: Params,
    label: Label | None,
    *rest: _Nest | _OnlyToPay | _During | it.RuleLine,
) -> it.Rule:
    options = _Nest | _OnlyToPay | _During
    return it.Rule(
        span=span,
        word=word,
        name=name,
        params=params or (),
        label=label,
        nest=next((part.depth for part in rest if isinstance(part, _Nest)), None),
        only_to_pay=any(isinstance(part, _OnlyToPay) for part in rest),
        during=next((part.name for part in rest if isinstance(part, _During)), None),
        lines=tuple(part for part in rest if not isinstance(part, options)),
    )


def _nest(_span: Span, depth: Number) -> _Nest:
    return _Nest(depth.value)


def _asked(
    span: Span,
    name: Ident,
    domain: Expr,
    condition: Expr | None,
    if_any: bool | None,  # noqa: FBT001  # the parser passes parts by place
) -> it.Asked:
    return it.Asked(span, name, domain, condition, bool(if_any))


def _asked_bundle(
    span: Span,
    name: Ident,
    size: Expr,
    domain: Expr,
    if_any: bool | None,  # noqa: FBT001  # as above
) -> it.AskedBundle:
    return it.AskedBundle(span, name, size, domain, bool(if_any))


# --- 6. Powers, hooks, edits -----------------------------------------------------------------------


def _power(
    span: Span,
    name: Ident,
    label: Label | None,
    kind: Ident,
    reach: str | None,
    *lines: it.Edit | it.Hook | it.Forbid | Cite | Note,
) -> it.Power:
    return it.Power(span, name, label, kind, reach, lines)


def _hook(
    span: Span,
    word: str,
    step: str | None,
    hooked: tuple[Ident, ...],
    names: Idents,
    condition: Expr | None,
    over: Ident | None,
    body: Body,
) -> it.Hook:
    name, *also = hooked
    is_step = step is not None
    return it.Hook(span, word, is_step, name, tuple(also), names or (), condition, over, body)


def _change_value(
    span: Span,
    name: Ident,
    names: Idents,
    word: str,
    expr: Expr,
    condition: Expr | None,
    over: Ident | None,
) -> it.ChangeValue:
    return it.ChangeValue(span, name, names or (), word, expr, condition, over)


def _change_rule(span: Span, word: str, name: Ident, *lines: it.RuleLine) -> it.ChangeRule:
    return it.ChangeRule(span, word, name, lines)


def _change_cases(span: Span, name: Ident, *lines: it.Case | Cite | Note) -> it.ChangeCases:
    return it.ChangeCases(span, name, lines)


def _remove(span: Span, *parts: Ident | None) -> it.Remove | it.RemoveMembers:
    """Items by name, or members of the kind that stands last."""
    *names, kind = parts
    gone = tuple(name for name in names if name is not None)
    if kind is not None:
        return it.RemoveMembers(span, gone, kind)
    return it.Remove(span, gone[0], gone[1:])


def _removed(span: Span, name: Ident | Text | str) -> Ident:
    return Ident(span, name) if isinstance(name, str) else _thing(span, name)


def _thing(span: Span, name: Ident | Text) -> Ident:
    return Ident(span, name.value) if isinstance(name, Text) else name


def _added_row(
    span: Span, name: Ident, label: Label | None, *cells: tuple[Ident, Expr]
) -> it.AddedRow:
    return it.AddedRow(span, name, label, cells)


def _add_members(span: Span, *parts: it.Member | it.AddedRow | Ident) -> it.AddMembers:
    return it.AddMembers(span, parts[:-1], parts[-1])  # type: ignore[arg-type]  # the kind is last


# --- 7. Flow, scoring, end ---------------------------------------------------------------------------


def _score(
    span: Span,
    name: Ident,
    label: Label | None,
    player: Ident,
    body: Expr | it.Rank | _ScoreBlock,
) -> it.Score:
    if isinstance(body, _ScoreBlock):
        return it.Score(span, name, label, player, body.value, body.notes)
    return it.Score(span, name, label, player, body, ())


def _earned(span: Span, name: Ident, label: Label | None) -> it.Score:
    """`score line "label"`: a line that only `score n as line` adds to."""
    return it.Score(span, name, label, Ident(name.span, "p"), Number(span, 0), ())


def _score_block(_span: Span, *parts: Cite | Note | Expr | it.Rank) -> _ScoreBlock:
    return _ScoreBlock(parts[:-1], parts[-1])  # type: ignore[arg-type]  # the last is the value


def _win(span: Span, *parts: Expr | str | Cite | Note | None) -> it.Win:
    notes = tuple(part for part in parts if isinstance(part, Cite | Note))
    keys = tuple(
        part for part in parts if part is not None and not isinstance(part, Cite | Note | str)
    )
    return it.Win(span, keys, "shared" in parts, notes)


def _end(span: Span, condition: Expr, after: Ident | None, *notes: Cite | Note) -> it.End:
    return it.End(span, condition, after, notes)


def _bots(span: Span, name: Ident, *limits: Expr) -> it.Bots:
    return it.Bots(span, name, limits)


def _words(span: Span, language: Ident, *lines: it.WordForms) -> it.Words:
    return it.Words(span, language, lines)


def _word(span: Span, name: Ident, base: Text, *rest: Ident | Text) -> it.WordForms:
    return attrs.evolve(_word_forms(span, name, *rest), base=base)


def _word_forms(span: Span, name: Ident, *rest: Ident | Text) -> it.WordForms:
    names = (part for part in rest if isinstance(part, Ident))
    texts = (part for part in rest if isinstance(part, Text))
    return it.WordForms(span, name, None, tuple(zip(names, texts, strict=True)))


# --- 10. Tests -----------------------------------------------------------------------------------------


def _test(
    span: Span,
    title: it.Label,
    cites: tuple[str, ...] | None,
    *lines: it.TestWith | it.GivenLine | it.AtStep | it.WhenLine | it.ThenLine | Note,
) -> it.Test:
    return it.Test(span, title, cites or (), lines)


def _line(node: Builder) -> Builder:
    """Return a builder of a line that is a list of like parts."""
    return lambda span, *parts: node(span, parts)


def _put(span: Span, target: Expr, what: Expr, at: tuple[Text, ...] | None, *how: How) -> it.Put:
    return it.Put(span, target, what, at or (), how)


def _refused_by_cost(span: Span, player: Ident, callee: Callee) -> it.Refused:
    return it.Refused(span, player, callee, Ident(span, "cost"))


def _offered(*, is_allowed: bool) -> Builder:
    return lambda span, player, values: it.Offered(span, player, values, is_allowed)


def _plays(span: Span, player: Ident, callee: Callee, flags: Idents) -> it.Plays:
    return it.Plays(span, player, callee, flags or ())


RULES: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "rule": _rule,
        "rule_word": as_written,
        "nest": _nest,
        "only_to_pay": lambda _span: _OnlyToPay(),
        "during": lambda _span, name: _During(name),
        "require": it.Require,
        "allow": it.Allow,
        "cost": it.Cost,
        "limit": it.Limit,
        "remove_line": it.RemoveLine,
        "part_word": as_written,
        "params": all_of,
        "asked": _asked,
        "asked_bundle": _asked_bundle,
        "given": it.Given,
        "power": _power,
        "others": as_written,
        "forbid": it.Forbid,
        "hook": _hook,
        "hooked": all_of,
        "hook_word": as_written,
        "change_value": _change_value,
        "change_word": as_written,
        "change_rule": _change_rule,
        "change_cases": _change_cases,
        "change_setting": it.ChangeSetting,
        "replace": it.Replace,
        "change_part": it.ChangePart,
        "change_label": it.ChangeLabel,
        "change_table": it.ChangeTable,
        "replace_step": it.ReplaceStep,
        "remove": _remove,
        "remove_part": it.RemovePart,
        "remove_step": it.RemoveStep,
        "remove_options": it.RemoveOptions,
        "removed": _removed,
        "thing": _thing,
        "cell": lambda _span, name, value: (name, value),
        "added_row": _added_row,
        "add_members": _add_members,
        "add_rows": it.AddRows,
        "add_options": it.AddOptions,
        "flow": it.Flow,
        "flow_word": as_written,
        "score": _score,
        "score_block": _score_block,
        "earned": _earned,
        "rank": it.Rank,
        "ties": as_written,
        "win": _win,
        "end": _end,
        "invariant": it.Invariant,
        "bots": _bots,
        "words": _words,
        "word": _word,
        "word_forms": _word_forms,
        "test": _test,
        "test_with": _line(it.TestWith),
        "given_line": _line(it.GivenLine),
        "at_step": it.AtStep,
        "period": word_or_name,
        "when_line": _line(it.WhenLine),
        "then_line": _line(it.ThenLine),
        "assign": it.Assign,
        "put": _put,
        "put_value": it.PutValue,
        "strings": all_of,
        "plays": _plays,
        "answers": it.Answers,
        "chance_is": it.ChanceIs,
        "refused": it.Refused,
        "refused_by_cost": _refused_by_cost,
        "allowed": it.Allowed,
        "answer_refused": _offered(is_allowed=False),
        "answer_allowed": _offered(is_allowed=True),
        "holds_true": it.HoldsTrue,
        "has": it.Has,
        "wins": _line(it.Wins),
        "nobody_wins": lambda span: it.Wins(span, ()),
    }
)
