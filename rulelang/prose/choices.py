"""Decisions: what is chosen, and between what."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.prose import amounts, called, clauses, effects, elements, nouns, numbers, verbs
from rulelang.prose.lexicon import Lemma
from rulelang.prose.lines import Line, Nest, led, words_of
from rulelang.prose.phrases import OWN, Phrase
from rulelang.prose.scope import ME, Scope
from rulelang.prose.templates import TEMPLATES
from rulelang.prose.world import BUNDLE, FLAG, REF, SET, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

FEW = 1
SHORT = 5  # words
PICK = "pick"


def told(
    stmt: st.Choose | st.May | st.ChooseCase | st.Meanwhile, scope: Scope
) -> tuple[list[Line], Scope]:
    """The lines of a decision, and the scope in which what was picked has a name."""
    match stmt:
        case st.Meanwhile(calls=calls):
            return _offered("meanwhile", calls, scope), scope
        case st.May(calls=calls, repeatedly=repeatedly):
            key = "may_often" if repeatedly else "may"
            return _offered(key, calls, acting(stmt.chooser, scope)), _bound(calls, scope)
        case st.ChooseCase():
            return _cases(stmt, scope)
        case st.Choose():
            return _chosen(stmt, scope)


def _chosen(stmt: st.Choose, scope: Scope) -> tuple[list[Line], Scope]:
    match stmt.pick:
        case st.PickCalls(calls=calls, repeatedly=repeatedly):
            key = "must_often" if repeatedly else "must"
            return _offered(key, calls, acting(stmt.chooser, scope)), _bound(calls, scope)
        case st.PickOrder(what=what):
            return [scope.voice.tell("choose_order", x=nouns.noun(what, scope))], scope
        case st.PickValues() as pick:
            return _values(pick, stmt.chooser, scope)


def acting(chooser: ex.Ident | None, scope: Scope) -> Scope:
    """The scope in which whoever chooses is `me`."""
    if chooser is None:
        return scope
    bound = scope.bound.get(chooser.text)
    return scope if bound is None else scope.bind(ME, bound.phrase, bound.shape)


def _offered(key: str, calls: tuple[ex.Call, ...], scope: Scope) -> list[Line]:
    """Actions to take: one in the sentence, several as a list."""
    voice = scope.voice
    who = scope.bound[ME].phrase
    again = calls[0].callee.name
    if len(calls) == 1 and key == "may" and again is not None and again.text in scope.inlined:
        return [] if is_limited(again.text, scope) else [voice.tell("may_again", who=who)]
    if len(calls) <= FEW:
        return [only(key, calls[0], scope)]
    names = tuple(call_label(call, scope) for call in calls)
    return [Nest(voice.tell(f"{key}_many", who=who), names)]


def only(key: str, call: ex.Call, scope: Scope) -> str:
    """The one action that is offered: by its verb if it has one, else by its name."""
    voice, who = scope.voice, scope.bound[ME].phrase
    form = verbs.TO_DO if f"{key}_verb" in TEMPLATES else verbs.DOES
    if key == "must" and who != voice.you():
        verb = verbs.of_call(call, verbs.PLAYS, scope, who)
        if verb is not None:
            return f"{who.say()} {verb}"
    verb = verbs.of_call(call, form, scope)
    if verb is not None and key == "must_often":
        return voice.tell("must_often_done", x=verb)
    if verb is None:
        return voice.tell(f"{key}_one", who=who, x=call_label(call, scope))
    return voice.tell(f"{key}_verb", who=who, x=verb) if form == verbs.TO_DO else verb


def is_limited(name: str, scope: Scope) -> bool:
    """Whether a rule says itself how often it may be done."""
    item = scope.world.rules.get(name)
    lines = item.lines if isinstance(item, syn.Rule) else ()
    return any(isinstance(line, syn.Limit) for line in lines)


def call_label(call: ex.Call, scope: Scope) -> str:
    """What is offered, with what is known of it."""
    voice = scope.voice
    said = effects.callee_label(call.callee, scope)
    if call.flags:
        flags = [scope.teller.lexicon.text(flag.text) for flag in call.flags]
        said = f"{said} {voice.tell('with_flags', x=voice.listed(flags))}"
    known = effects.known_arguments(call, scope)
    return f"{said} {known}".strip()


def _bound(calls: tuple[ex.Call, ...], scope: Scope) -> Scope:
    """What a taken action picked has a name afterwards: `choose play(v, c)`."""
    for call in calls:
        name = call.callee.name
        item = scope.world.rules.get(name.text) if name is not None else None
        if item is None:
            continue
        shapes = scope.world.of_params(item.params)
        for param, arg in zip(item.params, call.callee.args or (), strict=False):
            if isinstance(arg, ex.Name) and arg.ident.text not in scope.bound:
                shape = shapes[param.name.text]
                if shape.form == REF and scope.world.shape(arg, {}).kind == "thing":
                    scope = scope.introduce(arg.ident.text, shape)[1]
    return scope


# --- values ----------------------------------------------------------------------------------------------


def _values(
    pick: st.PickValues, chooser: ex.Ident | None, scope: Scope
) -> tuple[list[Line], Scope]:
    lines: list[Line] = []
    known = acting(chooser, scope)
    last = pick.bindings[-1]
    for binding in pick.bindings:
        condition = pick.condition if binding is last else None

        def told_in(
            about: Scope,
            binding: st.BindOne | st.BindBundle = binding,
            where: ex.Expr | None = condition,
        ) -> tuple[Phrase, Scope]:
            if isinstance(binding, st.BindBundle):
                return bundle(binding, about)
            picked = elements.Picked(binding.name.text, binding.domain, where)
            phrase, inner = elements.element(picked, about)
            return in_words(binding.name.text, phrase, about), inner

        phrase, known = _of_their_own(told_in, known)
        lines.append(_choose(phrase, chooser, known))
    if chooser is not None:
        known = known.bind(ME, scope.bound[ME].phrase, scope.bound[ME].shape)
    return lines, known


def _of_their_own(
    told_in: Callable[[Scope], tuple[Phrase, Scope]], scope: Scope
) -> tuple[Phrase, Scope]:
    """What somebody else than the reader chooses; what belongs to them is `their own`."""
    phrase, inner = told_in(scope)
    who = scope.bound[ME].phrase
    if who == scope.voice.you():
        return phrase, inner
    own = scope.voice.made(OWN)
    known = scope
    for name, bound in scope.bound.items():
        if bound.phrase == who:
            known = known.bind(name, own, bound.shape)
    told_so, _inner = told_in(known)
    return (phrase if any(OWN in form for form in told_so.forms) else told_so), inner


def in_words(name: str, phrase: Phrase, scope: Scope) -> Phrase:
    """What is chosen, as the words of its parameter say it with `pick`."""
    said = scope.teller.lexicon.form(name, PICK)
    if said is None:
        return phrase
    known = {each: bound.phrase for each, bound in scope.bound.items()}
    return scope.voice.made(scope.voice.fill(said, {**known}), phrase)


def _choose(phrase: Phrase, chooser: ex.Ident | None, scope: Scope) -> str:
    voice = scope.voice
    who = scope.bound[ME].phrase
    if chooser is None or who == voice.you():
        return voice.tell("choose", x=phrase)
    return voice.tell("chooses", p=who, x=phrase)


def bundle(
    binding: st.BindBundle | syn.AskedBundle, scope: Scope, *, is_named: bool = True
) -> tuple[Phrase, Scope]:
    """`x as 2 from S`: several at once; afterwards `the chosen K`, or what their words call them."""
    voice = scope.voice
    shape = scope.world.shape(binding.domain, scope.shapes)
    form = (
        scope.world.of_param(binding, scope.shapes).form
        if isinstance(binding, syn.AskedBundle)
        else (BUNDLE if shape.form == BUNDLE else SET)
    )
    found = elements.describe(binding.domain, scope, plural=True)
    lemma = found.lemma if found is not None else scope.lemma(shape.kind)
    if form == BUNDLE:
        lemma = scope.teller.lexicon.unit(shape.kind)
    tail = (
        found.tail
        if found is not None
        else voice.tell("from_among", x=nouns.noun(binding.domain, scope))
    )
    size = _within(binding.size, binding.domain, scope)
    part = amounts.chosen_from(size, lemma, binding.domain, scope)
    if part is not None:
        many = part
    elif isinstance(size, ex.Binary) and size.op == "..":
        many, tail = _range(size, lemma, tail, scope)
    else:
        many = amounts.counted_lemma(size, lemma, scope)
    is_long = words_of(many.say()) > SHORT
    if part is None and is_long and not isinstance(size, ex.Binary | ex.Number):
        all_of = voice.with_tail(voice.noun(lemma, plural=True), tail)
        many = amounts.as_many(all_of, size, scope)
        tail = ""
    name = binding.name.text
    is_field = any(name in fields for fields in scope.world.fields.values())
    if scope.teller.lexicon.has_words(name) and not is_field:
        chosen = voice.noun(scope.lemma(name), "the")
        is_same = scope.lemma(name).forms["nom"] in {lemma.forms["nom"], lemma.forms["plural_nom"]}
        if is_named and not is_same:
            tail = f"{tail} {voice.tell('called_so', x=chosen)}".strip()
    else:
        is_many = numbers.value_of(size, scope) != 1
        chosen = voice.noun(lemma, "chosen", plural=is_many)
        if any(each.phrase == chosen for each in scope.bound.values()):
            chosen = voice.noun(lemma, "further", plural=is_many)
    phrase = in_words(name, voice.with_tail(many, tail), scope)
    return phrase, scope.bind(name, chosen, Shape(form, shape.kind))


def _within(size: ex.Expr, domain: ex.Expr, scope: Scope) -> ex.Expr:
    """The number without `at most as many as there are`: nobody can choose more."""
    match size:
        case ex.Binary(
            op="..",
            right=ex.CallExpr(name=ex.Ident(text="min"), args=(one, ex.SizeOf(operand=whole))),
        ):
            is_same = nouns.noun(whole, scope).say() == nouns.noun(domain, scope).say()
            return attrs.evolve(size, right=one) if is_same else size
        case _:
            return size


def _range(size: ex.Binary, lemma: Lemma, tail: str, scope: Scope) -> tuple[Phrase, str]:
    """How many of a set, and what is still to be said of them."""
    voice = scope.voice
    many = voice.noun(lemma, plural=True)
    low, high = numbers.value_of(size.left, scope), numbers.value_of(size.right, scope)
    if low == 0 and high is None:
        return voice.phrase("up_to", of=many, k=many, b=nouns.noun(size.right, scope)), tail
    if low == 1 and high is not None and high >= 20:
        return voice.phrase("one_or_more", of=many, k=many, one=voice.noun(lemma)), tail
    a, b = nouns.noun(size.left, scope), nouns.noun(size.right, scope)
    if low is None and high is None:
        those = voice.with_tail(many, tail)
        return voice.phrase("from_to_values", of=those, k=those, a=a, b=b), ""
    return voice.phrase("from_to", of=many, k=many, a=a, b=b), tail


# --- named options -----------------------------------------------------------------------------------------


def _cases(stmt: st.ChooseCase, scope: Scope) -> tuple[list[Line], Scope]:
    voice = scope.voice
    inner = acting(stmt.chooser, scope)
    who = inner.bound[ME].phrase
    key = "choose_one" if who == voice.you() else "chooses_one"
    items: list[Line] = []
    known = inner
    for option in stmt.options:
        lines, known = _option(option, inner, known)
        items += lines
    after = known.bind(ME, scope.bound[ME].phrase, scope.bound[ME].shape)
    answer = voice.noun(scope.lemma("answer"), "this")
    if stmt.label is not None:
        answer = voice.made(voice.quoted(scope.teller.lexicon.text(stmt.name.text)))
    after = after.bind(stmt.name.text, answer, Shape(REF, "answer"))
    return [Nest(voice.tell(key, p=who), tuple(items))], after


def _option(option: st.CaseOption, scope: Scope, known: Scope) -> tuple[list[Line], Scope]:
    voice = scope.voice
    label = voice.quoted(scope.teller.lexicon.text(option.name.text))
    if option.label is not None:
        words = dict(option.label.words)
        label = voice.quoted(words.get(voice.language) or words["en"])
    inner = scope
    lines: list[Line] = []
    for param in option.params:
        said, inner = parameter(param, inner)
        lines += said
        known = known.bind(
            param.name.text, inner.bound[param.name.text].phrase, inner.bound[param.name.text].shape
        )
    if option.condition is not None and called.is_if_can(option.condition, option.body, inner):
        label = voice.tell("option_if_can", x=label)
    elif option.condition is not None:
        condition = clauses.clause(option.condition, inner)
        label = voice.tell("option_if", x=label, c=condition)
    lines += effects.body(option.body, inner)
    return (led(label, lines, ":") or [label]), known


def parameter(param: syn.Param, scope: Scope) -> tuple[list[Line], Scope]:
    """A parameter that is asked for becomes `Choose …`; one that is given just gets its name."""
    voice = scope.voice
    match param:
        case syn.Asked(name=name, domain=domain, condition=condition):
            picked = elements.Picked(name.text, domain, condition)
            is_free = isinstance(domain, ex.Kind) and not any(
                isinstance(node, ex.Name) and node.ident.text in scope.bound
                for part in (domain, condition)
                for node in walk(part)
            )
            phrase, inner = elements.element(picked, scope, det="a_second" if is_free else "a")
            phrase = in_words(name.text, phrase, scope)
            if condition is not None and name.text in inner.bound:
                known = attrs.evolve(
                    inner.bound[name.text], sure=tuple(nouns.flat(condition, "and"))
                )
                inner = inner.rebind(name.text, known)
            return [_choose_param(phrase, param.if_any, inner)], inner
        case syn.AskedBundle():
            phrase, inner = _of_their_own(lambda known: bundle(param, known), scope)
            return [_choose_param(phrase, param.if_any, inner)], inner
        case syn.Given(name=name):
            shape = scope.world.of_param(param, scope.shapes)
            if shape.form == FLAG or shape.form == BUNDLE:
                phrase = voice.noun(scope.lemma(name.text), "the")
                return [], scope.bind(name.text, phrase, shape)
            if shape.kind == "number":
                word = name.text if scope.teller.lexicon.has_words(name.text) else "number"
                if word == "number":
                    return [], _given_number(name.text, shape, scope)
                return [], scope.bind(name.text, voice.noun(scope.lemma(word), "the"), shape)
            return [], scope.introduce(name.text, shape, plural=shape.form == SET)[1]


def _given_number(name: str, shape: Shape, scope: Scope) -> Scope:
    """A number that whoever calls the rule gives: `the given number`, a second one `the other number`."""
    given = scope.voice.noun(scope.lemma("number"), "given")
    if scope.tells_of("number"):
        return scope.introduce(name, shape)[1]
    return scope.bind(name, given, shape)


def _choose_param(phrase: Phrase, if_any: bool, scope: Scope) -> str:  # noqa: FBT001  # told once
    voice = scope.voice
    who = scope.bound[ME].phrase
    said = (
        voice.tell("choose", x=phrase)
        if who == voice.you()
        else voice.tell("chooses", p=who, x=phrase)
    )
    return f"{said} {voice.tell('if_any')}" if if_any else said
