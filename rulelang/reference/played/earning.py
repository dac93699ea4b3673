"""Where points are scored during play: in go a line of the score and what was seen, out come the names around it.

A rule that scores stands in loops and has parameters. What these stood for when the points came is known from the
generated code that added them; whether it is true is checked: the rule must come to the same points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulelang.frozen import field_names, frozen
from rulelang.interpreter.asked_values import ME, AskedPosition
from rulelang.linking.model import Linked
from rulelang.program.types import RefType, SeqType, SetType, Type
from rulelang.program.typing.scope import written_name
from rulelang.program.typing.typed_value import TypedValue
from rulelang.prose.examples import Named
from rulelang.reference.played.sampled_games import Scored
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

Binder = tuple[str, str, ex.Expr]  # let or each, a name, what it is or is one of


@frozen
class EarningSource:
    """A statement that adds to a line: in which rule it stands, and what is bound around it."""

    rule: str
    score: st.ScoreNow
    binders: tuple[Binder, ...]

    @property
    def whom(self) -> str:
        """The name of the player who scores; nothing for whoever acts."""
        return self.score.player.ident.text if isinstance(self.score.player, ex.Name) else ""

    @property
    def is_shared(self) -> bool:
        """Whether all who score get the same."""
        names = (node.ident.text for node in walk(self.score.amount) if isinstance(node, ex.Name))
        return bool(self.whom) and self.whom not in names


def sources(line: str, linked: Linked) -> Iterator[EarningSource]:
    """All statements that add to a line."""
    for item in linked.items:
        if not isinstance(item, syn.Rule | syn.Cases | syn.Hook | syn.Flow):
            continue
        rule = "" if isinstance(item, syn.Flow) else item.name.text
        for node in walk(item):
            if isinstance(node, st.ScoreNow) and node.line.text == line:
                found = _binders(item, node)
                yield EarningSource(rule, node, tuple(found or ()))


def _binders(around: object, node: st.ScoreNow) -> list[Binder] | None:
    """The names that are bound on the way to a statement; None if it does not stand here."""
    if around is node:
        return []
    own: list[Binder] = []
    if isinstance(around, st.Each):
        own.append(("each", around.variable.text, around.source))
    for value in (getattr(around, name) for name in field_names(type(around))):
        before: list[Binder] = []
        for part in value if isinstance(value, tuple) else (value,):
            found = _binders(part, node)
            if found is not None:
                return [*own, *before, *found]
            if isinstance(part, st.Let):
                before.append(("let", part.name.text, part.expr))
    return None


def known_names(source: EarningSource, event: Scored, asked: AskedPosition) -> list[Named] | None:
    """What the names around a statement stood for; None if it cannot be this one that scored."""
    asking = asked.asking
    player = asking.player(event.player)
    own = source.whom
    rule = asking.shape.rules.get(source.rule)
    types = {written_name(param.name): param.type for param in rule.params} if rule else {}
    wanted = [name for name in types if name != own]
    wanted += [name for how, name, _expr in source.binders if how == "each" and name != own]
    seen = [event.names.get(name, ()) for name in wanted]
    for values in product(*(found or (None,) for found in seen)):
        tried = dict(zip(wanted, values, strict=True))
        names = _named(source, tried, types, asked, {own or ME: player, ME: player})
        known = {each.name: each.value for each in names}
        if asked.number(source.score.amount, known) == event.points:
            return names
    return None


def _named(
    source: EarningSource,
    values: dict[str, int | None],
    types: dict[str, Type],
    asked: AskedPosition,
    known: dict[str, TypedValue],
) -> list[Named]:
    names = [Named(name, value, "", None) for name, value in known.items()]
    for name, type_ in types.items():
        number = values.get(name)
        if number is not None and name not in known:
            known[name] = TypedValue(type_, number)
            names.append(Named(name, known[name], _kind(type_), None))
    for how, name, expr in source.binders:
        if how == "let":
            value = asked.value(expr, known)
            if value is not None:
                known[name] = value
                names.append(Named(name, value, "", expr))
            continue
        typed, number = asked.asking.typed(expr, known, as_set=True), values.get(name)
        if number is not None and typed is not None and isinstance(typed.type, SetType | SeqType):
            known[name] = TypedValue(typed.type.of, number)
            names.append(Named(name, known[name], _kind(typed.type.of), None))
    return names


def _kind(type_: Type) -> str:
    return type_.kind if isinstance(type_, RefType) else "number"
