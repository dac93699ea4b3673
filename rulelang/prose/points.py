"""Scoring, end and victory as text."""

from __future__ import annotations

from rulelang.prose import (
    amounts,
    calls,
    clauses,
    earned,
    effects,
    elements,
    lookup,
    nouns,
    numbers,
    rates,
)
from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn


def score(item: syn.Score, scope: Scope) -> list[Line]:
    """A line of the score: how it is worked out, or where it is earned."""
    voice = scope.voice
    if item.player is not None:
        scope = scope.bind(item.player.text, voice.you(), Shape("ref", "Player"))
    if isinstance(item.value, syn.Rank):
        return _rank(item.value, scope)
    lines: list[Line] = []
    if not isinstance(item.value, ex.Number):
        lines += points(item.value, scope)
    return lines + earned.told(item.name.text, scope)


def points(expr: ex.Expr, scope: Scope) -> list[Line]:  # one for each form
    """A number of points, told by what it counts."""
    voice = scope.voice
    point = scope.lemma("point")
    match expr:
        case ex.Binary(op="+"):
            parts = [points(part, scope) for part in nouns.flat(expr, "+")]
            flat = [line for part in parts for line in part]
            return flat if len(flat) <= 3 else [Nest(voice.tell("points_sum"), tuple(flat))]
        case ex.IfElse(condition=condition, then=then, otherwise=otherwise):
            said = voice.tell(
                "points_if",
                n=amounts.counted_lemma(then, point, scope),
                c=clauses.clause(condition, scope),
            )
            if numbers.value_of(otherwise, scope) == 0:
                return [said]
            return [
                said,
                voice.tell("points_else", n=amounts.counted_lemma(otherwise, point, scope)),
            ]
        case ex.CallExpr() | ex.Name():
            opened = calls.opened(expr, scope)
            if opened is not None:
                return points(*opened)
            if (
                isinstance(expr, ex.CallExpr)
                and expr.name.text == "entry"
                and isinstance(expr.args[0], ex.ListLit)
            ):
                return [_table(expr.args[0], expr.args[1], scope)]
        case _:
            pass
    factor, rest = rates.split(expr, scope)
    key = "points_each" if factor >= 0 else "points_less"
    each = rates.rate(expr, point, scope)
    if each is not None:
        return [voice.tell(key, n=each)]
    total = _total(rest, scope) if factor == 1 else None
    if total is not None:
        return [total]
    amount = effects.negated(expr, scope) if factor < 0 else None
    amount = expr if amount is None else amount
    return [voice.tell(key, n=amounts.counted_lemma(amount, point, scope))]


def _table(values: ex.ListLit, index: ex.Expr, scope: Scope) -> str:
    """Points by a number: 0 for up to 4, 4 for 5, 8 for 6 or more."""
    voice, pairs = scope.voice, lookup.looked_up(values, index, scope)
    said = ", ".join(voice.tell("points_at", i=i, n=n) for i, n in pairs)
    return voice.tell("points_table", a=said, x=nouns.noun(lookup.index_of(index).by, scope))


def _total(expr: ex.Expr, scope: Scope) -> str | None:
    """`total(E for x in S)`: for each x, E points."""
    if not (isinstance(expr, ex.Fold) and expr.word == "total"):
        return None
    voice, name = scope.voice, expr.variable.text
    one, inner = elements.element(
        elements.Picked(name, expr.source, expr.condition), scope, det="each"
    )
    value = expr.expr
    known = rates.product(expr, scope)
    if known is not None:
        one, value = known
    about = inner.bind(name, voice.pronoun(one), inner.bound[name].shape)
    return voice.tell("points_each_is", x=one, n=effects.points_of(value, about))


def _rank(rank: syn.Rank, scope: Scope) -> list[Line]:
    voice = scope.voice
    player = voice.noun(scope.lemma("Player"), plural=True)
    for name, bound in scope.bound.items():
        if bound.phrase == voice.you() and name != "me":
            scope = scope.bind(name, voice.pronoun(player), bound.shape)
    lines: list[Line] = [voice.tell("rank", x=nouns.noun(rank.by, scope))]
    prizes = rank.prizes
    if isinstance(prizes, ex.IfElse):
        condition = clauses.clause(prizes.condition, scope)
        lines.append(voice.tell("when_c", a=_prizes(prizes.then, scope), c=condition))
        lines.append(f"{voice.tell('otherwise')} {_prizes(prizes.otherwise, scope)}")
    else:
        lines.append(_prizes(prizes, scope))
    ties = rank.ties or ""
    key = "ties_all" if "all" in ties else "ties_share_up" if "up" in ties else "ties_share_down"
    return [*lines, voice.tell(key)]


def _prizes(prizes: ex.Expr, scope: Scope) -> str:
    items = prizes.items if isinstance(prizes, ex.ListLit) else (prizes,)
    said = scope.voice.listed([nouns.noun(item, scope).say() for item in items])
    last = numbers.value_of(items[-1], scope)
    point = scope.voice.counted(5 if last is None else last, scope.lemma("point"))
    word = point.say("acc").partition(" ")[2]
    key = "rank_prizes" if len(items) > 1 else "rank_only"
    return scope.voice.tell(key, x=said, points=word)


def award(item: syn.Award, scope: Scope) -> list[Line]:
    """Who gets an award."""
    voice = scope.voice
    player = voice.noun(scope.lemma("Player"))
    inner = scope.bind(item.player.text, voice.pronoun(player), Shape("ref", "Player"))
    said: list[Line] = []
    if item.most is not None:
        label = nouns.linked_label(item.name.text, scope)
        led_by = nouns.noun(item.most, inner)
        bare = nouns.as_quantity(led_by, scope)
        least = ""
        if item.at_least is not None:
            least = voice.tell("award_least", n=_so_many(item.at_least, item.most, scope))
        in_words = _most(item.most, scope)
        key = "award" if bare is None else "award_most"
        key = key if in_words is None else "award_with"
        said.append(voice.tell(key, x=label, k=in_words or bare or led_by, least=least))
    said.append(voice.tell("award_keeps" if item.holder_keeps else "award_nobody"))
    return said


def _so_many(least: ex.Expr, of: ex.Expr, scope: Scope) -> Phrase:
    """The least that is needed of a definition, with the `unit` that its words name."""
    name = of.name.text if isinstance(of, ex.CallExpr) else ""
    known, lexicon = numbers.value_of(least, scope), scope.teller.lexicon
    if known is None or lexicon.form(name, "unit") is None:
        return nouns.noun(least, scope)
    return scope.voice.counted(known, lexicon.unit(name))


def _most(expr: ex.Expr, scope: Scope) -> str | None:
    """What the player has who has most of a definition, where its words say so: `the longest road`."""
    name = expr.name.text if isinstance(expr, ex.CallExpr) else ""
    return scope.teller.lexicon.form(name, "most")


def end(item: syn.End, scope: Scope) -> list[Line]:
    voice = scope.voice
    after = item.after.text if item.after is not None else "action"
    if after in {"action", "turn"}:
        when = voice.tell(f"after_{after}")
    else:
        when = voice.tell("after_step", x=nouns.linked_label(after, scope))
    return [voice.tell("end", c=clauses.clause(item.condition, scope), when=when)]


def win(item: syn.Win, scope: Scope) -> list[Line]:
    """Who wins, and what decides a tie."""
    voice = scope.voice
    their = voice.pronoun(voice.noun(scope.lemma("Player")))
    scope = scope.bind("p", their, Shape("ref", "Player"))
    lines: list[Line] = []
    for at, key in enumerate(item.keys):
        is_first = at == 0
        if isinstance(key, ex.Name) and key.ident.text == "points":
            lines.append(voice.tell("win" if is_first else "tie_points"))
        elif _is_yes_no(key):
            assert isinstance(key, ex.IfElse)
            if is_first and _is_active(key.condition):
                return [voice.tell("win_active")]  # only one player can be that
            said = clauses.clause(key.condition, scope)
            lines.append(voice.tell("win_if" if is_first else "tie_if", c=said))
        else:
            said_key = nouns.noun(key, scope)
            bare = nouns.as_quantity(said_key, scope)
            keys = ("win_key", "tie_break") if bare is None else ("win_most", "tie_most")
            lines.append(voice.tell(keys[0 if is_first else 1], k=bare or said_key))
    lines[2:] = [_still(line, scope) for line in lines[2:]]
    how = "win" if len(item.keys) > 1 else "tie"
    lines.append(voice.tell(f"{how}_shared" if item.shared else f"{how}_not_shared"))
    return lines


def _still(line: Line, scope: Scope) -> Line:
    """What decides a tie that is left when something else has been compared."""
    tie, still = scope.voice.tell("in_tie"), scope.voice.tell("still_tie")
    return line.replace(tie, still, 1) if isinstance(line, str) else line


def _is_active(expr: ex.Expr) -> bool:
    return (
        isinstance(expr, ex.Binary)
        and expr.op == "="
        and isinstance(expr.right, ex.Constant)
        and expr.right.word == "active"
    )


def _is_yes_no(expr: ex.Expr) -> bool:
    return (
        isinstance(expr, ex.IfElse)
        and isinstance(expr.then, ex.Number)
        and isinstance(expr.otherwise, ex.Number)
    )
