"""Where two sets of rules part: in go two games, out comes the shortest game that one plays otherwise than the other.

Both are played side by side with the same seed and the same answers, by name. Chance has names too, so a changed rule
disturbs only its own. They part where somebody else is asked, where an option is offered in one of them only, where
the points differ, where one ends or breaks and the other goes on. Short games are searched level by level, so the
first difference is a shortest one; then random games are tried and cut down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from rulelang.runtime.decisions import named_option
from rulelang.runtime.faults import Fault
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import ASKED, PC
from rulelang.runtime.records import RECORD_VERSION
from rulelang.simulate.many_games import game_seed
from rulelang.simulate.one_game import standing
from rulelang.simulate.policies.uniform import RandomPolicy
from rulelang.verify.finding import settle
from rulelang.verify.search import position_key
from rulelang.verify.shorten import leave_out
from rulelang.verify.verify_report import count

ASKS, OFFERS, SCORES, ENDS, BREAKS = "asks", "offers", "scores", "ends", "breaks"
MOST_PICKS = 20_000
ENOUGH = 5  # random games that part the two, of which the shortest is cut down
DEAR = 5  # what an answer in two games costs of the budget for leaving out

Answer = tuple[str, str]  # who, and the name of the option
Pair = tuple[State, State]


class Effort(NamedTuple):
    """How hard to look: positions searched for each of some seeds, then random games."""

    positions: int = 1_000
    seeds: int = 3
    games: int = 30
    seed: int = 0


class Parting(NamedTuple):
    """How two games differ in a position: what kind of difference, and each side of it in words."""

    kind: str
    first: tuple[str, ...]
    second: tuple[str, ...]


class Difference(NamedTuple):
    """The game up to where the two part; `is_shortest`: no shorter game with this seed parts them."""

    parting: Parting
    seed: int
    answers: tuple[Answer, ...]
    is_shortest: bool


class Compared(NamedTuple):
    """What came out: the difference or None, and how much was looked at to find none."""

    difference: Difference | None
    positions: int
    games: int
    is_whole: bool


def shortest_difference(first: Game, second: Game, effort: Effort | None = None) -> Compared:
    """Return the shortest game that shows a difference between two sets of rules."""
    effort = effort or Effort()
    two = _Two(first, second)
    positions, is_whole = 0, True
    found: list[Difference] = []
    for number in range(effort.seeds):
        most = min((len(each.answers) for each in found), default=None)
        search = _search(two, game_seed(effort.seed, number), effort.positions, most)
        positions += search.positions
        is_whole = is_whole and search.is_whole
        found += [search.difference] if search.difference else []
    if found:
        return Compared(
            min(found, key=lambda each: len(each.answers)), positions, 0, is_whole=False
        )
    # Chance makes other games with other seeds, even where all games of these were seen.
    tried = 0
    while tried < effort.games and len(found) < ENOUGH:
        other = _random_game(two, game_seed(effort.seed, tried))
        found += [other] if other else []
        tried += 1
    if not found:
        return Compared(None, positions, tried, is_whole)
    best = _shorten(two, min(found, key=lambda each: len(each.answers)), effort.positions)
    return Compared(best, positions, tried, is_whole=False)


class _Two:
    """Two games side by side."""

    def __init__(self, first: Game, second: Game) -> None:
        self.games = (first, second)

    def begin(self, seed: int) -> Pair | Parting:
        pair = (self.games[0].new_state(seed), self.games[1].new_state(seed))
        return self._step(pair, [game.begin for game in self.games], [(), ()])

    def answer(self, pair: Pair, name: str) -> Pair | Parting:
        """Answer both by name; the name must be offered in both."""
        values = [self.options(side, pair[side])[name] for side in (0, 1)]
        copies = (pair[0][:], pair[1][:])
        return self._step(copies, [game.apply for game in self.games], [(v,) for v in values])

    def _step(
        self, pair: Pair, calls: Sequence[Any], values: Sequence[tuple[int, ...]]
    ) -> Pair | Parting:
        said = ["", ""]
        for side, game in enumerate(self.games):
            try:
                call_with_place(game, calls[side], pair[side], *values[side])
                settle(game, pair[side])
            except Fault as fault:
                said[side] = str(fault)
        if any(said):
            return Parting(BREAKS, (said[0] or "plays on",), (said[1] or "plays on",))
        return self.part(pair) or pair

    def options(self, side: int, state: State) -> dict[str, int]:
        game = self.games[side]
        return {named_option(game, state, value).name: value for value in game.options(state)}

    def part(self, pair: Pair) -> Parting | None:
        """Return how the two differ in a position; None if they do not."""
        ended = [not state[PC] for state in pair]
        if ended[0] != ended[1]:
            return Parting(ENDS, *((("is over",) if over else ("goes on",)) for over in ended))
        results = [
            standing(game, state, is_over=True)
            for game, state in zip(self.games, pair, strict=True)
        ]
        if results[0][0] != results[1][0] or (ended[0] and results[0] != results[1]):
            return Parting(SCORES, *(self._points(side, results[side]) for side in (0, 1)))
        if ended[0]:
            return None
        asked = [game.player_names[s[ASKED]] for game, s in zip(self.games, pair, strict=True)]
        if asked[0] != asked[1]:
            return Parting(ASKS, (asked[0],), (asked[1],))
        offered = [self.options(side, pair[side]) for side in (0, 1)]
        if offered[0].keys() == offered[1].keys():
            return None
        return Parting(
            OFFERS,
            tuple(name for name in offered[0] if name not in offered[1]),
            tuple(name for name in offered[1] if name not in offered[0]),
        )

    def _points(
        self, side: int, result: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> tuple[str, ...]:
        names = self.games[side].player_names
        return tuple(f"{name} {points}" for name, points in zip(names, result[0], strict=True))


# --- searching ------------------------------------------------------------------------------------------


def _search(two: _Two, seed: int, positions: int, depth: int | None) -> Compared:
    """Search the games of a seed level by level, up to a number of answers."""
    start = two.begin(seed)
    if isinstance(start, Parting):
        return Compared(Difference(start, seed, (), is_shortest=True), 1, 0, is_whole=False)
    seen = {_key(start)}
    level: list[tuple[Pair, tuple[Answer, ...]]] = [(start, ())]
    done = 0
    while level and (depth is None or done < depth):
        further: list[tuple[Pair, tuple[Answer, ...]]] = []
        for pair, answers in level:
            for answer, after in _answers(two, pair):
                path = (*answers, answer)
                if isinstance(after, Parting):
                    found = Difference(after, seed, path, is_shortest=True)
                    return Compared(found, len(seen), 0, is_whole=False)
                key = _key(after)
                if key in seen:
                    continue
                if len(seen) >= positions:
                    return Compared(None, len(seen), 0, is_whole=False)
                seen.add(key)
                further.append((after, path))
        level = further
        done += 1
    return Compared(None, len(seen), 0, is_whole=True)


def _answers(two: _Two, pair: Pair) -> Iterator[tuple[Answer, Pair | Parting]]:
    if not pair[0][PC]:
        return
    who = two.games[0].player_names[pair[0][ASKED]]
    for name in two.options(0, pair[0]):
        yield (who, name), two.answer(pair, name)


def _key(pair: Pair) -> bytes:
    return position_key(pair[0]) + position_key(pair[1])


# --- random games ---------------------------------------------------------------------------------------


def _random_game(two: _Two, seed: int) -> Difference | None:
    now = two.begin(seed)
    answers: list[Answer] = []
    bot = RandomPolicy(two.games[0], Random(seed))
    while not isinstance(now, Parting):
        if not now[0][PC] or len(answers) == MOST_PICKS:
            return None
        option = named_option(two.games[0], now[0], bot.pick(now[0]))
        answers.append((two.games[0].player_names[now[0][ASKED]], option.name))
        now = two.answer(now, option.name)
    return Difference(now, seed, tuple(answers), is_shortest=not answers)


def _shorten(two: _Two, found: Difference, positions: int) -> Difference:
    """Leave out answers as long as the two still part in the same way, then search all shorter games."""

    def shown(answers: tuple[Answer, ...]) -> tuple[tuple[Answer, ...] | None, int]:
        tried = _follow(two, found.seed, answers)
        is_same = tried is not None and tried.parting.kind == found.parting.kind
        return (tried.answers if tried is not None and is_same else None), DEAR * len(answers)

    fewer = _follow(two, found.seed, leave_out(found.answers, shown)) or found
    search = _search(two, found.seed, positions, len(fewer.answers) - 1)
    return search.difference or fewer._replace(is_shortest=search.is_whole)


def _follow(two: _Two, seed: int, answers: Sequence[Answer]) -> Difference | None:
    """Give answers where they are offered and skip the others; return where the two part."""
    now = two.begin(seed)
    done: list[Answer] = []
    for who, name in answers:
        if isinstance(now, Parting) or not now[0][PC]:
            break
        if two.games[0].player_names[now[0][ASKED]] == who and name in two.options(0, now[0]):
            done.append((who, name))
            now = two.answer(now, name)
    return (
        Difference(now, seed, tuple(done), is_shortest=False) if isinstance(now, Parting) else None
    )


# --- in words -------------------------------------------------------------------------------------------


def describe(compared: Compared, names: tuple[str, str]) -> list[str]:
    """Return in words where two sets of rules part; `names` are what they are called."""
    found = compared.difference
    if found is None:
        tried = (
            f"{count(compared.positions, 'position')} and {count(compared.games, 'random game')}"
        )
        return [f"tried {tried}: no difference in what is offered or scored; beyond that unknown"]
    how = "the shortest game" if found.is_shortest else "a game"
    lines = [
        f"{how} that shows a difference: seed {found.seed}, {count(len(found.answers), 'answer')}"
    ]
    verb = {ASKS: "asks", SCORES: "gives"}.get(found.parting.kind, "")
    for name, side in zip(names, found.parting[1:], strict=True):
        if side:
            said = ", ".join(side)
            only = "(offered only here)" if found.parting.kind == OFFERS else ""
            lines.append(" ".join(filter(None, (name, verb, said, only))))
    return lines


def record_of(game: Game, difference: Difference) -> dict[str, Any]:
    """Return the game up to where the two part as a record, which both sets of rules can replay."""
    return {
        "version": RECORD_VERSION,
        "game": game.name,
        "rules_hash": game.rules_hash,
        "players": game.players,
        "settings": dict(game.description.settings),
        "seed": difference.seed,
        "answers": [list(answer) for answer in difference.answers],
    }
