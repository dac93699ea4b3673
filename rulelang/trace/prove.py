"""Proof of clauses: in goes a linked game, out comes for each clause which test notices a change of its rules.

The changes of a clause are tried in an order that the seed gives, until a test that cites the clause fails. If none does, the
other tests of the game are asked. Only changes count that leave a game which checks, with tests that check. Play without end is
no way out: play stops after so many steps (R901), and a test after so many decisions that play themselves, always the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from rulelang import pipeline
from rulelang.backends.python.compile import CannotCompile
from rulelang.cache import package_fingerprint
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import read_bytes
from rulelang.foreign_data import read_as
from rulelang.frozen import frozen
from rulelang.jobs.job import Job
from rulelang.linking.model import Linked
from rulelang.mutation.mutants import Mutant, item_name, mutated
from rulelang.runtime.game import Game
from rulelang.scenarios.coverage import expand
from rulelang.scenarios.runner import Suite, run_suite, suites_of
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn
from rulelang.trace.clause_changes import changes_by_clause

CHANGES = 12  # that are tried for a clause
MOST_TRIED = 4  # times as many are looked at, for many are no games

PROVEN, ELSEWHERE, ONLY_CITED, NOTHING = "proven", "elsewhere", "only cited", "nothing to change"


@frozen
class ProofChange:
    """One change: the item, how it is said, and where."""

    item: str
    said: str
    path: str
    line: int


@frozen
class Proof:
    """What came out for a clause: `by` is the title of the test that noticed the last of the changes that were `tried`.

    `state` is `proven` if that test cites the clause, `elsewhere` if it does not, `only cited` if nobody noticed
    anything, and `nothing to change` if no change of its rules is a game.
    """

    clause: str
    state: str
    by: str
    tried: tuple[ProofChange, ...]


@frozen
class Options:
    """What the results rest on, as plain data for other processes."""

    rules: str
    variants: list[str]
    content: str
    clauses: list[str]
    changes: int
    seed: int


def clauses_to_prove(linked: Linked, known: frozenset[str]) -> list[str]:
    """Return the clauses that a rule and a test cite; tests whose titles are `known` are not asked."""
    tested = {
        clause
        for item in linked.items
        if isinstance(item, syn.Test) and item.title.english not in known
        for clause in expand(item.cites)
    }
    return sorted(tested & changes_by_clause(linked).keys())


def proving_job(
    linked: Linked, files: tuple[Path, Sequence[Path]], clauses: Sequence[str], *, changes: int, seed: int
) -> Job:  # fmt: skip
    """Return the work: one item for each clause. It rests on every file of the game and on rulelang itself."""
    digest = hashlib.sha256(package_fingerprint().encode())
    for path in sorted(linked.all_files()):
        digest.update(hashlib.sha256(read_bytes(path)).digest())
    rules, variants = files
    options = {
        "rules": str(rules),
        "variants": [str(path) for path in variants],
        "content": digest.hexdigest(),
        "clauses": list(clauses),
        "changes": changes,
        "seed": seed,
    }
    return Job("rulelang.trace.prove:prove_clause", (), options, len(clauses))


def prove_clause(_games: Sequence[Game], options: Any, number: int) -> Any:  # JSON edge
    """Try changes of one clause; the result is `proof_of`'s."""
    asked = read_as(options, Options)
    linked, sources = _linked(*_place(asked))
    clause = asked.clauses[number]
    state, by, tried = _prove(linked, clause, asked)
    return [state, by, [_told(linked, mutant, sources) for mutant in tried]]


def check_result(_games: Sequence[Game], options: Any, number: int, result: Any) -> None:
    """Raise BadInputError if this is no result of an item."""
    proof_of(options["clauses"][number] if number < len(options["clauses"]) else "", result)


def proof_of(clause: str, result: Any) -> Proof:
    """Return a result as what it is.

    Raises:
        BadInputError: it is none.
    """
    state, by, tried = read_as(result, tuple[str, str, list[tuple[str, str, str, int]]])
    return Proof(clause, state, by, tuple(ProofChange(*row) for row in tried))


# The files of a game and what they contain: a process may see a game before and after a change.
Place = tuple[str, tuple[str, ...], str]


def _place(asked: Options) -> Place:
    return asked.rules, tuple(asked.variants), asked.content


@lru_cache(maxsize=4)
def _linked(rules: str, variants: tuple[str, ...], _content: str) -> tuple[Linked, Sources]:
    sources = Sources()
    linked = pipeline.link(Path(rules), [Path(path) for path in variants], sources, Reporter())
    assert linked is not None  # whoever asks has read it before
    return linked, sources


@lru_cache(maxsize=4)
def _changes(*place: Any) -> Any:  # a Place; the mapping is made once for each process
    return changes_by_clause(_linked(*place)[0])


def _told(linked: Linked, mutant: Mutant, sources: Sources) -> list[object]:
    file = sources.get(mutant.span.path)
    line = 0 if file is None else file.position(mutant.span.start)[0]
    return [item_name(linked, mutant), mutant.said, mutant.span.path, line]


# --- trying ------------------------------------------------------------------------------------------


def _prove(linked: Linked, clause: str, asked: Options) -> tuple[str, str, list[Mutant]]:
    place = _place(asked)
    order = list(_changes(*place)[clause])
    Random(f"{asked.seed} {clause}").shuffle(order)
    own = _titles(linked, lambda clauses: clause in clauses)
    tried: list[Mutant] = []
    for mutant in order[: asked.changes * MOST_TRIED]:
        if len(tried) == asked.changes:
            break
        found = _noticed(place, mutated(linked, mutant), own)
        if found is None:
            continue
        tried.append(mutant)
        if found:
            return PROVEN, found, tried
    others = _titles(linked, lambda clauses: clause not in clauses)
    for number, mutant in enumerate(tried, start=1):
        if found := _noticed(place, mutated(linked, mutant), others):
            return ELSEWHERE, found, tried[:number]
    return (ONLY_CITED if tried else NOTHING), "", tried


def _titles(linked: Linked, is_wanted: Callable[[list[str]], bool]) -> frozenset[str]:
    tests = (item for item in linked.items if isinstance(item, syn.Test))
    return frozenset(test.title.english for test in tests if is_wanted(expand(test.cites)))


def _noticed(place: Place, changed: Linked, titles: frozenset[str]) -> str | None:
    """The title of a test that fails with the change and holds without; nothing if none does, None if it is no game."""
    try:
        suites = _suites(changed, titles)
        for suite in suites or ():
            for result in run_suite(suite, wants=lambda title: title in titles):
                title = result.test.title
                if not result.is_passed and title not in _failing(place, suite.config):
                    return title
    except (CannotCompile, RecursionError):
        return None
    return None if suites is None else ""


def _suites(changed: Linked, titles: frozenset[str]) -> list[Suite] | None:
    """The suites that have one of these tests; None if the game or a test has errors."""
    report = Reporter()
    suites = list(suites_of(changed, report, wants=lambda title: title in titles))
    for suite in suites:
        if not report.has_errors:
            pipeline.check_program(suite.program, report)
    return None if report.has_errors else suites


@lru_cache(maxsize=256)
def _failing(place: Place, config: Any) -> frozenset[str]:
    """The tests that do not hold as the rules are: with several modules they may rest on what another one changes."""
    linked, _sources = _linked(*place)
    return frozenset(_failed(linked, config))


def _failed(linked: Linked, config: Any) -> Iterator[str]:
    for suite in suites_of(linked, Reporter()):
        if suite.config == config:
            yield from (found.test.title for found in run_suite(suite) if not found.is_passed)
