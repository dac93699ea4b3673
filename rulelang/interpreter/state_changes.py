"""Changes of a position as the statements of the program say them: transfers, moves, chance.

In goes a statement and a reader whose position may be changed, out comes the environment after it.
What the rules forbid (overdraw, a full place, a value out of range) is an `OracleFault`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.interpreter import laid_tiles
from rulelang.interpreter.evaluate import Env, PositionReader
from rulelang.interpreter.position import NOBODY, OracleFault, Position
from rulelang.program import nodes as ir
from rulelang.program.types import NONE, IntType
from rulelang.runtime.rng import ChanceEvents, stream_number


def make_change(stmt: ir.Stmt, reader: PositionReader, env: Env) -> Env:
    """Make one change; return the environment with what it binds."""
    match stmt:
        case ir.Let(local=local, expr=expr):
            return {**env, local: reader.value(expr, env)}
        case ir.Roll(local=local):
            return {**env, local: _roll(stmt, reader, env)}
        case ir.SetVar():
            _set_var(stmt, reader, env)
        case ir.ScoreAdd(line=line, player=player, amount=amount):
            key = (f"score {line}", reader.number(player, env))
            before = reader.position.vars[key]
            assert isinstance(before, int)
            reader.position.vars[key] = before + reader.number(amount, env)
        case ir.Transfer():
            source = (stmt.source, _holder(stmt.source_holder, reader, env))
            target = (stmt.target, _holder(stmt.target_holder, reader, env))
            transfer(reader, reader.bundle(stmt.amount, env), source, target)
        case ir.MoveThing() | ir.MoveAlike() | ir.MoveAll():
            _move(stmt, reader, env)
        case ir.LayTile():
            _lay_tile(stmt, reader, env)
        case ir.Draw():
            _draw(stmt, reader, env)
        case ir.Shuffle(place=place, chance=chance):
            for number, holding in enumerate(reader.shape.holdings(reader.number(place, env))):
                if holding.order == "pile":
                    pile = reader.position.contents[reader.number(place, env), number]
                    shuffle(reader.position, chance, pile)
        case ir.Reveal():
            pass
        case ir.If() | ir.Each():
            return _make_all(stmt, reader, env)
        case _:
            raise TypeError(f"no change: {type(stmt).__name__}")
    return env


def _make_all(stmt: ir.If | ir.Each, reader: PositionReader, env: Env) -> Env:
    """Make the changes of a branch or a loop that binds nothing for what follows."""
    if isinstance(stmt, ir.If):
        passes = [env]
        body = stmt.then if reader.holds(stmt.condition, env) else stmt.otherwise
    else:
        each = [{**env, stmt.variable: x} for x in reader.walk(stmt.source, env)]
        passes = [inner for inner in each if reader.holds(stmt.condition, inner)]
        body = stmt.body
    for inner in passes:
        for change in body:
            inner = make_change(change, reader, inner)
    return env


def _holder(holder: ir.Expr | None, reader: PositionReader, env: Env) -> int:
    return NOBODY if holder is None else reader.number(holder, env)


def _set_var(stmt: ir.SetVar, reader: PositionReader, env: Env) -> None:
    value = reader.value(stmt.value, env)
    type_ = reader.shape.vars[stmt.var].type
    if isinstance(type_, IntType):
        assert isinstance(value, int)
        if not type_.low <= value <= type_.high:
            raise OracleFault("R902", f"{stmt.var} = {value}")
    reader.position.vars[stmt.var, _holder(stmt.index, reader, env)] = value


# --- accounts ------------------------------------------------------------------------------------


def transfer(
    reader: PositionReader, amount: Iterable[int], source: tuple[str, int], target: tuple[str, int]
) -> None:
    """Move a bundle from account to account."""
    counts = tuple(amount)
    held = reader.in_account(*source)
    if min(counts, default=0) < 0:
        raise OracleFault("R902", f"an amount of {counts}")
    is_short = any(have < wanted for have, wanted in zip(held, counts, strict=True) if wanted)
    if is_short and not reader.shape.accounts[source[0]].unlimited:
        raise OracleFault("R905", f"{source} has {held}, not {counts}")
    for kind, count in enumerate(counts):
        held[kind] -= count
        arrive(reader, target, kind, count)


def arrive(reader: PositionReader, target: tuple[str, int], kind: int, count: int) -> None:
    """Put some of a kind into an account; what does not fit is lost to the home account."""
    account = reader.shape.accounts[target[0]]
    held = reader.in_account(*target)
    held[kind] += count
    if account.capacity is None or held[kind] <= account.capacity:
        return
    if not account.overflow_lost:
        raise OracleFault("R902", f"{target} would hold {held[kind]}")
    home = dict(reader.shape.program.home_accounts)[account.enum]
    reader.in_account(home, NOBODY)[kind] += held[kind] - account.capacity
    held[kind] = account.capacity


# --- things --------------------------------------------------------------------------------------


def take(reader: PositionReader, thing: int, place: int, end: str = "") -> None:
    """Take one piece out of a place: of alike things in a pile the topmost, or the lowest."""
    held = reader.position.contents[place, reader.shape.holding(place, thing)]
    if thing not in held:
        raise OracleFault("R905", f"no {thing} in {place}")
    if thing in reader.position.laid:
        laid_tiles.lift(reader, thing)
    del held[held.index(thing) if end == "bottom" else len(held) - 1 - held[::-1].index(thing)]


def put(reader: PositionReader, thing: int, place: int, end: str = "top") -> None:
    """Put one piece into a place, if there is room."""
    shape, position = reader.shape, reader.position
    number = shape.holding(place, thing)
    order = shape.holdings(place)[number].order
    held = position.contents[place, number]
    family = shape.family(place)
    inside = sum(len(position.contents[place, n]) for n in range(len(shape.holdings(place))))
    is_full = order == "one" and bool(held)
    if is_full or (family.capacity is not None and inside >= family.capacity):
        raise OracleFault("R902", f"{place} is full")
    if end == "bottom":
        held.insert(0, thing)
    else:
        held.append(thing)
    if order == "many":
        alike = shape.is_alike
        held.sort(key=lambda x: (alike(x), x))
    if not shape.is_alike(thing):
        position.where[thing] = place


def _lay_tile(stmt: ir.LayTile, reader: PositionReader, env: Env) -> None:
    tile, cell = reader.number(stmt.tile, env), reader.number(stmt.cell, env)
    turn = 0 if stmt.turn is None else reader.number(stmt.turn, env)
    board = laid_tiles.board_named(reader, stmt.cell.type)
    take(reader, tile, reader.position.where[tile])
    laid_tiles.lay(reader, tile, cell, turn, board)
    put(reader, tile, laid_tiles.cell_of_number(board, cell).place)


def _move(stmt: ir.MoveThing | ir.MoveAlike | ir.MoveAll, reader: PositionReader, env: Env) -> None:
    target = reader.number(stmt.target, env)
    if isinstance(stmt, ir.MoveAlike):
        thing, source = reader.number(stmt.thing, env), reader.number(stmt.source, env)
        count = reader.number(stmt.count, env)
        if count < 0:
            raise OracleFault("R902", f"{count} things")
        for _ in range(count):
            take(reader, thing, source, stmt.from_end)
        for _ in range(count):
            put(reader, thing, target, stmt.end)
        return
    if isinstance(stmt, ir.MoveThing):
        thing = reader.number(stmt.thing, env)
        _move_one(reader, (thing, NONE, target), stmt.end)
        _lay(reader.position, thing, stmt.face)
        return
    for thing, source in _all_with_places(stmt.what, reader, env):
        _move_one(reader, (thing, source, target), stmt.end)
        _lay(reader.position, thing, stmt.face)


def _move_one(reader: PositionReader, what: tuple[int, int, int], end: str) -> None:
    thing, source, target = what
    take(reader, thing, reader.position.where[thing] if source == NONE else source)
    put(reader, thing, target, end)


def _lay(position: Position, thing: int, face: str | None) -> None:
    if face == "down":
        position.down.add(thing)
    elif face == "up":
        position.down.discard(thing)


def _all_with_places(what: ir.Expr, reader: PositionReader, env: Env) -> list[tuple[int, int]]:
    """What is to be moved and where it lies; individuals know that themselves (NONE)."""
    alike = reader.shape.is_alike
    match what:
        case ir.ThingsAt(place=place, things=things):
            here = reader.number(place, env)
            pairs = [(x, here) for x in reader.lying(here, things)]
        case ir.ThingsOn(places=places, things=things):
            pairs = [(x, p) for p in reader.walk(places, env) for x in reader.lying(p, things)]
        case ir.Filter(source=source, best=None):
            inner = _all_with_places(source, reader, env)
            pairs = [
                (x, place)
                for x, place in inner
                if reader.holds(what.condition, {**env, what.variable: x})
            ]
        case _:
            pairs = [(x, NONE) for x in reader.walk(what, env)]
    return [(x, place if alike(x) else NONE) for x, place in pairs]


# --- chance --------------------------------------------------------------------------------------


_COUNTER = 4  # the generator finds the seed in slot 3; its counter and a pile follow


def _stream(position: Position, chance: str) -> tuple[list[int], tuple[str, int, int]]:
    slots = [0, 0, 0, position.seed, position.counters[chance]]
    return slots, (chance, stream_number(chance), _COUNTER)


def member(position: Position, chance: str, members: list[int]) -> int:
    """Return one of some members, each equally likely, as the runtime's generator draws it."""
    slots, event = _stream(position, chance)
    found = ChanceEvents().member(slots, event, members)
    position.counters[chance] = slots[_COUNTER]
    return found


def shuffle(position: Position, chance: str, pile: list[int]) -> None:
    """Shuffle as the runtime's generator does."""
    slots, event = _stream(position, chance)
    slots += pile
    ChanceEvents().shuffle(slots, event, _COUNTER + 1, len(pile))
    position.counters[chance] = slots[_COUNTER]
    pile[:] = slots[_COUNTER + 1 :]


def _roll(stmt: ir.Roll, reader: PositionReader, env: Env) -> int:
    position = reader.position
    if stmt.among is not None:
        return member(position, stmt.chance, reader.walk(stmt.among, env))
    slots, event = _stream(position, stmt.chance)
    total = ChanceEvents().roll(slots, event, stmt.dice, stmt.sides)
    position.counters[stmt.chance] = slots[_COUNTER]
    return total


def _draw(stmt: ir.Draw, reader: PositionReader, env: Env) -> None:
    count = reader.number(stmt.count, env)
    if count < 0:
        raise OracleFault("R902", f"{count} things")
    if stmt.source_account is not None:
        _draw_kinds(stmt, count, reader, env)
        return
    assert stmt.source is not None
    assert stmt.target is not None
    source, target = reader.number(stmt.source, env), reader.number(stmt.target, env)
    accepted = {x for holding in reader.shape.holdings(target) for x in holding.things}
    held = reader.lying(source, tuple(accepted))
    if len(held) < count:
        raise OracleFault("R905", f"{source} has {len(held)}, not {count}")
    for _ in range(count):
        at = len(held) - 1
        if stmt.chance is not None:
            at = held.index(member(reader.position, stmt.chance, held))
        thing = held.pop(at)
        take(reader, thing, source)
        put(reader, thing, target)


def _draw_kinds(stmt: ir.Draw, count: int, reader: PositionReader, env: Env) -> None:
    assert stmt.source_account is not None
    assert stmt.target_account is not None
    assert stmt.chance is not None
    source = (stmt.source_account, _holder(stmt.source_holder, reader, env))
    target = (stmt.target_account, _holder(stmt.target_holder, reader, env))
    for _ in range(count):
        held = reader.in_account(*source)
        bag = [kind for kind, pieces in enumerate(held) for _ in range(pieces)]
        if not bag:
            raise OracleFault("R905", f"{source} is empty")
        kind = member(reader.position, stmt.chance, bag)
        held[kind] -= 1
        arrive(reader, target, kind, 1)
