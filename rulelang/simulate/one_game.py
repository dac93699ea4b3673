"""One game played by bots: in goes a game, a seed and a bot for each seat, out comes how it went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulelang.runtime.decisions import goes_on
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ASKED, PC
from rulelang.simulate.action_names import action_table
from rulelang.simulate.policies.choice import make_policy

MOST_PICKS = 50_000

OVER = "over"
UNFINISHED = "unfinished"
FAULT = "fault"

Watch = Callable[[State, int, int], None]  # the state, the option to be taken, turns so far


class GameResult(NamedTuple):
    """How one game went. `actions` has, for each row of the table of actions, a count per seat."""

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


class _Pick(NamedTuple):
    """What counting knows of a pending pick.

    `number` is its place in the decision, -1 where alternatives are offered; `slot` has the value picked, -1 there;
    `is_single` is true where a value is picked at once; `rows` are those of its alternatives.
    """

    node: int
    alternative: int
    number: int
    slot: int
    is_single: bool
    rows: tuple[int, ...]


@lru_cache(maxsize=8)
def _picks(game: Game) -> tuple[_Pick, ...]:
    """Return the pending picks of a game by their numbers; 0 is none."""
    found = [_Pick(-1, -1, -1, -1, is_single=True, rows=())]
    for data, rows in zip(game.description.picks, action_table(game).of_pick[1:], strict=True):
        node, number, alternative = data.node, data.pick, data.alternative
        slot = -1 if number < 0 else data.alternatives[alternative].picks[number].slot
        is_single = data.form == "value"
        found.append(_Pick(node, alternative, number, slot, is_single, rows))
    return tuple(found)


class Tally:
    """Counts decisions, chosen actions and turns, answer by answer.

    A turn counts if somebody is asked in it: rules also give turns in which nobody has anything to say.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._picks = _picks(game)
        self.counts = [[0] * game.players for _row in action_table(game).rows]
        self.decisions = 0
        self.turns = 0
        self._last, self._option = self._picks[0], -1
        self._before: State = []  # only where the answer does not show in its slot
        self._asked_in: list[bool] = []  # for each turn that has begun and is not over

    def count(self, state: State, option: int) -> None:
        """Count the answer to the pending pick, before it is applied."""
        if self._asked_in and not self._asked_in[-1]:
            self._asked_in[-1] = True
            self.turns += 1
        pick = self._picks[state[PC]]
        if pick.node != self._last.node or not self._goes_on(pick, state):
            self.decisions += 1
            chosen = option if pick.number < 0 else pick.alternative
            if chosen < len(pick.rows):  # else it is enough
                self.counts[pick.rows[chosen]][state[ASKED]] += 1
        self._last, self._option = pick, option
        if option < 0:
            self._before = state[:]
        self._game.turns.reset()

    def _goes_on(self, pick: _Pick, state: State) -> bool:
        """Is this a further pick of the decision that was answered last? Its node asks again."""
        last = self._last
        if pick.number < 0 or last.number < 0:
            return pick.number >= 0
        if pick.alternative != last.alternative or pick.number < last.number:
            return False
        if pick.number == last.number:
            return not last.is_single and state[last.slot] != 0
        # Asked anew, a decision may skip its first picks; then the slot does not have the answer.
        if self._option < 0:
            return goes_on(self._game, self._before, state)
        return state[last.slot] == self._option if last.is_single else state[last.slot] != 0

    def applied(self) -> None:
        """Note the turns that ended and began with the answer."""
        turns = self._game.turns
        if turns.left:
            del self._asked_in[-turns.left :]
        if turns.begun:
            self._asked_in += [False] * turns.begun


def play_game(
    game: Game, bots: Sequence[str], seed: int, *, number: int = 0, watch: Watch | None = None
) -> GameResult:
    """Play one game to its end; `watch` sees every state before its answer is applied."""
    policies = [make_policy(name, game, seed, seat) for seat, name in enumerate(bots)]
    state = game.new_state(seed)
    picks = 0
    game.turns.reset()
    tally = Tally(game)
    status, said = OVER, ""
    apply = game.apply
    try:
        call_with_place(game, game.begin, state)
        tally.applied()
        while state[PC]:
            if picks == MOST_PICKS:
                status = UNFINISHED
                break
            option = policies[state[ASKED]].pick(state)
            tally.count(state, option)
            if watch is not None:
                watch(state, option, tally.turns)
            apply(state, option)
            tally.applied()
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
        turns=tally.turns,
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
