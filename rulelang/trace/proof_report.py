"""Proofs for people and programs: in go the proofs of clauses, out comes text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rulelang.frozen import frozen
from rulelang.scenarios.coverage import contract
from rulelang.trace.prove import ELSEWHERE, NOTHING, ONLY_CITED, PROVEN, Proof, ProofChange

VERSION = 1
SHOWN = 4  # changes of a clause that nobody noticed


@frozen(kw_only=True)
class Proofs:
    """What came out for a game: `count` clauses were asked for, `why` says why some cannot be proven."""

    game: str
    count: int
    proofs: Sequence[Proof]
    why: Mapping[str, str]

    def of(self, state: str) -> list[Proof]:
        """Return those in a state."""
        return [proof for proof in self.proofs if proof.state == state]

    @property
    def lacking(self) -> list[Proof]:
        """Return those that are only cited, and nothing says why."""
        return [proof for proof in self.of(ONLY_CITED) if proof.clause not in self.why]

    @property
    def stale(self) -> list[Proof]:
        """Return those that are said to have no proof, and have one."""
        return [proof for proof in self.of(PROVEN) if proof.clause in self.why]


def proofs_text(found: Proofs) -> str:
    """Return what is lacking, each clause with changes that nobody noticed, and the numbers."""
    lines = []
    for proof in found.lacking:
        lines.append(f"{proof.clause} is only cited: no test notices")
        lines += [f"    {_said(change)}" for change in proof.tried[:SHOWN]]
        if len(proof.tried) > SHOWN:
            lines.append(f"    and {len(proof.tried) - SHOWN} more changes")
    for proof in found.of(ELSEWHERE):
        lines.append(f"{proof.clause} is noticed only by a test that does not cite it:")
        lines.append(f'    "{proof.by}": {_said(proof.tried[-1])}')
    explained = [proof for proof in found.of(ONLY_CITED) if proof.clause in found.why]
    lines += [f"{proof.clause} has no proof: {found.why[proof.clause]}" for proof in explained]
    if found.stale:
        lines.append(
            f"said to have no proof, though there is one: {_listed(proof.clause for proof in found.stale)}"
        )
    if nothing := found.of(NOTHING):
        lines.append(f"no change of their rules is a game: {_listed(p.clause for p in nothing)}")
    return "\n".join([*lines, *([""] if lines else []), _numbers(found), ""])


def _listed(clauses: Iterable[str]) -> str:
    return contract(clauses)


def _numbers(found: Proofs) -> str:
    states = (
        (PROVEN, "proven by their own tests"),
        (ELSEWHERE, "noticed by other tests only"),
        (ONLY_CITED, "only cited"),
        (NOTHING, "with nothing to change"),
    )
    said = ", ".join(f"{len(found.of(state))} {words}" for state, words in states)
    left = found.count - len(found.proofs)
    unfinished = f"; {left} not tried" if left else ""
    return f"{found.game}: {found.count} clauses with rule and test: {said}{unfinished}"


def _said(change: ProofChange) -> str:
    return f"{change.path}:{change.line}: {change.item}: {change.said}"


def proofs_json(found: Proofs) -> str:
    """Return the proofs as JSON."""
    content = {
        "version": VERSION,
        "game": found.game,
        "count": found.count,
        "clauses": [
            {
                "clause": proof.clause,
                "state": proof.state,
                "test": proof.by or None,
                "why": found.why.get(proof.clause),
                "tried": [
                    {"item": c.item, "change": c.said, "path": c.path, "line": c.line}
                    for c in proof.tried
                ],
            }
            for proof in found.proofs
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)
