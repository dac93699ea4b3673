"""What is noted: how a text says that a variable, a track or a set changes."""

from __future__ import annotations

from rulelang.prose import amounts, changes, clauses, nouns
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG, REF, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st


def told(stmt: st.SetTo | st.Shift | st.AddTo, scope: Scope) -> str:
    """What is noted: variables, tracks and sets."""
    voice = scope.voice
    if changes.is_quiet(stmt, scope.world):
        return ""
    own = _own_change(stmt, scope)
    if own is not None:
        return own
    if isinstance(stmt, st.Shift):
        return _shifted(stmt, scope)
    if isinstance(stmt, st.AddTo):
        key = "add_to" if stmt.verb == "add" else "drop_from"
        x, y = nouns.noun(stmt.item, scope), nouns.noun(stmt.target, scope)
        return voice.tell(key, x=x, y=y, when=_since(stmt.target, scope))
    shape = scope.world.shape(stmt.target, scope.shapes)
    if shape.form == FLAG:
        is_true = isinstance(stmt.value, ex.Constant) and stmt.value.word == "true"
        is_false = isinstance(stmt.value, ex.Constant) and stmt.value.word == "false"
        said = clauses.clause(stmt.target, scope, wanted=not is_false)
        since = _since(stmt.target, scope)
        if is_true or is_false:
            return voice.tell("from_now", when=since, c=said)
        return voice.tell("from_now_if", when=since, c=said, d=clauses.clause(stmt.value, scope))
    if isinstance(stmt.value, ex.Constant) and stmt.value.word == "none":
        return voice.tell("clear", x=nouns.noun(stmt.target, scope))
    if _is_bookkeeping(stmt, scope):
        return ""
    x, y = nouns.noun(stmt.target, scope), nouns.noun(stmt.value, scope)
    if shape.form == SET and isinstance(stmt.value, ex.SetLit) and not stmt.value.items:
        return voice.tell("emptied", x=x)
    key = "are_now" if shape.form == SET else "becomes"
    if shape.form == REF and shape.kind == "Player":
        key = "is_made"  # somebody becomes the first player, not the other way round
    return "" if x.say() == y.say() else voice.tell(key, x=x, y=y)


def _since(target: ex.Expr, scope: Scope) -> str:
    """How long what is noted holds: from now on, or only in this turn where it is cleared each turn."""
    match target:
        case ex.Of(name=name) | ex.Name(ident=name):
            item = scope.world.vars.get(name.text)
        case _:
            item = None
    is_for_turn = item is not None and any(
        prop.word == "cleared" and prop.name == "turn" for prop in item.props
    )
    return scope.voice.tell("in_this_turn" if is_for_turn else "since_now")


def _shifted(stmt: st.Shift, scope: Scope) -> str:
    """A number goes up or down by so much; on a track with printed values it goes by steps."""
    voice = scope.voice
    x = nouns.noun(stmt.target, scope)
    match stmt.target:
        case ex.Of(name=name) | ex.Name(ident=name):
            track = scope.world.vars.get(name.text)
        case _:
            track = None
    if not isinstance(track, syn.Track) or isinstance(track.values, ex.Binary):
        return voice.tell(stmt.verb, x=x, n=nouns.noun(stmt.amount, scope))
    steps = scope.teller.lexicon.of_text("деление" if voice.is_russian else "step")
    n = amounts.counted_lemma(stmt.amount, steps, scope)
    return voice.tell(f"{stmt.verb}_steps", x=x, n=n)


def _own_change(stmt: st.SetTo | st.Shift | st.AddTo, scope: Scope) -> str | None:
    """A change in the words of what is kept: `becomes`, or `ends` where it is no longer so."""
    match stmt.target:
        case ex.Of(name=name, owner=owner):
            x = nouns.noun(owner, scope)
        case ex.Name(ident=name) if name.text not in scope.bound:
            x = scope.voice.you()
        case _:
            return None
    form = "becomes"
    value: ex.Expr | None = None
    match stmt:
        case st.SetTo(value=ex.Constant(word="true")):
            pass
        case st.SetTo(value=ex.Constant(word="false" | "none")):
            form = "ends"
        case st.SetTo(value=ex.SetLit(items=())):
            form = "ends"
        case st.SetTo(value=value):
            pass
        case st.Shift():
            # Only that nothing is said: the words speak of a value, not of a difference.
            return "" if scope.teller.lexicon.form(name.text, form) == "" else None
        case st.AddTo(item=value, verb=verb):
            form = "becomes" if verb == "add" else "ends"
    said = scope.teller.lexicon.form(name.text, form)
    if said is None or (value is None and "{y" in said):
        return None
    y = nouns.noun(value, scope) if value is not None else ""
    return scope.voice.fill(said, {"x": x, "y": y})


def _is_bookkeeping(stmt: st.SetTo, scope: Scope) -> bool:
    """`set round to r`: the variable just keeps what the text calls the same anyway."""
    if not (isinstance(stmt.target, ex.Name) and isinstance(stmt.value, ex.Name)):
        return False
    kind = scope.world.shape(stmt.target, scope.shapes).kind
    return scope.lemma(stmt.target.ident.text).forms["nom"] == scope.lemma(kind).forms["nom"]
