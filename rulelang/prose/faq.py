"""Tests as questions with answers: the situation, what happens, and what follows."""

from __future__ import annotations

from itertools import groupby

from rulelang.prose import given, nouns, outcomes, played, things
from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import capital
from rulelang.prose.scope import Scope
from rulelang.prose.shortening import shortened
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

MANY = 20  # more players than any game has
MOST = 2  # a setting is usual if more than one test in so many has it
Usual = tuple[syn.Assign, ...]


def test(item: syn.Test, scope: Scope, usual: Usual) -> list[Line]:
    """A test as lists: situation (but for what is `usual`), then what happens and the answers in turn."""
    voice = scope.voice
    lines: list[Line] = []
    situation = _situation(item, scope, usual)
    if situation:
        lines.append(Nest(voice.tell("faq_situation"), tuple(situation)))
    shown = [line for line in item.lines if isinstance(line, syn.WhenLine | syn.ThenLine)]
    for is_event, same in groupby(shown, key=lambda line: isinstance(line, syn.WhenLine)):
        group = list(same)
        if is_event:
            events = [
                each for line in group if isinstance(line, syn.WhenLine) for each in line.events
            ]
            said: list[Line] = [*played.events(tuple(events), scope)]
            lines.append(Nest(voice.tell("faq_happens"), tuple(said)))
        else:
            found = [e for line in group if isinstance(line, syn.ThenLine) for e in line.outcomes]
            answers = tuple(outcomes.outcomes(tuple(found), scope))
            lines.append(Nest(voice.tell("faq_answer"), answers))
    return shortened(lines, scope.world)


# --- the situation ---------------------------------------------------------------------------------------


def usual(tests: list[syn.Test], scope: Scope) -> Usual:
    """The settings that most tests have."""
    found: dict[tuple[str, str], list[syn.Assign]] = {}
    for item in tests:
        for assign in _assigned(item).values():
            found.setdefault((assign.name.text, _setting(assign, scope)), []).append(assign)
    return tuple(same[0] for same in found.values() if len(same) * MOST > len(tests) > 1)


def settings(assigns: Usual, scope: Scope) -> list[Line]:
    """Settings as sentences."""
    return [_setting(assign, scope) for assign in assigns]


def _assigned(item: syn.Test) -> dict[str, syn.Assign]:
    lines = [line for line in item.lines if isinstance(line, syn.TestWith)]
    return {assign.name.text: assign for line in lines for assign in line.assigns}


def _own_settings(item: syn.Test, usual: Usual, scope: Scope) -> list[Line]:
    """The settings of a test that are not the usual ones, also where it leaves them as the game has them."""
    assigned = _assigned(item)
    known = {_setting(assign, scope) for assign in usual}
    left = [_default(each, scope) for each in usual if each.name.text not in assigned]
    found = [*assigned.values(), *(each for each in left if each is not None)]
    return [said for each in found if (said := _setting(each, scope)) not in known]


def _default(assign: syn.Assign, scope: Scope) -> syn.Assign | None:
    """A setting as it is if nobody says otherwise; the most players there may be."""
    name, span = assign.name.text, assign.span
    if name == "players":
        counts = [count for count in range(1, MANY) if scope.world.is_played_by(count)]
        return syn.Assign(span, assign.name, ex.Number(span, max(counts))) if counts else None
    item = scope.world.settings.get(name)
    if item is None or isinstance(item.value, syn.ByPlayers):
        return None
    return syn.Assign(span, assign.name, item.value)


def _situation(item: syn.Test, scope: Scope, usual: Usual) -> list[Line]:
    """Who plays by which settings, what lies where, and whose turn it is."""
    found: list[Line] = _own_settings(item, usual, scope)
    placements: list[given.Given] = []
    for line in item.lines:
        match line:
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
        return voice.tell("faq_players", n=counted)
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
