"""Diagnostics for people: in go diagnostics and the files they point into, out comes text for a terminal.

The text never needs its colours: severity, code and underline say the same in words and signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.snippet import snippet, visible
from rulelang.frozen import frozen
from rulelang.source import SourceFile, Sources, Span

_ANSI: dict[str, str] = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "help": "\x1b[1;32m",
    "frame": "\x1b[1;34m",
    "strong": "\x1b[1m",
}
_RESET = "\x1b[0m"


@frozen(kw_only=True)
class _Page:
    """How to print: in colour or not, how wide, and how many digits line numbers need."""

    colour: bool
    width: int
    digits: int = 1

    def tint(self, text: str, tint: str) -> str:
        return f"{_ANSI[tint]}{text}{_RESET}" if self.colour and text else text

    def frame(self, number: str, text: str = "") -> str:
        gutter = self.tint(f"{number:>{self.digits}} |", "frame")
        return f"{gutter} {text}" if text else gutter


@frozen(kw_only=True)
class _Mark:
    """An underlined place within one line; `end` is the column after the last one."""

    line: int
    start: int
    end: int
    text: str
    sign: str
    tint: str


def render_all(
    diagnostics: Iterable[Diagnostic], sources: Sources, *, colour: bool = False, width: int = 100
) -> str:
    """Return all diagnostics with an empty line between them; nothing if there are none."""
    shown = (render(found, sources, colour=colour, width=width) for found in diagnostics)
    return "\n".join(shown)


def render(
    diagnostic: Diagnostic, sources: Sources, *, colour: bool = False, width: int = 100
) -> str:
    """Return one diagnostic with its lines of text underlined; it ends with a line feed."""
    severity = diagnostic.severity.value
    groups = _groups(diagnostic, sources)
    numbers = [mark.line for _, marks in groups for mark in marks]
    digits = len(str(max(numbers, default=1)))
    page = _Page(colour=colour, width=max(width, 40), digits=digits)
    head = page.tint(f"{severity}[{diagnostic.code.id}]", severity)
    lines = [f"{head}{page.tint(f': {visible(diagnostic.message)}', 'strong')}"]
    if diagnostic.span is not None and sources.get(diagnostic.span.path) is None:
        lines.append(f"{' ' * digits}{page.tint('-->', 'frame')} {visible(diagnostic.span.path)}")
    for arrow, (file, marks) in zip(["-->"] + [":::"] * len(groups), groups, strict=False):
        lines += _file_lines(file, marks, arrow, page)
    tail = _said("help", [diagnostic.help] if diagnostic.help else [], page)
    tail += _said("note", diagnostic.notes, page)
    if groups and tail:
        lines.append(page.frame(""))
    return "\n".join([*lines, *tail, ""])


def summarise(diagnostics: Iterable[Diagnostic]) -> str:
    """Return how many there are of each severity, as in `2 errors and 1 warning`; "" if none.

    >>> summarise([])
    ''
    """
    counts = Counter(found.severity for found in diagnostics)
    parts = [f"{counts[s]} {s.value}{'s' * (counts[s] != 1)}" for s in Severity if counts[s]]
    return " and ".join(", ".join(parts).rsplit(", ", 1))


def _groups(diagnostic: Diagnostic, sources: Sources) -> list[tuple[SourceFile, list[_Mark]]]:
    """Return the marks of each file, the file of the main place first; unknown files are left out."""
    marks: dict[str, list[_Mark]] = {}
    severity = diagnostic.severity.value
    places: list[tuple[Span, str, str, str]] = []
    if diagnostic.span is not None:
        places.append((diagnostic.span, diagnostic.label, "^", severity))
    places += [(label.span, label.text, "-", "frame") for label in diagnostic.secondary]
    for span, text, sign, tint in places:
        file = sources.get(span.path)
        if file is not None:
            marks.setdefault(span.path, []).append(_mark(file, span, text, sign, tint))
    found = [(sources.get(path), of_file) for path, of_file in marks.items()]
    return [(file, of_file) for file, of_file in found if file is not None]


def _mark(file: SourceFile, span: Span, text: str, sign: str, tint: str) -> _Mark:
    line, start = file.position(span.start)
    last_line, end = file.position(span.end)
    if last_line > line:
        # Only the first line of a long place is underlined: it is the one to look at.
        end = len(file.line_text(line)) + 1
    return _Mark(line=line, start=start, end=end, text=visible(text), sign=sign, tint=tint)


def _file_lines(file: SourceFile, marks: list[_Mark], arrow: str, page: _Page) -> list[str]:
    first = marks[0]
    place = f"{visible(file.path)}:{first.line}:{first.start}"
    lines = [f"{' ' * page.digits}{page.tint(arrow, 'frame')} {place}", page.frame("")]
    numbers = sorted({mark.line for mark in marks})
    for number, following in pairwise([*numbers, 0]):
        lines += _marked_line(file, [mark for mark in marks if mark.line == number], page)
        if following > number + 1:
            lines.append(page.tint("...", "frame"))
    return lines


def _marked_line(file: SourceFile, marks: list[_Mark], page: _Page) -> list[str]:
    number = marks[0].line
    room = page.width - page.digits - 3
    shown = snippet(file.line_text(number), focus=marks[0].start, width=room)
    lines = [page.frame(str(number), shown.text)]
    for mark in sorted(marks, key=lambda mark: (mark.start, mark.sign)):
        start = shown.cell_of(mark.start)
        length = max(shown.cell_of(mark.end) - start, 1)
        words = f"{mark.sign * length} {mark.text}".rstrip()
        lines.append(page.frame("", " " * start + page.tint(words, mark.tint)))
    return lines


def _said(word: str, texts: Sequence[str], page: _Page) -> list[str]:
    indent = "\n" + " " * (len(word) + 2)
    return [f"{page.tint(word, word)}: {indent.join(visible(text).splitlines())}" for text in texts]
