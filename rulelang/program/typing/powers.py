"""Powers: bundles of changes that apply while somebody owns them.

A group `one per Player` is an enum of its powers and a variable that says who has which; its
powers exclude each other for one player. A group `owned by E` computes who owns each of its members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar, get_args

import attrs

from rulelang.diagnostics import codes
from rulelang.frozen import frozen
from rulelang.program.declare.constants import find_member
from rulelang.program.declare.label_words import words
from rulelang.program.declare.symbols import PLAYER, Symbols
from rulelang.program.nodes import (
    Compare,
    Const,
    Contains,
    Expr,
    Fold,
    Ids,
    Local,
    Logic,
    VarGet,
    Words,
)
from rulelang.program.types import FLAG, RefType, SetType
from rulelang.program.typing import type_expr as exprs
from rulelang.program.typing.scope import Scope
from rulelang.syntax.trees import items as syn


def holder_var(kind: str) -> str:
    """The variable that says which power of a group a player has."""
    return "".join("_" + c.lower() if c.isupper() else c for c in kind).lstrip("_")


@frozen
class ChangeSource:
    """Where a change comes from: a power, or the rules themselves (None)."""

    power: syn.Power | None

    @property
    def name(self) -> str:
        return self.power.name.text if self.power is not None else ""

    @property
    def said(self) -> tuple[Words, tuple[str, ...]]:
        """What players call it, and the clauses it rests on."""
        if self.power is None:
            return (), ()
        cites = [line.clauses for line in self.power.lines if isinstance(line, syn.Cite)]
        named = words(self.power.label, self.power.name.text)
        return named, tuple(clause for clauses in cites for clause in clauses)

    def excludes(self, other: ChangeSource, symbols: Symbols) -> bool:
        """Whether one player can never have both."""
        if self.power is None or other.power is None:
            return False
        group = _group(self.power, symbols)
        same_group = self.power.kind.text == other.power.kind.text
        has_one = group is not None and group.one_per is not None
        return same_group and has_one and self.power is not other.power

    def owner_expr(self, scope: Scope) -> Expr | None:
        """`owner` inside the power: who has it."""
        if self.power is None:
            return scope.owner
        owned = _owned_by(self.power, scope)
        if owned is not None and isinstance(owned.type, RefType):
            # Whatever reads `owner` applies only while there is one.
            return attrs.evolve(owned, type=attrs.evolve(owned.type, optional=False))
        players = scope.symbols.player_type
        _, variable = scope.bind("owner", players)
        condition = _has(self.power, Local(players, variable), scope)
        everyone = Ids(SetType(players), players.ids)
        return Fold(players, "first", variable, everyone, condition, None)


# What is said about something of another name.
ABOUT = (syn.Hook, syn.ChangeValue, syn.ChangeRule, syn.Forbid)


def lines_about(name: str, symbols: Symbols) -> Iterator[tuple[object, ChangeSource]]:
    """Hooks, changes and prohibitions that name a rule, step or value, in the order of the files."""
    if symbols.about is None:
        symbols.about = {}
        for item in symbols.linked.items:
            power = item if isinstance(item, syn.Power) else None
            for line in (item,) if power is None else power.lines:
                if isinstance(line, ABOUT):
                    symbols.about.setdefault(line.name.text, []).append((line, power))
    return ((line, ChangeSource(power)) for line, power in symbols.about.get(name, ()))


Ordered = TypeVar("Ordered", syn.Hook, syn.ChangeValue)


def home_of(line: syn.Hook | syn.ChangeValue, source: ChangeSource, symbols: Symbols) -> str:
    """Whose line this is: a power's, or that of a module, a variant or the game."""
    return source.name or symbols.linked.home_of(line.span)


def is_over(
    one: tuple[Ordered, ChangeSource], other: tuple[Ordered, ChangeSource], symbols: Symbols
) -> bool:
    """Whether one line says that it comes `over` the other, or its module needs that of the other."""
    over, below = one[0].over, home_of(*other, symbols)
    if symbols.linked.is_above(home_of(*one, symbols), below):
        return True
    return over is not None and over.text == below


def in_order(
    found: Iterable[tuple[Ordered, ChangeSource]], symbols: Symbols
) -> list[tuple[Ordered, ChangeSource]]:
    """Lines about one thing in the order they act: what is `over` another acts after it."""
    rest = list(found)
    ordered: list[tuple[Ordered, ChangeSource]] = []
    while rest:
        free = (
            each
            for each in rest
            if not any(is_over(each, other, symbols) for other in rest if other is not each)
        )
        # Two that are over each other: neither is, and they meet like any two.
        each = next(free, rest[0])
        ordered.append(each)
        rest.remove(each)
    return ordered


def _group(power: syn.Power, symbols: Symbols) -> syn.Group | None:
    for item in symbols.linked.items:
        if isinstance(item, syn.Group) and item.kind.text == power.kind.text:
            return item
    return None


# What changes the game for everybody and for good, so that no power can do it to its owner alone.
FOR_GOOD = tuple(
    edit for edit in get_args(syn.Edit) if edit not in (syn.ChangeValue, syn.ChangeRule)
)


def check_powers(symbols: Symbols) -> None:
    """Every power is in a group that says who owns it; of a group with members it is one."""
    for power in (i for i in symbols.linked.items if isinstance(i, syn.Power)):
        for line in power.lines:
            if isinstance(line, FOR_GOOD):
                symbols.report.error(
                    codes.WRONG_TYPE,
                    line.span,
                    found="a change for everybody",
                    expected="one that can apply to the owner alone",
                    help="in a power stand `change VALUE`, `change action`, hooks and `forbid`",
                )
        group = _group(power, symbols)
        if group is None or (group.one_per is None and group.owned_by is None):
            symbols.report.error(
                codes.UNKNOWN_KIND,
                power.kind.span,
                name=power.kind.text,
                help=f"`group {power.kind.text}, one per Player` or `…, owned by …` says who has it",
            )
        elif find_member(power.name.text, symbols.ref(power.kind.text), symbols) is None:
            symbols.report.error(
                codes.NO_SUCH_CASE,
                power.name.span,
                owner=power.kind.text,
                name=power.name.text,
            )


def _owned_by(power: syn.Power, scope: Scope) -> Expr | None:
    """Who owns a power by the word of its group, in which the group's name is the power's."""
    group = _group(power, scope.symbols)
    if group is None or group.owned_by is None:
        return None
    type_ = scope.symbols.ref(power.kind.text)
    member = find_member(power.name.text, type_, scope.symbols)
    if member is None:
        return None
    inner = scope.alias(holder_var(power.kind.text), Const(type_, member))
    owner = exprs.type_expr(group.owned_by, inner)
    players = scope.symbols.ref(PLAYER, optional=True)
    wanted = SetType(players) if isinstance(owner.type, SetType) else players
    return owner if exprs.expect(owner, wanted, group.owned_by.span, scope.symbols) else None


def _has(power: syn.Power, player: Expr, scope: Scope) -> Expr:
    owned = _owned_by(power, scope)
    if owned is not None:
        is_set = isinstance(owned.type, SetType)
        return Contains(FLAG, player, owned) if is_set else Compare(FLAG, "==", owned, player)
    kind = power.kind.text
    if kind not in scope.symbols.kinds or holder_var(kind) not in scope.symbols.vars:
        return Const(FLAG, 0)
    type_ = scope.symbols.ref(kind, optional=True)
    number = exprs.find_constant(power.name.text, type_, scope)
    mine = VarGet(type_, holder_var(kind), player)
    return Compare(FLAG, "==", mine, Const(type_, number if number is not None else -1))


def owner_condition(source: ChangeSource, acting: Expr | None, scope: Scope) -> list[Expr]:
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
