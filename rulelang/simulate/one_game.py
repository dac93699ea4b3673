"""One game played by bots: in goes a game, a seed and a bot for each seat, out comes how it went."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulelang.runtime.description import Alternative, PendingPick
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ACTIVE, ASKED, PC
from rulelang.simulate.policies.choice import make_policy

MOST_PICKS = 50_000

OVER = "over"
UNFINISHED = "unfinished"
FAULT = "fault"

Watch = Callable[[State, int], None]


class GameResult(NamedTuple):
    """How one game went. `actions` has, for each action of the table, a count per seat."""

    number: int
    seed: int
    status: str
    picks: int
    decisions: int
    turns: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: tuple[tuple[int, ...], ...]
    said: str = ""


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


class ActionTable(NamedTuple):
    """The actions of a game by name and label; of each pending pick, what counting needs to know.

    That is its node, its number, a slot that shows a pick half made (or -1), and its actions.
    """

    names: list[str]
    labels: list[dict[str, str]]
    picks: list[tuple[int, int, int, list[int]]]


@lru_cache(maxsize=8)
def action_table(game: Game) -> ActionTable:
    """Return the table of a game, made once."""
    numbers: dict[str, int] = {}
    table = ActionTable([], [], [(-1, -1, -1, [])])
    for data in game.description.picks:
        chosen = []
        for alternative in data.alternatives:
            name = alternative.rule or alternative.name
            if name not in numbers:
                numbers[name] = len(numbers)
                table.names.append(name)
                table.labels.append(action_label(game, data, alternative))
            chosen.append(numbers[name])
        slot = -1
        if data.pick >= 0 and data.form != "value":
            slot = data.alternatives[data.alternative].picks[data.pick].slot
        of_pick = chosen if data.pick < 0 else [chosen[data.alternative]]
        table.picks.append((data.node, data.pick, slot, of_pick))
    return table


class Tally:
    """Counts decisions and chosen actions from the numbers of pending picks alone."""

    def __init__(self, game: Game) -> None:
        table = action_table(game)
        self._picks = table.picks
        self.counts = [[0] * game.players for _name in table.names]
        self.decisions = 0
        self._node = self._pick = -1

    def count(self, state: State, option: int) -> None:
        """Count the answer to the pending pick, before it is applied."""
        node, pick, slot, names = self._picks[state[PC]]
        if pick < 0:
            self.decisions += 1
            if option < len(names):
                self.counts[names[option]][state[ASKED]] += 1
        elif self._is_start(node, pick, slot, state):
            self.decisions += 1
            self.counts[names[0]][state[ASKED]] += 1
        self._node, self._pick = node, pick

    def _is_start(self, node: int, pick: int, slot: int, state: State) -> bool:
        if node != self._node or pick < self._pick:
            return True
        return pick == self._pick and (slot < 0 or state[slot] == 0)


def play_game(
    game: Game, bots: Sequence[str], seed: int, *, number: int = 0, watch: Watch | None = None
) -> GameResult:
    """Play one game to its end; `watch` sees every state with the option about to be taken."""
    tally = Tally(game)
    policies = [make_policy(name, game, seed, seat) for seat, name in enumerate(bots)]
    state = game.new_state(seed)
    picks = turns = 0
    active = -1
    status, said = OVER, ""
    apply = game.apply
    try:
        call_with_place(game, game.begin, state)
        while state[PC]:
            if picks == MOST_PICKS:
                status = UNFINISHED
                break
            if state[ACTIVE] != active:
                active = state[ACTIVE]
                turns += 1
            option = policies[state[ASKED]].pick(state)
            tally.count(state, option)
            if watch is not None:
                watch(state, option)
            apply(state, option)
            picks += 1
    except Fault as fault:
        status, said = FAULT, fault_text(game, fault)
    scores, winners = standing(game, state, is_over=status == OVER)
    return GameResult(
        number=number,
        seed=seed,
        status=status,
        picks=picks,
        decisions=tally.decisions,
        turns=turns,
        scores=scores,
        winners=winners,
        actions=tuple(tuple(counts) for counts in tally.counts),
        said=said,
    )


def standing(game: Game, state: State, *, is_over: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of each seat and, at the end, who has won."""
    if not is_over:
        return (0,) * game.players, ()
    lines = game.function("score_lines")(state)
    totals = [sum(line[seat] for line in lines) for seat in range(game.players)]
    keys = game.function("win_keys")(state, totals)
    best = max(keys)
    return tuple(totals), tuple(seat for seat, key in enumerate(keys) if key == best)


def fault_text(game: Game, fault: Fault) -> str:
    """Return a fault in one line, with the place of its rule where it is known."""
    from rulelang.runtime.game import place_of

    place = fault.span or place_of(game, fault)
    return str(fault) if place is None else f"{fault} ({place[0]}, character {place[1]})"
