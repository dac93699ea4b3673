"""What is known of a rulebook: its clauses, and why some of them have no rule or no test.

`clauses.csv` in the folder of a game lists the latter: the columns are `clause` (a range is as in `cite`)
and a sentence for each language, `en` first.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from rulelang.frozen import frozen
from rulelang.scenarios.coverage import expand

FILE = "clauses.csv"
CLAUSE = "clause"


class ClausesError(ValueError):
    """A list of clauses that cannot be read; the message says why."""


@frozen
class Rulebook:
    """The clauses of a rulebook as far as they are known, and why those of `why` have no rule or test."""

    clauses: tuple[str, ...]
    why: Mapping[str, str]


NO_BOOK = Rulebook((), {})


def reasons_of(rules: Path, language: str = "en") -> dict[str, str]:
    """Return why clauses of a game have no rule or no test; nothing if its folder has no list of them.

    Raises:
        ClausesError: the list cannot be read.
    """
    file = rules.with_suffix("") / FILE
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        columns = rows.fieldnames or ()
        if CLAUSE not in columns or "en" not in columns:
            raise ClausesError(f"{file}: the columns `{CLAUSE}` and `en` are needed")
        found: dict[str, str] = {}
        for number, row in enumerate(rows, start=2):
            why = (row.get(language) or row.get("en") or "").strip()
            if not why:
                raise ClausesError(f"{file}, line {number}: nothing says why")
            found |= dict.fromkeys(expand([(row[CLAUSE] or "").strip()]), why)
        return found
