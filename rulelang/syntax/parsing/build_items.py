"""Builders of items: in goes the span and the parts of a production, out comes its node.

See `build_expressions.py`; the productions are those of grammar.lark, sections 1 to 4. Parts that
have no node of their own are small classes here and end up as fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import evolve

from rulelang.frozen import frozen
from rulelang.source import Span
from rulelang.syntax.parsing.build_expressions import Builder, all_of, as_written, word_or_name, yes
from rulelang.syntax.trees import items as it
from rulelang.syntax.trees.expressions import Expr, Ident, Name, Number, Text
from rulelang.syntax.trees.items import Cite, Label, Note, Param
from rulelang.syntax.trees.statements import Body

Params = tuple[Param, ...] | None
Idents = tuple[Ident, ...]


@frozen
class _OnePer:
    kind: Ident


@frozen
class _OwnedBy:
    """The members of a group (none: its powers) and who owns one of them."""

    members: tuple[it.Member, ...]
    owner: Expr | None


@frozen
class _Copies:
    how: str
    count: Expr | it.ByPlayers | None = None
    per: Ident | None = None


@frozen
class _Most:
    most: Expr
    at_least: Expr | None


@frozen
class _Tied:
    """`tied: holder keeps, else nobody`."""


# --- 1. Files and headers --------------------------------------------------------------------


def _header(
    span: Span,
    word: str,
    name: Ident,
    label: Label | None,
    target: Ident | None,
    *lines: it.Players | it.Needs | Cite | Note | it.Item,
) -> it.Header:
    return it.Header(span, word, name, label, target, lines)


def _players(span: Span, count: Expr, names: tuple[it.Member, ...] | None) -> it.Players:
    return it.Players(span, count, names or ())


def _noted(span: Span, item: it.LineItem, *notes: Cite | Note) -> it.LineItem:
    return evolve(item, span=span, notes=notes)


def _needs(word: str) -> Builder:
    return lambda span, names, reason=None: it.Needs(span, word, names, reason)


def _label(span: Span, english: Text, *rest: Ident | Text) -> Label:
    languages = (part.text for part in rest if isinstance(part, Ident))
    texts = (part.value for part in rest if isinstance(part, Text))
    return Label(span, (("en", english.value), *zip(languages, texts, strict=True)))


# --- 2. Settings, kinds, components ------------------------------------------------------------


def _choice_setting(
    span: Span, name: Ident, label: Label | None, *rest: Ident | Expr | it.ByPlayers
) -> it.ChoiceSetting:
    *cases, value = rest
    return it.ChoiceSetting(span, name, label, (), tuple(cases), value, is_reading=False)  # type: ignore[arg-type]  # by place


def _reading(
    span: Span, name: Ident, label: Label | None, cites: tuple[str, ...], *rest: Ident
) -> it.ChoiceSetting:
    *cases, chosen = rest
    value = Name(chosen.span, chosen)
    return it.ChoiceSetting(span, name, label, cites, tuple(cases), value, is_reading=True)


def _by_entry(_span: Span, players: Number, value: Expr) -> tuple[int, Expr]:
    return players.value, value


def _by_players(span: Span, *entries: tuple[int, Expr]) -> it.ByPlayers:
    return it.ByPlayers(span, entries)


def _enum(span: Span, kind: Ident, label: Label | None, members: tuple[it.Member, ...]) -> it.Enum:
    return it.Enum(span, kind, label, members, None, ())


def _enum_table(
    span: Span, kind: Ident, label: Label | None, table: it.Table, *lines: it.FieldLine
) -> it.Enum:
    return it.Enum(span, kind, label, (), table, lines)


def _group(
    span: Span,
    kind: Ident,
    label: Label | None,
    body: _OnePer | _OwnedBy,
) -> it.Group:
    match body:
        case _OnePer(kind=per):
            return it.Group(span, kind, label, (), per, None)
        case _OwnedBy(members=members, owner=owner):
            return it.Group(span, kind, label, members, None, owner)


def _group_members(_span: Span, *parts: it.Member | Expr | None) -> _OwnedBy:
    members = tuple(part for part in parts if isinstance(part, it.Member))
    owner = parts[-1]
    return _OwnedBy(members, None if isinstance(owner, it.Member) else owner)


def _member(word: str) -> Builder:
    return lambda span, ident, label=None: it.Member(span, word, ident, label)


def _component(
    span: Span,
    word: str,
    kind: Ident,
    label: Label | None,
    copies: _Copies | None,
    table: it.Table | None,
    *lines: it.FieldLine,
) -> it.Component:
    how = copies or _Copies("single")
    return it.Component(span, word, kind, label, how.how, how.count, how.per, table, lines)


def _copies(how: str) -> Builder:
    return lambda _span, count=None, per=None: _Copies(how, count, per)


def _table(
    span: Span,
    path: Text,
    by_players: bool | None,  # noqa: FBT001  # the parser passes parts by place
    column: Ident | None,
    equals: Expr | None,
) -> it.Table:
    return it.Table(span, path, bool(by_players), column, equals)


def _parts(
    span: Span,
    kind: Ident,
    label: Label | None,
    *rest: it.Hold | it.Table | it.FieldLine | None,
) -> it.Parts:
    holds, tables, lines = _sorted_out(rest)
    return it.Parts(span, kind, label, holds, tables[0], lines)


def _sorted_out(
    parts: tuple[it.Hold | it.Table | it.FieldLine | None, ...],
) -> tuple[tuple[it.Hold, ...], tuple[it.Table, ...], tuple[it.FieldLine, ...]]:
    """What places hold, their table, their fields: parts of a line of which some may be missing."""
    holds = tuple(part for part in parts if isinstance(part, it.Hold))
    tables = tuple(part for part in parts if isinstance(part, it.Table))
    rest = (part for part in parts if not isinstance(part, it.Hold | it.Table))
    return holds, tables, tuple(part for part in rest if part is not None)


# --- 3. Boards and places ------------------------------------------------------------------------


BoardLine = it.BoardPlaces | it.Link | Cite | Note


def _board(
    span: Span,
    name: Ident,
    label: Label | None,
    owner: Ident | None,
    grown: str | None,
    grid: str,
    size: tuple[int, int] | None,
    table: it.Table | None,
    *rest: str | BoardLine,
) -> it.Board:
    return it.Board(
        span=span,
        name=name,
        label=label,
        owner=owner,
        grown=grown is not None,
        grid=grid,
        size=size,
        table=table,
        turned="turned" in rest,
        stacked="stacked" in rest,
        flat="flat" in rest,
        lines=tuple(part for part in rest if not isinstance(part, str)),
    )


def _said(word: str) -> Builder:
    return lambda _span: word


def _board_places(
    span: Span,
    word: str,
    kind: Ident,
    label: Label | None,
    *rest: it.Hold | it.Table | it.FieldLine | None,
) -> it.BoardPlaces:
    holds, tables, lines = _sorted_out(rest)
    table = tables[0] if tables else None
    return it.BoardPlaces(span, word, kind, label, holds, table, lines)


def _hold(span: Span, order: str, *kinds: Ident) -> it.Hold:
    return it.Hold(span, order, kinds)


def _link(
    span: Span,
    name: Ident,
    kind: Ident,
    to: Ident | None,
    table: it.Table,
    one_way: str | None,
) -> it.Link:
    return it.Link(span, name, kind, to, table, one_way is not None)


def _place(
    span: Span,
    word: str,
    name: Ident,
    label: Label | None,
    owner: Ident | None,
    pile: str | None,
    *rest: Ident | it.Prop,
) -> it.Place:
    kinds = tuple(part for part in rest if isinstance(part, Ident))
    props = tuple(part for part in rest if isinstance(part, it.Prop))
    return it.Place(span, word, name, label, owner, pile is not None, kinds, props)


def _prop(word: str) -> Builder:
    return lambda span: it.Prop(span, word, None, None)


def _named_prop(word: str) -> Builder:
    return lambda span, name: it.Prop(span, word, None, getattr(name, "text", name))


def _valued_prop(word: str) -> Builder:
    return lambda span, value, name=None: it.Prop(span, word, value, name)


def _var(
    span: Span,
    name: Ident,
    label: Label | None,
    owner: Ident | None,
    type: it.Type,
    start: Expr | None,
    *props: it.Prop,
) -> it.Var:
    return it.Var(span, name, label, owner, type, start, props)


def _track(
    span: Span,
    name: Ident,
    label: Label | None,
    owner: Ident | None,
    values: Expr | it.Table,
    start: Expr | None,
    *props: it.Prop,
) -> it.Track:
    return it.Track(span, name, label, owner, values, start, props)


def _type(
    span: Span,
    collection: str | None,
    domain: Expr | str,
    or_none: bool | None,  # noqa: FBT001  # the parser passes parts by place
) -> it.Type:
    if isinstance(domain, str):
        return it.Type(span, collection, None, is_effect=True, optional=bool(or_none))
    return it.Type(span, collection, domain, is_effect=False, optional=bool(or_none))


# --- 4. Definitions and derived state --------------------------------------------------------------


def _define(span: Span, name: Ident, params: Params, label: Label | None, expr: Expr) -> it.Define:
    return it.Define(span, name, params or (), label, expr)


def _value(
    span: Span,
    name: Ident,
    params: Params,
    label: Label | None,
    expr: Expr,
    policy: str,
    bound: str | None,
    bound_at: Expr | None,
) -> it.Value:
    return it.Value(span, name, params or (), label, expr, policy, bound, bound_at)


def _region(
    span: Span,
    name: Ident,
    label: Label | None,
    variable: Ident,
    source: Expr,
    condition: Expr | None,
    *joins: Ident,
) -> it.Region:
    return it.Region(span, name, label, variable, source, condition, joins)


def _award(
    span: Span,
    name: Ident,
    label: Label | None,
    player: Ident,
    kind: Ident,
    *lines: _Most | _Tied | Cite | Note,
) -> it.Award:
    most = next((line for line in lines if isinstance(line, _Most)), None)
    return it.Award(
        span=span,
        name=name,
        label=label,
        player=player,
        kind=kind,
        most=most.most if most else None,
        at_least=most.at_least if most else None,
        holder_keeps=any(isinstance(line, _Tied) for line in lines),
        notes=tuple(line for line in lines if isinstance(line, Cite | Note)),
    )


def _cases(
    span: Span,
    name: Ident,
    params: tuple[Param, ...],
    label: Label | None,
    *lines: it.Case | Cite | Note,
) -> it.Cases:
    return it.Cases(span, name, params, label, lines)


def _case_value(span: Span, name: Ident, variable: Ident | None, expr: Expr) -> it.Case:
    return it.Case(span, name, variable, expr, None)


def _case_body(span: Span, name: Ident, variable: Ident | None, body: Body) -> it.Case:
    return it.Case(span, name, variable, None, body)


def _case_name(_span: Span, name: Ident | Text) -> Ident:
    return Ident(name.span, name.value) if isinstance(name, Text) else name


def _use(span: Span, path: Text, beside: tuple[Ident, ...] | None) -> it.Use:
    return it.Use(span, path, beside or ())


ITEMS: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "start": all_of,
        "header": _header,
        "noted": _noted,
        "header_word": as_written,
        "players": _players,
        "needs": _needs("needs"),
        "excludes": _needs("excludes"),
        "use": _use,
        "label": _label,
        "cite": it.Cite,
        "note": it.Note,
        "clauses": all_of,
        "names": all_of,
        "setting": it.Setting,
        "choice_setting": _choice_setting,
        "reading": _reading,
        "by_players": _by_players,
        "by_entry": _by_entry,
        "enum": _enum,
        "enum_table": _enum_table,
        "group": _group,
        "one_per": lambda _span, kind: _OnePer(kind),
        "owned_by": lambda _span, owner: _OwnedBy((), owner),
        "group_members": _group_members,
        "members": all_of,
        "member_name": _member("name"),
        "member_kind": _member("kind"),
        "member_each": _member("each"),
        "component": _component,
        "component_word": as_written,
        "alike": _copies("alike"),
        "copies": _copies("copies"),
        "one_of_each": _copies("each"),
        "table": _table,
        "rows": _table,
        "by_count": yes,
        "field": it.Field,
        "field_name": word_or_name,
        "parts": _parts,
        "board": _board,
        "board_size": lambda _span, width, height: (width.value, height.value),
        "grid": as_written,
        "turned": _said("turned"),
        "stacked": _said("stacked"),
        "flat": _said("flat"),
        "board_places": _board_places,
        "places_word": as_written,
        "hold": _hold,
        "many": _said("many"),
        "one": _said("one"),
        "pile": _said("pile"),
        "link": _link,
        "place": _place,
        "place_word": as_written,
        "watcher": as_written,
        "seen": _named_prop("seen"),
        "size_seen": _named_prop("size_seen"),
        "start_with": _valued_prop("start_with"),
        "capped": _valued_prop("capped"),
        "unlimited": _prop("unlimited"),
        "cleared": _named_prop("cleared"),
        "stops": _prop("stops"),
        "var": _var,
        "track": _track,
        "type": _type,
        "collection": lambda _span, word, _of: word,
        "or_none": yes,
        "define": _define,
        "value": _value,
        "policy": as_written,
        "bound": as_written,
        "region": _region,
        "award": _award,
        "award_most": lambda _span, most, at_least: _Most(most, at_least),
        "award_tied": lambda _span: _Tied(),
        "cases": _cases,
        "case_value": _case_value,
        "case_body": _case_body,
        "case_name": _case_name,
    }
)
