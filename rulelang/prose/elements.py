"""Elements of sets: in goes `x in S where P`, out comes `a path next to it without a road`.

A set is told by the word for its elements and a tail behind it; conditions become parts of the tail where
they can (`with a road`, `of this field`), else a clause about `it`.
"""

from __future__ import annotations

import attrs

from rulelang.frozen import frozen
from rulelang.prose import (
    calls,
    modifiers,
    naming,
    nouns,
    numbers,
    places,
    possessives,
    russian,
)
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, Voice
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, EFFECT, NUMBER, REF, SET, Shape
from rulelang.syntax.trees import expressions as ex


@frozen
class Picked:
    """`x in S where P`."""

    variable: str
    source: ex.Expr
    condition: ex.Expr | None = None


@frozen
class Described:
    """The word for the elements of a set, and what stands behind it."""

    lemma: Lemma
    tail: str
    is_yours: bool = False

    def noun(self, voice: Voice, det: str, *, plural: bool) -> Phrase:
        """The word with its determiner and tail."""
        if not self.is_yours:
            return voice.with_tail(voice.noun(self.lemma, det, plural=plural), self.tail)
        yours = voice.noun(self.lemma, "your", plural=plural)
        if plural or det in {"", "the"}:
            return voice.with_tail(yours, self.tail)
        if voice.is_russian:
            if det not in {"each", "other"}:
                return voice.with_tail(yours, self.tail)

            def say(case: str) -> str:
                word = russian.determiner(det, yours.gender, case, animate=yours.animate)
                return f"{word} {yours.say(case)}"

            return voice.with_tail(voice.each_case(say, yours), self.tail)
        of = voice.noun(self.lemma, "your", plural=True).say()
        word = {"each": "each of", "no": "none of", "other": "another of"}.get(det, "one of")
        return voice.with_tail(Phrase((f"{word} {of}",), lemma=self.lemma), self.tail)


def is_constant(expr: ex.Expr, scope: Scope) -> bool:
    """Whether an expression is the name of one declared thing."""
    if isinstance(expr, ex.Text):
        return True
    if not isinstance(expr, ex.Name) or expr.ident.text in scope.bound:
        return False
    return expr.ident.text in scope.world.members


def describe(
    source: ex.Expr, scope: Scope, *, plural: bool
) -> Described | None:  # one for each form
    """The elements of a set as a word and a tail; None if it is told in another way."""
    voice, source = scope.voice, scope.world.meant(source)
    match source:
        case ex.Kind(ident=ident):
            return Described(scope.lemma(ident.text), "")
        case ex.KindOf(kind=kind, owner=owner):
            who = nouns.noun(owner, scope)
            if who == voice.you():
                return Described(scope.lemma(kind.text), "", is_yours=True)
            return Described(scope.lemma(kind.text), voice.tell("belonging_to", x=who))
        case ex.Constant(word="everyone"):
            return Described(scope.lemma("Player"), "")
        case ex.Clockwise():
            key = f"in_order_{source.direction}"
            return Described(
                scope.lemma("Player"), voice.tell(key, x=nouns.noun(source.start, scope))
            )
        case ex.Binary(op="on", left=left, right=right):
            inner = describe(left, scope, plural=plural)
            if inner is None:
                return None
            at = places.where(right, places.IN, scope, plural=plural)
            return Described(inner.lemma, f"{inner.tail} {at}".strip(), inner.is_yours)
        case ex.Binary(op=".."):
            return Described(scope.lemma("number"), numbers.spread(source, scope))
        case ex.Groups(source=whole):
            tail = voice.tell("of", x=nouns.noun(whole, scope))
            return Described(scope.lemma("connected_group"), tail)
        case ex.Comprehension(word="all"):
            return _filtered(source, scope, plural=plural)
        case ex.CallExpr():
            return calls.described(source, scope, plural=plural)
        case _:
            return _described_name(source, scope, plural=plural)


def _described_name(source: ex.Expr, scope: Scope, *, plural: bool) -> Described | None:
    voice, world = scope.voice, scope.world
    match source:
        case ex.Name(ident=ident) if ident.text in world.defines and ident.text not in scope.bound:
            return calls.described_definition(ident.text, (), scope, plural=plural)
        case ex.Name(ident=ident) if (one := _one_kept(ident.text, scope)) is not None:
            return Described(one, "")
        case ex.Name(ident=ident) if ident.text in world.regions:
            return Described(scope.lemma(ident.text), "")
        case ex.Name(ident=ident) if ident.text in scope.bound:
            bound = scope.bound[ident.text]
            region = world.regions.get(bound.shape.kind)
            if region is None or bound.shape.form != REF:
                return None
            lemma = scope.lemma(world.shape(region.source, {}).kind)
            return Described(lemma, possessives.behind(voice.tell("of", x=bound.phrase)))
        case ex.Name(ident=ident) if is_constant(source, scope) and _is_face(ident.text, scope):
            return Described(scope.lemma(ident.text), "")
        case ex.Of() | ex.Name():
            return _in_place(source, scope)
        case ex.Printed():
            if world.shape(source, scope.shapes).kind == "effect":
                if scope.teller.lexicon.has_words(source.field.text):
                    tail = voice.tell("of", x=nouns.noun(source.operand, scope))
                    return Described(scope.field(source.field.text), tail)
                tail = voice.tell("printed_on", x=nouns.noun(source.operand, scope))
                return Described(scope.lemma("effect"), tail)
            return None
        case ex.Binary(op="except", left=left, right=right):
            inner = describe(left, scope, plural=plural)
            if inner is None:
                return None
            tail = voice.tell("except_tail", x=nouns.noun(right, scope))
            return Described(inner.lemma, f"{inner.tail} {tail}".strip(), inner.is_yours)
        case _:
            return None


def _one_kept(name: str, scope: Scope) -> Lemma | None:
    """The word for one of a set that is kept, where its words say so."""
    one = scope.teller.lexicon.form(name, "one")
    if one is None or name in scope.bound or name not in scope.world.vars:
        return None
    kind = scope.world.shape(ex.Name(scope.world.vars[name].span, scope.world.vars[name].name), {})
    lemma = scope.teller.lexicon.of_text(one, animate=scope.lemma(kind.kind).animate)
    return attrs.evolve(lemma, name=kind.kind)


def _is_face(name: str, scope: Scope) -> bool:
    """Whether a name is one sort of alike components, of which there may be many."""
    item = scope.world.components.get(scope.world.members.get(name, ""))
    return item is not None and item.how == "alike"


def _in_place(source: ex.Of | ex.Name, scope: Scope) -> Described | None:
    shape = scope.world.shape(source, scope.shapes)
    name = source.name.text if isinstance(source, ex.Of) else source.ident.text
    if name in scope.bound or name not in {*scope.world.places, "supply"}:
        return None
    if shape.form not in {SET, BUNDLE}:
        return None
    one = scope.teller.lexicon.form(name, "one")
    if one is not None:
        return _one_there(one, source, scope.lemma(shape.kind), scope)
    return Described(scope.lemma(shape.kind), places.where(source, places.IN, scope))


def _one_there(one: str, source: ex.Of | ex.Name, kind: Lemma, scope: Scope) -> Described:
    """One of what a place is called by: `one of your fulfilled contracts`."""
    lemma = scope.teller.lexicon.of_text(one, animate=kind.animate)
    lemma = attrs.evolve(lemma, name=kind.name)
    holder = nouns.noun(source.owner, scope) if isinstance(source, ex.Of) else None
    if holder is None or holder == scope.voice.you():
        return Described(lemma, "", is_yours=holder is not None)
    return Described(lemma, scope.voice.tell("belonging_to", x=holder))


def _filtered(source: ex.Comprehension, scope: Scope, *, plural: bool) -> Described | None:
    inner = describe(source.source, scope, plural=plural)
    if inner is None:
        return None
    name = source.variable.text
    shape = Shape(REF, scope.world.shape(source.source, scope.shapes).kind)
    named = naming.renamed(name, shape.kind, source.condition, inner.lemma, scope)
    inner = Described(named.lemma, inner.tail, inner.is_yours)
    like = scope.voice.noun(inner.lemma, plural=plural)
    about = scope.bind(name, scope.voice.pronoun(like), shape)
    owned, rest = modifiers.tails(name, named.condition, about, like)
    tails = [owned, inner.tail, rest]
    if source.best_by is not None:
        tails.append(best(source, about, like))
    return Described(inner.lemma, " ".join(t for t in tails if t), inner.is_yours)


def best(source: ex.Comprehension, about: Scope, like: Phrase) -> str:
    """`with the least strength`."""
    assert source.best_by is not None
    voice = about.voice
    by = source.best_by
    key = f"with_{source.best}"
    if isinstance(by, ex.Printed) and modifiers.is_var(by.operand, source.variable.text):
        return voice.tell(key, x=voice.noun(about.field(by.field.text)))
    if isinstance(by, ex.Of) and modifiers.is_var(by.owner, source.variable.text):
        return voice.tell(key, x=voice.noun(about.lemma(by.name.text)))
    which = voice.pronoun(like, "which") if voice.is_russian else like
    return voice.tell(f"for_which_{source.best}", w=which, x=nouns.noun(by, about))


def element(
    picked: Picked, scope: Scope, *, plural: bool = False, det: str = "a", in_loop: bool = False
) -> tuple[Phrase, Scope]:
    """The phrase that brings up an element, and the scope in which its variable has a name.

    With `a_second` for `det` another one may be the same: `a second unit`, not `another unit`. With `any` it is just
    a unit, for what is not spoken of again.
    """
    voice = scope.voice
    picked = narrowed(picked)
    shape = _element_shape(picked.source, scope)
    how, inner = scope.introduce(picked.variable, shape, plural=plural, in_loop=in_loop)
    found = describe(picked.source, scope, plural=plural)
    if found is None:
        base = _one_of(picked.source, scope, det, plural=plural)
        about = scope.bind(picked.variable, voice.pronoun(base), shape)
        owned, rest = modifiers.tails(picked.variable, picked.condition, about, base)
        return voice.with_tail(base, f"{owned} {rest}".strip()), inner
    named = naming.renamed(picked.variable, shape.kind, picked.condition, found.lemma, scope)
    found = Described(named.lemma, found.tail, found.is_yours)
    like = voice.noun(found.lemma, plural=plural)
    about = scope.bind(picked.variable, voice.pronoun(like), shape)
    is_other = how == "other" and not _is_labelled(picked.source, scope)
    word = how if is_other and det in {"a", ""} else det
    condition = named.condition
    if word == "other":
        condition = _but_other(picked.variable, shape, condition, scope)
    owned, rest = modifiers.tails(picked.variable, condition, about, like)
    if (det == "a_second" and how != "other") or det == "any":
        word = "a"
    if plural and word == "a":
        word = ""
    lemma = scope.lemma(picked.variable) if how == "own" else found.lemma
    if how == "own" and word == "a":
        word = "the"
    found = Described(lemma, f"{owned} {found.tail}".strip(), found.is_yours)
    phrase = voice.with_tail(found.noun(voice, word, plural=plural), rest)
    if how == "a" and lemma.name != shape.kind and lemma.name:
        inner = inner.bind(picked.variable, voice.noun(lemma, "this", plural=plural), shape)
    return phrase, inner


def among(picked: Picked, scope: Scope) -> tuple[Phrase, Phrase] | None:
    """A set that is told as a whole, and what one of its elements would have to be; None for other sets."""
    picked = narrowed(picked)
    source, voice = picked.source, scope.voice
    is_told_apart = isinstance(source, ex.Binary) and source.op == "+"
    is_others = isinstance(source, ex.Constant) and source.word == "others"
    if is_told_apart or is_others or describe(source, scope, plural=False) is not None:
        return None
    shape = _element_shape(source, scope)
    like = voice.noun(scope.lemma(shape.kind))
    about = scope.bind(picked.variable, voice.pronoun(like), shape)
    owned, rest = modifiers.tails(picked.variable, picked.condition, about, like)
    return nouns.noun(source, scope), voice.with_tail(like, f"{owned} {rest}".strip())


def _but_other(
    variable: str, shape: Shape, condition: ex.Expr | None, scope: Scope
) -> ex.Expr | None:
    """A condition without `x != y`: `another K` says that already."""
    rest: ex.Expr | None = None
    for part in modifiers.conjuncts(condition):
        match part:
            case ex.Binary(op="!=", left=left, right=ex.Name(ident=other)) if (
                modifiers.is_var(left, variable)
                and other.text in scope.bound
                and scope.bound[other.text].shape == shape
            ):
                continue
            case _:
                rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
    return rest


def _is_labelled(source: ex.Expr, scope: Scope) -> bool:
    """Whether a set has a name of its own: one of it need not be `another` one of those told before."""
    name = source.name.text if isinstance(source, ex.CallExpr) else ""
    if isinstance(source, ex.Name) and source.ident.text not in scope.bound:
        name = source.ident.text
    lexicon = scope.teller.lexicon
    if name in scope.world.vars:
        return lexicon.form(name, "one") is not None
    return name in scope.world.defines and lexicon.label(name) is not None


def narrowed(picked: Picked) -> Picked:
    """`x in K where x in S and P` is `x in S where P`."""
    is_whole = isinstance(picked.source, ex.Kind) or (
        isinstance(picked.source, ex.Constant) and picked.source.word == "everyone"
    )
    parts = modifiers.conjuncts(picked.condition)
    if not is_whole or not parts:
        return picked
    first = parts[0]
    if not (
        isinstance(first, ex.Binary)
        and first.op == "in"
        and modifiers.is_var(first.left, picked.variable)
        and isinstance(first.right, ex.CallExpr)
    ):
        return picked
    rest: ex.Expr | None = None
    for part in parts[1:]:
        rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
    return Picked(picked.variable, first.right, rest)


def _element_shape(source: ex.Expr, scope: Scope) -> Shape:
    shape = scope.world.shape(source, scope.shapes)
    if shape.kind == "number":
        return Shape(NUMBER, "number")
    if shape.kind == "effect":
        return Shape(EFFECT, "effect")
    region = scope.world.regions.get(shape.kind)
    if region is not None and shape.form == REF:
        return Shape(REF, scope.world.shape(region.source, {}).kind)
    return Shape(REF, shape.kind)


def _one_of(source: ex.Expr, scope: Scope, det: str, *, plural: bool) -> Phrase:
    """An element of a set that is told as a whole."""
    voice = scope.voice
    whole = nouns.noun(source, scope)
    if plural:
        return whole
    if isinstance(source, ex.SetLit):
        like = voice.noun(scope.lemma(scope.world.shape(source, scope.shapes).kind))
        if det == "each":
            return voice.out_of("each", whole, like)
        return voice.joined([nouns.noun(item, scope) for item in source.items], "or")
    if isinstance(source, ex.Binary) and source.op == "+":
        flat = nouns.flat(source, "+")
        dets = [det, *("" if det == "no" else det for _ in flat[1:])]
        parts = [
            element(Picked("", part), scope, det=each)[0]
            for part, each in zip(flat, dets, strict=True)
        ]
        return voice.joined(parts, "and" if det == "each" else "or")
    if isinstance(source, ex.Constant) and source.word == "others":
        like = voice.noun(scope.lemma("Player"))
        if det == "each":
            return voice.each_other(scope.lemma("Player"))
        if det == "no" and not voice.is_russian:
            return Phrase((f"no other {like.say()}",), lemma=like.lemma)
        return voice.noun(scope.lemma("Player"), "other")
    shape = scope.world.shape(source, scope.shapes)
    like = voice.noun(scope.lemma(shape.kind))
    return voice.out_of("each" if det == "each" else "one", whole, like)


def selected(expr: ex.Comprehension, scope: Scope) -> Phrase:
    """`all(…)`, `first(…)`, `count(…)` as a phrase."""
    voice = scope.voice
    plural = expr.word in {"all", "count"}
    as_all = ex.Comprehension(
        expr.span, "all", expr.variable, expr.source, expr.best, expr.best_by, expr.condition
    )
    found = describe(as_all, scope, plural=plural)
    if found is None and expr.word in {"first", "last"} and expr.best_by is None:
        like = voice.noun(scope.lemma(_element_shape(expr.source, scope).kind))
        whole = voice.out_of(expr.word, nouns.noun(expr.source, scope), like)
    elif found is None:
        whole, _inner = element(
            Picked(expr.variable.text, expr.source, expr.condition), scope, plural=plural
        )
        if expr.best_by is not None:
            shape = _element_shape(expr.source, scope)
            about = scope.bind(expr.variable.text, voice.pronoun(whole), shape)
            whole = voice.with_tail(whole, best(expr, about, whole))
    elif expr.word in {"first", "last"} and expr.best_by is None:
        whole = voice.with_tail(voice.noun(found.lemma, expr.word), found.tail)
    else:
        det = "" if plural else "the"
        whole = found.noun(voice, det, plural=plural)
    if expr.word == "count":
        return nouns.head("count", voice.tell("of", x=whole), scope)
    return whole


def lying(expr: ex.Binary, scope: Scope) -> Phrase:
    """`Road on e`: the things that lie there."""
    found = describe(expr, scope, plural=True)
    if found is None:
        at = places.where(expr.right, places.IN, scope)
        return scope.voice.with_tail(nouns.noun(expr.left, scope), at)
    return found.noun(scope.voice, "", plural=True)


def total_of_field(expr: ex.Fold, scope: Scope) -> Phrase | None:
    """The sum of what is printed: `the total strength of the villagers in your clan`."""
    value = expr.expr
    if not (isinstance(value, ex.Printed) and modifiers.is_var(value.operand, expr.variable.text)):
        return None
    each = _all_of(expr, scope)
    total = scope.teller.lexicon.form(value.field.text, "total")
    if total is not None:
        head = scope.voice.noun(scope.teller.lexicon.of_text(total), "the")
        return scope.voice.with_tail(head, _on_all(expr, each, scope))
    return total_of(scope.field(value.field.text), each, scope)


def each_of_field(expr: ex.Fold, scope: Scope) -> Phrase | None:
    """One of what is printed so many times: `each mushroom on segments of this forest`."""
    value = expr.expr
    if not (isinstance(value, ex.Printed) and modifiers.is_var(value.operand, expr.variable.text)):
        return None
    one = scope.teller.lexicon.form(value.field.text, "every_one")
    if one is None:
        return None
    return scope.voice.with_tail(scope.voice.made(one), _on_all(expr, _all_of(expr, scope), scope))


def _all_of(expr: ex.Fold, scope: Scope) -> Phrase:
    picked = Picked(expr.variable.text, expr.source, expr.condition)
    return element(picked, scope, plural=True)[0]


def _on_all(expr: ex.Fold, each: Phrase, scope: Scope) -> str:
    """Where that is of which there is a sum: on places and parts, or of things."""
    if expr.condition is None and is_region(expr.source, scope):
        return places.where(expr.source, places.IN, scope)
    kind = _element_shape(expr.source, scope).kind
    if kind in {*scope.world.part_of, *scope.world.board_places}:
        return places.told(places.Spot("on", each), places.IN, scope)
    return scope.voice.tell("of", x=each)


def is_region(expr: ex.Expr, scope: Scope) -> bool:
    """Whether this is one region, such as a forest that was found."""
    name = expr.name.text if isinstance(expr, ex.CallExpr) else ""
    return name in scope.world.regions or (
        isinstance(expr, ex.Name)
        and expr.ident.text in scope.bound
        and scope.bound[expr.ident.text].shape.kind in scope.world.regions
    )


def total_of(lemma: Lemma, each: Phrase, scope: Scope) -> Phrase:
    """The sum of something over all of these, in every case: `общей силой жителей`."""
    voice = scope.voice
    total = scope.teller.lexicon.qualified(lemma, "общий" if voice.is_russian else "total")
    word = voice.noun(total)
    return voice.phrase("total_of", of=word, f=word, x=each)
