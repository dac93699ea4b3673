"""Transfers as imperatives: what is moved, drawn, paid and gained, from where to where."""

from __future__ import annotations

import re

import attrs

from rulelang.prose import amounts, clauses, nouns, numbers, places
from rulelang.prose.lines import words_of
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st

LONG = 6  # words of an amount that comes last, without those in brackets
BRACKETS = re.compile(r" \([^()]*\)")
VERBS = {"card": "lay", "tile": "lay", "token": "lay", "piece": "place"}


def moved(
    stmt: st.Move | st.Swap | st.Transfer | st.Draw | st.Shuffle,
    scope: Scope,
    what: Phrase | None = None,
) -> str:
    """The sentence of a transfer, of `what` where that is known already."""
    match stmt:
        case st.Move():
            return _move(stmt, scope, what)
        case st.Transfer():
            return _transfer(stmt, scope)
        case st.Draw():
            return _draw(stmt, scope)
        case st.Shuffle(pile=pile):
            return scope.voice.tell("shuffle", x=places.spot(pile, scope).phrase)
        case st.Swap():
            return scope.voice.tell(
                "swap",
                x=nouns.noun(stmt.first, scope),
                a=places.where(stmt.first_from, places.FROM, scope),
                y=nouns.noun(stmt.second, scope),
                b=places.where(stmt.second_from, places.FROM, scope),
            )


# --- components ------------------------------------------------------------------------------------------


def _move(stmt: st.Move, scope: Scope, known: Phrase | None) -> str:
    voice = scope.voice
    match stmt.what:
        case ex.Binary(op="on", left=left, right=right) if stmt.source is None and stmt.everything:
            stmt = attrs.evolve(stmt, what=left, source=right)
        case _:
            pass
    what = known if known is not None else _what(stmt, scope)
    start = places.where(stmt.source, places.FROM, scope) if stmt.source is not None else ""
    how = " ".join(_how(how, scope) for how in stmt.how)
    target = _name(stmt.target)
    if target == "box":
        return voice.tell("remove", x=what, a=start)
    if target == "supply" and isinstance(stmt.target, ex.Name):
        return voice.tell("return_all", x=what, a=start)
    goal = places.where(stmt.target, places.TO, scope)
    if target == "supply":
        return voice.tell("return", x=what, a=start, b=goal)
    if isinstance(stmt.target, ex.IfElse):
        goal = _either_goal(stmt.target, scope)
    component = scope.world.components.get(scope.world.shape(stmt.what, scope.shapes).kind)
    is_from_stock = _name(stmt.source) in {"supply", "box", None}
    verb = VERBS[component.word] if component is not None and is_from_stock else "move"
    if verb in {"lay", "place"} and places.spot(stmt.target, scope).how != "on":
        verb = "add_in" if goal.startswith(("to ", "к ")) else "put_in"
    if verb == "move":
        goal = _onto(goal)
    return voice.tell(verb, x=what, a=start, b=goal, how=how)


def _either_goal(target: ex.IfElse, scope: Scope) -> str:
    return scope.voice.tell(
        "either_goal",
        a=places.where(target.then, places.TO, scope),
        c=clauses.clause(target.condition, scope),
        b=places.where(target.otherwise, places.TO, scope),
    )


def _what(stmt: st.Move, scope: Scope) -> Phrase:
    is_place = isinstance(stmt.what, ex.Of) or _name(stmt.what) in scope.world.places
    if stmt.everything and is_place and _name(stmt.what) not in scope.bound:
        found = nouns.contents(stmt.what, scope, places.FROM)
    else:
        found = nouns.noun(stmt.what, scope)
    shape = scope.world.shape(stmt.what, scope.shapes)
    is_set = stmt.everything or (
        isinstance(stmt.what, ex.Comprehension) and stmt.what.word == "all"
    )
    if is_set and shape.form in {"set", BUNDLE}:
        return scope.voice.all_of(found)
    return found


def _name(expr: ex.Expr | None) -> str | None:
    match expr:
        case ex.Name(ident=ident):
            return ident.text
        case ex.Of(name=name):
            return name.text
        case None:
            return None
        case _:
            return ""


def _how(how: st.How, scope: Scope) -> str:
    if how.word == "turned" and isinstance(how.turn, ex.Name) and _name(how.turn) in scope.bound:
        return scope.voice.tell("turned_so")
    if how.word == "turned" and how.turn is not None:
        return scope.voice.tell("turned", x=nouns.noun(how.turn, scope))
    return scope.voice.tell(f"lies_{how.word}" if how.word != "turned" else "turned_any")


def _draw(stmt: st.Draw, scope: Scope) -> str:
    voice = scope.voice
    unit = numbers.unit_in(stmt.source, scope)
    part = amounts.chosen_from(stmt.count, unit, stmt.source, scope)
    what = part if part is not None else amounts.counted_lemma(stmt.count, unit, scope)
    start = places.where(stmt.source, places.FROM, scope)
    if _name(stmt.target) == "box":
        return voice.tell("draw_away", x=what, a=start)
    goal = places.where(stmt.target, places.TO, scope)
    if places.spot(stmt.target, scope).how == "on" and not stmt.at_random:
        return voice.tell("lay", x=what, a=start, b=goal)
    if stmt.at_random:
        return voice.tell("draw_at_random", x=what, a=start, b=goal)
    target = places.spot(stmt.target, scope)
    if is_dealt(stmt, scope):
        return voice.tell("deal", x=what, a=start, p=target.holder or "")
    key = "draw_long" if words_of(BRACKETS.sub("", what.say())) > LONG else "draw"
    if target.is_mine and _is_hand(stmt.target, scope) and not goal.startswith(("to ", "к ")):
        return voice.tell(f"{key}_in", x=what, a=start, b=goal)
    it = voice.pronoun(what)
    them = "them" if what.is_plural else "it"
    verb = voice.tell("and_add" if goal.startswith("to ") else "and_put", i=it, e=them)
    return voice.tell(key, x=what, a=start, b=goal, then=verb)


def is_dealt(stmt: st.Draw, scope: Scope) -> bool:
    """Whether what is drawn goes to the hand of somebody else than the reader."""
    target = places.spot(stmt.target, scope)
    is_given = target.holder is not None and not target.is_mine and not stmt.at_random
    return is_given and _is_hand(stmt.target, scope)


def _is_hand(place: ex.Expr, scope: Scope) -> bool:
    """Whether a place is what a player holds in hand: the only one who sees it is its owner."""
    item = scope.world.places.get(_name(place) or "")
    return item is not None and any(
        prop.word == "seen" and prop.name == "owner" for prop in item.props
    )


# --- amounts ---------------------------------------------------------------------------------------------


def _transfer(stmt: st.Transfer, scope: Scope) -> str:
    voice = scope.voice
    below = _below_zero(stmt, scope)
    if below is not None:
        return below
    whole = amounts.everything(stmt.amount, stmt.source, scope)
    what = whole if whole is not None else nouns.noun(stmt.amount, scope)
    source = places.spot(stmt.source, scope) if stmt.source is not None else None
    target = places.spot(stmt.target, scope) if stmt.target is not None else None
    a = places.told(source, places.FROM, scope) if source is not None else ""
    b = _onto(places.told(target, places.TO, scope)) if target is not None else ""
    if stmt.source is not None and what == nouns.noun(stmt.source, scope):
        what, a = nouns.contents(stmt.source, scope, places.FROM), ""  # it says where from
    is_mine = source is None or source.is_mine
    pay = "pay" if amounts.is_money(stmt.amount, scope) else "give"
    if words_of(what.say()) > LONG and (a or b):
        start = f"{a} {b}".strip()
        is_gain = stmt.verb == "gain" or (target is not None and target.is_mine)
        if is_gain and (target is None or target.is_mine):
            return voice.tell("take_long", x=what, a=a)
        if target is not None and source is not None:
            return voice.tell("move_long", x=what, a=start)
        if target is not None and target.holder is None and stmt.verb == "gain":
            return voice.tell("put_long", x=what, a=b)
        if is_mine and target is not None and stmt.verb == "pay":
            return voice.tell(f"{pay}_long", x=what, a=b)
    if stmt.verb == "gain":
        if target is None or target.is_mine:
            return voice.tell("take", x=what, a=a)
        if target.holder is not None:
            return voice.tell("receives", p=target.holder, x=what, a=a)
        return voice.tell(_put(b), x=what, a=a, b=b)
    if source is not None and not source.is_mine:
        if source.holder is not None and target is not None and target.is_mine:
            return voice.tell("take", x=what, a=a)
        if source.holder is not None:
            return voice.tell("gives", p=source.holder, x=what, b=b)
        if target is None:
            return voice.tell(pay, x=what, a=a, b="")
        return voice.tell(
            "move" if a or what.say().startswith(("everything", "всё")) else _put(b),
            x=what,
            a=a,
            b=b,
        )
    return voice.tell(pay, x=what, a="", b=b)


def _below_zero(stmt: st.Transfer, scope: Scope) -> str | None:
    """`gain max(0, -x) * coin`: if x is below 0, take that many coins."""
    match stmt.amount:
        case ex.Binary(
            op="*",
            left=ex.CallExpr(
                name=ex.Ident(text="max"), args=(ex.Number(value=0), ex.Unary() as low)
            ),
            right=ex.Name(ident=kind),
        ) if stmt.verb == "gain" and stmt.source is None and stmt.target is None:
            value = amounts.named(low.operand, scope)
            many = scope.voice.noun(scope.member(kind.text), plural=True)
            return scope.voice.tell("take_if_below", x=value, k=many)
        case _:
            return None


def _onto(goal: str) -> str:
    """English `on` says where something is, `onto` where it goes."""
    return f"onto {goal.removeprefix('on ')}" if goal.startswith("on ") else goal


def _put(goal: str) -> str:
    """The verb for what joins other things: `add it to your cards`."""
    return "add_in" if goal.startswith(("to ", "к ")) else "put"
