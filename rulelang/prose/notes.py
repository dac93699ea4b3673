"""What authors add to an item: in goes a node of syntax and a language, out come the sentences of its notes.

A labelled step below it has a text of its own, and its notes stand there.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


def notes_of(node: object) -> Iterator[syn.Note]:
    """The notes that belong to a node, in the order in which they are written."""
    found = [each for each in walk(node) if isinstance(each, syn.Note)]
    if not found:
        return iter(())
    inner = {
        id(note)
        for step in walk(node)
        if isinstance(step, st.Step) and step.label is not None and step is not node
        for note in walk(step)
    }
    return (note for note in found if id(note) not in inner)


def note_text(note: syn.Note, language: str) -> str:
    """What a note says: in this language if it is said, else in English."""
    return dict(note.label.words).get(language) or note.label.english
