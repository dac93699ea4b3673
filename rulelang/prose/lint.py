"""Words that the texts of a game need and nobody has written: in goes a linked game, out come the lines to fill in.

A name without a label is told by its own words, and a Russian form that its ending does not tell is guessed;
both read badly. The lines belong into a `words` block of that language.
"""

from __future__ import annotations

from rulelang.linking.model import Linked
from rulelang.prose.describe import Prose
from rulelang.prose.lexicon import Missing
from rulelang.syntax import items as syn


def missing_words(linked: Linked, language: str) -> tuple[Missing, ...]:
    """What the texts about all items but the tests ask for in vain."""
    prose = Prose(linked, language)
    for item in linked.items:
        if not isinstance(item, syn.Test):
            prose.describe(item)
    return prose.missing()


def lines_to_fill(linked: Linked, language: str) -> tuple[str, ...]:
    """The `words` block with what is missing; nothing if nothing is."""
    prose = Prose(linked, language)
    found = missing_words(linked, language)
    if not found:
        return ()
    lines = [f"words {language}:"]
    for each in found:
        base = "…" if "label" in each.what else prose.title(each.name)
        forms = "".join(f', {form} "…"' for form in each.what if form != "label")
        lines.append(f'    {each.name}: "{base}"{forms}')
    return tuple(lines)
