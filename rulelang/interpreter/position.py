"""What a state vector says, as plain Python data: accounts, vars, and what lies where.

In goes a program and its layout (`Shape`) and a vector, out comes a `Position`. Slow and simple on
purpose: everything that judges the engine reads the vector here and never through generated code.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field, frozen

from rulelang.graph.from_program import build_graph
from rulelang.graph.nodes import Decision, Routine
from rulelang.lowering import lower
from rulelang.lowering.payments import lower_payments
from rulelang.program import nodes as ir
from rulelang.program.model import Account, Define, PlaceFamily, Program, Rule, Var
from rulelang.program.types import BundleType, SetType, Type
from rulelang.program.walk import descend, free_locals
from rulelang.runtime.layout import ACTIVE, ASKED, PC, SEED, BoardSlots, HoldingSlots, Layout

Value: TypeAlias = "int | frozenset[int] | tuple[int, ...]"
NOBODY = -1


class OracleFault(Exception):  # noqa: N818  (the oracle's word for a fault of the rules)
    """What the rules say cannot be done here: `code` is the fault that play must show."""

    def __init__(self, code: str, why: str = "") -> None:
        self.code = code
        super().__init__(f"{code}: {why}")


class Undefined(Exception):  # noqa: N818
    """The rules do not say what this means (a field of nothing, the only one of several)."""


@define
class ProgramIndex:
    """A program with everything that the oracle looks up by name or number."""

    program: Program
    layout: Layout = field(init=False)
    rules: dict[str, Rule] = field(init=False)
    defines: dict[str, Define] = field(init=False)
    tables: dict[str, tuple[object, ...]] = field(init=False)
    accounts: dict[str, Account] = field(init=False)
    vars: dict[str, Var] = field(init=False)
    enums: dict[str, int] = field(init=False)
    decisions: dict[int, tuple[Decision, Routine]] = field(init=False)
    routines: tuple[Routine, ...] = field(init=False)
    nesting: dict[str, int] = field(init=False)
    asks_in_setup: bool = field(init=False)
    parts: dict[int, tuple[int, ...]] = field(init=False)  # of each tile that has some
    tile_of: dict[int, int] = field(init=False)  # of each part
    _families: list[PlaceFamily] = field(init=False)
    _holdings: dict[int, tuple[HoldingSlots, ...]] = field(init=False)
    _reads: dict[int, tuple[str, ...]] = field(factory=dict, init=False)
    _vars_read: dict[str, frozenset[str] | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        # Payments are played as the graph says them; effects are values as in the rules.
        program = self.program = lower_payments(self.program, tries_all=True)
        graph = build_graph(lower(program))
        self.layout = graph.layout
        self.routines = graph.routines
        self.rules = {rule.name: rule for rule in program.rules}
        self.defines = {item.name: item for item in program.defines}
        self.tables = dict(graph.program.tables)  # with those that only the graph reads
        self.accounts = {account.name: account for account in program.accounts}
        self.vars = {var.name: var for var in program.vars}
        self.enums = {name: len(members) for name, members in program.enums}
        self.decisions = {
            node.id: (node, routine)
            for routine in graph.routines
            for node in routine.nodes
            if isinstance(node, Decision)
        }
        self.nesting = {r.name: r.copies for r in graph.routines if r.in_cycle}
        self.asks_in_setup = any(r.name == "setup" and r.nodes for r in graph.routines)
        rows = [rows for name, rows in program.tables if name.startswith("parts:")]
        self.parts = {
            tile: row
            for table in rows
            for tile, row in enumerate(table)
            if isinstance(row, tuple) and row
        }
        self.tile_of = {part: tile for tile, row in self.parts.items() for part in row}
        ordered = sorted(program.families, key=lambda family: family.first)
        self._families = [family for family in ordered for _ in range(family.count)]
        self._holdings = {
            place: tuple(h for h in self.layout.holdings if 0 <= place - h.first_place < h.count)
            for place in range(len(program.place_names))
        }

    def read_by(self, pick: ir.Pick) -> tuple[str, ...]:
        """Return the locals that a pick reads, always in the same order."""
        if id(pick) not in self._reads:
            self._reads[id(pick)] = tuple(sorted(free_locals(pick)))
        return self._reads[id(pick)]

    def vars_read(self, define: str) -> frozenset[str] | None:
        """Return the variables that a definition depends on; None if it asks what is possible or supposed."""
        if define not in self._vars_read:
            found: frozenset[str] | None = frozenset()
            self._vars_read[define] = None  # a definition that leads to itself
            for node in descend(self.defines[define].expr):
                if isinstance(node, ir.Possible | ir.Supposing):
                    found = None
                elif isinstance(node, ir.VarGet) and found is not None:
                    found |= {node.var}
                elif isinstance(node, ir.CallDefine) and found is not None:
                    inner = self.vars_read(node.define)
                    found = None if inner is None else found | inner
            self._vars_read[define] = found
        return self._vars_read[define]

    def family(self, place: int) -> PlaceFamily:
        """Return the family that a place belongs to."""
        return self._families[place]

    def holdings(self, place: int) -> tuple[HoldingSlots, ...]:
        """Return everything that a place can keep things in."""
        return self._holdings[place]

    def holding(self, place: int, thing: int) -> int:
        """Return which of a place's holdings takes this thing."""
        for number, holding in enumerate(self._holdings[place]):
            if thing in holding.things:
                return number
        raise Undefined(f"{self.program.place_names[place]} holds no such thing")

    def is_alike(self, thing: int) -> bool:
        """Has this thing no identity?"""
        return self.program.things[thing].is_alike


@frozen
class TileSpot:
    """Where a tile lies on a board that grows: column, row, turn, how many tiles lie below it."""

    place: int
    x: int
    y: int
    turn: int
    level: int


@define
class Position:
    """Where everything is. Equal positions are equal objects.

    `accounts` are keyed by (name, holder), `vars` by (name, owner), NOBODY where there is none;
    `contents` by (place, number of its holding): piles from the bottom up, all else ascending,
    alike things once for each piece. `down` are the things that lie face down, `laid` those on
    boards that grow.
    """

    accounts: dict[tuple[str, int], list[int]] = field(factory=dict)
    vars: dict[tuple[str, int], Value] = field(factory=dict)
    contents: dict[tuple[int, int], list[int]] = field(factory=dict)
    where: dict[int, int] = field(factory=dict)
    down: set[int] = field(factory=set)
    laid: dict[int, TileSpot] = field(factory=dict)
    counters: dict[str, int] = field(factory=dict)
    seed: int = 0
    active: int = NOBODY

    def copy(self) -> Position:
        """Return a position that can be changed on its own."""
        return Position(
            {key: list(counts) for key, counts in self.accounts.items()},
            dict(self.vars),
            {key: list(things) for key, things in self.contents.items()},
            dict(self.where),
            set(self.down),
            dict(self.laid),
            dict(self.counters),
            self.seed,
            self.active,
        )


@frozen
class Raw:
    """Slots of a local that is decoded when its type is known."""

    slots: tuple[int, ...]


def decoded(slots: tuple[int, ...], type_: Type) -> Value:
    """Return the value in some slots: a bundle takes several, a set is a mask of bits."""
    if isinstance(type_, BundleType):
        return slots
    if isinstance(type_, SetType):
        return bits(slots[0])
    return slots[0]


def bits(mask: int) -> frozenset[int]:
    """Return the members of a mask.

    >>> sorted(bits(0b1010))
    [1, 3]
    """
    return frozenset(i for i in range(mask.bit_length()) if mask >> i & 1)


def read_position(shape: ProgramIndex, state: list[int]) -> Position:
    """Return what the vector says."""
    layout = shape.layout
    position = Position(seed=state[SEED], active=state[ACTIVE])
    for account in layout.accounts:
        for holder in account.holders or (NOBODY,):
            first = account.slot(holder, 0)
            position.accounts[account.name, holder] = state[first : first + account.kinds]
    for var in layout.vars:
        for owner in var.owners or (NOBODY,):
            first = var.slot(owner)
            slots = tuple(state[first : first + var.width])
            position.vars[var.name, owner] = decoded(slots, shape.vars[var.name].type)
    for line in layout.scores:
        for owner in line.owners:
            position.vars[f"score {line.name}", owner] = state[line.slot(owner)]
    things = layout.things
    for thing in things.individuals:
        position.where[thing] = state[(things.place_base or 0) + thing]
    for thing in things.can_flip:
        if state[(things.face_base or 0) + thing]:
            position.down.add(thing)
    for place in range(len(shape.program.place_names)):
        for number, holding in enumerate(shape.holdings(place)):
            position.contents[place, number] = _held(holding, place, state)
    for board in layout.boards:
        for number in range(board.count):
            place = board.first_place + number
            position.laid |= _spots(board, place, state[board.first + number])
    for stream in layout.streams:
        position.counters[stream.name] = state[stream.slot]
    return position


def _held(holding: HoldingSlots, place: int, state: list[int]) -> list[int]:
    if holding.looked_up is not None:
        return [thing for thing in holding.things if state[holding.looked_up + thing] == place]
    slot = holding.slot(place)
    if holding.order == "one":
        return [state[slot] - 1] if state[slot] else []
    if holding.order == "pile":
        return state[slot + 1 : slot + 1 + state[slot]]
    held = sorted(bits(state[slot])) if holding.individuals else []
    for number, face in enumerate(holding.faces):
        held += [face] * state[slot + holding.faces_offset + number]
    return held


def _spots(board: BoardSlots, place: int, packed: int) -> dict[int, TileSpot]:
    found: dict[int, TileSpot] = {}
    far = (board.width - 1) // 2
    for tile in board.tiles:
        packed, code = divmod(packed, 2**board.bits)
        if code:
            rest, column = divmod(code - 1, board.width)
            rest, row = divmod(rest, board.width)
            level, turn = divmod(rest, board.turns)
            found[tile] = TileSpot(place, column - far, row - far, turn, level)
    return found


def read_locals(shape: ProgramIndex, routine: Routine, state: list[int]) -> dict[str, object]:
    """Return the locals of the frame that waits: `Raw` slots, a list of them where each player
    has one (under `@name`)."""
    frame = next(f for f in shape.layout.frames if f.routine == routine.name)
    first = frame.first
    if frame.depth is not None:
        first += (state[frame.depth] - 1) * frame.size
    owners = dict(routine.per_player)
    players = shape.program.players
    env: dict[str, object] = {}
    for name, offset, width in frame.locals:
        slots = tuple(state[first + offset : first + offset + width])
        if name not in owners:
            env[name] = Raw(slots)
            continue
        each = width // players
        env[f"@{name}"] = [Raw(slots[q * each : (q + 1) * each]) for q in range(players)]
    for name, owner in owners.items():
        who = env.get(owner)
        if f"@{name}" in env and isinstance(who, Raw):
            own = env[f"@{name}"]
            assert isinstance(own, list)
            env[name] = own[who.slots[0]]
    return env


def is_over(state: list[int]) -> bool:
    """Has the game ended?"""
    return state[PC] == 0


def asked(state: list[int]) -> int:
    """Who has to answer?"""
    return state[ASKED]
