"""What is done, as imperatives: in go the statements of a body, out come lines for the reader who acts.

Names that statements bind (`let`, `roll`, `choose`) are called `this K` from then on.
"""

from __future__ import annotations

import attrs

from rulelang.prose import (
    amounts,
    called,
    calls,
    choices,
    clauses,
    elements,
    kept,
    moving,
    named,
    nouns,
    numbers,
    quantities,
    rates,
    repeats,
    rules,
    sequel,
    verbs,
)
from rulelang.prose.lines import Line, Nest, led, seen_once
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Bound, Scope
from rulelang.prose.world import BUNDLE, FLAG, NUMBER, REF, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def body(stmts: st.Body, scope: Scope) -> list[Line]:
    """All statements of a body, one after the other."""
    lines: list[Line] = []
    last: list[Line] = []
    at = 0
    done: st.Stmt | None = None
    for run in called.runs(stmts, scope):
        before, at = (stmts[at - 1] if at else None), at + len(run)
        taken = sequel.chosen_and_taken(run[-1], stmts[at:], scope)
        taken = taken or sequel.filled_and_shuffled(run[-1], stmts[at:], scope)
        if taken is not None:
            done, last = stmts[at], [taken]
            lines += last
            continue
        if run[0] is done:
            continue
        whole = called.together(run, scope) if len(run) > 1 else None
        if whole is not None:
            last = sequel.after_turns(before, run[0], [whole], scope)
            lines += last
            continue
        for stmt in run:
            otherwise = sequel.opposite(before, stmt, scope) if last else None
            if otherwise is not None:
                last = led(scope.voice.tell("otherwise"), body(otherwise, scope), scope.voice.pause)
                lines += last
                continue
            if sequel.again_if_can(stmt, last, scope):
                lines.append(scope.voice.tell("same_again_if_can"))
                last, before = [], stmt
                continue
            said, scope = step(stmt, scope, stmts[at:])
            said = sequel.after_turns(before, stmt, said, scope)
            is_again = bool(said) and said == last
            if is_again:
                lines[-len(said) :] = sequel.twice(stmt, said, scope)
            else:
                lines += said
            last, before = ([] if is_again else said), stmt
    return seen_once(lines)


def imperative(stmt: st.Stmt, scope: Scope) -> str:
    """One statement as part of a sentence."""
    said, _scope = step(stmt, scope)
    return "; ".join(line if isinstance(line, str) else line.intro for line in said)


def step(  # one arm for each statement
    stmt: st.Stmt, scope: Scope, rest: st.Body = ()
) -> tuple[list[Line], Scope]:
    """The lines of one statement, and the scope for the `rest` of them."""
    voice = scope.voice
    match stmt:
        case st.DoBody(body=inner):
            return body(inner, scope), scope
        case st.Let():
            return named.let(stmt, rest, scope)
        case st.Do(call=call):
            return do(call, scope), scope
        case st.Stop(name=name):
            key = "stop" if name is not None else "stop_loop"
            return [voice.tell(key)], scope
        case st.Finish():
            return [voice.tell("finish")], scope
        case st.Claim(amount=amount, player=player):
            who, what = nouns.noun(player, scope), nouns.noun(amount, scope)
            return [voice.tell("receives", p=who, x=what)], scope
        case st.ScoreNow():
            return [_score(stmt, scope)], scope
        case st.Roll():
            return named.roll(stmt, scope)
        case st.Reveal(what=what, to=to):
            key = "reveal" if to is None else "reveal_to"
            p = nouns.noun(to, scope) if to is not None else ""
            return [voice.tell(key, x=nouns.noun(what, scope), p=p)], scope
        case st.Move() | st.Swap() | st.Transfer() | st.Draw() | st.Shuffle():
            return [moving.moved(stmt, scope)], scope
        case st.SetTo() | st.Shift() | st.AddTo():
            said = kept.told(stmt, scope)
            return ([said] if said else []), scope
        case _:
            return _larger(stmt, scope)


def _larger(stmt: st.Stmt, scope: Scope) -> tuple[list[Line], Scope]:
    """Statements that hold others, and decisions."""
    match stmt:
        case st.If():
            return _if(stmt, scope), scope
        case st.Together():
            return repeats.together(stmt, scope)
        case st.Each() | st.Repeat() | st.Times() | st.Turn() | st.Step():
            return repeats.told(stmt, scope), scope
        case st.Collect() | st.Resolve() | st.ResolveList():
            return repeats.told(stmt, scope), scope
        case st.Choose() | st.May() | st.ChooseCase() | st.Meanwhile():
            return choices.told(stmt, scope)
        case st.Otherwise(body=inner):
            lines = body(inner, scope)
            if all(isinstance(each, st.Stop) for each in inner):
                return [], scope
            return led(scope.voice.tell("otherwise_impossible"), lines, ","), scope
        case _:
            return [], scope


# --- points -------------------------------------------------------------------------------------------


def _score(stmt: st.ScoreNow, scope: Scope) -> str:
    voice = scope.voice
    amount, keys = stmt.amount, ("score", "score_for")
    lost = negated(amount, scope)
    if lost is not None:
        amount, keys = lost, ("loses", "loses_for")
    points = points_of(amount, scope)
    line = nouns.linked_label(stmt.line.text, scope)
    if stmt.player is None or nouns.noun(stmt.player, scope) == voice.you():
        return voice.tell(keys[0], n=points, line=line)
    return voice.tell(keys[1], n=points, line=line, p=nouns.noun(stmt.player, scope))


def negated(amount: ex.Expr, scope: Scope) -> ex.Expr | None:
    """What is lost, of a number below zero: `-3 * x`, `-x`."""
    match amount:
        case ex.Unary(op="-", operand=operand):
            return operand
        case ex.Binary(op="*", left=left):
            known = numbers.value_of(left, scope)
            if known is not None and known < 0:
                return attrs.evolve(amount, left=ex.Number(left.span, -known))
        case _:
            pass
    return None


def points_of(amount: ex.Expr, scope: Scope) -> Phrase:
    """`3 points`, `2 points for each field plus 1 point for each fish`, or as many as something."""
    rated = _rated(amount, scope)
    return (
        rated if rated is not None else amounts.counted_lemma(amount, scope.lemma("point"), scope)
    )


def _rated(amount: ex.Expr, scope: Scope) -> Phrase | None:
    """Points for each of one thing or of several, each with its factor; None if a part counts nothing."""
    opened = calls.opened(amount, scope)
    while opened is not None:
        amount, scope = opened
        opened = calls.opened(amount, scope)
    said: Phrase | None = None
    for part in nouns.flat(amount, "+"):
        factor, counted = rates.split(part, scope)
        if counted is part or factor < 1 or rates.each_of(counted, scope) is None:
            return None
        rate = rates.rate(part, scope.lemma("point"), scope)
        if rate is None:
            return None
        said = rate if said is None else scope.voice.phrase("plus", of=said, a=said, b=rate)
    return said


# --- branches and calls ----------------------------------------------------------------------------------


def _if(stmt: st.If, scope: Scope, key: str = "if") -> list[Line]:
    voice = scope.voice
    match stmt.then, stmt.otherwise:
        case (st.Each() as each,), (st.Resolve() as resolve,):
            # The first branch only spares the question where there is just one.
            if nouns.noun(each.source, scope) == nouns.noun(resolve.source, scope):
                return repeats.told(resolve, scope)
        case _:
            pass
    match stmt.then:
        case (st.If(otherwise=()) as inner,) if not stmt.otherwise:
            shorter = _if_there_is(stmt.condition, inner, scope) if key == "if" else None
            if shorter is not None:
                return shorter
            both = ex.Binary(stmt.span, "and", stmt.condition, inner.condition)
            return _if(attrs.evolve(inner, condition=both), scope, key)
        case _:
            pass
    lines = body(stmt.then, scope)
    condition = stmt.condition
    if not stmt.otherwise:
        asked = called.needless(condition, stmt.then, scope)
        if asked is None:
            return lines if key == "if" else led(voice.tell("otherwise"), lines, voice.pause)
        condition = asked
        if key == "if" and _is_sure(condition, scope):
            return lines
    is_if_can = key == "if" and called.is_if_can(condition, stmt.then, scope)
    said = voice.tell(key, c=clauses.clause(condition, scope))
    lines = led(voice.tell("if_can") if is_if_can else said, lines, ",")
    if not stmt.otherwise:
        return lines
    only = stmt.otherwise[0]
    if len(stmt.otherwise) == 1 and isinstance(only, st.If):
        return lines + _if(only, scope, "else_if" if lines else "if")
    return lines + led(voice.tell("otherwise"), body(stmt.otherwise, scope), voice.pause)


def _is_sure(condition: ex.Expr, scope: Scope) -> bool:
    """`let x = V of k` and `if some x`, where k was chosen among those that have it."""
    match condition:
        case ex.Filled(operand=ex.Name() as named, wanted=True):
            found = quantities.kept_by(named, scope)
        case _:
            return False
    match found:
        case (ex.Of(owner=ex.Name(ident=owner)), there) if owner.text in there.bound:
            said = clauses.clause(condition, scope)
            sure = there.bound[owner.text].sure
            return any(clauses.clause(each, there) == said for each in sure)
        case _:
            return False


def _if_there_is(condition: ex.Expr, inner: st.If, scope: Scope) -> list[Line] | None:
    """`if some x: if P(x): …` in one short sentence, in which x is `it`."""
    voice = scope.voice
    match condition:
        case ex.Filled(operand=ex.Name(ident=name), wanted=True) if name.text in scope.bound:
            known = scope.bound[name.text]
        case _:
            return None
    about = scope.bind(name.text, voice.pronoun(known.phrase), known.shape)
    lines = body(inner.then, about)
    if len(lines) != 1 or not isinstance(lines[0], str):
        return None
    both = [clauses.clause(condition, scope), clauses.clause(inner.condition, about)]
    return led(voice.tell("if", c=voice.listed(both)), lines, ",")


def do(call: ex.Call, scope: Scope) -> list[Line]:
    """A rule that is called: by its label, else by what it does."""
    voice, callee = scope.voice, call.callee
    if callee.name is None:
        assert callee.value is not None
        return [voice.tell("do_value", x=nouns.noun(callee.value, scope))]
    name = callee.name.text
    if name in scope.bound:
        return [voice.tell("do_value", x=scope.bound[name].phrase)]
    item = scope.world.rules.get(name)
    if item is None or name in scope.inlined:
        return [told_call(call, scope)]
    if scope.teller.lexicon.label(name) is not None:
        found = called.told(call, item, scope)
        return [told_call(call, scope)] if found is None else found
    if isinstance(item, syn.Cases):
        return _cases(item, callee.args or (), scope)
    inner = enter(item, callee.args or (), scope)
    lines = rule_body(item, inner)
    return rules.with_hooks(item, lines, inner) if name in scope.world.hooked else lines


def do_in_full(call: ex.Call, scope: Scope) -> list[Line]:
    """What a called rule does, even if it has a label: for effects that are printed on things."""
    name = call.callee.name.text if call.callee.name is not None else ""
    item = scope.world.rules.get(name)
    own = called.own_words(call, item, scope) if item is not None else None
    if own is not None and isinstance(item, syn.Rule) and name in scope.world.hooked:
        return rules.with_hooks(item, [own], enter(item, call.callee.args or (), scope))
    if own is not None:
        return [own]
    if isinstance(item, syn.Cases):
        return _cases(item, call.callee.args or (), scope)
    if item is None or (isinstance(item, syn.Rule) and item.word == "action"):
        return do(call, scope)
    inner = enter(item, call.callee.args or (), scope)
    return rules.rule_lines(item.lines, inner) or do(call, scope)


def rule_body(item: syn.Rule, scope: Scope) -> list[Line]:
    """The statements of a rule without its requirements and costs."""
    stmts = tuple(
        line
        for line in item.lines
        if not isinstance(line, syn.Require | syn.Allow | syn.Cost | syn.Limit | syn.RemoveLine)
    )
    return body(stmts, scope)


def enter(item: syn.Rule | syn.Cases, args: tuple[ex.Expr, ...], scope: Scope) -> Scope:
    """The scope of a rule's body: its parameters called as the arguments are."""
    bound = {}
    for param, arg in zip(item.params, args, strict=False):
        shape = scope.world.of_param(param, {})
        number = numbers.value_of(arg, scope)
        bound[param.name.text] = Bound(nouns.noun(arg, scope), shape, number, scope.given(arg))
    return scope.only(bound, item.name.text)


def _cases(item: syn.Cases, args: tuple[ex.Expr, ...], scope: Scope) -> list[Line]:
    """A rule with a body for each case: a list of them."""
    voice = scope.voice
    inner = enter(item, args, scope)
    items: list[Line] = []
    for line in item.lines:
        if not isinstance(line, syn.Case) or line.body is None:
            continue
        name = nouns.quoted(line.name, scope)
        lines = body(line.body, inner)
        if all(isinstance(each, st.Stop) for each in line.body):
            continue
        items += led(name, lines, ":")
    x = nouns.noun(args[0], scope) if args else voice.made("")
    return [Nest(voice.tell("depending", x=x), tuple(items))]


def callee_label(callee: ex.Callee, scope: Scope) -> str:
    """What is called, in quotes and as a link."""
    if callee.name is not None and callee.name.text not in scope.bound:
        return nouns.linked_label(callee.name.text, scope)
    value = callee.value if callee.value is not None else ex.Name(callee.span, callee.name)  # type: ignore[arg-type]  # one of them is there
    return nouns.noun(value, scope).say()


def told_call(call: ex.Call, scope: Scope) -> str:
    """`Carry out “Production” for the number rolled.`"""
    voice = scope.voice
    assert call.callee.name is not None
    name = call.callee.name.text
    item = scope.world.rules.get(name)
    is_action = isinstance(item, syn.Rule) and item.word == "action"
    verb = verbs.of_call(call, verbs.DOES, scope)
    if verb is not None:
        return verb
    said = voice.tell("do_action" if is_action else "do_effect", x=callee_label(call.callee, scope))
    extra = _arguments(item, call, scope)
    return f"{said} {extra}".strip()


def known_arguments(call: ex.Call, scope: Scope) -> str:
    """For what an action is offered, where somebody has said so before: `for the field of this cell`."""
    said = [
        nouns.noun(arg, scope)
        for arg in call.callee.args or ()
        if (isinstance(arg, ex.Printed | ex.CallExpr) or _is_bound(arg, scope))
        and scope.world.shape(arg, scope.shapes).form == REF
    ]
    return scope.voice.tell("for_x", x=scope.voice.joined(said)) if said else ""


def _is_bound(arg: ex.Expr, scope: Scope) -> bool:
    """Whether something has been chosen or given before."""
    return isinstance(arg, ex.Name) and arg.ident.text in scope.bound


def _arguments(item: syn.Rule | syn.Cases | None, call: ex.Call, scope: Scope) -> str:
    """For whom or what a rule is called, where that is not clear."""
    voice = scope.voice
    said: list[Phrase] = []
    people = ""
    for arg in call.callee.args or ():
        shape = scope.world.shape(arg, scope.shapes)
        if shape.form == SET and shape.kind == "Player":
            key = "for_only" if isinstance(arg, ex.SetLit) else "for_x"
            people = voice.tell(key, x=nouns.noun(arg, scope))
            continue
        is_new = (
            isinstance(arg, ex.Name) and arg.ident.text not in scope.bound and shape.kind == "thing"
        )
        if is_new or shape.form == FLAG or (isinstance(arg, ex.Constant) and arg.word == "me"):
            continue
        value = nouns.noun(arg, scope)
        if elements.is_constant(arg, scope) and shape.kind in scope.world.enums:
            kind = voice.noun(scope.lemma(shape.kind), "the")
            value = voice.phrase("case_of", of=kind, k=kind, x=voice.quoted(value.say()))
        if shape.form in {REF, BUNDLE} or shape.form == NUMBER:
            said.append(value)
    flags = [scope.teller.lexicon.text(flag.text) for flag in call.flags]
    parts = []
    if said and item is not None:
        parts.append(voice.tell("for_x", x=voice.joined(said)))
    if people:
        parts = [f"{', '.join([*parts, people])}"]
    if flags:
        parts.append(voice.tell("with_flags", x=voice.listed(flags)))
    return " ".join(parts)
