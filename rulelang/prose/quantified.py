"""Conditions on all, some or none of a set, and ways through it, as clauses: `each player has 3 points`."""

from __future__ import annotations

import re

from rulelang.prose import clauses, elements, nouns, quantities
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE
from rulelang.syntax.trees import expressions as ex

# What may stand before a noun at the start of a clause: a preposition; and so many of what is with it.
BEFORE = re.compile(r"|\S{1,3} |рядом с |вокруг |среди |(?:next to|around|among) ")
COUNTED = re.compile(r"there (?:is|are) \d+ ")


def quantified(expr: ex.Quantified, scope: Scope, *, wanted: bool) -> str:
    voice = scope.voice
    picked = elements.Picked(expr.variable.text, expr.source, expr.condition)
    if expr.word == "every":
        if not wanted:
            opposite = ex.Unary(expr.span, "not", expr.condition)
            other = elements.Picked(expr.variable.text, expr.source, opposite)
            among = elements.among(other, scope)
            if among is not None:
                return voice.tell("among_there_is", s=among[0], x=voice.with_article(among[1]))
            return voice.tell("there_is", x=elements.element(other, scope)[0])
        if _has_no_points(expr):
            return voice.tell("nobody_has_points")
        limits, condition = _excepted(expr)
        each, inner = elements.element(
            elements.Picked(expr.variable.text, expr.source, limits), scope, det="each"
        )
        said = clauses.clause(condition, inner)
        this = inner.bound[expr.variable.text].phrase
        begun = begin_with(said, this, each)
        return begun if begun is not None else voice.tell("for_all", x=each, c=said)
    is_there = (expr.word == "some") == wanted
    shared = _shared(expr, scope)
    if shared is not None:
        kind, both = voice.noun(scope.lemma(shared[0])), voice.joined(shared[1])
        key = "in_common" if is_there else "nothing_in_common"
        return voice.tell(key, k=kind, a=voice.with_article(kind), x=both)
    known = _of_known(expr, scope)
    if known is not None:
        return clauses.clause(*known, wanted=is_there)
    whole = elements.narrowed(picked)
    if whole.condition is None and elements.describe(whole.source, scope, plural=True) is None:
        return quantities.filled(whole.source, scope, wanted=is_there)
    among = elements.among(picked, scope)
    if among is not None and is_there:
        return voice.tell("among_there_is", s=among[0], x=voice.with_article(among[1]))
    if among is not None:
        return voice.tell("among_there_is_no", s=among[0], x=among[1])
    one, _inner = elements.element(picked, scope, det="any" if is_there else "no")
    return voice.tell("there_is" if is_there else "there_is_no", x=one)


def _shared(expr: ex.Quantified, scope: Scope) -> tuple[str, list[Phrase]] | None:
    """`some r in K where r in A and r in B`: the kind, and what both are called."""
    match expr.source, expr.condition:
        case ex.Kind(ident=kind), ex.Binary(
            op="and",
            left=ex.Binary(op="in", left=ex.Name(ident=one), right=first),
            right=ex.Binary(op="in", left=ex.Name(ident=other), right=second),
        ) if one.text == other.text == expr.variable.text:
            shapes = [scope.world.shape(each, scope.shapes) for each in (first, second)]
            if all(shape.form == BUNDLE for shape in shapes):
                return kind.text, [nouns.noun(first, scope), nouns.noun(second, scope)]
        case _:
            pass
    return None


def _has_no_points(expr: ex.Quantified) -> bool:
    """`every p in everyone where points(p) = 0`."""
    match expr.source, expr.condition:
        case ex.Constant(word="everyone"), ex.Binary(
            op="=", left=ex.CallExpr(name=ex.Ident(text="points")), right=ex.Number(value=0)
        ):
            return True
        case _:
            return False


def _excepted(expr: ex.Quantified) -> tuple[ex.Expr | None, ex.Expr]:
    """`every x in S where x = a or C`: of each x other than a that C holds."""
    limits: ex.Expr | None = None
    flat = nouns.flat(expr.condition, "or") if expr.condition is not None else []
    rest: list[ex.Expr] = []
    for part in flat:
        match part:
            case ex.Binary(op="=", left=ex.Name(ident=ident)) if ident.text == expr.variable.text:
                other: ex.Expr = ex.Binary(part.span, "!=", part.left, part.right)
            case ex.Binary(op="in", left=ex.Name(ident=ident), right=ex.SetLit()) if (
                ident.text == expr.variable.text
            ):
                other = ex.Unary(part.span, "not", part)
            case _:
                rest.append(part)
                continue
        limits = other if limits is None else ex.Binary(part.span, "and", limits, other)
    if limits is None or not rest or expr.condition is None:
        assert expr.condition is not None
        return None, expr.condition
    whole = rest[0]
    for part in rest[1:]:
        whole = ex.Binary(part.span, "or", whole, part)
    return limits, whole


def _of_known(expr: ex.Quantified, scope: Scope) -> tuple[ex.Expr, Scope] | None:
    """`some x in S where x = first(y in S) and P`: P of the first of them."""
    name, parts = expr.variable.text, nouns.flat(expr.condition, "and") if expr.condition else []
    if len(parts) != 2:
        return None
    match parts[0]:
        case ex.Binary(op="=", left=ex.Name(ident=ident), right=ex.Comprehension() as first):
            is_same = nouns.noun(first.source, scope) == nouns.noun(expr.source, scope)
            if ident.text != name or first.word not in {"first", "last"} or not is_same:
                return None
            shape = scope.world.shape(first, scope.shapes)
            return parts[1], scope.bind(name, nouns.noun(first, scope), shape)
        case _:
            return None


def begin_with(said: str, this: Phrase, each: Phrase) -> str | None:
    """The clause about `each player` where it begins with `this player` and names it only once."""
    for mine, theirs in zip(this.forms, each.forms, strict=True):
        before, found, rest = said.partition(mine)
        is_first = found and (
            BEFORE.fullmatch(before) is not None or COUNTED.match(before) is not None
        )
        if is_first and not any(form in rest for form in this.forms):
            return f"{before}{theirs}{rest}"
    return None


def path(expr: ex.Path, scope: Scope, *, wanted: bool) -> str:
    voice = scope.voice
    through, inner = elements.element(
        elements.Picked(expr.variable.text, expr.through, expr.condition), scope, plural=True
    )
    length = (
        "" if expr.length is None else voice.tell("of_length", n=nouns.noun(expr.length, inner))
    )
    return voice.tell(
        "way" if wanted else "no_way",
        a=nouns.noun(expr.start, scope),
        b=nouns.noun(expr.goal, scope),
        x=through,
        length=length,
    )
