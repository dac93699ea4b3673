"""Questions of a game that hold with its variants too: in go both linked, out come the tests to tell.

Tests of a game say how it is played as it is, and linking leaves them out as soon as a variant joins. A book of
both tells those that name nothing which `rulelang diff` finds changed and that come out the same when they are
played with the variant: order of play and set-up concern every test, and only playing shows how.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from attrs import evolve

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.differences import Change, diff
from rulelang.linking.model import Linked
from rulelang.scenarios.runner import Suite, run_suite, suites_of
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

_ROW = re.compile(r"`(\w+)`")
_MORE = "also has "  # how a change is told that only adds to a kind
_WORD = re.compile(r"\w+")
COMPILING = 20  # tests that are played while a game is compiled
Outcome = tuple[str, bool]  # the title of a test, and whether it came out as it says


Progress = Callable[[int, int], None]  # so many of so many are played


def tests_that_hold(base: Linked, linked: Linked, progress: Progress) -> tuple[syn.Test, ...]:
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
    return _played(untouched, linked, progress) if untouched else ()


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


def _played(
    tests: tuple[syn.Test, ...], linked: Linked, progress: Progress
) -> tuple[syn.Test, ...]:
    """Those of the tests that come out as they say; none if they cannot be played."""
    rules = tuple(item for item in linked.items if not isinstance(item, syn.Test))
    report = Reporter()
    suites = list(suites_of(evolve(linked, items=(*rules, *tests)), report))
    if report.has_errors:
        return ()
    passed: set[str] = set()
    failed: set[str] = set()
    for title, is_passed in _outcomes(suites):
        (passed if is_passed else failed).add(title)
        progress(len(passed | failed), len(tests))
    return tuple(item for item in tests if item.title.english in passed - failed)


def _outcomes(suites: Sequence[Suite]) -> Iterator[Outcome]:
    """Play suites, where processes can be forked in as many as there are processors."""
    many = min(len(suites), len(os.sched_getaffinity(0))) if sys.platform == "linux" else 1
    if many < 2:
        yield from _in_turn(suites)
        return
    context = get_context("fork")
    pipes: list[Connection] = []
    processes = []
    for share in _shares(suites, many):
        here, there = context.Pipe(duplex=False)
        processes.append(context.Process(target=_send, args=(share, there), daemon=True))
        processes[-1].start()
        there.close()  # so that the end of the process is the end of the pipe
        pipes.append(here)
    while pipes:
        for pipe in wait(pipes):
            assert isinstance(pipe, Connection)
            try:
                yield pipe.recv()
            except EOFError:
                pipes.remove(pipe)
    for process in processes:
        process.join()
        if process.exitcode:
            raise RuntimeError("a process that plays tests has failed")


def _shares(suites: Sequence[Suite], many: int) -> list[list[Suite]]:
    """The suites in parts that take about as long, the longest first."""
    shares: list[tuple[int, list[Suite]]] = [(0, []) for _ in range(many)]
    for suite in sorted(suites, key=lambda each: -len(each.program.tests)):
        least = min(range(many), key=lambda at: shares[at][0])
        load, share = shares[least]
        shares[least] = (load + COMPILING + len(suite.program.tests), [*share, suite])
    return [share for _load, share in shares]


def _send(share: Sequence[Suite], pipe: Connection) -> None:
    for outcome in _in_turn(share):
        pipe.send(outcome)


def _in_turn(suites: Sequence[Suite]) -> Iterator[Outcome]:
    for suite in suites:
        for result in run_suite(suite):
            yield result.test.title, result.failure is None
