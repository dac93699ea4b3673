"""What a body can change: in go statements, out come the keys of `program.analysis`, each rule once.

The same answer as `Analysis.writes`, kept for each rule, because a check asks at every statement.
"""

from __future__ import annotations

import attrs

from rulelang.checks.circles import callees_first
from rulelang.checks.routines import called_rules, statements
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis, Key, Keys
from rulelang.program.model import Rule

_WITH_BODY = (ir.Collect, ir.Turn, ir.Step)
_WRITING = (
    ir.SetVar,
    ir.Transfer,
    ir.MoveThing,
    ir.MoveAlike,
    ir.MoveAll,
    ir.LayTile,
    ir.Draw,
    ir.Shuffle,
    ir.ScoreAdd,
)


class Writes:
    """Answers for one program."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        rules = analysis.rules
        self.exchanged: Keys = frozenset()
        own = {name: self._own(rule.body) for name, rule in rules.items()}
        paid = [own[rule.name] for rule in rules.values() if rule.word == "exchange"]
        self.exchanged = frozenset().union(*paid)
        for name, rule in rules.items():
            own[name] |= self.costs(rule)
        calls = {name: called_rules(rule.body, analysis.program) for name, rule in rules.items()}
        self.rules = own
        grew = True
        while grew:
            grew = False
            for name in callees_first(calls):
                for other in calls[name]:
                    if not own[other] <= own[name]:
                        own[name] |= own[other]
                        grew = True

    def of(self, body: ir.Body) -> Keys:
        """Return everything that these statements and the rules they call can change."""
        found = self._own(body)
        for name in called_rules(body, self.analysis.program):
            found |= self.rules[name]
        return found

    def costs(self, rule: Rule) -> Keys:
        """Return what paying for a rule can change: also by what is exchanged to pay it."""
        keys: set[Key] = set()
        for cost in rule.costs:
            keys |= {("a", cost.source), ("a", cost.target), *self.exchanged}
        for due in rule.piece_costs:
            move = ir.MoveAlike(due.span, due.count, due.thing, due.source, due.target, "top")
            keys |= self.analysis.writes((move,))
        return frozenset(keys)

    def _own(self, body: ir.Body) -> Keys:
        found: Keys = frozenset()
        for stmt in statements(body):
            if isinstance(stmt, _WITH_BODY):
                found |= self.analysis.writes((attrs.evolve(stmt, body=()),))
            elif isinstance(stmt, _WRITING):
                found |= self.analysis.writes((stmt,))
            elif isinstance(stmt, ir.Decide):
                found |= self.exchanged  # some can be made whenever a player is asked
        return found
