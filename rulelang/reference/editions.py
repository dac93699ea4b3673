"""Editions of a book: the full reference, a summary, a player aid, and what variants change."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import attrs

from rulelang.reference.changes import changed_book
from rulelang.reference.fitting import MORE, fit, level_of
from rulelang.reference.model import (
    AID,
    CHANGES,
    FULL,
    SUMMARY,
    Block,
    Book,
    Clauses,
    Figure,
    Hint,
    Section,
    named,
    plain,
)
from rulelang.reference.outline import full_book
from rulelang.reference.phrases import say
from rulelang.reference.pointing import targets, without_dangling
from rulelang.reference.subject import Desk, Subject, no_scenes

# Chapters of the short editions, in their order.
_SUMMARY = (
    "components", "setup", "turn", "actions", "exchanges", "effects", "powers", "scoring", "end",
)  # fmt: skip
_AID = ("turn", "actions", "effects", "scoring", "end")
_RULES = ("actions", "effects")  # chapters of which an edition holds what it needs
ENOUGH = 5  # lines of each rule that tell what it costs and does
PAGES = {SUMMARY: 2, AID: 1}
# Sections that only the full reference has.
_DETAILS = ("example", "phases", "turn-text")


def edition_of(edition: str, subject: Subject, base: Subject | None, language: str) -> Book:
    """Return an edition of the book on a game; `base` is the game that an edition of changes is against."""
    if edition == FULL:
        return full_book(_with_questions(subject), language)
    subject = attrs.evolve(subject, scenes=no_scenes)
    if edition != CHANGES:  # no questions: nothing has to be played for them
        subject = attrs.evolve(subject, stops=lambda _linked: {})
    book = full_book(subject, language, edition)
    match edition:
        case "changes":
            against = base if base is not None else subject
            before = full_book(attrs.evolve(against, scenes=no_scenes), language, edition)
            desks = (Desk(against, language), Desk(subject, language))
            return attrs.evolve(changed_book(before, book, desks), edition=CHANGES)
        case "summary":
            return _short(book, SUMMARY, _SUMMARY)
        case _:
            return _short(book, AID, _AID)


def _with_questions(subject: Subject) -> Subject:
    """The subject with what else holds of the game itself, before the questions of its variants.

    Only the full reference has questions that are not new; playing them takes its time.
    """
    linked = subject.linked
    return attrs.evolve(
        subject, linked=attrs.evolve(linked, items=(*subject.held(), *linked.items))
    )


def _short(book: Book, edition: str, chapters: Sequence[str]) -> Book:
    found = {section.id: section for section in book.sections}
    sections = [_shortened(found[name]) for name in chapters if name in found]
    rules = [each for section in sections if section.id in _RULES for each in section.sections]
    if edition == AID:
        sections = [_offered(section, found["turn"]) for section in sections]
    kept = _filled(_pointed_to(sections, rules))
    if level_of(kept, PAGES[edition]) < ENOUGH:  # rather fewer rules, and these in full
        kept = _filled(section for section in sections if section.id != "effects")
    fitted = without_dangling(fit(kept, PAGES[edition]))
    is_cut = any(MORE.strip() in plain(b) for s in fitted for e in s.walk() for b in e.blocks)
    subtitle = book.subtitle
    if is_cut:
        subtitle += f" · {say(book.language, 'more_in_full')}"
    return attrs.evolve(book, edition=edition, sections=fitted, subtitle=subtitle)


def _filled(sections: Iterable[Section]) -> list[Section]:
    return [section for section in sections if section.blocks or section.sections]


def _pointed_to(sections: Sequence[Section], rules: Sequence[Section]) -> list[Section]:
    """The chapters of an edition with all the rules to which they lead, and to which these lead."""
    by_name = {each.name: each for each in rules if each.name is not None}
    found: set[str] = set()
    ahead = [name for section in sections if section.id != "effects" for name in targets(section)]
    while ahead:
        name = ahead.pop()
        if name in by_name and name not in found:
            found.add(name)
            ahead += targets(by_name[name])
    told = {each.name for section in sections if section.id != "effects" for each in section.walk()}
    return [
        attrs.evolve(section, sections=_among(section, rules, found | (told - {None})))
        if section.id in _RULES
        else section
        for section in sections
    ]


def _among(
    section: Section, rules: Sequence[Section], names: Container[str | None]
) -> tuple[Section, ...]:
    word = section.id.removesuffix("s")
    return tuple(each for each in rules if each.id.startswith(f"{word}-") and each.name in names)


def _offered(section: Section, turn: Section) -> Section:
    """Of the actions those that the diagram of the turn names: what one may choose from."""
    if section.id != "actions":
        return section
    drawn = "".join(block.svg for block in turn.blocks if isinstance(block, Figure))
    kept = [each for each in section.sections if f'"{named(each.name or "")}"' in drawn]
    return attrs.evolve(section, sections=tuple(kept) or section.sections)


def _shortened(section: Section) -> Section:
    """A chapter without clauses and examples, and without pictures but that of the turn."""
    blocks = tuple(block for block in section.blocks if _is_short(section, block))
    below = [
        _shortened(each)
        for each in section.sections
        if each.id not in _DETAILS and section.id != "components"
    ]
    kept = tuple(each for each in below if each.blocks or each.sections)
    return attrs.evolve(section, blocks=blocks, sections=kept)


def _is_short(section: Section, block: Block) -> bool:
    if isinstance(block, Hint):
        return False  # when an action may be taken is in the diagram
    return not isinstance(block, Clauses | Figure) or section.id == "turn"
