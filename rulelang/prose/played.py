"""What players do in tests, as sentences: what they take and choose, what they may and may not, and why."""

from __future__ import annotations

from itertools import groupby

from rulelang.prose import nouns
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import NUMBER
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn

SPEND = "spend"  # how a test says from where something is paid
# What forbids an action other than its requirements.
WHY = {"cost": "why_cost", "limit_turn": "why_turn", "limit_game": "why_game"}
Event = syn.Plays | syn.Answers | syn.ChanceIs


def player(ident: ex.Ident, scope: Scope) -> Phrase:
    return scope.voice.noun(scope.lemma(ident.text))


def name_of(expr: ex.Expr) -> str:
    """The name that an expression is; nothing if it is more than a name."""
    return expr.ident.text if isinstance(expr, ex.Name) else ""


def events(found: tuple[Event, ...], scope: Scope) -> list[str]:
    """What happens, one after the other; the same several times as one sentence."""
    said: list[str] = []
    for text, same in groupby(_event(event, scope) for event in found):
        count = len(list(same))
        times = scope.voice.counted(count, scope.lemma("occasion"))
        said.append(scope.voice.tell("so_many_times", x=text, n=times) if count > 1 else text)
    return said


def _event(event: Event, scope: Scope) -> str:
    voice = scope.voice
    match event:
        case syn.Plays(player=who, callee=callee):
            if _is_done(callee):
                return voice.tell("done_plays", p=player(who, scope))
            what = _called(callee, who, scope)
            return voice.tell("faq_plays", p=player(who, scope), x=what)
        case syn.Answers():
            return _answer(event, scope)
        case syn.ChanceIs(value=value):
            return voice.tell("faq_chance", x=nouns.noun(value, scope))


def _answer(event: syn.Answers, scope: Scope) -> str:
    """What somebody chooses: from where to pay, a way to pay, an effect that comes next, or a value."""
    voice, who = scope.voice, player(event.player, scope)
    first, *rest = event.values
    given = [nouns.noun(value, scope) for value in rest]
    if name_of(first) == SPEND and given:
        return voice.tell("faq_spends", p=who, x=voice.joined(given))
    if name_of(first) in scope.world.rules:
        what = nouns.linked_label(name_of(first), scope)
        if given:
            what = voice.tell("faq_with", x=what, args=", ".join(x.say() for x in given))
        return voice.tell("faq_plays", p=who, x=what)
    if isinstance(first, ex.CallExpr) and first.name.text in scope.world.rules:
        return voice.tell("faq_answers", p=who, x=nouns.linked_label(first.name.text, scope))
    said = voice.listed([_option(value, scope) for value in event.values])
    return voice.tell("faq_answers", p=who, x=said)


def _option(value: ex.Expr, scope: Scope) -> str:
    """An option by its label, else what was picked."""
    label = scope.teller.lexicon.option(name_of(value)) if name_of(value) else None
    return nouns.noun(value, scope).say() if label is None else scope.voice.quoted(label)


def refused(outcome: syn.Refused, scope: Scope) -> str:
    """What somebody may not do, with the sentence of what forbids it."""
    voice, who = scope.voice, player(outcome.player, scope)
    if _is_done(outcome.callee):
        return voice.tell("done_refused", p=who)
    what = _called(outcome.callee, outcome.player, scope)
    by = outcome.by
    why = _reason(outcome.callee, by, outcome.player, scope) if by is not None else ""
    if why:
        return voice.tell("faq_refused_by", p=who, x=what, why=why)
    return voice.tell("faq_refused", p=who, x=what)


def allowed(outcome: syn.Allowed, scope: Scope) -> str:
    voice, who = scope.voice, player(outcome.player, scope)
    if _is_done(outcome.callee):
        return voice.tell("done_allowed", p=who)
    return voice.tell("faq_allowed", p=who, x=_called(outcome.callee, outcome.player, scope))


def _is_done(callee: ex.Callee) -> bool:
    return callee.name is not None and callee.name.text == "done"


# --- actions with what is chosen -------------------------------------------------------------------------


def _called(callee: ex.Callee, who: ex.Ident, scope: Scope) -> str:
    """An action with what its player chooses: `“Take a tile” (“Oban”, spot “0,1”)`."""
    assert callee.name is not None
    label = nouns.linked_label(callee.name.text, scope)
    item = scope.world.rules.get(callee.name.text)
    params = item.params if item is not None else ()
    args = callee.args or ()
    whole = {_written(arg).partition(".")[0] for arg in args if "." in _written(arg)}
    said: list[str] = []
    for number, arg in enumerate(args):
        if _written(arg) in whole:
            continue  # the part names its tile
        param = params[number] if number < len(params) else None
        said.append(_argument(arg, param, who, scope))
    return scope.voice.tell("faq_with", x=label, args=", ".join(said)) if said else label


def _written(arg: ex.Expr) -> str:
    return arg.value if isinstance(arg, ex.Text) else name_of(arg)


def _argument(arg: ex.Expr, param: syn.Param | None, who: ex.Ident, scope: Scope) -> str:
    """What is chosen for a parameter: a cell by its kind, a number by its word."""
    voice, value = scope.voice, nouns.noun(arg, scope).say()
    if param is None:
        return value
    shape = scope.world.of_param(param, {})
    if shape.form == NUMBER and scope.teller.lexicon.has_words(param.name.text):
        word = voice.noun(scope.lemma(param.name.text)).say()
        return voice.tell("faq_value", x=word, v=value)
    return _chosen(arg, param, who, scope).say()


def _chosen(arg: ex.Expr, param: syn.Param, who: ex.Ident, scope: Scope) -> Phrase:
    """What is chosen; a cell of one's own board without whose it is."""
    voice, kind = scope.voice, scope.world.of_param(param, {}).kind
    is_cell = isinstance(arg, ex.Text) and arg.value not in scope.world.members
    if not is_cell or kind not in scope.world.board_places:
        return nouns.noun(arg, scope)
    cell = voice.quoted(_written(arg).removeprefix(f"{who.text} "))
    return voice.with_tail(voice.noun(scope.lemma(kind)), cell)


def _reason(callee: ex.Callee, by: ex.Ident, who: ex.Ident, scope: Scope) -> str:
    """The sentence of the requirement with what was chosen, if it names nothing that only play can tell."""
    if by.text in WHY:
        return scope.voice.tell(WHY[by.text])
    item = scope.world.rules.get(callee.name.text) if callee.name is not None else None
    for line in item.lines if item is not None else ():
        if (
            isinstance(line, syn.Require)
            and line.name.text == by.text
            and line.sentence is not None
        ):
            said = dict(line.sentence.words).get(scope.voice.language) or ""
            params = item.params if item is not None else ()
            slots: dict[str, Phrase | str | int] = {
                param.name.text: _chosen(arg, param, who, scope)
                for param, arg in zip(params, callee.args or (), strict=False)
            }
            return _filled(said, slots, scope)
    return ""


def _filled(said: str, slots: dict[str, Phrase | str | int], scope: Scope) -> str:
    """A sentence with its slots; nothing if one of them is not known."""
    known = said
    for name in slots:
        known = known.replace(f"{{{name}}}", "").replace(f"{{{name}:", "")
    return scope.voice.fill(said, slots) if "{" not in known else ""
