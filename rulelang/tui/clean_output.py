"""The one door to the terminal: in goes text, out comes text that steers nothing but colours.

Labels, names of files and what saved games say come from strangers. Control characters could move the cursor, rename the window
or answer in the place of the user; characters that turn the direction of text could make it look different from what it says.
All of them are shown as a replacement sign. Of escape sequences only the colours that this program
uses itself go through, and only to a terminal.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

REPLACEMENT = "\ufffd"
# Bold, dim, underlined and back; colours by number or by red, green and blue.
_STYLE = (
    r"(?:[0-4]|2[2-4]|[349][0-7]|[34]9|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})"
)
_COLOUR = re.compile(rf"\x1b\[{_STYLE}(?:;{_STYLE})*m")
_STEERING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
    "|\r(?!\n)"
)


def clean(text: str, *, colour: bool = False) -> str:
    r"""Return a text that steers no terminal; with `colour`, colours stay.

    >>> clean("a\x1b[2Jb\tc\n") == "a\ufffd[2Jb\tc\n"
    True
    """
    if _STEERING.search(text) is None:
        return text
    if not colour:
        return _STEERING.sub(REPLACEMENT, text)
    parts = []
    end = 0
    for found in _COLOUR.finditer(text):
        parts += [_STEERING.sub(REPLACEMENT, text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*parts, _STEERING.sub(REPLACEMENT, text[end:])])


class CleanStream:
    """A stream of text that lets nothing through that steers a terminal.

    It has no `buffer`: there is no way around it. What its encoding cannot say becomes a question mark.
    """

    def __init__(self, inner: TextIO) -> None:
        self.inner = inner

    def write(self, text: str) -> int:
        """Write a text, cleaned."""
        cleaned = clean(text, colour=self.inner.isatty())
        try:
            self.inner.write(cleaned)
        except UnicodeEncodeError:
            encoding = self.encoding
            self.inner.write(cleaned.encode(encoding, "replace").decode(encoding))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    @property
    def encoding(self) -> str:
        """The encoding of the stream."""
        return self.inner.encoding or "utf-8"

    @property
    def errors(self) -> str:
        """What the stream does with what it cannot say."""
        return self.inner.errors or "strict"

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.inner, name)


@contextmanager
def clean_output() -> Iterator[None]:
    """Let everything that is printed meanwhile go through the door."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _door(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _door(stream: TextIO) -> object:
    is_there = stream is not None and not isinstance(stream, CleanStream)
    return CleanStream(stream) if is_there else stream


def behind_the_door(stream: object) -> TextIO:
    """Return the stream itself: for a bar of progress, which moves the cursor and says nothing of strangers."""
    return stream.inner if isinstance(stream, CleanStream) else cast("TextIO", stream)


def print_exactly(text: str) -> None:
    """Print a text that has to stay as it is, such as a file that passes through; a terminal gets it cleaned."""
    out = sys.stdout if sys.stdout.isatty() else behind_the_door(sys.stdout)
    out.write(text)
    out.flush()
