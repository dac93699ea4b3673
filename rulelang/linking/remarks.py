"""Comments of merged games: in go the files as they were read, out come the lines of items with their comments.

A comment belongs to the item it stands in, directly above or behind; one that stands alone goes before the next
item of its file. Inside an item it stays before the line it was written for, if that line is still there. Comments
about what a variant took out go with it; those at the edits of a variant stay with the variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.diagnostics.reporter import Reporter
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.from_text import parse_file
from rulelang.syntax.trees.items import Cite, Comment, Header, Item, Needs, Note, Players

_HEADER_LINES = (Players, Needs, Cite, Note)
Lines = list[str]


@define
class _Unit:
    """An item as it is written, and its comments: line by line what is said before it and behind it."""

    start: int
    end: int
    above: Lines = field(factory=list)
    inside: list[Comment] = field(factory=list)
    is_told: bool = False


@define
class _Written:
    source: SourceFile
    units: list[_Unit]
    alone: list[tuple[int, Lines]]


class Remarks:
    """The comments of all files of a game, each to be told once."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        self._files = {file.path: _read(file) for file in files}

    def told(self, span: Span, lines: Lines) -> Lines:
        """Return the lines of an item with the comments that belong to it."""
        written = self._files.get(span.path)
        if written is None:
            return lines
        around = [unit for unit in written.units if unit.start <= span.start < unit.end]
        if not around or around[-1].is_told:
            return lines
        unit = around[-1]
        unit.is_told = True
        before = list(_alone(written, span.start))
        return [*before, *unit.above, *_merged(written.source, unit, lines)]

    def left(self, paths: Iterable[str], *, with_edits: bool) -> Lines:
        """Return what stands alone at the end of these files, and the comments of edits if they are wanted."""
        found: Lines = []
        for written in (self._files[path] for path in paths if path in self._files):
            if not with_edits and not any(unit.is_told for unit in written.units):
                continue  # nothing of that file is left
            for unit in written.units:
                if with_edits and not unit.is_told:
                    found += [*unit.above, *(comment.text for comment in unit.inside)]
            found += _alone(written, len(written.source.text))
        return found


def _alone(written: _Written, end: int) -> Iterator[str]:
    """Comments that stand alone before a place, each block with an empty line behind it; once only."""
    while written.alone and written.alone[0][0] < end:
        yield from ("", *written.alone.pop(0)[1], "")


def _read(source: SourceFile) -> _Written:
    tree = parse_file(source, Reporter())
    units = [_Unit(*span) for item in tree.items for span in _spans(item)]
    written = _Written(source, units, [])
    for block in _blocks(source.text, tree.comments):
        _place(written, block)
    return written


def _spans(item: Item) -> Iterator[tuple[int, int]]:
    """The head of a header and each item below it; any other item as a whole."""
    if not isinstance(item, Header):
        yield item.span.start, item.span.end
        return
    below = [line for line in item.lines if not isinstance(line, _HEADER_LINES)]
    yield item.span.start, below[0].span.start if below else item.span.end
    for line in below:
        yield line.span.start, line.span.end


def _blocks(text: str, comments: tuple[Comment, ...]) -> Iterator[list[Comment]]:
    """Comments in lines of their own that follow each other; any other by itself."""
    block: list[Comment] = []
    for comment in comments:
        is_next = block and text[block[-1].span.end : comment.span.start].strip(" ") == "\n"
        if not (is_next and comment.own_line and block[-1].own_line):
            if block:
                yield block
            block = []
        block.append(comment)
    if block:
        yield block


def _place(written: _Written, block: list[Comment]) -> None:
    text, start, end = written.source.text, block[0].span.start, block[-1].span.end
    after = next((unit for unit in written.units if unit.start >= end), None)
    if block[0].own_line and after is not None and text[end : after.start].strip(" ") == "\n":
        after.above = [comment.text for comment in block]
        return
    inner = [unit for unit in written.units if unit.start < start and _is_inside(text, unit, start)]
    if inner:
        inner[-1].inside += block
    else:
        written.alone.append((start, [comment.text for comment in block]))


def _is_inside(text: str, unit: _Unit, start: int) -> bool:
    return start < unit.end or "\n" not in text[unit.end : start]


def _merged(source: SourceFile, unit: _Unit, lines: Lines) -> Lines:
    """Put the comments inside of an item to the lines that they were written for."""
    lines, at = list(lines), 0
    for comment in unit.inside:
        first = source.text.rfind("\n", 0, comment.span.start) + 1
        code = source.text[first : comment.span.start]
        if comment.own_line:
            code = _code_after(source.text, comment.span.end)
        found = next((n for n in range(at, len(lines)) if _bare(lines[n]) == _bare(code)), None)
        at = at if found is None else found
        if comment.own_line or found is None:
            place = at if found is not None else len(lines)
            near = lines[min(place, len(lines) - 1)]
            lines.insert(place, near[: len(near) - len(near.lstrip())] + comment.text)
            at = place + 1
        else:
            lines[at] = f"{lines[at]}  {comment.text}"
            at += 1
    return lines


def _code_after(text: str, end: int) -> str:
    for line in text[end:].split("\n")[1:]:
        if line.strip() and not line.lstrip().startswith("#"):
            return line.partition("  #")[0]
    return ""


def _bare(line: str) -> str:
    """A line without blanks; whether it opens a block does not count."""
    return "".join(line.split()).removesuffix(":")
