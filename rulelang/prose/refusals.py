"""What players may and may not do in tests, and why not."""

from __future__ import annotations

import re
from collections import Counter

from rulelang.prose import clauses, nouns, numbers, persons, played, stopping, things, verbs
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import ME, Bound, Scope
from rulelang.prose.things import player
from rulelang.prose.world import REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

# What forbids an action other than its requirements.
PERIODS = {"now": "now", "limit_turn": "turn", "limit_game": "game"}  # told with the verb
WHY = {"cost": "why_cost", "limit_turn": "why_turn", "limit_game": "why_game", "now": "why_now"}
REFUSED = {"action": "faq_refused", "exchange": "faq_unusable"}
ALLOWED = {"action": "faq_allowed", "exchange": "faq_usable"}
BEGINS = re.compile(r"\{(\w+)\}")
# A Russian owner that the verb agrees with: only the words themselves say where the name would stand.
YOU = re.compile(r"(?<![а-яё])вы(?![а-яё])")
OWNED = re.compile(r"(?<![а-яё])ваш[аеи]?(?![а-яё])")
GOVERNS = {"на": "prep", "в": "prep", "у": "gen", "с": "gen", "от": "gen", "для": "gen", "к": "dat"}
PICKED = "what was picked"  # a name that no rules can have
IT_IS = re.compile(r"^(?:это|он|она|оно) — не ")
THIS = ("this", "это")  # a place that the verb has named
IN = "in_"  # the domain of a parameter as what forbids


def refused(outcome: syn.Refused, scope: Scope) -> str:
    """What somebody may not do, with the sentence of what forbids it."""
    voice, who = scope.voice, player(outcome.player, scope)
    if stopping.is_done(outcome.callee):
        return voice.tell("done_refused", p=who)
    what = played.called(outcome.callee, outcome.player, scope)
    key = REFUSED.get(played.sort(outcome.callee, scope), "faq_unchosen")
    said = voice.tell(key, p=who, x=what)
    why = reason(outcome, scope)
    return voice.tell("faq_because", x=said, why=why) if why else said


def allowed(outcome: syn.Allowed, scope: Scope) -> str:
    voice, who = scope.voice, player(outcome.player, scope)
    if stopping.is_done(outcome.callee):
        return stopping.allowed(outcome, scope)
    key = ALLOWED.get(played.sort(outcome.callee, scope), "faq_chosen")
    return voice.tell(key, p=who, x=played.called(outcome.callee, outcome.player, scope))


def reason(outcome: syn.Refused, scope: Scope) -> str:
    """Why something is not allowed: the sentence of the rules, or what does not hold; nothing if that is not said."""
    if outcome.by is None:
        return ""
    callee, by, who = outcome.callee, outcome.by.text, outcome.player
    if by in WHY:
        return scope.voice.tell(WHY[by], p=scope.voice.pronoun(player(who, scope)))
    inner = _bound(callee, who, scope)
    item = scope.world.rules.get(callee.name.text) if callee.name is not None else None
    said = _required(item, by, who, inner) if item is not None else ""
    if said:
        return said
    params = played.params_of(callee, scope)
    number = next((n for n, param in enumerate(params) if by == IN + param.name.text), None)
    if number is None:
        return ""
    args = callee.args or ()
    if number >= len(args):
        return scope.voice.tell("why_no_choice")
    param = params[number]
    if item is None and not _is_range(param):
        return ""  # an option speaks of what only its choice knows
    return _outside(param, args[number], who, inner)


def _is_range(param: syn.Param) -> bool:
    return (
        isinstance(param, syn.Asked)
        and isinstance(param.domain, ex.Binary)
        and param.domain.op == ".."
    )


def _required(item: syn.Rule | syn.Cases, by: str, who: ex.Ident, scope: Scope) -> str:
    """What a requirement, or a power that forbids, says."""
    for line in (*item.lines, *scope.world.added.get(item.name.text, ())):
        if isinstance(line, syn.Require) and line.name.text == by:
            return _sentence(line, item, who, scope) or _opposite(line.expr, item, who, scope)
    for power in scope.world.linked.items:
        if isinstance(power, syn.Power) and power.name.text == by:
            forbidden = (line for line in power.lines if isinstance(line, syn.Forbid))
            return next((_sentence(each, item, who, scope) for each in forbidden), "")
    return ""


def _opposite(expr: ex.Expr, item: syn.Rule | syn.Cases, who: ex.Ident, scope: Scope) -> str:
    """What does not hold; nothing if that is about something that the test leaves open."""
    named = {node.ident.text for node in walk(expr) if isinstance(node, ex.Name)}
    if named & {param.name.text for param in item.params} - set(scope.bound):
        return ""
    return _about(clauses.clause(expr, scope, wanted=False), who, scope)


def _about(said: str, who: ex.Ident, scope: Scope) -> str:
    """A clause about a player."""
    return said if _is_hard(said) else persons.spoken_of(said, player(who, scope), scope)


def _bound(callee: ex.Callee, who: ex.Ident, scope: Scope) -> Scope:
    """The scope of a rule that somebody tries to use: who, and what was chosen for its parameters."""
    me = Bound(player(who, scope), Shape(REF, "Player"))
    inner = Scope(scope.teller, {**scope.bound, ME: me}, scope.inlined)
    params = played.params_of(callee, scope)
    known = scope.world.of_params(params)
    just_told = _just_told(callee, who, scope)
    for param, arg in zip(params, callee.args or (), strict=False):
        name, shape = param.name.text, known[param.name.text]
        phrase = just_told.get(name) or played.chosen(arg, shape.kind, who, scope)
        inner = inner.bind(name, phrase, shape)
    return inner


def _just_told(callee: ex.Callee, who: ex.Ident, scope: Scope) -> dict[str, Phrase]:
    """Places and things that the verb has named, as `this K`; not if it names two of a kind."""
    use = played.use_of(callee, who, scope)
    if use is None:
        return {}
    shapes = scope.world.of_params(use.rule.params)
    others = {*scope.world.enums, "Player"}
    told = [
        (name, shapes[name].kind)
        for name in use.phrases
        if shapes[name].form == REF and shapes[name].kind not in others
        if verbs.tells(use, name, scope)
    ]
    counts = Counter(kind for _name, kind in told)
    return {
        name: scope.voice.noun(scope.lemma(kind), "this")
        for name, kind in told
        if counts[kind] == 1
    }


def _sentence(
    line: syn.Require | syn.Forbid, item: syn.Rule | syn.Cases, who: ex.Ident, scope: Scope
) -> str:
    """What the game says then, about the player if that can be, else in quotes; nothing if only play can fill it."""
    said = dict(line.sentence.words).get(scope.voice.language) if line.sentence else None
    known = scope.world.of_params(item.params)
    left_open = {
        name: scope.voice.noun(scope.lemma(shape.kind), "the")
        for name, shape in known.items()
        if shape.form == REF and f"{{{name}" in (said or "")
    }
    slots: dict[str, Phrase | str | int] = {
        **_in_the_way(line, scope),
        **left_open,
        **{name: bound.phrase for name, bound in scope.bound.items() if name != ME},
    }
    said = _without_kinds(said or "", slots, scope)
    filled = _filled(_begun(said, slots, scope), slots, scope)
    if _is_hard(filled):
        return scope.voice.quoted(filled[:1].upper() + filled[1:])
    return persons.spoken_of(filled, player(who, scope), scope)


def _in_the_way(line: syn.Require | syn.Forbid, scope: Scope) -> dict[str, Phrase]:
    """What `{it}` of a sentence may be: some element of the kind that there must not be."""
    match line:
        case syn.Require(expr=ex.Quantified(source=source)):
            kind = scope.world.shape(source, scope.shapes).kind
            return {"it": scope.voice.noun(scope.lemma(kind), "a")}
        case _:
            return {}


def _is_hard(said: str) -> bool:
    """Whether a Russian sentence can only be said to somebody: what its verb agrees with must stay."""
    text = plain(said).lower()
    has_subject = YOU.search(text) is not None and persons.VERB.search(text) is None
    return has_subject or OWNED.search(text) is not None


def _without_kinds(said: str, slots: dict[str, Phrase | str | int], scope: Scope) -> str:
    """Russian: `порт {q}` where q is `этот порт` says it twice, and `на {q}` must be `на этом порте`."""
    for name, value in slots.items():
        lemma = value.lemma if isinstance(value, Phrase) else None
        if lemma is None or value != scope.voice.noun(lemma, "this"):
            continue
        for case in scope.voice.cases:
            said = re.sub(rf"(?<!\w){lemma.forms[case]} \{{{name}\}}", f"{{{name}:{case}}}", said)
        for word, case in GOVERNS.items() if scope.voice.is_russian else ():
            said = re.sub(rf"(?<!\w){word} \{{{name}\}}", f"{word} {{{name}:{case}}}", said)
    return said


def _begun(said: str, slots: dict[str, Phrase | str | int], scope: Scope) -> str:
    """English: a sentence that begins with a bare word gets an article."""
    found = BEGINS.match(said)
    value = slots.get(found[1]) if found is not None else None
    is_bare = (
        isinstance(value, Phrase) and plain(value.say()).isalpha() and plain(value.say()).islower()
    )
    return f"the {said}" if is_bare and not scope.voice.is_russian else said


def _filled(said: str, slots: dict[str, Phrase | str | int], scope: Scope) -> str:
    """A sentence with its slots; nothing if one of them is not known."""
    known = said
    for name in slots:
        known = known.replace(f"{{{name}}}", "").replace(f"{{{name}:", "")
    return scope.voice.fill(said, slots) if "{" not in known else ""


def _outside(param: syn.Param, arg: ex.Expr, who: ex.Ident, scope: Scope) -> str:
    """That something is not to be chosen: what does not hold of it, or among what it is not."""
    voice = scope.voice
    if isinstance(param, syn.Given):
        kind = voice.noun(scope.lemma(scope.bound[param.name.text].shape.kind), "other")
        return voice.tell("why_other", k=kind)
    if isinstance(param, syn.AskedBundle):
        return _wrong_size(param, arg, scope)
    if _is_range(param):
        return voice.tell("why_range", x=nouns.noun(param.domain, scope))
    if param.condition is not None and _is_any(param.domain, arg, who):
        said = clauses.clause(_in_doubt(param, arg), scope, wanted=False)
    else:
        name = param.name.text
        bound = {key: value for key, value in scope.bound.items() if key != name}
        said_so = _called_so(param, arg, who, scope)
        inner = Scope(scope.teller, bound).bind(PICKED, said_so, scope.bound[name].shape)
        source: ex.Expr = param.domain
        if param.condition is not None:
            source = ex.Comprehension(
                param.span, "all", param.name, source, None, None, param.condition
            )
        picked = ex.Name(param.span, ex.Ident(param.span, PICKED))
        said = clauses.clause(ex.Binary(param.span, "in", picked, source), inner, wanted=False)
    return _about(IT_IS.sub("это не ", said), who, scope)


def _is_any(domain: ex.Expr, arg: ex.Expr, who: ex.Ident) -> bool:
    """Whether something is in a domain anyway: all of a kind, all players, or other players than who acts."""
    match domain:
        case ex.Kind() | ex.Constant(word="everyone"):
            return True
        case ex.Constant(word="others"):
            return things.written(arg) != who.text
        case _:
            return False


def _in_doubt(param: syn.Asked, arg: ex.Expr) -> ex.Expr:
    """What is asked of a choice, without what it is not anyway: `s != start` of another one."""
    assert param.condition is not None
    rest: list[ex.Expr] = []
    for part in nouns.flat(param.condition, "and"):
        match part:
            case ex.Binary(
                op="!=", left=ex.Name(ident=ident), right=ex.Text() | ex.Name() as other
            ):
                if ident.text == param.name.text and things.written(other) != things.written(arg):
                    continue
            case _:
                pass
        rest.append(part)
    whole = rest[0] if rest else param.condition
    for part in rest[1:]:
        whole = ex.Binary(part.span, "and", whole, part)
    return whole


def _wrong_size(param: syn.AskedBundle, arg: ex.Expr, scope: Scope) -> str:
    """That too few or too many were picked, if that is known here."""
    voice = scope.voice
    size = sum(things.exactly(part, scope) for part in things.parts(arg))
    if not isinstance(param.size, ex.Binary):
        return voice.tell("why_bundle")
    unit = scope.teller.lexicon.unit(scope.world.shape(param.domain, scope.shapes).kind)
    low = numbers.value_of(param.size.left, scope)
    high = numbers.value_of(param.size.right, scope)
    if low is not None and size < low:
        return voice.tell("why_too_few", n=voice.counted(low, unit))
    if high is not None and size > high:
        return voice.tell("why_too_many", n=voice.counted(high, unit))
    return voice.tell("why_bundle")


def _called_so(param: syn.Param, arg: ex.Expr, who: ex.Ident, scope: Scope) -> Phrase:
    """What was picked, where the sentence says itself of which kind it is: a cell just by its name."""
    known = scope.bound[param.name.text]
    if known.phrase == scope.voice.noun(scope.lemma(known.shape.kind), "this"):
        is_place = known.shape.kind in {*scope.world.board_places, *scope.world.part_of}
        this = scope.voice.made(THIS[scope.voice.is_russian])
        return this if is_place else scope.voice.pronoun(known.phrase)
    if isinstance(arg, ex.Text) and arg.value not in scope.world.members:
        return scope.voice.made(scope.voice.quoted(arg.value.removeprefix(f"{who.text} ")))
    return nouns.noun(arg, scope)
