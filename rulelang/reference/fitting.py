"""Short editions that fit their pages: in go chapters in all languages of a game, out come the same, told in less.

What is left out is the same in all languages. How much a text takes is estimated from its letters, for two columns of small print on A4. What does not fit
is left out evenly: first what rules need, then all but the first sentences, then all but the headings. What
is told in part ends with a sign.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

import attrs

from rulelang.frozen import frozen
from rulelang.prose.lines import CHOOSE
from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.prose.phrases import capital, uncapital
from rulelang.prose.templates import TEMPLATES
from rulelang.reference.model import (
    Block,
    BookTable,
    Figure,
    Hint,
    Section,
    cell_text,
    plain,
    sentences_of,
)

LETTERS = 62  # in a line of a column
PAGE = 140  # lines of both columns of a page
HEAD = {2: 2.6, 3: 1.7}  # lines that a heading takes, by its level
GAP = 0.35  # between blocks
ROW = 1.45  # of a table
HIGHEST = 34.0  # lines that writers give a drawing
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
# Lines that each section below a chapter may take: everything first, then less and less.
LEVELS = (1000, 14, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
# How sentences begin that say what must hold before a rule may be used.
NEEDS = tuple(
    capital(text.partition("{")[0])
    for key in ("needs_one", "needs_all", "needs_rule")
    for text in TEMPLATES[key]
)
CHOICES = tuple(capital(verb) for verb in CHOOSE)
MORE = " …"  # stands where something is left out
RUN_IN = 6  # from here on headings stand in the line


Text = Sequence[Section]  # chapters in one language


def fit(texts: Sequence[Text], pages: int) -> list[tuple[Section, ...]]:
    """Return the chapters of each language in as much detail as the pages allow to all of them."""
    return _told(texts, level_of(texts, pages))


def level_of(texts: Sequence[Text], pages: int) -> int:
    """How many lines each section may take so that all fit, in every language."""
    for level in LEVELS:
        sizes = [sum(_lines(section, 2) for section in told) for told in _told(texts, level)]
        if max(sizes) <= pages * PAGE:
            return level
    return LEVELS[-1]


# --- estimating --------------------------------------------------------------------------------------------


def _lines(section: Section, level: int) -> float:
    own = sum(block_lines(block) + GAP for block in section.blocks)
    return HEAD.get(level, 1.4) + own + sum(_lines(each, level + 1) for each in section.sections)


def block_lines(block: Block) -> float:
    """About how many lines of a column a block takes."""
    match block:
        case Bullets():
            return _text(block.intro.text) + sum(block_lines(item) + 0.1 for item in block.items)
        case BookTable():
            widths = max(1, LETTERS // max(1, len(block.head)) + 8)
            rows = [
                max((ceil(len(cell_text(c)) / widths) for c in row), default=1)
                for row in block.rows
            ]
            return 2.5 + sum(0.45 + max(1, n) for n in rows)
        case Figure():
            size = SIZE.search(block.svg)
            high = float(size[2]) / float(size[1]) * LETTERS * 0.45 if size else 10.0
            return 1.5 + min(HIGHEST, high)
        case _:
            return _text(plain(block))


def _text(text: str) -> int:
    return max(1, ceil(len(text) / LETTERS))


# --- telling less ------------------------------------------------------------------------------------------


def _told(texts: Sequence[Text], level: int) -> list[tuple[Section, ...]]:
    """Chapters with at most so many lines for each section in them; at 0 their sections are one list."""
    chapters = [_chapter(same, level) for same in zip(*texts, strict=True)]
    return [tuple(chapter[at] for chapter in chapters) for at in range(len(texts))]


def _chapter(same: Sequence[Section], level: int) -> list[Section]:
    """A chapter in all languages."""
    if level == 0:
        return [_names(section) for section in same]
    if level > RUN_IN:
        below = _below(same, level)
        return [attrs.evolve(each, sections=below[at]) for at, each in enumerate(same)]
    lines = [_run_in(each, level) for each in zip(*(chapter.sections for chapter in same), strict=True)]  # fmt: skip
    return [
        attrs.evolve(chapter, blocks=(*chapter.blocks, *(line[at] for line in lines)), sections=())
        for at, chapter in enumerate(same)
    ]


def _names(section: Section) -> Section:
    if not section.sections:
        return section
    names: list[Run] = []
    for each in section.sections:
        names += [Run(" · ")] if names else []
        names.append(Run(each.title))
    return attrs.evolve(section, blocks=(*section.blocks, Hint(tuple(names))), sections=())


def _below(same: Sequence[Section], level: int) -> list[tuple[Section, ...]]:
    cut = [_cut(each, level) for each in zip(*(section.sections for section in same), strict=True)]
    return [tuple(each[at] for each in cut) for at in range(len(same))]


# --- what is left out, in all languages --------------------------------------------------------------------


@frozen
class _Unit:
    """What is told or left out as a whole: `pieces` are the places in the text that belong to it."""

    pieces: tuple[int, ...]
    size: float
    is_need: bool
    is_choice: bool


def _units(pieces: Sequence[tuple[str, float]]) -> list[_Unit]:
    """Pieces of text with their sizes as units."""
    return [
        _Unit((at,), size, text.startswith(NEEDS), text.startswith(CHOICES))
        for at, (text, size) in enumerate(pieces)
    ]


def _with_choices_joined(units: Sequence[_Unit]) -> list[_Unit]:
    """Units where what one chooses one after the other is one of them.

    Languages put that into as many sentences as its words need.
    """
    found: list[_Unit] = []
    for unit in units:
        if unit.is_choice and found and found[-1].is_choice:
            last = found.pop()
            pieces = (*last.pieces, *unit.pieces)
            found.append(attrs.evolve(last, pieces=pieces, size=last.size + unit.size))
        else:
            found.append(unit)
    return found


def _kept(units: Sequence[_Unit], room: float) -> list[int]:
    """Which units fit, at least the first.

    What a rule costs and does is missed more than what it needs, and than what else is chosen.
    """
    left = list(range(len(units)))
    if sum(unit.size for unit in units) <= room:
        return left
    left = [at for at in left if not units[at].is_need] or left
    if sum(units[at].size for at in left) > room:
        left = [at for at in left if at == left[0] or not units[at].is_choice]
    kept: list[int] = []
    for at in left:
        room -= units[at].size
        if kept and room < 0:
            break
        kept.append(at)
    return kept


def _kept_in_all(texts: Sequence[list[_Unit]], rooms: Sequence[float]) -> list[set[int]]:
    """The pieces that each language keeps: those of the units that fit in all of them."""
    if len({len(units) for units in texts}) > 1:
        texts = [_with_choices_joined(units) for units in texts]
    kept = [_kept(units, room) for units, room in zip(texts, rooms, strict=True)]
    if len({len(units) for units in texts}) == 1:
        common = set(kept[0]).intersection(*kept[1:])
        kept = [sorted(common)] * len(texts)
    else:  # they are told otherwise: so many of each
        fewest = min(map(len, kept))
        kept = [each[:fewest] for each in kept]
    return [
        {piece for at in each for piece in units[at].pieces}
        for each, units in zip(kept, texts, strict=True)
    ]


# --- sections as paragraphs --------------------------------------------------------------------------------


def _run_in(same: Sequence[Section], level: int) -> list[Sentence]:
    """A section as one paragraph that begins with its title, with as many sentences as fit."""
    titles = [Run(f"{each.title.rstrip('.')}.", each.name, strong=True) for each in same]
    told = [[line for block in each.blocks for line in _in_line(block)] for each in same]
    units = [_units([(line.text, len(line.text) + 1) for line in lines]) for lines in told]
    rooms = [level * LETTERS - len(title.text) for title in titles]
    found: list[Sentence] = []
    for at, kept in enumerate(_kept_in_all(units, rooms)):
        said = [titles[at]]
        for number, line in enumerate(told[at]):
            said += [Run(" "), *line.runs] if number in kept else []
        lost = any(not _in_line(block) for block in same[at].blocks)
        is_cut = lost or len(kept) < len(told[at])
        found.append(Sentence((*said, Run(MORE)) if is_cut else tuple(said)))
    return found


def _in_line(block: Block) -> list[Sentence]:
    """A paragraph or a list as sentences; tables and drawings do not stand in the line."""
    match block:
        case Sentence():
            return sentences_of(block)
        case Bullets(intro=Sentence(runs=()), items=items):  # steps, each with sentences of its own
            return [sentence for item in items for sentence in _in_line(item)]
        case Bullets():
            return [Sentence(tuple(_flat(block)))]
        case _:
            return []


def _flat(block: Bullets) -> list[Run]:
    """A list as one sentence: its items in small letters, with semicolons."""
    said = list(block.intro.runs)
    for number, item in enumerate(block.items):
        inner = list(item.runs) if isinstance(item, Sentence) else _flat(item)
        first, last = inner[0], inner[-1]
        inner[0] = attrs.evolve(first, text=uncapital(first.text))
        if number < len(block.items) - 1:
            last = inner[-1]
            inner[-1] = attrs.evolve(last, text=f"{last.text.rstrip('.')};")
        said += [Run(" "), *inner]
    return said


# --- sections below their headings -------------------------------------------------------------------------


def _cut(same: Sequence[Section], level: int) -> list[Section]:
    """A section of at most so many lines; a sign shows where something is left out."""
    below = _below(same, level)
    whole = [attrs.evolve(each, sections=below[at]) for at, each in enumerate(same)]
    if all(sum(map(block_lines, each.blocks)) <= level for each in same):
        return whole
    units = [_units([piece for block in each.blocks for piece in _pieces(block)]) for each in same]
    kept = _kept_in_all(units, [float(level)] * len(same))
    return [
        attrs.evolve(each, blocks=tuple(_left(each.blocks, kept[at])))
        for at, each in enumerate(whole)
    ]


def _pieces(block: Block) -> list[tuple[str, float]]:
    """What can be left out of a block: sentences, items of a list, or all of it."""
    match block:
        case Sentence():
            return [(each.text, len(each.text) / LETTERS) for each in sentences_of(block)]
        case Bullets(intro=intro, items=items):
            lines = [block_lines(item) for item in items]
            lines[0] += _text(intro.text) if intro.text else 0
            lead = intro.text if intro.text.startswith(NEEDS) else ""
            return [(lead or plain(item), size) for item, size in zip(items, lines, strict=True)]
        case _:
            return [(plain(block), block_lines(block))]


def _left(blocks: Sequence[Block], kept: set[int]) -> list[Block]:
    """Blocks with the pieces that are kept, and the sign that something is not."""
    found: list[Block] = []
    at = 0
    for block in blocks:
        many = len(_pieces(block))
        own = [number - at for number in range(at, at + many) if number in kept]
        at += many
        if own:
            found.append(block if len(own) == many else _part(block, own))
    if found and len(kept) < at:
        found[-1] = _with_more(found[-1])
    return found


def _part(block: Block, own: Sequence[int]) -> Block:
    match block:
        case Sentence():
            told = sentences_of(block)
            runs: list[Run] = []
            for number in own:
                runs += [Run(" "), *told[number].runs] if runs else told[number].runs
            return Sentence(tuple(runs))
        case Bullets(items=items):
            return attrs.evolve(block, items=tuple(items[number] for number in own))
        case _:
            return block


def _with_more(block: Block) -> Block:
    """The block with the sign that there is more in the full reference."""
    match block:
        case Sentence():
            return Sentence((*block.runs, Run(MORE)))
        case Bullets():
            more = Sentence((Run(MORE.strip()),))
            return attrs.evolve(block, items=(*block.items, more))
        case _:
            return block
