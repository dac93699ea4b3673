"""What a typed line means: in goes the line and the options, out comes an answer, several, or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulelang.runtime.decisions import pick_data
from rulelang.runtime.game import State
from rulelang.tui.asking import Choice
from rulelang.tui.short_names import TerminalWords

COMMANDS = ("what", "why", "how", "undo", "board", "score", "log", "save", "load", "help", "quit")
_OTHER_NAMES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "b": "board"}
_AMOUNT = re.compile(r"(\d+)\s*\*?\s*([^\d,;+]+)")


class Command(NamedTuple):
    """A command and what was said after it."""

    word: str
    rest: str


class Unclear(NamedTuple):
    """A line that means nothing (no names) or too much (several)."""

    said: str
    names: tuple[str, ...]


def key_of(number: int, choice: Choice) -> str:
    """Return what to type for an option: an amount itself, else its number in the list."""
    return choice.name if choice.name.lstrip("-").isdigit() else str(number)


def read_line(line: str, choices: Sequence[Choice]) -> Command | list[str] | Choice | Unclear:
    """Return the option or the command that is meant, or several answers, for the next questions too."""
    keys = {key_of(number, choice): choice for number, choice in enumerate(choices, start=1)}
    if line in keys:
        return keys[line]
    exact = [choice for choice in choices if line.casefold() in _names(choice)]
    if len(exact) == 1:
        return exact[0]
    word, _space, rest = line.partition(" ")
    word = _OTHER_NAMES.get(word.casefold(), word.casefold())
    if word in COMMANDS:
        return Command(word, rest.strip())
    numbers = line.replace(",", " ").split()
    if len(numbers) > 1 and all(number.lstrip("-").isdigit() for number in numbers):
        return numbers
    for choice in choices:
        for name in sorted(_names(choice), key=len):
            if line.casefold().startswith(f"{name} "):
                return [choice.name, *line[len(name) :].split()]
    begun = [c for c in choices if any(name.startswith(line.casefold()) for name in _names(c))]
    if len(begun) == 1 and not line.isdigit():
        return begun[0]
    return Unclear(line, tuple(choice.text for choice in begun[:5]))


def _names(choice: Choice) -> set[str]:
    return {choice.name.casefold(), choice.text.casefold()}


def read_amounts(words: TerminalWords, enum: str, line: str) -> list[int] | None:
    """Return a bundle written out, as in `2 wool, 1 ore`; None if it is none.

    Kinds go by name or label, or by a beginning that only one of them has.
    """
    found = _AMOUNT.findall(line)
    if not found or _AMOUNT.sub("", line).strip(" ,;+"):
        return None
    amounts = [0] * len(words.game.names.all(enum))
    for count, said in found:
        kind = find_kind(words, enum, said.strip())
        if kind is None:
            return None
        amounts[kind] += int(count)
    return amounts


def find_kind(words: TerminalWords, enum: str, said: str) -> int | None:
    """Return the kind that a word means, or None if it is none or not clear."""
    wanted = said.casefold()
    names = [
        {name.casefold(), words.kind(enum, kind).casefold()}
        for kind, name in enumerate(words.game.names.all(enum))
    ]
    exact = [kind for kind, known in enumerate(names) if wanted in known]
    begun = [k for k, known in enumerate(names) if any(name.startswith(wanted) for name in known)]
    matches = exact or begun
    return matches[0] if len(matches) == 1 else None


def bundle_enum(words: TerminalWords, state: State) -> str:
    """Return the enum of the bundle that is asked, if it has several kinds; else nothing."""
    data = pick_data(words.game, state)
    if data.form != "bundle":
        return ""
    enum = str(data.alternatives[data.alternative].picks[data.pick].type.enum)
    return enum if len(words.game.names.all(enum)) > 1 else ""


class NotPossible(NamedTuple):
    """An amount that a bundle cannot have here, and those it could."""

    amount: int
    kind: str
    options: list[int]


def check_amounts(
    words: TerminalWords, state: State, amounts: Sequence[int]
) -> list[int] | NotPossible:
    """Return the answers that make up a bundle from where it is now, or what is not possible of it."""
    game, trial = words.game, state[:]
    data = pick_data(game, trial)
    pick = data.alternatives[data.alternative].picks[data.pick]
    slot, enum = pick.slot, pick.type.enum
    first = trial[slot]
    for kind, amount in enumerate(amounts):
        options = [trial[slot + 1 + kind]] if kind < first else game.options(trial)
        if amount not in options:
            return NotPossible(amount, words.kind(enum, kind), options)
        if first <= kind < len(amounts) - 1:
            game.apply(trial, amount)
    return list(amounts[first:])
