"""What gets a name on the way: values (`let`) and what chance gives (`roll`).

A value is told in full wherever its name stands, unless it has words of its own, is long, or something changes
before it is spoken of again: `the card just gained` is another one as soon as a card is gained.
"""

from __future__ import annotations

from rulelang.prose import changes, elements, nouns, numbers
from rulelang.prose.lexicon import Lemma
from rulelang.prose.lines import Line, words_of
from rulelang.prose.scope import Bound, Scope
from rulelang.prose.world import NUMBER, REF, SET, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st

DIE = {False: "die", True: "кубик"}
FEW_WORDS = 4  # of what is chosen, before how it is chosen
TOO_LONG = 6  # words of a value that gets a name instead of being said again and again


def let(stmt: st.Let, rest: st.Body, scope: Scope) -> tuple[list[Line], Scope]:
    """A value that gets a name, and what is done then."""
    voice = scope.voice
    name = stmt.name.text
    shape = scope.world.shape(stmt.expr, scope.shapes)
    value = nouns.noun(stmt.expr, scope)
    has_words = scope.teller.lexicon.has_words(name)
    is_long = words_of(value.say()) > TOO_LONG
    if shape.form == REF and has_words and not is_long:
        # What it was when it got its name may not be true any more: `the drawn tile` lies on the board.
        return [], scope.bind(name, voice.noun(scope.lemma(name), "the"), shape)
    is_stale = changes.is_stale(stmt, rest, scope.world)
    if shape.form == REF and (is_long or is_stale):
        title = _defined_word(stmt.expr, scope)
        said: list[Line] = [voice.tell("determine", x=value)]
        if title is not None:
            return said, scope.bind(name, voice.noun(title, "this"), shape)
        return said, scope.introduce(name, shape)[1]
    if shape.form == NUMBER and has_words and (is_long or is_stale):
        called = voice.noun(scope.lemma(name), "the")
        return [voice.tell("determine_as", x=called, y=value)], scope.bind(name, called, shape)
    if is_stale and shape.form in {NUMBER, SET}:
        inner = scope.introduce(name, shape, plural=shape.form == SET)[1]
        return [voice.tell("determine", x=value)], inner
    number = numbers.value_of(stmt.expr, scope)
    given = (stmt.expr, scope) if isinstance(stmt.expr, ex.Of) else None
    return [], scope.rebind(name, Bound(value, shape, number, given))


def _defined_word(expr: ex.Expr, scope: Scope) -> Lemma | None:
    """The word of a definition that names what it gives: `home castle`."""
    match expr:
        case ex.CallExpr(name=name) if name.text in scope.world.defines:
            label = scope.teller.lexicon.label(name.text)
            return scope.lemma(name.text) if label is not None and "{" not in label else None
        case _:
            return None


def _only_die(scope: Scope) -> Lemma | None:
    """The die among the components, where there is one: it shows the cases that are rolled."""
    word = DIE[scope.voice.is_russian]
    found = [
        lemma
        for kind in scope.world.components
        if (lemma := scope.lemma(kind)).forms["nom"] == word
    ]
    return found[0] if len(found) == 1 else None


def roll(stmt: st.Roll, scope: Scope) -> tuple[list[Line], Scope]:
    """What chance gives."""
    voice, name = scope.voice, stmt.name.text
    if stmt.dice is not None:
        dice = scope.teller.lexicon.of_text(DIE[voice.is_russian])
        thrown = voice.counted(stmt.dice[0], dice)
        rolled = nouns.head("rolled", "", scope)
        return [voice.tell("roll", x=thrown)], scope.bind(name, rolled, Shape(NUMBER, "number"))
    assert stmt.among is not None
    if isinstance(stmt.among, ex.Kind) and (die := _only_die(scope)) is not None:
        inner = scope.introduce(name, Shape(REF, stmt.among.ident.text))[1]
        return [voice.tell("roll", x=voice.noun(die, "the"))], inner
    one, inner = elements.element(elements.Picked(name, stmt.among), scope)
    key = "random_short" if words_of(one.say()) <= FEW_WORDS else "random"
    return [voice.tell(key, x=one)], inner
