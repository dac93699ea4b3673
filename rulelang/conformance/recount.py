"""Is anything lost or made up? In goes a state vector, out comes what it holds that the components do not say."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.conformance.configurations import Bundled
from rulelang.interpreter.evaluate import PositionReader
from rulelang.interpreter.laid_tiles import frontier, regions
from rulelang.interpreter.position import NOBODY, Position, read_position
from rulelang.interpreter.write_position import write_position
from rulelang.program.types import CELLS, IntType, RefType
from rulelang.runtime.game import State


def recount(bundled: Bundled, state: State) -> str:
    """Return what is lost, doubled or out of range; empty if nothing is."""
    position = read_position(bundled.shape, state)
    found = [
        *_kind_problems(bundled, position),
        *_thing_problems(bundled, position),
        *_var_problems(bundled, position),
    ]
    again = state[:]
    write_position(bundled.shape, position, again)
    if again != state:
        slots = [i for i, (a, b) in enumerate(zip(state, again, strict=True)) if a != b]
        found.append(f"slots {slots} do not agree with what lies where")
    return "; ".join(found)


def _kind_problems(bundled: Bundled, position: Position) -> Iterator[str]:
    totals: dict[str, list[int]] = {}
    expected: dict[str, list[int]] = {}
    for account in bundled.program.accounts:
        for holder in account.owner_ids or (NOBODY,):
            counts = position.accounts[account.name, holder]
            zeros = [0] * len(counts)
            before = totals.get(account.enum, zeros)
            totals[account.enum] = [a + b for a, b in zip(before, counts, strict=True)]
            before = expected.get(account.enum, zeros)
            expected[account.enum] = [a + b for a, b in zip(before, account.start, strict=True)]
            if not account.unlimited and min(counts) < 0:
                yield f"{account.name} of {holder} holds {counts}"
            if account.capacity is not None and max(counts) > account.capacity:
                yield f"{account.name} of {holder} holds {counts}, at most {account.capacity}"
    if totals != expected:
        yield f"accounts hold {totals}, not {expected}"


def _thing_problems(bundled: Bundled, position: Position) -> Iterator[str]:
    shape = bundled.shape
    places: dict[int, list[int]] = {number: [] for number in range(len(bundled.program.things))}
    for (place, number), things in position.contents.items():
        holding = shape.holdings(place)[number]
        name = bundled.program.place_names[place]
        for thing in things:
            if thing not in holding.things:
                yield f"{name} holds {thing}, which it cannot"
            else:
                places[thing].append(place)
    for place, name in enumerate(bundled.program.place_names):
        capacity = shape.family(place).capacity
        held = sum(len(position.contents[place, n]) for n in range(len(shape.holdings(place))))
        if capacity is not None and held > capacity:
            yield f"{name} holds {held} things"
    for number, piece in enumerate(bundled.program.things):
        if len(places[number]) != piece.copies:
            yield f"{piece.name} is there {len(places[number])} times, not {piece.copies}"
        if not piece.is_alike and places[number] != [position.where[number]]:
            yield f"{piece.name} is said to be in {position.where[number]}, not {places[number]}"


def _var_problems(bundled: Bundled, position: Position) -> Iterator[str]:
    for var in bundled.program.vars:
        for owner in var.owner_ids or (NOBODY,):
            value = position.vars[var.name, owner]
            match var.type:
                case IntType(low=low, high=high) if isinstance(value, int):
                    is_fine = low <= value <= high
                case RefType(universe=universe) if universe.startswith(CELLS):
                    is_fine = isinstance(value, int)  # cells are not listed
                case RefType(ids=ids, optional=optional):
                    is_fine = value in ids or (optional and value == NOBODY)
                case _:
                    is_fine = True
            if not is_fine:
                yield f"{var.name} of {owner} is {value}"


def derived_problem(bundled: Bundled, state: list[int]) -> str:
    """Return what the engine says otherwise about regions and open cells; empty if nothing."""
    game = bundled.game
    reader = PositionReader(bundled.shape, read_position(bundled.shape, state))
    for name, found in game.function("regions_of")(state).items():
        expected = [sum(1 << x for x in group) for group in regions(reader, name)]
        if found != expected:
            return f"{name}: {found}, not {expected}"
    for board in bundled.program.grown:
        for owner, cells in enumerate(game.function("frontiers_of")(state)[board.name]):
            if list(cells) != frontier(reader, board.place + owner):
                return f"the open cells of {board.name} are {list(cells)}"
    return ""
