"""Declared names that nobody could use: in go items, out come reports.

The grammar lets words that begin a value (`first`, `one`, `me` …) stand where something gets its name. Used as
a value such a name would always be read as the word, so it is refused where it is declared.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.syntax.parsing.expected import VALUE_WORDS
from rulelang.syntax.trees import items as it
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.expressions import Ident
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

# Rules and lines of the score are only ever named where no value can stand.
_NAMED = (
    *(it.Setting, it.ChoiceSetting, it.Define, it.Value, it.Cases, it.Region, it.Award),
    *(it.Place, it.Var, it.Track, it.Board, it.Asked, it.AskedBundle, it.Given),
    *(st.Let, st.Roll, st.BindOne, st.BindBundle),
)
_LOOPS = (st.Each, st.Repeat, st.Together, st.Resolve)


def check_words(items: Iterable[it.Item], report: Reporter) -> None:
    """Report names that are words of the language wherever a value can stand."""
    for node in walk(tuple(items), without=(*EXPRESSIONS, it.Test)):
        ident = _declared(node)
        if ident is not None and ident.text in VALUE_WORDS:
            report.error(
                codes.RESERVED_WORD,
                ident.span,
                name=ident.text,
                help=f"choose another name, such as `{ident.text}_`",
            )


def _declared(node: object) -> Ident | None:
    if isinstance(node, _NAMED):
        return node.name
    if isinstance(node, _LOOPS):
        return node.variable
    return node.ident if isinstance(node, it.Member) and node.word == "name" else None
