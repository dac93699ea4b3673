"""A game verified: in goes the game with its scopes, out comes what is proven, what was tried and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rulelang.jobs.job import Job
from rulelang.jobs.run import HERE, Means, run
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table
from rulelang.simulate.goods import owned_slots
from rulelang.verify import watched_games as watching
from rulelang.verify.finding import Finding, from_data
from rulelang.verify.scopes import SearchScope
from rulelang.verify.search import Explored
from rulelang.verify.shorten import ShortenBudget, shorten


class VerificationPlan(NamedTuple):
    """What to try: so many random games, the seed of all chance, and scopes with their games.

    `budget` is for shorter games with the same fault.
    """

    games: int
    seed: int
    scopes: Sequence[tuple[SearchScope, Game]]
    budget: ShortenBudget = ShortenBudget()


class Never(NamedTuple):
    """What did not happen in any random game, by name."""

    actions: tuple[str, ...]
    lines: tuple[str, ...]
    kinds: tuple[str, ...]


class Found(NamedTuple):
    """A finding with the game and, if it is one, the scope it belongs to."""

    finding: Finding
    game: Game
    scope: SearchScope | None


class Verification(NamedTuple):
    """What came out: how many random games were tried and went wrong, what was found.

    `explored` has None for a scope where an interrupt came first.
    """

    plan: VerificationPlan
    tried: int
    faults: int
    explored: tuple[Explored | None, ...]
    found: tuple[Found, ...]
    never: Never
    is_complete: bool


def verify(game: Game, plan: VerificationPlan, means: Means = HERE) -> Verification:
    """Search the scopes of a game and try random games.

    Raises:
        JobError: by these means it cannot be done.
    """
    bounds = [[scope.depth, scope.positions] for scope, _game in plan.scopes]
    options = {"seed": plan.seed, "scopes": bounds}
    games = (game, *(small for _scope, small in plan.scopes))
    items = len(plan.scopes) + plan.games
    done = run(Job(f"{watching.__name__}:do_item", games, options, items), means)
    explored = tuple(_explored(done.results.get(n)) for n in range(len(plan.scopes)))
    tried = [data for number, data in done.results.items() if number >= len(plan.scopes)]
    found = [
        Found(finding, small, scope)
        for (scope, small), seen in zip(plan.scopes, explored, strict=True)
        for finding in (seen.findings if seen is not None else ())
    ]
    known = {each.finding.cause for each in found}
    found += [
        Found(shorten(game, finding, plan.budget), game, None)
        for finding in _first_of_each([from_data(d["finding"]) for d in tried if d["finding"]])
        if finding.cause not in known
    ]
    return Verification(
        plan=plan,
        tried=len(tried),
        faults=sum(bool(data["finding"]) for data in tried),
        explored=explored,
        found=tuple(found),
        never=_never(game, tried),
        is_complete=done.is_complete,
    )


def _explored(data: dict[str, Any] | None) -> Explored | None:
    if data is None:
        return None
    return Explored(
        **{
            **data,
            "shuffled": tuple(data["shuffled"]),
            "actions": tuple(data["actions"]),
            "findings": tuple(from_data(each) for each in data["findings"]),
        }
    )


def _first_of_each(findings: Iterable[Finding]) -> list[Finding]:
    """Return the shortest finding of each cause."""
    best: dict[tuple[str, object], Finding] = {}
    for finding in findings:
        known = best.get(finding.cause)
        if known is None or len(finding.steps) < len(known.steps):
            best[finding.cause] = finding
    return list(best.values())


def _never(game: Game, tried: Sequence[dict[str, Any]]) -> Never:
    def missing(names: Iterable[str], part: str) -> tuple[str, ...]:
        seen = {name for data in tried for name in data[part]}
        return tuple(name for name in names if name not in seen)

    if not tried:
        return Never((), (), ())
    return Never(
        actions=missing(action_table(game).names, "actions"),
        lines=missing([line.name for line in game.description.scores], "lines"),
        kinds=missing(owned_slots(game), "kinds"),
    )
