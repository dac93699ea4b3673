"""A trace as data: each clause with the rules that carry it out, the tests that prove it, and what play showed."""

from __future__ import annotations

from rulelang.frozen import frozen


@frozen
class Place:
    """A rule or test by name, with the file and line where it stands."""

    what: str
    name: str
    path: str
    line: int


@frozen(kw_only=True)
class Traced:
    """One clause. `exercised` is in how many of the games that were played some of its rules did
    something; `refused` are the requirements of its rules that forbade something, in tests or in play."""

    clause: str
    rules: tuple[Place, ...]
    tests: tuple[Place, ...]
    exercised: int
    refused: tuple[str, ...]


@frozen(kw_only=True)
class Trace:
    """All clauses of a game. `missing` are those that are known and cited nowhere; `silent` the
    requirements that forbade nothing, each as rule and name."""

    game: str
    games: int
    rows: tuple[Traced, ...]
    missing: tuple[str, ...]
    silent: tuple[tuple[str, str], ...]

    @property
    def without_rule(self) -> tuple[str, ...]:
        """Clauses that tests cite and no rule."""
        return tuple(row.clause for row in self.rows if not row.rules)

    @property
    def without_test(self) -> tuple[str, ...]:
        """Clauses that rules cite and no test."""
        return tuple(row.clause for row in self.rows if not row.tests)

    @property
    def not_exercised(self) -> tuple[str, ...]:
        """Clauses whose rules did nothing in the games that were played."""
        return tuple(row.clause for row in self.rows if row.rules and not row.exercised)
