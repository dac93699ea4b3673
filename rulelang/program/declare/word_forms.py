"""Grammatical forms: `words LANG` blocks to (language, word, forms), the plain form first."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.program.declare.symbols import Symbols
from rulelang.program.nodes import WordForms
from rulelang.syntax.trees import items as syn

PLAIN = ""


def type_words(symbols: Symbols) -> tuple[WordForms, ...]:
    """Return all forms; kinds must exist, other words may be any noun that sentences count."""
    found = []
    for item in symbols.linked.items:
        if not isinstance(item, syn.Words):
            continue
        for line in item.lines:
            key = line.name.text
            if key[0].isupper() and key not in symbols.kinds and key not in symbols.enums:
                known = [*symbols.kinds, *symbols.enums]
                symbols.report.error(
                    codes.UNKNOWN_KIND, line.name.span, name=key, help=did_you_mean(key, known)
                )
            if line.base is None:  # for texts about the rules only
                continue
            forms = ((form.text, text.value) for form, text in line.forms)
            found.append((item.language.text, key, ((PLAIN, line.base.value), *forms)))
    return tuple(found)
