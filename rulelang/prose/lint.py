"""What the texts of a game lack: in goes a linked game and a language, out come lines to fill in and remarks.

A name without a label is told by its own words, and a Russian form that its ending does not tell is guessed;
both read badly, and so does `takes the action “Build a road”` where a verb would do. Their lines belong into a
`words` block of that language. English is asked for verbs only once a game has some: labels often are verbs there.
Remarks are about what stands in the rules: texts that are not said in the language, verbs with gaps that nothing
fills, and notes that repeat a sentence or that nobody would read.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of
from rulelang.prose import verbs
from rulelang.prose.describe import Described, Prose
from rulelang.prose.lexicon import Missing
from rulelang.prose.model import as_text
from rulelang.prose.notes import note_text, notes_of
from rulelang.source import Span
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

STOP = ". "
VERBS = {"en": (verbs.DOES,), "ru": verbs.FORMS}


@frozen
class Remark:
    """Something to mend in a text, and where it stands."""

    span: Span
    text: str


def missing_words(linked: Linked, language: str) -> tuple[Missing, ...]:
    """What the texts about all items but the tests ask for in vain."""
    prose = Prose(linked, language)
    for item in linked.items:
        if not isinstance(item, syn.Test):
            prose.describe(item)
    return (*prose.missing(), *_missing_verbs(linked, language, prose))


def _missing_verbs(linked: Linked, language: str, prose: Prose) -> Iterator[Missing]:
    """Forms of verbs that actions and ways to pay lack."""
    wanted = VERBS.get(language, ())
    names = [
        item.name.text
        for item in linked.items
        if isinstance(item, syn.Rule) and item.word != "effect" and prose.has_label(item.name.text)
    ]
    is_begun = any(prose.form(name, verbs.DOES) for name in names)
    for name in names if is_begun or language != "en" else ():
        forms = tuple(form for form in wanted if prose.form(name, form) is None)
        if forms:
            yield Missing(name, forms)


def lines_to_fill(linked: Linked, language: str) -> tuple[str, ...]:
    """The `words` block with what is missing; nothing if nothing is."""
    prose = Prose(linked, language)
    found = missing_words(linked, language)
    if not found:
        return ()
    lines = [f"words {language}:"]
    for each in found:
        base = '"…"' if "label" in each.what else f'"{prose.title(each.name)}"'
        forms = [f'{form} "…"' for form in each.what if form != "label"]
        said = forms if set(each.what) <= set(verbs.FORMS) else [base, *forms]
        lines.append(f"    {each.name}: {', '.join(said)}")
    return tuple(lines)


def remarks(linked: Linked, language: str) -> tuple[Remark, ...]:
    """What is wrong with labels, titles, sentences and notes, in the order of the files."""
    prose = Prose(linked, language)
    found = [*_unsaid(linked, language, prose)]
    for item in linked.items:
        found += _of_notes(item, language, prose)
        if isinstance(item, syn.Words) and item.language.text == language:
            found += _of_verbs(item, linked)
    return tuple(found)


def _of_verbs(words: syn.Words, linked: Linked) -> Iterator[Remark]:
    """Gaps of verbs that no parameter fills, and brackets that do not match."""
    rules = {item.name.text: item for item in linked.items if isinstance(item, syn.Rule)}
    for line in words.lines:
        rule = rules.get(line.name.text)
        for form, text in line.forms if rule is not None else ():
            if rule is None or form.text not in verbs.FORMS:
                continue
            known = {*(param.name.text for param in rule.params), verbs.ME}
            for name in verbs.asked(text.value):
                if name not in known:
                    yield Remark(text.span, f"`{name}` is no parameter of `{line.name.text}`")
            if "[" in (rest := verbs.PART.sub("", text.value)) or "]" in rest:
                yield Remark(text.span, "these brackets do not match")


def _unsaid(linked: Linked, language: str, prose: Prose) -> Iterator[Remark]:
    """Labels, titles, reasons and notes that are not in this language."""
    for node in walk((linked.header, *linked.headers, linked.players, linked.items)):
        name = getattr(node, "name", None) or getattr(node, "kind", None)
        text = getattr(name, "text", None)
        if isinstance(text, str) and prose.has_words(text):
            continue
        for field in ("label", "title", "sentence"):
            label = getattr(node, field, None)
            if isinstance(label, syn.Label) and language not in dict(label.words):
                yield Remark(label.span, f"“{label.english}” is not said in {language}")


def _of_notes(item: Described, language: str, prose: Prose) -> Iterator[Remark]:
    """Notes of an item that repeat what is told of it, or that no text shows."""
    notes = list(notes_of(item))
    if not notes:
        return
    is_shown = not isinstance(item, syn.Rule | syn.Cases) or prose.has_label(name_of(item) or "")
    said = as_text(prose.describe(item))
    for note in notes:
        if not is_shown:
            yield Remark(note.span, "this note is shown nowhere: what it belongs to has no label")
        for sentence in note_text(note, language).rstrip(".").split(STOP):
            if said.casefold().count(f"{sentence}.".casefold()) > 1:
                yield Remark(note.span, f"the text says this already: “{sentence}.”")
