"""Both places of a finding about a variant: in go findings, out come they with the line changed and the line that changes it.

A finding that points into the game gets the line of the variant that it comes from; one that points into the variant
gets what it changes.
"""

from __future__ import annotations

import re

import attrs

from rulelang import pipeline
from rulelang.cache import Request
from rulelang.diagnostics.model import Diagnostic, Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import Change, diff
from rulelang.linking.model import Linked, name_of, span_of
from rulelang.source import Sources, Span

MOST = 2


def both_places(request: Request, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings, each with the other place where there is one."""
    sources = Sources()
    base = pipeline.link(request.path, (), sources, Reporter())
    varied = pipeline.link(request.path, request.variants, sources, Reporter())
    if base is None or varied is None:
        return diagnostics
    changes = [each for each in diff(base, varied) if each.sort != "wording"]
    places = _Places(base, varied, changes, sources)
    return [places.completed(found) for found in diagnostics]


class _Places:
    def __init__(
        self, base: Linked, varied: Linked, changes: list[Change], sources: Sources
    ) -> None:
        self._named = {name: span_of(item) for item in base.items if (name := name_of(item))}
        self._items = varied.items
        self._added = frozenset(varied.added_files)
        self._changes = changes
        self._sources = sources

    def completed(self, found: Diagnostic) -> Diagnostic:
        """Return a finding with a label at its other place."""
        spans = [span for span in (found.span, *(each.span for each in found.secondary)) if span]
        is_added = {span.path in self._added for span in spans}
        if len(is_added) != 1 or found.span is None:
            return found
        labels = self._game(found.span) if is_added == {True} else self._variant(found)
        return attrs.evolve(found, secondary=(*found.secondary, *labels[:MOST]))

    def _game(self, span: Span) -> list[Label]:
        """What the line of a variant changes."""
        found = []
        for change in self._changes:
            if change.after is None or not _meet(change.after, span):
                continue
            before = change.before or self._named.get(change.name)
            if before is not None:
                found.append(Label(before, f"`{change.name}` is changed"))
        for item in self._items if not found else ():
            name = getattr(getattr(item, "name", None), "text", "")
            if _meet(item.span, span) and name in self._named:
                found.append(Label(self._named[name], f"`{name}` is changed"))
        return found

    def _variant(self, found: Diagnostic) -> list[Label]:
        """The lines of variants that changed what a finding is about; all of them if it cannot be said which."""
        assert found.span is not None
        file = self._sources.get(found.span.path)
        text = file.text[found.span.start : found.span.end] if file is not None else ""
        words = set(re.findall(r"\w+", f"{text} {found.message}"))
        added = [(change.name, self._edit(change)) for change in self._changes]
        known = [(name, span) for name, span in added if span is not None]
        named = [each for each in known if each[0] in words] or known
        return [Label(span, "changed here") for _name, span in named]

    def _edit(self, change: Change) -> Span | None:
        """The line of a variant that makes a change; what is gone is named where it was removed."""
        if change.after is not None:
            return change.after if change.after.path in self._added else None
        for path in sorted(self._added):
            file = self._sources.get(path)
            found = re.search(rf"\b{re.escape(change.name)}\b", "" if file is None else file.text)
            if found is not None:
                return Span(path, *found.span())
        return None


def _meet(a: Span, b: Span) -> bool:
    return a.path == b.path and a.start < b.end and b.start < a.end
