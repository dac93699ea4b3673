"""A position back into a state vector: the inverse of `position.read_position`."""

from __future__ import annotations

from rulelang.interpreter.position import NOBODY, Position, ProgramIndex
from rulelang.runtime.layout import BoardSlots


def write_position(shape: ProgramIndex, position: Position, state: list[int]) -> None:
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
    for board in layout.boards:
        for number in range(board.count):
            place = board.first_place + number
            state[board.first + number] = _packed(board, place, position)


def _packed(board: BoardSlots, place: int, position: Position) -> int:
    """All tiles of a board in one number, the last one highest."""
    packed = 0
    for tile in reversed(board.tiles):
        spot = position.laid.get(tile)
        code = 0
        if spot is not None and spot.place == place:
            far = (board.width - 1) // 2
            code = spot.level * board.turns + spot.turn
            code = (code * board.width + spot.y + far) * board.width + spot.x + far + 1
        packed = packed * 2**board.bits + code
    return packed


def _number(value: int | frozenset[int] | tuple[int, ...]) -> int:
    if isinstance(value, frozenset):
        return sum(1 << member for member in value)
    assert isinstance(value, int)
    return value


def _write_place(
    shape: ProgramIndex, position: Position, key: tuple[int, int], state: list[int]
) -> None:
    place, number = key
    holding = shape.holdings(place)[number]
    held, slot = position.contents[key], holding.slot(place)
    if holding.looked_up is not None:
        return
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


def write_masks(shape: ProgramIndex, position: Position, state: list[int]) -> None:
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
