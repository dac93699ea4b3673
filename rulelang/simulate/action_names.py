"""What players choose, as rows of statistics: in goes a game, out come names and labels that tell them apart.

A rule is one row, wherever it is offered. What is chosen inside a rule (a pick, a named option, a way to pay) is
a row for each place in the rules that asks for it: two rules may call what they ask for by the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulelang.runtime.description import Alternative, PendingPick
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import PC


class Chosen(NamedTuple):
    """One row: its name, and what it may be called, the shortest first; `is_rule` is false for what a rule asks."""

    name: str
    titles: tuple[str, ...]
    is_rule: bool


class ActionTable(NamedTuple):
    """The rows of a game; of each pending pick (by its number, 0 = none) the row of each alternative."""

    rows: tuple[Chosen, ...]
    of_pick: tuple[tuple[int, ...], ...]

    @property
    def names(self) -> list[str]:
        """The names of all rows."""
        return [row.name for row in self.rows]


@lru_cache(maxsize=8)
def action_table(game: Game) -> ActionTable:
    """Return the table of a game, made once."""
    names = _names(game)
    numbers: dict[str, int] = {}
    rows: list[Chosen] = []
    of_pick: list[tuple[int, ...]] = [()]
    for data in game.description.picks:
        chosen = []
        for alternative in data.alternatives:
            name = names[_identity(data, alternative)]
            if name not in numbers:
                numbers[name] = len(rows)
                rows.append(_row(game, name, data, alternative))
            chosen.append(numbers[name])
        of_pick.append(tuple(chosen))
    return ActionTable(tuple(rows), tuple(of_pick))


def taken(game: Game, state: State, option: int) -> str | None:
    """Return the name of the row that an answer is about; None where somebody stops."""
    data = game.description.picks[state[PC] - 1]
    number = option if data.pick < 0 else data.alternative
    table = action_table(game)
    rows = table.of_pick[state[PC]]
    return table.rows[rows[number]].name if number < len(rows) else None


def labels_of(games: Iterable[Game]) -> dict[str, str]:
    """Return a label for the name of every row of these games; no two have the same."""
    rows = {row.name: row for game in games for row in action_table(game).rows}
    return told_apart(list(rows.values()))


def told_apart(rows: Sequence[Chosen]) -> dict[str, str]:
    """Return the shortest labels that tell the rows apart; what a rule asks gives way to the rule.

    >>> told_apart([Chosen("a", ("Sell", "Sell (a)"), True), Chosen("b.x", ("Sell", "Buy: x"), False)])
    {'a': 'Sell', 'b.x': 'Buy: x'}
    """
    length = [0] * len(rows)
    while True:
        groups: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            groups.setdefault(row.titles[length[number]], []).append(number)
        longer = []
        for group in groups.values():
            open_ = [n for n in group if length[n] + 1 < len(rows[n].titles)]
            asked = [n for n in open_ if not rows[n].is_rule]
            longer += (asked or open_) if len(group) > 1 else []
        if not longer:
            return {row.name: row.titles[length[n]] for n, row in enumerate(rows)}
        for number in longer:
            length[number] += 1


# --- names and words ------------------------------------------------------------------------------------


def _identity(data: PendingPick, alternative: Alternative) -> tuple[object, ...]:
    """What makes an alternative the same wherever it is offered: its rule, or where it stands in the rules."""
    if alternative.rule is not None:
        return (alternative.rule,)
    return (data.routine, data.decision, alternative.name, *data.span)


def _names(game: Game) -> dict[tuple[object, ...], str]:
    """A name for each identity; of several places in a rule that ask for the same, those behind the first are numbered."""
    found: dict[tuple[object, ...], str] = {}
    known: dict[str, int] = {}
    offered = {
        _identity(data, alternative): (data, alternative)
        for data in game.description.picks
        for alternative in data.alternatives
    }
    for identity in sorted(offered, key=lambda parts: tuple(map(_sortable, parts))):
        name = _written(*offered[identity])
        known[name] = known.get(name, 0) + 1
        found[identity] = name if known[name] == 1 else f"{name}#{known[name]}"
    return found


def _sortable(part: object) -> tuple[int, str]:
    return (part, "") if isinstance(part, int) else (-1, str(part))


def _written(data: PendingPick, alternative: Alternative) -> str:
    if alternative.rule is not None:
        return str(alternative.rule)
    parts = dict.fromkeys((data.routine, data.decision, alternative.name))
    return ".".join(parts)


def _row(game: Game, name: str, data: PendingPick, alternative: Alternative) -> Chosen:
    short = _english(action_label(game, data, alternative), alternative.name)
    if alternative.rule is not None:
        return Chosen(name, (short, f"{short} ({name})", name), is_rule=True)
    rule = game.description.rules.get(data.routine)
    within = _english(rule.label if rule is not None else {}, data.routine)
    own = _english(alternative.label, alternative.name)
    longer = dict.fromkeys((short, f"{within}: {own}", f"{within}: {own} ({name})", name))
    return Chosen(name, tuple(longer), is_rule=False)


def _english(label: Mapping[str, str], name: str) -> str:
    return label.get("en") or name.replace("_", " ")


def action_label(game: Game, data: PendingPick, alternative: Alternative) -> dict[str, str]:
    """Return what an alternative of a decision is called; one without words goes by its step or rule."""
    name, label = alternative.name, alternative.label
    has_words = _says(label, name)
    rule = game.description.rules.get(data.routine)
    if has_words or alternative.rule is not None or rule is None:
        return dict(label) or {"en": name}
    step = data.label if _says(data.label, data.decision) else {}
    return dict(step) or dict(rule.label) or {"en": name}


def _says(label: Mapping[str, str], name: str) -> bool:
    """Whether a label says more than the name itself."""
    return bool(label) and label != {"en": name.replace("_", " ")}
