"""Short editions that fit their pages: in go sections and a number of lines, out come the same, told in less.

How much a text takes is estimated from its letters, for two columns of small print on A4. What does not fit
is left out evenly: first long lists, then all but the first sentences, then all but the headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import ceil

import attrs

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.prose.phrases import capital
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
PAGE = 148  # lines of both columns of a page
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
RUN_IN = 6  # from here on headings stand in the line


def fit(sections: Sequence[Section], pages: int) -> tuple[Section, ...]:
    """Return the sections in as much detail as the pages allow."""
    told: tuple[Section, ...] = tuple(sections)
    for level in LEVELS:
        told = tuple(_told(section, level) for section in sections)
        if sum(_lines(section, 2) for section in told) <= pages * PAGE:
            break
    return told


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
    said = [Run(f"{section.title.rstrip('.')}.", section.name, strong=True)]
    room = level * LETTERS - len(said[0].text)
    told = [
        sentence
        for block in section.blocks
        for sentence in (sentences_of(block) if isinstance(block, Sentence) else _in_line(block))
    ]
    if sum(len(sentence.text) + 1 for sentence in told) > room:
        # What a rule costs and does is missed more than what it needs.
        told = [each for each in told if not each.text.startswith(NEEDS)]
    for sentence in told:
        room -= len(sentence.text) + 1
        if room < 0:
            break
        said += [Run(" "), *sentence.runs]
    return Sentence(tuple(said))


def _in_line(block: Block) -> list[Sentence]:
    """A short list as one sentence; nothing else stands in the line."""
    if not isinstance(block, Bullets) or not all(isinstance(e, Sentence) for e in block.items):
        return []
    runs = list(block.intro.runs)
    for number, item in enumerate(block.items):
        assert isinstance(item, Sentence)
        *before, last = item.runs
        is_last = number == len(block.items) - 1
        end = Run(last.text if is_last else last.text.rstrip(".") + ";", last.target)
        runs += [Run(" "), *before, end]
    return [Sentence(tuple(runs))]


def _cut(section: Section, level: int) -> Section:
    room = float(level)
    kept: list[Block] = []
    for block in _smaller(section.blocks, level):
        needed = block_lines(block)
        if kept and needed > room:
            break
        kept.append(block if needed <= room else _first_sentence(block))
        room -= needed
    below = tuple(_cut(each, level) for each in section.sections)
    return attrs.evolve(section, blocks=tuple(kept), sections=below)


def _smaller(blocks: Iterable[Block], level: int) -> Iterable[Block]:
    """Without lists that would take the whole room by themselves."""
    for block in blocks:
        is_long = isinstance(block, Bullets | Table) and block_lines(block) > level
        if not is_long:
            yield block


def _first_sentence(block: Block) -> Block:
    """The first sentence of a paragraph; other blocks as they are."""
    if not isinstance(block, Sentence):
        return block
    kept: list[Run] = []
    for run in block.runs:
        end = re.search(r"[.!?](?=\s)", run.text)
        if end is not None:
            kept.append(Run(run.text[: end.end()], run.target))
            break
        kept.append(run)
    return Sentence(tuple(kept))
