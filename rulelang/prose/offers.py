"""When a rule comes into play: in which steps it is offered, and which rules lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.prose import nouns
from rulelang.prose.cells import parse_cell
from rulelang.prose.declarations import Declarations, Offer
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn
from rulelang.syntax import statements as st
from rulelang.syntax.walk import walk

MOST = 4  # places that are named
PRINTED = "printed"


def when(item: syn.Rule, scope: Scope) -> Iterator[str]:
    """The sentences that say when a rule may be used; none for effects, which others name."""
    voice = scope.voice
    is_limited = any(isinstance(line, syn.Limit) for line in item.lines)
    if item.word == "exchange":
        if item.only_to_pay:
            yield voice.tell("offered_to_pay_only" if is_limited else "offered_to_pay")
        elif item.during is not None and item.during.text == "turn":
            yield voice.tell("offered_during_turn")
        elif item.during is not None:
            yield voice.tell("offered_during", x=_place(item.during.text, scope))
        return
    if item.word != "action":
        return
    by_how: dict[str, list[str]] = {}
    for offer in offers(item.name.text, scope):
        is_name = not offer.place or offer.how == PRINTED
        said = offer.place if is_name else _place(offer.place, scope)
        how = "may" if offer.how == "often" and is_limited else offer.how
        how = "must" if how == "called" else how
        is_told = any(said in places for places in by_how.values())
        places = by_how.setdefault(how, [])
        if said and not is_told:
            places.append(said)
    for how, places in by_how.items():
        if how == "meanwhile":
            yield voice.tell("offered_meanwhile")
        elif how == PRINTED:
            yield _printed(places, scope)
        elif places:
            yield voice.tell(f"offered_{how}", x=voice.listed(places[:MOST]))


def _printed(names: list[str], scope: Scope) -> str:
    """The things that this is printed on: by name, unless there are too many."""
    voice = scope.voice
    kind = scope.lemma(scope.world.members[names[0]])
    told = [voice.quoted(scope.member(name).forms["nom"]) for name in names]
    if len(told) == 1:
        return voice.tell("printed_on_one", k=voice.noun(kind, "the"), x=told[0])
    if len(told) <= MOST:
        return voice.tell("printed_on_these", k=voice.noun(kind, plural=True), x=voice.listed(told))
    return voice.tell("printed_on_some", k=voice.noun(kind, plural=True))


def _place(name: str, scope: Scope) -> str:
    power = scope.world.powers.get(name)
    if power is not None:
        kind = scope.voice.noun(scope.lemma(power.kind.text), "the")
        return scope.voice.tell("by_power", k=kind, x=nouns.linked_label(name, scope))
    key = "in_step" if name in scope.world.steps else "by_rule"
    return scope.voice.tell(key, x=nouns.linked_label(name, scope))


def offers(name: str, scope: Scope) -> list[Offer]:
    """All places from which a rule is reached."""
    world = scope.world
    if world.offers is None:
        world.offers = {}
        for rule, offer in _all_offers(world):
            world.offers.setdefault(rule, []).append(offer)
    return [offer for offer in world.offers.get(name, ()) if offer.place != name]


def _all_offers(world: Declarations) -> Iterator[tuple[str, Offer]]:
    for item in world.linked.items:
        match item:
            case syn.Flow(body=body):
                yield from _in_body(body, "")
            case syn.Rule(name=name) | syn.Cases(name=name) | syn.Power(name=name):
                yield from _in_body(item.lines, name.text)
            case syn.AddOptions(calls=calls, name=step):
                for rule in map(_called, calls):
                    yield rule, Offer("may", step.text)
            case syn.Hook(name=hooked):
                yield from _in_body(item.body, hooked.text)
            case _:
                pass
    for kind, fields in world.fields.items():
        printed = [name for name, type_ in fields.items() if type_.is_effect]
        for row in world.rows.get(kind, ()) if printed else ():
            for call in (call for name in printed for call in parse_cell(row.get(name, ""))):
                yield _called(call), Offer(PRINTED, next(iter(row.values())))


def _in_body(nodes: object, place: str) -> Iterator[tuple[str, Offer]]:
    """What is called below, each with the step it stands in or else with `place`."""
    for node in walk(nodes, without=(st.Step,)):
        match node:
            case st.May(calls=calls, repeatedly=repeatedly):
                how = "often" if repeatedly else "may"
            case st.Choose(pick=st.PickCalls(calls=calls)):
                how = "one_of" if len(calls) > 1 else "must"
            case st.Meanwhile(calls=calls):
                how = "meanwhile"
            case st.Do(call=call):
                calls, how = (call,), "called"
            case _:
                continue
        for name in map(_called, calls):
            yield name, Offer(how, place)
    for step in _steps(nodes):
        yield from _in_body(step.body, step.name.text)


def _steps(nodes: object) -> list[st.Step]:
    """The outermost steps below."""
    found = [node for node in walk(nodes) if isinstance(node, st.Step)]
    inner = {id(below) for step in found for below in walk(step.body) if isinstance(below, st.Step)}
    return [step for step in found if id(step) not in inner]


def _called(call: ex.Call) -> str:
    return call.callee.name.text if call.callee.name is not None else ""
