"""What a node of the rules could be instead: in goes a node, out come nodes that say something a little different.

One number more or less, the next comparison, another operator, another name of the same sort, a condition left out. Whether the
result is a game is for typing to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulelang.frozen import frozen
from rulelang.mutation.tree_places import evolved
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

NUMBER, COMPARISON, OPERATOR = "number", "comparison", "operator"
NAME, LINE, CONDITION = "name", "line", "condition"
SORTS = (NUMBER, COMPARISON, OPERATOR, NAME, LINE, CONDITION)

_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "=", "in": "not in"}
_OPERATORS = {"+": "-", "-": "+", "*": "+", "and": "or", "or": "and", "except": "+"}
_WORDS = {
    "some": "every",
    "every": "some",
    "no": "some",
    "first": "last",
    "last": "first",
    "most": "least",
    "least": "most",
    "total": "most",
    "pay": "gain",
    "gain": "pay",
    "raise": "lower",
    "lower": "raise",
    "add": "drop",
    "drop": "add",
    "clockwise": "counterclockwise",
    "counterclockwise": "clockwise",
    "down": "up",
    "up": "down",
    "on_top": "at_bottom",
    "at_bottom": "on_top",
    "face_up": "face_down",
    "face_down": "face_up",
    "true": "false",
    "false": "true",
    "min": "max",
    "max": "min",
    "left_of": "right_of",
    "right_of": "left_of",
    "before": "after",
    "after": "before",
}


@frozen
class Other:
    """What could stand in place of a node; None if it is left out."""

    sort: str
    node: object | None
    said: str  # `3 → 4`


def other_nodes(node: object, names: Mapping[str, Sequence[str]]) -> Iterator[Other]:
    """Yield what a node could be instead; `names` has for each name the others of its sort."""
    yield from _numbers(node)
    yield from _operators(node)
    yield from _words(node)
    yield from _names(node, names)
    yield from _without_condition(node)


def _numbers(node: object) -> Iterator[Other]:
    match node:
        case ex.Number(value=value):
            for other in (value + 1, value - 1):
                if other >= 0:
                    yield Other(NUMBER, attrs.evolve(node, value=other), f"{value} → {other}")
        case st.Roll(dice=(count, sides)):
            for dice in ((count + 1, sides), (count, sides + 1)):
                said = f"{count}d{sides} → {dice[0]}d{dice[1]}"
                yield Other(NUMBER, attrs.evolve(node, dice=dice), said)
        case syn.ByPlayers(entries=entries):
            for at, (players, entry) in enumerate(entries):
                for found in _numbers(entry):
                    changed = (*entries[:at], (players, found.node), *entries[at + 1 :])
                    yield attrs.evolve(found, node=evolved(node, entries=changed))
        case _:
            pass


def _operators(node: object) -> Iterator[Other]:
    match node:
        case ex.Binary(op="in", span=span):
            yield Other(COMPARISON, ex.Unary(span, "not", node), "in → not in")
        case ex.Binary(op=op) if op in _COMPARISONS:
            other = _COMPARISONS[op]
            yield Other(COMPARISON, attrs.evolve(node, op=other), f"{op} → {other}")
        case ex.Binary(op=op) if op in _OPERATORS:
            other = _OPERATORS[op]
            yield Other(OPERATOR, attrs.evolve(node, op=other), f"{op} → {other}")
        case ex.Unary(op=op, operand=operand):
            yield Other(OPERATOR, operand, f"{op} → (left out)")
        case ex.Filled(wanted=wanted):
            said = "some → no" if wanted else "no → some"
            yield Other(OPERATOR, attrs.evolve(node, wanted=not wanted), said)
        case ex.IfElse(then=then, otherwise=otherwise):
            swapped = attrs.evolve(node, then=otherwise, otherwise=then)
            yield Other(OPERATOR, swapped, "then ↔ else")
        case _:
            pass


def _words(node: object) -> Iterator[Other]:
    """Nodes that differ from another by one word."""
    for field in ("word", "verb", "direction", "rounding", "best"):
        word = getattr(node, field, None)
        if isinstance(word, str) and word in _WORDS and isinstance(node, _WORDED):
            other = evolved(node, **{field: _WORDS[word]})
            yield Other(OPERATOR, other, f"{word} → {_WORDS[word]}")
    match node:
        case ex.CallExpr(name=ex.Ident(text=word) as ident) if word in _WORDS:
            other = attrs.evolve(node, name=attrs.evolve(ident, text=_WORDS[word]))
            yield Other(OPERATOR, other, f"{word} → {_WORDS[word]}")
        case syn.Award(holder_keeps=keeps):
            yield Other(OPERATOR, attrs.evolve(node, holder_keeps=not keeps), "ties")
        case syn.Win(shared=shared):
            yield Other(OPERATOR, attrs.evolve(node, shared=not shared), "ties")
        case _:
            pass


_WORDED = (
    *(ex.Constant, ex.Divide, ex.Quantified, ex.Clockwise, ex.Comprehension, ex.Fold),
    *(st.Transfer, st.Shift, st.AddTo, st.How, syn.Hook),
)


def _names(node: object, names: Mapping[str, Sequence[str]]) -> Iterator[Other]:
    ident = {
        ex.Name: "ident",
        ex.Kind: "ident",
        ex.Of: "name",
        ex.KindOf: "kind",
        ex.Printed: "field",
        ex.CallExpr: "name",
        ex.Callee: "name",
        ex.IsKind: "kind",
        syn.Limit: "period",
        syn.End: "after",
    }.get(type(node))
    found = getattr(node, ident) if ident is not None else None
    if ident is None or not isinstance(found, ex.Ident):
        return
    for text in names.get(found.text, ()):
        other = evolved(node, **{ident: attrs.evolve(found, text=text)})
        yield Other(NAME, other, f"{found.text} → {text}")


# What says everything of a set, or happens always, without its condition.
_CONDITIONAL = (
    *(ex.Comprehension, ex.Fold, ex.Path, ex.Cheapest, ex.Longest),
    *(st.PickValues, st.CaseOption, st.Each, st.Together, st.Resolve, st.ResolveEntry),
    *(syn.Asked, syn.Region, syn.Hook),
)


def _without_condition(node: object) -> Iterator[Other]:
    match node:
        case st.If(then=then, otherwise=otherwise):
            for body, said in ((then, "if → always"), (otherwise, "if → never")):
                if body:
                    always = attrs.evolve(node, condition=_true(node.condition), then=body)
                    yield Other(CONDITION, attrs.evolve(always, otherwise=()), said)
        case ex.Quantified(condition=condition) | ex.Groups(condition=condition):
            if condition != _true(condition):
                other = attrs.evolve(node, condition=_true(condition))
                yield Other(CONDITION, other, "where … → (left out)")
        case _ if isinstance(node, _CONDITIONAL) and node.condition is not None:
            yield Other(CONDITION, evolved(node, condition=None), "where … → (left out)")
        case _:
            pass


def _true(like: ex.Expr) -> ex.Constant:
    return ex.Constant(like.span, "true")
