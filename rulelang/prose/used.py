"""Which components a game is played with: rules may declare more than they speak of, for their variants."""

from __future__ import annotations

from rulelang.prose.declarations import Declarations
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

_DECLARING = (syn.Component, syn.Group, syn.Board, syn.Test, syn.Words, syn.Bots)


def is_used(kind: str, world: Declarations) -> bool:
    """Whether a rule speaks of a kind of components, of one of them, or of a group that holds them."""
    wanted = {kind} | {
        name
        for name, group in world.groups.items()
        if kind in {member.ident.text for member in group.members}
    }
    return any(
        bool(_kinds(node, world) & wanted)
        for item in world.linked.items
        for node in walk(item, without=_DECLARING)
    )


def _kinds(node: object, world: Declarations) -> set[str]:
    match node:
        case syn.Place(kinds=kinds):
            return {kind.text for kind in kinds}
        case ex.Ident(text=text):
            return {text, world.members.get(text, "")}
        case _:
            return set()
