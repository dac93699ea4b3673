"""What went wrong and the game that shows it: in go options and chance step by step, out come plays and records."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from rulelang.runtime.decisions import named_option
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place, place_of
from rulelang.runtime.layout import ASKED
from rulelang.runtime.outcomes import Value, to_words
from rulelang.runtime.play import Play
from rulelang.runtime.totals import problems, totals

LOST = "R908"  # something was made up or got lost, or lies in two places
ENDLESS = "R907"  # a position from which no game comes to its end
LONG = "R909"  # a game that was given up

Chance = tuple[tuple[str, Value], ...]
Totals = dict[tuple[str, int], int]  # of each kind of a thing or amount


class AnswerStep(NamedTuple):
    """An answer, and what chance brought after it; where that is empty, the generator decided."""

    option: int
    chance: Chance = ()


class Finding(NamedTuple):
    """What went wrong, with the game that shows it; `is_shortest`: no shorter one does.

    `code` is that of a fault, or one of the words above. `place` is a span as plain data.
    """

    code: str
    said: str
    place: tuple[str, int, int] | None
    seed: int
    start: Chance
    steps: tuple[AnswerStep, ...]
    is_shortest: bool = False

    @property
    def cause(self) -> tuple[str, object]:
        """What two findings of the same mistake have in common."""
        return self.code, self.place or self.said


def of_fault(game: Game, fault: Fault, seed: int, steps: Iterable[AnswerStep]) -> Finding:
    """Return the finding that a fault is."""
    return Finding(
        fault.code, str(fault), fault.span or place_of(game, fault), seed, (), tuple(steps)
    )


def of_loss(game: Game, state: State, start: Totals, seed: int) -> Finding | None:
    """Return the finding that something is made up or lost against the totals of the start, if so."""
    wrong = problems(game.layout, state)
    if totals(game.layout, state) != start:
        wrong.append("the totals are not those of the start")
    if not wrong:
        return None
    return Finding(LOST, f"{LOST}: something is made up or lost: {wrong[0]}", None, seed, (), ())


def settle(game: Game, state: State) -> None:
    """Look whether play can go on: every decision has an option, every invariant holds.

    Raises:
        Fault: it cannot.
    """
    call_with_place(game, game.options, state)
    if game.description.has_invariants:
        call_with_place(game, game.function("check_invariants"), state)


def fixed(chance: Chance) -> dict[str, list[object]]:
    """Return outcomes by the name of the chance, as `Chance.fix` wants them."""
    found: dict[str, list[object]] = {}
    for name, value in chance:
        found.setdefault(name, []).append(value)
    return found


def play_of(game: Game, finding: Finding) -> Play | None:
    """Return the play up to what went wrong; None if set-up itself breaks."""
    try:
        with game.chance.fix(fixed(finding.start)):
            play = game.start(seed=finding.seed)
    except Fault:
        return None
    with suppress(Fault):
        for step in finding.steps:
            with game.chance.fix(fixed(step.chance)):
                play.choose(step.option)
    return play


def record_of(game: Game, finding: Finding) -> dict[str, Any]:
    """Return the game as a record for `rulelang replay`; its last answer is the one that breaks the rules."""
    play = play_of(game, finding)
    if play is None:
        return {
            **Play(game, game.new_state(finding.seed), finding.seed).save(),
            "fault": finding.said,
        }
    record = play.save()
    for step in finding.steps[len(play.answers) :]:
        option = named_option(game, play.state, step.option)
        said = [[name, to_words(game, name, value)] for name, value in step.chance]
        who = game.player_names[play.state[ASKED]]
        record["answers"].append([who, option.name, *([said] if said else [])])
        record["fault"] = finding.said
        del record["state"]
    return record


# --- plain data -----------------------------------------------------------------------------------------


def to_data(finding: Finding) -> list[Any]:
    """Return a finding for JSON."""
    return list(finding)


def from_data(data: list[Any]) -> Finding:
    """Return the finding that `to_data` wrote."""
    code, said, place, seed, start, steps, is_shortest = data
    return Finding(
        code,
        said,
        (place[0], place[1], place[2]) if place else None,
        seed,
        _chance(start),
        tuple(AnswerStep(option, _chance(chance)) for option, chance in steps),
        is_shortest,
    )


def _chance(data: list[Any]) -> Chance:
    return tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in data)
