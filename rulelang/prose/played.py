"""What players do in tests, as sentences: what they take and choose, and what chance brings."""

from __future__ import annotations

from itertools import groupby

from rulelang.prose import chance, elements, nouns, numbers, things
from rulelang.prose.cells import parse_cell
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.things import player
from rulelang.prose.world import FLAG, NUMBER, Shape
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn

SPEND = "spend"  # how a test says from where something is paid
Event = syn.Plays | syn.Answers | syn.ChanceIs


def events(found: tuple[Event, ...], scope: Scope) -> list[str]:
    """What happens, one after the other; the same several times as one sentence."""
    said: list[str] = []
    brought: list[syn.ChanceIs] = []
    for event in found:
        if isinstance(event, syn.ChanceIs):
            brought.append(event)
        elif brought and isinstance(event, syn.Plays) and chance.is_of(event, brought, scope):
            result = chance.told(brought, scope)[0]
            said.append(scope.voice.tell("faq_and_chance", x=_event(event, scope), y=result))
            brought = []
        else:
            said += [*chance.told(brought, scope), _event(event, scope)]
            brought = []
    return [*_counted(said, scope), *chance.told(brought, scope)]


def _counted(said: list[str], scope: Scope) -> list[str]:
    """Neighbours that are the same as one sentence."""
    found: list[str] = []
    for text, same in groupby(said):
        count = len(list(same))
        often = things.times(count, scope)
        found.append(scope.voice.tell("so_many_times", x=text, n=often) if count > 1 else text)
    return found


def _event(event: syn.Plays | syn.Answers, scope: Scope) -> str:
    if isinstance(event, syn.Answers):
        return _answer(event, scope)
    who = player(event.player, scope)
    if is_done(event.callee):
        return scope.voice.tell("done_plays", p=who)
    return _plays(event.callee, who, called(event.callee, event.player, scope), scope)


def _plays(callee: ex.Callee, who: Phrase, what: str, scope: Scope) -> str:
    keys = {"action": "faq_plays", "exchange": "faq_uses"}
    return scope.voice.tell(keys.get(sort(callee, scope), "faq_answers"), p=who, x=what)


def _answer(event: syn.Answers, scope: Scope) -> str:
    """What somebody chooses: from where to pay, a way to pay, an effect that comes next, or a value."""
    voice, who = scope.voice, player(event.player, scope)
    first, *rest = event.values
    name = things.name_of(first)
    given = [nouns.noun(value, scope) for value in rest]
    if name == SPEND and given:
        return voice.tell("faq_spends", p=who, x=voice.joined(given))
    if name in scope.world.rules:
        what = nouns.linked_label(name, scope)
        if given:
            what = voice.tell("faq_with", x=what, args=", ".join(x.say() for x in given))
        callee = ex.Callee(first.span, ex.Ident(first.span, name), None, None)
        return _plays(callee, who, what, scope)
    if all(things.is_nothing(value) for value in event.values):
        return voice.tell("faq_answers_none", p=who)
    return voice.tell("faq_answers", p=who, x=_options(event, scope))


def offered(outcome: syn.Offered, scope: Scope) -> str:
    """What somebody may choose, or may not."""
    key = "faq_chosen" if outcome.is_allowed else "faq_unchosen"
    return scope.voice.tell(key, p=player(outcome.player, scope), x=_options(outcome, scope))


def _options(event: syn.Answers | syn.Offered, scope: Scope) -> str:
    """What is picked; of an option, with what is chosen for it."""
    voice, lexicon = scope.voice, scope.teller.lexicon
    first, *rest = event.values
    name = things.name_of(first)
    said = [_option(value, event.player, scope) for value in event.values]
    if name and rest and not elements.is_constant(first, scope):
        what = voice.quoted(lexicon.option(name) or lexicon.text(name))
        said = [voice.tell("faq_with", x=what, args=", ".join(said[1:]))]
    return voice.listed(said)


def _option(value: ex.Expr, who: ex.Ident, scope: Scope) -> str:
    """An option by its label, an effect by its name, else what was picked."""
    name = things.name_of(value)
    label = scope.teller.lexicon.option(name) if name else None
    is_said = bool(name) and scope.world.shape(value, scope.shapes).kind == "thing"
    if label is None and is_said and scope.teller.lexicon.has_own(name):
        label = scope.teller.lexicon.text(name)  # nothing that the game declares but an answer
    if label is not None:
        return scope.voice.quoted(label)
    match value:
        case ex.CallExpr(name=ident, args=args) if ident.text in scope.world.rules:
            return called(ex.Callee(value.span, ident, None, args), who, scope)
        case ex.Text(value=text) if "(" in text:
            calls = [call.callee for call in parse_cell(text)]
            if len(calls) == 1 and calls[0].name and calls[0].name.text in scope.world.rules:
                return called(calls[0], who, scope)
        case _:
            pass
    return chosen(value, "", who, scope).say()


def _thing(value: ex.Expr, scope: Scope) -> str:
    return nouns.noun(value, scope).say()


def is_done(callee: ex.Callee) -> bool:
    return callee.name is not None and callee.name.text == "done"


def sort(callee: ex.Callee, scope: Scope) -> str:
    """Whether it is an action that is played, a way to pay, or an effect; nothing of an option."""
    item = scope.world.rules.get(callee.name.text) if callee.name is not None else None
    return item.word if isinstance(item, syn.Rule) else ""


# --- actions with what is chosen -------------------------------------------------------------------------


def called(
    callee: ex.Callee, who: ex.Ident, scope: Scope, without: frozenset[str] = frozenset()
) -> str:
    """An action with what its player chooses, `without` some of that: `“Take a tile” (“Oban”, spot “0,1”)`."""
    assert callee.name is not None
    label = nouns.linked_label(callee.name.text, scope)
    args = callee.args or ()
    params = params_of(callee, scope)
    known = scope.world.of_params(params)
    whole = {things.written(arg).partition(".")[0] for arg in args if "." in things.written(arg)}
    said: list[str] = []
    for number, arg in enumerate(args):
        if things.written(arg) in whole | without:
            continue  # the part names its tile
        param = params[number] if number < len(params) else None
        said.append(_argument(arg, param, known, who, scope))
    said = [text for text in said if text]
    return scope.voice.tell("faq_with", x=label, args=", ".join(said)) if said else label


def params_of(callee: ex.Callee, scope: Scope) -> tuple[syn.Param, ...]:
    """What is to be chosen for a rule, or for an option that is offered."""
    name = callee.name.text if callee.name is not None else ""
    item = scope.world.rules.get(name)
    if item is not None:
        return item.params
    option = scope.world.options.get(name)
    return option.params if option is not None else ()


def _argument(
    arg: ex.Expr, param: syn.Param | None, known: dict[str, Shape], who: ex.Ident, scope: Scope
) -> str:
    """What is chosen for a parameter: a cell by its kind, a number by its word, a flag if it is on."""
    voice, lexicon = scope.voice, scope.teller.lexicon
    if things.is_nothing(arg):
        return ""
    if param is None:
        return _thing(arg, scope)
    name, shape = param.name.text, known[param.name.text]
    if shape.form == FLAG and isinstance(arg, ex.Constant):
        return lexicon.text(name) if arg.word == "true" else ""
    if shape.kind == "Turn":
        turn = numbers.value_of(arg, scope)
        return voice.tell("faq_turned_by", n=things.times(turn, scope)) if turn else ""
    if shape.form == NUMBER and lexicon.has_words(name):
        word = voice.noun(scope.lemma(name)).say()
        return voice.tell("faq_value", x=word, v=_thing(arg, scope))
    return chosen(arg, shape.kind, who, scope).say().removeprefix("the ")


def chosen(arg: ex.Expr, kind: str, who: ex.Ident, scope: Scope) -> Phrase:
    """What is chosen; what is one’s own without whose it is."""
    voice, name = scope.voice, things.written(arg)
    own = nouns.owned_kind(name, scope) if name.startswith(f"{who.text}_") else None
    if own is not None:
        return voice.noun(own)
    is_cell = isinstance(arg, ex.Text) and name not in scope.world.members
    if not is_cell or kind not in scope.world.board_places:
        return nouns.noun(arg, scope)
    cell = voice.quoted(name.removeprefix(f"{who.text} "))
    return voice.with_tail(voice.noun(scope.lemma(kind)), cell)
