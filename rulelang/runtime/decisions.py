"""The pending pick of a state: who is asked, what the options are called, which values were picked.

Everything here reads the vector and the description; nothing changes the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulelang.runtime.description import Argument, Label, PendingPick, Pick
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ASKED, PC

DONE = "done"
WHICH = "which"


class Option(NamedTuple):
    """Something that can be picked: its number for `apply`, its name and its labels."""

    value: int
    name: str
    label: Label


class PendingDecision(NamedTuple):
    """Who is asked what.

    `pick` is the name of the pick, "which" when alternatives are offered; `kind` is, within a
    bundle, the kind whose amount is asked; `picked` are the values picked so far, by name.
    """

    player: int
    name: str
    label: Label
    alternative: str | None
    pick: str
    pick_label: Label
    form: str
    kind: str | None
    picked: dict[str, Any]


def pick_data(game: Game, state: State) -> PendingPick:
    """Return what is asked now."""
    return game.description.picks[state[PC] - 1]


def given_values(game: Game, state: State, number: int) -> list[tuple[Argument, Any]]:
    """Return what the rules give to an alternative of the pending decision: name and type, value."""
    node = pick_data(game, state).node
    questions = game.description.questions
    entries = questions.offers[questions.sites[f"{node}/{number}"]].given
    return list(zip(entries, game.function(f"z{node}_{number}")(state), strict=True))


def pending_decision(game: Game, state: State) -> PendingDecision | None:
    """Return who is asked what; None when the game is over."""
    if state[PC] == 0:
        return None
    data = pick_data(game, state)
    alternative, pick, pick_label, kind = None, WHICH, data.label, None
    if data.pick >= 0:
        chosen = data.chosen
        asked = data.asked
        alternative, pick, pick_label = chosen.name, asked.local, asked.label
        if data.form == "bundle":
            kind = game.names.all(asked.type.enum)[state[asked.slot]]
    return PendingDecision(
        player=state[ASKED],
        name=data.decision,
        label=data.label,
        alternative=alternative,
        pick=pick,
        pick_label=pick_label,
        form=data.form,
        kind=kind,
        picked=picked_values(game, state),
    )


def picked_values(game: Game, state: State) -> dict[str, Any]:
    """Return the values picked so far for the pending decision, by the names of the picks."""
    data = pick_data(game, state)
    if data.pick < 0:
        return {}
    picks = data.chosen.picks[: data.pick]
    return {
        pick.local: game.names.to_words(pick.type, slot_value(game, pick, state)) for pick in picks
    }


def slot_value(game: Game, pick: Pick, state: State) -> int | tuple[int, ...]:
    """Return the value of a pick that lies in the pick slots."""
    slot = pick.slot
    if pick.form != "bundle":
        return int(state[slot])
    kinds = len(game.names.all(pick.type.enum))
    return tuple(state[slot + 1 : slot + 1 + kinds])


def named_option(game: Game, state: State, value: int) -> Option:
    """Return the option with this number of the pending pick."""
    data = pick_data(game, state)
    if data.form == WHICH:
        alternatives = data.alternatives
        if value == len(alternatives):
            return Option(value, DONE, {"en": DONE, "ru": "готово"})
        chosen = alternatives[value]
        # One rule may be offered twice with different arguments: records must tell them apart.
        again = sum(other.name == chosen.name for other in alternatives[:value])
        name = f"{chosen.name}#{again + 1}" if again else chosen.name
        return Option(value, name, chosen.label or {"en": name})
    if data.form == "bundle":
        return Option(value, str(value), {"en": str(value)})
    type_ = data.asked.type
    if data.form == "subset":
        if value < 0:
            return Option(value, DONE, {"en": DONE, "ru": "готово"})
        type_ = type_.member
    return Option(value, game.names.name(type_, value), game.names.label(type_, value))


def goes_on(game: Game, before: State, after: State) -> bool:
    """Is the decision that was pending before still being answered, or has it been taken?

    As long as it is, nothing but the picks has changed. The same decision asked anew in the same
    position would begin with its first pick again, which tells the two apart.
    """
    if after[PC] == 0 or after[ASKED] != before[ASKED]:
        return False
    first, second = pick_data(game, before), pick_data(game, after)
    if first.node != second.node or second.pick < 0:
        return False
    if first.pick < 0:
        return True
    if first.alternative != second.alternative or second.pick < first.pick:
        return False
    if first.pick == second.pick:
        slot = second.asked.slot
        if second.form == "value" or after[slot] == 0:
            return False
    picks = game.layout.picks_from
    end = picks + game.layout.picks
    return before[1:picks] == after[1:picks] and before[end:] == after[end:]
