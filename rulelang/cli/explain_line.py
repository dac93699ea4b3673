"""`rulelang explain FILE:LINE`: in goes a line of a rules file, out comes what it is and what it means.

The page has the line, the item it belongs to with its clauses, one sentence about each thing that begins on
the line, where the names on it are declared, and what `check` has to say about it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from rulelang import pipeline
from rulelang.bundled import find_game
from rulelang.cli.meanings import meaning_of
from rulelang.cli.shared import shown_path
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import name_of, span_of, what_of
from rulelang.source import SourceFile, Sources, Span
from rulelang.syntax.parsing.from_text import parse_file, read_source
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

WIDTH = 80
_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)")


def place_said(said: str) -> tuple[str, int] | None:
    """Return file and line if that is what was asked about."""
    found = _PLACE.fullmatch(said)
    return None if found is None else (found["path"], int(found["line"]))


def explain_line(path: Path, line: int, variants: tuple[Path, ...] = ()) -> str | None:
    """Return the page about a line; None if the file has no such line."""
    sources, report = Sources(), Reporter()
    file = read_source(path, str(path), report)
    if file is None or not 1 <= line <= file.line_count:
        return None
    tree = parse_file(sources.add(file), Reporter())
    on_line = _Line(file, line)
    parts = [f"{shown_path(path)}:{line}\n\n    {file.line_text(line).strip()}"]
    item = next((each for each in tree.items if on_line.lies_in(each.span)), None)
    if item is None:
        parts.append("Nothing of the rules stands here.")
        return "\n\n".join(parts)
    parts.append(_about_item(item))
    parts += [textwrap.fill(text, WIDTH) for text in _meanings(item, on_line)]
    linked = pipeline.link(*_whole_game(path, tree, variants), sources, report)
    items = linked.items if linked is not None else tree.items
    parts += _declared(item, on_line, items, sources)
    if linked is not None and not report.has_errors:
        pipeline.check_linked(linked, pipeline.players_of(linked, report)[-1:], {}, report)
    said = [f"{each.code.id}: {each.message}" for each in report.sorted() if on_line.has(each.span)]
    return "\n\n".join([*parts, *said])


def _whole_game(
    path: Path, tree: syn.File, variants: tuple[Path, ...]
) -> tuple[Path, tuple[Path, ...]]:
    """The game a file belongs to, and what goes with it: a variant is read with the game it is for."""
    headers = [item for item in tree.items if isinstance(item, syn.Header)]
    target = next((header.target for header in headers if header.target is not None), None)
    if target is not None and not variants and all(header.word != "game" for header in headers):
        with suppress(FileNotFoundError):
            return find_game(target.text), (path,)
    return path, variants


class _Line:
    def __init__(self, file: SourceFile, number: int) -> None:
        self._file = file
        self._number = number

    def _line_of(self, offset: int) -> int:
        return self._file.position(offset)[0]

    def has(self, span: Span | None) -> bool:
        """Does this begin on the line?"""
        is_here = span is not None and span.path == self._file.path
        return is_here and span is not None and self._line_of(span.start) == self._number

    def lies_in(self, span: Span) -> bool:
        """Is the line one of these?"""
        return self._line_of(span.start) <= self._number <= self._line_of(max(0, span.end - 1))


def _about_item(item: syn.Item) -> str:
    name = name_of(item)
    words = getattr(getattr(item, "label", None), "words", ())
    label = f" “{dict(words)['en']}”" if "en" in dict(words) else ""
    text = f"{what_of(item)}{f' `{name}`' if name else ''}{label}"
    cites = [clause for node in walk(item) if isinstance(node, syn.Cite) for clause in node.clauses]
    return f"In the {text}" + (f", which cites {', '.join(cites)}" if cites else "") + "."


def _meanings(item: syn.Item, on_line: _Line) -> Iterator[str]:
    told = set()
    for node in walk(item):
        meaning = meaning_of(node)
        if meaning and on_line.has(getattr(node, "span", None)) and meaning not in told:
            told.add(meaning)
            yield meaning


def _declared(
    item: syn.Item, on_line: _Line, items: tuple[syn.Item, ...], sources: Sources
) -> list[str]:
    """Where the names that the line uses are declared."""
    used = dict.fromkeys(
        node.text for node in walk(item) if isinstance(node, ex.Ident) and on_line.has(node.span)
    )
    found = []
    for other in items:
        name = name_of(other)
        if name in used and other.span != item.span:
            span = span_of(other)
            file = sources.get(span.path)
            where = "" if file is None else f":{file.position(span.start)[0]}"
            found.append(f"  {what_of(other)} `{name}`, {shown_path(Path(span.path))}{where}")
    return ["Declared elsewhere:\n" + "\n".join(found)] if found else []
