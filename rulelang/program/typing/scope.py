"""Scopes: what a name means inside a rule, a definition or a test."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs
from attrs import define, field

from rulelang.frozen import frozen
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import Body, Expr, Local, Words
from rulelang.program.types import RefType, Type
from rulelang.syntax.trees.expressions import Call

AGAIN = "__"
LOOP = "loop "
_WORDS = re.compile(r"\w+")


def written_name(local: str) -> str:
    """Return the name of a local as the rules have it.

    >>> written_name("p__2"), written_name("h1")
    ('p', 'h1')
    """
    name, _, number = local.rpartition(AGAIN)
    return name if name and number.isdigit() else local


@define
class Frame:
    """One rule, definition or flow: makes local names unique and notes whether `me` is read."""

    name: str
    counts: dict[str, int] = field(factory=dict)
    origins: dict[str, Expr] = field(factory=dict)  # what a local was picked from or stands for
    reads_me: bool = False

    def fresh(self, name: str) -> str:
        number = self.counts.get(name, 0) + 1
        self.counts[name] = number
        return name if number == 1 else f"{name}{AGAIN}{number}"


@frozen
class Binding:
    """A local: its type and its unique name; `per_player` if a barrier stored one for each."""

    type: Type
    local: str
    per_player: bool = False
    alias: Expr | None = None


@attrs.frozen
class Scope:
    """Immutable: inner scopes are made with `bind` and `narrow`."""

    symbols: Symbols
    frame: Frame
    me: Expr | None = None
    owner: Expr | None = None
    locals: dict[str, Binding] = attrs.Factory(dict)
    narrowed: frozenset[str] = frozenset()
    # The step or rule that decisions are known by, and what it is called.
    step: str | None = None
    step_label: Words = ()
    meanwhile: tuple[Call, ...] = ()
    # Inside an exchange `only to pay`, and inside `instead of`: the rule as it was, by name.
    only_to_pay: bool = False
    # What `stop` can leave here: rules and steps by name, loops as LOOP.
    around: frozenset[str] = frozenset()
    original: tuple[str, Body] | None = None

    def inside(self, name: str) -> Scope:
        """Return a scope inside a rule, a step or a LOOP, which `stop` may leave."""
        return attrs.evolve(self, around=self.around | {name})

    def bind(self, name: str, type_: Type, *, per_player: bool = False) -> tuple[Scope, str]:
        """Return a scope in which `name` is a new local, and the local's unique name."""
        local = self.frame.fresh(name)
        bound = {**self.locals, name: Binding(type_, local, per_player)}
        narrowed = frozenset(key for key in self.narrowed if name not in _WORDS.findall(key))
        return attrs.evolve(self, locals=bound, narrowed=narrowed), local

    def alias(self, name: str, expr: Expr) -> Scope:
        """Return a scope in which `name` stands for `expr`."""
        bound = {**self.locals, name: Binding(expr.type, "", alias=expr)}
        return attrs.evolve(self, locals=bound)

    def narrow(self, names: Iterable[str]) -> Scope:
        """Return a scope in which these are known not to be none, or (`x is Kind`) of a kind."""
        return attrs.evolve(self, narrowed=self.narrowed | frozenset(names))

    def known(self, key: str | None, type_: Type) -> Type:
        """The type of what `key` stands for, with what is known about it here."""
        if key is None or not isinstance(type_, RefType):
            return type_
        if key in self.narrowed:
            type_ = attrs.evolve(type_, optional=False)
        for fact in sorted(self.narrowed):
            kind = self.symbols.kinds.get(fact.removeprefix(f"{key} is "))
            if fact.startswith(f"{key} is ") and kind is not None:
                ids = tuple(i for i in type_.ids if i in kind.ids)
                type_ = attrs.evolve(type_, ids=ids, kind=kind.name)
        return type_

    def lookup(self, name: str) -> Expr | None:
        """Return the expression that reads a local, or None."""
        found = self.locals.get(name)
        if found is None:
            return None
        if found.per_player:
            return None
        if found.alias is None:
            return Local(self.known(name, found.type), found.local)
        type_ = self.known(name, found.alias.type)
        return found.alias if type_ == found.type else attrs.evolve(found.alias, type=type_)
