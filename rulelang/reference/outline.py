"""The order of a book: in goes a subject and a language, out comes the full reference."""

from __future__ import annotations

from attrs import evolve

from rulelang.reference.book_phrases import say
from rulelang.reference.chapters.actions import actions_chapter
from rulelang.reference.chapters.components import components_chapter
from rulelang.reference.chapters.glossary import glossary_chapter
from rulelang.reference.chapters.listing import clauses_chapter, index_chapter
from rulelang.reference.chapters.order_of_play import rule_chapters, turn_chapter
from rulelang.reference.chapters.powers_chapter import powers_chapter
from rulelang.reference.chapters.questions import questions_chapter
from rulelang.reference.chapters.scoring import end_chapter, scoring_chapter
from rulelang.reference.chapters.setting_up import setup_chapter
from rulelang.reference.chapters.settings import settings_chapter
from rulelang.reference.model import AID, CHANGES, FULL, SUMMARY, Book, Section
from rulelang.reference.move_effects import moved, without_terms_told
from rulelang.reference.subject import Desk, Subject
from rulelang.reference.told_in_place import moves_of
from rulelang.syntax.trees.items import Header, Note


def full_book(subject: Subject, language: str, edition: str = FULL) -> Book:
    """Return the complete reference in one language, as the edition needs it.

    Of what variants change each rule is told by itself, so that it can be compared; others are arranged.
    """
    desk = Desk(subject, language)
    chapters: list[Section | None] = [
        components_chapter(desk),
        setup_chapter(desk),
        turn_chapter(desk),
        actions_chapter(desk, is_grouped=False),
        *rule_chapters(desk),
        powers_chapter(desk, is_grouped=edition == FULL),
        scoring_chapter(desk, is_worked=edition not in (SUMMARY, AID)),
        end_chapter(desk),
        settings_chapter(desk),
    ]
    sections = [chapter for chapter in chapters if chapter is not None]
    said = [block for header in _headers(desk) for block in desk.prose.notes(header)]
    sections[0] = evolve(sections[0], blocks=(*said, *sections[0].blocks))
    known = frozenset(
        section.name
        for chapter in sections
        for section in chapter.walk()
        if section.name is not None
    )
    closing = (glossary_chapter(desk, known), questions_chapter(desk))
    sections += [chapter for chapter in closing if chapter is not None]
    if edition != CHANGES:
        sections = _arranged(desk, sections, is_grouped=edition == FULL)
    sections.append(index_chapter(desk, sections))
    clauses = clauses_chapter(desk, sections)
    if clauses is not None:
        sections.insert(len(sections) - 1, clauses)
    return Book(language, FULL, _title(desk), _subtitle(desk), tuple(sections))


def _arranged(desk: Desk, sections: list[Section], *, is_grouped: bool) -> list[Section]:
    """The chapters with nothing told twice; actions by when they are offered if wanted."""
    moves = moves_of(desk, sections)
    after = Desk(desk.subject, desk.language, frozenset(moves))
    actions = actions_chapter(after, is_grouped=is_grouped)
    chapters = [actions if actions and each.id == "actions" else each for each in sections]
    return without_terms_told(desk, moved(desk, chapters, moves))


def _headers(desk: Desk) -> list[Header]:
    """Those of the game and of what is played with it, without the rules that stand in them."""
    return [
        evolve(header, lines=tuple(line for line in header.lines if isinstance(line, Note)))
        for header in (desk.linked.header, *desk.linked.headers)
    ]


def _title(desk: Desk) -> str:
    return desk.label(desk.program.title, desk.program.name)


def _subtitle(desk: Desk) -> str:
    counts = list(desk.subject.programs)
    spread = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    said = [
        say(desk.language, "rules"),
        desk.say("players_one" if spread == "1" else "players", range=spread),
    ]
    if desk.linked.modules:
        names = ", ".join(desk.module_title(module) for module in desk.linked.modules)
        said.append(desk.say("with", names=names))
    return " · ".join(said)
