"""A rules reference as data: what the outline makes and writers of HTML, Markdown and PDF take.

Text is that of `rulelang.prose`: sentences and lists whose runs may name a declared thing. A writer turns
such a name into a link if some section is about it. Nothing here knows how a book looks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from rulelang.frozen import frozen
from rulelang.prose.model import Bullets, Run, Sentence

ADDED, CHANGED, REMOVED = "added", "changed", "removed"
FULL, SUMMARY, AID, CHANGES = "full", "summary", "aid", "changes"
EDITIONS = (FULL, SUMMARY, AID, CHANGES)
_LINK = re.compile(r'<a href="#name:([^"]*)">(.*?)</a>', re.DOTALL)


@frozen
class Figure:
    """A drawing; `alt` says for those who do not see it what it shows.

    `small`: a sign in a table; `beside`: text may stand beside it.
    """

    svg: str
    alt: str
    caption: str = ""
    small: bool = False
    beside: bool = False

    def drawn(self, address: Callable[[str], str] = lambda _name: "") -> str:
        """Return the drawing with real links to what it names; without one where there is no address."""

        def link(match: re.Match[str]) -> str:
            target = address(match[1])
            return f'<a href="{target}">{match[2]}</a>' if target else match[2]

        return _LINK.sub(link, self.svg)


def named(name: str) -> str:
    """Return the link that a drawing has to a declared thing until `Figure.drawn` knows where that is."""
    return f"#name:{name}"


Cell: TypeAlias = "tuple[Run, ...] | Figure"


@frozen
class BookTable:
    """`numbers` are the columns that hold numbers; the first other one names the row.

    `names` are the declared things that the rows are about, where links lead to rows. What is `drawn` above the
    table need not be seen twice: a page shows the table if the reader asks for it.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    drawn: bool = False

    def anchor(self, row: int) -> str:
        """Where a link to a row leads; nothing if none does."""
        return f"row-{self.names[row]}" if self.names and self.names[row] else ""


@frozen
class Clauses:
    """The clauses of the rulebook that a section carries out."""

    clauses: tuple[str, ...]


@frozen
class Hint:
    """A remark in smaller letters: where something is used, what a mark means, an example with its numbers."""

    runs: tuple[Run, ...]
    is_example: bool = False


@frozen
class Marked:
    """A block with its change mark in an edition that shows what changed."""

    mark: str
    block: Block


Block: TypeAlias = Sentence | Bullets | BookTable | Figure | Clauses | Hint | Marked


@frozen
class Section:
    """A chapter or what stands in one. `name` is the declared thing that it is about, `also` are others."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    name: str | None = None
    mark: str = ""
    also: tuple[str, ...] = ()

    def walk(self) -> Iterator[Section]:
        """This section and all below it, in the order of the book."""
        yield self
        for section in self.sections:
            yield from section.walk()


@frozen
class Book:
    """A whole reference in one language and one edition."""

    language: str
    edition: str
    title: str
    subtitle: str
    sections: tuple[Section, ...]

    def walk(self) -> Iterator[Section]:
        """All sections in the order of the book."""
        for section in self.sections:
            yield from section.walk()

    def anchors(self) -> dict[str, str]:
        """The section about each declared thing, by its name; the first if there are several.

        Sections can be named by their own id too.
        """
        found: dict[str, str] = {}
        for section in self.walk():
            found.setdefault(section.id, section.id)
            for name in (section.name, *section.also):
                if name is not None:
                    found.setdefault(name, section.id)
            for block in section.blocks:
                if isinstance(block, BookTable):
                    for row, name in enumerate(block.names):
                        if name:
                            found.setdefault(name, block.anchor(row))
        return found


def runs(text: str, target: str | None = None) -> tuple[Run, ...]:
    """A text as the only run of a cell or sentence; nothing for an empty one."""
    return (Run(text, target),) if text else ()


# Between sentences; `см.` is short for a word and ends none.
_STOP = re.compile(r"(?<=[.!?])(?<!см\.) (?=[A-ZА-ЯЁ«“])")


def sentences_of(block: Sentence) -> list[Sentence]:
    """A paragraph sentence by sentence."""
    found: list[list[Run]] = [[]]
    for run in block.runs:
        first, *further = _STOP.split(run.text)
        found[-1].append(Run(first, run.target))
        found += [[Run(text, run.target)] for text in further]
        if run.text.endswith((". ", "! ", "? ")):
            last = found[-1].pop()
            found[-1].append(Run(last.text.rstrip(), last.target))
            found.append([])
    kept = [tuple(run for run in each if run.text) for each in found]
    return [Sentence(each) for each in kept if each]


def plain(block: Block) -> str:
    """The words of a block without its form: for searching, comparing and counting."""
    match block:
        case Sentence():
            return block.text
        case Bullets():
            return "\n".join([block.intro.text, *(plain(item) for item in block.items)])
        case BookTable():
            lines = [" ".join(block.head)]
            lines += [" ".join(cell_text(cell) for cell in row) for row in block.rows]
            return "\n".join([block.caption, *lines])
        case Figure():
            return block.caption
        case Clauses():
            return " ".join(block.clauses)
        case Hint():
            return "".join(run.text for run in block.runs)
        case Marked():
            return plain(block.block)


def cell_text(cell: Cell) -> str:
    """The words of a cell."""
    return cell.alt if isinstance(cell, Figure) else "".join(run.text for run in cell)
