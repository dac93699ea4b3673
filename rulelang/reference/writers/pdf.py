"""Books as PDF: in goes a book, out come the bytes of a file for printing.

The text is set by Typst, which brings its fonts along and needs nothing but `pip install rulelang[pdf]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.book_phrases import say
from rulelang.reference.fitting import SIZE
from rulelang.reference.model import (
    AID,
    REMOVED,
    SUMMARY,
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

# `;` and `(` too: right behind a link they would end or go on with its call.
PIXEL = 0.2  # millimetres, where there is room
BESIDE = 0.8  # of its size has a picture with text beside it
_SPECIAL = re.compile(r"([\\#$*_`<>@\[\]=\-+/~'\".:;(])")
_SHORT = (AID, SUMMARY)

_STYLE = """
#set document(title: {title})
#set page(paper: "a4", margin: {margin}, numbering: "1", columns: {columns}, number-align: center)
#set text(lang: "{language}", font: ("Libertinus Serif", "DejaVu Sans Mono"), size: {size}, hyphenate: true)
#set par(justify: false, leading: {leading}, spacing: {spacing})
#set list(indent: 0.6em, spacing: 0.5em)
#set heading(numbering: none)
#show heading: set block(sticky: true)
#show heading.where(level: 1): it => block(above: 1.5em, below: 0.8em, sticky: true, stroke: (bottom: 1pt + rgb("#9a4b16")), inset: (bottom: 3pt), width: 100%, text(size: 1.45em, it.body))
#show heading.where(level: 2): it => block(above: 1.2em, below: 0.55em, sticky: true, text(size: 1.15em, it.body))
#show heading.where(level: 3): it => block(above: 1em, below: 0.5em, sticky: true, text(size: 1.05em, it.body))
#show link: set text(fill: rgb("#7a3b12"))
#set table(stroke: (x, y) => (bottom: 0.4pt + luma(180)), inset: (x: 4pt, y: 3pt), fill: (x, y) => if y == 0 {{ rgb("#f3ecdd") }})
#show table: set text(size: 0.82em, hyphenate: true)
#show table: set par(justify: false)
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.where(kind: table): set block(breakable: true)
#show figure.where(kind: table): set align(left)
#show figure.caption: set text(size: 0.85em, fill: luma(90))
#set figure(numbering: none, supplement: none)
#let page-of(goal) = text(fill: luma(90))[~#context counter(page).at(goal).first()]
#let marked(colour, word, body) = block(stroke: (left: 2.5pt + colour), inset: (left: 7pt, y: 3pt), width: 100%)[#text(size: 0.75em, weight: "bold", fill: colour)[#word] \\ #body]
"""
_COLOURS = {"added": "#1f6b35", "removed": "#9b2320", "changed": "#7a5a00"}


class PdfMissingError(Exception):
    """The library that sets PDF is not installed."""

    def __init__(self) -> None:
        super().__init__("PDF needs one more package: `pip install 'rulelang[pdf]'`")


def write_pdf(book: Book) -> bytes:
    """Return a book as a PDF, the same bytes for the same book.

    Raises:
        PdfMissingError: Typst is not installed.
    """
    try:
        typst: Any = import_module("typst")  # an extra, so its types may not be here
    except ImportError:
        raise PdfMissingError from None
    writer = _Writer(book)
    text = "\n".join(writer.lines())
    files = {"main.typ": text.encode(), **writer.pictures}
    made = typst.compile(files, format="pdf", timestamp=datetime.fromtimestamp(0, UTC))
    if not isinstance(made, bytes):
        raise TypeError("one file was expected")
    return made


class _Writer:
    """Turns a book into the markup of Typst, and collects its pictures."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.pictures: dict[str, bytes] = {}
        self._anchors = book.anchors()
        self._is_short = book.edition in _SHORT
        self._has_pages = False  # whether links say on which page they end: those of the index

    def _say(self, phrase: str) -> str:
        return safe(say(self.book.language, phrase))

    def lines(self) -> Iterator[str]:
        book = self.book
        yield _STYLE.format(
            title=json.dumps(book.title, ensure_ascii=False),
            language=book.language,
            margin="(x: 10mm, y: 9mm)" if self._is_short else "(x: 20mm, top: 18mm, bottom: 20mm)",
            leading="0.5em" if self._is_short else "0.58em",
            spacing="0.6em" if self._is_short else "0.75em",
            columns=2 if self._is_short else 1,
            size="7.1pt" if self._is_short else "10pt",
        )
        edition = self._say(f"edition_{book.edition}")
        head = (
            f'#text(size: 0.85em, fill: luma(90))[{edition}] \\ #text(size: {"2em" if self._is_short else "2.6em"}, weight: "bold")'
            f"[{safe(book.title)}] \\ #text(fill: luma(90))[{safe(book.subtitle)}]"
        )
        if self._is_short:
            yield f'#place(top, scope: "parent", float: true)[{head} #line(length: 100%, stroke: 0.6pt)]'
        else:
            yield f"#block(below: 2em)[{head}]"
            yield f"#outline(title: [{self._say('contents')}], depth: 1)"
            yield "#pagebreak()"
        for section in book.sections:
            yield from self._section(section, 1)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        mark = f" ({self._say(f'mark_{section.mark}')})" if section.mark else ""
        yield f"#heading(level: {level})[{safe(section.title)}{mark}] <{section.id}>"
        self._has_pages = section.id == "index"
        match section.blocks:
            case (Figure(beside=True) as picture, *rest):
                text = "\n".join(self._block(block) for block in rest)
                size = room(picture.svg, is_short=self._is_short, scale=BESIDE)
                drawn = f"[{text}], {self._image(picture, size)}"
                yield f"#grid(columns: (1fr, auto), column-gutter: 5mm, {drawn})"
            case _:
                yield from map(self._block, section.blocks)
        for each in section.sections:
            yield from self._section(each, level + 1)

    def _block(self, block: Block) -> str:
        match block:
            case Sentence():
                return f"\n{self._runs(block.runs)}\n"
            case Bullets():
                return f"\n{self._bullets(block)}\n"
            case BookTable():
                return self._table(block)
            case Figure():
                return f"#figure({self._image(block, room(block.svg, is_short=self._is_short))}, caption: [{safe(block.caption)}])"
            case Clauses():
                said = safe(contract(block.clauses).replace("..", "–"))
                return f"#text(size: 0.75em, fill: luma(100))[{self._say('rulebook')}: {said}]\n"
            case Hint():
                return f"#text(size: 0.9em, fill: luma(80))[{self._runs(block.runs)}]\n"
            case Marked():
                colour = f'rgb("{_COLOURS[block.mark]}")'
                word = self._say(f"mark_{block.mark}")
                body = self._block(block.block)
                told = f"#strike[{body}]" if block.mark == REMOVED else body
                return f"#marked({colour}, [{word}], [{told}])"

    def _bullets(self, block: Bullets) -> str:
        items = "".join(
            f"[{self._runs(item.runs) if isinstance(item, Sentence) else self._bullets(item)}]"
            for item in block.items
        )
        return f"{self._runs(block.intro.runs)}\n#{'enum' if block.numbered else 'list'}{items}"

    def _runs(self, said: Iterable[Run]) -> str:
        parts = []
        for run in said:
            anchor = self._anchors.get(run.target or "")
            text = f"#strong[{safe(run.text)}]" if run.strong else safe(run.text)
            page = f"#page-of(<{anchor}>);" if self._has_pages else ""
            parts.append(f"#link(<{anchor}>)[{text}]{page}" if anchor else text)
        return "".join(parts)

    def _table(self, table: BookTable) -> str:
        columns = range(len(table.head))
        widths = ", ".join(self._width(table, column) for column in columns)
        aligns = ", ".join("right" if column in table.numbers else "left" for column in columns)
        head = ", ".join(f"[*{safe(text)}*]" if text else "[]" for text in table.head)
        cells = ", ".join(
            self._labelled(cell, table.anchor(number) if column == 0 else "")
            for number, row in enumerate(table.rows)
            for column, cell in enumerate(row)
        )
        caption = f"caption: [{safe(table.caption)}]" if table.caption else "caption: none"
        return (
            f"#figure(kind: table, {caption}, table(columns: ({widths},), align: ({aligns},), "
            f"table.header({head}), {cells}))"
        )

    def _labelled(self, cell: Cell, anchor: str) -> str:
        """A cell; where links lead to its row, with the label."""
        said = self._cell(cell)
        return f"[#metadata(none) <{anchor}> #{said}]" if anchor else said

    def _width(self, table: BookTable, column: int) -> str:
        """Long texts share what short ones leave."""
        longest = max((len(_text(row[column])) for row in table.rows), default=0)
        return "1fr" if longest > 40 else "auto"

    def _cell(self, cell: Cell) -> str:
        if isinstance(cell, Figure):
            return f"[#box({self._image(cell, 'height: 1.3em')})]"
        return f"[{self._runs(cell)}]"

    def _image(self, figure: Figure, size: str) -> str:
        name = f"{len(self.pictures) + 1}.svg"
        self.pictures[name] = figure.drawn().encode()
        alt = json.dumps(figure.alt, ensure_ascii=False)
        return f'image("{name}", {size}, alt: {alt})'


def room(svg: str, *, is_short: bool, scale: float = 1.0) -> str:
    """Return how large a drawing is: as on a screen, unless that is too wide or too high for the page.

    >>> room('<svg width="400" height="100">', is_short=False)
    'width: 80mm'
    >>> room('<svg width="400" height="4000">', is_short=True)
    'height: 105mm'
    """
    high, most = (105, 90) if is_short else (225, 168)
    size = SIZE.search(svg)
    across, down = (float(size[1]), float(size[2])) if size is not None else (660.0, 660.0)
    wide = min(most, round(across * PIXEL * scale))
    return f"height: {high}mm" if down / across * wide > high else f"width: {wide}mm"


def _text(cell: Cell) -> str:
    return "" if isinstance(cell, Figure) else "".join(run.text for run in cell)


def safe(text: str) -> str:
    r"""Return a text so that Typst takes no letter of it as markup.

    >>> print(safe("2 * [a]; (b)"))
    2 \* \[a\]\; \(b)
    """
    return _SPECIAL.sub(r"\\\1", text)
