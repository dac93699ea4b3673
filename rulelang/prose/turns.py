"""Turns: in which order players take them, how long, and what one does in a turn."""

from __future__ import annotations

from rulelang.prose import choices, clauses, effects, elements, nouns, verbs
from rulelang.prose.lines import Line, led
from rulelang.prose.phrases import CLOSING, Phrase, has_comma
from rulelang.prose.scope import Scope
from rulelang.prose.world import Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st


def only_turn(body: st.Body, variable: str) -> st.Turn | None:
    """The turn of each, where a loop does nothing else."""
    if len(body) == 1 and isinstance(body[0], st.Turn) and body[0].player.text == variable:
        return body[0]
    return None


def taken(
    key: str,
    source: ex.Expr,
    picked: elements.Picked,
    scope: Scope,
    turn: st.Turn,
    until: ex.Expr | None,
    by: ex.Expr | None = None,
) -> list[Line]:
    """Players take turns; the reader is the one whose turn it is."""
    voice = scope.voice
    order = ""
    if isinstance(source, ex.Clockwise):
        order = voice.tell(f"order_{source.direction}", x=nouns.noun(source.start, scope))
    elif by is not None:
        order = own_order(by, scope) or voice.tell(
            "order_by", k=_order_key(by, picked.variable, scope)
        )
    everyone = elements.Picked(
        picked.variable, ex.Constant(turn.span, "everyone"), picked.condition
    )
    match turn.body:
        case (st.Choose(chooser=None, pick=st.PickCalls(calls=(call,), repeatedly=False)),) if (
            key == "turns_once"
        ):
            each, _inner = elements.element(everyone, scope, det="each")
            if order:  # it comes first
                order = f"{order}{CLOSING if has_comma(order) else voice.pause}"
            verb = verbs.of_call(call, verbs.PLAYS, scope, each)
            if verb is not None:
                return [f"{order} {each.say()} {verb}".strip()]
            return [voice.tell("turn_acts", x=each, a=choices.call_label(call, scope), order=order)]
        case _:
            pass
    who, _inner = elements.element(everyone, scope, plural=True)
    end = ending("until", "while", until, scope) if until is not None else ""
    intro = voice.tell(key, x=who, order=order, until=end)
    you = scope.bind(picked.variable, voice.you(), Shape("ref", "Player"))
    lines = effects.body(turn.body, you)
    return [intro, *led(voice.tell("on_turn"), lines, voice.pause)]


def own_order(by: ex.Expr, scope: Scope) -> str | None:
    """`by place of p`: in turn order, where its words say how that is called, and the other way round."""
    inner = by.operand if isinstance(by, ex.Unary) else by
    if not isinstance(inner, ex.Of | ex.Printed):
        return None
    name = inner.name if isinstance(inner, ex.Of) else inner.field
    form = "order_back" if isinstance(by, ex.Unary) else "order"
    return scope.teller.lexicon.form(name.text, form)


def _order_key(by: ex.Expr, variable: str, scope: Scope) -> str:
    voice = scope.voice
    is_falling = isinstance(by, ex.Unary)
    inner = by.operand if isinstance(by, ex.Unary) else by
    if (
        isinstance(inner, ex.Of)
        and isinstance(inner.owner, ex.Name)
        and inner.owner.ident.text == variable
    ):
        key = voice.noun(scope.lemma(inner.name.text), "the")
    else:
        player = voice.noun(scope.lemma("Player"))
        key = nouns.noun(inner, scope.bind(variable, voice.pronoun(player), Shape("ref", "Player")))
    return voice.tell("falling" if is_falling else "rising", x=key)


def ending(
    until_key: str, while_key: str, until: ex.Expr, scope: Scope, each: Phrase | None = None
) -> str:
    """How long something is repeated: until that, or as long as its opposite holds if that reads better.

    What is repeated is asked before each pass: `repeat until` could be taken to mean that it is done once at least.
    """
    voice = scope.voice
    opposite = clauses.clause(until, scope, wanted=False)
    is_plain = voice.tell("not_so", c="").strip() not in opposite
    is_double = isinstance(until, ex.Filled) and until.wanted
    if is_plain and (voice.is_russian or is_double or while_key == "again_while"):
        return voice.tell(while_key, c=opposite, x=each or "")
    return voice.tell(until_key, c=clauses.clause(until, scope), x=each or "")


def one(stmt: st.Turn, scope: Scope) -> list[Line]:
    """The turn of one player."""
    voice = scope.voice
    you = scope.bind(stmt.player.text, voice.you(), Shape("ref", "Player"))
    bound = scope.bound.get(stmt.player.text)
    lines = effects.body(stmt.body, you)
    if bound is None:
        return led(voice.tell("on_turn"), lines, voice.pause)
    return [voice.tell("has_turn", p=bound.phrase), *led(voice.tell("on_turn"), lines, voice.pause)]
