"""What is known of a rulebook: its clauses, and why some of them have no rule or no test.

`clauses.csv` in the folder of a game lists the latter: the columns are `clause` (a range is as in `cite`)
and a sentence for each language, `en` first. Where a column `lacks` says `proof`, the clause has rule and test,
and the sentence says why no test can notice a change of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulelang.frozen import frozen
from rulelang.linking.side_tables import SideTableError, side_table
from rulelang.scenarios.coverage import expand

FILE = "clauses.csv"
CLAUSE = "clause"
LACKS = "lacks"
PROOF = "proof"


@frozen
class Rulebook:
    """The clauses of a rulebook as far as they are known, and why those of `why` have no rule or test."""

    clauses: tuple[str, ...]
    why: Mapping[str, str]


NO_BOOK = Rulebook((), {})


def reasons_of(rules: Path, language: str = "en", *, lacks: str = "") -> dict[str, str]:
    """Return why clauses of a game have no rule or no test, or lack a proof; nothing if its folder has no list of them.

    Raises:
        SideTableError: the list cannot be read.
    """
    folder = rules.with_suffix("")
    found: dict[str, str] = {}
    for line, row in side_table(folder, FILE, (), needs=(CLAUSE, "en")):
        why = row.get(language) or row["en"]
        if not why:
            raise SideTableError(f"{folder / FILE}, line {line}: nothing says why")
        if (said := row.get(LACKS, "")) not in ("", PROOF):
            raise SideTableError(
                f"{folder / FILE}, line {line}: `{LACKS}` is `{PROOF}` or empty, not `{said}`"
            )
        if said == lacks:
            found |= dict.fromkeys(expand([row[CLAUSE]]), why)
    return found
