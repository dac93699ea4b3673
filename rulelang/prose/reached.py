"""From where rules are reached: the steps and rules that offer or call them, and the things they are printed on."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.prose.cells import parse_cell
from rulelang.prose.declarations import Declarations, Offer
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

PRINTED = "printed"
ONE_OF = "one_of"


def offers(name: str, world: Declarations) -> list[Offer]:
    """All places from which a rule is reached."""
    if world.offers is None:
        world.offers = {}
        for rule, offer in _all_offers(world):
            world.offers.setdefault(rule, []).append(offer)
    return [offer for offer in _resolved(name, world, (name,)) if offer.place != name]


def _resolved(name: str, world: Declarations, seen: tuple[str, ...]) -> Iterator[Offer]:
    """The offers of a rule; from one that is told where it is used, those of that one."""
    for offer in (world.offers or {}).get(name, ()):
        if offer.place not in world.moved:
            yield offer
            continue
        if offer.place in seen:
            continue
        outers = [*_resolved(offer.place, world, (*seen, offer.place))]
        # What a power makes of a rule is told with the power.
        outers = [each for each in outers if each.place not in world.powers] or outers
        for outer in outers:
            is_sure = outer.how in {"called", "must"}
            how, choice = (offer.how, offer.choice) if is_sure else (outer.how, outer.choice)
            yield attrs.evolve(outer, how=how, choice=choice, args=())


def is_usual(condition: ex.Expr, world: Declarations) -> bool | None:
    """Whether what is asked of settings holds if the players agree on nothing; None if that cannot be said."""
    match condition:
        case ex.Unary(op="not", operand=operand):
            inner = is_usual(operand, world)
            return None if inner is None else not inner
        case ex.Name(ident=name):
            value = getattr(world.settings.get(name.text), "value", None)
            return value.word == "true" if isinstance(value, ex.Constant) else None
        case ex.Binary(op="=" | "!=" as op, left=ex.Name(ident=name), right=ex.Name(ident=case)):
            value = getattr(world.settings.get(name.text), "value", None)
            if not isinstance(value, ex.Name):
                return None
            return (value.ident.text == case.text) == (op == "=")
        case _:
            return None


def _all_offers(world: Declarations) -> Iterator[tuple[str, Offer]]:
    for item in world.linked.items:
        match item:
            case syn.Flow(body=body):
                yield from _in_body(body, Offer("", ""), world)
            case syn.Rule(name=name) | syn.Cases(name=name) | syn.Power(name=name):
                if isinstance(item, syn.Rule) and item.word == "action" and item.during is not None:
                    yield name.text, Offer("meanwhile", "")
                yield from _in_body(item.lines, Offer("", name.text), world)
            case syn.AddOptions(calls=calls, name=step):
                how, choice = _how_in(step.text, world)
                for rule in map(_called, calls):
                    yield rule, Offer(how, step.text, choice=choice)
            case syn.Hook(name=hooked):
                moment = item.word if item.is_step and item.word in {"before", "after"} else ""
                yield from _in_body(item.body, Offer("", hooked.text, moment), world)
            case _:
                pass
    yield from _printed(world)


def _printed(world: Declarations) -> Iterator[tuple[str, Offer]]:
    for kind, fields in world.fields.items():
        printed = [name for name, type_ in fields.items() if type_.is_effect]
        for row in world.rows.get(kind, ()) if printed else ():
            for call in (call for name in printed for call in parse_cell(row.get(name, ""))):
                yield _called(call), Offer(PRINTED, next(iter(row.values())))


def _how_in(step: str, world: Declarations) -> tuple[str, tuple[str, ...]]:
    """How a step offers what modules add to its choice: as what is in it already, and with that."""
    for node in walk(world.steps.get(step)):
        for how in _how(node):
            return (how if how != "must" else ONE_OF), tuple(map(_called, _calls(node)))
    return "may", ()


def _in_body(nodes: object, at: Offer, world: Declarations) -> Iterator[tuple[str, Offer]]:
    """What is called below, each with the step it stands in or else with the place `at`."""
    for node in walk(nodes, without=(st.Step, st.If)):
        for how in _how(node):
            for call in _calls(node):
                args, choice = call.callee.args or (), tuple(map(_called, _calls(node)))
                yield _called(call), attrs.evolve(at, how=how, args=args, choice=choice)
    for branch in _outermost(nodes, st.If):
        assert isinstance(branch, st.If)
        fixed = _agreed(branch.condition, world)
        under = None if fixed is None else ex.Unary(fixed.span, "not", fixed)
        yield from _in_body(branch.then, attrs.evolve(at, under=fixed or at.under), world)
        yield from _in_body(branch.otherwise, attrs.evolve(at, under=under or at.under), world)
    for step in _outermost(nodes, st.Step):
        assert isinstance(step, st.Step)
        yield from _in_body(step.body, attrs.evolve(at, place=step.name.text, moment=""), world)


def _how(node: object) -> tuple[str, ...]:
    match node:
        case st.May(repeatedly=repeatedly):
            return ("often" if repeatedly else "may",)
        case st.Choose(pick=st.PickCalls(calls=calls)):
            return (ONE_OF if len(calls) > 1 else "must",)
        case st.Meanwhile():
            return ("meanwhile",)
        case st.Do():
            return ("called",)
        case _:
            return ()


def _calls(node: object) -> tuple[ex.Call, ...]:
    match node:
        case st.May(calls=calls) | st.Meanwhile(calls=calls):
            return calls
        case st.Choose(pick=st.PickCalls(calls=calls)):
            return calls
        case st.Do(call=call):
            return (call,)
        case _:
            return ()


def _agreed(condition: ex.Expr, world: Declarations) -> ex.Expr | None:
    """The condition, if it asks only for what the players agreed on before the game."""
    names = [node.ident.text for node in walk(condition) if isinstance(node, ex.Name)]
    is_agreed = (
        any(name in world.settings for name in names) and is_usual(condition, world) is not None
    )
    return condition if is_agreed else None


def _outermost(nodes: object, kind: type) -> list[object]:
    """The outermost steps or branches below; steps in branches belong to those."""
    others = {st.If: st.Step, st.Step: st.If}
    found: list[object] = []
    for node in walk(nodes, without=(others[kind],)):
        if isinstance(node, kind):
            found.append(node)
    inner = {id(below) for each in found for below in walk(_below(each)) if isinstance(below, kind)}
    return [each for each in found if id(each) not in inner]


def _below(node: object) -> object:
    return node.body if isinstance(node, st.Step) else (node.then, node.otherwise)  # type: ignore[attr-defined]  # an `if`


def _called(call: ex.Call) -> str:
    return call.callee.name.text if call.callee.name is not None else ""
