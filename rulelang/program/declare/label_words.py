"""Labels as words: in goes a label of the syntax, out comes a text for each language."""

from __future__ import annotations

from rulelang.program.nodes import Words
from rulelang.syntax.trees.items import Label


def words(label: Label | None, fallback: str = "") -> Words:
    """Return a label's words; without a label the name itself, made readable."""
    if label is not None:
        return label.words
    return (("en", fallback.replace("_", " ")),) if fallback else ()
