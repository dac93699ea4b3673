"""Symbols of one program in the making: universes, kinds, places, storage, names.

Filled by `declarations.py` and `boards.py` from the linked game, read by everything that types
expressions and statements. One instance lives as long as one call of `type_program`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import define, field

from rulelang.diagnostics.reporter import Reporter
from rulelang.frozen import frozen
from rulelang.program.derived import SIDES, GrownBoard
from rulelang.program.model import Account, Holding, Kind, Member, PlaceFamily, Var
from rulelang.program.types import CELLS, NONE, PLACES, REGION, THINGS, IntType, RefType, Type

if TYPE_CHECKING:
    from rulelang.linking.model import Linked
    from rulelang.program.model import Define, Layer, Meeting
    from rulelang.program.nodes import Pick, Words
    from rulelang.program.typing.rules import Signature
    from rulelang.source import Span
    from rulelang.syntax.trees import items as syn

PLAYER = "Player"
OWNERS_OF_PLACES = "owner:places"  # the table of whose board a place belongs to
BOX = "box"
SUPPLY = "supply"


def own_places(kind: str) -> str:
    """Return the table of the places that each owner has of a kind."""
    return f"own:{kind}"


@frozen
class Relation:
    """A printed relation between places: `table` maps a place to the places it leads to.

    `takes` are the ids it can be asked about; `gives` the kind of what comes out.
    """

    table: str
    takes: frozenset[int]
    gives: str


@frozen
class NamedConstant:
    """What a bare name means without looking at the state: a value of a type."""

    type: Type
    value: int


@frozen
class RegionDraft:
    """A region as declared, with the type of its elements."""

    item: syn.Region
    element: RefType


@frozen
class EffectDraft:
    """A table cell that holds a rule with arguments; `this` is what the cell is printed on."""

    text: str
    this: NamedConstant
    row: str
    column: str
    span: Span


@define
class ThingDraft:
    """A thing while declarations are read; frozen into model.Thing at the end."""

    name: str
    label: Words
    kind: str
    is_alike: bool
    owner: int
    copies: int
    can_flip: bool = False


@define
class Symbols:
    linked: Linked
    players: int
    report: Reporter
    settings: dict[str, NamedConstant] = field(factory=dict)
    enums: dict[str, list[Member]] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    kind_spans: dict[str, Span] = field(factory=dict)
    things: list[ThingDraft] = field(factory=list)
    place_names: list[str] = field(factory=list)
    place_labels: dict[int, Words] = field(factory=dict)
    families: dict[str, PlaceFamily] = field(factory=dict)
    _family_names: list[str] = field(factory=list)  # of each place
    accounts: dict[str, Account] = field(factory=dict)
    vars: dict[str, Var] = field(factory=dict)
    # Of a track with a table: its name, the type of its values, and how far apart owners lie.
    tracks: dict[str, tuple[str, Type, int]] = field(factory=dict)
    tables: dict[str, list[object]] = field(factory=dict)
    field_types: dict[tuple[str, str], dict[int, Type]] = field(factory=dict)
    relations: dict[str, list[Relation]] = field(factory=dict)
    constants: dict[str, list[NamedConstant]] = field(factory=dict)
    texts: dict[str, list[NamedConstant]] = field(factory=dict)
    defines: dict[str, syn.Define | syn.Value | syn.Cases] = field(factory=dict)
    rules: dict[str, syn.Rule | syn.Cases] = field(factory=dict)
    awards: dict[str, syn.Award] = field(factory=dict)
    drawing: list[tuple[str, str, tuple[tuple[int, float, float], ...], Words]] = field(
        factory=list
    )
    used: set[str] = field(factory=set)
    typed_defines: dict[str, Define] = field(factory=dict)
    layers: dict[str, tuple[Layer, ...]] = field(factory=dict)
    typing_now: list[str] = field(factory=list)
    define_depths: dict[str, int] = field(factory=dict)
    signatures: dict[str, Signature] = field(factory=dict)
    earned: dict[str, Span] = field(factory=dict)
    stops: set[str] = field(factory=set)
    options: dict[str, tuple[Pick, ...]] = field(factory=dict)
    grown: dict[str, GrownBoard] = field(factory=dict)
    own_boards: dict[str, tuple[str, str]] = field(factory=dict)  # kinds of owner and cells
    prefix: str = ""  # before names of places in tables: whose board they are about
    parts: dict[str, str] = field(factory=dict)
    regions: dict[str, RegionDraft] = field(factory=dict)
    effects: list[EffectDraft] = field(factory=list)
    extended: set[str] = field(factory=set)
    meetings: list[Meeting] = field(factory=list)
    holds: dict[str, tuple[str, ...]] = field(factory=dict)
    # What hooks, changes and powers say about each name, made by `powers.lines_about`.
    about: dict[str, list[tuple[syn.Edit | syn.Hook | syn.Forbid, syn.Power | None]]] | None = None
    # Rules and steps by name: what some `stop` may leave.
    stoppable: frozenset[str] = frozenset()

    # --- universes ---------------------------------------------------------------------------

    def size(self, universe: str) -> int:
        if universe == THINGS:
            return len(self.things)
        if universe == PLACES:
            return len(self.place_names)
        return len(self.enums[universe])

    def member_name(self, universe: str, number: int) -> str:
        if number == NONE:
            return "none"
        if universe == THINGS:
            return self.things[number].name
        if universe == PLACES:
            return self.place_names[number]
        if universe.startswith(REGION):
            draft = self.regions[universe.removeprefix(REGION)]
            return self.member_name(draft.element.universe, number)
        return self.enums[universe][number].name

    def ref(self, kind: str, *, optional: bool = False) -> RefType:
        """Return the type of a reference to a member of `kind`."""
        found = self.kinds[kind]
        holds = self.holds.get(found.universe, ())
        return RefType(found.universe, found.ids, kind, optional, holds)

    @property
    def player_type(self) -> RefType:
        return self.ref(PLAYER)

    def add_kind(
        self, name: str, universe: str, ids: Iterable[int], label: Words, span: Span | None = None
    ) -> Kind:
        kind = Kind(name=name, universe=universe, ids=tuple(ids), label=label, fields=())
        self.kinds[name] = kind
        if span is not None:
            self.kind_spans[name] = span
        return kind

    def add_constant(self, name: str, constant: NamedConstant) -> None:
        self.constants.setdefault(name, []).append(constant)
        self.texts.setdefault(name, []).append(constant)

    # --- tables --------------------------------------------------------------------------------

    def set_field(self, universe: str, name: str, number: int, type_: Type, value: object) -> None:
        """Print `value` on member `number` of a universe under the field `name`."""
        table = self.tables.setdefault(f"{universe}.{name}", [])
        while len(table) <= number:
            table.append(0)
        table[number] = value
        self.field_types.setdefault((universe, name), {})[number] = type_

    def row_table(self, name: str, rows: Mapping[int, Iterable[int]]) -> str:
        """Store a relation: one tuple of ids for each place (empty where there is none)."""
        self.tables[name] = [tuple(sorted(rows.get(i, ()))) for i in range(self.size(PLACES))]
        return name

    def list_table(self, values: tuple[int, ...]) -> str:
        """Store a constant list; equal lists are stored once."""
        name = "list:" + ",".join(map(str, values))
        self.tables.setdefault(name, list(values))
        return name

    # --- places ----------------------------------------------------------------------------------

    def add_family(
        self,
        name: str,
        names: Iterable[str],
        *,
        label: Words = (),
        board: str | None = None,
        owner_kind: str | None = None,
        owner_ids: tuple[int, ...] = (),
        holdings: tuple[Holding, ...] = (),
        seen: str = "everyone",
        size_seen: str = "everyone",
        capacity: int | None = None,
    ) -> PlaceFamily:
        first = len(self.place_names)
        self.place_names.extend(names)
        self._family_names += [name] * (len(self.place_names) - first)
        family = PlaceFamily(
            name=name,
            label=label,
            board=board,
            owner_kind=owner_kind,
            owner_ids=owner_ids,
            first=first,
            count=len(self.place_names) - first,
            holdings=holdings,
            seen=seen,
            size_seen=size_seen,
            capacity=capacity,
        )
        self.families[name] = family
        return family

    def family_of(self, place: int) -> PlaceFamily:
        return self.families[self._family_names[place]]

    def owner_kind_of(self, type_: RefType) -> str | None:
        """The kind of those whose boards all these places belong to; None if some are nobody's."""
        boards = {self.family_of(place).board for place in type_.ids}
        kinds = {self.own_boards[board][0] for board in boards if board in self.own_boards}
        is_sure = len(kinds) == 1 and all(board in self.own_boards for board in boards)
        return kinds.pop() if is_sure else None

    def is_zone(self, type_: Type) -> bool:
        """Whether a value of this type is a zone (its contents are meant when used as a set).

        A grown board is one too: what is meant are the tiles on it.
        """
        if not isinstance(type_, RefType) or type_.universe != PLACES or not type_.ids:
            return False
        family = self.family_of(type_.ids[0])
        return family.board is None or family.name in self.grown

    @property
    def turns(self) -> int:
        """By how many different turns a tile can lie; 0 without a board whose tiles are turned."""
        grids = [board.grid for board in self.grown.values() if board.turned]
        return max((len(SIDES[grid]) for grid in grids), default=0)

    def board_of(self, type_: Type) -> GrownBoard | None:
        """The grown board that a value of this type is, or whose cell it is; else None."""
        if not isinstance(type_, RefType):
            return None
        if type_.universe.startswith(CELLS):
            return self.grown[type_.universe.removeprefix(CELLS)]
        if type_.universe != PLACES or not type_.ids:
            return None
        return self.grown.get(self.family_of(type_.ids[0]).name)

    def accepted(self, type_: RefType) -> tuple[int, ...]:
        """All things that a place of this type can hold."""
        board = self.board_of(type_)
        if board is not None:
            return board.tiles
        seen: dict[int, None] = {}
        for place in type_.ids:
            for holding in self.family_of(place).holdings:
                seen.update(dict.fromkeys(holding.things))
        return tuple(sorted(seen))

    def things_of(self, kind: str) -> tuple[int, ...]:
        found = self.kinds[kind]
        return found.ids if found.universe == THINGS else ()

    def int_range(self, values: Iterable[int]) -> IntType:
        listed = list(values) or [0]
        return IntType(min(listed), max(listed))
