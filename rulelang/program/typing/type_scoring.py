"""Type scoring, awards, the end and the winner. Every line is a definition of its player."""

from __future__ import annotations

from itertools import accumulate

from rulelang.diagnostics import codes
from rulelang.program.declare.fitting_types import FAR, constant_value, number
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.model import Award, Define, End, Invariant, ScoreLine, Var
from rulelang.program.nodes import (
    Arith,
    CallDefine,
    Compare,
    Const,
    Expr,
    Fold,
    Ids,
    Local,
    TableGet,
    VarGet,
)
from rulelang.program.types import FLAG, IntType, SetType
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Frame, Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

POINTS = IntType(-FAR, FAR)


def cites_of(notes: tuple[syn.Cite | syn.Note, ...]) -> tuple[str, ...]:
    return tuple(c for note in notes if isinstance(note, syn.Cite) for c in note.clauses)


def _player_scope(symbols: Symbols, name: str, frame: str) -> tuple[Scope, str]:
    return Scope(symbols, Frame(frame)).bind(name, symbols.player_type)


def type_scores(symbols: Symbols) -> tuple[ScoreLine, ...]:
    """All scoring lines: declared ones, and those that are only ever added to in play."""
    items = [item for item in symbols.linked.items if isinstance(item, syn.Score)]
    lines = [_score_line(item, symbols) for item in items]
    declared = {item.name.text for item in items}
    for name, span in symbols.earned.items():
        if name not in declared:
            lines.append(
                ScoreLine(
                    span=span,
                    name=name,
                    label=words(None, name),
                    player="p",
                    expr=None,
                    prizes=None,
                    ties="",
                    earned=True,
                    cites=(),
                )
            )
    return tuple(lines)


def _score_line(item: syn.Score, symbols: Symbols) -> ScoreLine:
    scope, player = _player_scope(symbols, item.player.text, f"score {item.name.text}")
    if isinstance(item.value, syn.Rank):
        expr = _rank(item.value, item.player.text, scope)
    else:
        expr = exprs.type_int(item.value, scope)
    return ScoreLine(
        span=item.name.span,
        name=item.name.text,
        label=words(item.label, item.name.text),
        player=player,
        expr=expr,
        prizes=None,
        ties="",
        earned=item.name.text in symbols.earned,
        cites=cites_of(item.notes),
    )


def _rank(node: syn.Rank, player: str, scope: Scope) -> Expr:
    """Players in order of `by`; those tied on places i…j share (or all get) their prizes.

    With b players strictly better and t tied (oneself included) the places are b+1 … b+t.
    """
    symbols = scope.symbols
    mine = exprs.type_int(node.by, scope)
    players = symbols.player_type
    inner, other = scope.bind(player, players)
    theirs = exprs.type_int(node.by, inner)
    prizes = _prizes(node.prizes, scope)
    everyone = Ids(SetType(players), players.ids)
    count = IntType(0, symbols.players)
    better = Fold(count, "count", other, everyone, Compare(FLAG, ">", theirs, mine), None)
    tied = Fold(
        IntType(1, symbols.players),
        "count",
        other,
        everyone,
        Compare(FLAG, "==", theirs, mine),
        None,
    )
    padded = [*prizes, *([0] * symbols.players)]
    if node.ties == "all score":
        return TableGet(symbols.int_range(padded), symbols.list_table(tuple(padded)), better)
    sums = [0, *accumulate(padded[:-1])]
    table = symbols.list_table(tuple(sums))
    type_ = symbols.int_range(sums)
    last = Arith(IntType(0, 2 * symbols.players), "+", better, tied)
    pooled = Arith(POINTS, "-", TableGet(type_, table, last), TableGet(type_, table, better))
    op = "ceil" if node.ties == "share rounded up" else "//"
    return Arith(IntType(min(0, *prizes), max(0, *prizes)), op, pooled, tied)


def _prizes(node: ex.Expr, scope: Scope) -> list[int]:
    if isinstance(node, ex.IfElse):
        # A list by the number of players or a setting: which one is known before play.
        condition = exprs.type_flag(node.condition, scope)
        known = constant_value(condition)
        if known is not None:
            return _prizes(node.then if known else node.otherwise, scope)
    if isinstance(node, ex.ListLit):
        found = [exprs.type_int(item, scope) for item in node.items]
        if all(isinstance(item, Const) for item in found):
            return [item.value for item in found if isinstance(item, Const)]
    scope.symbols.report.error(
        codes.WRONG_TYPE, node.span, found="no list", expected="a list of prizes such as [12, 6]"
    )
    return [0]


def points_define(scores: tuple[ScoreLine, ...], symbols: Symbols) -> Define:
    """`points(p)`: the sum of all lines."""
    player = Local(symbols.player_type, "p")
    parts = [part for line in scores for part in line_parts(line, player, symbols)]
    # Summed in pairs, so that many lines do not nest deeply.
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        odd = parts[-1:] if len(parts) % 2 else []
        parts = [*(Arith(POINTS, "+", left, right) for left, right in pairs), *odd]
    total = parts[0] if parts else number(0)
    span = symbols.linked.header.span
    params = (("p", symbols.player_type),)
    return Define(span, "points", words(None, "points"), params, POINTS, total, uses_me=False)


def line_parts(line: ScoreLine, player: Expr, symbols: Symbols) -> list[Expr]:
    """What a line is made of: what it computes and what was added in play."""
    parts: list[Expr] = []
    if line.expr is not None:
        parts.append(CallDefine(POINTS, f"score {line.name}", (player,)))
    if line.earned:
        parts.append(VarGet(POINTS, f"score {line.name}", player))
    return parts


def score_defines(scores: tuple[ScoreLine, ...], symbols: Symbols) -> list[Define]:
    return [
        Define(
            line.span,
            f"score {line.name}",
            line.label,
            ((line.player, symbols.player_type),),
            POINTS,
            line.expr,
            uses_me=False,
        )
        for line in scores
        if line.expr is not None
    ]


def declare_earned(scores: tuple[ScoreLine, ...], symbols: Symbols) -> None:
    """Points added in play are kept in a variable for each line and player."""
    for line in scores:
        if line.earned:
            name = f"score {line.name}"
            symbols.vars[name] = Var(
                name=name,
                label=line.label,
                owner_kind=PLAYER,
                owner_ids=tuple(range(symbols.players)),
                type=POINTS,
                start=number(0),
                cleared=None,
                seen="everyone",
                hidden=True,
            )


# --- awards, end, winner --------------------------------------------------------------------------------


def type_awards(symbols: Symbols) -> tuple[Award, ...]:
    made = []
    for item in symbols.awards.values():
        scope, player = _player_scope(symbols, item.player.text, f"award {item.name.text}")
        most = exprs.type_int(item.most, scope) if item.most is not None else number(0)
        least = exprs.type_int(item.at_least, scope) if item.at_least is not None else number(1)
        made.append(
            Award(
                span=item.name.span,
                name=item.name.text,
                label=words(item.label, item.name.text),
                player=player,
                most=most,
                at_least=least,
                holder_keeps=item.holder_keeps,
                cites=cites_of(item.notes),
            )
        )
    return tuple(made)


def type_ends(symbols: Symbols) -> tuple[End, ...]:
    made = []
    for item in symbols.linked.items:
        if isinstance(item, syn.End):
            condition = exprs.type_flag(item.condition, Scope(symbols, Frame("end")))
            after = item.after.text if item.after is not None else "action"
            made.append(End(item.span, condition, after, cites_of(item.notes)))
    return tuple(made)


def type_win(symbols: Symbols) -> tuple[tuple[Expr, ...], str, bool]:
    """The keys that decide, in turn; without a `win` item most points win, shared if tied."""
    scope, player = _player_scope(symbols, "p", "win")
    item = next((i for i in symbols.linked.items if isinstance(i, syn.Win)), None)
    if item is None:
        return (CallDefine(POINTS, "points", (Local(symbols.player_type, player),)),), player, True
    keys: list[Expr] = []
    for key in item.keys:
        if isinstance(key, ex.Name) and key.ident.text == "points":
            keys.append(CallDefine(POINTS, "points", (Local(symbols.player_type, player),)))
        else:
            keys.append(exprs.type_int(key, scope))
    if not item.shared:
        symbols.report.error(
            codes.TIE_NOT_SETTLED,
            item.span,
            help="say what happens when everything is equal: `, else shared`",
        )
    return tuple(keys), player, item.shared


def type_invariants(symbols: Symbols) -> tuple[Invariant, ...]:
    made = []
    for item in symbols.linked.items:
        if isinstance(item, syn.Invariant):
            expr = exprs.type_flag(item.expr, Scope(symbols, Frame(f"invariant {item.name.text}")))
            label = words(item.label, item.name.text)
            made.append(Invariant(item.name.span, item.name.text, label, expr))
    return tuple(made)
