"""Things that are called by what is printed on them: of units with the kinds cow and sheep people say `cow`, `sheep`.

A field names its things where every row of their table is called as its case of that field is. Then `u.kind = cow` makes
`your cow` of `your unit`, and a group of such cases (`animal`) does so too.
"""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.prose import modifiers
from rulelang.prose.cells import key_column
from rulelang.prose.lexicon import Lemma
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn


@frozen
class Named:
    """The word for things, and what is still to be said of them."""

    lemma: Lemma
    condition: ex.Expr | None


def renamed(
    variable: str, kind: str, condition: ex.Expr | None, lemma: Lemma, scope: Scope
) -> Named:
    """The word for those elements of a kind that meet a condition."""
    if kind not in scope.world.components:
        return Named(lemma, condition)
    rest: ex.Expr | None = None
    found: Lemma | None = None
    for part in modifiers.conjuncts(condition):
        own = _own_word(variable, kind, part, scope) if found is None else None
        if own is not None:
            found = own
            continue
        rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
    return Named(lemma, condition) if found is None else Named(found, rest)


def _own_word(variable: str, kind: str, part: ex.Expr, scope: Scope) -> Lemma | None:
    match part:
        case ex.Binary(op="=" | "in", left=ex.Printed(operand=operand, field=field), right=right):
            if modifiers.is_var(operand, variable) and is_name(kind, field.text, scope):
                return word_for(right, scope)
        case _:
            pass
    return None


def word_for(right: ex.Expr, scope: Scope) -> Lemma | None:
    """The word for a case or a group of cases; None for anything that is not known by name."""
    match right:
        case ex.Kind(ident=ident) if ident.text in scope.world.groups:
            return scope.lemma(ident.text)
        case ex.Name(ident=ident) if ident.text in scope.bound:
            given = scope.bound[ident.text].given
            return None if given is None else word_for(*given)
        case ex.Name(ident=ident) if ident.text in scope.world.members:
            return scope.member(ident.text)
        case _:
            return None


def is_name(kind: str, field: str, scope: Scope) -> bool:
    """Whether things of a kind are called as their case of a field is."""
    known = scope.teller.named_by
    if kind not in known:
        known[kind] = _naming_fields(kind, scope)
    return field in known[kind]


def _naming_fields(kind: str, scope: Scope) -> frozenset[str]:
    item = scope.world.components.get(kind)
    data = scope.world.linked.table(item.table) if item is not None and item.table else None
    if item is None or data is None:
        return frozenset()
    label = scope.teller.lexicon.label
    found = set()
    for field in (line for line in item.lines if isinstance(line, syn.Field)):
        name = field.name.text
        at = data.columns.index(name) if name in data.columns else -1
        if (
            at in {-1, key_column(data)}
            or scope.world.of_type(field.type).kind not in scope.world.enums
        ):
            continue
        key = key_column(data)
        if all(label(row[at]) and label(row[key]) == label(row[at]) for row in data.rows):
            found.add(name)
    return frozenset(found)
