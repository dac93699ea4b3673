"""What a text points to: which rules it names, and references to what an edition does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from rulelang.prose.model import Block as TextBlock
from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.model import Block, BookTable, Cell, Hint, Section

_SEE = re.compile(r" ?\((?:see|см\.) [“«]$")
_SEEN = re.compile(r"^[”»]\)")


def targets(section: Section) -> list[str]:
    """The names of everything that a section and those below it speak of."""
    found: list[str] = []

    def note(runs: Sequence[Run]) -> tuple[Run, ...]:
        found.extend(run.target for run in runs if run.target is not None)
        return tuple(runs)

    for each in section.walk():
        for block in each.blocks:
            changed(block, note)
    return found


def changed(block: Block, change: Callable[[Sequence[Run]], tuple[Run, ...]]) -> Block:
    """A block with all its runs changed."""

    def cell(content: Cell) -> Cell:
        return change(content) if isinstance(content, tuple) else content

    def text(inner: TextBlock) -> TextBlock:
        if isinstance(inner, Sentence):
            return Sentence(change(inner.runs))
        intro = Sentence(change(inner.intro.runs))
        return attrs.evolve(inner, intro=intro, items=tuple(map(text, inner.items)))

    match block:
        case Sentence() | Bullets():
            return text(block)
        case Hint():
            return attrs.evolve(block, runs=change(block.runs))
        case BookTable():
            return attrs.evolve(block, rows=tuple(tuple(map(cell, row)) for row in block.rows))
        case _:
            return block


def without_dangling(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections without `(see “…”)` where what is named is not among them."""
    held: set[str] = set()
    for section in sections:
        for each in section.walk():
            held |= {name for name in (each.name, *each.also) if name is not None}
            for block in each.blocks:
                if isinstance(block, Sentence):
                    held |= {run.target for run in block.runs if run.strong and run.target}
    return tuple(_pruned(section, held) for section in sections)


def _pruned(section: Section, held: set[str]) -> Section:
    blocks = tuple(
        changed(block, lambda runs: without_see(runs, lambda name: name not in held))
        for block in section.blocks
    )
    below = tuple(_pruned(each, held) for each in section.sections)
    return attrs.evolve(section, blocks=blocks, sections=below)


def without_see(runs: Sequence[Run], is_left_out: Callable[[str], bool]) -> tuple[Run, ...]:
    """The runs without `(see “…”)` for what is left out."""
    found = list(runs)
    at = 1
    while at < len(found) - 1:
        before, named, after = found[at - 1 : at + 2]
        is_reference = _SEE.search(before.text) and _SEEN.match(after.text)
        if is_reference and named.target is not None and is_left_out(named.target):
            found[at - 1] = attrs.evolve(before, text=_SEE.sub("", before.text))
            found[at + 1] = attrs.evolve(after, text=_SEEN.sub("", after.text))
            del found[at]
        else:
            at += 1
    return tuple(run for run in found if run.text)
