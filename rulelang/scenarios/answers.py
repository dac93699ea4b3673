"""Answers to decisions by whole values: what is forced, a bundle or a subset at once."""

from __future__ import annotations

from rulelang.runtime.decisions import goes_on, pick_data
from rulelang.runtime.description import Alternative, Pick
from rulelang.runtime.faults import NotOfferedError
from rulelang.runtime.play import Play
from rulelang.runtime.subset_answers import answer_subset, choose_offered

MOST_FORCED = 1_000  # decisions that play themselves, one after the other


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


def settled(play: Play) -> Play:
    """Return the play after all choices of a value that has one option; whether an action is taken the test says.

    It stops before chance that nobody has fixed.
    """
    chance = play.game.chance
    for _ in range(MOST_FORCED):
        forced = forced_answers(play) if _asks_for_value(play) else None
        if forced is None:
            return play
        after = play.copy()
        events, said = chance.events, len(chance.said)
        fixed = {name: values[:] for name, values in chance.fixed.items()}
        for value in forced:
            after.choose(value)
        if chance.events - events > len(chance.said) - said:
            chance.fixed.clear()
            chance.fixed.update(fixed)
            return play
        play = after
    return play


def _asks_for_value(play: Play) -> bool:
    """Is a value asked for, and no action?"""
    if play.is_over:
        return False
    return all(known.rule is None for known in pick_data(play.game, play.state).alternatives)


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
        answer_subset(play, pick, meant)
    elif isinstance(meant, int):
        choose_offered(play, meant)
    else:
        raise NotOfferedError(f"{pick.local} is asked for, which is no amount")
