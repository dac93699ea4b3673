"""A state that one player cannot tell from the real one: hidden things dealt out anew, a new generator.

In goes the state and who looks at it, out comes a copy. What that player does not see (things in hidden
zones, things that lie face down, amounts in hidden accounts, what others have answered to a `together`) is
exchanged at random among the places where it could be; sizes stay. States that the player cannot tell apart
give the same copy for the same random numbers. Nothing is concluded from how anybody has played. Bots think on
such copies only.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from rulelang.runtime.barriers import answer_anew
from rulelang.runtime.contents import things_in
from rulelang.runtime.description import Account, ValueType, Variable
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import SEED, AccountSlots, HoldingSlots, VarSlots
from rulelang.runtime.marks import known_things

_SEED_BITS = 63


class _Spot(NamedTuple):
    """A thing that the player does not know: where it lies (for a pile also how deep) and what it is.

    Of alike things in unordered places also which other players know it.
    """

    holding: HoldingSlots
    place: int
    depth: int
    thing: int
    known_to: tuple[int, ...]


class Blindfold:
    """What one player does not see in a game, worked out once."""

    def __init__(self, game: Game, player: int) -> None:
        self._game = game
        self._player = player
        self._zones: list[tuple[HoldingSlots, int]] = []
        self._open: list[tuple[HoldingSlots, int]] = []
        can_flip = set(game.layout.things.can_flip)
        for family in game.description.families:
            for rank in range(family.size):
                owner = family.owner_ids[rank] if family.owner_kind == "Player" else None
                is_seen = _sees(family.seen, owner, player)
                place = family.first + rank
                for holding in game.layout.holdings:
                    if not 0 <= place - holding.first_place < holding.count:
                        continue
                    if not is_seen:
                        self._zones.append((holding, place))
                    elif family.seen == "everyone" and can_flip & set(holding.things):
                        self._open.append((holding, place))
        self._group_of = _groups(game, [holding for holding, _place in self._zones + self._open])
        accounts = {account.name: account for account in game.description.accounts}
        self._accounts = [
            (slots, hidden)
            for slots in game.layout.accounts
            if (hidden := _hidden_ranks(slots.holders, accounts[slots.name], player))
        ]
        told = {var.name: var for var in game.description.vars if not var.hidden}
        self._vars = [
            (slots, told[slots.name].type, hidden)
            for slots in game.layout.vars
            if slots.name in told
            and (hidden := _hidden_ranks(slots.owners, told[slots.name], player))
        ]

    @property
    def hides_nothing(self) -> bool:
        """Does the player see everything there is?"""
        return not (self._zones or self._open or self._accounts or self._vars)

    def determinise(self, state: State, rng: Random) -> State:
        """Return a copy of `state` with everything the player does not see drawn anew."""
        copy = state[:]
        copy[SEED] = rng.getrandbits(_SEED_BITS)
        if self.hides_nothing:
            answer_anew(self._game, copy, self._player, rng)
            return copy
        spots = self._unknown(state)
        pools: dict[int, list[int]] = {}
        for spot in spots:
            pools.setdefault(self._group_of[spot.thing], []).append(spot.thing)
        for _group, pool in sorted(pools.items()):
            pool.sort()  # so that not even the order tells where things really are
            rng.shuffle(pool)
        dealt = [pools[self._group_of[spot.thing]].pop() for spot in spots]
        _exchange(self._game, state, copy, spots, dealt)
        for slots, ranks in self._accounts:
            _deal_amounts(slots, ranks, copy, rng)
        for var_slots, type_, ranks in self._vars:
            _draw_values(self._game, var_slots, type_, ranks, copy, rng)
        answer_anew(self._game, copy, self._player, rng)
        return copy

    def _unknown(self, state: State) -> list[_Spot]:
        spots = [spot for at in self._zones for spot in self._spots(at, state)]
        base = self._game.layout.things.face_base
        if base is None:
            return spots
        can_flip = self._game.layout.things.can_flip
        spots += [
            spot
            for at in self._open
            for spot in self._spots(at, state)
            if spot.thing in can_flip and state[base + spot.thing] == 1
        ]
        return spots

    def _spots(self, at: tuple[HoldingSlots, int], state: State) -> list[_Spot]:
        """What the player does not know in one place."""
        holding, place = at
        things = things_in(holding, place, state)
        known = [
            known_things(self._game.layout, state, (holding, place, things), player)
            for player in range(self._game.players)
        ]
        return [
            _Spot(holding, place, depth, thing, _others(known, depth, holding))
            for depth, thing in enumerate(things)
            if not known[self._player][depth]
        ]


def _others(known: list[list[bool]], depth: int, holding: HoldingSlots) -> tuple[int, ...]:
    if holding.known < 0 or holding.order != "many":
        return ()
    return tuple(player for player, things in enumerate(known) if things[depth])


def _groups(game: Game, holdings: list[HoldingSlots]) -> list[int]:
    """Number the things so that those with one number can lie in the same places, and only those."""
    things = game.layout.things
    accepted = [set(holding.things) for holding in holdings]
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault(
            (
                *(thing in each for each in accepted),
                thing in things.individuals,
                thing in things.can_flip,
            ),
            len(numbers),
        )
        for thing in range(len(game.description.things))
    ]


def determinise(game: Game, state: State, player: int, seed: int) -> State:
    """Return a state that `player` cannot tell from this one; equal seeds give equal states.

    Only what `player` sees enters: it is a function of that player's view and the seed.
    """
    return Blindfold(game, player).determinise(state, Random(seed))


def _sees(who: str, owner: int | None, player: int) -> bool:
    return who == "everyone" or (who == "owner" and owner == player)


def _hidden_ranks(owners: tuple[int, ...], item: Account | Variable, player: int) -> list[int]:
    """Return which owners of an account or var hide it from a player."""
    is_player = item.owner_kind == "Player"
    return [
        rank
        for rank, owner in enumerate(owners or (None,))
        if not _sees(item.seen, owner if is_player else None, player)
    ]


def _exchange(
    game: Game, state: State, copy: State, spots: Iterable[_Spot], dealt: Iterable[int]
) -> None:
    """Put the things `dealt` where the things of `spots` were; face and turn belong to the spot."""
    things = game.layout.things
    individuals = set(things.individuals)
    pairs = list(zip(spots, dealt, strict=True))
    for spot, _thing in pairs:
        _take(spot.holding, spot.place, spot.thing, copy, individuals)
    for spot, thing in pairs:
        _put(spot, thing, copy, individuals)
        if thing not in individuals:
            for player in spot.known_to:
                first = spot.holding.known_slot(spot.place, player)
                copy[first + spot.holding.faces.index(spot.thing)] -= 1
                copy[first + spot.holding.faces.index(thing)] += 1
            continue
        if things.place_base is not None:
            copy[things.place_base + thing] = spot.place
        for base in (things.face_base, things.known_base):
            if base is not None:
                copy[base + thing] = state[base + spot.thing]


def _take(
    holding: HoldingSlots, place: int, thing: int, state: State, individuals: set[int]
) -> None:
    if holding.order != "many" or holding.looked_up is not None:
        return  # slots of piles and single places are simply written over
    slot = holding.slot(place)
    if thing in individuals:
        state[slot] &= ~(1 << thing)
    else:
        state[slot + holding.faces_offset + holding.faces.index(thing)] -= 1


def _put(spot: _Spot, thing: int, state: State, individuals: set[int]) -> None:
    holding, slot = spot.holding, spot.holding.slot(spot.place)
    if holding.looked_up is not None:
        return
    if holding.order == "one":
        state[slot] = 1 + thing
    elif holding.order == "pile":
        state[slot + 1 + spot.depth] = thing
    elif thing in individuals:
        state[slot] |= 1 << thing
    else:
        state[slot + holding.faces_offset + holding.faces.index(thing)] += 1


def _deal_amounts(slots: AccountSlots, ranks: list[int], state: State, rng: Random) -> None:
    """Deal what hidden holders have among them; each keeps its number of units."""
    firsts = [slots.first + rank * slots.kinds for rank in ranks]
    sizes = [sum(state[first : first + slots.kinds]) for first in firsts]
    if len(ranks) < 2 or any(count < 0 for f in firsts for count in state[f : f + slots.kinds]):
        return  # one hidden holder: what all others have tells what is left
    pool = [
        kind
        for first in firsts
        for kind in range(slots.kinds)
        for _unit in range(state[first + kind])
    ]
    pool.sort()
    rng.shuffle(pool)
    for first, size in zip(firsts, sizes, strict=True):
        state[first : first + slots.kinds] = [0] * slots.kinds
        for kind in pool[:size]:
            state[first + kind] += 1
        del pool[:size]


def _draw_values(
    game: Game,
    slots: VarSlots,
    type_: ValueType,
    ranks: list[int],
    state: State,
    rng: Random,
) -> None:
    """Draw hidden variables from their range; what has no simple range is shuffled among owners."""
    firsts = [slots.first + rank * slots.width for rank in ranks]
    match type_:
        case ValueType(form="int", low=low, high=high):
            for first in firsts:
                state[first] = rng.randint(low, high)
        case ValueType(form="flag"):
            for first in firsts:
                state[first] = rng.randint(0, 1)
        case _:
            values = sorted(state[first : first + slots.width] for first in firsts)
            rng.shuffle(values)
            for first, value in zip(firsts, values, strict=True):
                state[first : first + slots.width] = value
