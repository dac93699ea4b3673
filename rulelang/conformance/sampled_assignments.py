"""Decisions too wide to write out: some assignments, judged by the oracle and tried in the engine.

The oracle says yes or no to a full assignment; the engine says yes if every pick of it is offered in
turn. Half of the samples are drawn from the domains, so that many of them are allowed.
"""

from __future__ import annotations

from random import Random

from rulelang.conformance.configurations import Bundled
from rulelang.conformance.true_refusals import any_value, failing_names
from rulelang.conformance.walks import goes_on, pick_meta
from rulelang.interpreter.evaluate import Env
from rulelang.interpreter.oracle import Oracle, Pending, SearchBudget, TooWide, bound
from rulelang.interpreter.position import Undefined, Value
from rulelang.program import nodes as ir
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import PC

SMALL = 400  # values of one pick that are written out to draw from


def sample(oracle: Oracle, pending: Pending, number: int, random: Random) -> tuple[Value, ...]:
    """Return values for the picks of an alternative, each from its domain or from anywhere."""
    alternative = pending.decide.alternatives[number]
    taken = oracle.begin(pending.player, alternative, pending.env)
    values: list[Value] = []
    is_wild = random.random() < 0.5
    for pick, bind in oracle.picks(alternative):
        is_own = len(values) < len(alternative.picks)
        env = taken.caller if is_own else taken.inner
        value = any_value(oracle, pick, random) if is_wild else _inside(oracle, pick, env, random)
        taken = bound(taken, pick, (bind, value), is_own=is_own)
        values.append(value)
    return tuple(values)


def _inside(oracle: Oracle, pick: ir.Pick, env: Env, random: Random) -> Value:
    try:
        found = list(oracle.domain(pick, env, SearchBudget(SMALL)))
    except TooWide:
        found = []
    return random.choice(found) if found else any_value(oracle, pick, random)


def is_offered(game: Game, state: State, number: int, values: tuple[Value, ...]) -> bool:
    """Can these values be picked, one after the other?"""
    after = state[:]
    if pick_meta(game, after).form == "which":
        if number not in game.options(after):
            return False
        game.apply(after, number)
    for position, value in enumerate(values):
        if after[PC] == 0 or pick_meta(game, after).pick != position:
            return False
        is_last = position == len(values) - 1
        if not _pick(game, after, value, is_last=is_last):
            return False
    return True


def _pick(game: Game, state: State, value: Value, *, is_last: bool) -> bool:
    """Answer one pick; the last answer of all is not given, as it would run the rule."""
    match value:
        case tuple():
            answers = list(value)
        case frozenset():
            answers = [*sorted(value), -1]
        case _:
            answers = [value]
    for index, answer in enumerate(answers):
        if answer not in game.options(state):
            return False
        if is_last and index == len(answers) - 1:
            return True
        before = state[:]
        game.apply(state, answer)
        # A subset that nothing can be added to is complete without saying so.
        if isinstance(value, frozenset) and index == len(answers) - 2:
            meta = pick_meta(game, before)
            is_same = goes_on(game, before, answer, state)
            if not is_same or pick_meta(game, state).pick != meta.pick:
                return True
    return True


def sample_problem(
    bundled: Bundled, state: State, asked: tuple[Oracle, Pending, int], random: Random
) -> str:
    """Try one assignment; return what the engine and the oracle do not agree about."""
    oracle, pending, number = asked
    alternative = pending.decide.alternatives[number]
    if any(pick.if_any for pick, _bind in oracle.picks(alternative)):
        return ""
    try:
        values = sample(oracle, pending, number, random)
        failing = failing_names(oracle, pending, number, values)
    except (Undefined, TooWide):
        return ""
    if is_offered(bundled.game, state, number, values) == (not failing):
        return ""
    verdict = f"fails {sorted(failing)}" if failing else "is allowed"
    return f"{alternative.name}{values} {verdict}, and the engine says otherwise"
