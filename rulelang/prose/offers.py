"""When a rule comes into play: in which steps it is offered, and which rules lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.frozen import frozen
from rulelang.prose import nouns
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn
from rulelang.syntax import statements as st
from rulelang.syntax.walk import walk

MOST = 4  # places that are named


@frozen
class Offer:
    """How a rule is reached (may, often, must, one_of, meanwhile, called), and where."""

    how: str
    place: str
    is_step: bool


def when(item: syn.Rule, scope: Scope) -> Iterator[str]:
    """The sentences that say when a rule may be used; none for effects, which others name."""
    voice = scope.voice
    if item.word == "exchange":
        if item.only_to_pay:
            yield voice.tell("offered_to_pay")
        elif item.during is not None and item.during.text == "turn":
            yield voice.tell("offered_during_turn")
        elif item.during is not None:
            yield voice.tell("offered_during", x=_place(item.during.text, scope))
        return
    if item.word != "action":
        return
    by_how: dict[str, list[str]] = {}
    for offer in offers(item.name.text, scope):
        said = _place(offer.place, scope) if offer.place else ""
        places = by_how.setdefault(offer.how, [])
        if said and said not in places:
            places.append(said)
    for how, places in by_how.items():
        if how == "meanwhile":
            yield voice.tell("offered_meanwhile")
        elif places:
            yield voice.tell(f"offered_{how}", x=voice.listed(places[:MOST]))


def _place(name: str, scope: Scope) -> str:
    return nouns.linked_label(name, scope)


def offers(name: str, scope: Scope) -> Iterator[Offer]:
    """All places from which a rule is reached."""
    for item in scope.world.linked.items:
        match item:
            case syn.Flow(body=body):
                yield from _in_body(name, body, "", is_step=True)
            case syn.Rule(name=rule):
                yield from _in_body(name, item.lines, rule.text, is_step=False)
            case syn.Cases(name=rule):
                yield from _in_body(name, item.lines, rule.text, is_step=False)
            case syn.Power(name=power):
                yield from _in_body(name, item.lines, power.text, is_step=False)
            case syn.AddOptions(calls=calls, name=step):
                if any(_is_call(call, name) for call in calls):
                    yield Offer("may", step.text, is_step=True)
            case syn.Hook(name=hooked):
                yield from _in_body(name, item.body, hooked.text, is_step=item.is_step)
            case _:
                pass


def _in_body(name: str, nodes: object, place: str, *, is_step: bool) -> Iterator[Offer]:
    for node in walk(nodes, without=(st.Step,)):
        match node:
            case st.May(calls=calls, repeatedly=repeatedly):
                if any(_is_call(call, name) for call in calls):
                    yield Offer("often" if repeatedly else "may", place, is_step)
            case st.Choose(pick=st.PickCalls(calls=calls)):
                if any(_is_call(call, name) for call in calls):
                    yield Offer("one_of" if len(calls) > 1 else "must", place, is_step)
            case st.Meanwhile(calls=calls):
                if any(_is_call(call, name) for call in calls):
                    yield Offer("meanwhile", place, is_step)
            case st.Do(call=call):
                if _is_call(call, name) and place != name:
                    yield Offer("called", place, is_step)
            case _:
                pass
    for node in _steps(nodes):
        yield from _in_body(name, node.body, node.name.text, is_step=True)


def _steps(nodes: object) -> Iterator[st.Step]:
    """The outermost steps below."""
    found: list[st.Step] = [node for node in walk(nodes) if isinstance(node, st.Step)]
    inner = {id(below) for step in found for below in walk(step.body) if isinstance(below, st.Step)}
    return (step for step in found if id(step) not in inner)


def _is_call(call: ex.Call, name: str) -> bool:
    return call.callee.name is not None and call.callee.name.text == name
