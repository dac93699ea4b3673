"""Which rules have changed since a game was saved: in goes a linked game, out comes a short number for each item.

A saved game keeps these numbers, so that changes can be named when the old text is gone. Wording does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from zlib import crc32

from rulelang.frozen import frozen
from rulelang.linking.differences import by_key, rows_by_kind, without_tables
from rulelang.linking.model import Linked, span_of
from rulelang.linking.plain import plain
from rulelang.syntax.writing.write_items import item_lines

_ROWS = "rows of"


@frozen
class Changed:
    """An item that is not what it was, in words, with its place if it is still there."""

    said: str
    place: tuple[str, int, int] | None


def digests(linked: Linked) -> dict[str, int]:
    """Return a number for what each item and each table says, by sort and name."""
    found = {
        f"{what} {name}".strip(): _number("\n".join(item_lines(plain(without_tables(item)))))
        for (what, name), item in by_key(linked).items()
    }
    for kind, rows in rows_by_kind(linked).items():
        found[f"{_ROWS} {kind}"] = _number(repr(rows))
    return found


def changed_since(then: Mapping[str, int], linked: Linked) -> Iterator[Changed]:
    """Yield what is new, gone or different since the numbers `then` were taken."""
    now = digests(linked)
    spans = {
        f"{what} {name}".strip(): span_of(item) for (what, name), item in by_key(linked).items()
    }
    for key in {**then, **now}:
        if then.get(key) == now.get(key):
            continue
        how = "is gone" if key not in now else "is new" if key not in then else "is not what it was"
        span = spans.get(key)
        place = None if span is None else (span.path, span.start, span.end)
        yield Changed(f"{_shown(key)} {how}", place)


def _shown(key: str) -> str:
    """An item in words: ``action `build` ``; what has no name stands alone."""
    *what, name = key.partition("#")[0].split(" ")
    return f"{' '.join(what)} `{name}`" if what else name


def _number(text: str) -> int:
    return crc32(text.encode())
