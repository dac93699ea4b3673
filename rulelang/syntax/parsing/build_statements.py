"""Builders of statements: in goes the span and the parts of a production, out comes its node.

See `build_expressions.py`; the productions are those of grammar.lark, section 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rulelang.frozen import frozen
from rulelang.source import Span
from rulelang.syntax.parsing.build_expressions import Builder, all_of, as_written, yes
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.expressions import Call, Expr, Ident
from rulelang.syntax.trees.items import Label, Param
from rulelang.syntax.trees.statements import Body


@frozen
class _All:
    """`all of x` in a `move`."""

    what: Expr


def _how(word: str) -> Builder:
    return lambda span, turn=None: st.How(span, word, turn)


def _transfer(verb: str) -> Builder:
    return lambda span, amount, source, target: st.Transfer(span, verb, amount, source, target)


def _add(verb: str) -> Builder:
    return lambda span, item, target: st.AddTo(span, verb, item, target)


def _draw(span: Span, count: Expr, at_random: bool | None, source: Expr, target: Expr) -> st.Draw:  # noqa: FBT001  # the parser passes parts by place
    return st.Draw(span, count, bool(at_random), source, target)


def _dice(_span: Span, text: str) -> tuple[int, int]:
    count, sides = text.split("d")
    return int(count), int(sides)


def _roll(span: Span, name: Ident, among: Expr | tuple[int, int]) -> st.Roll:
    if isinstance(among, tuple):
        return st.Roll(span, name, among, None)
    return st.Roll(span, name, None, among)


def _bind_one(span: Span, name: Ident, domain: Expr, if_any: bool | None) -> st.BindOne:  # noqa: FBT001  # as above
    return st.BindOne(span, name, domain, bool(if_any))


def _bind_bundle(
    span: Span,
    name: Ident,
    size: Expr,
    domain: Expr,
    if_any: bool | None,  # noqa: FBT001  # as above
) -> st.BindBundle:
    return st.BindBundle(span, name, size, domain, bool(if_any))


def _pick_values(span: Span, *parts: st.Binding | Expr | None) -> st.PickValues:
    return st.PickValues(span, parts[:-1], parts[-1])  # type: ignore[arg-type]  # the last is the condition


def _pick_calls(span: Span, calls: tuple[Call, ...], repeatedly: str | None) -> st.PickCalls:
    return st.PickCalls(span, calls, repeatedly is not None)


Pick = st.PickValues | st.PickCalls | st.PickOrder


def _choose(span: Span, _word: str, pick: Pick) -> st.Choose:
    return st.Choose(span, None, pick)


def _choose_as(span: Span, chooser: Ident, _word: str, pick: Pick) -> st.Choose:
    return st.Choose(span, chooser, pick)


def _may(span: Span, calls: tuple[Call, ...], repeatedly: str | None) -> st.May:
    return st.May(span, None, calls, repeatedly is not None)


def _may_as(span: Span, chooser: Ident, calls: tuple[Call, ...], repeatedly: str | None) -> st.May:
    return st.May(span, chooser, calls, repeatedly is not None)


Options = tuple[st.CaseOption, ...]


def _choose_case(
    span: Span, _word: str, name: Ident, label: Label | None, options: Options
) -> st.ChooseCase:
    return st.ChooseCase(span, None, name, label, options)


def _choose_case_as(
    span: Span, chooser: Ident, _word: str, name: Ident, *rest: Label | Options | None
) -> st.ChooseCase:
    label, options = rest
    return st.ChooseCase(span, chooser, name, label, options)  # type: ignore[arg-type]  # by place


def _case_option(
    span: Span,
    name: Ident,
    params: tuple[Param, ...] | None,
    label: Label | None,
    condition: Expr | None,
    body: Body = (),
) -> st.CaseOption:
    return st.CaseOption(span, name, params or (), label, condition, body)


def _move(
    span: Span, what: Expr | _All, source: Expr | None, target: Expr, *how: st.How
) -> st.Move:
    if isinstance(what, _All):
        return st.Move(span, what.what, everything=True, source=source, target=target, how=how)
    return st.Move(span, what, everything=False, source=source, target=target, how=how)


def _if(span: Span, condition: Expr, then: Body, otherwise: Body | st.If | None) -> st.If:
    """An `else if` is an `if` in the `else`."""
    if isinstance(otherwise, st.If):
        otherwise = (otherwise,)
    return st.If(span, condition, then, otherwise or ())


def _repeat_each(
    span: Span,
    variable: Ident,
    source: Expr,
    condition: Expr | None,
    until: Expr | None,
    body: Body,
) -> st.Repeat:
    return st.Repeat(span, variable, source, condition, until, body)


def _together(
    span: Span,
    variable: Ident,
    source: Expr,
    condition: Expr | None,
    secretly: str | None,
    *bodies: Body | None,
) -> st.Together:
    body, then = bodies
    is_secret = secretly is not None
    return st.Together(span, variable, source, condition, is_secret, body or (), then or ())


def _resolve(
    span: Span,
    variable: Ident,
    source: Expr,
    condition: Expr | None,
    optional: str | None,
    body: Body,
) -> st.Resolve:
    return st.Resolve(span, variable, source, condition, optional is not None, body)


def _resolve_list(span: Span, optional: str | None, *entries: st.ResolveEntry) -> st.ResolveList:
    return st.ResolveList(span, optional is not None, entries)


def _may_do(
    span: Span, head: tuple[Ident, Label | None, Expr | None], *body: st.Stmt
) -> st.ResolveList:
    """`may NAME: …` is one entry that the player may leave out."""
    name, label, condition = head
    entry = st.ResolveEntry(span, name, label, None, condition, body)
    return st.ResolveList(span, True, (entry,))  # noqa: FBT003


STATEMENTS: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "body": all_of,
        "let": st.Let,
        "do_call": st.Do,
        "do_body": st.DoBody,
        "stop": st.Stop,
        "finish": st.Finish,
        "claim": st.Claim,
        "score_now": st.ScoreNow,
        "draw": _draw,
        "at_random": yes,
        "shuffle": st.Shuffle,
        "reveal": st.Reveal,
        "roll": _roll,
        "dice": _dice,
        "choose_word": as_written,
        "choose": _choose,
        "choose_as": _choose_as,
        "may": _may,
        "may_as": _may_as,
        "pick_values": _pick_values,
        "pick_calls": _pick_calls,
        "pick_order": st.PickOrder,
        "bind_one": _bind_one,
        "bind_bundle": _bind_bundle,
        "if_any": yes,
        "move": _move,
        "moved_all": lambda _span, what: _All(what),
        "swap": st.Swap,
        "pay": _transfer("pay"),
        "gain": _transfer("gain"),
        "set_to": st.SetTo,
        "shift": st.Shift,
        "shift_word": as_written,
        "add_to": _add("add"),
        "drop_from": _add("drop"),
        "face_up": _how("face_up"),
        "face_down": _how("face_down"),
        "turn_how": _how("turned"),
        "on_top": _how("on_top"),
        "at_bottom": _how("at_bottom"),
        "if_stmt": _if,
        "else_if": _if,
        "each": st.Each,
        "step": st.Step,
        "turn": st.Turn,
        "repeat_forever": lambda span, body: st.Repeat(span, None, None, None, None, body),
        "repeat_until": lambda span, until, body: st.Repeat(span, None, None, None, until, body),
        "repeat_each": _repeat_each,
        "times": st.Times,
        "meanwhile": st.Meanwhile,
        "otherwise": st.Otherwise,
        "collect": st.Collect,
        "together": _together,
        "resolve": _resolve,
        "resolve_list": _resolve_list,
        "resolve_entry": st.ResolveEntry,
        "may_do": _may_do,
        "option_head": all_of,
        "choose_case": _choose_case,
        "choose_case_as": _choose_case_as,
        "case_options": all_of,
        "case_option": _case_option,
    }
)
