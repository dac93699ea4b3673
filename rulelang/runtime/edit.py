"""Change a position by hand, as tests do: put things somewhere, set amounts and values.

In goes a game and its state vector; the vector is changed in place. Nothing is made or lost: a thing
comes from where it lies, an amount from the account that everything comes from. What is put aside
goes back to where it was before set-up. What was put somewhere by hand stays there: a later change
takes its things from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from rulelang.runtime.contents import things_in
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import (
    NONE,
    AccountSlots,
    BoardSlots,
    HoldingSlots,
    LaidTile,
    VarSlots,
)


class EditError(ValueError):
    """A change that the components or the places do not allow; the message says why."""


class Editor:
    """Changes to one position."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self._put: Counter[tuple[int, int]] = Counter()

    # --- amounts and values ----------------------------------------------------------------------

    def set_account(self, name: str, holder: int, counts: Sequence[int]) -> None:
        """Make an account hold exactly `counts`; the difference comes from or goes to the home."""
        account = next(slots for slots in self.game.layout.accounts if slots.name == name)
        home = self._home_account(account)
        unlimited = {a.name for a in self.game.description.accounts if a.unlimited}
        for kind, count in enumerate(counts):
            slot, there = account.slot(holder, kind), home.slot(-1, kind)
            left = self.state[there] - (count - self.state[slot])
            if left < 0 and home.name not in unlimited:
                what = self.game.description.enums[account.enum][kind][0]
                raise EditError(f"{home.name} holds {self.state[there]} {what}, not enough")
            self.state[slot], self.state[there] = count, left

    def _home_account(self, account: AccountSlots) -> AccountSlots:
        homes = [
            other
            for other in self.game.layout.accounts
            if other.enum == account.enum and not other.holders
        ]
        if not homes:
            raise EditError(f"nothing says where what {account.name} holds comes from")
        if homes[0] is account:
            raise EditError(f"{account.name} has what nobody else has: give it to somebody")
        return homes[0]

    def set_var(self, name: str, holder: int, value: int) -> None:
        """Set a variable."""
        slots: Iterable[VarSlots] = self.game.layout.vars
        self.state[next(var for var in slots if var.name == name).slot(holder)] = value

    # --- things ------------------------------------------------------------------------------------

    def put(self, thing: int, place: int, *, face: str | None = None, end: str = "") -> None:
        """Bring one thing to a place; what cannot lie beside it goes home first.

        With `end`, top or bottom of a pile, a thing of that pile is taken if it has one.
        """
        target = self._holding(place, thing)
        self._take(thing, self._source(thing, place, is_moved_within=bool(end)))
        if target.order == "one":
            self._send_occupant_home(target, place)
        elif target.order == "pile" and self.state[target.slot(place)] >= target.capacity:
            raise EditError(f"{self._place_name(place)} is full")
        self._lay(target, thing, place, end=end)
        self._turn_over(thing, face)
        self._put[place, thing] += 1

    def lay(self, tile: int, place: int, cell: int, turn: int) -> None:
        """Lay a tile in a cell of a board that grows; what lies there goes home unless stacked."""
        self._take(tile, self._where(tile))
        board = self._board(place)
        assert board is not None
        far = board.width // 2
        y, x = divmod(cell % board.cells, board.width)
        x, y = x - far, y - far
        for other in board.laid(place, self.state):
            if (other.x, other.y) == (x, y) and not board.is_stacked:
                self._take(other.tile, place)
                home = self._homes[other.tile]
                self._lay(self._holding(home, other.tile), other.tile, home)
        laid = board.laid(place, self.state)
        self._lay(self._holding(place, tile), tile, place)
        on_top = LaidTile(tile, x, y, turn % board.turns, len(board.tiles))
        self.state[board.first + place - board.first_place] = board.packed([*laid, on_top])
        self._put[place, tile] += 1

    def empty(self, place: int, things: Iterable[int]) -> None:
        """Send all these things from a place to where they were before set-up."""
        for thing in things:
            home = self._homes[thing]
            if home != place:
                for _ in range(self.count(place, thing)):
                    self._take(thing, place)
                    self._lay(self._holding(home, thing), thing, home)
                    self._turn_over(thing, "up")
                self._put.pop((place, thing), None)

    def check_left(self, place: int, things: Sequence[int], counts: Sequence[int]) -> None:
        """See that a place which things call home has no more of them than was said.

        Where single cards were named, others may be there too: what goes away goes home.
        """
        single = self.game.layout.things.individuals if any(counts) else ()
        for thing, wanted in zip(things, counts, strict=True):
            found = self.count(place, thing)
            if self._homes[thing] == place and found > wanted and thing not in single:
                name = self.game.description.things[thing][0]
                raise EditError(
                    f"{self._place_name(place)} still has {found} {name}: say where the others are"
                )

    def count(self, place: int, thing: int) -> int:
        """How many of a thing lie in a place."""
        found = 0
        for holding in self._holdings(place):
            if thing in holding.things:
                found += self._count(holding, place, thing)
        return found

    def refresh(self) -> None:
        """Bring what is kept beside the position up to date: which places hold which faces."""
        for holding in self.game.layout.holdings:
            if holding.masks < 0:
                continue
            masks = [0] * (1 + len(holding.faces))
            for place in range(holding.first_place, holding.first_place + holding.count):
                held = self.state[holding.slot(place)] - 1
                if held in holding.faces:
                    masks[0] |= 1 << place
                    masks[1 + holding.faces.index(held)] |= 1 << place
            self.state[holding.masks : holding.masks + len(masks)] = masks

    # --- where things are ------------------------------------------------------------------------

    @cached_property
    def _homes(self) -> list[int]:
        """Where each thing lies before set-up."""
        first = Editor(self.game, self.game.new_state(0))
        return [
            next((place for place in first._everywhere if first.count(place, thing)), -1)
            for thing in range(len(self.game.description.things))
        ]

    @property
    def _everywhere(self) -> range:
        return range(len(self.game.description.places))

    def _place_name(self, place: int) -> str:
        return str(self.game.description.places[place])

    def _source(self, thing: int, target: int, *, is_moved_within: bool) -> int:
        """Where to take a thing from: the same pile, its home, what nobody sees, then anywhere."""
        unseen: list[int] = [
            place
            for family in self.game.description.families
            if family.seen == "nobody"
            for place in range(family.first, family.first + family.size)
        ]
        others: list[int] = [self._homes[thing], *unseen, *self._everywhere]
        wanted = [place for place in others if place != target]
        if is_moved_within or self._homes[thing] == target:
            wanted.insert(0, target)
        for place in wanted:
            if self.count(place, thing) > self._put[place, thing]:
                return place
        raise EditError(f"there is no {self.game.description.things[thing][0]} left to take")

    def _where(self, thing: int) -> int:
        base = self.game.layout.things.place_base
        assert base is not None
        return self.state[base + thing]

    def _board(self, place: int) -> BoardSlots | None:
        for board in self.game.layout.boards:
            if 0 <= place - board.first_place < board.count:
                return board
        return None

    def _holdings(self, place: int) -> list[HoldingSlots]:
        return [
            holding
            for holding in self.game.layout.holdings
            if 0 <= place - holding.first_place < holding.count
        ]

    def _holding(self, place: int, thing: int) -> HoldingSlots:
        for holding in self._holdings(place):
            if thing in holding.things:
                return holding
        name = self.game.description.things[thing][0]
        raise EditError(f"{self._place_name(place)} cannot hold {name}")

    # --- slots -------------------------------------------------------------------------------------

    def _count(self, holding: HoldingSlots, place: int, thing: int) -> int:
        if holding.looked_up is not None:
            return int(self.state[holding.looked_up + thing] == place)
        slot = holding.slot(place)
        if holding.order == "one":
            return int(self.state[slot] == thing + 1)
        if holding.order == "pile":
            return self.state[slot + 1 : slot + 1 + self.state[slot]].count(thing)
        if thing in holding.faces:
            return self.state[slot + holding.faces_offset + holding.faces.index(thing)]
        return self.state[slot] >> thing & 1

    def _take(self, thing: int, place: int) -> None:
        holding = next(h for h in self._holdings(place) if self._count(h, place, thing))
        slot = holding.slot(place)
        if holding.looked_up is not None:
            self.state[holding.looked_up + thing] = NONE
        elif holding.order == "one":
            self.state[slot] = 0
        elif holding.order == "pile":
            pile = self.state[slot + 1 : slot + 1 + self.state[slot]]
            pile.remove(thing)
            self.state[slot : slot + len(pile) + 2] = [len(pile), *pile, 0]
        elif thing in holding.faces:
            self.state[slot + holding.faces_offset + holding.faces.index(thing)] -= 1
        else:
            self.state[slot] &= ~(1 << thing)
        self._forget(holding, place)
        board = self._board(place)
        if board is not None:
            laid = [other for other in board.laid(place, self.state) if other.tile != thing]
            self.state[board.first + place - board.first_place] = board.packed(laid)

    def _lay(self, holding: HoldingSlots, thing: int, place: int, *, end: str = "") -> None:
        slot = holding.slot(place)
        if holding.looked_up is not None:
            pass
        elif holding.order == "one":
            self.state[slot] = thing + 1
        elif holding.order == "pile":
            pile = self.state[slot + 1 : slot + 1 + self.state[slot]]
            pile.insert(0 if end == "bottom" else len(pile), thing)
            self.state[slot : slot + len(pile) + 1] = [len(pile), *pile]
        elif thing in holding.faces:
            self.state[slot + holding.faces_offset + holding.faces.index(thing)] += 1
        else:
            self.state[slot] |= 1 << thing
        self._forget(holding, place)
        things = self.game.layout.things
        if thing in things.individuals and things.place_base is not None:
            self.state[things.place_base + thing] = place
            if things.known_base is not None:
                self.state[things.known_base + thing] = 0

    def _forget(self, holding: HoldingSlots, place: int) -> None:
        """Nobody knows any more which alike things lie in a place unseen."""
        if holding.known >= 0:
            first = holding.known + (place - holding.first_place) * holding.known_stride
            self.state[first : first + holding.known_stride] = [0] * holding.known_stride

    def _send_occupant_home(self, holding: HoldingSlots, place: int) -> None:
        for held in things_in(holding, place, self.state):
            if holding.looked_up is None:
                self.state[holding.slot(place)] = 0
            home = self._homes[held]
            self._lay(self._holding(home, held), held, home)
            self._turn_over(held, "up")

    def _turn_over(self, thing: int, face: str | None) -> None:
        things = self.game.layout.things
        if face is None or things.face_base is None or thing not in things.can_flip:
            return
        self.state[things.face_base + thing] = int(face == "down")
