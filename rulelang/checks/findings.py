"""Findings: what a check could prove about a program, and what it had to assume.

A finding is no diagnostic. It says what a reader may rely on (`proven`), what only play can show and
which fault would then stop it (`assumed`), or what was tried out on examples (`tried`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.frozen import frozen
from rulelang.source import Span

Status: TypeAlias = Literal["proven", "assumed", "tried"]


@frozen
class ProofFinding:
    """One line of `rulelang check --proofs`."""

    check: str
    status: Status
    sentence: str
    span: Span | None
