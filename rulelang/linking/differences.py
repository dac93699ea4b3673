"""What two games say differently: in go two linked games, out come changes, rule by rule and in words.

Items are compared by name and by meaning: spelling, comments and order do not count; labels and sentences are
told apart as wording. Tables are compared row by row, as the games read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

import attrs

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of, span_of, what_of
from rulelang.linking.plain import plain
from rulelang.linking.rows import PLAYERS_COLUMN, map_tables, tables_of
from rulelang.linking.saying import said_of
from rulelang.source import Span
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk
from rulelang.syntax.writing.write_items import item_lines

Key = tuple[str, str]
Rows = dict[str, dict[str, str]]
# What people read or test and no game is played by.
_ASIDE = (syn.Test, syn.Words, syn.Header)


@frozen
class Change:
    """One thing that is different: `sort` is new, gone, changed or wording; `lines` say what."""

    sort: str
    what: str
    name: str
    lines: tuple[str, ...]
    before: Span | None
    after: Span | None

    @property
    def headline(self) -> str:
        """The change in one line."""
        first = self.lines[0] if self.lines else ""
        said = {"new": "is new", "gone": "is gone", "wording": "is worded otherwise"}.get(self.sort)
        about = f"{self.what} `{self.name}`" if self.name else self.what
        return f"{about} {said}" if said else f"{about}: {first}"


def diff(old: Linked, new: Linked) -> list[Change]:
    """Return everything that `new` says otherwise than `old`, in the order of the games."""
    before, after = by_key(old), by_key(new)
    found = [*_players(old, new)]
    for key in {**before, **after}:
        found += _compared(key, before.get(key), after.get(key))
    return [*found, *_tables(old, new)]


def by_key(linked: Linked) -> dict[Key, syn.Item]:
    """Return the items that a game is played by, by sort and name; further ones of a name are numbered."""
    found: dict[Key, syn.Item] = {}
    for item in linked.items:
        if isinstance(item, _ASIDE):
            continue
        what = _sort_of(item)
        name = str(name_of(item) or getattr(getattr(item, "name", None), "text", ""))
        number = 2
        key = (what, name)
        while key in found:
            key = (what, f"{name}#{number}")
            number += 1
        found[key] = item
    return found


def _sort_of(item: syn.Item) -> str:
    match item:
        case syn.Hook(word=word, is_step=is_step):
            return f"{word} step" if is_step else f"{word} rule"
        case syn.ChangeValue():
            return "change of"
        case syn.AddOptions():
            return "option in"
        case _:
            return what_of(item)


def _compared(key: Key, old: syn.Item | None, new: syn.Item | None) -> Iterator[Change]:
    what, name = key[0], key[1].partition("#")[0]
    spans = (None if old is None else span_of(old), None if new is None else _changed_at(old, new))
    if old is None or new is None:
        there = new if new is not None else old
        assert there is not None
        lines = tuple(item_lines(plain(without_tables(there))))
        yield Change("new" if old is None else "gone", what, name, lines, *spans)
        return
    first, second = (without_tables(item) for item in (old, new))
    if item_lines(first) == item_lines(second):
        return
    bare, barer = plain(first), plain(second)
    if item_lines(bare) == item_lines(barer):
        pairs = _replaced(item_lines(first), item_lines(second))
        yield Change("wording", what, name, tuple(pairs), *spans)
        return
    said = tuple(said_of(bare, barer)) or tuple(_replaced(item_lines(bare), item_lines(barer)))
    yield Change("changed", what, name, said, *spans)


def _changed_at(old: syn.Item | None, new: syn.Item) -> Span:
    """Where the new version says something that the old does not: at the edit, if it was edited."""
    if old is None:
        return span_of(new)
    known = {getattr(node, "span", None) for node in walk(old)}
    spans = (getattr(node, "span", None) for node in walk(new))
    other = (span for span in spans if span is not None and span not in known)
    return next(other, span_of(new))


def _replaced(old: list[str], new: list[str]) -> Iterator[str]:
    """Lines that are gone and lines that are new, as in a rulebook with corrections."""
    for tag, a, b, c, d in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (f"no longer: {line.strip()}" for line in old[a:b])
            yield from (f"now: {line.strip()}" for line in new[c:d])


def _players(old: Linked, new: Linked) -> Iterator[Change]:
    texts = []
    for linked in (old, new):
        header = syn.Header(
            linked.header.span, "game", linked.header.name, None, None,
            () if linked.players is None else (linked.players,),
        )  # fmt: skip
        texts.append(item_lines(plain(header))[1:])
    if texts[0] != texts[1]:
        spans = [None if each.players is None else each.players.span for each in (old, new)]
        lines = (f"{''.join(texts[1]).strip()}, not {''.join(texts[0]).strip()}",)
        yield Change("changed", "players", "", lines, spans[0], spans[1])


# --- tables ------------------------------------------------------------------------------------------------


def without_tables(item: syn.Item) -> syn.Item:
    """The item as if nobody had edited its rows; rows are compared on their own."""

    return map_tables(item, lambda _kind, table: attrs.evolve(table, edits=(), more=()))


def _tables(old: Linked, new: Linked) -> Iterator[Change]:
    before, after = rows_by_kind(old), rows_by_kind(new)
    for kind in after:
        if kind not in before:
            continue
        lines = tuple(_row_changes(before[kind], after[kind]))
        if lines:
            yield Change("changed", "rows of", kind, lines, None, None)


def rows_by_kind(linked: Linked) -> dict[str, Rows]:
    """Return the rows of every kind that has a table, by name and column."""
    found: dict[str, Rows] = {}
    for item in linked.items:
        for kind, table in tables_of(item):
            rows = found.setdefault(kind, {})
            for each in (table, *table.more):
                data = linked.table(each)
                if data is not None:
                    _note_rows(rows, data.columns, data.rows)
    return found


def _note_rows(rows: Rows, columns: tuple[str, ...], lines: tuple[tuple[str, ...], ...]) -> None:
    for line in lines:
        cells = dict(zip(columns, line, strict=True))
        first = next((text for column, text in cells.items() if column != PLAYERS_COLUMN), "")
        name, number = first, 2
        while name in rows:
            name = f"{first}#{number}"
            number += 1
        rows[name] = cells


def _row_changes(old: Rows, new: Rows) -> Iterator[str]:
    for name in {**old, **new}:
        if name not in new:
            yield f"`{name}` is gone"
        elif name not in old:
            cells = (f"{column} {text}" for column, text in new[name].items() if text)
            yield f"`{name}` is new: {', '.join(cells)}"
        else:
            for column, text in new[name].items():
                was = old[name].get(column, "")
                if text != was:
                    yield f"{column} of `{name}` is {text or 'empty'}, not {was or 'empty'}"
