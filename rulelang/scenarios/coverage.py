"""What the tests of a game cover: in goes a linked game, out come clauses by rule and by test.

A rule names the clauses it carries out with `cite`, a test those it proves with `cites`. A clause of
a rule that no test names is not covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from rulelang.frozen import frozen
from rulelang.linking.model import Linked, name_of, what_of
from rulelang.source import Span
from rulelang.syntax.trees import items as syn

_RANGE = re.compile(r"(?P<head>.*?)(?P<low>\d+)\.\.(?P<high>\d+)")


@frozen
class Covered:
    """A rule or other item: the clauses it cites, and those among them that a test cites."""

    what: str
    name: str
    clauses: tuple[str, ...]
    tested: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that no test cites."""
        return tuple(clause for clause in self.clauses if clause not in self.tested)


@frozen
class Coverage:
    """All items that cite clauses, and the clauses that only tests cite."""

    items: tuple[Covered, ...]
    only_tested: tuple[str, ...]

    @property
    def clauses(self) -> frozenset[str]:
        """Every clause that a rule cites."""
        return frozenset(clause for item in self.items for clause in item.clauses)

    @property
    def tested(self) -> frozenset[str]:
        """Every clause that a rule and a test cite."""
        return frozenset(clause for item in self.items for clause in item.tested)


def coverage_of(linked: Linked) -> Coverage:
    """Return which clauses of which items are cited by tests."""
    proven: dict[str, None] = {}
    for item in linked.items:
        if isinstance(item, syn.Test):
            proven |= dict.fromkeys(expand(item.cites))
    found: dict[tuple[str, str], list[str]] = {("game", linked.name): cited(linked.header)}
    for item in linked.items:
        if not isinstance(item, syn.Test) and (found_here := cited(item)):
            named = name_of(item) or ""
            what = what_of(item)
            found.setdefault((what, "" if named == what else named), []).extend(found_here)
    items = tuple(
        Covered(what, name, tuple(clauses), tuple(c for c in clauses if c in proven))
        for (what, name), clauses in found.items()
        if clauses
    )
    known = {clause for item in items for clause in item.clauses}
    return Coverage(items, tuple(clause for clause in proven if clause not in known))


def expand(clauses: Iterable[str]) -> list[str]:
    """Return single clauses: a range becomes all of its numbers.

    >>> expand(["AB-008..010", "AB-C1"])
    ['AB-008', 'AB-009', 'AB-010', 'AB-C1']
    """
    found: list[str] = []
    for clause in clauses:
        match = _RANGE.fullmatch(clause)
        if match is None:
            found.append(clause)
            continue
        width = len(match["low"])
        numbers = range(int(match["low"]), int(match["high"]) + 1)
        found += [f"{match['head']}{number:0{width}}" for number in numbers]
    return found


def contract(clauses: Iterable[str]) -> str:
    """Return clauses as one text, with ranges of three and more.

    >>> contract(["AB-008", "AB-009", "AB-010", "AB-012"])
    'AB-008..010, AB-012'
    """
    runs: list[list[str]] = []
    for clause in sorted(clauses):
        if runs and _follows(runs[-1][-1], clause):
            runs[-1].append(clause)
        else:
            runs.append([clause])
    parts: list[str] = []
    for run in runs:
        digits = re.search(r"\d+$", run[-1])
        if len(run) > 2 and digits is not None:
            parts.append(f"{run[0]}..{digits[0]}")
        else:
            parts += run
    return ", ".join(parts)


def _follows(first: str, second: str) -> bool:
    one, two = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", second)
    if one is None or two is None or one[1] != two[1]:
        return False
    return int(two[2]) == int(one[2]) + 1


def cited(node: object) -> list[str]:
    """Return every clause that is cited anywhere in a node, ranges written out."""
    return list(dict.fromkeys(expand(c for cite in _cites(node) for c in cite)))


def _cites(node: object) -> Iterator[tuple[str, ...]]:
    """All citations anywhere below a node."""
    if isinstance(node, syn.Cite):
        yield node.clauses
    elif isinstance(node, tuple):
        for part in node:
            yield from _cites(part)
    elif attrs.has(cls := type(node)) and not isinstance(node, Span):
        for name in (field.name for field in attrs.fields(cls)):
            value = getattr(node, name)
            if name == "cites" and isinstance(value, tuple):
                yield value
            else:
                yield from _cites(value)
