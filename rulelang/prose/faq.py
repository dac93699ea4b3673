"""Tests as questions with answers: the situation, what happens, and what follows."""

from __future__ import annotations

import re

from rulelang.prose import clauses, nouns, numbers, places
from rulelang.prose.lines import Line, Nest, words_of
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn

FEW, FEW_WORDS = 4, 20  # places, and words, in a sentence
FACES = ("face_up", "face_down")
# An answer says what there is: that it is not more or less needs no word.
EXACTLY = re.compile(r"\b(exactly|ровно) (?=\d)")


def test(item: syn.Test, scope: Scope) -> list[Line]:
    """A test as lists: situation, then what happens and the answers in turn."""
    voice = scope.voice
    lines: list[Line] = []
    situation: list[Line] = []
    for line in item.lines:
        if isinstance(line, syn.TestWith | syn.GivenLine | syn.AtStep):
            situation += _situation(line, scope)
    if situation:
        lines.append(Nest(voice.tell("faq_situation"), tuple(situation)))
    for line in item.lines:
        if isinstance(line, syn.WhenLine):
            events: list[Line] = [_event(event, scope) for event in line.events]
            _append(lines, voice.tell("faq_happens"), events)
        elif isinstance(line, syn.ThenLine):
            outcomes: list[Line] = [_outcome(outcome, scope) for outcome in line.outcomes]
            _append(lines, voice.tell("faq_answer"), outcomes)
    return lines


def _append(lines: list[Line], intro: str, items: list[Line]) -> None:
    """Add to the list above where it is of the same sort."""
    last = lines[-1] if lines else None
    if isinstance(last, Nest) and last.intro == intro:
        lines[-1] = Nest(intro, (*last.items, *items))
    else:
        lines.append(Nest(intro, tuple(items)))


def _situation(line: syn.TestWith | syn.GivenLine | syn.AtStep, scope: Scope) -> list[Line]:
    voice = scope.voice
    match line:
        case syn.TestWith(assigns=assigns):
            return [_setting(assign, scope) for assign in assigns]
        case syn.AtStep(step=step, player=player):
            if player is None:
                return []
            said = "" if step.text == "turn" else nouns.linked_label(step.text, scope)
            return [voice.tell("faq_at", p=_player(player, scope), x=said).rstrip(", ")]
        case syn.GivenLine(placements=placements):
            return [_given(put, scope) for put in placements]


def _setting(assign: syn.Assign, scope: Scope) -> str:
    voice = scope.voice
    if assign.name.text == "players" and isinstance(assign.value, ex.Number):
        counted = voice.counted(assign.value.value, scope.lemma("Player"))
        said = str(assign.value.value) if not voice.is_russian else counted.say()
        return voice.tell("faq_players", n=said)
    label = scope.teller.lexicon.text(assign.name.text)
    return voice.tell("faq_setting", x=label, v=_value(assign, scope))


def _value(assign: syn.Assign, scope: Scope) -> str:
    """A case of a setting, yes or no, or a number."""
    value = assign.value
    if isinstance(value, ex.Name) and value.ident.text in {"true", "false"}:
        value = ex.Constant(value.span, value.ident.text)
    is_choice = isinstance(scope.world.settings.get(assign.name.text), syn.ChoiceSetting)
    if is_choice and isinstance(value, ex.Name):
        return scope.teller.lexicon.case(assign.name.text, value.ident.text)
    return nouns.noun(value, scope).say()


def _player(ident: ex.Ident, scope: Scope) -> Phrase:
    return scope.voice.noun(scope.lemma(ident.text))


def _parts(what: ex.Expr) -> list[ex.Expr]:
    """The things that are put somewhere, one by one."""
    if isinstance(what, ex.SetLit):
        return list(what.items)
    return nouns.flat(what, "+")


def _listed(where: Phrase, what: ex.Expr, at: tuple[ex.Text, ...], scope: Scope) -> Line | None:
    """Many things as a list, each with its places where that is clear; None for a few."""
    voice, parts = scope.voice, _parts(what)
    words = words_of(nouns.noun(what, scope).say())
    if words <= FEW_WORDS and (len(parts) == 1 or len(at) <= FEW):
        return None
    counts = [_count(part, scope) for part in parts]
    places_left = [voice.quoted(spot.value) for spot in at]
    is_paired = sum(counts) == len(places_left)
    items: list[Line] = []
    for part, count in zip(parts, counts, strict=True):
        said = nouns.noun(part, scope).say()
        if is_paired:
            here, places_left = places_left[:count], places_left[count:]
            said += " " + voice.tell("at_spots", x=voice.listed(here))
        items.append(said)
    if at and not is_paired:
        items.append(voice.tell("at_spots", x=voice.listed(places_left)))
    return Nest(where.say(), tuple(items))


def _count(part: ex.Expr, scope: Scope) -> int:
    number: ex.Expr | None = part.count if isinstance(part, ex.Amount) else None
    if isinstance(part, ex.Binary) and part.op == "*":
        number = part.left
    return (numbers.value_of(number, scope) or 1) if number is not None else 1


def _given(put: syn.Put | syn.PutValue, scope: Scope) -> Line:
    voice = scope.voice
    if isinstance(put, syn.PutValue):
        x = nouns.noun(put.target, scope)
        return voice.tell("faq_value", x=x, v=nouns.noun(put.value, scope))
    if _is_nothing(put.what):
        return voice.tell("nothing_there", where=places.where(put.target, places.IN, scope))
    where = places.spot(put.target, scope).phrase
    listed = _listed(where, put.what, put.at, scope)
    if listed is not None:
        return listed
    what = nouns.noun(put.what, scope)
    said = voice.tell("faq_has", where=where, x=what)
    said += "".join(f", {voice.tell(f'lies_{how.word}')}" for how in put.how if how.word in FACES)
    if put.at:
        said += " " + voice.tell(
            "at_spots", x=voice.listed([voice.quoted(at.value) for at in put.at])
        )
    return said


def _is_nothing(what: ex.Expr) -> bool:
    is_empty = isinstance(what, ex.SetLit) and not what.items
    return is_empty or (isinstance(what, ex.Constant) and what.word == "none")


def _event(event: syn.Plays | syn.Answers | syn.ChanceIs, scope: Scope) -> str:
    voice = scope.voice
    match event:
        case syn.Plays(player=player, callee=callee):
            if _is_done(callee):
                return voice.tell("done_plays", p=_player(player, scope))
            return voice.tell("faq_plays", p=_player(player, scope), x=_called(callee, scope))
        case syn.Answers(player=player, values=values):
            said = voice.listed([_answer(value, scope) for value in values])
            return voice.tell("faq_answers", p=_player(player, scope), x=said)
        case syn.ChanceIs(value=value):
            return voice.tell("faq_chance", x=nouns.noun(value, scope))


def _answer(value: ex.Expr, scope: Scope) -> str:
    """An option by its label, else what was picked."""
    label = None
    if isinstance(value, ex.Name):
        label = scope.teller.lexicon.option(value.ident.text)
    return nouns.noun(value, scope).say() if label is None else scope.voice.quoted(label)


def _is_done(callee: ex.Callee) -> bool:
    return callee.name is not None and callee.name.text == "done"


def _called(callee: ex.Callee, scope: Scope) -> str:
    voice = scope.voice
    assert callee.name is not None
    name = callee.name.text
    label = nouns.linked_label(name, scope)
    args = [nouns.noun(arg, scope).say() for arg in callee.args or ()]
    return voice.tell("faq_with", x=label, args=", ".join(args)) if args else label


def _outcome(
    outcome: syn.Refused | syn.Allowed | syn.HoldsTrue | syn.Has | syn.Wins, scope: Scope
) -> Line:
    voice = scope.voice
    match outcome:
        case syn.Refused(player=player, callee=callee, by=by):
            if _is_done(callee):
                return voice.tell("done_refused", p=_player(player, scope))
            who, what = _player(player, scope), _called(callee, scope)
            why = _reason(callee, by, scope) if by is not None else ""
            if why:
                return voice.tell("faq_refused_by", p=who, x=what, why=why)
            return voice.tell("faq_refused", p=who, x=what)
        case syn.Allowed(player=player, callee=callee):
            if _is_done(callee):
                return voice.tell("done_allowed", p=_player(player, scope))
            return voice.tell("faq_allowed", p=_player(player, scope), x=_called(callee, scope))
        case syn.HoldsTrue(expr=expr):
            return EXACTLY.sub("", clauses.clause(expr, scope))
        case syn.Has(target=target, what=what):
            if _is_nothing(what):
                return voice.tell("nothing_there", where=places.where(target, places.IN, scope))
            where = places.spot(target, scope).phrase
            listed = _listed(where, what, (), scope)
            if listed is not None:
                return listed
            return voice.tell("faq_has", where=where, x=nouns.noun(what, scope))
        case syn.Wins(players=players):
            if not players:
                return voice.tell("faq_goes_on")
            return voice.tell("faq_wins", p=voice.joined([_player(p, scope) for p in players]))


def _reason(callee: ex.Callee, by: ex.Ident, scope: Scope) -> str:
    """The sentence of the requirement, where it names nothing that only play can tell."""
    item = scope.world.rules.get(callee.name.text) if callee.name is not None else None
    for line in item.lines if item is not None else ():
        if (
            isinstance(line, syn.Require)
            and line.name.text == by.text
            and line.sentence is not None
        ):
            words = dict(line.sentence.words)
            said = words.get(scope.voice.language) or ""
            return said if "{" not in said else ""
    return ""
