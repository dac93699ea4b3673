"""What chance brings in tests: `the dice show 8`, in one line with the action that rolls them."""

from __future__ import annotations

from itertools import groupby

from rulelang.prose import nouns, things
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def told(found: list[syn.ChanceIs], scope: Scope) -> list[str]:
    """All that chance brings, of dice and other rolls one sentence each; nothing of it counts as the same."""
    said: list[str] = []
    for key, same in groupby(found, key=lambda each: _key(each, scope)):
        values = [nouns.noun(each.value, scope).say() for each in same]
        if len(values) > 1:
            has_commas = any("," in value for value in values)
            listed = "; ".join(values) if has_commas else scope.voice.listed(values)
            said.append(scope.voice.tell(f"{key}_many", x=listed))
        else:
            said.append(scope.voice.tell(key, x=values[0]))
    return said


def _key(event: syn.ChanceIs, scope: Scope) -> str:
    """How the result is spoken of: of several dice, of one, of what a die shows, or of what is drawn."""
    roll = scope.world.rolls.get(things.name_of(event.target))
    if roll is None or roll.dice is None:
        return "faq_rolled" if roll is not None and isinstance(roll.among, ex.Kind) else "faq_drawn"
    return "faq_dice" if roll.dice[0] > 1 else "faq_die"


def is_of(event: syn.Plays, found: list[syn.ChanceIs], scope: Scope) -> bool:
    """Whether a result, the only one, is what this action rolls itself."""
    name = event.callee.name.text if event.callee.name is not None else ""
    item = scope.world.rules.get(name)
    if item is None or len(found) != 1:
        return False
    rolled = {node.name.text for node in walk(item) if isinstance(node, st.Roll)}
    return things.name_of(found[0].target) in rolled
