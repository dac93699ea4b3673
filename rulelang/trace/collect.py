"""The trace of a game: in go the linked game and what play showed, out comes each clause with all about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of, span_of, what_of
from rulelang.source import Sources, Span
from rulelang.syntax import items as syn
from rulelang.syntax import statements as st
from rulelang.syntax.walk import walk
from rulelang.testing.coverage import cited, expand
from rulelang.trace.model import Place, Trace, Traced
from rulelang.trace.playing import Played

# What only asks: a rule of which nothing else ran has done nothing.
_ASKING = (syn.Require, syn.Allow, syn.Cost, syn.Limit, syn.Asked, syn.AskedBundle, syn.Given)


@frozen
class _Item:
    """An item that cites clauses, and the stretches of text that do something when it is played."""

    item: syn.Item | syn.Header
    clauses: tuple[str, ...]
    doing: tuple[Span, ...]


def trace_game(
    linked: Linked, sources: Sources, played: Sequence[Played], known: Iterable[str] = ()
) -> Trace:
    """Return the trace; `known` are clauses that a rulebook has, cited or not."""
    items = list(_items(linked))
    tests = [item for item in linked.items if isinstance(item, syn.Test)]
    refused = {pair for game in played for pair in game.refusals} | set(_refused_in(tests))
    exercised = [_exercised(items, game) for game in played]
    clauses = sorted(
        {c for each in items for c in each.clauses} | {c for t in tests for c in expand(t.cites)}
    )
    rows = tuple(
        Traced(
            clause=clause,
            rules=tuple(_place(each.item, sources) for each in items if clause in each.clauses),
            tests=tuple(_test_place(t, sources) for t in tests if clause in expand(t.cites)),
            exercised=sum(
                any(clause in items[number].clauses for number in found) for found in exercised
            ),
            refused=tuple(sorted(_refusals(clause, items, refused))),
        )
        for clause in clauses
    )
    requirements = list(_requirements(linked))
    return Trace(
        game=linked.name,
        games=len(played),
        rows=rows,
        missing=tuple(clause for clause in sorted(set(known)) if clause not in set(clauses)),
        silent=tuple(pair for pair in requirements if pair not in refused),
    )


def clauses_in(text: str, like: Iterable[str]) -> list[str]:
    """Return the clauses that a text names: words that begin as those of `like` do, up to the number.

    >>> clauses_in("**AB-007** is a rule, AB-C1 too, UTF-8 not", ["AB-001"])
    ['AB-007', 'AB-C1']
    """
    heads = {head for clause in like if (head := re.match(r"[A-Z]+-", clause)) is not None}
    begins = "|".join(sorted({re.escape(head[0]) for head in heads}))
    if not begins:
        return []
    return list(dict.fromkeys(re.findall(rf"\b(?:{begins})(?:[A-Z]+-?)*\d+\b", text)))


# --- rules and tests -------------------------------------------------------------------------------------


def _items(linked: Linked) -> Iterator[_Item]:
    for item in (linked.header, *linked.items):
        if not isinstance(item, syn.Test) and (clauses := cited(item)):
            yield _Item(item, tuple(clauses), tuple(_doing(item)))


def _doing(item: syn.Item | syn.Header) -> Iterator[Span]:
    """The parts of an item that play runs: statements of a rule, everything of a definition."""
    if isinstance(item, syn.Rule):
        for line in item.lines:
            if isinstance(line, st.DoBody):
                yield from (stmt.span for stmt in line.body)
            elif not isinstance(line, (*_ASKING, syn.Cite, syn.Note, syn.RemoveLine)):
                yield line.span
    elif not isinstance(item, syn.Header):
        yield item.span


def _place(item: syn.Item | syn.Header, sources: Sources) -> Place:
    span = span_of(item) if not isinstance(item, syn.Header) else item.name.span
    name = item.name.text if isinstance(item, syn.Header) else name_of(item) or ""
    what = item.word if isinstance(item, syn.Header) else what_of(item)
    return Place(what, "" if name == what else name, *_line(span, sources))


def _test_place(test: syn.Test, sources: Sources) -> Place:
    return Place("test", test.title.english, *_line(test.span, sources))


def _line(span: Span, sources: Sources) -> tuple[str, int]:
    file = sources.get(span.path)
    return span.path, 0 if file is None else file.position(span.start)[0]


# --- play --------------------------------------------------------------------------------------------------


def _exercised(items: Sequence[_Item], played: Played) -> set[int]:
    """The items (by number) of which something ran. What is set up without a statement always is."""
    by_file: dict[str, list[tuple[int, int]]] = {}
    for path, start, end in played.places:
        by_file.setdefault(path, []).append((start, end))
    found = set()
    for number, each in enumerate(items):
        if _is_printed(each.item) or any(
            span.start <= start and end <= span.end
            for span in each.doing
            for start, end in by_file.get(span.path, ())
        ):
            found.add(number)
    return found


def _is_printed(item: syn.Item | syn.Header) -> bool:
    """What every game has, whatever is played: components, boards, settings."""
    return isinstance(
        item, syn.Header | syn.Component | syn.Board | syn.Enum | syn.Group | syn.Place | syn.Setting | syn.ChoiceSetting | syn.Win | syn.End
    )  # fmt: skip


def _requirements(linked: Linked) -> Iterator[tuple[str, str]]:
    """All requirements with a name, as rule and name."""
    for item in linked.items:
        if isinstance(item, syn.Rule):
            for node in walk(item.lines):
                if isinstance(node, syn.Require):
                    yield item.name.text, node.name.text


def _refused_in(tests: Iterable[syn.Test]) -> Iterator[tuple[str, str]]:
    for node in walk(tuple(tests)):
        if isinstance(node, syn.Refused) and node.by is not None and node.callee.name is not None:
            yield node.callee.name.text, node.by.text


def _refusals(
    clause: str, items: Iterable[_Item], refused: Iterable[tuple[str, str]]
) -> Iterator[str]:
    rules = {name_of(e.item) for e in items if clause in e.clauses and isinstance(e.item, syn.Rule)}
    return (name for rule, name in refused if rule in rules)
