"""A trace as data: each clause with the rules that carry it out, the tests that prove it, and what play showed."""

from __future__ import annotations

from rulelang.frozen import frozen


@frozen
class CitingPlace:
    """A rule or test by name, with the file and line where it stands; `of` is its module or variant."""

    what: str
    name: str
    path: str
    line: int
    of: str = ""


@frozen(kw_only=True)
class Traced:
    """One clause. `exercised` is in how many of the games that were played some of its rules did
    something, None if only modules and variants that were not played have one; `refused` are the
    requirements of its rules that forbade something, in tests or in play; `why` says why it has no rule
    or no test."""

    clause: str
    rules: tuple[CitingPlace, ...]
    tests: tuple[CitingPlace, ...]
    exercised: int | None
    refused: tuple[str, ...]
    why: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it has a rule and a test."""
        return bool(self.rules and self.tests)


@frozen(kw_only=True)
class ClauseTrace:
    """All clauses of a game. `missing` are those that are known and cited nowhere; `silent` the
    requirements of actions and exchanges that forbade nothing, each as rule and name; `left_out` are the
    clauses that are cited nowhere, with why, and `stale` those that are said to be left out and are not."""

    game: str
    games: int
    rows: tuple[Traced, ...]
    missing: tuple[str, ...]
    silent: tuple[tuple[str, str], ...]
    left_out: tuple[tuple[str, str], ...] = ()
    stale: tuple[str, ...] = ()

    @property
    def explained(self) -> tuple[tuple[str, str], ...]:
        """All clauses of which it is said why they have no rule or no test, with why."""
        told = [(row.clause, row.why) for row in self.rows if row.why and not row.is_whole]
        return tuple(sorted([*told, *self.left_out]))

    @property
    def without_rule(self) -> tuple[str, ...]:
        """Clauses that tests cite and no rule; nothing says why."""
        return tuple(row.clause for row in self.rows if not row.rules and not row.why)

    @property
    def without_test(self) -> tuple[str, ...]:
        """Clauses that rules cite and no test; nothing says why."""
        return tuple(row.clause for row in self.rows if not row.tests and not row.why)

    @property
    def not_exercised(self) -> tuple[str, ...]:
        """Clauses whose rules did nothing in the games that were played."""
        return tuple(row.clause for row in self.rows if row.rules and row.exercised == 0)

    @property
    def is_lacking(self) -> bool:
        """Whether a clause has no rule or no test, and nothing says why, or what is said is not so."""
        return bool(self.missing or self.without_rule or self.without_test or self.stale)
