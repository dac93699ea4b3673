"""Worked examples of points: in goes a line of the score with what a position says of it, out come sentences with numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from rulelang.frozen import frozen
from rulelang.program.typing.typed_value import TypedValue
from rulelang.prose import nouns, worked
from rulelang.prose.cases import ATOM, PRODUCT, STEP, SUM, Case, Facts, Told, shown
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.worked import work
from rulelang.prose.world import REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk


@frozen
class Example:
    """Sentences of an example, and of how many terms its calculation has."""

    lines: tuple[str, ...]
    terms: int


@frozen
class Seat:
    """A player: the value, the name in the rules, and the points that are to be told."""

    value: TypedValue
    name: str
    points: int


@frozen
class Named:
    """A name around a rule that scores: its value, of which kind that is (nothing for a player), what `let` says."""

    name: str
    value: TypedValue
    kind: str
    source: ex.Expr | None


def case_of(facts: Facts, seats: Sequence[Seat], scope: Scope) -> Case:
    """The case of a position in which nothing is named yet."""
    players = tuple((seat.value, phrase_of(seat, scope)) for seat in seats)
    return Case(facts, {}, scope, scope, scope, players, {})


def phrase_of(seat: Seat, scope: Scope) -> Phrase:
    """What a player is called."""
    return scope.voice.noun(scope.lemma(seat.name))


def scored(item: syn.Score, case: Case, seat: Seat) -> Example | None:
    """What a line is worth to one player; None if that cannot be told."""
    assert not isinstance(item.value, syn.Rank)
    who = phrase_of(seat, case.you)
    inner = case.about(item.player.text, seat.value, who)
    told = work(item.value, inner)
    if told is None or told.value != seat.points:
        return None
    awards = case.you.world.awards
    names = (node.ident.text for node in walk(item.value) if isinstance(node, ex.Name))
    award = next((awards[name] for name in names if name in awards), None)
    if award is not None and award.most is not None:
        compared = worked.compare(award.most, award.player.text, case)
        told = attrs.evolve(told, compared=compared)
    return Example(tuple(_sentences(told, [who], case)), told.terms)


def with_names(case: Case, names: Sequence[Named], who: Phrase) -> Case:
    """The case in which the names around a rule are known."""
    for each in names:
        if each.source is not None:
            phrase = nouns.noun(each.source, case.named)
            shape = case.you.world.shape(each.source, case.you.shapes)
            given = {**case.given, each.name: (each.source, case)}
            case = attrs.evolve(case.bind(each.name, each.value, phrase, shape), given=given)
        elif each.kind:
            this = case.you.voice.noun(case.you.lemma(each.kind), "this")
            case = case.bind(each.name, each.value, this, Shape(REF, each.kind))
        else:
            case = case.about(each.name, each.value, who)
    return case


def earned(amount: ex.Expr, case: Case, seats: Sequence[Seat]) -> Example | None:
    """What somebody scored at once during play; None if there is nothing to tell but the number."""
    told = work(amount, case)
    is_given = isinstance(amount, ex.Name) and amount.ident.text not in case.given
    if told is None or told.value != seats[0].points or is_given:
        return None
    who = [phrase_of(seat, case.you) for seat in seats]
    is_bare = not (told.things or told.apart or told.facts or told.compared)
    return None if is_bare else Example(tuple(_sentences(told, who, case)), told.terms)


def given(choice: tuple[str, str], seat: Seat, scope: Scope) -> Example:
    """What a player scored for what was chosen: a rule, and for what."""
    rule, picked = choice
    span = scope.world.linked.header.span
    said = nouns.linked_label(rule, scope)
    if picked and not picked.lstrip("-").isdigit():
        said += f" ({nouns.noun(ex.Name(span, ex.Ident(span, picked)), scope).say()})"
    end = _scores([phrase_of(seat, scope)], Told(seat.points, shown(seat.points)), scope)
    return Example((scope.voice.tell("worked", a=f"{said}: {end}"),), 1)


def added(amounts: Sequence[int], seat: Seat, scope: Scope) -> Example:
    """What a player scored one after the other."""
    who = phrase_of(seat, scope)
    text = " + ".join(map(shown, amounts))
    told = Told(sum(amounts), text, SUM if len(amounts) > 1 else ATOM)
    line = _scores([who], told, scope)
    return Example((scope.voice.tell("worked", a=line),), len(amounts))


# --- sentences ---------------------------------------------------------------------------------------------


def _sentences(told: Told, who: Sequence[Phrase], case: Case) -> list[str]:
    voice = case.you.voice
    calculation = _points(told, case.you)
    facts = list(told.facts)
    if told.apart:
        facts.insert(0, _apart(told.apart, case))
    if told.things:
        facts.insert(0, voice.tell("worked_has", p=who[0], x=voice.joined(told.things)))
    said = "; ".join(facts)
    if told.compared:
        listed = voice.listed([words for words, _number in told.compared])
        last = f"{said}: {calculation}" if said else f"{who[0].say()}: {calculation}"
        return [voice.tell("worked", a=listed), last]
    is_own = len(who) == 1 and (bool(told.things) or not told.apart)
    end = calculation if is_own else _scores(who, told, case.you)
    return [voice.tell("worked", a=f"{said}: {end}")]


def _apart(things: Sequence[Phrase], case: Case) -> str:
    """What is counted elsewhere; of a region, as `a forest with 2 segments`."""
    voice, scope = case.you.voice, case.you
    counted = voice.joined(things)
    kinds = {bound.shape.kind for bound in scope.bound.values()} & set(scope.world.regions)
    if len(kinds) != 1:
        return counted.say()
    return voice.tell("worked_with", r=voice.noun(scope.lemma(kinds.pop()), "a"), x=counted)


def _scores(who: Sequence[Phrase], told: Told, scope: Scope) -> str:
    key = "worked_scores" if len(who) == 1 else "worked_score_each"
    return scope.voice.tell(key, p=scope.voice.joined(who), n=_points(told, scope))


def _points(told: Told, scope: Scope) -> str:
    """A calculation with the points that it comes to: `3 × 2 = 6 points`."""
    many = scope.voice.counted(abs(told.value), scope.lemma("point")).say("acc")
    many = f"−{many}" if told.value < 0 else many
    if told.equation == shown(told.value):
        return many
    return told.equation.removesuffix(shown(told.value)) + many


# --- places ------------------------------------------------------------------------------------------------


def ranked(rank: syn.Rank, player: str, case: Case, seats: Sequence[Seat]) -> Example | None:
    """Who has how much, who takes which place, and what those who tie share."""
    voice, scope = case.you.voice, case.you
    compared = worked.compare(rank.by, player, case)
    prizes = _prizes(rank.prizes, case)
    if not compared or prizes is None:
        return None
    lines = [voice.tell("worked", a=voice.listed([words for words, _number in compared]))]
    order = sorted(range(len(seats)), key=lambda at: -compared[at][1])
    place = 0
    for _number, same in groupby(order, key=lambda at: compared[at][1]):
        tied = list(same)
        told = _shared(prizes[place : place + len(tied)], len(tied), rank.ties or "")
        if any(seats[at].points != told.value for at in tied):
            return None
        if told.value:
            who = voice.joined([phrase_of(seats[at], scope) for at in tied])
            key = "worked_place" if len(tied) == 1 else "worked_places"
            nth = voice.tell(f"worked_{min(place + 1, 6)}")
            lines.append(voice.tell(key, p=who, i=nth, n=_points(told, scope)))
        place += len(tied)
    return Example(tuple(lines), len(lines)) if len(lines) > 1 else None


def _prizes(prizes: ex.Expr, case: Case) -> list[int] | None:
    while isinstance(prizes, ex.IfElse):
        holds = case.facts.number(prizes.condition, case.names)
        prizes = prizes.then if holds else prizes.otherwise
    items = prizes.items if isinstance(prizes, ex.ListLit) else (prizes,)
    found = [case.facts.number(item, case.names) for item in items]
    return [number for number in found if number is not None]


def _shared(prizes: Sequence[int], many: int, ties: str) -> Told:
    """The points of places that several take."""
    whole = sum(prizes)
    if many == 1 or "all" in ties:
        best = prizes[0] if prizes else 0
        return Told(best, shown(best))
    value = -(-whole // many) if "up" in ties else whole // many
    summed = " + ".join(map(shown, (prize for prize in prizes if prize)))
    text = f"({summed}) ÷ {many}" if "+" in summed else f"{summed} ÷ {many}"
    if whole % many:
        return Told(value, f"{text} → {shown(value)}", STEP)
    return Told(value, text, PRODUCT)
