"""What a position is worth to a player: the lead in points, and a little for what it has gained otherwise.

Only positions that the player could know of are judged here; the caller sees to that.
"""

from __future__ import annotations

from rulelang.runtime.contents import things_in
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import PC

WIN = 50.0
# Small against a point: pieces brought out, things and amounts held.
PIECE_OUT = 0.03
THING_HELD = 0.02
UNIT_HELD = 0.01


class Evaluation:
    """Judges the positions of one game."""

    def __init__(self, game: Game) -> None:
        self._score_lines = game.function("score_lines")
        self._win_keys = game.function("win_keys")
        self._players = game.players
        self._holdings = [
            (holding, family.first, PIECE_OUT if family.name == "supply" else THING_HELD)
            for family in game.description.families
            if family.owner_kind == "Player"
            for holding in game.layout.holdings
            if 0 <= family.first - holding.first_place < holding.count
        ]
        owned = {a.name for a in game.description.accounts if a.owner_kind == "Player"}
        self._accounts = [slots for slots in game.layout.accounts if slots.name in owned]

    def lead(self, state: State, player: int) -> float:
        """Return the points of a player less those of the best other; a finished game counts more."""
        totals = self._totals(state)
        others = [points for seat, points in enumerate(totals) if seat != player]
        found = float(totals[player] - max(others, default=0))
        if state[PC]:
            return found
        keys: list[tuple[int, ...]] = self._win_keys(state, totals)
        best = max(keys)
        if keys[player] != best:
            return found - WIN
        return found + WIN / sum(key == best for key in keys)

    def worth(self, state: State, player: int) -> float:
        """Return the lead and what the player has gained in things and amounts."""
        return self.lead(state, player) + self._belongings(state, player)

    def leads(self, state: State) -> list[float]:
        """Return what the position is worth to each player, before the end."""
        totals = self._totals(state)
        return [
            points
            - max((totals[:seat] + totals[seat + 1 :]) or [0])
            + self._belongings(state, seat)
            for seat, points in enumerate(totals)
        ]

    def shares(self, state: State) -> list[float]:
        """Return the share of each player in the win of a game that is over."""
        keys: list[tuple[int, ...]] = self._win_keys(state, self._totals(state))
        best = max(keys)
        return [(key == best) / keys.count(best) for key in keys]

    def _totals(self, state: State) -> list[int]:
        lines = self._score_lines(state)
        return [sum(line[seat] for line in lines) for seat in range(self._players)]

    def _belongings(self, state: State, player: int) -> float:
        found = 0.0
        for holding, first, weight in self._holdings:
            count = len(things_in(holding, first + player, state))
            # Pieces start in the supply: those that are not there any more are out on the table.
            found += -weight * count if weight == PIECE_OUT else weight * count
        for slots in self._accounts:
            first = slots.slot(player, 0)
            found += UNIT_HELD * sum(state[first : first + slots.kinds])
        return found
