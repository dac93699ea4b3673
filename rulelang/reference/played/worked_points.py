"""Worked examples of points: each line of the score with the numbers of a player in a game that bots played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from rulelang.frozen import frozen
from rulelang.interpreter.asked_values import AskedGame
from rulelang.linking.model import Linked
from rulelang.prose.describe import Prose
from rulelang.prose.examples import Example, Seat
from rulelang.prose.model import Block
from rulelang.reference.played.earning import EarningSource, known_names, sources
from rulelang.reference.played.sampled_games import Finished, Scored
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

FEW = 6  # terms of an example that is easy to read
ENOUGH = 12  # of what was scored during play, so much is looked at for an example


@frozen
class Workings:
    """Games with what can be asked about them, the one to show first; `tested` has positions of tests for a line."""

    linked: Linked
    asking: AskedGame
    games: tuple[Finished, ...]
    tested: Callable[[str], Iterable[Workings]] = lambda _line: ()

    def example(self, item: syn.Score, prose: Prose) -> tuple[Block, ...]:
        """Return an example of a line, from the first game that has one; nothing if none has."""
        for game in self.games:
            if any(game.points[item.name.text]):
                found = self._in_game(item, game, prose)
                if found is not None:
                    return prose.told(found.lines)
        found_in_tests = (each.example(item, prose) for each in self.tested(item.name.text))
        return next((blocks for blocks in found_in_tests if blocks), ())

    def _in_game(self, item: syn.Score, game: Finished, prose: Prose) -> Example | None:
        seats = [self._seat(at, points) for at, points in enumerate(game.points[item.name.text])]
        if not isinstance(item.value, ex.Number):
            asked = self.asking.at(game.play.state)
            if isinstance(item.value, syn.Rank):
                return prose.ranked(item, asked, seats)
            most = sorted(seats, key=lambda seat: -abs(seat.points))
            found = _best(prose.scored(item, asked, seats, seat) for seat in most if seat.points)
            if found is not None:
                return found
        events = [event for event in game.scored if event.line == item.name.text]
        if not events:  # it was scored without an answer to anything
            state = tuple(game.play.state)
            events = [
                Scored(item.name.text, at, seat.points, state, {})
                for at, seat in enumerate(seats)
                if seat.points
            ]
            return self._earned(events, prose)
        return self._earned(events, prose) or self._added(events, prose)

    def _seat(self, number: int, points: int) -> Seat:
        value = self.asking.player(number)
        return Seat(value, self.asking.name_of(value), points)

    def _earned(self, events: Sequence[Scored], prose: Prose) -> Example | None:
        """Of what was scored at once, the most."""
        found = [
            (source, list(group))
            for source in (sources(events[0].line, self.linked) if events else ())
            for _key, group in groupby(enumerate(events), key=lambda each: _together(source, *each))
        ]
        found.sort(key=lambda pair: -abs(pair[1][0][1].points))
        return _best(
            self._event(source, [event for _at, event in group], prose)
            for source, group in found[:ENOUGH]
        )

    def _event(
        self, source: EarningSource, group: Sequence[Scored], prose: Prose
    ) -> Example | None:
        first = group[0]
        asked = self.asking.at(first.state)
        names = known_names(source, first, asked)
        if names is None:
            return None
        seats = [self._seat(each.player, each.points) for each in group]
        everyone = [self._seat(at, 0) for at in range(len(self.asking.players))]
        return prose.earned(source.score.amount, asked, names, (seats, everyone))

    def _added(self, events: Sequence[Scored], prose: Prose) -> Example | None:
        """Points whose number is given: what was chosen, or all that a player scored one after the other."""
        chosen = [event for event in events if event.choice[0]]
        if chosen:
            most = max(chosen, key=lambda event: event.points)
            return prose.given(most.choice, self._seat(most.player, most.points))
        amounts: dict[int, list[int]] = {}
        for event in events:
            amounts.setdefault(event.player, []).append(event.points)
        found = sorted(amounts.items(), key=lambda pair: (len(pair[1]) > FEW, -sum(pair[1])))
        if not found:
            return None
        player, points = found[0]
        return prose.added(points, self._seat(player, sum(points)))


def _together(source: EarningSource, at: int, event: Scored) -> tuple[object, ...]:
    """What is the same for all who score together."""
    if not source.is_shared:
        return (at,)
    names = sorted((name, value) for name, value in event.names.items() if name != source.whom)
    return (event.points, *names)


def _best(found: Iterable[Example | None]) -> Example | None:
    """The first of those that have something to add up and are easy to read; else one that has less, else more."""
    best: Example | None = None
    for each in found:
        if each is not None and 1 < each.terms <= FEW:
            return each
        if each is not None and (best is None or each.terms < best.terms):
            best = each
    return best
