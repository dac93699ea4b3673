"""Guess what was meant: in goes a misspelt name and all names that fit, out comes the nearest or None."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `name` most likely stands for; of equals, the first by alphabet.

    About one slip in three letters is forgiven; names of one or two letters may differ only in case.

    >>> nearest("lumbr", ["brick", "lumber", "wool"])
    'lumber'
    >>> nearest("sheep", ["brick", "lumber", "wool"]) is None
    True
    """
    limit = len(name) // 3
    wanted = name.casefold()
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates) - {name}):
        if abs(len(candidate) - len(name)) > limit:
            continue
        found = distance(wanted, candidate.casefold())
        if found <= limit and (best is None or found < best[0]):
            best = (found, candidate)
    return best[1] if best else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return a line of help that names the nearest candidate, or nothing if none is near.

    >>> did_you_mean("lumbr", ["lumber"])
    'did you mean `lumber`?'
    """
    near = nearest(name, candidates)
    return f"did you mean `{near}`?" if near else ""


def distance(left: str, right: str) -> int:
    """Count the slips between two words: letters missing, added, wrong, or swapped with a neighbour.

    >>> distance("form", "from")
    1
    """
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        row = [i]
        for j, b in enumerate(right, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
