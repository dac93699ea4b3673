"""What one statement says after another: the same again, the opposite, or what comes after all turns."""

from __future__ import annotations

from rulelang.prose import called, choices, clauses, effects, nouns, numbers, places
from rulelang.prose.lines import Line, Nest
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def twice(stmt: st.Stmt, said: list[Line], scope: Scope) -> list[Line]:
    """The lines of a statement that stands there twice."""
    voice = scope.voice
    match stmt:
        case st.May(calls=(call,), repeatedly=False):
            return [choices.only("may_twice", call, choices.acting(stmt.chooser, scope))]
        case _:
            pass
    if len(said) == 1:
        return [*said, voice.tell("same_again")]
    return [Nest(voice.tell("twice"), tuple(said))]


def again_if_can(stmt: st.Stmt, last: list[Line], scope: Scope) -> bool:
    """Whether a statement only says that what was just done is done again, if possible."""
    match stmt:
        case st.If(condition=condition, then=then, otherwise=()) if len(last) == 1:
            is_so = called.is_if_can(condition, then, scope)
            return is_so and effects.body(then, scope) == last
        case _:
            return False


def chosen_and_taken(stmt: st.Stmt, rest: st.Body, scope: Scope) -> str | None:
    """`choose x as 2 from S` and `gain x`, in one sentence: several things that nobody speaks of again."""
    match stmt, rest[:1]:
        case (
            st.Choose(chooser=None, pick=st.PickValues(bindings=(st.BindBundle() as bound,))),
            (st.Transfer(verb="gain", amount=ex.Name(ident=amount), target=None),),
        ) if amount.text == bound.name.text and numbers.value_of(bound.size, scope) != 1:
            later = {node.ident.text for node in walk(rest[1:]) if isinstance(node, ex.Name)}
            if bound.name.text in later:
                return None
            phrase, _inner = choices.bundle(bound, scope, is_named=False)
            return scope.voice.tell("choose_take", x=phrase)
        case _:
            return None


def filled_and_shuffled(stmt: st.Stmt, rest: st.Body, scope: Scope) -> str | None:
    """`move all of K to S` and `shuffle S`, in one sentence: there is nothing else to be shuffled."""
    match stmt, rest[:1]:
        case (
            st.Move(what=ex.Kind() as kind, everything=True, source=None, how=()) as move,
            (st.Shuffle(pile=pile),),
        ):
            shape = scope.world.shape(pile, scope.shapes)
            goal = places.where(move.target, places.TO, scope)
            if shape.kind != kind.ident.text or goal != places.where(pile, places.TO, scope):
                return None
            things = scope.voice.all_of(nouns.noun(kind, scope))
            return scope.voice.tell("shuffle_into", x=things, b=goal)
        case _:
            return None


def opposite(before: st.Stmt | None, stmt: st.Stmt, scope: Scope) -> st.Body | None:
    """What a second `if` does whose condition is just that of the first one does not hold."""
    match before, stmt:
        case st.If(otherwise=()) as one, st.If(otherwise=()) as other:
            pass
        case _:
            return None
    if not _is_lasting(one.condition, scope):
        return None
    is_opposite = clauses.clause(one.condition, scope, wanted=False) == clauses.clause(
        other.condition, scope
    )
    return other.then if is_opposite else None


def _is_lasting(condition: ex.Expr, scope: Scope) -> bool:
    """Whether a condition asks only what a thing is, which nothing changes."""
    match condition:
        case ex.Binary(op="and", left=left, right=right):
            return _is_lasting(left, scope) and _is_lasting(right, scope)
        case ex.IsKind(operand=ex.Name(ident=ident)) | ex.Filled(operand=ex.Name(ident=ident)):
            return ident.text in scope.bound
        case _:
            return False


def after_turns(
    before: st.Stmt | None, stmt: st.Stmt, said: list[Line], scope: Scope
) -> list[Line]:
    """What follows when all have had their turns, so that nobody takes it for a part of a turn."""
    if len(said) == 1 and isinstance(said[0], str) and _is_act(before) and _is_act(stmt):
        return [f"{scope.voice.tell('then')}{scope.voice.pause} {said[0]}"]
    if not said or not _ends_with_turns(before):
        return said
    intro = f"{scope.voice.tell('after_turns')}{scope.voice.pause}"
    first = said[0]
    if isinstance(first, Nest):
        return [Nest(f"{intro} {first.intro}", first.items), *said[1:]]
    return [Nest(f"{intro} {first}", ()), *said[1:]]  # a paragraph of its own


def _ends_with_turns(stmt: st.Stmt | None) -> bool:
    match stmt:
        case st.Repeat(body=(st.Turn(),)):
            return True
        case st.Each(body=(st.Turn(),)):
            return not _is_act(stmt)
        case _:
            return False


def _is_act(stmt: st.Stmt | None) -> bool:
    """Turns that are told as what each player does in them."""
    match stmt:
        case st.Each(body=(st.Turn(body=(st.Choose(pick=st.PickCalls() as pick),)),)):
            return len(pick.calls) == 1 and not pick.repeatedly
        case _:
            return False
