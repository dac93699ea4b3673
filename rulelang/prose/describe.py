"""The way in: a declaration of a linked game in, blocks of text out.

    describe(linked, "build_road", "en")      an item by its name, or the item itself
    describe(linked, step, "ru")              a `step` of the flow as a node of syntax
    title(linked, "build_road", "ru")         what people call it
    describe_effect(linked, cell, "en")       what a table cell of effects says

Items without text of their own (`use`, `bots`, `words`) give none.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.linking.model import Linked, name_of
from rulelang.prose.model import Block, Run, Sentence
from rulelang.syntax import items as syn
from rulelang.syntax import statements as st

Described: TypeAlias = "syn.Item | syn.BoardPlaces | syn.Parts | syn.Case | st.Step"


def find(linked: Linked, name: str) -> syn.Item | None:
    """The item that declares a name; None if nothing does."""
    return next((item for item in linked.items if name_of(item) == name), None)


def title(linked: Linked, name: str, language: str) -> str:
    """What people call a declared thing: its label, else its name as words."""
    label = getattr(find(linked, name), "label", None)
    words = dict(label.words) if label is not None else {}
    return words.get(language) or words.get("en") or name.replace("_", " ")


def describe(linked: Linked, what: str | Described, language: str) -> tuple[Block, ...]:
    """What a declaration means, in full sentences."""
    name = what if isinstance(what, str) else _name(what)
    if name is None:
        return ()
    return (Sentence((Run(f"{title(linked, name, language)}.", name),)),)


def _name(what: Described) -> str | None:
    ident = getattr(what, "name", None) or getattr(what, "kind", None)
    return ident.text if ident is not None else None


def describe_effect(linked: Linked, cell: str, language: str) -> tuple[Block, ...]:
    """What the effects of a table cell (`produce(wood, 1, this); earn(2)`) do."""
    return (Sentence((Run(f"{cell}."),)),) if cell else ()
