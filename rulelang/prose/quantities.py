"""How many there are, as clauses: `you have at least 2 cards in your hand`, `the deck is empty`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from rulelang.frozen import frozen
from rulelang.prose import calls, clauses, elements, english, nouns, numbers, places, russian
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, REF, SET, Shape
from rulelang.syntax.trees import expressions as ex

BOUNDS = {
    ">=": "at_least_n",
    ">": "more_than_n",
    "<=": "at_most_n",
    "<": "fewer_than_n",
    "=": "exactly_n",
    "!=": "not_exactly_n",
}


COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}
MOST_PLAYERS, FEW_NUMBERS = 13, 3


@frozen
class Stock:
    """Countable things somewhere: the word, the tail, and who has them there if somebody does."""

    lemma: Lemma
    tail: str
    at: places.Spot | None
    is_yours: bool = False


def stock(things: ex.Expr, scope: Scope) -> Stock | None:
    """What a set of things is, apart from where it lies."""
    match things:
        case ex.Binary(op="on", left=left, right=right):
            found = elements.describe(left, scope, plural=True)
            lemma = found.lemma if found is not None else _face(left, scope)
            if lemma is None:
                return None
            tail, is_yours = (found.tail, found.is_yours) if found is not None else ("", False)
            return Stock(lemma, tail, places.spot(right, scope), is_yours)
        case ex.Of() | ex.Name():
            name = things.name.text if isinstance(things, ex.Of) else things.ident.text
            shape = scope.world.shape(things, scope.shapes)
            if name in scope.bound or name not in scope.world.places:
                return None
            if shape.form not in {SET, BUNDLE}:
                return None
            lemma = numbers.unit_in(things, scope)
            return Stock(lemma, "", places.spot(things, scope))
        case _:
            found = elements.describe(things, scope, plural=True)
            return None if found is None else Stock(found.lemma, found.tail, None, found.is_yours)


def _face(expr: ex.Expr, scope: Scope) -> Lemma | None:
    """One sort of alike things: `knight on deck`."""
    if isinstance(expr, ex.Name) and elements.is_constant(expr, scope):
        return scope.member(expr.ident.text)
    return None


def counted_stock(expr: ex.Expr, scope: Scope) -> Stock | None:
    """The things that a number counts; None if it is no count."""
    match expr:
        case ex.SizeOf(operand=operand):
            return stock(operand, scope)
        case ex.Comprehension(word="count", condition=None, source=source):
            return stock(source, scope)
        case ex.Comprehension(word="count"):
            as_all = ex.Comprehension(
                expr.span,
                "all",
                expr.variable,
                expr.source,
                expr.best,
                expr.best_by,
                expr.condition,
            )
            return stock(as_all, scope)
        case ex.Of(name=name, owner=owner, part=None) if name.text not in {
            *scope.world.places,
            *scope.world.vars,
            *scope.bound,
        }:
            if name.text not in scope.world.members or not isinstance(owner, ex.Of | ex.Name):
                return None
            if scope.world.shape(owner, scope.shapes).form != BUNDLE or _is_bound(owner, scope):
                return None
            return Stock(scope.member(name.text), "", places.spot(owner, scope))
        case _:
            return None


def _is_bound(expr: ex.Expr, scope: Scope) -> bool:
    return isinstance(expr, ex.Name) and expr.ident.text in scope.bound


def _is_this(expr: ex.Expr, kind: str, scope: Scope) -> bool:
    """Whether a variable is just called `this K`, not by a name that tells more."""
    assert isinstance(expr, ex.Name)
    lemma = scope.bound[expr.ident.text].phrase.lemma
    return lemma is None or lemma.forms["nom"] == scope.lemma(kind).forms["nom"]


def compared(left: ex.Expr, op: str, right: ex.Expr, scope: Scope) -> str | None:
    """A count against a number: `there are at least 2 roads on it`."""
    number = numbers.value_of(right, scope)
    opened = calls.opened(left, scope)
    if opened is not None and counted_stock(*opened) is not None:
        left, scope = opened
    found = counted_stock(left, scope)
    if number is not None and (owned := _owned_count(left, op, number, scope)) is not None:
        return owned
    if isinstance(left, ex.CallExpr) and number is not None and op in BOUNDS:
        said = _points(left, op, number, scope)
        if said is not None:
            return said
    if found is None or number is None:
        return None
    if number == 0 and op in {">", "!="}:
        return told(found, voice_amount(found, scope), scope)
    if number == 0 and op in {"=", "<="}:
        return told(found, "", scope)
    voice = scope.voice
    of = _counted(number, found, scope)
    if op == "=" and voice.is_russian and found.at is None and _led(found.tail, of.say()) is None:
        return voice.tell("there_are_in_all", x=of, tail=found.tail)
    return told(found, voice.tell(BOUNDS[op], x=of), scope, is_one=number == 1)


def _points(left: ex.CallExpr, op: str, number: int, scope: Scope) -> str | None:
    """The points that somebody has, in all or by one line of the score; None of other values."""
    voice, name = scope.voice, left.name.text
    if name != "points" and name not in scope.world.scores:
        return None
    who = nouns.noun(left.args[0], scope)
    line = "" if name == "points" else voice.tell("for_line", x=nouns.linked_label(name, scope))
    if number == 0 and op == "=":
        return voice.tell("has_no_points", who=who, line=line)
    points = voice.counted(number, scope.lemma("point"))
    amount = voice.tell(BOUNDS[op], x=points).replace("-", "−")
    return voice.tell("has_points", who=who, x=f"{amount} {line}".strip())


def _owned_count(left: ex.Expr, op: str, number: int, scope: Scope) -> str | None:
    """How many take part, or how many somebody has of what a definition counts: `you have 2 free boxes`."""
    voice = scope.voice
    match left:
        case ex.Name(ident=ex.Ident(text="players")) if "players" not in scope.bound:
            return _players(op, number, scope)
        case ex.CallExpr(name=name, args=(owner, *_rest)) if name.text in scope.world.defines:
            lemma = scope.lemma(name.text) if scope.teller.lexicon.label(name.text) else None
        case _:
            return None
    is_player = scope.world.shape(owner, scope.shapes) == Shape(REF, "Player")
    if lemma is None or not lemma.is_plural or "{" in lemma.forms["nom"] or not is_player:
        return None
    who = nouns.noun(owner, scope)
    if number == 0 and op in {">", "!=", "=", "<="}:
        many = voice.noun(lemma)
        return voice.tell("has" if op in {">", "!="} else "has_no", who=who, x=many, k=many)
    is_many = russian.counted_form(number, "nom", animate=False) == "plural_gen"
    if op == "=" and not (is_many if voice.is_russian else number > 1):  # no form for so few
        return voice.tell("faq_value", x=nouns.possessed(lemma, owner, scope), v=str(number))
    return voice.tell(
        "has_bound", who=who, x=voice.tell(BOUNDS[op], x=voice.counted(number, lemma))
    )


def _players(op: str, number: int, scope: Scope) -> str:
    """How many take part, by the numbers of players that the game is for: `3 or 4 players take part`."""
    voice, holds = scope.voice, COMPARE[op]
    meant = [n for n in range(1, MOST_PLAYERS) if scope.world.is_played_by(n) and holds(n, number)]
    if not meant or len(meant) > FEW_NUMBERS:
        of = voice.counted(number, scope.lemma("Player"))
        return voice.tell("take_part", x=of if op == "=" else voice.tell(BOUNDS[op], x=of))
    if meant == [1]:
        return voice.tell("takes_part")
    *first, last = meant
    counted = voice.counted(last, scope.lemma("Player")).say()
    return voice.tell("take_part", x=voice.listed([*map(str, first), counted], "or"))


def _counted(number: int, found: Stock, scope: Scope) -> Phrase:
    """`2 roads`, `2 of your roads`."""
    voice = scope.voice
    of = voice.counted(number, found.lemma)
    if not found.is_yours:
        return of
    if not voice.is_russian:
        yours = voice.noun(found.lemma, "your", plural=True).say()
        return Phrase((f"{number} of {yours}",), of.gender)

    def say(case: str) -> str:
        like = "gen" if number > 1 and case in {"nom", "acc"} else case
        word = russian.determiner("your", of.gender, like, animate=of.animate)
        return of.say(case).replace(f"{number} ", f"{number} {word} ", 1)

    return voice.each_case(say, of)


def voice_amount(found: Stock, scope: Scope) -> str:
    """`a road`: that there is any."""
    voice = scope.voice
    if found.lemma.is_mass or found.lemma.is_plural:
        return voice.noun(found.lemma).say()
    return elements.Described(found.lemma, "", found.is_yours).noun(voice, "a", plural=False).say()


def told(found: Stock, amount: str, scope: Scope, *, is_one: bool = False) -> str:
    """`there are AMOUNT there`, or that there is nothing of it."""
    voice = scope.voice
    tail, at = found.tail, found.at
    det = "your" if found.is_yours else ""
    many = voice.noun(found.lemma, det, plural=not found.lemma.is_mass)
    if at is not None and at.holder is not None:
        is_any = amount == voice_amount(found, scope)
        key = ("has" if is_any else "has_bound") if amount else "has_no"
        is_so_called = scope.lemma(at.name).forms["nom"] == found.lemma.forms["plural_nom"]
        inside = "" if is_so_called else _inside(at, scope)
        return voice.tell(
            key,
            who=at.holder,
            x=f"{amount} {tail}".strip(),
            where=inside,
            k=voice.with_tail(many, tail),
        )
    where = places.told(at, places.IN, scope) if at is not None else ""
    if voice.is_russian and not where and (led := _led(tail, amount)) is not None:
        where, tail = led
    if amount:
        is_any = amount == voice_amount(found, scope) or (voice.is_russian and not where)
        is_many = not (is_any or is_one or found.lemma.is_mass)
        agreeing = voice.noun(found.lemma, plural=is_many)
        key = "there_are" if is_any else "there_are_bound"
        return voice.tell(key, x=amount, k=agreeing, tail=tail, where=where)
    key = "there_are_none" if found.is_yours else "there_are_no"
    return voice.tell(key, k=many, tail=tail, where=where)


# Whose they are, where they are, and what else is said of them.
PARTS = re.compile(
    r"(?P<of>[^,]*?) ?(?<![а-яё])(?P<where>(?:рядом|на|в|во|у|вокруг|среди) [^,]*)(?P<rest>,.*)?"
)


def _led(tail: str, amount: str) -> tuple[str, str] | None:
    """A Russian tail in two: where something is, with which a sentence begins, and the rest.

    No number comes to stand beside that of the amount: not `в коробке с силой 8 7 жителей`.
    """
    found = PARTS.fullmatch(tail.strip())
    if found is None or (plain(found["where"])[-1:].isdigit() and plain(amount)[:1].isdigit()):
        return None
    return found["where"], f"{found['of']}{found['rest'] or ''}"


def filled(operand: ex.Expr, scope: Scope, *, wanted: bool) -> str:
    """`some S`, `no S`."""
    voice = scope.voice
    match operand:
        case ex.Binary(op="on", left=ex.Name(ident=ident) as thing, right=place) if _is_one_thing(
            ident.text, scope
        ):
            where = places.where(place, places.IN, scope)
            return voice.tell(
                "lies" if wanted else "lies_not", x=nouns.noun(thing, scope), where=where
            )
        case _:
            pass
    shape = scope.world.shape(operand, scope.shapes)
    name = getattr(getattr(operand, "name", None) or getattr(operand, "ident", None), "text", "")
    if name in scope.world.places and name not in scope.bound:
        found = stock(operand, scope)
        if (
            found is not None
            and found.at is not None
            and found.at.holder is None
            and not isinstance(operand, ex.Of)
        ):
            return voice.tell("not_empty" if wanted else "empty", x=found.at.phrase)
        if found is not None:
            return told(found, voice_amount(found, scope) if wanted else "", scope)
    named = kept_by(operand, scope)
    if named is not None:
        return filled(named[0], named[1], wanted=wanted)
    if _is_bound(operand, scope) and shape.form == REF and _is_this(operand, shape.kind, scope):
        one = voice.noun(scope.lemma(shape.kind), "a")
        return voice.tell(
            "exists_such" if wanted else "exists_no_such",
            x=one if wanted else voice.noun(scope.lemma(shape.kind)),
        )
    if isinstance(operand, ex.Printed):
        x = nouns.noun(operand.operand, scope)
        anything = voice.noun(scope.lemma(shape.kind), "a")
        verb = clauses.by_verb(operand.field.text, x, anything, scope) if wanted else None
        if verb is not None:
            return f"{x.say()} {verb}"
        field = voice.noun(scope.field(operand.field.text), "a" if wanted else "")
        return voice.tell("has_field" if wanted else "has_no_field", a=x, f=field)
    if shape.form == REF or name in scope.world.vars:
        return _exists(operand, scope, wanted=wanted)
    found = stock(operand, scope)
    if found is None:
        return _exists(operand, scope, wanted=wanted)
    return told(found, voice_amount(found, scope) if wanted else "", scope)


def kept_by(operand: ex.Expr, scope: Scope) -> tuple[ex.Expr, Scope] | None:
    """What a name stands for that a `let` gave to something kept, with the scope to tell it in."""
    match operand:
        case ex.Name(ident=ident) if ident.text in scope.bound:
            given = scope.bound[ident.text].given
            return given if given is not None and isinstance(given[0], ex.Of) else None
        case _:
            return None


def _is_one_thing(name: str, scope: Scope) -> bool:
    """Whether a name is that of a single card or tile, of which there are not several."""
    item = scope.world.components.get(scope.world.members.get(name, ""))
    if name in scope.bound or item is None:
        return False
    return item.word in {"card", "tile"} and item.how != "alike"


def _inside(at: places.Spot, scope: Scope) -> str:
    """Where somebody who was just named has something: `in their hand`, `в руке`."""
    voice = scope.voice
    bare = voice.noun(scope.lemma(at.name))
    if not voice.is_russian:
        whose = "your" if at.holder == voice.you() else "their"
        bare = Phrase((f"{whose} {bare.say()}",), bare.gender)
    return places.told(places.Spot(at.how, bare), places.IN, scope)


def _exists(operand: ex.Expr, scope: Scope, *, wanted: bool) -> str:
    voice = scope.voice
    if isinstance(operand, ex.Of) and operand.name.text in scope.world.vars:
        held = voice.noun(scope.lemma(operand.name.text), "a" if wanted else "")
        key = "has_field" if wanted else "has_no_field"
        return voice.tell(key, a=nouns.noun(operand.owner, scope), f=held)
    x = nouns.noun(operand, scope)
    if not voice.is_russian and x.say().startswith("the "):
        bare = x.say().removeprefix("the ")
        a = "" if not wanted or x.is_plural else f"{english.article(plain(bare))} "
        x = Phrase((f"{a}{bare}",), x.gender)
    return voice.tell("exists" if wanted else "exists_not", x=x)


def covered(expr: ex.Binary, scope: Scope, *, wanted: bool) -> str:
    """An amount that an account holds: `the player has 2 wool`."""
    voice = scope.voice
    amount = nouns.noun(expr.left, scope)
    if scope.world.shape(expr.left, scope.shapes).form == REF:
        amount = nouns.noun(expr.left, scope)
    if _is_bound(expr.right, scope):
        whole = nouns.noun(expr.right, scope)
        return voice.tell("is_part" if wanted else "is_no_part", a=amount, b=whole)
    at = places.spot(expr.right, scope)
    where = places.told(at, places.IN, scope)
    if at.holder is not None:
        inside = _inside(at, scope)
        key = "has" if wanted else "has_not"
        return voice.tell(key, who=at.holder, x=amount, where=inside, k=amount)
    return voice.tell("holds_amount" if wanted else "holds_no_amount", x=amount, where=where)
