"""How much work a body is: in goes a body, out comes how many statements it can run at most.

Only as good as it has to be: loops without a known end, rules that lead back to themselves and sets of unknown size are
FAR too much.
"""

from __future__ import annotations

from rulelang.checks.routines import inner_bodies, offered
from rulelang.checks.sizes import UNKNOWN, most_elements
from rulelang.program import nodes as ir
from rulelang.program.analysis import Analysis
from rulelang.program.types import CELLS, REGION, THINGS, IntType, RefType, SeqType, SetType

FAR = UNKNOWN


class WorkBounds:
    """Answers for one program; the work of a rule is known once."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._rules: dict[str, int] = {}

    def of(self, body: ir.Body) -> int:
        """Return the most statements that a body can run."""
        return min(FAR, sum(self._stmt(stmt) for stmt in body))

    def _stmt(self, stmt: ir.Stmt) -> int:
        inner = sum(self.of(part) for part in inner_bodies(stmt))
        called = {each.rule for each in offered(stmt, self.analysis.program)}
        inner += sum(self._rule(rule) for rule in called if rule is not None)
        match stmt:
            case ir.Loop():
                return FAR
            case ir.Times(count=count):
                times = count.type.high if isinstance(count.type, IntType) else FAR
            case ir.Each(source=source) | ir.Together(source=source):
                times = self._elements(source)
            case ir.Decide(alternatives=alternatives) if any(each.again for each in alternatives):
                return 1  # each round is asked for, and counts from there
            case _:
                times = 1
        return min(FAR, 1 + max(0, times) * inner)

    def _rule(self, name: str) -> int:
        if name not in self._rules:
            self._rules[name] = FAR  # for a rule that leads back to itself
            self._rules[name] = self.of(self.analysis.rules[name].body)
        return self._rules[name]

    def _elements(self, source: ir.Expr) -> int:
        most = most_elements(source)[1]
        of = source.type.of if isinstance(source.type, SetType | SeqType) else None
        if isinstance(of, IntType):
            return min(most, of.high - of.low + 1)
        if not isinstance(of, RefType) or of.universe.startswith((CELLS, REGION)):
            return most
        if of.universe == THINGS:
            return min(most, sum(self.analysis.program.things[i].copies for i in of.ids))
        return min(most, len(of.ids))
