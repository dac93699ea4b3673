"""What must hold for every game, whatever its rules: properties, walks, random programs.

Authors of games use `checks` (see `docs/verify-and-balance.md`); the rest is for tests of rulelang itself.
"""

from __future__ import annotations

from rulelang.conformance.configurations import RulesFault
from rulelang.conformance.for_authors import Check, checks
from rulelang.conformance.violations import Violation

__all__ = ["Check", "RulesFault", "Violation", "checks"]
