"""The trace of a game: in go the linked game and what play showed, out comes each clause with all about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of, span_of, what_of
from rulelang.scenarios.coverage import cited, expand
from rulelang.source import Sources, Span
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk
from rulelang.trace.model import CitingPlace, ClauseTrace, Traced
from rulelang.trace.places_seen import Played
from rulelang.trace.rulebook import NO_BOOK, Rulebook

# What only asks: a rule of which nothing else ran has done nothing.
_ASKING = (syn.Require, syn.Allow, syn.Cost, syn.Limit, syn.Asked, syn.AskedBundle, syn.Given)


@frozen
class _Item:
    """An item that cites clauses, and the stretches of text that do something when it is played."""

    item: syn.Item | syn.Header
    clauses: tuple[str, ...]
    doing: tuple[Span, ...]
    of: str


def trace_game(
    linked: Linked,
    sources: Sources,
    played: Sequence[Played],
    *,
    beside: Sequence[Linked] = (),
    book: Rulebook = NO_BOOK,
) -> ClauseTrace:
    """Return the trace; rules and tests that only those `beside` it have count too, though not as played."""
    items, tests = list(_items(linked)), list(_tests((linked, *beside)))
    others = list(_new_items(linked, beside))
    refused = {pair for game in played for pair in game.refusals} | set(_refused_in(tests))
    exercised = [_exercised(items, game) for game in played]
    clauses = {c for each in (*items, *others) for c in each.clauses}
    clauses |= {c for test, _of in tests for c in expand(test.cites)}
    rows = []
    for clause in sorted(clauses):
        own = [number for number, each in enumerate(items) if clause in each.clauses]
        added = [each for each in others if clause in each.clauses]
        rows.append(
            Traced(
                clause=clause,
                rules=tuple(
                    _place(each, sources) for each in (*(items[number] for number in own), *added)
                ),
                tests=tuple(
                    _test_place(t, of, sources) for t, of in tests if clause in expand(t.cites)
                ),
                exercised=sum(not found.isdisjoint(own) for found in exercised)
                if own or not added
                else None,
                refused=tuple(sorted(_refusals(clause, (*items, *others), refused))),
                why=book.why.get(clause, ""),
            )
        )
    return ClauseTrace(
        game=linked.name,
        games=len(played),
        rows=tuple(rows),
        missing=tuple(c for c in sorted(set(book.clauses) - clauses) if c not in book.why),
        silent=tuple(pair for pair in _requirements(linked) if pair not in refused),
        left_out=tuple((c, why) for c, why in sorted(book.why.items()) if c not in clauses),
        stale=tuple(row.clause for row in rows if row.is_whole and row.why),
    )


def clauses_in(text: str, like: Iterable[str]) -> list[str]:
    """Return the clauses that a text names: words that begin as those of `like` do and end in a number.

    >>> clauses_in("**AB-007** is a rule, AB-C1-02 too, UTF-8 not", ["AB-001"])
    ['AB-007', 'AB-C1-02']
    """
    heads = {head for clause in like if (head := re.match(r"[A-Z]+-", clause)) is not None}
    begins = "|".join(sorted({re.escape(head[0]) for head in heads}))
    if not begins:
        return []
    return list(dict.fromkeys(re.findall(rf"\b(?:{begins})(?:[A-Z]+\d*-)*[A-Z]*\d+\b", text)))


# --- rules and tests -------------------------------------------------------------------------------------


def _items(linked: Linked) -> Iterator[_Item]:
    for item in (linked.header, *linked.headers, *linked.items):
        if not isinstance(item, syn.Test) and (clauses := cited(_alone(item))):
            yield _Item(item, tuple(clauses), tuple(_doing(item)), _of(item, linked))


def _alone(item: syn.Item | syn.Header) -> object:
    """A header without the items below it, which are listed by themselves."""
    if isinstance(item, syn.Header):
        return tuple(line for line in item.lines if isinstance(line, syn.Cite))
    return item


def _of(item: syn.Item | syn.Header, linked: Linked) -> str:
    """The module or variant that an item belongs to; nothing if that is the game."""
    home = linked.home_of(item.span)
    return "" if home == linked.name else home


def _new_items(linked: Linked, beside: Iterable[Linked]) -> Iterator[_Item]:
    """What the games beside it have and this one has not: items, and clauses that a change adds to one of them."""
    seen = {(each.item.span, clause) for each in _items(linked) for clause in each.clauses}
    for other in beside:
        for each in _items(other):
            new = tuple(c for c in each.clauses if (each.item.span, c) not in seen)
            if new:
                seen.update((each.item.span, clause) for clause in new)
                yield _Item(each.item, new, each.doing, each.of)


def _tests(games: Iterable[Linked]) -> Iterator[tuple[syn.Test, str]]:
    """All tests, each once, with the module or variant they belong to."""
    seen: set[Span] = set()
    for linked in games:
        for item in linked.items:
            if isinstance(item, syn.Test) and item.span not in seen:
                seen.add(item.span)
                yield item, _of(item, linked)


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


def _place(found: _Item, sources: Sources) -> CitingPlace:
    item = found.item
    span = span_of(item) if not isinstance(item, syn.Header) else item.name.span
    name = item.name.text if isinstance(item, syn.Header) else name_of(item) or ""
    what = item.word if isinstance(item, syn.Header) else what_of(item)
    return CitingPlace(what, "" if name == what else name, *_line(span, sources), found.of)


def _test_place(test: syn.Test, of: str, sources: Sources) -> CitingPlace:
    return CitingPlace("test", test.title.english, *_line(test.span, sources), of)


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
    """All requirements of what players are offered, as rule and name; those of effects show there."""
    for item in linked.items:
        if isinstance(item, syn.Rule) and item.word != "effect":
            for node in walk(item.lines):
                if isinstance(node, syn.Require):
                    yield item.name.text, node.name.text


def _refused_in(tests: Iterable[tuple[syn.Test, str]]) -> Iterator[tuple[str, str]]:
    for node in walk(tuple(test for test, _of in tests)):
        if isinstance(node, syn.Refused) and node.by is not None and node.callee.name is not None:
            yield node.callee.name.text, node.by.text


def _refusals(
    clause: str, items: Iterable[_Item], refused: Iterable[tuple[str, str]]
) -> Iterator[str]:
    rules = {name_of(e.item) for e in items if clause in e.clauses and isinstance(e.item, syn.Rule)}
    return (name for rule, name in refused if rule in rules)
