"""Claims of `check` held against play: in go its findings and what went wrong in a game, out come refuted claims.

What is proven must never go wrong, and what goes wrong must have been assumed: where no assumption is listed, nothing
was left to chance. So a fault of one of these kinds needs an assumption that names its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.checks import findings as claims
from rulelang.verify.finding import LOST, Finding

# Which check speaks of a fault; the others are about what no check proves.
SPEAKS_OF = {"R901": "loops", "R903": "cycles", "R904": "decisions", "R905": "conservation"}


def refuted(said: Iterable[claims.ProofFinding], wrong: Finding) -> list[str]:
    """Return the sentences that a fault of play shows to be false."""
    if wrong.code == LOST:
        return [
            each.sentence
            for each in said
            if each.check == "conservation" and each.status == "proven"
        ]
    check = SPEAKS_OF.get(wrong.code)
    about = [each for each in said if each.check == check]
    if check is None or any(each.status == "assumed" and _is_there(each, wrong) for each in about):
        return []
    proven = [each.sentence for each in about if each.status == "proven" and _is_there(each, wrong)]
    return proven or [f"nothing else can end in {wrong.code}"]


def _is_there(claim: claims.ProofFinding, wrong: Finding) -> bool:
    """Whether a claim is about the place of a fault; a fault of a loop may not know where it happened."""
    if claim.check in ("loops", "cycles") or wrong.place is None or claim.span is None:
        return True
    path, start, end = wrong.place
    return claim.span.path == path and claim.span.start < end and start < claim.span.end
