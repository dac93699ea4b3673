"""What a variant changes, as a book: in go the books of the base and of the variant, out comes their difference.

It begins with all changes that `rulelang diff` finds. Then sections are matched by their ids: what is the same is
left out; what differs is shown block by block with change marks. Changes without a section of their own come last.
Pictures, the index and the list of clauses follow from the rest and are left out.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import takewhile

import attrs

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.book_phrases import say
from rulelang.reference.change_marks import Told, overview, told_changes
from rulelang.reference.chapters.questions import unnumbered
from rulelang.reference.model import (
    ADDED,
    CHANGED,
    REMOVED,
    Block,
    Book,
    BookTable,
    Clauses,
    Figure,
    Hint,
    Marked,
    Section,
    plain,
    sentences_of,
)
from rulelang.reference.subject import Desk

TABLED = ("setting", "reading")  # rows of a table tell them
_FOLLOWING = ("index", "clauses", "example")  # chapters and sections made from the others


def changed_book(base: Book, book: Book, desks: tuple[Desk, Desk]) -> Book:
    """Return the changes and the sections that differ, each with its mark; one sentence if nothing does."""
    changes = told_changes(*desks)
    sections = _changed(base.sections, book.sections)
    if changes:
        told = {section.name for chapter in sections for section in chapter.walk()}
        untold = [each for each in changes if each.name not in told and each.what not in TABLED]
        rest = _further(desks[1], untold)
        sections = (overview(desks[1], changes), *rest, *sections)
    if not sections:
        nothing = Sentence((Run(say(book.language, "no_changes")),))
        sections = (Section("nothing", "", (nothing,)),)
    return attrs.evolve(book, sections=sections)


def _further(desk: Desk, changes: list[Told]) -> list[Section]:
    """Changes that no section tells: what the rules said, and what they say now."""
    found: dict[str, Section] = {}
    for change in changes:
        blocks = _different_blocks(list(change.old), list(change.new))
        id_ = f"change-{change.name}"
        if blocks and id_ in found:
            found[id_] = attrs.evolve(found[id_], blocks=(*found[id_].blocks, *blocks))
        elif blocks:
            found[id_] = Section(
                id_, change.title, tuple(blocks), name=change.name, mark=change.mark
            )
    if not found:
        return []
    return [Section("further", desk.say("further"), (), tuple(found.values()))]


def _changed(old: tuple[Section, ...], new: tuple[Section, ...]) -> tuple[Section, ...]:
    before = {section.id: section for section in old}
    after = {section.id: section for section in new}
    found: list[Section] = []
    for section in new:
        if section.id in _FOLLOWING:
            continue
        if section.id == "faq":
            found += _new_questions(before.get("faq"), section)
            continue
        if section.id not in before:
            found.append(_whole(section, ADDED))
        elif (changed := _difference(before[section.id], section)) is not None:
            found.append(changed)
    found += [
        _whole(each, REMOVED)
        for each in old
        if each.id not in after and each.id not in (*_FOLLOWING, "faq")
    ]
    return tuple(found)


def _new_questions(old: Section | None, new: Section) -> list[Section]:
    """Questions that only the changed game answers; those of the game alone still stand in its own book."""
    known = {unnumbered(each.title) for each in old.sections} if old is not None else set()
    added = [_whole(each, ADDED) for each in new.sections if unnumbered(each.title) not in known]
    return [attrs.evolve(new, sections=tuple(added))] if added else []


def _whole(section: Section, mark: str) -> Section:
    blocks = tuple(block for block in section.blocks if not isinstance(block, Figure))
    below = tuple(_whole(each, mark) for each in section.sections)
    return attrs.evolve(section, blocks=blocks, sections=below, mark=mark)


def _difference(old: Section, new: Section) -> Section | None:
    blocks = _different_blocks(_told(old), _told(new))
    below = _changed(old.sections, new.sections)
    if not blocks and not below and old.title == new.title:
        return None
    mark = CHANGED if blocks or old.title != new.title else ""
    return attrs.evolve(new, blocks=tuple(blocks), sections=below, mark=mark)


def _told(section: Section) -> list[Block]:
    return [
        part
        for block in section.blocks
        if not isinstance(block, Figure | Clauses) and not _is_example(block)
        for part in (sentences_of(block) if isinstance(block, Sentence) else [block])
    ]


def _is_example(block: Block) -> bool:
    """Whether a block tells of another game that was played, not of other rules."""
    return isinstance(block, Hint) and block.is_example


def _different_blocks(old: list[Block], new: list[Block]) -> list[Block]:
    """The blocks of a section with marks; nothing if they say the same."""
    before, after = [plain(block) for block in old], [plain(block) for block in new]
    if before == after:
        return []
    found: list[Block] = []
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for word, a1, a2, b1, b2 in matcher.get_opcodes():
        if word == "equal":
            found += [block for block in new[b1:b2] if not isinstance(block, BookTable)]
        else:
            pairs = list(zip(old[a1:a2], new[b1:b2], strict=False))
            alike = [*takewhile(lambda pair: _is_alike(*pair), pairs)]
            for pair in alike:
                found += _parts(*pair)
            found += [Marked(REMOVED, block) for block in old[a1 + len(alike) : a2]]
            found += [Marked(ADDED, block) for block in new[b1 + len(alike) : b2]]
    return found


def _is_alike(old: Block, new: Block) -> bool:
    """Whether two blocks can be told apart row by row, or item by item."""
    match old, new:
        case BookTable(), BookTable():
            return old.head == new.head
        case Bullets(), Bullets():
            return plain(old.intro) == plain(new.intro)
        case _:
            return False


def _parts(old: Block, new: Block) -> list[Block]:
    match old, new:
        case BookTable(), BookTable():
            return _table_rows(old, new)
        case Bullets(), Bullets():
            return _items(old, new)
        case _:
            return []


def _items(old: Bullets, new: Bullets) -> list[Block]:
    """A list with what is as before, then the items that are gone and those that are new."""
    before, after = {plain(item) for item in old.items}, {plain(item) for item in new.items}
    kept = tuple(item for item in new.items if plain(item) in before)
    gone = [Marked(REMOVED, item) for item in old.items if plain(item) not in after]
    come = [Marked(ADDED, item) for item in new.items if plain(item) not in before]
    intro: Block = attrs.evolve(new, items=kept) if kept else new.intro
    return [intro, *gone, *come]


def _table_rows(old: BookTable, new: BookTable) -> list[Block]:
    """Of two tables with the same columns only the rows that differ."""
    gone = tuple(row for row in old.rows if row not in new.rows)
    come = tuple(row for row in new.rows if row not in old.rows)
    found: list[Block] = []
    if gone:
        found.append(Marked(REMOVED, attrs.evolve(old, rows=gone, names=())))
    if come:
        found.append(Marked(ADDED, attrs.evolve(new, rows=come, names=())))
    return found
