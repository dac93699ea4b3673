"""Powers: bundles of changes that apply while somebody owns them.

A group `one per Player` is an enum of its powers and a variable that says who has which; its
powers exclude each other for one player.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.program import expressions as exprs
from rulelang.program.nodes import Compare, Const, Expr, Fold, Ids, Local, Logic, VarGet
from rulelang.program.scope import Scope
from rulelang.program.symbols import Symbols
from rulelang.program.types import FLAG, RefType, SetType
from rulelang.syntax import items as syn


def holder_var(kind: str) -> str:
    """The variable that says which power of a group a player has."""
    return "".join("_" + c.lower() if c.isupper() else c for c in kind).lstrip("_")


@frozen
class Source:
    """Where a change comes from: a power, or the rules themselves (None)."""

    power: syn.Power | None

    @property
    def name(self) -> str:
        return self.power.name.text if self.power is not None else ""

    def excludes(self, other: Source, symbols: Symbols) -> bool:
        """Whether one player can never have both."""
        if self.power is None or other.power is None:
            return False
        same_group = self.power.kind.text == other.power.kind.text
        return same_group and self.power is not other.power

    def owner_expr(self, scope: Scope) -> Expr | None:
        """`owner` inside the power: who has it."""
        if self.power is None:
            return scope.owner
        players = scope.symbols.player_type
        _, variable = scope.bind("owner", players)
        condition = _has(self.power, Local(players, variable), scope)
        everyone = Ids(SetType(players), players.ids)
        return Fold(players, "first", variable, everyone, condition, None)


def _has(power: syn.Power, player: Expr, scope: Scope) -> Expr:
    kind = power.kind.text
    if kind not in scope.symbols.kinds or holder_var(kind) not in scope.symbols.vars:
        return Const(FLAG, 0)
    type_ = scope.symbols.ref(kind, optional=True)
    number = exprs.find_constant(power.name.text, type_, scope)
    mine = VarGet(type_, holder_var(kind), player)
    return Compare(FLAG, "==", mine, Const(type_, number if number is not None else -1))


def owner_condition(source: Source, acting: Expr | None, scope: Scope) -> list[Expr]:
    """The condition under which a power's change applies to the acting player."""
    power = source.power
    if power is None:
        return []
    player = acting if acting is not None else exprs.type_me(power.span, scope)
    if power.reach is None:
        return [_has(power, player, scope)]
    owner = source.owner_expr(scope)
    assert owner is not None
    assert isinstance(owner.type, RefType)
    somebody = Compare(FLAG, "!=", owner, Const(owner.type, -1))
    if power.reach == "everyone":
        return [somebody]
    return [Logic(FLAG, "and", (somebody, Compare(FLAG, "!=", owner, player)))]
