"""Values and their names: ids, numbers, bundles and sets to words and back.

A `ValueType` of the description says how a value is named.
Bundles are tuples of counts, sets bit masks; by name they are {kind: count} and lists of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulelang.runtime.description import Description, Label, ValueType
from rulelang.runtime.layout import BoardSlots
from rulelang.runtime.trails import bits

Named = int | str | None | list[str] | dict[str, int]


class _Cells:
    """The names of the cells of a board that grows: `1,-2`, or `red 1,-2` where everyone has one."""

    def __init__(self, board: BoardSlots, owners: Sequence[str]) -> None:
        self._board = board
        self._owners = owners

    def name(self, cell: int) -> str:
        at = self._board.name_of(cell)
        return f"{self._owners[cell // self._board.cells]} {at}" if self._owners else at

    def number(self, name: str) -> int:
        owner, _, at = name.rpartition(" ")
        x, y = at.split(",")
        rank = self._owners.index(owner) if self._owners else 0
        return self._board.cell_at(self._board.first_place + rank, int(x), int(y))


class Names:
    """The names and labels of one game."""

    def __init__(self, description: Description) -> None:
        self._labels: dict[str, list[Label]] = {
            enum: [member.label for member in members]
            for enum, members in description.enums.items()
        }
        self._names: dict[str, list[str]] = {
            enum: [member.name for member in members] for enum, members in description.enums.items()
        }
        self._names["things"] = [thing.name for thing in description.things]
        self._labels["things"] = [thing.label for thing in description.things]
        # Things of two kinds may have the same name.
        self._of_kind = {(thing.kind, thing.name): n for n, thing in enumerate(description.things)}
        self._names["places"] = list(description.places)
        labels = description.place_labels
        self._labels["places"] = [labels.get(n, {}) for n in range(len(description.places))]
        for region, elements in description.regions.items():
            self._names[f"region {region}"] = self._names[elements]
            self._labels[f"region {region}"] = self._labels[elements]
        self._cells = {
            f"cells {board.name}": _Cells(board, self._owners(description, board.name))
            for board in description.layout.boards
        }
        self._numbers: dict[str, dict[str, int]] = {}

    def _owners(self, description: Description, family: str) -> list[str]:
        """Return the names of those who each have such a board; none if there is just one."""
        found = description.family(family)
        if not found.owner_kind:
            return []
        universe = description.kinds.get(found.owner_kind, found.owner_kind)
        return [self._names[universe][number] for number in found.owner_ids]

    def all(self, universe: str) -> list[str]:
        """Return all names of a universe, in order."""
        return self._names[universe]

    def name(self, type_: ValueType, value: int) -> str:
        """Return the name of one id or number."""
        if type_.form == "flag":
            return "true" if value else "false"
        if type_.form != "ref":
            return str(value)
        if value < 0:
            return "none"
        cells = self._cells.get(type_.universe)
        return self._names[type_.universe][value] if cells is None else cells.name(value)

    def label(self, type_: ValueType, value: int) -> dict[str, str]:
        """Return the label of one id or number per language; its name where there is none."""
        label: Label = {}
        if type_.form == "ref" and value >= 0 and type_.universe not in self._cells:
            label = self._labels[type_.universe][value]
        return dict(label) or {"en": self.name(type_, value)}

    def number(self, type_: ValueType, name: str) -> int:
        """Return the id or number with this name; KeyError or ValueError if there is none."""
        if type_.form == "flag" and name in {"true", "false"}:
            return int(name == "true")
        if type_.form != "ref":
            return int(name)
        if name == "none":
            return -1
        universe = type_.universe
        if universe in self._cells:
            return self._cells[universe].number(name)
        if universe not in self._numbers:
            self._numbers[universe] = {n: i for i, n in enumerate(self._names[universe])}
        number = self._numbers[universe][name]
        is_thing = universe == "things"
        return self._of_kind.get((type_.kind, name), number) if is_thing else number

    def to_words(self, type_: ValueType, value: object) -> Named:
        """Return any value by name: for records and messages."""
        if value is None:
            return None
        if type_.form == "bundle":
            assert isinstance(value, Sequence)
            kinds = self._names[type_.enum]
            return {kinds[kind]: count for kind, count in enumerate(value) if count}
        assert isinstance(value, int)
        if type_.form == "set":
            return [self.name(type_.member, member) for member in bits(value)]
        if type_.form == "int":
            return value
        return self.name(type_, value)

    def from_words(self, type_: ValueType, value: object) -> Any:
        """Return a value from its name, number, {kind: count}, list of names or as it is."""
        if type_.form == "bundle":
            return self._bundle(type_.enum, value)
        if type_.form == "set" and not isinstance(value, int):
            assert isinstance(value, Iterable)
            mask = 0
            for member in value:
                mask |= 1 << self.from_words(type_.member, member)
            return mask
        return self.number(type_, value) if isinstance(value, str) else value

    def _bundle(self, enum: str, value: object) -> tuple[int, ...]:
        kinds = self._names[enum]
        if isinstance(value, Mapping):
            unknown = [name for name in value if name not in kinds]
            if unknown:
                raise KeyError(unknown[0])
            return tuple(int(value.get(name, 0)) for name in kinds)
        if isinstance(value, str):
            return tuple(int(name == value) for name in kinds)
        assert isinstance(value, Sequence)
        return tuple(value)
