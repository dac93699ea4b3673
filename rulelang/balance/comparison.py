"""Games measured and compared: in go one or two sets of rules, out come rows of numbers with what they show.

With two sets every seed is played with both, and only seeds that both played to the end are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rulelang.balance import measure as measuring
from rulelang.balance.paired import MEAN, SHARE, PairedDifference, Side, compare, one_side
from rulelang.jobs.job import Job
from rulelang.jobs.run import HERE, Means, run
from rulelang.runtime.game import Game
from rulelang.simulate.action_names import labels_of
from rulelang.simulate.goods import good_labels

Measured = dict[str, Any]  # JSON edge: what `measure` returns
Value = Callable[[Measured], float]

WINS, POINTS, GAME, ACTIONS, RESOURCES = "wins", "points", "game", "actions a game", "gained a game"


class BalancePlan(NamedTuple):
    """What to play: how many seeds, the first of them, a bot for each seat."""

    games: int
    seed: int
    bots: tuple[str, ...]


class Row(NamedTuple):
    """One number of a game: each set of rules by itself, and the effect of the change.

    `chance` is the share that would come by chance, for wins.
    """

    group: str
    label: str
    kind: str
    sides: tuple[Side, ...]
    effect: PairedDifference | None
    chance: float | None = None


class OptionCounts(NamedTuple):
    """An option by name, and in how many games it was offered and chosen, for each set of rules."""

    name: str
    offered: tuple[int, ...]
    chosen: tuple[int, ...]


class CaseRow(NamedTuple):
    """One case of a choice (a power, a start): how often it was had and its share of wins, on each side."""

    choice: str
    case: str
    had: tuple[int, ...]
    wins: tuple[Side | None, ...]


class Comparison(NamedTuple):
    """What came out. `samples` are the numbers of each game that plots need, by name and side."""

    plan: BalancePlan
    names: tuple[str, ...]
    played: int
    compared: int
    is_complete: bool
    rows: tuple[Row, ...]
    options: tuple[OptionCounts, ...]
    cases: tuple[CaseRow, ...]
    samples: dict[str, tuple[tuple[float, ...], ...]]
    faults: tuple[str, ...]


def balance(
    games: Sequence[Game], names: Sequence[str], plan: BalancePlan, means: Means = HERE
) -> Comparison:
    """Play all seeds of a plan with each of the games and compare.

    Raises:
        JobError: by these means it cannot be done.
    """
    options = {"seed": plan.seed, "bots": list(plan.bots)}
    job = Job(f"{measuring.__name__}:play_item", tuple(games), options, plan.games)
    done = run(job, means)
    played: list[list[Measured]] = list(done.results.values())
    whole = [sides for sides in played if all(side["is_over"] for side in sides)]
    columns = [[sides[side] for sides in whole] for side in range(len(games))]
    rows = _rows(games, columns) if whole else []
    return Comparison(
        plan=plan,
        names=tuple(names),
        played=len(played),
        compared=len(whole),
        is_complete=done.is_complete,
        rows=tuple(rows),
        options=tuple(_options(columns)),
        cases=tuple(_cases(columns)),
        samples=_samples(columns),
        faults=tuple(
            f"{name}: seed {side['seed']}: {side['said'] or 'given up, it does not end'}"
            for sides in played
            for name, side in zip(names, sides, strict=True)
            if not side["is_over"]
        ),
    )


# --- rows -----------------------------------------------------------------------------------------------


def _rows(games: Sequence[Game], columns: Sequence[Sequence[Measured]]) -> list[Row]:
    game, rows = games[0], []
    for seat, name in enumerate(game.player_names):
        chance = 1 / game.players
        rows.append(_row((WINS, name, SHARE), columns, _win_of(seat))._replace(chance=chance))
    for seat, name in enumerate(game.player_names):
        rows.append(_row((POINTS, name, MEAN), columns, _points_of(seat)))
    for key, label in (
        ("turns", "turns"),
        ("decisions", "decisions"),
        ("spread", "points from first to last"),
        ("margin", "points from first to second"),
        ("lead_changes", "changes of the lead"),
    ):
        if key == "margin" and game.players == 2:
            continue  # the second is the last
        rows.append(_row((GAME, label, MEAN), columns, _number(key)))
    rows.append(_row((GAME, "shared wins", SHARE), columns, lambda m: float(len(m["winners"]) > 1)))
    labels, goods = labels_of(games), good_labels(*games)
    for name in _names(columns, "actions"):
        rows.append(_row((ACTIONS, labels[name], MEAN), columns, _entry("actions", name)))
    for name in _names(columns, "gained"):
        rows.append(_row((RESOURCES, goods[name], MEAN), columns, _entry("gained", name)))
    return rows


def _row(told: tuple[str, str, str], columns: Sequence[Sequence[Measured]], value: Value) -> Row:
    group, label, kind = told
    samples = [[value(measured) for measured in column] for column in columns]
    sides = tuple(one_side(kind, sample) for sample in samples)
    effect = compare(kind, samples[0], samples[1]) if len(samples) > 1 else None
    return Row(group, label, kind, sides, effect)


def _win_of(seat: int) -> Value:
    return lambda m: (seat in m["winners"]) / len(m["winners"])


def _points_of(seat: int) -> Value:
    return lambda m: float(m["scores"][seat])


def _number(key: str) -> Value:
    return lambda m: float(m[key])


def _entry(part: str, name: str) -> Value:
    return lambda m: float(m[part].get(name, 0))


def _names(columns: Sequence[Sequence[Measured]], part: str) -> list[str]:
    """Return all names that some game knows, in the order of the first set of rules."""
    return list(dict.fromkeys(n for column in columns for m in column[:1] for n in m[part]))


# --- options and choices --------------------------------------------------------------------------------


def _options(columns: Sequence[Sequence[Measured]]) -> Iterable[OptionCounts]:
    names = sorted({name for column in columns for m in column for name in m["offered"]})
    for name in names:
        yield OptionCounts(
            name,
            tuple(sum(name in m["offered"] for m in column) for column in columns),
            tuple(sum(name in m["chosen"] for m in column) for column in columns),
        )


def _cases(columns: Sequence[Sequence[Measured]]) -> Iterable[CaseRow]:
    """Wins by what players had chosen to be."""
    tallies: list[dict[tuple[str, str], list[float]]] = []
    for column in columns:
        tally: dict[tuple[str, str], list[float]] = {}
        for measured in column:
            for choice, had in measured["choices"].items():
                for seat, case in enumerate(had):
                    if case is not None:
                        win = (seat in measured["winners"]) / len(measured["winners"])
                        tally.setdefault((choice, str(case)), []).append(win)
        tallies.append(tally)
    for choice, case in dict.fromkeys(key for tally in tallies for key in sorted(tally)):
        found = [tally.get((choice, case), []) for tally in tallies]
        wins = tuple(one_side(SHARE, sample) if sample else None for sample in found)
        yield CaseRow(choice, case, tuple(map(len, found)), wins)


def _samples(columns: Sequence[Sequence[Measured]]) -> dict[str, tuple[tuple[float, ...], ...]]:
    def each(value: Callable[[Measured], Iterable[float]]) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(v for m in column for v in value(m)) for column in columns)

    return {
        "points": each(lambda m: m["scores"]),
        "decisions": each(lambda m: [m["decisions"]]),
        "margin": each(lambda m: [m["margin"]]),
    }
