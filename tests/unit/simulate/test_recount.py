"""Every number of `sim` and `balance`, recounted: the interpreter plays the same games and counts for itself.

It shares neither the generated code nor the count of picks: turns are the `turn` lines that it runs, decisions what it
stops at, actions what its choices name.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from attrs import define, field

from rulelang.balance.measure import measure
from rulelang.bundled import find_game
from rulelang.conformance.configurations import Bundled, Configuration, load
from rulelang.conformance.walks import goes_on, whole_choice
from rulelang.interpreter.engine import Interpreter
from rulelang.interpreter.oracle import Choice
from rulelang.interpreter.position import NOBODY
from rulelang.loading import load_game
from rulelang.program import nodes as ir
from rulelang.runtime.game import Game, State
from rulelang.simulate import one_game
from rulelang.simulate.action_names import action_table, labels_of
from rulelang.simulate.goods import good_labels
from rulelang.simulate.many_games import SimulationPlan, game_seed, run
from rulelang.simulate.one_game import play_game
from rulelang.simulate.sim_report import to_data, to_text

SMALL = 200  # slots of a game in which the interpreter may look for all options
BREAKS = """game breaks:
    players 2
enum Coin: gold
account chest: Coin, start 8
account purse of Player: Coin
action take(n in 1..2) "Take":
    do: gain n * gold
flow:
    repeat 3 times:
        each p in everyone:
            turn p: choose take
score coins for p: gold of purse of p
win by points, else shared
"""


@define
class Recounter(Interpreter):
    """Plays from the typed program and counts the turns in which somebody is asked."""

    turns: int = field(default=0, init=False)
    _asked_in: list[bool] = field(factory=list, init=False)

    def _turn(self, stmt: ir.Turn, env: Any, where: Any) -> Any:
        self._asked_in.append(False)
        try:
            yield from super()._turn(stmt, env, where)
        finally:
            self._asked_in.pop()

    def ask(self) -> bool:
        """Count what is pending; return whether it is the first question of a turn."""
        is_first = self.pending is not None and bool(self._asked_in) and not self._asked_in[-1]
        if is_first:
            self._asked_in[-1] = True
            self.turns += 1
        return is_first


@define
class Recount:
    """What came out of one game."""

    decisions: int = 0
    turns: int = 0
    actions: Counter[tuple[object, int]] = field(factory=Counter)
    chosen: set[object] = field(factory=set)
    offered: set[object] = field(factory=set)
    gained: Counter[str] = field(factory=Counter)
    lead_changes: int = 0
    scores: tuple[int, ...] = ()


def recount(bundled: Bundled, seed: int, bots: list[str]) -> Recount:
    """Play a game of bots again, decision by decision, and count."""
    game = bundled.game
    seen: list[tuple[State, int]] = []
    play_game(game, bots, seed, watch=lambda state, option, _turn: seen.append((state[:], option)))
    last = seen[-1][0][:]
    game.apply(last, seen[-1][1])
    found, engine = Recount(), Recounter(bundled.shape, seed)
    held, leader = _held(engine), -1
    for number, (state, option) in enumerate(seen):
        is_start = number == 0 or not goes_on(game, *seen[number - 1], state)
        if is_start:
            leader = _asked(found, engine, game, state, leader)
        after = seen[number + 1][0] if number + 1 < len(seen) else last
        if not goes_on(game, state, option, after):
            _answered(found, engine, whole_choice(game, state, option))
            engine.answer(whole_choice(game, state, option))
            found.gained.update({k: n - held[k] for k, n in _held(engine).items() if n > held[k]})
            held = _held(engine)
        elif number + 1 == len(seen):  # broken off amid a decision
            _answered(found, engine, whole_choice(game, state, option))
    assert (engine.pending is None) == (last[0] == 0)
    points = _points(game, last)
    found.scores = points if engine.pending is None else (0,) * game.players
    found.lead_changes += _leader(points, leader) != leader and leader != -1
    found.turns = engine.turns
    return found


def _asked(found: Recount, engine: Recounter, game: Game, state: State, leader: int) -> int:
    """Count a question; return who leads now, as it is looked at with the first question of a turn."""
    pending = engine.pending
    assert pending is not None
    found.decisions += 1
    is_small = len(state) < SMALL
    alternatives = pending.decide.alternatives
    if is_small and (len(alternatives) > 1 or pending.decide.optional):
        found.offered |= {
            _key(pending.decide, each)
            for each in alternatives
            if engine.oracle.is_possible(pending.player, each, pending.env)
        }
    if not engine.ask() and found.decisions > 1:
        return leader
    now = _leader(_points(game, state), leader)
    found.lead_changes += leader not in (-1, now)
    return now


def _answered(found: Recount, engine: Recounter, choice: Choice) -> None:
    pending, (number, _values) = engine.pending, choice
    assert pending is not None
    alternatives = pending.decide.alternatives
    if number < len(alternatives):
        key = _key(pending.decide, alternatives[number])
        found.actions[key, pending.player] += 1
        if len(alternatives) > 1 or pending.decide.optional:
            found.chosen.add(key)


def _key(decide: ir.Decide, alternative: ir.Alternative) -> object:
    """What is counted together: a rule, or an alternative where it stands."""
    return alternative.rule or (decide.span.path, decide.span.start, alternative.name)


def _held(engine: Recounter) -> dict[str, int]:
    """What all players have together."""
    held: Counter[str] = Counter()
    program = engine.program
    for account in program.accounts:
        is_owned = account.owner_kind and not account.hidden
        for kind, member in enumerate(dict(program.enums)[account.enum] if is_owned else ()):
            for holder in account.owner_ids or (NOBODY,):
                counts = engine.position.accounts[account.name, holder]
                held[f"{account.enum}.{member.name}"] += counts[kind]
    return held


def _points(game: Game, state: State) -> tuple[int, ...]:
    lines = game.function("score_lines")(state)
    return tuple(sum(line[seat] for line in lines) for seat in range(game.players))


def _leader(points: tuple[int, ...], before: int) -> int:
    return points.index(max(points)) if points.count(max(points)) == 1 else before


def row_keys(game: Game) -> dict[str, object]:
    """The key of each row that statistics have, by name: found through play, not through the names."""
    table = action_table(game)
    keys: dict[str, set[object]] = {}
    for number, data in enumerate(game.description.picks, start=1):
        for place, alternative in enumerate(data.alternatives):
            path, start, _end = data.span
            key = alternative.rule or (path, start, alternative.name)
            keys.setdefault(table.rows[table.of_pick[number][place]].name, set()).add(key)
    assert all(len(found) == 1 for found in keys.values()), "a row counts two things together"
    single = {name: found.pop() for name, found in keys.items()}
    assert len(set(single.values())) == len(single), "one thing has two rows"
    return single


@cache
def _choices() -> Bundled:
    path = Path(__file__).parents[2] / "data" / "choices.rules"
    return load(Configuration(str(path), 2))


def _bundled(name: str, players: int) -> Bundled:
    return load(Configuration(str(find_game(name)), players))


GAMES = [  # with the number of answers that are recounted: the interpreter is slow
    ("choices", 2, 1000),
    ("clans_glory", 3, 200),
    ("catan", 3, 200),
    ("carcassonne_hg", 2, 100),
    ("glenmore", 2, 200),
    ("caledonia", 2, 30),
]


@pytest.mark.parametrize(("name", "players", "most"), GAMES)
def test_one_game_is_counted_as_the_interpreter_counts_it(
    name: str, players: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_game, "MOST_PICKS", most)
    bundled = _choices() if name == "choices" else _bundled(name, players)
    game, bots = bundled.game, ["random"] * players
    keys = row_keys(game)
    for seed in range(4 if name == "choices" else 1):
        expected = recount(bundled, seed, bots)
        result, found = play_game(game, bots, seed), measure(game, bots, seed)
        assert (result.turns, result.decisions) == (expected.turns, expected.decisions)
        assert (found["turns"], found["decisions"]) == (expected.turns, expected.decisions)
        assert result.scores == found["scores"] == expected.scores
        best = max(expected.scores)
        assert set(result.winners) <= {s for s, n in enumerate(expected.scores) if n == best}
        for row, (row_name, key) in enumerate(
            zip(action_table(game).names, _in_order(game, keys), strict=True)
        ):
            counted = tuple(expected.actions[key, seat] for seat in range(players))
            assert result.actions[row] == counted, row_name
            assert found["actions"][row_name] == sum(counted)
        assert {k: n for k, n in found["gained"].items() if n} == dict(expected.gained)
        assert found["lead_changes"] == expected.lead_changes
        ordered = sorted(expected.scores)
        assert (found["spread"], found["margin"]) == (
            ordered[-1] - ordered[0],
            ordered[-1] - ordered[-2],
        )
        # Beside the actions these have the cases that picks offer, with what they are of before a `=`.
        if name == "choices":
            assert {keys[n] for n in found["offered"] if n in keys} == expected.offered
        assert {keys[n] for n in found["chosen"] if n in keys} == expected.chosen


def _in_order(game: Game, keys: dict[str, object]) -> list[object]:
    return [keys[name] for name in action_table(game).names]


def test_the_table_says_what_was_counted() -> None:
    bundled, plan = _choices(), SimulationPlan(5, 3, ("random", "random"))
    game, bots = bundled.game, ["random", "random"]
    games = [recount(bundled, game_seed(3, number), bots) for number in range(5)]
    simulation = run(game, plan)
    text, data = to_text(game, simulation), to_data(game, simulation)
    rows = {
        cells[0]: cells[1:]
        for line in text.splitlines()
        if len(cells := re.split(r"  +", line)) > 1
    }
    for name in ("turns", "decisions"):
        sample = [getattr(each, name) for each in games]
        shown = rows[name]
        assert float(shown[0].partition(" ±")[0]) == pytest.approx(mean(sample), abs=0.005)
        assert [float(cell) for cell in shown[1:]] == [median(sample), min(sample), max(sample)]
        assert data["length"][name]["mean"] == mean(sample)
    for seat, player in enumerate(("ann", "bob")):
        sample = [each.scores[seat] for each in games]
        wins = sum(
            (each.scores[seat] == max(each.scores)) / each.scores.count(max(each.scores))
            for each in games
        )
        assert float(rows[player][1].partition(" ±")[0]) == pytest.approx(mean(sample), abs=0.005)
        assert rows[player][2] == f"{100 * wins / 5:.1f} %"
        assert data["seats"][seat]["wins"] == pytest.approx(wins)
    labels, keys = labels_of([game]), row_keys(game)
    assert len(set(labels.values())) == len(labels)
    assert data["counted"] == 5
    for name, key in keys.items():
        each = [sum(found.actions[key, seat] for found in games) for seat in (0, 1)]
        assert data["actions"][name] == each
        shown = [f"{n / 5:.2f}" for n in (sum(each), *each)]
        assert rows.get(labels[name], ["0.00"] * 3) == shown


def test_labels_that_coincide_are_told_apart() -> None:
    labels = labels_of([_choices().game])
    assert labels["fetch"] == "Fetch (fetch)"
    assert labels["brought"] == "Fetch (brought)"
    assert (labels["fetch.g"], labels["bring.g"]) == ("Fetch: g", "Bring: g")
    assert (labels["bring.deal.keep"], labels["brought.deal.keep"]) == (
        "Bring: Keep",
        "Fetch: Keep",
    )
    assert labels["bring.h"] != labels["bring.h#2"]


def test_goods_of_two_kinds_with_one_name_are_told_apart() -> None:
    assert good_labels(_choices().game) == {
        "Good.wood": "wood (Good)",
        "Good.ore": "ore",
        "Ware.wood": "wood (Ware)",
        "Ware.cloth": "cloth",
    }


def test_actions_are_counted_in_games_that_ended(tmp_path: Path) -> None:
    """One game of two breaks off: its actions are no part of the mean."""
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, "utf-8")
    game = load_game(path)
    simulation = run(game, SimulationPlan(20, 0, ("random", "random")))
    over = [result for result in simulation.results if result.status == "over"]
    assert 0 < len(over) < 20
    data = to_data(game, simulation)
    assert data["counted"] == len(over)
    assert data["actions"]["take"] == [3 * len(over)] * 2
    assert re.search(r"^Take +6\.00 +3\.00 +3\.00$", to_text(game, simulation), re.MULTILINE)
