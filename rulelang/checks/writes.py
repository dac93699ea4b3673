"""What a body can change: in go statements, out come the keys of `graph.analysis`, each rule once.

The same answer as `Analysis.writes`, kept for each rule, because a check asks at every statement.
"""

from __future__ import annotations

import attrs

from rulelang.checks.routines import offered, statements
from rulelang.graph.analysis import Analysis, Keys
from rulelang.program import nodes as ir

_WITH_BODY = (ir.Collect, ir.Turn, ir.Step)
_WRITING = (ir.SetVar, ir.Transfer, ir.MoveThing, ir.MoveAlike, ir.MoveAll, ir.Draw, ir.Shuffle)


class Writes:
    """Answers for one program."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        rules = analysis.rules
        own = {name: self._own(rule.body) for name, rule in rules.items()}
        for name, rule in rules.items():
            own[name] |= {(("a", cost.source)) for cost in rule.costs}
            own[name] |= {(("a", cost.target)) for cost in rule.costs}
        calls = {name: _called(rule.body) for name, rule in rules.items()}
        self.rules = own
        grew = True
        while grew:
            grew = False
            for name, called in calls.items():
                for other in called:
                    if not own[other] <= own[name]:
                        own[name] |= own[other]
                        grew = True

    def of(self, body: ir.Body) -> Keys:
        """Return everything that these statements and the rules they call can change."""
        found = self._own(body)
        for name in _called(body):
            found |= self.rules[name]
        return found

    def _own(self, body: ir.Body) -> Keys:
        found: Keys = frozenset()
        for stmt in statements(body):
            if isinstance(stmt, _WITH_BODY):
                found |= self.analysis.writes((attrs.evolve(stmt, body=()),))
            elif isinstance(stmt, _WRITING):
                found |= self.analysis.writes((stmt,))
        return found


def _called(body: ir.Body) -> frozenset[str]:
    return frozenset(
        each.rule for stmt in statements(body) for each in offered(stmt) if each.rule is not None
    )
