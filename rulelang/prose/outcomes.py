"""The answers of a test, as sentences: what there is now, what is true, what may be done, who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulelang.prose import (
    claims,
    given,
    nouns,
    permissions,
    places,
    played,
    refusals,
    tallies,
    things,
)
from rulelang.prose.lines import Line
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

Outcome = syn.Refused | syn.Allowed | syn.Offered | syn.HoldsTrue | syn.Has | syn.Wins


def outcomes(found: tuple[Outcome, ...], scope: Scope) -> Iterator[Line]:
    """The answers; neighbours that say the same of several are told at once."""
    for others, numbers in tallies.runs(_news(found, scope), scope):
        yield from tallies.there(_in_turn(others, scope), scope)
        if numbers:
            yield tallies.told(numbers, scope)


def _news(found: tuple[Outcome, ...], scope: Scope) -> tuple[Outcome, ...]:
    """The answers but for how many things there are in a place of which all are listed."""
    listed = {
        places.spot(each.target, scope).phrase.say(): sum(
            things.exactly(part, scope) for part in things.parts(each.what)
        )
        for each in found
        if isinstance(each, syn.Has) and not things.is_nothing(each.what)
    }
    return tuple(each for each in found if not _is_sum(each, listed, scope))


def _is_sum(outcome: Outcome, listed: dict[str, int], scope: Scope) -> bool:
    match outcome:
        case syn.HoldsTrue(
            expr=ex.Binary(op="=", left=ex.SizeOf(operand=place), right=ex.Number(value=number))
        ) if isinstance(place, ex.Of | ex.Name):
            return listed.get(places.spot(place, scope).phrase.say()) == number
        case _:
            return False


def _in_turn(found: Sequence[Outcome], scope: Scope) -> Iterator[Line]:
    for sort, same in groupby(found, key=lambda each: _outcome_sort(each, scope)):
        group = list(same)
        first = group[0]
        if sort[0] == "points" and len(group) > 1:
            yield _same_points(group, scope)
        elif sort[0] == "same" and len(group) > 1 and isinstance(first, syn.Has):
            yield given.same_things(_targets(group), first.what, scope)
        elif sort[0] == "without" and len(group) > 1:
            yield claims.without([e.expr for e in group if isinstance(e, syn.HoldsTrue)], scope)
        elif sort[0] == "may":
            yield from permissions.told(
                [e for e in group if isinstance(e, permissions.Answer)], scope
            )
        elif sort[0] == "nothing":
            yield from things.empty(_targets(group), scope)
        else:
            yield from (said for each in group for said in _outcome(each, scope))


def _targets(group: list[Outcome]) -> list[ex.Expr]:
    return [each.target for each in group if isinstance(each, syn.Has)]


def _outcome_sort(outcome: Outcome, scope: Scope) -> tuple[str, ...]:
    if isinstance(outcome, syn.Has):
        if things.is_nothing(outcome.what):
            return ("nothing",)
        return given.same_key(outcome.target, outcome.what, scope)
    may = permissions.sort(outcome, scope) if isinstance(outcome, permissions.Answer) else None
    if may is not None:
        return may
    points = _points(outcome)
    if points is not None:
        return "points", str(points[1])
    if isinstance(outcome, syn.HoldsTrue) and (gone := claims.gone(outcome.expr, scope)):
        return "without", gone.what.say(), gone.claim
    return (str(outcome.span.start),)


def _points(outcome: Outcome) -> tuple[ex.Expr, int] | None:
    """Who has how many points, if an answer says just that."""
    match outcome:
        case syn.HoldsTrue(
            expr=ex.Binary(
                op="=",
                left=ex.CallExpr(name=ex.Ident(text="points"), args=(who,)),
                right=ex.Number(value=number),
            )
        ):
            return who, number
        case _:
            return None


def _same_points(group: list[Outcome], scope: Scope) -> str:
    voice = scope.voice
    found = [said for each in group if (said := _points(each)) is not None]
    who = voice.joined([nouns.noun(player, scope) for player, _number in found])
    number = found[0][1]
    if number == 0:
        return voice.tell("has_no_points", who=who)
    amount = voice.counted(number, scope.lemma("point"))
    return voice.tell("each_points", who=who, x=things.apiece(amount, number))


def _outcome(outcome: Outcome, scope: Scope) -> list[Line]:
    voice = scope.voice
    match outcome:
        case syn.Refused():
            return [refusals.refused(outcome, scope)]
        case syn.Allowed():
            return [refusals.allowed(outcome, scope)]
        case syn.Offered():
            return [played.offered(outcome, scope)]
        case syn.HoldsTrue(expr=expr):
            return [*claims.told(expr, scope)]
        case syn.Has(target=target, what=what):
            stands = things.stands(what, target, scope)
            if stands is not None:
                return [stands]
            where = places.spot(target, scope).phrase
            listed = things.listed(where.say(), what, target, scope)
            if listed is not None:
                return [listed]
            return [voice.tell("faq_has", where=where, x=things.told(what, target, scope))]
        case syn.Wins(players=players):
            if not players:
                return [voice.tell("faq_goes_on")]
            winners = voice.joined([things.player(each, scope) for each in players])
            return [voice.tell("faq_wins", p=winners)]
