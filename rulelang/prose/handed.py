"""What a rule is given by whoever leads to it: `for the chosen hex`, so that its text may speak of `this hex`."""

from __future__ import annotations

from rulelang.prose import nouns
from rulelang.prose.declarations import Offer
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import REF
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def given(item: syn.Rule, offers: list[Offer], scope: Scope) -> str:
    """For what a rule is reached, where that is the same wherever it is; else nothing."""
    told = {_told(item, offer, scope) for offer in offers}
    return told.pop() if len(told) == 1 else ""


def _told(item: syn.Rule, offer: Offer, scope: Scope) -> str:
    said: list[Phrase] = []
    for param, arg in zip(item.params, offer.args, strict=False):
        if not isinstance(param, syn.Given) or scope.world.of_param(param, {}).form != REF:
            continue
        known = _known(arg, offer.place, scope)
        if known is None:
            return ""
        said.append(nouns.noun(arg, known))
    return scope.voice.tell("for_x", x=scope.voice.joined(said)) if said else ""


def _known(arg: ex.Expr, place: str, scope: Scope) -> Scope | None:
    """The scope in which what was chosen or named before is called so; None where something is not."""
    names = [node.ident.text for node in walk(arg) if isinstance(node, ex.Name)]
    for name in names:
        kind = _chosen(name, place, scope)
        if kind is not None:
            phrase = scope.voice.noun(scope.lemma(kind), "chosen")
        elif _is_named(name, scope):
            phrase = scope.voice.noun(scope.lemma(name), "the")
        else:
            return None
        shape = scope.world.shape(arg, {})
        scope = scope.bind(name, phrase, shape)
    return scope if names else None


def _is_named(name: str, scope: Scope) -> bool:
    """Whether a value has words of its own wherever it gets its name."""
    return scope.teller.lexicon.has_words(name) and any(
        isinstance(node, st.Let) and node.name.text == name
        for item in (*scope.world.rules.values(), *scope.world.linked.items)
        for node in (walk(item) if isinstance(item, syn.Rule | syn.Flow) else ())
    )


def _chosen(name: str, place: str, scope: Scope) -> str | None:
    """The kind of what was chosen under a name: by the rule that calls, or by an action taken before."""
    world = scope.world
    caller = world.rules.get(place)
    for param in caller.params if caller is not None else ():
        if param.name.text == name and isinstance(param, syn.Asked):
            return world.of_params(caller.params)[name].kind if caller is not None else None
    for node in walk(world.steps.get(place)):
        if not isinstance(node, st.PickCalls):
            continue
        for call in node.calls:
            taken = world.rules.get(call.callee.name.text if call.callee.name is not None else "")
            if taken is None:
                continue
            shapes = world.of_params(taken.params)
            for param, arg in zip(taken.params, call.callee.args or (), strict=False):
                if isinstance(arg, ex.Name) and arg.ident.text == name:
                    return shapes[param.name.text].kind
    return None
