"""Sequence points: which awards and ends are worth judging where.

A point judges only what something since the point before it can have changed: after an action what
that action writes, and what was written before it in the same turn or by the rule around it; at the
other points what is written outside actions, because every action closed with a point of its own.
Awards are also settled when a turn closes, so that a turn starts with nothing left to settle but
what was written between turns. Ends of actions wait for the next turn or action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.program import nodes as ir
from rulelang.program.analysis import ACTIVE_KEY, Analysis, Keys
from rulelang.program.model import Award


@define
class Points:
    """The awards and ends of each kind of sequence point of one program."""

    analysis: Analysis
    _between: Keys = field(init=False)
    _unsettled: dict[str, Keys] = field(init=False)

    def __attrs_post_init__(self) -> None:
        program, analysis = self.analysis.program, self.analysis
        self._between = analysis.writes_outside_turns(program.flow)
        if analysis.suspends_body(program.setup):  # then nothing is judged at its end
            self._between |= analysis.writes_outside_actions(program.setup)
        self._unsettled = unsettled_writes(analysis)

    def _judged(self, written: Keys, period: str, *, always: bool) -> tuple[tuple[int, ...], ...]:
        program = self.analysis.program
        awards = []
        for number, award in enumerate(program.awards):
            if self._award_reads(award) & written:
                awards.append(number)
                written |= {("v", award.name)}
        ends = [
            number
            for number, end in enumerate(program.ends)
            if end.after == period
            and (always or not written.isdisjoint(self.analysis.reads([end.condition])))
        ]
        return tuple(awards), tuple(ends)

    def _award_reads(self, award: Award) -> Keys:
        return self.analysis.reads([award.most, award.at_least])

    def after_action(self, rule: str) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when this action closes."""
        written = self.analysis.rule_writes(rule) | self._unsettled.get(rule, frozenset())
        return self._judged(written, "action", always=False)

    def after_setup(self) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when set-up is done: all awards, as nobody has any yet."""
        return tuple(range(len(self.analysis.program.awards))), ()

    def at_turn_start(self) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a turn starts."""
        return self._judged(self._between | {ACTIVE_KEY}, "action", always=True)

    def at_turn_end(self, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a turn closes."""
        return self._judged(self.analysis.writes_outside_actions(body), "turn", always=True)

    def at_step_end(self, name: str, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged when a step closes."""
        return self._judged(self.analysis.writes_outside_actions(body), name, always=True)

    def after_then(self, body: ir.Body) -> tuple[tuple[int, ...], ...]:
        """Return (awards, ends) judged after the effects of a `together`."""
        return self._judged(self.analysis.writes_outside_actions(body), "then", always=False)


def unsettled_writes(analysis: Analysis) -> dict[str, Keys]:
    """Return for each rule what can have been written before it since the last sequence point.

    The start of a turn settles everything. Writes are gathered in the order of the statements; what
    a loop writes comes before everything in it, and a rule begins with what all its callers wrote.
    """
    program = analysis.program
    dealt = analysis.writes_outside_actions(program.setup)
    waiting: list[tuple[ir.Body, Keys]] = [(program.setup, frozenset()), (program.flow, dealt)]
    found: dict[str, Keys] = {}
    while waiting:
        body, written = waiting.pop()
        for rule, before in _called(body, written, analysis):
            known = found.get(rule)
            if known is None or not before <= known:
                found[rule] = before if known is None else known | before
                waiting.append((analysis.rules[rule].body, found[rule] | analysis.costs(rule)))
    return found


def _called(
    body: Iterable[ir.Stmt], written: Keys, analysis: Analysis
) -> Iterator[tuple[str, Keys]]:
    """Yield each rule that a body calls or offers, with what was written before."""
    for stmt in body:
        after = written | analysis.writes_outside_actions((stmt,))
        match stmt:
            case ir.Turn():
                yield from _called(stmt.body, frozenset(), analysis)
            case ir.If():
                yield from _called((*stmt.then, *stmt.otherwise), written, analysis)
            case ir.Step():
                yield from _called(stmt.body, written, analysis)
            case ir.Each() | ir.Loop() | ir.Times() | ir.Collect():
                yield from _called(stmt.body, after, analysis)
            case ir.Together():
                yield from _called((*stmt.body, *stmt.then), after, analysis)
            case ir.Decide() | ir.CallRule():
                yield from _decided(stmt, (written, after), analysis)
            case _:
                pass
        written = after


def _decided(
    stmt: ir.Decide | ir.CallRule, written: tuple[Keys, Keys], analysis: Analysis
) -> Iterator[tuple[str, Keys]]:
    before, after = written
    alternatives = (stmt.alternative,) if isinstance(stmt, ir.CallRule) else stmt.alternatives
    for alternative in alternatives:
        if alternative.rule is not None:
            yield alternative.rule, after if alternative.again else before
        yield from _called(alternative.body, after, analysis)
    if isinstance(stmt, ir.Decide) and stmt.otherwise is not None:
        yield from _called(stmt.otherwise, before, analysis)
