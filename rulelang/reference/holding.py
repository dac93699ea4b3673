"""Questions of a game that hold with its variants too: in go both linked, out come the tests to tell.

Tests of a game say how it is played as it is, and linking leaves them out as soon as a variant joins. A book of
both tells those that name nothing which `rulelang diff` finds changed and that come out the same when they are
played with the variant: order of play and set-up concern every test, and only playing shows how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import Change, diff
from rulelang.linking.model import Linked
from rulelang.syntax import expressions as ex
from rulelang.syntax import items as syn
from rulelang.syntax.walk import walk
from rulelang.testing.runner import run_suite, suites_of

_ROW = re.compile(r"`(\w+)`")
_MORE = "also has "  # how a change is told that only adds to a kind
_WORD = re.compile(r"\w+")


def tests_that_hold(base: Linked, linked: Linked) -> tuple[syn.Test, ...]:
    """Return the tests of the game itself that its variants leave as they are."""
    changes = [change for change in diff(base, linked) if change.sort != "wording"]
    if any(change.what == "players" for change in changes):
        return ()
    touched = {name for change in changes for name in _touched(change)}
    untouched = tuple(
        item
        for item in base.items
        if isinstance(item, syn.Test) and not any(name in touched for name in _names(item))
    )
    return _played(untouched, linked) if untouched else ()


def _touched(change: Change) -> Iterator[str]:
    """The names that a change is about; what is added to a kind leaves its other members as they were."""
    is_more = all(line.startswith(_MORE) for line in change.lines)
    match change.what:
        case "rows of":
            yield from (name for line in change.lines for name in _ROW.findall(line))
        case "enum" if change.sort == "changed" and not is_more:
            yield change.name
            yield from (word for line in change.lines for word in _WORD.findall(line))
        case "enum" if change.sort == "changed":
            pass
        case _:
            yield change.name


def _names(root: object) -> Iterator[str]:
    return (node.text for node in walk(root) if isinstance(node, ex.Ident))


def _played(tests: tuple[syn.Test, ...], linked: Linked) -> tuple[syn.Test, ...]:
    """Those of the tests that come out as they say; none if they cannot be played."""
    rules = tuple(item for item in linked.items if not isinstance(item, syn.Test))
    report = Reporter()
    passed: set[str] = set()
    failed: set[str] = set()
    for suite in suites_of(evolve(linked, items=(*rules, *tests)), report):
        for result in run_suite(suite):
            (passed if result.failure is None else failed).add(result.test.title)
    if report.has_errors:
        return ()
    return tuple(item for item in tests if item.title.english in passed - failed)
