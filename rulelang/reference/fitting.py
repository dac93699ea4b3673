"""Short editions that fit their pages: in go sections and a number of lines, out come the same, told in less.

How much a text takes is estimated from its letters, for two columns of small print on A4. What does not fit
is left out evenly: first what rules need, then all but the first sentences, then all but the headings. What
is told in part ends with a sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil

import attrs

from rulelang.prose.lines import CHOOSE
from rulelang.prose.model import Block as TextBlock
from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.prose.phrases import capital, uncapital
from rulelang.prose.templates import TEMPLATES
from rulelang.reference.model import (
    Block,
    Figure,
    Hint,
    Section,
    Table,
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


def fit(sections: Sequence[Section], pages: int) -> tuple[Section, ...]:
    """Return the sections in as much detail as the pages allow."""
    return tuple(_told(section, level_of(sections, pages)) for section in sections)


def level_of(sections: Sequence[Section], pages: int) -> int:
    """How many lines each section may take so that all fit."""
    for level in LEVELS:
        told = (_told(section, level) for section in sections)
        if sum(_lines(section, 2) for section in told) <= pages * PAGE:
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
        case Table():
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


def _told(section: Section, level: int) -> Section:
    """A chapter with at most so many lines for each section in it; at 0 its sections are one list."""
    if 0 < level <= RUN_IN:
        lines = [_run_in(each, level) for each in section.sections]
        return attrs.evolve(section, blocks=(*section.blocks, *lines), sections=())
    if level == 0 and section.sections:
        names: list[Run] = []
        for each in section.sections:
            names += [Run(" · ")] if names else []
            names.append(Run(each.title))
        return attrs.evolve(section, blocks=(*section.blocks, Hint(tuple(names))), sections=())
    below = tuple(_cut(each, level) for each in section.sections)
    return attrs.evolve(section, sections=below)


def _run_in(section: Section, level: int) -> Sentence:
    """A section as one paragraph that begins with its title, with as many sentences as fit."""
    title = Run(f"{section.title.rstrip('.')}.", section.name, strong=True)
    told = [sentence for block in section.blocks for sentence in _in_line(block)]
    lost = any(not _in_line(block) for block in section.blocks)
    kept, is_cut = _fitting(told, level * LETTERS - len(title.text), _letters)
    said = [title]
    for sentence in kept:
        said += [Run(" "), *sentence.runs]
    return Sentence((*said, Run(MORE)) if is_cut or lost else tuple(said))


def _letters(sentence: Sentence) -> float:
    return len(sentence.text) + 1


def _fitting(
    told: list[Sentence], room: float, size: Callable[[Sentence], float]
) -> tuple[list[Sentence], bool]:
    """What fits, at least the first sentence, and whether something is left out.

    What a rule costs and does is missed more than what it needs, and than what else is chosen.
    """
    if sum(map(size, told)) <= room:
        return told, False
    told = [each for each in told if not each.text.startswith(NEEDS)] or told
    if sum(map(size, told)) > room:
        first, *rest = told
        told = [first, *(each for each in rest if not each.text.startswith(CHOICES))]
    kept: list[Sentence] = []
    for sentence in told:
        room -= size(sentence)
        if kept and room < 0:
            break
        kept.append(sentence)
    return kept, True


def _in_line(block: Block) -> list[Sentence]:
    """A paragraph or a list as sentences; tables and drawings do not stand in the line."""
    match block:
        case Sentence():
            return sentences_of(block)
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


def _cut(section: Section, level: int) -> Section:
    """A section of at most so many lines; a sign shows where something is left out."""
    below = tuple(_cut(each, level) for each in section.sections)
    if sum(map(block_lines, section.blocks)) <= level:
        return attrs.evolve(section, sections=below)
    room = float(level)
    kept: list[Block] = []
    blocks = [block for block in section.blocks if not _is_need(block)] or list(section.blocks)
    for block in blocks:
        smaller = _smaller(block, room)
        if smaller is None and kept:
            break
        kept.append(block if smaller is None else smaller)
        room -= block_lines(kept[-1])
        if smaller != block:
            break
    if kept:
        kept[-1] = _with_more(kept[-1])
    return attrs.evolve(section, blocks=tuple(kept), sections=below)


def _is_need(block: Block) -> bool:
    """Whether a block says only what must hold."""
    match block:
        case Bullets(intro=intro):
            return intro.text.startswith(NEEDS)
        case _:
            return False


def _smaller(block: Block, room: float) -> Block | None:
    """As much of a block as fits; None if nothing does."""
    if block_lines(block) <= room:
        return block
    match block:
        case Sentence():
            told = sentences_of(block)
            kept, _is_cut = _fitting(told, room * LETTERS, _letters)
            runs: list[Run] = []
            for sentence in kept:
                runs += [Run(" "), *sentence.runs] if runs else sentence.runs
            return Sentence(tuple(runs))
        case Bullets(intro=intro, items=items):
            room -= _text(intro.text) if intro.text else 0
            found: list[TextBlock] = []
            for item in items:
                room -= block_lines(item)
                if found and room < 0:
                    break
                found.append(item)
            return attrs.evolve(block, items=tuple(found))
        case _:
            return None


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
