"""Why something is not offered: in goes what was asked about, out come the refusals with clause and line."""

from __future__ import annotations

from rulelang.files import line_of
from rulelang.runtime.decisions import pick_data
from rulelang.runtime.description import Place
from rulelang.runtime.play import Play
from rulelang.runtime.reasons import Refusal
from rulelang.tui.asking import refused
from rulelang.tui.short_names import TerminalWords


def why_lines(words: TerminalWords, play: Play, said: str) -> list[str]:
    """Return why an action is not possible now, in lines; `said` is its name, its label or a part of it."""
    if not said:
        names = [name for name, _text in refused(words, play.state)]
        return [words.say("needs_action", name=(names or list(words.game.description.rules))[0])]
    found = find_actions(words, play, said)
    if not found:
        return [words.say("unknown", said=said)]
    if len(found) > 1:
        return [words.say("ambiguous", said=said, names=", ".join(found))]
    name = found[0]
    refusals = play.why_not(name)
    label = action_label(words, play, name)
    if not refusals:
        return [words.say("possible", name=label)]
    return [f"{label}:", *(f"  {_sentence(words, refusal)}" for refusal in refusals)]


def find_actions(words: TerminalWords, play: Play, said: str) -> list[str]:
    """Return the names of the actions that are meant: those of the pending decision first."""
    wanted = said.casefold().replace("_", " ")
    data = pick_data(words.game, play.state)
    pending = {a.name: words.label(a.label, a.name) for a in data.alternatives}
    actions = {
        name: words.label(rule.label, name)
        for name, rule in words.game.description.rules.items()
        if rule.word == "action"
    }
    for known in (pending, actions):
        for matches in (str.__eq__, str.startswith, str.__contains__):
            found = [
                name
                for name, label in known.items()
                if matches(name.replace("_", " "), wanted) or matches(label.casefold(), wanted)
            ]
            if found:
                return found
    return []


def action_label(words: TerminalWords, play: Play, name: str) -> str:
    """Return what an action is called."""
    data = pick_data(words.game, play.state)
    for alternative in data.alternatives:
        if name in {alternative.name, alternative.rule}:
            return words.label(alternative.label, name)
    rule = words.game.description.rules.get(name)
    return words.label(rule.label, name) if rule is not None else name


def _sentence(words: TerminalWords, refusal: Refusal) -> str:
    text = words.label(refusal.sentence, refusal.name)
    cites = f" [{', '.join(refusal.cites)}]" if refusal.cites else ""
    where = f" ({place_text(refusal.place)})" if refusal.place is not None else ""
    return f"{text}{cites}{words.style(where, dim=True)}"


def place_text(place: Place) -> str:
    """Return file and line of a place in the rules; only the file if it is gone."""
    path, start, _end = place
    line = line_of(path, start)
    return path if line is None else f"{path}:{line}"
