"""What players do in tests, as sentences: what they take and choose, and what chance brings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulelang.frozen import frozen
from rulelang.prose import chance, effects, elements, nouns, numbers, stopping, things, verbs
from rulelang.prose.cells import parse_cell
from rulelang.prose.phrases import Phrase, capital, plain
from rulelang.prose.scope import Scope
from rulelang.prose.things import player
from rulelang.prose.world import FLAG, NUMBER, REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

SPEND = "spend"  # how a test says from where something is paid
Event = syn.Plays | syn.Answers | syn.ChanceIs


@frozen
class Told:
    """An event as a sentence, with what chance brings by it; `what` is the same whoever does it."""

    text: str
    event: Event | None = None
    what: str = ""
    result: str = ""

    def sentence(self, scope: Scope) -> str:
        if not self.result:
            return self.text
        return scope.voice.tell("faq_and_chance", x=self.text, y=self.result)


def events(found: tuple[Event, ...], scope: Scope) -> list[str]:
    """What happens, one after the other; the same several times as one sentence."""
    said: list[Told] = []
    brought: list[syn.ChanceIs] = []
    for event in found:
        if isinstance(event, syn.ChanceIs):
            brought.append(event)
            continue
        result = ""
        if brought and isinstance(event, syn.Plays) and chance.is_of(event, brought, scope):
            result, brought = chance.told(brought, scope)[0], []
        said += [Told(text) for text in chance.told(brought, scope)]
        last = said[-1].event if said else None
        said.append(Told(_event(event, last, scope), event, _what(event, scope), result))
        brought = []
    return [*_together(said, scope), *chance.told(brought, scope)]


def _together(said: list[Told], scope: Scope) -> Iterator[str]:
    """Neighbours that are the same, or differ in who does it, as one sentence."""
    for _key, found in groupby(said, key=lambda each: (each.what or each.text, each.result)):
        group = list(found)
        all_of_them = _by_several(group, scope) if len(group) > 1 else None
        if all_of_them is not None:
            yield all_of_them
            continue
        for text, same in groupby(each.sentence(scope) for each in group):
            count = 1 if stopping.is_left(group[0].event, scope) else len(list(same))
            often = things.times(count, scope)
            yield scope.voice.tell("so_many_times", x=text, n=often) if count > 1 else text


def _by_several(group: list[Told], scope: Scope) -> str | None:
    """What several players do one after the other; None where one of them does it twice."""
    players = [each.event.player for each in group if isinstance(each.event, syn.Plays)]
    first = group[0]
    if len({who.text for who in players}) < len(group) or not isinstance(first.event, syn.Plays):
        return None
    who = scope.voice.joined([player(each, scope) for each in players])
    use = use_of(first.event.callee, first.event.player, scope)
    verb = verbs.told(use, verbs.PLAYS, scope, who) if use is not None else None
    if verb is None:
        return None
    text = f"{who.say()} {verb}"
    return scope.voice.tell("faq_each_time", x=text, y=first.result) if first.result else text


def _what(event: Event, scope: Scope) -> str:
    """What is done, whoever does it; nothing where no verb says so."""
    if not isinstance(event, syn.Plays) or stopping.is_done(event.callee):
        return ""
    use = use_of(event.callee, event.player, scope)
    return (verbs.told(use, verbs.TO_DO, scope) or "") if use is not None else ""


def _event(event: syn.Plays | syn.Answers, last: Event | None, scope: Scope) -> str:
    if isinstance(event, syn.Answers):
        return _answer(event, scope)
    if stopping.is_done(event.callee):
        return stopping.told(event, last, scope)
    return _plays(event.callee, event.player, scope)


def _plays(callee: ex.Callee, by: ex.Ident, scope: Scope) -> str:
    """What somebody does: by the verb of the action, else by its name."""
    who, use = player(by, scope), use_of(callee, by, scope)
    verb = verbs.told(use, verbs.PLAYS, scope, who) if use is not None else None
    if verb is not None:
        return f"{who.say()} {verb}"
    keys = {"action": "faq_plays", "exchange": "faq_uses"}
    key = keys.get(sort(callee, scope), "faq_answers")
    return scope.voice.tell(key, p=who, x=called(callee, by, scope))


def _answer(event: syn.Answers, scope: Scope) -> str:
    """What somebody chooses: from where to pay, a way to pay, an effect that comes next, or a value."""
    voice, who = scope.voice, player(event.player, scope)
    first, *rest = event.values
    name = things.name_of(first)
    given = [
        _their_own(value, "", event.player, scope) or nouns.noun(value, scope) for value in rest
    ]
    if name == SPEND and given:
        return voice.tell("faq_spends", p=who, x=voice.joined(given))
    if (does := _does(first, scope)) is not None:
        return voice.tell("faq_effect", p=who, x=voice.quoted(capital(does)))
    if name in scope.world.rules:
        callee = ex.Callee(first.span, ex.Ident(first.span, name), None, tuple(rest))
        return _plays(callee, event.player, scope)
    if all(things.is_nothing(value) for value in event.values):
        return voice.tell("faq_answers_none", p=who)
    return voice.tell("faq_answers", p=who, x=_options(event, scope))


def _does(value: ex.Expr, scope: Scope) -> str | None:
    """What an effect that comes next does, as it says where it is called; None where that needs a list."""
    callee = _callee(value)
    if callee is None or sort(callee, scope) != "effect":
        return None
    match effects.do_in_full(ex.Call(callee.span, callee, ()), scope):
        case [str() as said] if said:
            return plain(said)
        case _:
            return None


def _callee(value: ex.Expr) -> ex.Callee | None:
    """What is called: by its name, or as a table writes it."""
    match value:
        case ex.Name(ident=ident):
            return ex.Callee(value.span, ident, None, ())
        case ex.CallExpr(name=ident, args=args):
            return ex.Callee(value.span, ident, None, args)
        case ex.Text(value=text) if "(" in text:
            calls = [call.callee for call in parse_cell(text)]
            return calls[0] if len(calls) == 1 else None
        case _:
            return None


def offered(outcome: syn.Offered, scope: Scope) -> str:
    """What somebody may choose, or may not."""
    key = "faq_chosen" if outcome.is_allowed else "faq_unchosen"
    return scope.voice.tell(key, p=player(outcome.player, scope), x=_options(outcome, scope))


def _options(event: syn.Answers | syn.Offered, scope: Scope) -> Phrase:
    """What is picked; of an option, with what is chosen for it."""
    voice, lexicon = scope.voice, scope.teller.lexicon
    first, *rest = event.values
    name = things.name_of(first)
    said = [_option(value, event.player, scope) for value in event.values]
    if name and rest and not elements.is_constant(first, scope):
        what = voice.quoted(lexicon.option(name) or lexicon.text(name))
        args = ", ".join(each.say() for each in said[1:])
        said = [voice.made(voice.tell("faq_with", x=what, args=args))]
    return voice.joined(said)


def _option(value: ex.Expr, who: ex.Ident, scope: Scope) -> Phrase:
    """An option by its label, an effect by its name, else what was picked."""
    name = things.name_of(value)
    label = scope.teller.lexicon.option(name) if name else None
    is_said = bool(name) and scope.world.shape(value, scope.shapes).kind == "thing"
    if label is None and is_said and scope.teller.lexicon.has_own(name):
        label = scope.teller.lexicon.text(name)  # nothing that the game declares but an answer
    if label is not None:
        return scope.voice.made(scope.voice.quoted(label))
    callee = None if isinstance(value, ex.Name) else _callee(value)
    if callee is not None and callee.name and callee.name.text in scope.world.rules:
        return scope.voice.made(called(callee, who, scope))
    return _their_own(value, "", who, scope) or nouns.noun(value, scope)


def _thing(value: ex.Expr, scope: Scope) -> str:
    return nouns.noun(value, scope).say()


def sort(callee: ex.Callee, scope: Scope) -> str:
    """Whether it is an action that is played, a way to pay, or an effect; nothing of an option."""
    item = scope.world.rules.get(callee.name.text) if callee.name is not None else None
    return item.word if isinstance(item, syn.Rule) else ""


# --- actions with what is chosen -------------------------------------------------------------------------


def use_of(callee: ex.Callee, who: ex.Ident, scope: Scope) -> verbs.Use | None:
    """A rule or an option as a player uses it, with what they choose; None for what only happens."""
    name = callee.name.text if callee.name is not None else ""
    rule = scope.world.rules.get(name)
    option = scope.world.options.get(name) if rule is None else None
    used = option or rule
    if used is None or isinstance(used, syn.Cases) or getattr(used, "word", "") == "effect":
        return None
    args = {
        param.name.text: arg for param, arg in zip(used.params, callee.args or (), strict=False)
    }
    shapes = scope.world.of_params(used.params)
    phrases = {
        name: said
        for name, arg in args.items()
        if (said := _given(arg, shapes[name], who, scope)) is not None
    }
    return verbs.Use(used, args, phrases, is_linked=option is None)


def _given(arg: ex.Expr, shape: Shape, who: ex.Ident, scope: Scope) -> Phrase | None:
    """What is given for a parameter, in a sentence; None if nothing is, or if a flag is off."""
    voice, name = scope.voice, things.written(arg)
    if things.is_nothing(arg) or (shape.form == FLAG and getattr(arg, "word", "") != "true"):
        return None
    if shape.form == FLAG:
        return voice.made("")
    if shape.kind == "Turn":
        turn = numbers.value_of(arg, scope)
        return voice.made(things.times(turn, scope)) if turn else None
    own = _their_own(arg, shape.kind, who, scope)
    if own is not None:
        return own
    is_unnamed = isinstance(arg, ex.Text) and scope.teller.lexicon.label(name) is None
    if is_unnamed and shape.kind in scope.world.board_places:
        return voice.made(voice.quoted(name.removeprefix(f"{who.text} ")))
    if name in scope.world.printed_parts:
        return voice.made(voice.quoted(nouns.part_name(name, scope)))
    return nouns.noun(arg, scope)


def _their_own(arg: ex.Expr, kind: str, who: ex.Ident, scope: Scope) -> Phrase | None:
    """What belongs to whoever acts: `their castle`, of many alike ones `a boat`; None for anything else."""
    voice, name = scope.voice, things.written(arg)
    own = nouns.owned_kind(name, scope) if name.startswith(f"{who.text}_") else None
    if own is None:
        return None
    item = scope.world.components.get(scope.world.members.get(name, kind))
    if item is not None and item.how == "alike":
        return voice.noun(own, "a")
    return voice.noun(own, "own" if voice.is_russian else "their")


def is_cell(arg: ex.Expr, shape: Shape, scope: Scope) -> bool:
    """Whether this is a place of a board that is called by nothing but its sign."""
    is_sign = isinstance(arg, ex.Text) and arg.value not in scope.world.members
    return is_sign and shape.kind in scope.world.board_places


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
    if not is_cell(arg, Shape(REF, kind), scope):
        return nouns.noun(arg, scope)
    cell = voice.quoted(name.removeprefix(f"{who.text} "))
    return voice.with_tail(voice.noun(scope.lemma(kind)), cell)
