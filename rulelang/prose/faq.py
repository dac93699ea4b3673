"""Tests as questions with answers: the situation, what happens, and what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rulelang.prose import clauses, nouns, numbers, places, played
from rulelang.prose.lines import Line, Nest, words_of
from rulelang.prose.phrases import Phrase, capital, link, plain
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn
from rulelang.syntax import statements as st
from rulelang.syntax.walk import EXPRESSIONS, walk

FEW, FEW_WORDS = 4, 20  # places, and words, in a sentence
SPAN = 3  # numbers in a row that are told by the first and the last
FACES = ("face_up", "face_down")
Given = syn.Put | syn.PutValue
Outcome = syn.Refused | syn.Allowed | syn.HoldsTrue | syn.Has | syn.Wins
# An answer says what there is: that it is not more or less needs no word.
EXACTLY = re.compile(r"\b(exactly|ровно) (?=\d)")


def test(item: syn.Test, scope: Scope) -> list[Line]:
    """A test as lists: situation, then what happens and the answers in turn."""
    voice = scope.voice
    lines: list[Line] = []
    situation = _situation(item, scope)
    if situation:
        lines.append(Nest(voice.tell("faq_situation"), tuple(situation)))
    for line in item.lines:
        if isinstance(line, syn.WhenLine):
            events = played.events(line.events, scope)
            _append(lines, voice.tell("faq_happens"), [*events])
        elif isinstance(line, syn.ThenLine):
            _append(lines, voice.tell("faq_answer"), [*_outcomes(line.outcomes, scope)])
    return lines


def _append(lines: list[Line], intro: str, items: list[Line]) -> None:
    """Add to the list above where it is of the same sort."""
    last = lines[-1] if lines else None
    if isinstance(last, Nest) and last.intro == intro:
        lines[-1] = Nest(intro, (*last.items, *items))
    else:
        lines.append(Nest(intro, tuple(items)))


# --- the situation ---------------------------------------------------------------------------------------


def _situation(item: syn.Test, scope: Scope) -> list[Line]:
    """Who plays by which settings, what lies where, and whose turn it is."""
    found: list[Line] = []
    placements: list[Given] = []
    for line in item.lines:
        match line:
            case syn.TestWith(assigns=assigns):
                found += [_setting(assign, scope) for assign in assigns]
            case syn.GivenLine():
                placements += line.placements
            case syn.AtStep():
                found += [*_placed(placements, scope), *_at(line, scope)]
                placements = []
            case _:
                pass
    found += _placed(placements, scope)
    return [line for number, line in enumerate(found) if line not in found[:number]]


def _at(line: syn.AtStep, scope: Scope) -> Iterator[str]:
    if line.player is None:
        return
    who = played.player(line.player, scope)
    if line.step.text == "turn":
        yield scope.voice.tell("turn_of", x=who)
    else:
        step = nouns.linked_label(line.step.text, scope)
        yield scope.voice.tell("faq_at", p=who, x=step)


def _setting(assign: syn.Assign, scope: Scope) -> str:
    voice = scope.voice
    if assign.name.text == "players" and isinstance(assign.value, ex.Number):
        counted = voice.counted(assign.value.value, scope.lemma("Player"))
        said = str(assign.value.value) if not voice.is_russian else counted.say()
        return voice.tell("faq_players", n=said)
    label = scope.teller.lexicon.text(assign.name.text)
    value = _value(assign, scope)
    if label.endswith("?"):
        return f"{label} {capital(value)}"
    return voice.tell("faq_setting", x=label, v=value)


def _value(assign: syn.Assign, scope: Scope) -> str:
    """A case of a setting, yes or no, or a number."""
    value = assign.value
    if isinstance(value, ex.Name) and value.ident.text in {"true", "false"}:
        value = ex.Constant(value.span, value.ident.text)
    is_choice = isinstance(scope.world.settings.get(assign.name.text), syn.ChoiceSetting)
    if is_choice and isinstance(value, ex.Name):
        return scope.teller.lexicon.case(assign.name.text, value.ident.text)
    return nouns.noun(value, scope).say()


def _placed(placements: list[Given], scope: Scope) -> Iterator[Line]:
    """What lies where; neighbours that say the same, or say it of the same place, are told at once."""
    for sort, found in groupby(placements, key=lambda put: _sort(put, scope)):
        group = list(found)
        if sort == ("nothing",) and len(group) > 1:
            where = _all_numbered([put.target for put in group], scope)
            if where is not None:
                yield scope.voice.tell("nothing_there", where=where)
                continue
        if sort[0] == "there" and len(group) > 1:
            yield _same_place(group, scope)
        elif sort[0] == "same" and len(group) > 1:
            yield _same_things([put.target for put in group], group[0], scope)
        elif sort[0] == "kept" and len(group) > 1:
            yield _kept(sort[1], group, scope)
        else:
            yield from (_given(put, scope) for put in group)


def _sort(put: Given, scope: Scope) -> tuple[str, ...]:
    """What neighbours must share to be told at once."""
    if isinstance(put, syn.Put) and _is_nothing(put.what):
        return ("nothing",)
    if isinstance(put, syn.Put) and put.at and not put.how:
        return "there", places.spot(put.target, scope).phrase.say()
    if isinstance(put, syn.Put) and not put.how:
        return _same_key(put, scope)
    if isinstance(put, syn.PutValue) and isinstance(put.target, ex.Of):
        return "kept", put.target.name.text
    return (str(put.span.start),)


def _kept(name: str, group: list[Given], scope: Scope) -> str:
    """What is kept for each: `place in the turn order: Red 1, Blue 2`."""
    said = [
        scope.voice.tell(
            "faq_kept", x=nouns.noun(put.target.owner, scope), v=nouns.noun(put.value, scope)
        )
        for put in group
        if isinstance(put, syn.PutValue) and isinstance(put.target, ex.Of)
    ]
    what = link(name, scope.lemma(name).forms["nom"])
    return scope.voice.tell("faq_value", x=what, v=", ".join(said))


def _same_key(put: syn.Put | syn.Has, scope: Scope) -> tuple[str, ...]:
    """Accounts and places of the same name with just as much in each."""
    what = put.what.operand if isinstance(put.what, ex.Unary) else put.what
    if isinstance(put.target, ex.Of) and isinstance(what, ex.Amount):
        return "same", put.target.name.text, nouns.noun(what, scope).say()
    return (str(put.span.start),)


def _same_things(targets: list[ex.Expr], put: Given | syn.Has, scope: Scope) -> str:
    """Several places with the same in each: `the rows of wood and stone: 6 coins each`."""
    assert isinstance(put, syn.Put | syn.Has)
    said = [places.spot(target, scope).phrase.say() for target in targets]
    where = scope.voice.made(_factored(said, scope))
    count = _count(put.what, scope)
    return scope.voice.tell(
        "faq_each_has", where=where, x=_apiece(nouns.noun(put.what, scope), count)
    )


def _apiece(amount: Phrase, count: int) -> str:
    """What each of several has: Russian says `по 1 монете`, but `по 5 монет`."""
    is_one = count % 10 == 1 and count % 100 != 11
    return amount.say("dat" if is_one else "nom")


def _factored(said: list[str], scope: Scope) -> str:
    """Phrases in a row, the words with which all of them begin said once."""
    words = [text.split(" ") for text in said]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    tails = scope.voice.listed([" ".join(each[shared:]) for each in words])
    return " ".join([*words[0][:shared], tails])


def _all_numbered(targets: list[ex.Expr], scope: Scope) -> str | None:
    """Places that are called by numbers: `on the spaces 5–13`."""
    voice, world = scope.voice, scope.world
    names = [t.value if isinstance(t, ex.Text) else played.name_of(t) for t in targets]
    kinds = {world.members.get(name, "") for name in names}
    labels = [scope.member(name).forms["nom"] for name in names if name]
    if len(kinds) != 1 or len(labels) != len(names) or not all(map(str.isdigit, labels)):
        return None
    kind = voice.noun(scope.lemma(kinds.pop()), "the", plural=True)
    at = places.Spot("on", voice.with_tail(kind, voice.listed(_spans([int(n) for n in labels]))))
    return places.told(at, places.IN, scope)


def _spans(numbered: list[int]) -> list[str]:
    """Numbers that follow each other by the first and the last of them."""
    found: list[list[int]] = []
    for number in numbered:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    said: list[str] = []
    for run in found:
        said += [f"{run[0]}–{run[-1]}"] if len(run) >= SPAN else [str(number) for number in run]
    return said


def _same_place(group: list[Given], scope: Scope) -> Line:
    """Several lines about one place as one: its things, each with its spot."""
    where = places.spot(group[0].target, scope).phrase
    items = [said for put in group if isinstance(put, syn.Put) for said in _things_at(put, scope)]
    if len(items) > FEW - 1:
        return Nest(where.say(), tuple(items))
    return scope.voice.tell("faq_has", where=where, x=", ".join(items))


def _things_at(put: syn.Put, scope: Scope) -> list[str]:
    """Each thing with its spot, if there is one for each; else all things and all spots."""
    voice = scope.voice
    spots = [_spot(at.value, scope) for at in put.at]
    parts = _parts(put.what)
    counts = [_count(part, scope) for part in parts]
    if sum(counts) != len(spots):
        what = nouns.noun(put.what, scope).say()
        return [f"{what} {voice.tell('at_spots', x=voice.listed(spots))}"]
    said: list[str] = []
    for part, count in zip(parts, counts, strict=True):
        here, spots = spots[:count], spots[count:]
        at = voice.tell("at_spots", x=voice.listed(here))
        said.append(f"{nouns.noun(part, scope).say()} {at}")
    return said


def _spot(name: str, scope: Scope) -> str:
    """What a spot is called, in quotes."""
    if name in scope.world.printed_parts:
        return nouns.noun(ex.Text(scope.world.linked.header.span, name), scope).say()
    return scope.voice.quoted(name)


def _parts(what: ex.Expr) -> list[ex.Expr]:
    """The things that are put somewhere, one by one."""
    if isinstance(what, ex.SetLit):
        return list(what.items)
    return nouns.flat(what, "+")


def _count(part: ex.Expr, scope: Scope) -> int:
    number: ex.Expr | None = part.count if isinstance(part, ex.Amount) else None
    if isinstance(part, ex.Binary) and part.op == "*":
        number = part.left
    return (numbers.value_of(number, scope) or 1) if number is not None else 1


def _listed(where: Phrase, what: ex.Expr, scope: Scope) -> Line | None:
    """Many things as a list; None for a few."""
    if words_of(nouns.noun(what, scope).say()) <= FEW_WORDS:
        return None
    return Nest(where.say(), tuple(nouns.noun(part, scope).say() for part in _parts(what)))


def _given(put: Given, scope: Scope) -> Line:
    voice = scope.voice
    if isinstance(put, syn.PutValue):
        value = nouns.noun(put.value, scope).say()
        loop = _loop(put.target, scope)
        kept = played.name_of(put.target)
        word = loop or (scope.lemma(kept).forms["nom"] if kept else None)
        if word is not None and plain(value).casefold().startswith(word.casefold()):
            return value
        return voice.tell("faq_value", x=loop or nouns.noun(put.target, scope), v=value)
    if _is_nothing(put.what):
        return voice.tell("nothing_there", where=places.where(put.target, places.IN, scope))
    where = places.spot(put.target, scope).phrase
    if put.at:
        items = _things_at(put, scope)
        if len(items) > FEW:
            return Nest(where.say(), tuple(items))
        return voice.tell("faq_has", where=where, x=", ".join(items)) + _faces(put, scope)
    listed = _listed(where, put.what, scope)
    if listed is not None:
        return listed
    said = voice.tell("faq_has", where=where, x=nouns.noun(put.what, scope))
    return said + _faces(put, scope)


def _loop(target: ex.Expr, scope: Scope) -> str | None:
    """What the flow goes through one by one, by its kind: such a name is no word."""
    if not isinstance(target, ex.Name) or target.ident.text in scope.world.vars:
        return None
    for item in scope.world.linked.items:
        for node in (
            walk(item, without=(syn.Test, *EXPRESSIONS)) if isinstance(item, syn.Flow) else ()
        ):
            match node:
                case st.Each(variable=variable, source=ex.Kind(ident=kind)) if (
                    variable.text == target.ident.text
                ):
                    return scope.lemma(kind.text).forms["nom"]
    return None


def _faces(put: syn.Put, scope: Scope) -> str:
    return "".join(
        f", {scope.voice.tell(f'lies_{how.word}')}" for how in put.how if how.word in FACES
    )


def _is_nothing(what: ex.Expr) -> bool:
    is_empty = isinstance(what, ex.SetLit) and not what.items
    return is_empty or (isinstance(what, ex.Constant) and what.word == "none")


# --- the answer ------------------------------------------------------------------------------------------


def _outcomes(outcomes: tuple[Outcome, ...], scope: Scope) -> Iterator[Line]:
    """The answers; neighbours that say the same of several are told at once."""
    for sort, found in groupby(outcomes, key=lambda each: _outcome_sort(each, scope)):
        group = list(found)
        first = group[0]
        if sort[0] == "points" and len(group) > 1:
            yield _same_points(group, scope)
        elif sort[0] == "same" and len(group) > 1 and isinstance(first, syn.Has):
            targets = [each.target for each in group if isinstance(each, syn.Has)]
            yield _same_things(targets, first, scope)
        else:
            yield from (said for each in group for said in _outcome(each, scope))


def _outcome_sort(outcome: Outcome, scope: Scope) -> tuple[str, ...]:
    if isinstance(outcome, syn.Has):
        return _same_key(outcome, scope)
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
    return voice.tell("each_points", who=who, x=_apiece(amount, number))


def _outcome(outcome: Outcome, scope: Scope) -> list[Line]:
    voice = scope.voice
    match outcome:
        case syn.Refused():
            return [played.refused(outcome, scope)]
        case syn.Allowed():
            return [played.allowed(outcome, scope)]
        case syn.HoldsTrue(expr=expr):
            claims = _claims(expr)
            return [EXACTLY.sub("", _claim(claim, scope)) for claim in claims]
        case syn.Has(target=target, what=what):
            if _is_nothing(what):
                return [voice.tell("nothing_there", where=places.where(target, places.IN, scope))]
            where = places.spot(target, scope).phrase
            listed = _listed(where, what, scope)
            if listed is not None:
                return [listed]
            return [voice.tell("faq_has", where=where, x=nouns.noun(what, scope))]
        case syn.Wins(players=players):
            if not players:
                return [voice.tell("faq_goes_on")]
            winners = voice.joined([played.player(each, scope) for each in players])
            return [voice.tell("faq_wins", p=winners)]


def _claim(expr: ex.Expr, scope: Scope) -> str:
    """What is claimed; of a value that depends on more than a player it is said on what."""
    match expr:
        case ex.Binary(left=ex.CallExpr(name=name, args=(_, *given)) as call) if (
            given
            and name.text in scope.world.defines
            and "{" not in (scope.teller.lexicon.label(name.text) or "{")
        ):
            value, shape = nouns.noun(call, scope), scope.world.shape(call, scope.shapes)
            params = scope.world.defines[name.text].params
            said = [_argument(p, arg, scope) for p, arg in zip(params[1:], given, strict=False)]
            said = [text for text in said if text]
            whole = scope.voice.with_tail(value, f"({', '.join(said)})") if said else value
            inner = scope.bind(name.text, whole, shape)
            told = ex.Binary(expr.span, expr.op, ex.Name(call.span, name), expr.right)
            return clauses.clause(told, inner)
        case _:
            return clauses.clause(expr, scope)


def _argument(param: syn.Param, arg: ex.Expr, scope: Scope) -> str:
    """What is given for a parameter; a flag by its name where it is on."""
    if isinstance(arg, ex.Constant) and arg.word in {"true", "false"}:
        return scope.teller.lexicon.text(param.name.text) if arg.word == "true" else ""
    return nouns.noun(arg, scope).say()


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
