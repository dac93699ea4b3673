"""The answers of a test, as sentences: what there is now, what is true, what may be done, who wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rulelang.prose import (
    clauses,
    given,
    nouns,
    persons,
    places,
    played,
    refusals,
    things,
)
from rulelang.prose.lines import Line
from rulelang.prose.scope import Scope
from rulelang.prose.world import REF, Shape
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn
from rulelang.syntax.walk import walk

Outcome = syn.Refused | syn.Allowed | syn.HoldsTrue | syn.Has | syn.Wins
# An answer says what there is: that it is not more or less needs no word.
EXACTLY = re.compile(r"\b(exactly|ровно) (?=\d)")


def outcomes(found: tuple[Outcome, ...], scope: Scope) -> Iterator[Line]:
    """The answers; neighbours that say the same of several are told at once."""
    for sort, same in groupby(found, key=lambda each: _outcome_sort(each, scope)):
        group = list(same)
        first = group[0]
        if sort[0] == "points" and len(group) > 1:
            yield _same_points(group, scope)
        elif sort[0] == "same" and len(group) > 1 and isinstance(first, syn.Has):
            yield given.same_things(_targets(group), first.what, scope)
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
    points = _points(outcome)
    if points is not None:
        return "points", str(points[1])
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
        case syn.HoldsTrue(expr=expr):
            claims = _claims(expr)
            return [EXACTLY.sub("", _claim(claim, scope)) for claim in claims]
        case syn.Has(target=target, what=what):
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


def _claim(expr: ex.Expr, scope: Scope) -> str:
    """What is claimed; what words say to a player is said of the one whom it is about."""
    said = _only_possible(expr, scope) or _of_more(expr, scope) or clauses.clause(expr, scope)
    if persons.SPOKEN_TO.search(said) is None:
        return said
    names = (node.ident.text for node in walk(expr) if isinstance(node, ex.Name))
    who = {name for name in names if scope.world.members.get(name) == "Player"}
    if len(who) != 1:
        return said
    return persons.spoken_of(said, scope.voice.noun(scope.lemma(who.pop())), scope)


def _of_more(expr: ex.Expr, scope: Scope) -> str | None:
    """A value that depends on more than a player, with all of that: `Red’s price (rye) is 3`."""
    match expr:
        case ex.Binary(left=ex.CallExpr(name=name, args=args) as call) if (
            name.text in scope.world.defines
            and "{" not in (scope.teller.lexicon.label(name.text) or "{")
        ):
            is_owned = scope.world.shape(args[0], scope.shapes) == Shape(REF, "Player")
            params = scope.world.defines[name.text].params
            pairs = [*zip(params, args, strict=False)][1 if is_owned else 0 :]
            said = [text for param, arg in pairs if (text := _argument(param, arg, scope))]
        case _:
            return None
    if not said:
        return None
    value, shape = nouns.noun(call, scope), scope.world.shape(call, scope.shapes)
    inner = scope.bind(name.text, scope.voice.with_tail(value, f"({', '.join(said)})"), shape)
    told = ex.Binary(expr.span, expr.op, ex.Name(call.span, name), expr.right)
    return clauses.clause(told, inner)


def _argument(param: syn.Param, arg: ex.Expr, scope: Scope) -> str:
    """What is given for a parameter; a flag by its name where it is on."""
    if isinstance(arg, ex.Constant) and arg.word in {"true", "false"}:
        return scope.teller.lexicon.text(param.name.text) if arg.word == "true" else ""
    return nouns.noun(arg, scope).say().removeprefix("the ")


def _only_possible(expr: ex.Expr, scope: Scope) -> str | None:
    """For what an action is possible, if an answer lists all of that: `“Sow” is possible only for …`."""
    match expr:
        case ex.Binary(
            op="=",
            left=ex.Comprehension(
                word="all", variable=variable, condition=ex.Possible(call=ex.Call(callee=callee))
            ),
            right=ex.SetLit(items=items),
        ) if items and callee.name is not None:
            pass
        case _:
            return None
    wholes = {things.written(item).partition(".")[0] for item in items}
    without = frozenset({variable.text, *wholes})
    what = played.called(callee, ex.Ident(expr.span, ""), scope, without)
    return scope.voice.tell("faq_only_for", x=what, y=nouns.noun(expr.right, scope))


def _claims(expr: ex.Expr) -> list[ex.Expr]:
    """What is said one by one: the parts of `A and B`, also where they hold for every element."""
    match expr:
        case ex.Binary(op="and"):
            return [claim for part in nouns.flat(expr, "and") for claim in _claims(part)]
        case ex.Quantified(word="every", condition=ex.Binary(op="and") as both):
            return [
                ex.Quantified(expr.span, expr.word, expr.variable, expr.source, part)
                for part in nouns.flat(both, "and")
            ]
        case _:
            return [expr]
