"""When a rule comes into play: in which steps it is offered, and which rules lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.prose import clauses, handed, nouns, reached
from rulelang.prose.declarations import Offer
from rulelang.prose.scope import Scope
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn

MOST = 4  # places that are named
# What one decides oneself comes first.
UP_TO = {"may", "must"}  # what players agree on may be only whether one has to
ORDER = ("meanwhile", "one_of", "often", "may", "must", reached.PRINTED)


def when(item: syn.Rule, scope: Scope) -> Iterator[str]:
    """The sentences that say when a rule may be used; none for effects, which others name."""
    if item.word == "exchange":
        yield from _to_pay(item, scope)
    if item.word != "action":
        return
    found = reached.offers(item.name.text, scope.world)
    usual = [offer for offer in found if _is_usual(offer, scope)] or found
    agreed = _by_agreement([offer for offer in found if offer not in usual])
    by_how = _by_how(item, usual)
    beside: dict[str, str] = {}
    apart: list[str] = []
    for under, others in agreed:
        condition = clauses.clause(under, scope)
        for how, offers in _by_how(item, others).items():
            if how in by_how and offers and how not in beside:
                x = _places(offers, scope)
                beside[how] = scope.voice.tell("if_agreed", x=x, c=condition)
                continue
            said = [*_sentences(item, {how: offers}, {}, scope)]
            at = {offer.place for each in by_how.values() for offer in each}
            if how in UP_TO and all(offer.place in at for offer in offers):
                said = [scope.voice.tell(f"agreed_{how}")]
            apart += [f"{scope.voice.tell('if', c=condition)}, {each}" for each in said]
    yield from _sentences(item, by_how, beside, scope)
    yield from apart


def _to_pay(item: syn.Rule, scope: Scope) -> Iterator[str]:
    voice = scope.voice
    if item.only_to_pay:
        is_limited = any(isinstance(line, syn.Limit) for line in item.lines)
        yield voice.tell("offered_to_pay_only" if is_limited else "offered_to_pay")
    elif item.during is not None and item.during.text == "turn":
        yield voice.tell("offered_during_turn")
    elif item.during is not None:
        yield voice.tell("offered_during", x=_places([Offer("", item.during.text)], scope))


def _is_usual(offer: Offer, scope: Scope) -> bool:
    return offer.under is None or reached.is_usual(offer.under, scope.world) is True


def _by_agreement(offers: list[Offer]) -> Iterator[tuple[ex.Expr, list[Offer]]]:
    """Offers that need something agreed on, by what that is."""
    under: dict[int, tuple[ex.Expr, list[Offer]]] = {}
    for offer in offers:
        if offer.under is not None:
            under.setdefault(id(offer.under), (offer.under, []))[1].append(offer)
    yield from under.values()


def _by_how(item: syn.Rule, found: list[Offer]) -> dict[str, list[Offer]]:
    """The ways in which a rule is reached, each with the places; no place twice."""
    is_limited = any(isinstance(line, syn.Limit) for line in item.lines)
    by_how: dict[str, list[Offer]] = {}
    told: set[tuple[str, str]] = set()
    for offer in found:
        how = "may" if offer.how == "often" and is_limited else offer.how
        how = "must" if how == "called" else how
        at = (offer.place, offer.moment)
        others = by_how.setdefault(how, [])
        if offer.place and at not in told:
            others.append(offer)
        told.add(at)
    return {how: by_how[how] for how in sorted(by_how, key=ORDER.index)}


def _sentences(
    item: syn.Rule, by_how: dict[str, list[Offer]], beside: dict[str, str], scope: Scope
) -> Iterator[str]:
    """One sentence for each way, with what is `beside` it if players agree on that."""
    voice = scope.voice
    also = ""
    for how, offers in by_how.items():
        if how == "meanwhile":
            yield voice.tell("offered_meanwhile")
        elif how == reached.PRINTED:
            yield _printed([offer.place for offer in offers], scope)
        elif offers:
            x = f"{_places(offers[:MOST], scope)} {beside.get(how, '')}".strip()
            what = handed.given(item, offers, scope)
            x = f"{x}, {what}" if what else x
            yield voice.tell(f"offered_{how}", x=x, also=also)
        else:
            continue
        also = voice.tell("also")


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


def _places(offers: list[Offer], scope: Scope) -> str:
    """Where that is: `in the steps “A” and “B” and as part of the action “C”`."""
    voice = scope.voice
    by_kind: dict[str, list[str]] = {}
    powers: list[str] = []
    for offer in offers:
        power = scope.world.powers.get(offer.place)
        label = nouns.linked_label(offer.place, scope)
        if power is not None:
            kind = voice.noun(scope.lemma(power.kind.text), "the")
            powers.append(voice.tell("by_power", k=kind, x=label))
        else:
            by_kind.setdefault(_kind(offer, scope), []).append(label)
    said = [
        voice.tell(kind if len(labels) == 1 else f"{kind}s", x=voice.listed(labels))
        for kind, labels in sorted(by_kind.items(), key=lambda each: each[0].startswith("by_"))
    ]
    return voice.listed([*said, *powers])


def _kind(offer: Offer, scope: Scope) -> str:
    """What leads there: a step, an action or another rule."""
    if offer.moment:
        return f"{offer.moment}_the_step"
    if offer.place in scope.world.steps:
        return "in_step"
    item = scope.world.rules.get(offer.place)
    is_action = isinstance(item, syn.Rule) and item.word == "action"
    return "by_action" if is_action else "by_rule"
