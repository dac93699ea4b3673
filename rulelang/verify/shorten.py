"""A shorter game with the same fault: in goes a finding of a random game, out comes one with fewer answers.

First answers are left out, in large parts and then in small ones, as long as the same rule still breaks. Then all
shorter games of the seed are searched within a budget; where that comes to an end, no shorter one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, call_with_place
from rulelang.runtime.layout import PC
from rulelang.verify.finding import LONG, AnswerStep, Finding, of_fault, settle
from rulelang.verify.search import Bounds, explore

Steps = tuple[AnswerStep, ...]
Part = TypeVar("Part")  # of a game: a step, an answer by name
Shown = Callable[[tuple[Part, ...]], tuple[tuple[Part, ...] | None, int]]


class ShortenBudget(NamedTuple):
    """How hard to look for a shorter game: answers given while leaving some out, positions searched."""

    picks: int = 200_000
    positions: int = 20_000


def shorten(game: Game, finding: Finding, budget: ShortenBudget | None = None) -> Finding:
    """Return the finding with as short a game as can be found."""
    budget = budget or ShortenBudget()
    if finding.code == LONG:
        return finding

    def shown(steps: Steps) -> tuple[Steps | None, int]:
        found, used = _try(game, finding.seed, steps)
        is_same = found is not None and found.cause == finding.cause
        return found.steps if found is not None and is_same else None, used

    shorter = finding._replace(steps=leave_out(finding.steps, shown, budget.picks))
    return _search(game, shorter, budget.positions)


def leave_out(
    steps: tuple[Part, ...], shown: Shown[Part], picks: int = ShortenBudget().picks
) -> tuple[Part, ...]:
    """Leave out parts of a game, large ones first, as long as it still shows the same."""
    left = picks
    size = len(steps)
    while size and left > 0:
        first = 0
        while first < len(steps) and left > 0:
            fewer, used = shown(steps[:first] + steps[first + size :])
            left -= used
            if fewer is not None and len(fewer) < len(steps):
                steps = fewer
            else:
                first += size
        size //= 2
    return steps


def _try(game: Game, seed: int, steps: Sequence[AnswerStep]) -> tuple[Finding | None, int]:
    """Play answers where they are offered and skip the others; return the fault, if there is one."""
    state = game.new_state(seed)
    done: list[AnswerStep] = []
    try:
        call_with_place(game, game.begin, state)
        settle(game, state)
        for step in steps:
            if not state[PC]:
                break
            if step.option not in game.options(state):
                continue
            done.append(step)
            call_with_place(game, game.apply, state, step.option)
            settle(game, state)
    except Fault as fault:
        return of_fault(game, fault, seed, done), len(done)
    return None, len(done) + 1


def _search(game: Game, finding: Finding, positions: int) -> Finding:
    depth = len(finding.steps)
    bounds = Bounds(depth - 1, positions, all_chance=False)
    explored = explore(game, finding.seed, bounds)
    for other in explored.findings:
        if other.cause == finding.cause:
            return other._replace(is_shortest=True)
    return finding._replace(is_shortest=explored.depth >= depth - 1)
