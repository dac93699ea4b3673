"""Rules that are called: by the sentence that their words give, in place where they are short, else by name."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.prose import amounts, effects, nouns, places, see, verbs
from rulelang.prose.lines import LONG, Line, words_of
from rulelang.prose.phrases import plain
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

WHOLE = "whole"
FEW = 3  # statements that are told in place
ENOUGH = 36  # nodes of their syntax, so that all languages tell the same rules in place
# What leads elsewhere or goes on for long: it is told once, at its own place.
LEADING = (
    st.Stop,
    st.Finish,
    st.Step,
    st.Turn,
    st.ChooseCase,
    st.Meanwhile,
    st.Resolve,
    st.ResolveList,
    st.Repeat,
    st.Collect,
    st.Together,
)


def told(call: ex.Call, item: syn.Rule | syn.Cases, scope: Scope) -> list[Line] | None:
    """A labelled effect in other words than its name; None where the name is best."""
    if isinstance(item, syn.Rule) and item.word == "action":
        return None
    short = _in_place(call, item, scope)
    own = own_words(call, item, scope)
    is_hooked = item.name.text in scope.world.hooked
    if own is None:
        return None if is_hooked else short
    if is_whole(item, scope):
        return [own] if own else []
    if short is None or is_hooked:
        return [see.see(own, item.name.text, scope)]
    return [own]


def is_whole(item: syn.Rule | syn.Cases, scope: Scope) -> bool:
    """Whether its words tell all of a rule, so that it needs no place of its own; never if something is added to it."""
    name = item.name.text
    return name not in scope.world.hooked and scope.teller.lexicon.form(name, WHOLE) == "yes"


def own_words(call: ex.Call, item: syn.Rule | syn.Cases, scope: Scope) -> str | None:
    """`does` of a `words` line, with what the call gives for its parameters."""
    return verbs.told(verbs.use_of(call, item, scope), verbs.DOES, scope)


def _in_place(call: ex.Call, item: syn.Rule | syn.Cases, scope: Scope) -> list[Line] | None:
    if not isinstance(item, syn.Rule) or call.flags or not is_short(item):
        return None
    lines = effects.rule_body(item, effects.enter(item, call.callee.args or (), scope))
    return lines if lines and all(isinstance(line, str) for line in lines) else None


def is_short(item: syn.Rule) -> bool:
    """Whether a rule does so little that it is told wherever it is called."""
    if any(isinstance(line, syn.Require | syn.Allow | syn.Cost | syn.Limit) for line in item.lines):
        return False
    stmts = [stmt for stmt in item.lines if not isinstance(stmt, syn.Cite | syn.Note)]
    if len(stmts) > FEW or any(isinstance(node, LEADING) for node in walk(item.lines)):
        return False
    return sum(1 for _node in walk(tuple(stmts))) <= ENOUGH and not any(map(_is_deep, stmts))


def _is_deep(stmt: object) -> bool:
    """Whether a statement holds others that need a list."""
    bodies: tuple[st.Body, ...] = ()
    match stmt:
        case st.If(then=then, otherwise=otherwise):
            bodies = (then, otherwise)
        case st.Each(body=inner) | st.Times(body=inner):
            bodies = (inner,)
        case _:
            pass
    is_loop = not isinstance(stmt, st.If)
    return any(
        len(inner) > 1 or (is_loop and any(isinstance(each, st.If) for each in inner))
        for inner in bodies
    )


# --- what belongs together -------------------------------------------------------------------------------


def runs(stmts: st.Body, scope: Scope) -> Iterator[tuple[st.Stmt, ...]]:
    """The statements of a body, those that one sentence can tell together."""
    run: list[st.Stmt] = []
    last: object = None
    for stmt in stmts:
        key = _sort(stmt, scope)
        if run and key is not None and key == last:
            run.append(stmt)
            continue
        if run:
            yield tuple(run)
        run, last = [stmt], key
    if run:
        yield tuple(run)


def _sort(stmt: st.Stmt, scope: Scope) -> object:
    """What statements have in common that can be told together; None for those that stand alone."""
    match stmt:
        case st.Step(label=label) if label is not None:
            return "step"
        case st.Do(call=call) if _is_only_named(call, scope):
            return "rule"
        case st.Transfer(verb=verb, source=source, target=target) if amounts.is_simple(
            stmt.amount, scope
        ):
            return ("transfer", verb, _at(source, scope), _at(target, scope))
        case _:
            return None


def _at(place: ex.Expr | None, scope: Scope) -> str:
    return "" if place is None else places.where(place, places.IN, scope)


def _is_only_named(call: ex.Call, scope: Scope) -> bool:
    name = call.callee.name.text if call.callee.name is not None else ""
    item = scope.world.rules.get(name)
    if item is None or call.callee.args or call.flags or name in scope.bound:
        return False
    is_effect = not (isinstance(item, syn.Rule) and item.word == "action")
    has_label = scope.teller.lexicon.label(name) is not None
    return is_effect and has_label and told(call, item, scope) is None


def together(run: tuple[st.Stmt, ...], scope: Scope) -> str | None:
    """Statements of one sort as one sentence; None where each is better told alone."""
    voice = scope.voice
    names: list[str] = []
    whole: ex.Expr | None = None
    for stmt in run:
        match stmt:
            case st.Step(name=name):
                names.append(nouns.linked_label(name.text, scope))
            case st.Do(call=call):
                names.append(effects.callee_label(call.callee, scope))
            case st.Transfer(amount=amount):
                whole = amount if whole is None else ex.Binary(stmt.span, "+", whole, amount)
            case _:
                return None
    if len(set(names)) < len(names):
        return None  # the same again is told apart
    if names:
        key = "steps_named" if isinstance(run[0], st.Step) else "do_effects"
        return voice.tell(key, x=voice.listed(names))
    first = run[0]
    assert isinstance(first, st.Transfer)
    assert whole is not None
    said = effects.imperative(
        st.Transfer(first.span, first.verb, whole, first.source, first.target), scope
    )
    apart = [nouns.noun(part, scope).say() for part in nouns.flat(whole, "+")]
    return said if len(set(apart)) == len(apart) and words_of(said) <= LONG else None


def same_name(body: st.Body, label: str, scope: Scope) -> str | None:
    """The rule as a link, where all that an option of its name does is to carry it out."""
    match body:
        case (st.Do(call=ex.Call(callee=ex.Callee(name=ex.Ident() as name), flags=())),):
            linked = nouns.linked_label(name.text, scope)
            is_same = plain(linked).casefold() == plain(label).casefold()
            return linked if is_same and name.text in scope.world.rules else None
        case _:
            return None


def needless(condition: ex.Expr | None, body: st.Body, scope: Scope) -> ex.Expr | None:
    """The condition without `possible X` where all that follows is that one may do X."""
    if condition is None:
        return None
    match body:
        case (st.May(calls=(call,)),):
            offered = _said(call, scope)
        case _:
            return condition
    rest: ex.Expr | None = None
    for part in nouns.flat(condition, "and"):
        if isinstance(part, ex.Possible) and _said(part.call, scope) == offered:
            continue
        rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
    return rest


def apart(condition: ex.Expr | None, scope: Scope) -> tuple[ex.Expr | None, ex.Expr | None]:
    """A condition in two: what the players agreed on before the game, and the rest."""
    fixed: ex.Expr | None = None
    rest: ex.Expr | None = None
    for part in nouns.flat(condition, "and") if condition is not None else ():
        if _is_agreed(part, scope):
            fixed = part if fixed is None else ex.Binary(part.span, "and", fixed, part)
        else:
            rest = part if rest is None else ex.Binary(part.span, "and", rest, part)
    return fixed, rest


def _is_agreed(expr: ex.Expr, scope: Scope) -> bool:
    """Whether a condition speaks of settings only."""
    match expr:
        case ex.Name(ident=ident) if ident.text in scope.bound:
            return False
        case ex.Name(ident=ident) if ident.text in scope.world.defines:
            item = scope.world.defines[ident.text]
            return isinstance(item, syn.Define) and _is_agreed(item.expr, scope)
        case ex.Name(ident=ident):
            return ident.text in scope.world.settings
        case ex.Binary(op="=" | "!=", left=ex.Name(ident=ident), right=ex.Name()):
            return ident.text in scope.world.settings and ident.text not in scope.bound
        case ex.Binary(left=ex.Name(ident=ex.Ident(text="players")), right=ex.Number()):
            return "players" not in scope.bound
        case ex.Binary(op="and" | "or", left=left, right=right):
            return _is_agreed(left, scope) and _is_agreed(right, scope)
        case ex.Unary(op="not", operand=operand):
            return _is_agreed(operand, scope)
        case _:
            return False


def is_if_can(condition: ex.Expr, body: st.Body, scope: Scope) -> bool:
    """`if possible X: do X`: X, if possible."""
    match condition, body:
        case ex.Possible(call=asked), (
            st.Do(call=done) | st.Choose(pick=st.PickCalls(calls=(done,))),
        ):
            return _said(asked, scope) == _said(done, scope)
        case _:
            return False


def _said(call: ex.Call, scope: Scope) -> tuple[str, ...]:
    """A call in words, to tell whether two are the same."""
    args = [nouns.noun(arg, scope).say() for arg in call.callee.args or ()]
    flags = [flag.text for flag in call.flags]
    return (effects.callee_label(call.callee, scope), *args, *flags)
