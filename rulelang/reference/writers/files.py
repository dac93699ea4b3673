"""Books as files: in go what to write about and where to, out come the files of a reference with their text.

Each file says in its first lines which command made it, so that it can be made again and compared.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from html import escape, unescape
from pathlib import Path

from rulelang.frozen import frozen
from rulelang.reference.editions import PAGES, edition_of, short_editions
from rulelang.reference.model import FULL, Book
from rulelang.reference.subject import Subject
from rulelang.reference.writers.html import write_html
from rulelang.reference.writers.markdown import write_markdown

HTML, MARKDOWN, PDF = ".html", ".md", ".pdf"
FORMS = (HTML, MARKDOWN, PDF)
PICTURES = "-pictures"  # how the name of a folder of pictures ends
_MADE_BY = re.compile(r"rulelang doc ([^<>\"]*?)(?: -->|\">)")


@frozen(kw_only=True)
class BookOrder:
    """What to write: the game as it was named, with its variants, languages and edition."""

    game: str
    variants: tuple[str, ...]
    languages: tuple[str, ...]
    edition: str

    @property
    def words(self) -> str:
        """The words of a command line that ask for this."""
        said = [self.game]
        for variant in self.variants:
            said += ["--with", variant]
        said += ["--lang", ",".join(self.languages)]
        said += ["--edition", self.edition] if self.edition != FULL else []
        return shlex.join(said)


def make_books(order: BookOrder, subject: Subject, base: Subject | None) -> list[Book]:
    """Return the books of an order, one for each language; `base` is the game without variants."""
    if order.edition in PAGES:
        return short_editions(order.edition, subject, order.languages)
    return [edition_of(order.edition, subject, base, language) for language in order.languages]


def make_files(order: BookOrder, books: Sequence[Book], out: Path) -> dict[Path, bytes]:
    """Return the files of a reference: one page with all languages, or one text for each.

    Of several languages in one form that holds a single one, each file has its language in its name.
    """
    if out.suffix == HTML:
        page = write_html(books).replace(
            '<meta charset="utf-8">',
            f'<meta charset="utf-8"><meta name="generator" content="rulelang doc {escape(order.words)}">',
            1,
        )
        return {out: page.encode()}
    found: dict[Path, bytes] = {}
    for book in books:
        file = out if len(books) == 1 else out.with_suffix(f".{book.language}{out.suffix}")
        one = BookOrder(
            game=order.game,
            variants=order.variants,
            languages=(book.language,),
            edition=order.edition,
        )
        if out.suffix == PDF:
            from rulelang.reference.writers.pdf import write_pdf

            found[file] = write_pdf(book)
        else:
            folder = f"{file.stem}{PICTURES}"
            text, pictures = write_markdown(book, folder)
            found[file] = f"<!-- rulelang doc {escape(one.words)} -->\n\n{text}".encode()
            for name, svg in pictures.items():
                found[file.parent / folder / name] = svg.encode()
    return found


def order_in(text: str) -> list[str] | None:
    """The words of the command that made a file; None if it does not say."""
    match = _MADE_BY.search(text[:2000])
    try:
        return shlex.split(unescape(match[1])) if match is not None else None
    except ValueError:  # a quote without its pair
        return None


def strays(made: Iterable[Path]) -> list[Path]:
    """Pictures in the folders of a reference that are none of it."""
    kept = set(made)
    folders = {file.parent for file in kept if file.parent.name.endswith(PICTURES)}
    folders = {
        folder for folder in folders if not folder.is_symlink()
    }  # what lies there is not ours
    found = {file for folder in folders for file in folder.glob("*.svg")}
    return sorted(found - kept)
