"""Tests as questions with answers: the situation, what happens, and what follows."""

from __future__ import annotations

from rulelang.prose import given, nouns, outcomes, played, things
from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import capital
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn


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
            _append(lines, voice.tell("faq_answer"), [*outcomes.outcomes(line.outcomes, scope)])
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
    placements: list[given.Given] = []
    for line in item.lines:
        match line:
            case syn.TestWith(assigns=assigns):
                settings = [_setting(assign, scope) for assign in assigns]
                found += [said for said in settings if said not in found]
            case syn.GivenLine():
                placements += line.placements
            case syn.AtStep():
                found += [*given.placed(placements, scope), _at(line, scope)]
                placements = []
            case _:
                pass
    return [*found, *given.placed(placements, scope)]


def _at(line: syn.AtStep, scope: Scope) -> str:
    """Whose turn it is, and the step that begins."""
    step = nouns.linked_label(line.step.text, scope)
    if line.player is None:
        return scope.voice.tell("faq_step", x=step)
    who = things.player(line.player, scope)
    if line.step.text == "turn":
        return scope.voice.tell("turn_of", x=who)
    return scope.voice.tell("faq_at", p=who, x=step)


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
