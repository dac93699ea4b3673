"""Players who stop in tests: what they leave undone, or the step that they end.

`Red does not place a shield` where just that was offered, `Red ends the step “Trade”` where one might go on and on.
"""

from __future__ import annotations

from rulelang.prose import nouns, verbs
from rulelang.prose.scope import Scope
from rulelang.prose.things import player
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def is_done(callee: ex.Callee) -> bool:
    """Whether somebody does not go on."""
    return callee.name is not None and callee.name.text == "done"


def told(event: syn.Plays, last: object, scope: Scope) -> str:
    """That somebody stops; `last` is what happened before."""
    voice, who = scope.voice, player(event.player, scope)
    left = _left(event, scope)
    if left and not _has_done(last, event.player, left):
        form = verbs.PLAYS if voice.is_russian else verbs.TO_DO
        said = [verbs.of_call(call, form, scope, who) for call in left]
        if None not in said:
            both = " и не ".join if voice.is_russian else " or ".join
            return voice.tell("does_not", p=who, x=both(text for text in said if text))
    step = _step(event, scope)
    return voice.tell("done_step", p=who, x=step) if step else voice.tell("done_plays", p=who)


def is_left(event: object, scope: Scope) -> bool:
    """Whether an event is that something is not done: it need not be said how often."""
    return isinstance(event, syn.Plays) and is_done(event.callee) and bool(_left(event, scope))


def allowed(outcome: syn.Allowed, scope: Scope) -> str:
    """That somebody may stop."""
    step, who = _step(outcome, scope), player(outcome.player, scope)
    if step:
        return scope.voice.tell("done_step_allowed", p=who, x=step)
    return scope.voice.tell("done_allowed", p=who)


def _step(event: syn.Plays | syn.Allowed, scope: Scope) -> str:
    """The step that ends, if it is one that players know by name."""
    name, _rules = scope.teller.stops.get(event.span, ("", ()))
    is_known = name in scope.world.steps and scope.teller.lexicon.heading(name) is not None
    return nouns.linked_label(name, scope) if is_known else ""


def _left(event: syn.Plays, scope: Scope) -> tuple[ex.Call, ...]:
    """What was offered once and is not done; nothing where it might be done again and again."""
    _name, rules = scope.teller.stops.get(event.span, ("", ()))
    offers = [
        node
        for item in scope.world.linked.items
        if not isinstance(item, syn.Test)
        for node in walk(item)
        if isinstance(node, st.May) and {_rule(call) for call in node.calls} <= set(rules)
    ]
    found = max(offers, key=lambda may: len(may.calls), default=None)
    if found is None or found.repeatedly:
        return ()
    bare = (call.callee for call in found.calls)
    return tuple(
        ex.Call(each.span, ex.Callee(each.span, each.name, None, None), ()) for each in bare
    )


def _rule(call: ex.Call) -> str:
    return call.callee.name.text if call.callee.name is not None else ""


def _has_done(last: object, who: ex.Ident, left: tuple[ex.Call, ...]) -> bool:
    """Whether the same player has just done it: then it is only not done again."""
    if not isinstance(last, syn.Plays) or last.player.text != who.text:
        return False
    return last.callee.name is not None and last.callee.name.text in map(_rule, left)
