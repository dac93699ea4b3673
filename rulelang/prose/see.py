"""Where a sentence about a rule leads: the words that are its heading are the link, else `(see “…”)` stands behind."""

from __future__ import annotations

import re

from rulelang.prose import nouns
from rulelang.prose.phrases import OPEN, link
from rulelang.prose.scope import Scope

ENDING = 3  # letters of a Russian word that may differ from those in the heading
LEAST = 3  # letters that must be the same


def see(said: str, name: str, scope: Scope) -> str:
    """The sentence with a link to the rule of that name."""
    heading = scope.teller.lexicon.heading(name) or ""
    found = _heading_in(said, heading, scope) if heading else None
    if found is None or OPEN in said[: found.end()]:
        return f"{said} {scope.voice.tell('see', x=nouns.linked_label(name, scope))}"
    return f"{said[: found.start()]}{link(name, found[0])}{said[found.end() :]}"


def _heading_in(said: str, heading: str, scope: Scope) -> re.Match[str] | None:
    """The words of the heading in the sentence; in Russian in whatever form they stand there."""
    if not scope.voice.is_russian:
        return re.search(rf"(?<!\w){re.escape(heading)}(?!\w)", said, re.IGNORECASE)
    words = [_in_any_form(word) for word in heading.split(" ")]
    return re.search(rf"(?<!\w){' '.join(words)}(?!\w)", said, re.IGNORECASE)


def _in_any_form(word: str) -> str:
    stem = word[: max(LEAST, len(word) - ENDING)]
    return re.escape(word) if len(word) <= LEAST else rf"{re.escape(stem)}\w*"
