"""Values of expressions as the rules write them: in goes syntax and a position, out comes what it is there.

An expression may stand anywhere in the rules; whoever asks says what the names around it are. It is typed as the
rules around it were and worked out by the second engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.diagnostics.reporter import Reporter
from rulelang.interpreter.oracle import Oracle
from rulelang.interpreter.position import OracleFault, ProgramIndex, Undefined, read_position
from rulelang.linking.model import Linked
from rulelang.program import nodes as ir
from rulelang.program.declare.symbols import PLAYER
from rulelang.program.from_linked import declared_symbols
from rulelang.program.model import Program
from rulelang.program.types import (
    NONE,
    PLACES,
    THINGS,
    FlagType,
    IntType,
    RefType,
    SeqType,
    SetType,
)
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Binding, Frame, Scope
from rulelang.program.typing.typed_value import Names, TypedValue
from rulelang.syntax.trees import expressions as ex

ME = "me"


class AskedGame:
    """One game for one number of players, with which positions can be asked about."""

    def __init__(
        self, linked: Linked, program: Program, settings: Mapping[str, str] | None = None
    ) -> None:
        self.program = program
        self.shape = ProgramIndex(program)
        symbols = declared_symbols(linked, program.players, settings or {}, Reporter())
        assert symbols is not None, "it was typed before"
        self._symbols = symbols
        self._typed: dict[tuple[object, ...], tuple[ex.Expr, ir.Expr | None]] = {}
        self._enums = dict(program.enums)

    def at(self, state: Sequence[int]) -> AskedPosition:
        """Return what answers about a position."""
        return AskedPosition(
            self, Oracle(self.shape, read_position(self.shape, list(state)), kept={})
        )

    def player(self, number: int) -> TypedValue:
        """Return a player as a value."""
        return TypedValue(self._symbols.player_type, number)

    def typed(self, expr: ex.Expr, names: Names, *, as_set: bool = False) -> ir.Expr | None:
        """Return an expression typed where these names are known; None if it cannot be.

        `as_set`: a place or a region is all that is in it.
        """
        key = (id(expr), as_set, *((name, given.type) for name, given in names.items()))
        if key not in self._typed:
            self._typed[key] = (expr, self._type(expr, names, as_set=as_set))
        return self._typed[key][1]

    def _type(self, expr: ex.Expr, names: Names, *, as_set: bool) -> ir.Expr | None:
        symbols = self._symbols
        symbols.report = Reporter()
        known = {name: Binding(given.type, name) for name, given in names.items()}
        me = ir.Local(symbols.player_type, ME)
        scope = Scope(symbols, Frame("asked"), me=me, locals=known)
        made = exprs.type_expr(expr, scope)
        if as_set:
            made = exprs.contents(made, scope)
        if symbols.report.has_errors:
            return None
        for name, rows in symbols.tables.items():
            self.shape.tables.setdefault(name, tuple(rows))
        return made

    def name_of(self, given: TypedValue) -> str:
        """Return what the rules call a thing, a place or a case; nothing for what has no name."""
        type_, number = given.type, given.value
        if not isinstance(type_, RefType) or not isinstance(number, int) or number == NONE:
            return ""
        if type_.universe == THINGS:
            return self.program.things[number].name
        if type_.universe == PLACES:
            return self.program.place_names[number]
        members = self._enums.get(type_.universe, ())
        return members[number].name if number < len(members) else ""

    @property
    def players(self) -> list[TypedValue]:
        """All players, in seat order."""
        return [self.player(number) for number in range(len(self._enums[PLAYER]))]


class AskedPosition:
    """A position that is asked about."""

    def __init__(self, asking: AskedGame, oracle: Oracle) -> None:
        self.asking = asking
        self._oracle = oracle

    def value(self, expr: ex.Expr, names: Names) -> TypedValue | None:
        """Return the value of an expression; None if it has none here."""
        typed = self.asking.typed(expr, names)
        if typed is None:
            return None
        try:
            return TypedValue(typed.type, self._oracle.value(typed, _values(names)))
        except (Undefined, OracleFault):
            return None

    def number(self, expr: ex.Expr, names: Names) -> int | None:
        """Return the number that an expression is, yes as 1; None if it is none."""
        found = self.value(expr, names)
        is_number = found is not None and isinstance(found.type, IntType | FlagType)
        return found.value if found is not None and is_number and isinstance(found.value, int) else None  # fmt: skip

    def members(self, expr: ex.Expr, names: Names) -> tuple[TypedValue, ...] | None:
        """Return the elements of a set, alike things once for each piece; None if it is none."""
        typed = self.asking.typed(expr, names, as_set=True)
        if typed is None or not isinstance(typed.type, SetType | SeqType):
            return None
        try:
            found = self._oracle.walk(typed, _values(names))
        except (Undefined, OracleFault):
            return None
        return tuple(TypedValue(typed.type.of, number) for number in found)

    def name_of(self, given: TypedValue) -> str:
        """Return what the rules call a value."""
        return self.asking.name_of(given)


def _values(names: Names) -> dict[str, object]:
    return {name: given.value for name, given in names.items()}
