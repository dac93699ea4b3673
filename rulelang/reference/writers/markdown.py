"""Books as Markdown: in goes a book, out come its text and the drawings that it shows, by file name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.book_phrases import say
from rulelang.reference.model import (
    Block,
    Book,
    BookTable,
    Cell,
    Clauses,
    Figure,
    Hint,
    Marked,
    Section,
)
from rulelang.scenarios.coverage import contract

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


class _Writer:
    def __init__(self, book: Book, folder: str) -> None:
        self.book = book
        self.pictures: dict[str, str] = {}
        self._folder = folder
        self._anchors = book.anchors()

    def lines(self) -> Iterator[str]:
        book = self.book
        yield f"# {_safe(book.title)}"
        yield f"{say(book.language, f'edition_{book.edition}')} · {_safe(book.subtitle)}"
        for section in book.sections:
            yield from self._section(section, 2)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        mark = f" ({say(self.book.language, f'mark_{section.mark}')})" if section.mark else ""
        yield f'<a id="{section.id}"></a>'
        yield f"{'#' * min(level, 6)} {_safe(section.title)}{mark}"
        for block in section.blocks:
            yield from self._block(block)
        for each in section.sections:
            yield from self._section(each, level + 1)

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Sentence() | Hint():
                yield self._runs(block.runs)
            case Bullets():
                yield "\n".join(self._bullets(block, ""))
            case BookTable():
                yield from self._table(block)
            case Figure():
                yield self._figure(block)
            case Clauses():
                said = say(self.book.language, "rulebook")
                yield f"<sub>{said}: {_safe(contract(block.clauses).replace('..', '–'))}</sub>"
            case Marked():
                inner = list(self._block(block.block))
                said = say(self.book.language, f"mark_{block.mark}")
                yield f"> **{said}**"
                yield from (f"> {line}" for text in inner for line in text.split("\n"))

    def _bullets(self, block: Bullets, indent: str) -> Iterator[str]:
        if block.intro.runs:
            yield self._runs(block.intro.runs)
            if not indent:
                yield ""
        for number, item in enumerate(block.items, 1):
            sign = f"{number}." if block.numbered else "-"
            if isinstance(item, Sentence):
                yield f"{indent}{sign} {self._runs(item.runs)}"
            else:
                intro, *rest = self._bullets(item, indent + " " * (len(sign) + 1))
                yield f"{indent}{sign} {intro.lstrip()}"
                yield from rest

    def _runs(self, said: Iterable[Run]) -> str:
        parts = []
        for run in said:
            anchor = self._anchors.get(run.target or "")
            text = f"**{_safe(run.text)}**" if run.strong else _safe(run.text)
            parts.append(f"[{text}](#{anchor})" if anchor else text)
        return "".join(parts)

    def _table(self, table: BookTable) -> Iterator[str]:
        columns = [c for c in range(len(table.head)) if not self._is_sign(table, c)]
        head = [_safe(table.head[column]) for column in columns]
        rules = ["---:" if column in table.numbers else "---" for column in columns]
        rows = [[self._cell(row[column]) for column in columns] for row in table.rows]
        for number, cells in enumerate(rows):
            if anchor := table.anchor(number):
                cells[0] = f'<a id="{anchor}"></a>{cells[0]}'
        if table.caption:
            yield f"*{_safe(table.caption)}*"
        yield "\n".join(f"| {' | '.join(row)} |" for row in [head, rules, *rows])

    def _is_sign(self, table: BookTable, column: int) -> bool:
        return any(isinstance(row[column], Figure) for row in table.rows)

    def _cell(self, cell: Cell) -> str:
        return "" if isinstance(cell, Figure) else self._runs(cell)

    def _figure(self, figure: Figure) -> str:
        name = f"{len(self.pictures) + 1}.svg"
        self.pictures[name] = figure.drawn()
        return f"![{_safe(figure.alt)}]({self._folder}/{name})"


def write_markdown(book: Book, folder: str) -> tuple[str, dict[str, str]]:
    """Return the text, and the drawings in it by their names below `folder`."""
    writer = _Writer(book, folder)
    return "\n\n".join(writer.lines()) + "\n", writer.pictures


def _safe(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
