"""Positions that one player cannot tell apart: what that player does not see, dealt out anew.

In goes a position and an observer, out comes another position with the same sizes and the same
totals. Hands and accounts of others are pooled and dealt again, hidden piles and cards that lie face
down change places with one another, hidden vars change owners, and the seed is another one.

What the rules themselves give away needs no exception here: the position is changed where it stands
and no rule runs on it, so conclusions from what somebody did (played face down, did not end the
game) never enter the comparison. That is also why an `end when` on hidden points does no harm.
"""

from __future__ import annotations

from random import Random

from rulelang.program.model import Account, PlaceFamily, Var
from rulelang.runtime.layout import SEED
from rulelang.testing.position import NOBODY, Position, Shape, read_position

Slot = tuple[int, int, int]  # place, holding, index


def sees(item: Account | PlaceFamily | Var, owner: int, observer: int) -> bool:
    """Does the observer see what belongs to `owner`?"""
    if item.seen == "everyone":
        return True
    return item.seen == "owner" and item.owner_kind == "Player" and owner == observer


def dealt_anew(shape: Shape, state: list[int], observer: int, random: Random) -> list[int]:
    """Return a vector that `observer` cannot tell from `state`."""
    position = read_position(shape, state)
    _deal_accounts(shape, position, observer, random)
    _swap_things(shape, position, observer, random)
    _deal_vars(shape, position, observer, random)
    after = state[:]
    after[SEED] = random.randrange(1 << 32)
    write_position(shape, position, after)
    return after


def _deal_accounts(shape: Shape, position: Position, observer: int, random: Random) -> None:
    pools: dict[str, list[tuple[str, int]]] = {}
    for account in shape.program.accounts:
        for holder in account.owner_ids or (NOBODY,):
            counts = position.accounts[account.name, holder]
            is_plain = account.capacity is None and min(counts, default=0) >= 0
            if is_plain and not sees(account, holder, observer):
                pools.setdefault(account.enum, []).append((account.name, holder))
    for keys in pools.values():
        held = [position.accounts[key] for key in keys]
        pieces = [kind for counts in held for kind, n in enumerate(counts) for _ in range(n)]
        random.shuffle(pieces)
        for counts in held:
            dealt = [pieces.pop() for _ in range(sum(counts))]
            counts[:] = [dealt.count(kind) for kind in range(len(counts))]


def hidden_slots(shape: Shape, position: Position, observer: int) -> list[Slot]:
    """Return every place of a thing whose identity the observer does not see."""
    found = []
    for (place, number), things in position.contents.items():
        family = shape.family(place)
        owner = family.owner_ids[place - family.first] if family.owner_ids else NOBODY
        is_open = sees(family, owner, observer)
        for index, thing in enumerate(things):
            is_down = thing in position.down and family.seen != "owner"
            if not is_open or is_down:
                found.append((place, number, index))
    return found


def _swap_things(shape: Shape, position: Position, observer: int, random: Random) -> None:
    slots = hidden_slots(shape, position, observer)
    for _ in range(4 * len(slots)):
        _swap(shape, position, random.choice(slots), random.choice(slots))
    for (place, number), things in position.contents.items():
        if shape.holdings(place)[number].order == "many":
            things.sort(key=lambda thing: (shape.is_alike(thing), thing))


def _swap(shape: Shape, position: Position, first: Slot, second: Slot) -> None:
    """Exchange two things if each can lie where the other lies; faces stay with the places."""
    a = position.contents[first[:2]][first[2]]
    b = position.contents[second[:2]][second[2]]
    here, there = shape.holdings(first[0])[first[1]], shape.holdings(second[0])[second[1]]
    flips = shape.layout.things.can_flip
    if b not in here.things or a not in there.things or (a in flips) != (b in flips):
        return
    position.contents[first[:2]][first[2]] = b
    position.contents[second[:2]][second[2]] = a
    if not shape.is_alike(a):
        position.where[a] = second[0]
    if not shape.is_alike(b):
        position.where[b] = first[0]
    down = {a: a in position.down, b: b in position.down}
    for thing, is_down in ((a, down[b]), (b, down[a])):
        (position.down.add if is_down else position.down.discard)(thing)


def _deal_vars(shape: Shape, position: Position, observer: int, random: Random) -> None:
    for var in shape.program.vars:
        hidden = [owner for owner in var.owner_ids if not sees(var, owner, observer)]
        values = [position.vars[var.name, owner] for owner in hidden]
        random.shuffle(values)
        for owner, value in zip(hidden, values, strict=True):
            position.vars[var.name, owner] = value


def write_position(shape: Shape, position: Position, state: list[int]) -> None:
    """Write what `read_position` reads: accounts, vars, things and what lies where."""
    layout = shape.layout
    for account in layout.accounts:
        for holder in account.holders or (NOBODY,):
            first = account.slot(holder, 0)
            state[first : first + account.kinds] = position.accounts[account.name, holder]
    for var in layout.vars:
        for owner in var.owners or (NOBODY,):
            value = position.vars[var.name, owner]
            slots = value if isinstance(value, tuple) else (_number(value),)
            state[var.slot(owner) : var.slot(owner) + var.width] = slots
    things = layout.things
    for thing in things.individuals:
        state[(things.place_base or 0) + thing] = position.where[thing]
    for thing in things.can_flip:
        state[(things.face_base or 0) + thing] = int(thing in position.down)
    for place in range(len(shape.program.place_names)):
        for number in range(len(shape.holdings(place))):
            _write_place(shape, position, (place, number), state)
    write_masks(shape, position, state)


def _number(value: int | frozenset[int] | tuple[int, ...]) -> int:
    if isinstance(value, frozenset):
        return sum(1 << member for member in value)
    assert isinstance(value, int)
    return value


def _write_place(shape: Shape, position: Position, key: tuple[int, int], state: list[int]) -> None:
    place, number = key
    holding = shape.holdings(place)[number]
    held, slot = position.contents[key], holding.slot(place)
    if holding.order == "one":
        state[slot] = held[0] + 1 if held else 0
    elif holding.order == "pile":
        rest = [0] * (holding.capacity - len(held))
        state[slot : slot + 1 + holding.capacity] = [len(held), *held, *rest]
    else:
        if holding.individuals:
            state[slot] = sum(1 << thing for thing in held if not shape.is_alike(thing))
        for rank, face in enumerate(holding.faces):
            state[slot + holding.faces_offset + rank] = held.count(face)


def write_masks(shape: Shape, position: Position, state: list[int]) -> None:
    """Write the masks of places that are kept beside the contents."""
    for holding in shape.layout.holdings:
        if holding.masks < 0:
            continue
        masks = dict.fromkeys(holding.faces, 0)
        for place in range(holding.first_place, holding.first_place + holding.count):
            number = shape.holdings(place).index(holding)
            for thing in position.contents[place, number]:
                if thing in masks:
                    masks[thing] |= 1 << place
        state[holding.masks] = sum(masks.values())
        state[holding.masks + 1 : holding.masks + 1 + len(masks)] = masks.values()
