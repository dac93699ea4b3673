"""The module under construction: constants, functions made on demand, and names in scope.

`Unit` is what all functions of the module share; `Scope` is one place in one function: where the
locals of the rules are to be found as Python text, and where lines go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import attrs
from attrs import define, field, frozen

from rulelang.backends.python.writer import Code, Line, add, is_number, times
from rulelang.graph.assign_slots import enum_size
from rulelang.graph.nodes import Graph, Routine
from rulelang.graph.own_pieces import places_of_own
from rulelang.graph.sequence import Points
from rulelang.program.analysis import Analysis
from rulelang.program.derived import Region
from rulelang.program.model import Program
from rulelang.program.types import Type
from rulelang.runtime.layout import AccountSlots, HoldingSlots, Layout, VarSlots
from rulelang.source import Span

Text = str
Bundle = tuple[str, ...]  # one expression per kind; "0" where there is nothing


class CannotCompile(Exception):  # noqa: N818  (becomes a diagnostic)
    """The rules are sound, but this back end has no code for something in them."""

    def __init__(self, node: object, span: Span | None) -> None:
        self.what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(node).__name__).lower()
        self.span = span
        super().__init__(f"{self.what} at {span}")


@define
class Function:
    """A finished function: its head and its lines."""

    head: str
    lines: list[Line]


@frozen
class KeptRegion:
    """A region that is printed on tiles: its elements, each with its tile, and its inner joins."""

    elements: dict[int, int]
    inner: dict[int, tuple[int, ...]]


@define
class Unit:
    """The module: what is shared by all its functions."""

    graph: Graph
    analysis: Analysis
    points: Points
    constants: dict[str, str] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    imports: dict[str, None] = field(factory=dict)
    offers: dict[object, object] = field(factory=dict)
    written_out: dict[str, bool] = field(factory=dict)  # short definitions stand in place of calls
    kept_regions: list[tuple[Region, KeptRegion]] | None = None  # once somebody asked
    weights: dict[str, int] = field(factory=dict)  # of definitions with all that they call
    call_weights: dict[str, int] = field(factory=dict)  # guesses what calling them costs
    local_types: dict[str, dict[str, Type]] = field(factory=dict)  # of each routine
    routines: dict[str, Routine] = field(init=False)
    accounts: dict[str, AccountSlots] = field(init=False)
    vars: dict[str, VarSlots] = field(init=False)
    tables: dict[str, tuple[object, ...]] = field(init=False)
    places_of_own: frozenset[str] = field(init=False)
    _by_text: dict[str, str] = field(factory=dict, init=False)
    _made: dict[object, str] = field(factory=dict, init=False)
    _waiting: list[Callable[[], None]] = field(factory=list, init=False)
    _table_names: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.routines = {routine.name: routine for routine in self.graph.routines}
        self.accounts = {slots.name: slots for slots in self.layout.accounts}
        self.vars = {slots.name: slots for slots in self.layout.vars}
        self.tables = dict(self.program.tables)
        self.places_of_own = places_of_own(self.program, self.analysis)

    @property
    def program(self) -> Program:
        return self.graph.program

    @property
    def layout(self) -> Layout:
        return self.graph.layout

    @property
    def keeps_marks(self) -> bool:
        """Is it kept who knows what lies where they do not see it?"""
        layout = self.layout
        return layout.things.known_base is not None or any(h.known >= 0 for h in layout.holdings)

    def enum_size(self, enum: str) -> int:
        return enum_size(self.program, enum)

    def holdings(self, family: str, things: Iterable[int]) -> list[HoldingSlots]:
        """Return what a place of this family keeps such things in."""
        wanted = set(things)
        return [
            slots
            for slots in self.layout.holdings
            if slots.family == family and not wanted.isdisjoint(slots.things)
        ]

    # --- constants and names --------------------------------------------------------------------

    def constant(self, text: str, prefix: str = "C") -> str:
        """Return the name of a module constant with this text."""
        name = self._by_text.get(text)
        if name is None:
            name = self._by_text[text] = f"{prefix}{len(self.constants)}"
            self.constants[name] = text
        return name

    def table(self, name: str) -> str:
        """Return the module constant of a table of the program."""
        known = self._table_names.get(name)
        if known is None:
            known = self._table_names[name] = f"T_{identifier(name)}"
            while known in self.constants:
                known = self._table_names[name] = known + "_"
            self.constants[known] = _tuple_text(self.tables[name])
        return known

    def mask_table(self, name: str) -> str:
        """Return the module constant with a bit mask for each row of a table."""
        rows = self.tables[name]
        masks = tuple(mask_of(row) if isinstance(row, tuple) else 0 for row in rows)
        return self.constant(_tuple_text(masks), "M")

    def shifted_table(self, name: str) -> str:
        """Return a table for contents of places: 0 stands for nothing, 1 + id for a thing."""
        return self.constant(_tuple_text((0, *self.tables[name])), "S")

    def use(self, name: str) -> str:
        """Note that the module needs this name of the runtime."""
        self.imports.setdefault(name)
        return name

    # --- functions on demand ----------------------------------------------------------------------

    def on_demand(self, key: object, name: str, make: Callable[[str], None]) -> str:
        """Return the name of a function that is made once, after the current one."""
        known = self._made.get(key)
        if known is None:
            known = name
            number = 2
            while known in self.functions:
                known = f"{name}_{number}"
                number += 1
            self._made[key] = known
            self.functions[known] = Function("", [])
            chosen = known
            self._waiting.append(lambda: make(chosen))
        return known

    def finish(self) -> None:
        """Make everything that was asked for."""
        while self._waiting:
            self._waiting.pop(0)()

    def add_function(self, name: str, params: Iterable[str], code: Code) -> None:
        """Add a finished function."""
        if not code.lines:
            code.line("pass")
        self.functions[name] = Function(f"def {name}({', '.join(params)}):", code.finished)


@frozen
class Scope:
    """Where the text of an expression stands: names of locals, the state, and the lines."""

    unit: Unit
    code: Code
    names: Mapping[str, str | Bundle]
    state: str = "s"

    def bind(self, name: str, text: str | Bundle) -> Scope:
        """Return this scope with one more local."""
        return attrs.evolve(self, names={**self.names, name: text})

    def bind_all(self, names: Mapping[str, str | Bundle]) -> Scope:
        """Return this scope with more locals."""
        return attrs.evolve(self, names={**self.names, **names})

    def on(self, state: str) -> Scope:
        """Return this scope over another state."""
        names = {name: _restate(text, self.state, state) for name, text in self.names.items()}
        return attrs.evolve(self, state=state, names=names)

    def scalar(self, name: str) -> str:
        """Return the text of a local that is no bundle."""
        if name == "active":
            return f"{self.state}[2]"
        text = self.names[name]
        if not isinstance(text, str):
            raise TypeError(f"{name} is a bundle")
        return text

    def slot(self, text: str) -> str:
        """Return the state's slot at this index."""
        return f"{self.state}[{text}]"


def _restate(text: str | Bundle, old: str, new: str) -> str | Bundle:
    if isinstance(text, tuple):
        return tuple(str(_restate(part, old, new)) for part in text)
    return re.sub(rf"\b{old}\[", f"{new}[", text)


def identifier(name: str) -> str:
    """Return a Python name like `name`.

    >>> identifier("Villager.colour")
    'Villager_colour'
    """
    return re.sub(r"\W", "_", name)


def mask_of(ids: Iterable[object]) -> int:
    """Return the bit mask of a set of ids."""
    mask = 0
    for number in ids:
        assert isinstance(number, int)
        mask |= 1 << number
    return mask


def number_text(value: int) -> str:
    """Return a number as text: long masks in hexadecimal."""
    return hex(value) if value > 0xFFFF_FFFF else str(value)


def _tuple_text(values: object) -> str:
    if isinstance(values, tuple):
        inner = ", ".join(_tuple_text(value) for value in values)
        return f"({inner},)" if len(values) == 1 else f"({inner})"
    if isinstance(values, bool) or not isinstance(values, int):
        return repr(values if not isinstance(values, bool) else int(values))
    return number_text(values)


MOST_WRITTEN_OUT = 12  # a loop over a few numbers starts faster with the numbers themselves


def ids_text(unit: Unit, ids: tuple[int, ...]) -> str:
    """Return something to loop over: a range where many ids are consecutive."""
    if len(ids) <= MOST_WRITTEN_OUT:
        return _tuple_text(ids)
    if ids and ids == tuple(range(ids[0], ids[-1] + 1)) and len(ids) > 2:
        return f"range({ids[0]}, {ids[-1] + 1})" if ids[0] else f"range({ids[-1] + 1})"
    return unit.constant(_tuple_text(ids))


def rank_text(unit: Unit, ids: tuple[int, ...], text: str) -> str:
    """Return the position in `ids` of the id in `text`."""
    if not ids or ids == tuple(range(ids[0], ids[-1] + 1)):
        return add(text, -ids[0]) if ids else "0"
    if is_number(text):
        return str(ids.index(int(text)))
    ranks = [0] * (ids[-1] + 1)
    for rank, number in enumerate(ids):
        ranks[number] = rank
    return f"{unit.constant(_tuple_text(tuple(ranks)))}[{text}]"


def index_text(unit: Unit, ids: tuple[int, ...], text: str, stride: int, first: int) -> str:
    """Return first + rank * stride, with as much of it computed now as can be."""
    if not ids:
        return str(first)
    if ids == tuple(range(ids[0], ids[-1] + 1)):
        return add(times(text, stride), first - ids[0] * stride)
    return add(times(rank_text(unit, ids, text), stride), first)
