"""When a game ends whose rules have no `end`: with the last loop of its flow that holds turns."""

from __future__ import annotations

from rulelang.prose import clauses, nouns, numbers
from rulelang.prose.lines import Line
from rulelang.prose.scope import Scope
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def flow(item: syn.Flow, scope: Scope) -> list[Line]:
    """How the flow comes to its end, and which steps follow then; nothing if it never does."""
    loops = [at for at, stmt in enumerate(item.body) if _has_turns(stmt)]
    if not loops:
        return []
    last = loops[-1]
    ends = _ends(item.body[last], scope)
    if ends is None:
        return []
    steps = [
        nouns.linked_label(stmt.name.text, scope)
        for stmt in item.body[last + 1 :]
        if isinstance(stmt, st.Step) and stmt.label is not None
    ]
    if not steps:
        return [ends]
    key = "end_then" if len(steps) == 1 else "end_then_many"
    return [ends, scope.voice.tell(key, x=scope.voice.listed(steps))]


def _has_turns(stmt: st.Stmt) -> bool:
    return isinstance(stmt, st.Repeat | st.Each | st.Times) and any(
        isinstance(node, st.Turn) for node in walk(stmt)
    )


def _ends(stmt: st.Stmt, scope: Scope) -> str | None:
    voice = scope.voice
    match stmt:
        case st.Repeat(until=until) if until is not None:
            # Before each pass, which is a turn where players go round, it is asked whether this holds.
            key = "end_loop" if stmt.variable is None else "end_turns"
            return voice.tell(key, c=clauses.clause(until, scope))
        case st.Each(source=ex.Kind(ident=kind), condition=None) if kind.text in scope.world.enums:
            rounds = len(scope.world.enums[kind.text].members) or len(scope.world.rows[kind.text])
            return voice.tell("end_after", n=voice.counted(rounds, scope.lemma(kind.text)))
        case st.Times(count=count):
            known = numbers.value_of(count, scope)
            if known is None:
                return None
            word = scope.teller.lexicon.of_text("раунд" if voice.is_russian else "round")
            return voice.tell("end_after", n=voice.counted(known, word))
        case _:
            return None
