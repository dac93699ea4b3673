"""Answers to decisions by whole values: what is forced, a bundle or a subset at once."""

from __future__ import annotations

from rulelang.runtime.decisions import goes_on, named_option
from rulelang.runtime.description import Alternative, Pick
from rulelang.runtime.faults import NotOfferedError
from rulelang.runtime.layout import PC
from rulelang.runtime.play import Play

MOST_SHOWN = 12  # options in a message


def is_called(alternative: Alternative, action: str) -> bool:
    """Is this alternative, or the rule that it plays, called so?"""
    return action in (alternative.name, alternative.rule)


def forced_answers(play: Play) -> list[int] | None:
    """The answers to a decision that has just one way to be answered; None if there are more."""
    game, state = play.game, play.state
    answers = []
    while True:
        options = game.options(state)
        if len(options) != 1:
            return None
        answers.append(options[0])
        after = state[:]
        fixed = {name: values[:] for name, values in game.chance.fixed.items()}
        game.apply(after, options[0])
        game.chance.fixed.clear()
        game.chance.fixed.update(fixed)
        if not goes_on(game, state, after):
            return answers
        state = after


def answer_pick(play: Play, pick: Pick, value: object) -> None:
    """Answer the pending pick; a bundle or a subset as a whole."""
    try:
        meant = play.game.names.from_words(pick.type, value)
    except (KeyError, ValueError, AssertionError):
        raise NotOfferedError(f"there is no {value} for {pick.local}") from None
    if pick.form == "bundle":
        for amount in meant:
            play.choose(amount)
    elif pick.form == "subset":
        _answer_subset(play, pick, meant)
    elif isinstance(meant, int):
        _choose(play, meant)
    else:
        raise NotOfferedError(f"{pick.local} is asked for, which is no amount")


def _answer_subset(play: Play, pick: Pick, members: int) -> None:
    """Choose the members one by one, then nothing more if that is still to be said."""
    asked, left = play.state[PC], members
    while left:
        _choose(play, (left & -left).bit_length() - 1)
        left &= left - 1
    # The same pick without members is the next player's.
    is_open = play.state[PC] == asked and (play.state[pick.slot] or not members)
    if is_open and -1 in play.game.options(play.state):
        play.choose(-1)


def _choose(play: Play, value: int) -> None:
    offered = play.game.options(play.state)
    if value not in offered:
        names = ", ".join(named_option(play.game, play.state, n).name for n in offered[:MOST_SHOWN])
        name = named_option(play.game, play.state, value).name
        raise NotOfferedError(f"{name} is not offered; the options are: {names}")
    play.choose(value)
