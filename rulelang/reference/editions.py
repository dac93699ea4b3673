"""Editions of a book: the full reference, a summary, a player aid, and what variants change."""

from __future__ import annotations

from collections.abc import Container, Sequence

import attrs

from rulelang.reference.book_phrases import LANGUAGES, say
from rulelang.reference.change_book import changed_book
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
from rulelang.reference.pointing import targets, without_dangling
from rulelang.reference.subject import Desk, Subject, no_scenes

# Chapters of the short editions, in their order.
_SUMMARY = (
    "components", "setup", "turn", "actions", "exchanges", "effects", "powers", "scoring", "end",
)  # fmt: skip
_AID = ("turn", "actions", "effects", "scoring", "end")
_CHAPTERS = {SUMMARY: _SUMMARY, AID: _AID}
_RULES = ("actions", "effects")  # chapters of which an edition holds what it needs
ENOUGH = 5  # lines of each rule that tell what it costs and does
PAGES = {SUMMARY: 2, AID: 1}
# Sections that only the full reference has.
_DETAILS = ("example", "phases", "turn-text")


def edition_of(edition: str, subject: Subject, base: Subject | None, language: str) -> Book:
    """Return an edition of the book on a game; `base` is the game that an edition of changes is against."""
    if edition == FULL:
        return full_book(_with_questions(subject), language)
    if edition == CHANGES:
        against = base if base is not None else subject
        plain_ones = [attrs.evolve(each, scenes=no_scenes) for each in (against, subject)]
        before, book = (full_book(each, language, edition) for each in plain_ones)
        desks = (Desk(against, language), Desk(subject, language))
        return attrs.evolve(changed_book(before, book, desks), edition=CHANGES)
    return short_editions(edition, subject, (language,))[0]


def short_editions(edition: str, subject: Subject, languages: Sequence[str]) -> list[Book]:
    """Return a summary or player aid in each language.

    What is left out is decided with all languages that the game has, also those that nobody asks for.
    """
    # No questions: nothing has to be played, and nothing to be drawn.
    subject = attrs.evolve(subject, scenes=no_scenes, stops=lambda _linked: {})
    label = subject.linked.header.label
    known = [code for code in LANGUAGES if label is not None and code in dict(label.words)]
    books = {
        code: full_book(subject, code, edition) for code in dict.fromkeys([*known, *languages])
    }
    found: list[Book] = []
    for language in languages:
        together = list(dict.fromkeys([language, *known]))
        found.append(_short([books[code] for code in together], edition))
    return found


def _with_questions(subject: Subject) -> Subject:
    """The subject with what else holds of the game itself, before the questions of its variants.

    Only the full reference has questions that are not new; playing them takes its time.
    """
    linked = subject.linked
    return attrs.evolve(
        subject, linked=attrs.evolve(linked, items=(*subject.held(), *linked.items))
    )


def _short(books: Sequence[Book], edition: str) -> Book:
    """The first of the books as a short edition, with what fits in all of them."""
    texts = [_chosen(book, edition) for book in books]
    rules = [_rules(book, edition) for book in books]
    names = {name for at, text in enumerate(texts) for name in _pointed_to(text, rules[at])}
    kept = _aligned([_with_rules(text, rules[at], names) for at, text in enumerate(texts)])
    if level_of(kept, PAGES[edition]) < ENOUGH:  # rather fewer rules, and these in full
        kept = _aligned([[each for each in text if each.id != "effects"] for text in texts])
    fitted = without_dangling(fit(kept, PAGES[edition])[0])
    is_cut = any(MORE.strip() in plain(b) for s in fitted for e in s.walk() for b in e.blocks)
    book = books[0]
    subtitle = book.subtitle
    if is_cut:
        subtitle += f" · {say(book.language, 'more_in_full')}"
    return attrs.evolve(book, edition=edition, sections=fitted, subtitle=subtitle)


def _chosen(book: Book, edition: str) -> list[Section]:
    """The chapters of an edition; of the actions in a player aid only those to choose from."""
    found = {section.id: section for section in book.sections}
    sections = [_shortened(found[name]) for name in _CHAPTERS[edition] if name in found]
    return [_offered(each, found["turn"]) for each in sections] if edition == AID else sections


def _rules(book: Book, edition: str) -> list[Section]:
    """All rules of the chapters of an edition."""
    chapters = [each for each in book.sections if each.id in _CHAPTERS[edition]]
    return [rule for each in chapters if each.id in _RULES for rule in _shortened(each).sections]


def _aligned(texts: Sequence[Sequence[Section]]) -> list[list[Section]]:
    """Chapters and sections that have something to tell in all languages."""
    filled = [[each for each in text if each.blocks or each.sections] for text in texts]
    common = set.intersection(*({each.id for each in text} for text in filled))
    by_id = [{each.id: each for each in text} for text in filled]
    found: list[list[Section]] = [[] for _ in texts]
    for id_ in (each.id for each in filled[0] if each.id in common):
        same = [sections[id_] for sections in by_id]
        below = _aligned([each.sections for each in same])
        for at, each in enumerate(same):
            found[at].append(attrs.evolve(each, sections=tuple(below[at])))
    return found


def _pointed_to(sections: Sequence[Section], rules: Sequence[Section]) -> set[str]:
    """The rules to which the chapters of an edition lead, and to which these lead; and those it tells."""
    by_name = {each.name: each for each in rules if each.name is not None}
    found: set[str] = set()
    ahead = [name for section in sections if section.id != "effects" for name in targets(section)]
    while ahead:
        name = ahead.pop()
        if name in by_name and name not in found:
            found.add(name)
            ahead += targets(by_name[name])
    told = {each.name for section in sections if section.id != "effects" for each in section.walk()}
    return found | {name for name in told if name is not None}


def _with_rules(
    sections: Sequence[Section], rules: Sequence[Section], names: Container[str | None]
) -> list[Section]:
    """The chapters of an edition with just these rules."""
    return [
        attrs.evolve(section, sections=_among(section, rules, names))
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
