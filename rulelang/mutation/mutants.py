"""Mutants of a game: in goes a linked game, out come all small changes of its rules, and the game with one of them made.

A mutant changes one item. Texts, citations and tests stay as they are, and so do spans: what is said about a place in the rules is
said about the place that was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of
from rulelang.mutation.other_nodes import LINE, other_nodes
from rulelang.mutation.tree_places import Way, nodes_with_ways, replaced
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

MOST_NAMES = 2  # others that are tried for a name

_UNTOUCHED = (syn.Test, syn.Words, syn.Header, syn.Bots)
# What stands in a list and can be left out as a line.
_LINES = (
    *(syn.Require, syn.Allow, syn.Cost, syn.Limit, syn.Forbid),
    *(st.Do, st.Stop, st.Finish, st.Claim, st.ScoreNow, st.Draw, st.Shuffle, st.Reveal, st.Roll),
    *(st.Choose, st.May, st.ChooseCase, st.Move, st.Swap, st.Transfer, st.SetTo, st.Shift),
    *(st.AddTo, st.If, st.Each, st.Together, st.Collect, st.Resolve, st.Meanwhile),
)


@frozen
class Mutant:
    """One small change: of which item (by number), where in it, to what, and how that is said."""

    item: int
    way: Way
    sort: str
    node: object | None
    span: Span
    said: str


def mutants(linked: Linked) -> Iterator[Mutant]:
    """Yield every change of every rule, in the order of the items; not all of them are games."""
    names = _interchangeable(linked)
    for number, item in enumerate(linked.items):
        if isinstance(item, _UNTOUCHED):
            continue
        for way, node in nodes_with_ways(item):
            span = getattr(node, "span", item.span)
            for other in other_nodes(node, names):
                yield Mutant(number, way, other.sort, other.node, span, other.said)
            if isinstance(node, _LINES) and way and isinstance(way[-1], int):
                yield Mutant(number, way, LINE, None, span, "line → (left out)")


def mutated(linked: Linked, mutant: Mutant) -> Linked:
    """Return the game with one change made."""
    item = replaced(linked.items[mutant.item], mutant.way, mutant.node)
    items = (*linked.items[: mutant.item], item, *linked.items[mutant.item + 1 :])
    return attrs.evolve(linked, items=items)  # type: ignore[arg-type]  # an item as it was


def _interchangeable(linked: Linked) -> Mapping[str, Sequence[str]]:
    """For each name some others of its sort: the cases of its enum, definitions of as many parameters, storage."""
    groups: dict[object, list[str]] = {}
    if linked.players is not None:
        groups["Player"] = [member.ident.text for member in linked.players.names]
    for item in linked.items:
        match item:
            case syn.Enum(kind=kind, members=members) if members:
                groups["case", kind.text] = [m.ident.text for m in members if m.word != "each"]
            case syn.Define(name=name, params=params) | syn.Value(name=name, params=params):
                groups.setdefault(("computed", len(params)), []).append(name.text)
            case syn.Place(word=word, name=name, owner=owner):
                groups.setdefault((word, _text(owner)), []).append(name.text)
            case syn.Var(name=name, owner=owner) | syn.Track(name=name, owner=owner):
                groups.setdefault(("var", _text(owner)), []).append(name.text)
            case syn.Component(kind=kind):
                groups.setdefault("component", []).append(kind.text)
            case syn.ChoiceSetting(name=name, cases=cases):
                groups["choice", name.text] = [case.text for case in cases]
            case syn.Rule(word=word, name=name, params=params):
                groups.setdefault((word, len(params)), []).append(name.text)
            case _:
                pass
    found: dict[str, Sequence[str]] = {"turn": ("game",), "game": ("turn",)}
    for members_ in groups.values():
        for at, name_ in enumerate(members_):
            found[name_] = [*members_[at + 1 :], *members_[:at]][:MOST_NAMES]
    return found


def _text(ident: ex.Ident | None) -> str:
    return "" if ident is None else ident.text


def item_name(linked: Linked, mutant: Mutant) -> str:
    """Return what the changed item is called."""
    return name_of(linked.items[mutant.item]) or "the rules"
