"""When a rule comes into play: in which steps it is offered, and which rules lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.frozen import frozen
from rulelang.prose import clauses, handed, nouns, reached
from rulelang.prose.declarations import Offer
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn


@frozen
class Occasion:
    """When several rules are offered together: how, where (see `Offer`), and for what that is `given`.

    `of` is the kind of the things that the rules are printed on, or of the powers that allow them; then each
    rule says itself which one.
    """

    how: str
    place: str = ""
    moment: str = ""
    choice: tuple[str, ...] = ()
    beside: str = ""
    given: str = ""
    of: str = ""


MOST = 4  # places that are named
# What one decides oneself comes first.
UP_TO = {"may", "must"}  # what players agree on may be only whether one has to
ORDER = ("meanwhile", "one_of", "often", "may", "must", reached.PRINTED)


@frozen
class _Ways:
    """How a rule is reached: by how, the places; `beside` these, others that players may agree on; the rest."""

    by_how: dict[str, list[Offer]]
    beside: dict[str, str]
    apart: tuple[str, ...]


def when(item: syn.Rule, scope: Scope, known: Occasion | None = None) -> Iterator[str]:
    """The sentences that say when a rule may be used; none for effects, which others name.

    What is `known` stands above all the rules of an occasion.
    """
    if item.word == "exchange":
        yield from _to_pay(item, scope)
    if item.word != "action":
        return
    ways = _ways(item, scope)
    said = [*_sentences(item, ways, scope, known), *ways.apart]
    if (
        not said and known is None and ways.by_how
    ):  # outside of all steps and turns that have a name
        course = scope.voice.noun(scope.lemma("flow"), "the")
        said = [scope.voice.tell("offered_in_flow", x=course)]
    yield from said


def occasion(item: syn.Rule, scope: Scope) -> Occasion | None:
    """When a rule is offered first of all, if others can be offered along with it."""
    if item.word != "action":
        return None
    ways = _ways(item, scope)
    for how, offers in ways.by_how.items():
        if how == "meanwhile":
            return Occasion(how=how)
        if not offers:
            continue
        first = offers[0]
        if how == reached.PRINTED:
            return Occasion(how=how, of=scope.world.members[first.place])
        power = scope.world.powers.get(first.place)
        if power is not None:
            return Occasion(how="power", of=power.kind.text)
        how = "must" if first.how == "called" else first.how
        return Occasion(
            how=how,
            place=first.place,
            moment=first.moment,
            choice=() if how == "must" else first.choice,
            beside=ways.beside.get(_how(first, item), ""),
            given=handed.given(item, [first], scope),
        )
    return None


def at_choice(name: str, scope: Scope) -> Iterator[str]:
    """The sentences above all rules that a rule offers which does nothing else."""
    found = reached.offers(name, scope.world)
    printed = [offer.place for offer in found if offer.how == reached.PRINTED]
    if printed:
        yield _printed(printed, scope)
    yield scope.voice.tell("group_choice")


def at_occasion(occasion: Occasion, rules: Sequence[syn.Rule], scope: Scope) -> str:
    """The sentence above all rules of an occasion; nothing where each says more."""
    voice = scope.voice
    if occasion.of:
        return ""
    if occasion.how == "meanwhile":
        return voice.tell("group_meanwhile")
    x = _places([Offer(occasion.how, occasion.place, occasion.moment)], scope)
    x = f"{x} {occasion.beside}".strip()
    if occasion.given:
        x = f"{x}, {occasion.given}" + ("," if voice.is_russian else "")
    is_part = not set(occasion.choice) <= {rule.name.text for rule in rules}
    key = f"group_{occasion.how}" + ("_also" if is_part else "")
    said = voice.tell(key, x=x)
    is_often = occasion.how == "often"
    return (
        f"{said}{voice.tell('group_unless')}" if is_often and any(map(_is_limited, rules)) else said
    )


def _ways(item: syn.Rule, scope: Scope) -> _Ways:
    found = reached.offers(item.name.text, scope.world)
    usual = [offer for offer in found if _is_usual(offer, scope)] or found
    agreed = _by_agreement([offer for offer in found if offer not in usual])
    usual.sort(key=lambda offer: offer.place not in scope.world.steps)
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
            said = [*_sentences(item, _Ways({how: offers}, {}, ()), scope, None)]
            at = {offer.place for each in by_how.values() for offer in each}
            if how in UP_TO and all(offer.place in at for offer in offers):
                said = [scope.voice.tell(f"agreed_{how}")]
            apart += [f"{scope.voice.tell('if', c=condition)}, {each}" for each in said]
    return _Ways(by_how, beside, tuple(apart))


def _to_pay(item: syn.Rule, scope: Scope) -> Iterator[str]:
    voice = scope.voice
    if item.only_to_pay:
        yield voice.tell("offered_to_pay_only" if _is_limited(item) else "offered_to_pay")
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
    by_how: dict[str, list[Offer]] = {}
    told: set[tuple[str, str]] = set()
    for offer in found:
        how = _how(offer, item)
        at = (offer.place, offer.moment)
        others = by_how.setdefault(how, [])
        if offer.place and at not in told:
            others.append(offer)
        told.add(at)
    return {how: by_how[how] for how in sorted(by_how, key=ORDER.index)}


def _how(offer: Offer, item: syn.Rule) -> str:
    how = "may" if offer.how == "often" and _is_limited(item) else offer.how
    return "must" if how == "called" else how


def _is_limited(item: syn.Rule) -> bool:
    return any(isinstance(line, syn.Limit) for line in item.lines)


def _sentences(item: syn.Rule, ways: _Ways, scope: Scope, known: Occasion | None) -> Iterator[str]:
    """One sentence for each way that is not known, with what is `beside` it if players agree on that."""
    voice = scope.voice
    is_known = known is not None and not known.of
    also = voice.tell("also") if is_known else ""
    beside = ways.beside
    for how, offers in ways.by_how.items():
        if is_known and (offers or how == "meanwhile"):
            is_known, offers = False, offers[1:]
            beside = {each: x for each, x in beside.items() if each != how}
            if how == "meanwhile":
                continue
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
    by_kind: dict[str, list[str]] = {}
    for name in names:
        said = voice.quoted(scope.member(name).forms["nom"])
        by_kind.setdefault(scope.world.members[name], []).append(said)
    kinds = [scope.lemma(kind) for kind in by_kind]
    if len(names) > MOST:
        many = voice.joined([voice.noun(kind, plural=True) for kind in kinds])
        return voice.tell("printed_on_some", k=many)
    told = [*zip(kinds, by_kind.values(), strict=True)]
    if len(told) > 1:
        each = [
            f"{voice.noun(kind, 'the', plural=len(labels) > 1).say()} {voice.listed(labels)}"
            for kind, labels in told
        ]
        return voice.tell("printed_on_several", x=voice.listed(each))
    kind, labels = told[0]
    if len(labels) == 1:
        return voice.tell("printed_on_one", k=voice.noun(kind, "the"), x=labels[0])
    return voice.tell("printed_on_these", k=voice.noun(kind, plural=True), x=voice.listed(labels))


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
