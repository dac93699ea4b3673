"""What is being asked, in words: the heading of a decision, the question of a pick, the names of its options."""

from __future__ import annotations

from typing import NamedTuple

from rulelang.runtime.decisions import DONE, WHICH, pick_data
from rulelang.runtime.description import PendingPick, Pick
from rulelang.runtime.game import State
from rulelang.simulate.action_names import action_label
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.text_tiles import part_text

PLACES = "places"
CELLS = "cells "


class Choice(NamedTuple):
    """One option as it is shown: its number for the game, its name, its text, and its place on a board."""

    value: int
    name: str
    text: str
    place: int | tuple[str, int] | None  # a cell of a board that grows with what it belongs to


def alternative_text(words: TerminalWords, data: PendingPick, number: int) -> str:
    """Return what an alternative of a decision is called."""
    alternative = data.alternatives[number]
    return words.label(action_label(words.game, data, alternative), alternative.name)


def heading(words: TerminalWords, state: State) -> str:
    """Return what the pending decision is about; nothing if the rules have no words for it."""
    data = pick_data(words.game, state)
    if data.pick < 0:
        return words.label(data.label)
    text = alternative_text(words, data, data.alternative)
    picks = data.alternatives[data.alternative].picks
    made = [value_text(words, pick, state) for pick in picks[: data.pick]]
    return f"{text} ({', '.join(made)})" if made else text


def question(words: TerminalWords, state: State) -> str:
    """Return what the pending pick asks for; nothing where the alternatives are asked."""
    data = pick_data(words.game, state)
    if data.form == WHICH:
        return ""
    pick = data.alternatives[data.alternative].picks[data.pick]
    name = words.parameter(pick)
    is_told = name != pick.local
    if data.form == "bundle":
        kind = words.kind(pick.type.enum, state[pick.slot])
        return f"{name}: {words.say('amount', kind=kind)}"
    picks = data.alternatives[data.alternative].picks
    kinds = [_kind_text(words, each) for each in picks]
    kind = kinds[data.pick]
    if not kind:
        return name if is_told else words.say("number")
    return kind if kinds.count(kind) == 1 or not is_told else f"{kind} ({name})"


def _kind_text(words: TerminalWords, pick: Pick) -> str:
    """What kind of thing is picked; nothing for numbers."""
    type_ = pick.type.member
    label = words.game.description.kind_labels.get(type_.kind)
    return "" if label is None else words.label(label)


def value_text(words: TerminalWords, pick: Pick, state: State) -> str:
    """Return a value that was picked."""
    slot = pick.slot
    if pick.form == "bundle":
        kinds = len(words.game.names.all(pick.type.enum))
        amounts = words.bundle(pick.type.enum, state[slot + 1 : slot + 1 + kinds])
        return f"{words.parameter(pick)} {amounts}"
    if pick.form == "subset":
        of = pick.type.member
        members = [n for n in range(state[slot].bit_length()) if state[slot] >> n & 1]
        return " + ".join(words.value(of, member) for member in members) or words.say("empty")
    return words.value(pick.type, state[slot])


def choices(words: TerminalWords, state: State) -> list[Choice]:
    """Return the options of the pending pick as they are shown."""
    game = words.game
    data = pick_data(game, state)
    found = []
    for value in game.options(state):
        if data.form == WHICH and value < len(data.alternatives):
            name = data.alternatives[value].name
            found.append(Choice(value, name, alternative_text(words, data, value), None))
        elif data.form == WHICH or (data.form == "subset" and value < 0):
            found.append(Choice(value, DONE, words.say("done"), None))
        elif data.form == "bundle":
            found.append(Choice(value, str(value), str(value), None))
        else:
            found.append(_member(words, data, value, state))
    return found


def _member(words: TerminalWords, data: PendingPick, value: int, state: State) -> Choice:
    type_ = data.asked.type
    if data.form == "subset":
        type_ = type_.member
    name = words.game.names.name(type_, value)
    universe = type_.universe
    place: int | tuple[str, int] | None = None
    if value >= 0 and universe == PLACES:
        place = value
    elif value >= 0 and universe.startswith(CELLS):
        place = universe, value
    text = words.value(type_, value)
    if universe == PLACES and (part := part_text(words, state, value)):
        text = f"{text}: {part}"
    return Choice(value, name, text, place)


def refused(words: TerminalWords, state: State) -> list[tuple[str, str]]:
    """Return name and text of the alternatives that are not possible now."""
    data = pick_data(words.game, state)
    if data.form != WHICH:
        return []
    offered = set(words.game.options(state))
    return [
        (alternative.name, alternative_text(words, data, number))
        for number, alternative in enumerate(data.alternatives)
        if number not in offered
    ]
