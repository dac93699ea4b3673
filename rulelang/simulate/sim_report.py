"""Results of many games for people and programs: in goes a simulation, out come tables or plain data.

Nothing here depends on time or on the number of processes: the same seed gives the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from rulelang.runtime.game import Game
from rulelang.simulate.action_names import action_table, labels_of
from rulelang.simulate.many_games import Simulation
from rulelang.simulate.one_game import FAULT, OVER, UNFINISHED, GameResult
from rulelang.simulate.statistics import Summary, summarise, wilson

VERSION = 1

Row = list[str]


class Seat(NamedTuple):
    """How one seat did: its points, its share of wins (a shared win counts in part), and games won."""

    name: str
    bot: str
    points: Summary
    wins: float
    won: int


def finished(simulation: Simulation) -> list[GameResult]:
    """Return the results of the games that came to an end."""
    return [result for result in simulation.results if result.status == OVER]


def seats(game: Game, simulation: Simulation) -> list[Seat]:
    """Return how each seat did in the games that came to an end; there must be one."""
    over = finished(simulation)
    return [
        Seat(
            name=name,
            bot=simulation.plan.bots[seat],
            points=summarise([result.scores[seat] for result in over]),
            wins=sum(1 / len(result.winners) for result in over if seat in result.winners),
            won=sum(seat in result.winners for result in over),
        )
        for seat, name in enumerate(game.player_names)
    ]


def lengths(simulation: Simulation) -> dict[str, Summary]:
    """Return how long the games were that came to an end."""
    over = finished(simulation)
    return {
        "turns": summarise([result.turns for result in over]),
        "decisions": summarise([result.decisions for result in over]),
    }


def counted(simulation: Simulation) -> list[GameResult]:
    """Return the games whose actions are counted: those that came to an end, or all if none did."""
    return finished(simulation) or simulation.results


def action_counts(game: Game, simulation: Simulation) -> dict[str, list[int]]:
    """Return how often each seat took each action in the games that are counted."""
    played = counted(simulation)
    return {
        name: [sum(result.actions[row][seat] for result in played) for seat in range(game.players)]
        for row, name in enumerate(action_table(game).names)
    }


# --- text ---------------------------------------------------------------------------------------------


def to_text(game: Game, simulation: Simulation) -> str:
    """Return the tables as text, each line ended."""
    plan, played = simulation.plan, simulation.results
    bots = ", ".join(dict.fromkeys(plan.bots))
    people = "1 player" if game.players == 1 else f"{game.players} players"
    head = f"{_label(game.description.title)}, {people} ({bots}), seed {plan.seed}"
    if not simulation.is_complete:
        head += f": interrupted after {_count(len(played), 'game')} of {plan.games:,}"
    parts = [[head]]
    if played:
        parts.append(_ends(simulation))
    if finished(simulation):
        parts += [_length_table(simulation), _seat_table(game, simulation)]
        if len(set(plan.bots)) > 1:
            parts.append(_bot_table(game, simulation))
    if played:
        parts.append(_action_table(game, simulation))
    return "".join(f"{line}\n" for line in "\n\n".join("\n".join(p) for p in parts).split("\n"))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _ends(simulation: Simulation) -> list[str]:
    results = simulation.results
    over = finished(simulation)
    shared = sum(len(result.winners) > 1 for result in over)
    lines = [f"{_count(len(over), 'game')} finished, {shared:,} with a shared win"]
    unfinished = [result for result in results if result.status == UNFINISHED]
    if unfinished:
        said = f"{_count(len(unfinished), 'game')} given up after {unfinished[0].picks:,} picks"
        lines.append(f"{said}, as with seed {unfinished[0].seed}")
    faults = [result for result in results if result.status == FAULT]
    if faults:
        lines.append(f"{_count(len(faults), 'game')} ended by a fault in the rules")
    return lines


def _length_table(simulation: Simulation) -> list[str]:
    rows = [["length", "mean ± 95 %", "median", "least", "most"]]
    for name, found in lengths(simulation).items():
        rows.append(
            [
                name,
                _mean(found),
                *(_exact(n) for n in (found.quartiles[1], found.least, found.most)),
            ]
        )
    return aligned(rows)


def _seat_table(game: Game, simulation: Simulation) -> list[str]:
    rows = [["seat", "bot", "points ± 95 %", "wins", "95 %"]]
    count = len(finished(simulation))
    for found in seats(game, simulation):
        rows.append([found.name, found.bot, _mean(found.points), *_wins(found.wins, count)])
    return aligned(rows, left=2)


def _bot_table(game: Game, simulation: Simulation) -> list[str]:
    """Wins by kind of bot, against what as many seats would win by chance."""
    rows = [["bot", "seats", "points", "wins", "95 %", "by chance"]]
    found = seats(game, simulation)
    count = len(finished(simulation))
    for bot in dict.fromkeys(simulation.plan.bots):
        own = [seat for seat in found if seat.bot == bot]
        points = sum(seat.points.mean for seat in own) / len(own)
        wins = _wins(sum(seat.wins for seat in own), count)
        chance = f"{100 * len(own) / len(found):.0f} %"
        rows.append([bot, str(len(own)), f"{points:,.2f}", *wins, chance])
    return aligned(rows)


def _action_table(game: Game, simulation: Simulation) -> list[str]:
    """Actions by how often they are taken; those that never are, in one line."""
    played = len(counted(simulation))
    what = "actions a game" if finished(simulation) else "actions in unfinished games"
    rows = [[what, "all", *game.player_names]]
    never = []
    labels, found = labels_of([game]), action_counts(game, simulation)
    for name, counts in sorted(found.items(), key=lambda row: -sum(row[1])):
        shown = [f"{count / played:.2f}" for count in (sum(counts), *counts)]
        if any(float(count) for count in shown):
            rows.append([labels[name], *shown])
        else:
            never.append(labels[name])
    return aligned(rows) + ([f"hardly or never: {', '.join(never)}"] if never else [])


def _exact(number: float) -> str:
    """A whole number, or a half: the middle of an even number of games."""
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _mean(found: Summary) -> str:
    margin = f"{found.margin:,.2f}" if isfinite(found.margin) else "?"
    return f"{found.mean:,.2f} ± {margin}"


def _wins(wins: float, count: int) -> tuple[str, str]:
    low, high = wilson(wins, count)
    return f"{100 * wins / count:.1f} %", f"{100 * low:.1f} … {100 * high:.1f}"


def _label(label: Mapping[str, str]) -> str:
    return label.get("en") or next(iter(label.values()))


def aligned(rows: Sequence[Row], left: int = 1) -> list[str]:
    """Return a table as lines: the first `left` columns to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    sides: list[Callable[[str, int], str]] = [
        str.ljust if column < left else str.rjust for column in range(len(widths))
    ]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=True))
        for row in rows
    ]


# --- plain data -----------------------------------------------------------------------------------------


def to_data(game: Game, simulation: Simulation) -> dict[str, Any]:
    """Return everything as plain data for JSON; margins that cannot be known are null."""
    plan = simulation.plan
    over = finished(simulation)
    return {
        "version": VERSION,
        "game": game.name,
        "rules_hash": game.rules_hash,
        "players": game.players,
        "seed": plan.seed,
        "bots": list(plan.bots),
        "games": plan.games,
        "is_complete": simulation.is_complete,
        "finished": len(over),
        "shared_wins": sum(len(result.winners) > 1 for result in over),
        "unfinished": [r.seed for r in simulation.results if r.status == UNFINISHED],
        "faults": [
            {"seed": r.seed, "said": r.said} for r in simulation.results if r.status == FAULT
        ],
        "length": {name: _summary(s) for name, s in lengths(simulation).items()} if over else {},
        "seats": [
            {
                "player": seat.name,
                "bot": seat.bot,
                "points": _summary(seat.points),
                "wins": seat.wins,
                "games_won": seat.won,
                "win_rate": list(wilson(seat.wins, len(over))),
            }
            for seat in (seats(game, simulation) if over else ())
        ],
        "counted": len(counted(simulation)),
        "actions": action_counts(game, simulation),
    }


def _summary(found: Summary) -> dict[str, Any]:
    return {
        "mean": found.mean,
        "margin": found.margin if isfinite(found.margin) else None,
        "stdev": found.stdev,
        "least": found.least,
        "quartiles": list(found.quartiles),
        "most": found.most,
    }
