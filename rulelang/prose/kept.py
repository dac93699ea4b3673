"""What is noted: how a text says that a variable, a track or a set changes."""

from __future__ import annotations

from rulelang.prose import clauses, nouns
from rulelang.prose.scope import Scope
from rulelang.prose.world import FLAG, SET
from rulelang.syntax import expressions as ex
from rulelang.syntax import statements as st


def told(stmt: st.SetTo | st.Shift | st.AddTo, scope: Scope) -> str:
    """What is noted: variables, tracks and sets."""
    voice = scope.voice
    own = _own_change(stmt, scope)
    if own is not None:
        return own
    if isinstance(stmt, st.Shift):
        return voice.tell(
            stmt.verb, x=nouns.noun(stmt.target, scope), n=nouns.noun(stmt.amount, scope)
        )
    if isinstance(stmt, st.AddTo):
        key = "add_to" if stmt.verb == "add" else "drop_from"
        return voice.tell(key, x=nouns.noun(stmt.item, scope), y=nouns.noun(stmt.target, scope))
    shape = scope.world.shape(stmt.target, scope.shapes)
    if shape.form == FLAG:
        is_true = isinstance(stmt.value, ex.Constant) and stmt.value.word == "true"
        is_false = isinstance(stmt.value, ex.Constant) and stmt.value.word == "false"
        said = clauses.clause(stmt.target, scope, wanted=not is_false)
        if is_true or is_false:
            return voice.tell("from_now", c=said)
        return voice.tell("from_now_if", c=said, d=clauses.clause(stmt.value, scope))
    if isinstance(stmt.value, ex.Constant) and stmt.value.word == "none":
        return voice.tell("clear", x=nouns.noun(stmt.target, scope))
    if _is_bookkeeping(stmt, scope):
        return ""
    x, y = nouns.noun(stmt.target, scope), nouns.noun(stmt.value, scope)
    return "" if x.say() == y.say() else voice.tell("becomes", x=x, y=y)


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
        case st.SetTo(value=value):
            if scope.world.shape(stmt.target, scope.shapes).form == SET:
                return None
        case st.AddTo(item=value, verb=verb):
            form = "becomes" if verb == "add" else "ends"
        case _:
            return None
    said = scope.teller.lexicon.form(name.text, form)
    if said is None:
        return None
    y = nouns.noun(value, scope) if value is not None else ""
    return scope.voice.fill(said, {"x": x, "y": y})


def _is_bookkeeping(stmt: st.SetTo, scope: Scope) -> bool:
    """`set round to r`: the variable just keeps what the text calls the same anyway."""
    if not (isinstance(stmt.target, ex.Name) and isinstance(stmt.value, ex.Name)):
        return False
    kind = scope.world.shape(stmt.target, scope.shapes).kind
    return scope.lemma(stmt.target.ident.text).forms["nom"] == scope.lemma(kind).forms["nom"]
