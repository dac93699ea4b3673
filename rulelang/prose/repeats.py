"""Loops, steps and what all players do: `For each player: …`; turns are told in `turns.py`."""

from __future__ import annotations

import attrs

from rulelang.prose import (
    called,
    clauses,
    effects,
    elements,
    moving,
    nouns,
    numbers,
    places,
    rates,
    turns,
)
from rulelang.prose.lines import Line, Nest, led, words_of
from rulelang.prose.phrases import PRONOUN, Phrase
from rulelang.prose.scope import ME, OWNER, Scope
from rulelang.prose.world import REF, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

FEW_WORDS = 5  # of what is moved, each of it
FEW_WORDS_AT_THE_END = 10  # of where it goes, which comes last

Loop = st.Each | st.Repeat | st.Times | st.Turn | st.Step
Other = st.Collect | st.Resolve | st.ResolveList


def told(stmt: Loop | Other, scope: Scope) -> list[Line]:  # one for each statement
    """The lines of a statement that holds others."""
    voice = scope.voice
    match stmt:
        case st.Each():
            return _each(stmt, scope)
        case st.Repeat():
            return _repeat(stmt, scope)
        case st.Times(count=count, body=body):
            known = numbers.value_of(count, scope)
            if known == 1:
                return effects.body(body, scope)
            is_plain = rates.is_plain_number(count, scope)
            intro = voice.tell(
                "times_plain" if is_plain else "times_value",
                n=nouns.noun(numbers.without_floor(count, 0), scope),
            )
            if known is not None:
                often = voice.counted(known, scope.lemma("occasion")).say()
                intro = (
                    voice.tell("twice") if known == 2 else voice.tell("so_many_of_them", n=often)
                )
            return led(intro, effects.body(body, scope), ":")
        case st.Turn():
            return turns.one(stmt, scope)
        case st.Step(name=name):
            if stmt.label is not None:  # it is told at its own place
                return [voice.tell("step_named", x=nouns.linked_label(name.text, scope))]
            return [
                Nest(
                    voice.tell("step", x=nouns.linked_label(name.text, scope)),
                    tuple(step_body(stmt, scope)),
                )
            ]
        case st.Collect():
            return _collect(stmt, scope)
        case st.Resolve():
            key = "do_each_optional" if stmt.optional else "do_each_any_order"
            done = _only_done(stmt, key, scope)
            if done is not None:
                return [done]
            each, inner = elements.element(
                elements.Picked(stmt.variable.text, stmt.source, stmt.condition),
                scope,
                det="each",
                in_loop=True,
            )
            key = "resolve_optional" if stmt.optional else "resolve"
            return led(voice.tell(key, x=each), effects.body(stmt.body, inner), ":")
        case st.ResolveList(entries=(entry,), optional=True) if entry.times is None:
            return _may_do(entry, scope)
        case st.ResolveList(entries=entries, optional=optional):
            items: list[Line] = []
            for entry in entries:
                items += _entry(entry, scope)
            key = "any_order_optional" if optional else "any_order"
            return [Nest(voice.tell(key), tuple(items))]


def step_body(stmt: st.Step, scope: Scope) -> list[Line]:
    """What is done in a step, with what hooks add to it."""
    name = stmt.name.text
    lines = [*_hooks("before", name, scope), *effects.body(_with_options(stmt, scope), scope)]
    return lines + _hooks("after", name, scope)


def _with_options(stmt: st.Step, scope: Scope) -> st.Body:
    """The body of a step with the actions that modules add to its choice."""
    added = tuple(
        call
        for item in scope.world.linked.items
        if isinstance(item, syn.AddOptions) and item.name.text == stmt.name.text
        for call in item.calls
    )
    found: list[st.Stmt] = []
    for each in stmt.body:
        match each:
            case st.May(calls=calls):
                each, added = attrs.evolve(each, calls=calls + added), ()
            case st.Choose(pick=st.PickCalls(calls=calls) as pick):
                each = attrs.evolve(each, pick=attrs.evolve(pick, calls=calls + added))
                added = ()
            case _:
                pass
        found.append(each)
    return tuple(found)


def _only_done(stmt: st.Each | st.Resolve, key: str, scope: Scope) -> str | None:
    """`each e in S: do e`: carry out all of them."""
    match stmt.body:
        case (st.Do(call=ex.Call(callee=ex.Callee(name=ex.Ident(text=name)))),):
            if name != stmt.variable.text:
                return None
        case _:
            return None
    picked = elements.Picked(stmt.variable.text, stmt.source, stmt.condition)
    phrase, _inner = elements.element(picked, scope, plural=True)
    found = elements.describe(stmt.source, scope, plural=True)
    if found is not None and stmt.condition is None:
        phrase = found.noun(scope.voice, "", plural=True)
    if not scope.voice.is_russian:
        phrase = Phrase((f"the {phrase.say()}",), "pl")
    return scope.voice.tell(key, x=phrase)


def _hooks(word: str, step: str, scope: Scope) -> list[Line]:
    """What the game and its modules add before or after a step."""
    lines: list[Line] = []
    for hook in scope.world.linked.items:
        if (
            isinstance(hook, syn.Hook)
            and hook.is_step
            and (hook.name.text, hook.word) == (step, word)
        ):
            told_now = effects.body(hook.body, scope)
            asked = called.needless(hook.condition, hook.body, scope)
            if asked is not None:
                condition = clauses.clause(asked, scope)
                told_now = led(scope.voice.tell("if", c=condition), told_now, ",")
            lines += told_now
    return lines


def _entry(entry: st.ResolveEntry, scope: Scope) -> list[Line]:
    voice = scope.voice
    label = _label(entry, scope)
    named = called.same_name(entry.body, label, scope)
    label = named or label
    if entry.times is not None:
        each = rates.each_of(entry.times, scope)
        key, often = (
            ("so_often", nouns.noun(entry.times, scope)) if each is None else ("once_for", each)
        )
        label = voice.tell(key, x=label, n=often)
    if entry.condition is not None:
        label = voice.tell("option_if", x=label, c=clauses.clause(entry.condition, scope))
    return [label] if named else led(label, effects.body(entry.body, scope), ":")


def _label(entry: st.ResolveEntry, scope: Scope) -> str:
    voice = scope.voice
    if entry.label is None:
        return voice.quoted(scope.teller.lexicon.text(entry.name.text))
    words = dict(entry.label.words)
    return voice.quoted(words.get(voice.language) or words["en"])


def _may_do(entry: st.ResolveEntry, scope: Scope) -> list[Line]:
    """`may NAME: …`: what it does says enough; several lines are led by the name."""
    voice = scope.voice
    lines = effects.body(entry.body, scope)
    intro = voice.tell("if_you_like")
    if entry.condition is not None:
        condition = clauses.clause(entry.condition, scope)
        is_one = not voice.is_russian
        intro = (
            voice.listed([intro, condition])
            if is_one
            else voice.tell("option_if", x=intro, c=condition)
        )
    if len(lines) > 1:
        intro = f"{_label(entry, scope)}, {intro}"
    return led(intro, lines, voice.pause if entry.condition is None else ",")


def _each(stmt: st.Each, scope: Scope) -> list[Line]:
    fixed, condition = called.apart(stmt.condition, scope)
    if fixed is not None:
        lines = _each(attrs.evolve(stmt, condition=condition), scope)
        return led(scope.voice.tell("if", c=clauses.clause(fixed, scope)), lines, ",")
    voice = scope.voice
    turn = turns.only_turn(stmt.body, stmt.variable.text)
    picked = elements.Picked(stmt.variable.text, stmt.source, stmt.condition)
    if turn is not None:
        return turns.taken("turns_once", stmt.source, picked, scope, turn, None, stmt.by)
    done = _only_done(stmt, "do_each", scope)
    if done is not None:
        return [done]
    each, inner = elements.element(picked, scope, det="each", in_loop=True)
    intro = voice.tell("for_each_up" if _is_pile(stmt.source, scope) else "for_each", x=each)
    rounds = _so_many_rounds(stmt, scope)
    if rounds is not None:
        intro = rounds
    if stmt.by is not None:
        about = inner.bind(
            stmt.variable.text, voice.pronoun(each), inner.bound[stmt.variable.text].shape
        )
        in_order = turns.own_order(stmt.by, scope)
        if in_order is None:
            intro = voice.tell("for_each_by", x=each, k=nouns.noun(stmt.by, about))
        else:
            intro = voice.tell("for_each_order", x=each, k=in_order)
    only_moved = _each_moved(stmt, each, inner)
    if only_moved is not None:
        return [only_moved]
    lines = effects.body(stmt.body, inner)
    this = inner.bound[stmt.variable.text].phrase.say()
    they = _as_pronoun(stmt, each, inner)
    if they is not None and len(lines) == 1 and isinstance(lines[0], str):
        shorter = effects.body(stmt.body, they)
        # A pronoun that no preposition governs could be taken for somebody else.
        is_clear = PRONOUN not in "".join(line for line in shorter if isinstance(line, str))
        if is_clear and not lines[0].startswith(f"{this} "):
            lines = shorter
    only = lines[0] if len(lines) == 1 and stmt.by is None else None
    if isinstance(only, str) and only.startswith(f"{this} ") and only.count(this) == 1:
        return [each.say() + only[len(this) :]]
    return led(intro, lines, voice.pause)


def _each_moved(stmt: st.Each, each: Phrase, inner: Scope) -> str | None:
    """`Lay each harbour on its path`, where all that is done is to move each of them, or to deal to each."""
    match stmt.body:
        case (st.Draw(target=ex.Of(owner=ex.Name(ident=name))) as draw,) if stmt.by is None:
            is_dealt = name.text == stmt.variable.text and moving.is_dealt(draw, inner)
            to_each = inner.bind(name.text, each, inner.bound[name.text].shape)
            return moving.moved(draw, to_each) if is_dealt else None
        case (
            st.Draw(target=ex.Name(ident=name))
            | st.Shuffle(pile=ex.Name(ident=name) | ex.Of(owner=ex.Name(ident=name))) as only,
        ) if (
            name.text == stmt.variable.text
            and stmt.by is None
            and words_of(each.say()) <= FEW_WORDS_AT_THE_END
        ):
            return moving.moved(only, inner.bind(name.text, each, inner.bound[name.text].shape))
        case (st.Move(target=ex.Name(ident=name)) as move,) if (
            name.text == stmt.variable.text and _is_single(move.what, inner)
        ):
            picked = elements.Picked(name.text, stmt.source, stmt.condition)
            there, _inner = elements.element(picked, inner, det="the")
            return moving.moved(move, inner.bind(name.text, there, inner.bound[name.text].shape))
        case (st.Move(what=ex.Name(ident=name), source=None) as move,) if stmt.by is None:
            pass
        case _:
            return None
    if name.text != stmt.variable.text or words_of(each.say()) > FEW_WORDS:
        return None
    shape = inner.bound[name.text].shape
    it = inner.bind(name.text, inner.voice.pronoun(each), shape)
    return moving.moved(move, it, each)


def _is_single(what: ex.Expr, scope: Scope) -> bool:
    """Whether there is just one such thing in the game: it goes to one place."""
    kind = scope.world.members.get(what.ident.text, "") if isinstance(what, ex.Name) else ""
    item = scope.world.components.get(kind)
    return item is not None and item.how == "single" and item.per is None and item.table is None


def _so_many_rounds(stmt: st.Each, scope: Scope) -> str | None:
    """`In each of the 5 rounds`, for what is played so often."""
    if not isinstance(stmt.source, ex.Kind) or stmt.condition is not None:
        return None
    if not any(isinstance(node, st.Step | st.Turn) for node in walk(stmt.body)):
        return None
    kind = stmt.source.ident.text
    item = scope.world.enums.get(kind)
    count = len(scope.world.rows.get(kind, ())) or len(item.members if item is not None else ())
    if not count:
        return None
    lemma = scope.lemma(kind)
    many = scope.voice.counted(count, lemma)
    return scope.voice.tell("in_each_of", n=many, k=scope.voice.noun(lemma))


def _is_pile(source: ex.Expr, scope: Scope) -> bool:
    """Whether the things lie on each other, so that they have an order: the lowest comes first."""
    world = scope.world
    match source:
        case ex.Binary(op="on", left=ex.Kind(ident=kind), right=right):
            shape = world.shape(right, scope.shapes)
            held = world.board_places.get(shape.kind) if shape.form == REF else None
            return held is not None and any(
                hold.order == "pile" and kind.text in (each.text for each in hold.kinds)
                for hold in held.holds
            )
        case ex.Name(ident=name) | ex.Of(name=name) if name.text not in scope.bound:
            place = world.places.get(name.text)
            return place is not None and place.is_pile
        case _:
            return False


def _as_pronoun(stmt: st.Each, each: Phrase, inner: Scope) -> Scope | None:
    """The scope in which each player is `they` all along; None where that would not be clear."""
    bound = inner.bound[stmt.variable.text]
    said = {node.ident.text for node in walk(stmt) if isinstance(node, ex.Name)}
    others = said - {ME, OWNER, stmt.variable.text}
    is_clear = not any(
        inner.bound[name].shape.kind == "Player" for name in others if name in inner.bound
    )
    if bound.shape.kind != "Player" or stmt.by is not None or not is_clear:
        return None
    return inner.bind(stmt.variable.text, inner.voice.pronoun(each), bound.shape)


def _repeat(stmt: st.Repeat, scope: Scope) -> list[Line]:
    voice = scope.voice
    if stmt.variable is not None and stmt.source is not None:
        picked = elements.Picked(stmt.variable.text, stmt.source, stmt.condition)
        turn = turns.only_turn(stmt.body, stmt.variable.text)
        if turn is not None:
            return turns.taken("turns", stmt.source, picked, scope, turn, stmt.until)
        each, inner = elements.element(picked, scope, det="each", in_loop=True)
        intro = voice.tell("round", x=each)
        if stmt.until is not None:
            intro = turns.ending("round_until", "round_while", stmt.until, scope, each)
        return led(intro, effects.body(stmt.body, inner), ":")
    lines = effects.body(stmt.body, scope)
    if stmt.until is None:
        return led(voice.tell("again"), lines, ":")
    return led(turns.ending("again_until", "again_while", stmt.until, scope), lines, ":")


def together(stmt: st.Together, scope: Scope) -> tuple[list[Line], Scope]:
    """What all choose at once; what each chose keeps its name afterwards."""
    voice = scope.voice
    picked = elements.Picked(stmt.variable.text, stmt.source, stmt.condition)
    each, inner = elements.element(picked, scope, det="each", in_loop=True)
    key = "together_secretly" if stmt.secretly else "together"
    name = stmt.variable.text
    this = inner.bound[name]
    about = inner
    lines: list[Line] = []
    for each_stmt in stmt.body:
        said, about = effects.step(each_stmt, about)
        lines += said
    if lines:
        lines[0] = _begun(lines[0], this.phrase.say(), each.say())
    found = led(voice.tell(key), lines, voice.pause)
    them = voice.pronoun(voice.noun(scope.lemma("Player"), plural=True))
    each_of_them = voice.out_of("each", them, this.phrase)
    them_all = about.bind(name, each_of_them, this.shape)
    after = effects.body(stmt.then, them_all) if stmt.then else []
    intro = voice.tell("then")
    if not all(_starts(line, each_of_them.say()) for line in after):
        after = effects.body(stmt.then, about.bind(name, voice.pronoun(each), this.shape))
        intro = voice.tell("for_each_of_them")
    kept = {n: b for n, b in about.bound.items() if n != name}
    return found + led(intro, after, voice.pause), Scope(scope.teller, kept, scope.inlined)


def _starts(line: Line, text: str) -> bool:
    return (line if isinstance(line, str) else line.intro).startswith(text)


def _begun(line: Line, this: str, each: str) -> Line:
    """The line with `each player …` for `this player` at its start."""
    text = line if isinstance(line, str) else line.intro
    if text.startswith(this):
        text = each + text[len(this) :]
    return text if isinstance(line, str) else Nest(text, line.items)


def _collect(stmt: st.Collect, scope: Scope) -> list[Line]:
    voice = scope.voice
    lines = effects.body(stmt.body, scope)
    at = places.spot(stmt.source, scope)
    intro = voice.tell("collect", a=places.told(at, places.FROM, scope))
    number = Shape("number", "number")
    inner = scope
    for name in ("claimed", "claimants", "left"):
        inner = inner.bind(name, nouns.head(name, "", scope), number)
    short = stmt.short
    if _is_for_one(short):
        said = voice.tell("short_single", at=places.told(at, places.IN, scope))
    elif isinstance(short, ex.IfElse):
        yes = voice.tell("short_gets", x=_gets(short.then, inner))
        no = voice.tell("short_gets", x=_gets(short.otherwise, inner))
        condition = clauses.clause(short.condition, inner)
        said = voice.tell("short_if", at=at.phrase, c=condition, a=yes, b=no)
    else:
        said = voice.tell("short", at=at.phrase, a=voice.tell("short_gets", x=_gets(short, inner)))
    return [*led(intro, lines, ":"), said]


def _is_for_one(short: ex.Expr) -> bool:
    """`if claimants = 1 then left else 0`: only who is alone receives what is left."""
    match short:
        case ex.IfElse(
            condition=ex.Binary(
                op="=", left=ex.Name(ident=ex.Ident(text="claimants")), right=ex.Number(value=1)
            ),
            then=ex.Name(ident=ex.Ident(text="left")),
            otherwise=ex.Number(value=0),
        ):
            return True
        case _:
            return False


def _gets(expr: ex.Expr, scope: Scope) -> str:
    if isinstance(expr, ex.Number) and expr.value == 0:
        return scope.voice.tell("nothing_at_all")
    return nouns.noun(expr, scope).say("acc")
