"""Books as one HTML file: in go books of the same edition in several languages, out comes the page.

The page carries its style and script and fetches nothing. Every language is in it; ids begin with the
language, so that a link means a place in one of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

from rulelang.files import package_text
from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.book_phrases import NAMES, say
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
from rulelang.reference.writers.shared_drawings import shared
from rulelang.render.page_policy import policy_tag
from rulelang.scenarios.coverage import contract

_SVG_HEAD = re.compile(r"<svg ([^>]*)>")
_SVG_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_STYLE = re.compile(r' style="[^"]*"')
# No switch: all languages stand one after the other.
_WITHOUT_SCRIPT = (
    "[data-lang][hidden] { display: revert !important; } .layout { display: block; }"
    " .contents { position: static; max-height: none; } form[role=search], .switch { display: none; }"
)
CHAPTER = 2
DEEPEST = 6  # headings end there


def write_html(books: Sequence[Book]) -> str:
    """Return the page; the first book's language is shown first."""
    first = books[0]
    pages = [_Page(book, is_hidden=book is not first) for book in books]
    style, script = _asset("page.css"), _asset("page.js")
    parts = [
        "<!doctype html>",
        f'<html lang="{first.language}" class="edition-{first.edition}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        policy_tag([style, _WITHOUT_SCRIPT], [script]),
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(_title(first))}</title>",
        f"<style>{style}</style>",
        f"<noscript><style>{_WITHOUT_SCRIPT}</style></noscript>" if len(books) > 1 else "",
        "</head>",
        "<body>",
        *(page.skip_link() for page in pages),
        '<header class="bar">',
        *(page.bar() for page in pages),
        _switch(books),
        "</header>",
        '<div class="layout">',
        *(page.contents() for page in pages),
        '<main id="main" tabindex="-1">',
        *(page.article() for page in pages),
        "</main></div>",
        f"<script>{script}</script>",
        "</body></html>",
        "",
    ]
    return shared("\n".join(part for part in parts if part))


def _title(book: Book) -> str:
    return f"{book.title} — {say(book.language, f'edition_{book.edition}')}"


def _asset(name: str) -> str:
    return package_text("rulelang.reference.writers", name).strip()


def _switch(books: Sequence[Book]) -> str:
    if len(books) < 2:
        return ""
    label = " / ".join(say(book.language, "language") for book in books)
    buttons = "".join(
        f'<button type="button" data-to="{book.language}" lang="{book.language}" '
        f'aria-pressed="{"true" if book is books[0] else "false"}">'
        f"{NAMES.get(book.language, book.language)}</button>"
        for book in books
    )
    return f'<div class="switch" role="group" aria-label="{escape(label)}">{buttons}</div>'


class _Page:
    """One language of the page."""

    def __init__(self, book: Book, *, is_hidden: bool) -> None:
        self.book = book
        self.language = book.language
        self._anchors = book.anchors()
        hidden = " hidden" if is_hidden else ""
        self._in_language = f'lang="{self.language}" data-lang="{self.language}"{hidden}'

    def _say(self, phrase: str, **fields: object) -> str:
        return escape(say(self.language, phrase, **fields))

    def _id(self, name: str) -> str:
        return escape(f"{self.language}-{name}", quote=True)

    # --- around the text -----------------------------------------------------------------------------------

    def skip_link(self) -> str:
        return f'<a class="skip" href="#main" {self._in_language}>{self._say("skip")}</a>'

    def bar(self) -> str:
        found, none = say(self.language, "found", n="{n}"), say(self.language, "nothing_found")
        return (
            f'<div class="find" {self._in_language}>'
            f'<a class="home" href="#{self._id("top")}">{escape(self.book.title)}</a>'
            f'<form role="search"><label class="quiet" for="{self._id("search")}">{self._say("search")}</label>'
            f'<input type="search" id="{self._id("search")}" placeholder="{self._say("search")}" '
            f'autocomplete="off" data-found="{escape(found)}" data-none="{escape(none)}">'
            '<p class="count" role="status"></p><ul class="results" hidden></ul></form></div>'
        )

    def contents(self) -> str:
        chapters = "".join(self._entry(section) for section in self.book.sections)
        title = self._say("contents")
        return (
            f'<nav class="contents" {self._in_language} aria-label="{title}">'
            f"<ol>{chapters}</ol></nav>"
        )

    def _entry(self, section: Section) -> str:
        link = f'<a href="#{self._id(section.id)}">{escape(section.title)}</a>'
        below = self._below(section)
        return (
            f"<li><details><summary>{link}</summary>{below}</details></li>"
            if below
            else f"<li>{link}</li>"
        )

    def _below(self, section: Section) -> str:
        """Everything in a chapter, groups with what is in them."""
        entries = "".join(
            f'<li><a href="#{self._id(each.id)}">{escape(each.title)}</a>{self._below(each)}</li>'
            for each in section.sections
        )
        return f"<ol>{entries}</ol>" if entries else ""

    # --- the text --------------------------------------------------------------------------------------------

    def article(self) -> str:
        book = self.book
        head = (
            f'<header class="title" id="{self._id("top")}"><p class="edition">{self._say(f"edition_{book.edition}")}</p>'
            f"<h1>{escape(book.title)}</h1><p>{escape(book.subtitle)}</p></header>"
        )
        body = "\n".join(self._section(section, CHAPTER) for section in book.sections)
        title = escape(_title(book))
        return f'<article {self._in_language} data-title="{title}">{head}\n{body}</article>'

    def _section(self, section: Section, level: int) -> str:
        at = self._id(section.id)
        heading = f"h{min(level, DEEPEST)}"
        badge = self._badge(section.mark)
        mark = f" mark-{section.mark}" if section.mark else ""
        anchor = f'<a class="anchor" href="#{at}" aria-hidden="true" tabindex="-1">#</a>'
        # Those who do not see the page go from chapter to chapter: more such places would be none.
        name = f' aria-labelledby="{at}-h"' if level == CHAPTER else ""
        named = f' id="{at}-h"' if name else ""
        parts = [
            f'<section id="{at}" class="level-{level}{mark}"{name}>',
            f"<{heading}{named}>{escape(section.title)}{badge}{anchor}</{heading}>",
            *(self._block(block) for block in section.blocks),
            *(self._section(each, level + 1) for each in section.sections),
            "</section>",
        ]
        return "\n".join(parts)

    def _badge(self, mark: str) -> str:
        return f' <span class="badge {mark}">{self._say(f"mark_{mark}")}</span>' if mark else ""

    def _block(self, block: Block) -> str:
        match block:
            case Sentence():
                return f"<p>{self._runs(block.runs)}</p>"
            case Bullets():
                return self._bullets(block)
            case BookTable():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case Clauses():
                text = escape(contract(block.clauses).replace("..", "–"))
                link = self._anchors.get("clauses")
                said = f'<a href="#{self._id(link)}">{text}</a>' if link else text
                return f'<p class="clauses"><span>{self._say("rulebook")}:</span> {said}</p>'
            case Hint():
                kind = "example" if block.is_example else "hint"
                return f'<p class="{kind}">{self._runs(block.runs)}</p>'
            case Marked():
                tag = {"added": "ins", "removed": "del"}.get(block.mark, "div")
                inner = self._block(block.block)
                return (
                    f'<{tag} class="marked {block.mark}">{self._badge(block.mark)}{inner}</{tag}>'
                )

    def _bullets(self, block: Bullets) -> str:
        items = "".join(
            f"<li>{self._runs(item.runs) if isinstance(item, Sentence) else self._bullets(item)}</li>"
            for item in block.items
        )
        tag = "ol" if block.numbered else "ul"
        intro = f"<p>{self._runs(block.intro.runs)}</p>" if block.intro.runs else ""
        return f"{intro}<{tag}>{items}</{tag}>"

    def _runs(self, said: Iterable[Run]) -> str:
        parts = []
        for run in said:
            anchor = self._anchors.get(run.target or "")
            text = f"<b>{escape(run.text)}</b>" if run.strong else escape(run.text)
            parts.append(f'<a href="#{self._id(anchor)}">{text}</a>' if anchor else text)
        return "".join(parts)

    def _table(self, table: BookTable) -> str:
        names = [column for column in range(len(table.head)) if column not in table.numbers]
        first = next((c for c in names if not _is_picture(table, c)), -1)
        head = "".join(
            f'<th scope="col"{_number(table, column)}>{escape(text)}</th>'
            for column, text in enumerate(table.head)
        )
        rows = "".join(
            f"<tr{self._row_id(table, number)}>"
            + "".join(self._cell(table, column, cell, first) for column, cell in enumerate(row))
            + "</tr>"
            for number, row in enumerate(table.rows)
        )
        caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
        has_head = any(table.head)
        top = f"<thead><tr>{head}</tr></thead>" if has_head else ""
        made = f'<div class="scroll"><table>{caption}{top}<tbody>{rows}</tbody></table></div>'
        if not table.drawn:
            return made
        summary = f"<summary>{self._say('as_table')}</summary>"
        return f'<details class="drawn">{summary}{made}</details>'

    def _row_id(self, table: BookTable, row: int) -> str:
        anchor = table.anchor(row)
        return f' id="{self._id(anchor)}"' if anchor else ""

    def _cell(self, table: BookTable, column: int, cell: Cell, first: int) -> str:
        if isinstance(cell, Figure):
            return f'<td class="sign">{_drawing(cell, self._href)}</td>'
        tag, scope = ("th", ' scope="row"') if column == first else ("td", "")
        return f"<{tag}{scope}{_number(table, column)}>{self._runs(cell)}</{tag}>"

    def _figure(self, figure: Figure) -> str:
        caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
        sort = ' class="beside"' if figure.beside else ""
        return f"<figure{sort}>{_drawing(figure, self._href)}{caption}</figure>"

    def _href(self, name: str) -> str:
        anchor = self._anchors.get(name)
        return f"#{self._id(anchor)}" if anchor else ""


def _number(table: BookTable, column: int) -> str:
    return ' class="number"' if column in table.numbers else ""


def _is_picture(table: BookTable, column: int) -> bool:
    return any(isinstance(row[column], Figure) for row in table.rows)


def _drawing(figure: Figure, href: Callable[[str], str]) -> str:
    """The drawing with real links, and with a name for those who do not see it.

    Its size is a matter of the page's style, which has to know the shape for that.
    """
    svg = figure.drawn(href).strip()
    role = "group" if "<a " in svg else "img"
    name = (
        f'role="{role}" aria-label="{escape(figure.alt)}"' if figure.alt else 'aria-hidden="true"'
    )

    def head(match: re.Match[str]) -> str:
        return f"<svg {name}{_shape(match[1])} {_STYLE.sub('', match[1])}>"

    return _SVG_HEAD.sub(head, svg, count=1)


def _shape(head: str) -> str:
    size = _SVG_SIZE.search(head)
    return f' style="--ratio:{float(size[1]) / float(size[2]):.3f}"' if size else ""
