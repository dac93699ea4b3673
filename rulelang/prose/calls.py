"""What is computed: functions of the library, and definitions of the game by their label or their meaning.

The label of a definition is a noun (`exchange rate`), or for one that says yes or no a clause. It may name the
parameters as sentences do (`{v} is free`), and give its opposite behind a bar (`… | {v} is taken`). Without a
label the text says what the definition says.
"""

from __future__ import annotations

import re

import attrs

from rulelang.prose import clauses, elements, nouns, numbers, persons, places, rates
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import CLOSING, OPEN, PRONOUN, Phrase, has_comma, link, plain
from rulelang.prose.scope import ME, Bound, Scope
from rulelang.prose.world import FLAG, REF, SET, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

MAX_DEPTH = 6
BAR = "|"


def call(expr: ex.CallExpr, scope: Scope) -> Phrase:  # one arm for each function
    """The value of a function."""
    name, args, voice = expr.name.text, expr.args, scope.voice
    if name in scope.world.defines:
        return defined(name, args, scope)
    if name in scope.world.regions:
        like = voice.noun(scope.lemma(name), "the")
        return voice.phrase("region_of", of=like, r=like, x=nouns.noun(args[0], scope))
    if name in scope.world.scores:
        tail = voice.tell("for_line", x=nouns.linked_label(name, scope))
        return voice.with_tail(nouns.head_of("points", args[0], scope), tail)
    match name:
        case "min" | "max":
            return _bounded(expr, scope)
        case "entry" if isinstance(args[0], ex.ListLit):
            said, by, steps = rates.listed(expr, scope)
            return voice.made(voice.tell("depending_on", a=said, x=by, i=steps))
        case "points":
            return nouns.head_of("points", args[0], scope)
        case "the_one":
            return single(args[0], scope)
        case "owner_of" if nouns.is_this(nouns.noun(args[0], scope), scope):
            return nouns.head_of("owner", args[0], scope)
        case "owner_of":
            return nouns.head("owner", voice.tell("of", x=nouns.noun(args[0], scope)), scope)
        case "left_of" | "right_of":
            return nouns.head(name, voice.tell("of_side", x=nouns.noun(args[0], scope)), scope)
        case "place_of" | "cell_of":
            kind = scope.world.shape(expr, scope.shapes).kind
            like = voice.noun(scope.lemma(kind), "the")
            return voice.phrase("place_with", of=like, k=like, x=nouns.noun(args[0], scope))
        case "majority":
            like = voice.noun(scope.lemma("Player"), plural=True)
            return voice.phrase("majority", of=like, p=like, x=_bare(nouns.noun(args[0], scope)))
        case "top" | "bottom":
            shape = scope.world.shape(args[0], scope.shapes)
            lies = args[0].right if isinstance(args[0], ex.Binary) else args[0]
            at = places.where(lies, places.IN, scope)
            return voice.with_tail(voice.noun(scope.lemma(shape.kind), name), at)
        case _:
            return _further(expr, scope)


def _further(expr: ex.CallExpr, scope: Scope) -> Phrase:
    name, args, voice = expr.name.text, expr.args, scope.voice
    match name:
        case "next":
            shape = scope.world.shape(args[0], scope.shapes)
            of = nouns.noun(args[0], scope)
            if nouns.is_this(of, scope):
                word = "следующий" if voice.is_russian else "next"
                lemma = scope.teller.lexicon.qualified(scope.lemma(shape.kind), word)
                return voice.noun(lemma, "the")
            like = voice.noun(scope.lemma(shape.kind))
            return voice.phrase("next", of=like, k=like, x=of)
        case "rank_of":
            tail = voice.tell("rank_tail", x=nouns.noun(args[0], scope), k=_key(args[2], scope))
            return nouns.head("rank", tail, scope)
        case "step_of" | "row" | "column" | "height" | "distance":
            key = {"step_of": "step"}.get(name, name)
            said = voice.joined([nouns.noun(arg, scope) for arg in args[:2]])
            tail = voice.tell("between" if name == "distance" else "of", x=said)
            return nouns.head(key, tail, scope)
        case "open_sides":
            return nouns.head(
                "count", voice.tell("open_sides", x=nouns.noun(args[0], scope)), scope
            )
        case "cell":
            return _cell(expr, scope)
        case "group_of":
            tail = voice.tell("with_x", x=nouns.noun(args[0], scope))
            return nouns.head("part", tail, scope)
        case _:
            found = described(expr, scope, plural=True)
            if found is None:
                return voice.made(clauses.clause(expr, scope))
            return found.noun(voice, "", plural=True)


def _bare(phrase: Phrase) -> Phrase:
    """Without its article, behind `the most`."""
    return Phrase(tuple(form.removeprefix("the ") for form in phrase.forms), phrase.gender)


def _key(expr: ex.Expr, scope: Scope) -> Phrase:
    """What players are ranked by: the name of a definition, variable or field."""
    if isinstance(expr, ex.Name):
        return scope.voice.noun(scope.lemma(expr.ident.text), "the")
    return nouns.noun(expr, scope)


def _cell(expr: ex.CallExpr, scope: Scope) -> Phrase:
    voice = scope.voice
    kind = scope.world.shape(expr, scope.shapes).kind
    like = voice.noun(scope.lemma(kind), "the")
    values = [numbers.value_of(arg, scope) for arg in expr.args[1:]]
    if values == [0, 0]:
        return voice.noun(scope.lemma(kind), "first")
    x, y = (nouns.noun(arg, scope) for arg in expr.args[1:])
    return voice.phrase("cell_at", of=like, k=like, x=x, y=y)


def _bounded(expr: ex.CallExpr, scope: Scope) -> Phrase:
    """`max(0, x)` is x, at least 0; `min(2, x)` is x, at most 2; `max(x, -x)` is x without its sign."""
    voice = scope.voice
    match expr:
        case ex.CallExpr(
            name=ex.Ident(text="max"), args=(signed, ex.Unary(op="-", operand=same))
        ) if (size := nouns.noun(signed, scope)) == nouns.noun(same, scope):
            return voice.phrase("without_sign", of=size, x=size)
    known = [numbers.value_of(arg, scope) for arg in expr.args]
    fixed = [(n, arg) for n, arg in zip(known, expr.args, strict=True) if n is not None]
    rest = [arg for n, arg in zip(known, expr.args, strict=True) if n is None]
    if len(fixed) == 1 and len(rest) == 1:
        value = nouns.noun(rest[0], scope)
        if expr.name.text == "max" and fixed[0][0] == 0:
            inner = rest[0].operand if isinstance(rest[0], ex.Unary) else None
            if inner is not None:
                return voice.phrase("below_zero", x=nouns.noun(inner, scope))
            if not numbers.can_be_below_zero(rest[0], scope):
                return value
            return voice.phrase("never_below", of=value, x=value)
        key = "at_most" if expr.name.text == "min" else "at_least"
        return voice.phrase(key, of=value, x=value, n=nouns.noun(fixed[0][1], scope))
    case = "gen" if voice.is_russian else "nom"
    parts = voice.listed([nouns.noun(arg, scope).say(case) for arg in expr.args])
    is_least, is_pair = expr.name.text == "min", len(expr.args) == 2
    keys = ("smaller", "greater") if is_pair else ("smallest", "greatest")
    key = keys[0] if is_least else keys[1]
    return nouns.head(key, voice.tell("from_these", x=parts), scope)


def single(source: ex.Expr, scope: Scope) -> Phrase:
    """The only element of a set."""
    voice = scope.voice
    if isinstance(source, ex.SetLit) and len(source.items) == 1:
        return nouns.noun(source.items[0], scope)
    found = elements.describe(source, scope, plural=False)
    if found is None:
        shape = scope.world.shape(source, scope.shapes)
        like = voice.noun(scope.lemma(shape.kind))
        return voice.out_of("only", nouns.noun(source, scope), like)
    return found.noun(voice, "the", plural=False)


# --- sets ----------------------------------------------------------------------------------------------


def described(expr: ex.CallExpr, scope: Scope, *, plural: bool) -> elements.Described | None:
    """A function that gives a set, as a word and a tail."""
    name, args, voice = expr.name.text, expr.args, scope.voice
    if name in scope.world.defines:
        return described_definition(name, args, scope, plural=plural)
    if name in scope.world.regions or not args:
        return None
    shape = scope.world.shape(expr, scope.shapes)
    if shape.form != SET:
        return None
    lemma = scope.lemma(shape.kind)
    if name == "frontier":
        return _frontier(lemma, args[0], scope)
    key = {
        "beside": "next_to",
        "around": "around",
        "cells": "touching",
        "edges": "touching",
        "corners": "touching",
        "sides": "meeting",
        "parts": "on_tile",
        "pile_of": "pile_of",
        "majority": "majority_tail" if plural else "majority_tail_one",
    }.get(name)
    if key is None and name in scope.world.links:
        key = "linked_to"
    if key is None:
        return None
    word = scope.teller.lexicon.label(name) or name.replace("_", " ")
    of = nouns.noun(args[0], scope)
    return elements.Described(
        lemma, voice.tell(key, x=_bare(of) if name == "majority" else of, link=word)
    )


def _frontier(lemma: Lemma, board: ex.Expr, scope: Scope) -> elements.Described:
    """Free places where the next tile may lie: `a free spot next to a laid tile of your territory`."""
    voice, world = scope.voice, scope.world
    kinds = world.board_places[lemma.name].holds if lemma.name in world.board_places else ()
    laid = scope.lemma(kinds[0].kinds[0].text if kinds else "tile")
    name = board.name.text if isinstance(board, ex.Of) else ""
    is_owned = name in world.boards and world.boards[name].owner is not None
    of = voice.tell("of", x=nouns.noun(board, scope)) if is_owned else ""
    free = scope.teller.lexicon.qualified(lemma, "свободный" if voice.is_russian else "free")
    return elements.Described(free, voice.tell("frontier", t=voice.noun(laid), of=of))


def described_definition(
    name: str, args: tuple[ex.Expr, ...], scope: Scope, *, plural: bool
) -> elements.Described | None:
    """A definition of a set: by its label where that begins with the word for the elements, else by what it says."""
    item = scope.world.defines[name]
    if isinstance(item, syn.Cases) or name in scope.inlined:
        return None
    if scope.teller.lexicon.label(name):
        return _described_by_label(name, args, scope, plural=plural)
    inner = enter(name, args, scope)
    return elements.describe(item.expr, inner, plural=plural)


def _described_by_label(
    name: str, args: tuple[ex.Expr, ...], scope: Scope, *, plural: bool
) -> elements.Described | None:
    """`cells with your huts`: the word `cell` and what stands behind it; `one` of the words says how one is called."""
    shape = scope.world.of_define(name)
    if shape.form != SET:
        return None
    voice, lexicon, given = scope.voice, scope.teller.lexicon, slots(name, args, scope)
    kind = scope.lemma(shape.kind)
    one = lexicon.form(name, "one")
    if one is not None:
        one = plain(voice.fill(addressed(name, one, args, scope), given))
        lemma = lexicon.of_text(one, animate=kind.animate)
        return elements.Described(attrs.evolve(lemma, name=kind.name), "")
    label = lexicon.label(name) or ""
    many = kind.forms["plural_nom"]
    if not label.startswith(f"{many} ") or (voice.is_russian and "," in label):
        return None
    if _has_owner(args, scope) and not re.search(r"\{|\byour\b|\bваш", label):
        return None  # whose they are stands before the label
    tail = addressed(name, label.removeprefix(many), args, scope)
    return elements.Described(kind, voice.fill(tail, given))


# --- definitions -----------------------------------------------------------------------------------------


def enter(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> Scope:
    """The scope of a definition's expression: its parameters called as the arguments are."""
    item = scope.world.defines[name]
    bound: dict[str, Bound] = {}
    for param, arg in zip(item.params, args, strict=False):
        shape = scope.world.of_param(param, {})
        actual = scope.world.shape(arg, scope.shapes)
        if actual.form == REF and actual.kind != "thing":
            shape = Shape(shape.form, actual.kind) if shape.form == REF else shape
        number = numbers.value_of(arg, scope)
        bound[param.name.text] = Bound(nouns.noun(arg, scope), shape, number, scope.given(arg))
    return scope.only(bound, name)


def opened(expr: ex.Expr, scope: Scope) -> tuple[ex.Expr, Scope] | None:
    """A call of a definition without label: its expression and the scope to tell it in."""
    if isinstance(expr, ex.Name) and expr.ident.text not in scope.bound:
        name = expr.ident.text
        args: tuple[ex.Expr, ...] = ()
    elif isinstance(expr, ex.CallExpr):
        name, args = expr.name.text, expr.args
    else:
        return None
    item = scope.world.defines.get(name)
    if item is None or isinstance(item, syn.Cases) or scope.teller.lexicon.label(name):
        return None
    if name in scope.inlined or len(scope.inlined) > MAX_DEPTH:
        return None
    return item.expr, enter(name, args, scope)


def defined(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> Phrase:
    """The value of a definition: by its label, else by what it says."""
    voice = scope.voice
    item = scope.world.defines[name]
    label = scope.teller.lexicon.label(name)
    if label is not None:
        return _labelled(name, args, scope)
    if isinstance(item, syn.Cases):
        return _case(item, args, scope)
    if name in scope.inlined or len(scope.inlined) > MAX_DEPTH:
        return voice.noun(scope.lemma(name), "the")
    return nouns.noun(item.expr, enter(name, args, scope))


def _case(item: syn.Cases, args: tuple[ex.Expr, ...], scope: Scope) -> Phrase:
    first = args[0]
    wanted = first.ident.text if isinstance(first, ex.Name) else None
    inner = enter(item.name.text, args, scope)
    for line in item.lines:
        if isinstance(line, syn.Case) and line.name.text == wanted and line.expr is not None:
            return nouns.noun(line.expr, inner)
    tail = scope.voice.tell("for_x", x=nouns.noun(first, scope))
    return scope.voice.with_tail(scope.voice.noun(scope.lemma(item.name.text), "the"), tail)


def _labelled(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> Phrase:
    return scope.voice.with_tail(by_label(name, args, scope), extras(name, args, scope))


def extras(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> str:
    """What `words` add where a parameter is given that need not be: `with_off "less {off} for each"`."""
    said: list[str] = []
    for param, arg in zip(scope.world.defines[name].params, args, strict=False):
        form = scope.teller.lexicon.form(name, f"with_{param.name.text}")
        is_known = isinstance(arg, ex.Constant) or numbers.value_of(arg, scope) == 0
        if form is not None and not is_known:
            said.append(scope.voice.fill(form, slots(name, args, scope)))
    return " ".join(said)


def by_label(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> Phrase:
    """A definition by its words, without what an argument adds to them."""
    voice = scope.voice
    lemma = scope.lemma(name)
    given = slots(name, args, scope)
    if scope.teller.lexicon.form(name, "owned") == "yes" and _has_owner(args, scope):
        filled = {case: plain(voice.fill(lemma.forms[case], given)) for case in voice.cases}
        return _of_owner(Lemma(name, filled, lemma.gender, lemma.animate), args[0], scope)
    is_spoken = persons.SPOKEN_TO.search(lemma.forms["nom"]) is not None
    if is_spoken:
        about = {form: addressed(name, text, args, scope) for form, text in lemma.forms.items()}
        lemma = attrs.evolve(lemma, forms=about)
    if "{" in lemma.forms["nom"]:
        forms = []
        for case in voice.cases:
            said = voice.fill(_with_pronoun(lemma.forms[case], given), given)
            is_bare = not voice.is_russian and not said.startswith(("your ", "the ", "a ", OPEN))
            close = CLOSING if voice.is_russian and has_comma(lemma.forms[case]) else ""
            forms.append(("the " if is_bare else "") + link(name, plain(said)) + close)
        shape = scope.world.of_define(name)
        gender = "pl" if shape.form == SET else lemma.gender
        return Phrase(tuple(forms), gender, lemma.animate)
    first = args[0] if args else None
    is_player = first is not None and scope.world.shape(first, scope.shapes).kind == "Player"
    if is_spoken:
        has_det = lemma.forms["nom"].startswith(("your ", "ваш"))
        return voice.noun(lemma, "" if has_det else "the")
    if is_player and first is not None and scope.world.shape(first, scope.shapes).form == REF:
        return nouns.possessed(lemma, first, scope)
    return voice.noun(lemma, "the")


# Where a noun ends and what it is about begins: `результат | по виски`.
ABOUT = re.compile(r" (?=(?:по|за|в|на|от) )")


def _of_owner(lemma: Lemma, owner: ex.Expr, scope: Scope) -> Phrase:
    """Something of somebody, whose name stands next to the noun: `результат Красного по виски`."""
    voice, holder = scope.voice, nouns.noun(owner, scope)
    is_plain = not holder.say("gen" if voice.is_russian else "nom").startswith(PRONOUN)
    if not voice.is_russian or holder == voice.you() or not is_plain:
        return nouns.possessed(lemma, owner, scope)

    def say(case: str) -> str:
        head, *about = ABOUT.split(lemma.forms[case], maxsplit=1)
        return " ".join([link(lemma.name, head), holder.say("gen"), *about])

    return voice.each_case(say, voice.noun(lemma))


def _has_owner(args: tuple[ex.Expr, ...], scope: Scope) -> bool:
    """Whether a definition is about a player, whose it then is."""
    return bool(args) and scope.world.shape(args[0], scope.shapes) == Shape(REF, "Player")


# A noun that belongs to what follows, and nothing else.
OWNED = re.compile(r"([а-яё]+) \{(\w+):gen\}$")


def _with_pronoun(template: str, given: dict[str, Phrase | str | int]) -> str:
    """Russian `ценность {x:gen}` about a pronoun is `его ценность`."""
    found = OWNED.match(template)
    owner = given.get(found[2]) if found is not None else None
    if found is None or not isinstance(owner, Phrase) or not owner.say("gen").startswith(PRONOUN):
        return template
    return f"{owner.say('gen').removeprefix(PRONOUN)} {found[1]}"


def addressed(name: str, text: str, args: tuple[ex.Expr, ...], scope: Scope) -> str:
    """Words of a definition that speak to the reader, of the player that it is about here."""
    if persons.SPOKEN_TO.search(text) is None:
        return text
    params = scope.world.defines[name].params
    for param, arg in zip(params, args, strict=False):
        if scope.world.of_param(param, {}) == Shape(REF, "Player"):
            return persons.spoken_of(text, nouns.noun(arg, scope), scope)
    return persons.spoken_of(text, scope.bound[ME].phrase, scope)


def slots(name: str, args: tuple[ex.Expr, ...], scope: Scope) -> dict[str, Phrase | str | int]:
    """What a definition's words may name: its parameters, called as the arguments are."""
    params = scope.world.defines[name].params
    return {
        param.name.text: nouns.noun(arg, scope) for param, arg in zip(params, args, strict=False)
    }


def clause(name: str, args: tuple[ex.Expr, ...], scope: Scope, *, wanted: bool) -> str | None:
    """A labelled definition that says yes or no; None if it is told by what it says."""
    label = scope.teller.lexicon.label(name)
    if label is None or scope.world.of_define(name).form != FLAG:
        return None
    voice = scope.voice
    yes, bar, no = label.partition(BAR)
    opposite = scope.teller.lexicon.form(name, "is_not")
    if opposite is not None:
        bar, no = BAR, opposite
    given = slots(name, args, scope)
    spoken = addressed(name, yes.strip() if wanted or not bar else no.strip(), args, scope)
    said = voice.fill(spoken, given)
    if "{" not in label and not bar:
        said = voice.tell("it_holds", x=voice.quoted(link(name, said)))
        return said if wanted else voice.tell("not_so", c=said)
    if wanted or bar:
        return said
    return voice.tell("not_so", c=said)


def text_of(label: str) -> str:
    """A label without its slots, for headings."""
    return re.sub(r"\s*\{[^}]*\}\s*", " … ", label.partition(BAR)[0]).strip(" …")
