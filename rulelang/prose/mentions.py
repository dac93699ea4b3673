"""First mentions: what a text speaks of comes up before it says `this`.

Parameters are `this unit` and `this cell` while a definition or a change is told. Its lines then bring them up: `a unit
may stand on a cell if …`. What the subject of the sentence does not name is known from elsewhere: `the unit`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from rulelang.frozen import frozen
from rulelang.prose.lines import Line, Nest, settled
from rulelang.prose.phrases import Phrase, Voice, plain
from rulelang.prose.scope import Scope

THIS = re.compile(r"\bthis\b|(?<![а-яё])эт(?:от|а|о|и|им|ой|ого|ому|ом|их|ими|у)(?![а-яё])")
# What follows a subject.
SUBJECT = r"(?:is|are|has|have|may|can|counts|shows|lies)\b|—|не |рядом "


@frozen
class Mention:
    """How something is called in the text, and how it comes up there."""

    this: Phrase
    first: Phrase
    known: Phrase


def of(names: list[str], scope: Scope, first: dict[str, Phrase] | None = None) -> list[Mention]:
    """The parameters that are called `this K`; `first` says how some of them come up."""
    voice = scope.voice
    found: list[Mention] = []
    for name in names:
        bound = scope.bound.get(name)
        lemma = bound.phrase.lemma if bound is not None else None
        if bound is None or lemma is None:
            continue
        is_other = plain(bound.phrase.say()) == f"the other {lemma.forms['nom']}"
        if not is_other and bound.phrase != voice.noun(lemma, "this"):
            continue
        brought = (first or {}).get(name, voice.noun(lemma, "other" if is_other else "a"))
        found.append(Mention(bound.phrase, brought, voice.noun(lemma, "the")))
    return found


def brought_up(
    lines: list[Line], mentions: list[Mention], subject: str, voice: Voice
) -> list[Line]:
    """The lines with each of them brought up where it comes first; the subject is how the first line begins."""
    told = [each for each in mentions if is_in(subject, each)]
    says_this = THIS.search(_without(subject, told)) is not None
    for each in mentions:
        if each in told:
            lines = _once(lines, lambda text, each=each: _replaced(text, each.this, each.first))  # type: ignore[misc]  # bound now
        elif not (says_this or voice.is_russian):  # Russian has no word for what is known
            lines = _everywhere(lines, lambda text, each=each: _all(text, each.this, each.known))  # type: ignore[misc]  # bound now
    if len(mentions) == len(told) == 1:
        lines = _everywhere(lines, lambda text: _as_pronoun(text, told[0].this, voice))
        lemma = told[0].this.lemma
        lines = settled(lines, frozenset({lemma.name}) if lemma is not None else frozenset())
    return lines


def is_in(text: str, mention: Mention) -> bool:
    """Whether a text speaks of it."""
    return _first(text, mention.this) is not None


def _without(text: str, mentions: list[Mention]) -> str:
    for each in mentions:
        while (found := _first(text, each.this)) is not None:
            text = text[: found[0]] + text[found[0] + len(found[1]) :]
    return text


def _first(text: str, this: Phrase) -> tuple[int, str, int] | None:
    """Where something is mentioned first: the place, the words, and their case."""
    found: list[tuple[int, str, int]] = []
    for case, form in enumerate(this.forms):
        for said in (form, plain(form)):
            at = re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text)
            if at is not None:
                found.append((at.start(), said, case))
    return min(found, key=lambda each: (each[0], -len(each[1]), each[2])) if found else None


def _replaced(text: str, this: Phrase, other: Phrase) -> str:
    found = _first(text, this)
    if found is None:
        return text
    at, said, case = found
    form = other.forms[case if len(other.forms) > 1 else 0]
    form = form if said != plain(said) else plain(form)
    return f"{text[:at]}{form}{text[at + len(said) :]}"


def _all(text: str, this: Phrase, other: Phrase) -> str:
    while _first(text, this) is not None:
        text = _replaced(text, this, other)
    return text


def _as_pronoun(text: str, this: Phrase, voice: Voice) -> str:
    """`if this cell is …` behind the only thing it can mean: if it is; `this cell is …, and it is …`."""
    word = voice.pronoun(this).say()
    for said in (this.say(), plain(this.say())):
        begun = re.sub(rf"(?<= )(if|если) {re.escape(said)} ", rf"\1 {word} ", text)
        if begun != text or text.startswith(f"{said} "):
            again = rf"(?<= )(and|or|either|и|или|либо) {re.escape(said)} (?={SUBJECT})"
            text = re.sub(again, rf"\1 {word} ", begun)
    return text


def _once(lines: list[Line], change: Callable[[str], str]) -> list[Line]:
    """The lines with the first text changed that a change touches."""
    for at, line in enumerate(lines):
        text = line if isinstance(line, str) else line.intro
        if (other := change(text)) != text:
            new = other if isinstance(line, str) else attrs.evolve(line, intro=other)
            return [*lines[:at], new, *lines[at + 1 :]]
        if isinstance(line, Nest) and (inner := _once([*line.items], change)) != [*line.items]:
            return [*lines[:at], attrs.evolve(line, items=tuple(inner)), *lines[at + 1 :]]
    return lines


def _everywhere(lines: list[Line], change: Callable[[str], str]) -> list[Line]:
    return [
        change(line)
        if isinstance(line, str)
        else Nest(change(line.intro), tuple(_everywhere([*line.items], change)))
        for line in lines
    ]
