"""Text of rules files and places in it: in go paths and characters, out come lines and columns.

A `Span` counts characters from the start of its file and knows nothing of lines, so that every stage can
carry it cheaply. Only what a person reads (messages, dumps, editors) asks a `SourceFile` for line and column.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import attrs
from attrs import define, field

from rulelang.frozen import frozen


@frozen
class Span:
    """The characters from `start` up to, but without, `end` of the file shown as `path`."""

    path: str
    start: int
    end: int

    def join(self, other: Span) -> Span:
        """Return the smallest span over both; both must lie in one file.

        >>> Span("a.rules", 4, 6).join(Span("a.rules", 9, 12))
        Span(path='a.rules', start=4, end=12)
        """
        if other.path != self.path:
            raise ValueError(f"cannot join spans of {self.path} and {other.path}")
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))


@attrs.frozen
class SourceFile:
    """A file as it was read; `path` is what users are shown. Lines end with a line feed."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        ends = (offset + 1 for offset, char in enumerate(self.text) if char == "\n")
        return (0, *ends)

    @property
    def line_count(self) -> int:
        """The number of lines; text that ends with a line feed has an empty last line."""
        return len(self._line_starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, both from 1; offsets past the ends are moved to them.

        >>> SourceFile("a.rules", "one\\ntwo").position(5)
        (2, 2)
        """
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return the line with this number (from 1), without its line end."""
        if not 1 <= line <= self.line_count:
            raise IndexError(f"{self.path} has no line {line}")
        start = self._line_starts[line - 1]
        end = self._line_starts[line] - 1 if line < self.line_count else len(self.text)
        return self.text[start:end].removesuffix("\r")

    def slice(self, span: Span) -> str:
        """Return the text that `span` covers."""
        return self.text[span.start : span.end]


@define
class Sources:
    """All files read so far, by the path that users are shown."""

    _files: dict[str, SourceFile] = field(factory=dict, init=False)

    def add(self, file: SourceFile) -> SourceFile:
        """Keep `file`, in the place of an earlier one of the same path, and return it."""
        self._files[file.path] = file
        return file

    def get(self, path: str) -> SourceFile | None:
        """Return the file of this path, or None if it was never read."""
        return self._files.get(path)

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files in the order in which they were added."""
        return tuple(self._files)
