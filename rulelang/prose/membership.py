"""Whether something is in a set or place, as a clause: `this card is in your hand`, `this unit is a cow`."""

from __future__ import annotations

from rulelang.prose import elements, naming, nouns, places, quantities
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, REF
from rulelang.syntax.trees import expressions as ex

YES, NO = "is_so", "is_not"


def member(expr: ex.Binary, scope: Scope, *, wanted: bool) -> str:
    """`x in S` as a clause."""
    voice, world = scope.voice, scope.world
    left = world.shape(expr.left, scope.shapes)
    right = world.shape(expr.right, scope.shapes)
    x = nouns.noun(expr.left, scope)
    if right.form == BUNDLE:
        return quantities.covered(expr, scope, wanted=wanted)
    source = expr.right
    named = named_so(expr.left, source, scope)
    if named is not None:
        return voice.tell("is" if wanted else "is_not", a=named[0], b=named[1])
    if isinstance(source, ex.Of | ex.Name) and (own := _kept_so(source, x, scope, wanted=wanted)):
        return own
    if isinstance(source, ex.CallExpr) and source.name.text in {"beside", "around"} and source.args:
        key = "is_next_to" if source.name.text == "beside" else "is_around"
        return voice.tell(key if wanted else f"not_{key}", a=x, b=nouns.noun(source.args[0], scope))
    if isinstance(source, ex.Of | ex.Name) and is_zone(source, scope):
        at = places.where(source, places.IN, scope)
        return voice.tell("lies" if wanted else "lies_not", x=x, where=at)
    if isinstance(source, ex.Binary) and source.op == "+":
        return _in_one_of(x, nouns.flat(source, "+"), scope, wanted=wanted)
    if isinstance(source, ex.SetLit):
        options = voice.joined([nouns.noun(item, scope) for item in source.items], "or")
        if not wanted and not voice.is_russian:
            options = Phrase((options.say().replace(", ", " nor ").replace(" or ", " nor "),))
        return voice.tell("is" if wanted else "is_neither", a=x, b=options)
    found = elements.describe(source, scope, plural=False) if left.form == REF else None
    is_place = left.kind in scope.world.board_places and "«" in x.say()
    if found is not None and is_place and voice.is_russian and not wanted:
        # «Клетка a1 — не свободная клетка» would be one that is taken.
        return voice.tell("is_not_among", a=x, b=_all_such(source, scope))
    if found is not None:
        one = found.noun(voice, "a", plural=False)
        return voice.tell("is" if wanted else "is_not", a=x, b=one)
    key = "is_among" if wanted else "is_not_among"
    if isinstance(source, ex.CallExpr) and source.name.text in scope.world.regions:
        key = "belongs_to" if wanted else "not_belongs_to"
    return voice.tell(key, a=x, b=nouns.noun(source, scope))


def _all_such(source: ex.Expr, scope: Scope) -> Phrase:
    found = elements.describe(source, scope, plural=True)
    assert found is not None
    return found.noun(scope.voice, "", plural=True)


def _in_one_of(x: Phrase, parts: list[ex.Expr], scope: Scope, *, wanted: bool) -> str:
    """Something that may be in any of several sets: in one or the other of them."""
    voice = scope.voice
    lies = [
        part.right if isinstance(part, ex.Binary) and part.op == "on" else part for part in parts
    ]
    zones = [at for at in lies if isinstance(at, ex.Of | ex.Name) and is_zone(at, scope)]
    if len(zones) == len(parts):
        where = voice.listed([places.where(at, places.IN, scope) for at in zones], "or")
        return voice.tell("lies" if wanted else "lies_not", x=x, where=where)
    whole = voice.joined([nouns.noun(part, scope) for part in parts], "or")
    return voice.tell("is_among" if wanted else "is_not_among", a=x, b=whole)


def _kept_so(source: ex.Of | ex.Name, x: Phrase, scope: Scope, *, wanted: bool) -> str | None:
    """Whether something is in a set that is kept, by the clauses of its words: `{x} is improved`."""
    name = source.name.text if isinstance(source, ex.Of) else source.ident.text
    said = scope.teller.lexicon.form(name, YES if wanted else NO)
    if said is None or name not in scope.world.vars or name in scope.bound:
        return None
    owner = nouns.noun(source.owner, scope) if isinstance(source, ex.Of) else ""
    return scope.voice.fill(said, {"x": x, "y": owner})


def named_so(left: ex.Expr, right: ex.Expr, scope: Scope) -> tuple[Phrase, Phrase] | None:
    """`u.kind = cow` where units are called by their kind: the unit, and a cow."""
    if not isinstance(left, ex.Printed):
        return None
    kind = scope.world.shape(left.operand, scope.shapes).kind
    if not naming.is_name(kind, left.field.text, scope):
        return None
    word = naming.word_for(right, scope)
    return None if word is None else (nouns.noun(left.operand, scope), scope.voice.noun(word, "a"))


def is_zone(source: ex.Of | ex.Name, scope: Scope) -> bool:
    name = source.name.text if isinstance(source, ex.Of) else source.ident.text
    return name in {*scope.world.places, "box", "supply"} and name not in scope.bound
