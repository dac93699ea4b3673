from __future__ import annotations

import sys
from collections import Counter
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from rulelang.prose.model import Bullets, Run, Sentence
from rulelang.reference.model import Book, BookTable, Clauses, Figure, Marked, Section
from rulelang.reference.writers.html import write_html
from rulelang.reference.writers.markdown import write_markdown
from rulelang.reference.writers.pdf import PdfMissingError, write_pdf

VOID = {"meta", "input", "br", "hr", "img", "link"}


class Reader(HTMLParser):
    """Collects ids, links and addresses, and complains about tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        self.fetched += [str(given[name]) for name in ("src", "srcset", "data") if name in given]
        if tag == "link":
            self.fetched.append(str(given.get("href")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


def test_a_page_is_whole(books: tuple[Book, Book]) -> None:
    page = write_html(books)
    reader = _read(page)
    assert not [name for name, count in reader.ids.items() if count > 1]
    assert not [link for link in reader.links if link.removeprefix("#") not in reader.ids]
    assert reader.fetched == []
    assert "url(" not in page
    assert "#name:" not in page


def _tiny(*blocks: Sentence | Bullets | BookTable | Figure | Clauses) -> Book:
    told = Section("rule-dig", "Dig & <delve>", blocks, name="dig")
    return Book("en", "full", "Tiny", "Rules of play", (told,))


BLOCKS = (
    Sentence((Run("Digging.", strong=True), Run(" You may "), Run("dig", "dig"), Run(" for 1 < 2 * [gold]_."))),
    Bullets(Sentence((Run("Then:"),)), (Sentence((Run("One."),)), Bullets(Sentence((Run("Two:"),)), (Sentence((Run("Deep."),)),)))),
    BookTable("Prices", ("Name", "Price"), (((Run("spade", "dig"),), (Run("3"),)),), (1,)),
    Clauses(("T-001", "T-002", "T-003")),
)  # fmt: skip


def test_html_says_what_the_book_says() -> None:
    page = write_html([_tiny(*BLOCKS)])
    assert (
        '<p><b>Digging.</b> You may <a href="#en-rule-dig">dig</a> for 1 &lt; 2 * [gold]_.' in page
    )
    assert "<ul><li>One.</li><li><p>Two:</p><ul><li>Deep.</li></ul></li></ul>" in page
    assert '<th scope="row"><a href="#en-rule-dig">spade</a></th><td class="number">3</td>' in page
    assert "T-001–003" in page


def test_markdown_says_what_the_book_says() -> None:
    text, pictures = write_markdown(_tiny(*BLOCKS, Figure("<svg/>", "A spade")), "tiny-pictures")
    assert text.split("\n\n") == [
        "# Tiny",
        "Complete reference · Rules of play",
        '<a id="rule-dig"></a>',
        "## Dig & \\<delve\\>",
        "**Digging.** You may [dig](#rule-dig) for 1 \\< 2 \\* \\[gold\\]\\_.",
        "Then:",
        "- One.\n- Two:\n  - Deep.",
        "*Prices*",
        "| Name | Price |\n| --- | ---: |\n| [spade](#rule-dig) | 3 |",
        "<sub>Rulebook: T-001–003</sub>",
        "![A spade](tiny-pictures/1.svg)\n",
    ]
    assert pictures == {"1.svg": "<svg/>"}


def test_steps_are_numbered_in_all_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Sentence((Run("One."),)), Sentence((Run("Two."),))
    choice = Bullets(Sentence(()), (one, two))
    book = _tiny(Bullets(Sentence(()), (one, choice), numbered=True))
    assert "<ol><li>One.</li><li><ul><li>One.</li><li>Two.</li></ul></li></ol>" in write_html(
        [book]
    )
    assert "\n\n1. One.\n2. - One.\n   - Two.\n" in write_markdown(book, "pictures")[0]
    assert write_pdf(book).startswith(b"%PDF")
    seen = SimpleNamespace(compile=lambda files, **_options: files["main.typ"])
    monkeypatch.setitem(sys.modules, "typst", seen)
    assert b"#enum[One\\.][" in write_pdf(book)


def test_text_stands_beside_a_narrow_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>'
    book = _tiny(Figure(svg, "A spade", beside=True), Sentence((Run("Dig."),)))
    assert '<figure class="beside"><svg role="img" aria-label="A spade"' in write_html([book])
    assert write_pdf(book).startswith(b"%PDF")
    seen = SimpleNamespace(compile=lambda files, **_options: files["main.typ"])
    monkeypatch.setitem(sys.modules, "typst", seen)
    assert b"#grid(columns: (1fr, auto), column-gutter: 5mm, [\nDig\\.\n], image(" in write_pdf(
        book
    )


def test_a_page_shows_a_table_of_what_is_drawn_only_if_asked() -> None:
    table = BookTable("Prices", ("Name", "Price"), (((Run("spade"),), (Run("3"),)),), drawn=True)
    page = write_html([_tiny(table)])
    assert '<details class="drawn"><summary>As a table</summary><div class="scroll"><table>' in page
    assert "| spade | 3 |" in write_markdown(_tiny(table), "pictures")[0]


def test_a_pdf_is_the_same_every_time() -> None:
    made = write_pdf(_tiny(*BLOCKS))
    assert made.startswith(b"%PDF")
    assert made == write_pdf(_tiny(*BLOCKS))


def test_without_the_extra_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PdfMissingError, match="rulelang\\[pdf\\]"):
        write_pdf(_tiny())


def test_a_pdf_strikes_what_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Sentence((Run("Gone."),))
    blocks = (said, Bullets(said, (said,)), BookTable("", ("A",), (((Run("b"),),),)))
    books = [
        Book("en", "changes", "T", "", (Section("a", "A", tuple(Marked(mark, b) for b in blocks)),))
        for mark in ("added", "removed")
    ]
    assert write_pdf(books[1]).startswith(b"%PDF")
    seen = SimpleNamespace(compile=lambda files, **_options: files["main.typ"])
    monkeypatch.setitem(sys.modules, "typst", seen)
    assert [write_pdf(book).count(b"#strike[") for book in books] == [0, len(blocks)]


def test_the_index_of_a_pdf_has_page_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Sentence((Run("Hay", "hay"), Run(" · "), Run("Rye", "rye")))
    sections = (
        Section("term-hay", "Hay", (entry,), name="hay"),
        Section("term-rye", "Rye", (), name="rye"),
        Section("index", "Index", (entry,)),
    )
    book = Book("en", "full", "Tiny", "Rules", sections)
    assert write_pdf(book).startswith(b"%PDF")
    seen = SimpleNamespace(compile=lambda files, **_: files["main.typ"])
    monkeypatch.setitem(sys.modules, "typst", seen)
    before, _, index = write_pdf(book).decode().partition("<index>")
    assert "#page-of(<" not in before
    assert "#link(<term-hay>)[Hay]#page-of(<term-hay>); · #link(<term-rye>)" in index
