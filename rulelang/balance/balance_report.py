"""A comparison for people and programs: in goes what came out, out come lines of text or plain data.

Nothing here depends on time or on the number of processes: the same seeds give the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from rulelang.balance.comparison import (
    ACTIONS,
    GAME,
    POINTS,
    RESOURCES,
    WINS,
    Comparison,
    Row,
)
from rulelang.balance.paired import SHARE, Side, size_word
from rulelang.runtime.game import Game
from rulelang.simulate.sim_report import aligned
from rulelang.simulate.statistics import Interval

VERSION = 1
METHODS = (
    "95 % intervals: Wilson for shares, bootstrap over seeds for differences of shares, "
    "paired t for means and their differences; effects are Cohen's h and d"
)
FEW = (ACTIONS, RESOURCES)  # groups of which only what differs is listed

Lines = list[str]


def to_lines(game: Game, found: Comparison) -> Lines:
    """Return the comparison as text."""
    lines = [headline(game, found)]
    if not found.compared:
        return [*lines, "", "no game was played to its end", *found.faults[:5]]
    for group in (WINS, POINTS, GAME, ACTIONS, RESOURCES):
        rows = [row for row in found.rows if row.group == group]
        if rows:
            lines += ["", *_table(group, rows, found)]
    if found.cases:
        lines += ["", *_case_table(found)]
    lines += ["", *never_chosen(found), METHODS, _caution(found)]
    if found.faults:
        lines += ["", f"{len(found.faults)} games did not come to their end:", *found.faults[:5]]
    return [line.rstrip() for line in lines]


def headline(game: Game, found: Comparison) -> str:
    """Return what was played, in one line."""
    plan = found.plan
    bots = ", ".join(dict.fromkeys(plan.bots))
    what = f"{game.description.title.get('en') or game.name}, {game.players} players ({bots})"
    said = f"{what}, {found.compared:,} seeds from {plan.seed}: {' and '.join(found.names)}"
    return said if found.is_complete else f"{said}; interrupted, {plan.games:,} were planned"


def _table(group: str, rows: Sequence[Row], found: Comparison) -> Lines:
    is_pair = len(found.names) > 1
    shown = [
        row for row in rows if not (is_pair and group in FEW) or (row.effect and row.effect.is_told)
    ]
    head = [group, *found.names, *(["difference", "effect"] if is_pair else ["", ""])]
    cells = [head] + [
        [row.label, *(side_text(row, side) for side in row.sides), *_said(row, found.compared)]
        for row in shown
    ]
    lines = aligned(cells)
    if len(shown) < len(rows):
        others = f"{len(rows) - len(shown)} of {len(rows)}" if shown else f"all {len(rows)}"
        lines = lines if shown else [group]
        lines.append(f"{others} cannot be told apart at {found.compared:,} games")
    return lines


def _said(row: Row, count: int) -> list[str]:
    if row.effect is None:
        return ["", against_chance(row, count)]
    effect = row.effect
    if not effect.difference and effect.interval.low == effect.interval.high == 0:
        return ["0", "no difference in any game"]
    ends = f"{_number(row, effect.interval.low)} … {_number(row, effect.interval.high)}"
    difference = f"{_number(row, effect.difference)} ({ends})"
    return [difference, verdict(row, count)]


def verdict(row: Row, count: int) -> str:
    """Return what an effect shows, in words."""
    effect = row.effect
    if effect is None or not effect.is_told:
        return f"cannot be told apart at {count:,} games"
    if not isfinite(effect.size):
        return "the same in every game"
    return f"{size_word(effect.size)} ({effect.size:+.2f})"


def against_chance(row: Row, count: int) -> str:
    """Return whether a share of wins is more or less than its part; nothing for other rows."""
    if row.chance is None:
        return ""
    low, high = row.sides[0].interval
    part = f"{100 * row.chance:.1f} %"
    if low <= row.chance <= high:
        return f"cannot be told apart from {part} at {count:,} games"
    return f"{'more' if low > row.chance else 'less'} than {part}"


def side_text(row: Row, side: Side) -> str:
    """Return a mean or share with its interval."""
    low, high = side.interval
    if row.kind == SHARE:
        return f"{100 * side.value:.1f} % ({100 * low:.0f} … {100 * high:.0f})"
    margin = f"{high - side.value:,.2f}" if isfinite(high) else "?"
    return f"{side.value:,.2f} ± {margin}"


def _number(row: Row, value: float) -> str:
    if not isfinite(value):
        return "?"
    return f"{100 * value:+.1f} %" if row.kind == SHARE else f"{value:+,.2f}"


def _case_table(found: Comparison) -> Lines:
    cells = [
        [
            "choice",
            "case",
            *(f"{part} {name}" for name in found.names for part in ("had,", "wins,")),
        ]
    ]
    for row in found.cases:
        told = [row.choice, row.case]
        for had, wins in zip(row.had, row.wins, strict=True):
            told += [f"{had:,}", "" if wins is None else _share(wins)]
        cells.append(told)
    return aligned(cells, left=2)


def _share(side: Side) -> str:
    low, high = side.interval
    return f"{100 * side.value:.1f} % ({100 * low:.0f} … {100 * high:.0f})"


def never_chosen(found: Comparison) -> Lines:
    """Return the options that were offered and never chosen, for each set of rules."""
    lines = []
    for side, name in enumerate(found.names):
        never = [o.name for o in found.options if o.offered[side] and not o.chosen[side]]
        if never:
            said = f"offered but never chosen in {found.compared:,} games"
            lines.append(f"{name}: {said}: {', '.join(never)}")
    return lines


def _caution(found: Comparison) -> str:
    if len(found.names) == 1:
        return ""
    count = len(found.rows)
    return f"of {count} comparisons about {max(1, round(count / 20))} would look different by chance alone"


# --- plain data -----------------------------------------------------------------------------------------


def to_data(game: Game, found: Comparison) -> dict[str, Any]:
    """Return everything as plain data for JSON; ends of intervals that cannot be known are null."""
    plan = found.plan
    return {
        "version": VERSION,
        "game": game.name,
        "players": game.players,
        "rules": list(found.names),
        "seed": plan.seed,
        "bots": list(plan.bots),
        "games": plan.games,
        "compared": found.compared,
        "is_complete": found.is_complete,
        "methods": METHODS,
        "rows": [_row_data(row) for row in found.rows],
        "options": [option._asdict() for option in found.options],
        "choices": [
            {
                "choice": row.choice,
                "case": row.case,
                "had": row.had,
                "wins": [None if side is None else _side_data(side) for side in row.wins],
            }
            for row in found.cases
        ],
        "faults": list(found.faults),
    }


def _row_data(row: Row) -> dict[str, Any]:
    effect = row.effect
    return {
        "group": row.group,
        "label": row.label,
        "kind": row.kind,
        "sides": [_side_data(side) for side in row.sides],
        "effect": None
        if effect is None
        else {
            "difference": effect.difference,
            "interval": _ends(effect.interval),
            "size": effect.size if isfinite(effect.size) else None,
            "is_told_apart": effect.is_told,
        },
    }


def _side_data(side: Side) -> dict[str, Any]:
    return {"value": side.value, "interval": _ends(side.interval)}


def _ends(interval: Interval) -> list[float | None]:
    return [end if isfinite(end) else None for end in interval]
